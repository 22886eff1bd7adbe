/*
 * qi/base.h - what all parts of the library share.
 *
 * Results. Every function that can fail returns a qi_result; out-parameters are written only on
 * QI_OK unless the function says otherwise.
 *
 * Memory. Whoever creates a handle frees it, with the function of the same header. A qi_allocator
 * may be given wherever memory is taken; NULL means malloc and free. A handle takes all its memory
 * from its own allocator, which must live as long. Whatever takes memory may return QI_NO_MEMORY;
 * the handle is then unchanged unless the function says otherwise. The library keeps no global
 * state: different handles may be used from different threads at the same time, one handle from one
 * thread at a time (queries included, but those of qi/go.h: some update internal tables).
 *
 * Callbacks. A callback gets the `context` that was given with it, first. If it returns a bool,
 * false ends the call, which then returns QI_STOPPED. NULL means no callback.
 *
 * Threads. Where a struct has `threads`, that many share the work: 0 means 1, more than
 * QI_MAX_THREADS is QI_BAD_ARGUMENT. Fewer are used if memory or the system does not allow so
 * many; a build without threads (WebAssembly) uses one. Callbacks are called by the thread that
 * made the call; an allocator may be called by any of the threads, by one at a time.
 *
 * Stopping. What may take long takes a qi_host, from which it has the clock, the threads and the
 * qi_stop by which another thread, or a signal handler, ends it: it then returns QI_STOPPED.
 *
 * Writers. A function that writes a text to `text` works as snprintf does: it writes at most
 * `capacity` bytes, terminator included, and returns the length of the whole without it. So the
 * text was cut if that is not below `capacity`; `text` may be NULL when capacity is 0.
 *
 * Sizes. A struct that may get more members in later versions begins with `size`, which is the
 * caller's sizeof of it, so that programs keep working with a library that is older or newer than
 * their headers. What a caller's struct lacks is zero when it is read and is not written when it is
 * filled in; what the library does not know must be zero when it is read and is left alone when it
 * is filled in. QI_BAD_ARGUMENT: a size of 0, or above 65,536, or something not zero that this
 * library does not know. All else zero is the default, and so is NULL for options and limits. An
 * array of such structs has no sizes in it: its function takes that of an element. In C and in C++:
 *
 *     qi_nogo_solve_limits limits = {.size = sizeof limits, .nodes = 10000};
 *     qi_nogo_solve_limits limits = {}; limits.size = sizeof limits; limits.nodes = 10000;
 *
 * Options, limits, hosts, thinking, questions, engines and evaluators begin so, and what a search,
 * solver, player, network, pool or the laboratory's judge reports. All others have no size and do
 * not change within a major version: moves, stones, points, cells, counts, clocks, texts, errors,
 * rules, reports of judges of one game, readers and writers, what is returned by value, and what
 * the library owns or shows to a callback, such as entries, levels, leaves and progress.
 *
 * Points. A point of a board with `columns` columns is row * columns + column, both from 0, the top
 * left corner first. The texts of the three problems count from 1; the readers and writers convert.
 */
#ifndef QI_BASE_H
#define QI_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define QI_API __attribute__((visibility("default")))
#else
#define QI_API
#endif

#define QI_VERSION_MAJOR 0
#define QI_VERSION_MINOR 2
#define QI_VERSION_PATCH 0
#define QI_VERSION "0.2.0"

/* The version of the library that is linked, as "major.minor.patch". */
QI_API const char *qi_version(void);

/* The result of a call. */
typedef enum qi_result {
    QI_OK = 0,       /* done */
    QI_NO_MEMORY,    /* the allocator returned NULL; nothing was changed */
    QI_BAD_ARGUMENT, /* an argument is outside what the function accepts; nothing was changed */
    QI_BAD_TEXT,     /* the text is malformed; the qi_text_error says where and how */
    QI_STOPPED,      /* a qi_stop, a callback or a limit ended the work early */
    QI_UNSUPPORTED,  /* this build or this machine cannot do it */
    QI_BAD_DATA,     /* the bytes are damaged or not in the right format */
    QI_TOO_LARGE     /* a board, position or text that is valid is beyond a limit of the function */
} qi_result;

/* One English sentence for a result; never NULL. */
QI_API const char *qi_result_text(qi_result result);

/* Where memory comes from. Both functions get `context`. `allocate` returns memory aligned for any
 * type, or NULL; `release` gets a block that `allocate` returned, never NULL. */
typedef struct qi_allocator {
    void *(*allocate)(void *context, size_t size);
    void (*release)(void *context, void *block);
    void *context;
} qi_allocator;

/* Asks calls to end early. It is the caller's, and all zero to begin with. Once it is set, by any
 * thread or a signal handler, it stays set until the caller clears it; the library never does. So
 * it is as good to set it before a call as while the call begins, and none is missed. */
typedef struct qi_stop {
    int set; /* for the three functions alone */
} qi_stop;

/* Ends the calls that have the stop, now and later; clears it for the next calls; asks whether it
 * is set. Any thread and any signal handler may call them at any time. */
QI_API void qi_stop_set(qi_stop *stop);
QI_API void qi_stop_clear(qi_stop *stop);
QI_API bool qi_stop_is_set(const qi_stop *stop);

/* The environment of a call. NULL means all zero but the size: never stopped, with the system's
 * clock and threads. It is not copied; one with a smaller size than this is refused with
 * QI_BAD_ARGUMENT. */
typedef struct qi_host {
    size_t size;         /* see above */
    const qi_stop *stop; /* NULL: none */
    void *context;       /* of the functions, each of which may be NULL */
    /* The time in seconds, which never goes back; any thread of the call may ask. */
    double (*seconds)(void *context);
    /* Waits for at most `seconds`. */
    void (*wait)(void *context, double seconds);
    /* Starts a thread that calls `work`, and returns what `join` needs to wait for its end. NULL:
     * there can be no more threads. Both or neither. */
    void *(*start)(void *context, void (*work)(void *argument), void *argument);
    void (*join)(void *context, void *thread);
} qi_host;

/* A sentence as its format and arguments, so that a program can say it in another language: it
 * looks the format up, and prints the translation with the same arguments. */
typedef struct qi_message {
    const char *format;  /* English, with the directives of printf; NULL: nothing to say */
    char arguments[400]; /* as texts, one after another, each with its terminator */
} qi_message;

/* Returns the translation of a format or of a text, or NULL to keep it. In a translation the
 * directives have the same order, or name their argument ("%2$s"). */
typedef const char *qi_translator(void *context, const char *text, size_t length);

/* Writes a message as snprintf does: at most `capacity` bytes, terminator included, and returns the
 * length of the whole. The format is translated, and so is what a %s stands for, unless a quotation
 * mark, '/', '=' or '-' precedes it. `translator` NULL: English. */
QI_API size_t qi_message_write(const qi_message *message, qi_translator *translator, void *context,
                               char *text, size_t capacity);

/* An error in a text and its place. Lines and columns count from 1; a column is a byte. */
typedef struct qi_text_error {
    uint64_t line;
    uint64_t column;
    char found[96];                             /* the text there, e.g. "'Q'" or "end of input" */
    char expected[128];                         /* what should be there, e.g. "'X', 'O' or '.'" */
    qi_message found_message, expected_message; /* the same, to be translated */
} qi_text_error;

/* Gets a text or other bytes, piece by piece. Returning false ends the writing. */
typedef bool qi_sink(void *context, const char *bytes, size_t count);

/* Reads the next bytes, up to `capacity`, and sets `count`, which is 0 only at the end. Returns
 * false when they cannot be read, which ends the reading. */
typedef bool qi_source(void *context, char *bytes, size_t capacity, size_t *count);

/* The state of a point. */
typedef enum qi_colour {
    QI_EMPTY = 0,
    QI_BLACK = 1,
    QI_WHITE = 2,
    QI_WALL = 3 /* not part of the board: outside it, or a hole in it */
} qi_colour;

/* The other player. */
static inline qi_colour qi_opponent(qi_colour colour)
{
    return colour == QI_BLACK ? QI_WHITE : QI_BLACK;
}

typedef uint32_t qi_point;
#define QI_NO_POINT UINT32_MAX

/* A move; QI_NO_POINT is a pass where the game has passes. */
typedef struct qi_move {
    qi_point point;
    qi_colour colour;
} qi_move;

/* One point of a setup: a stone, QI_EMPTY to remove one, or, in NoGo, QI_WALL for a
 * hole. */
typedef struct qi_stone {
    qi_point point;
    qi_colour colour;
} qi_stone;

/* The size of a group of stones. */
typedef struct qi_group_size {
    uint32_t stones;
    uint32_t liberties; /* distinct empty points next to the group */
} qi_group_size;

/* The most threads that may be asked for. */
#define QI_MAX_THREADS 1024U

#ifdef __cplusplus
}
#endif
#endif
