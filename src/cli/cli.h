/*
 * What all verbs of the command share: options, input, output, errors. It knows no rule of any
 * game.
 *
 * Exit status everywhere: CLI_DONE, CLI_NO (the answer is 'no'), CLI_BAD (bad usage or input).
 * Results go to stdout through cli_out; messages and progress go to stderr.
 */
#ifndef QI_CLI_CLI_H
#define QI_CLI_CLI_H

#include "base/buffer.h"
#include "base/file.h"
#include "base/host.h"
#include "base/numbers.h"
#include "base/text.h"
#include "cli/options.h"

#include <qi/base.h>

#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>

/* ---- verbs -------------------------------------------------------------------------------- */

struct cli_lab;
typedef struct cli_verb cli_verb;

/* A game of the command: its verbs end with a {0} entry. */
typedef struct cli_game {
    const char *name;
    const char *summary;
    const cli_verb *verbs;
    const struct cli_lab *lab; /* what the laboratory's verbs need to know (lab/lab.h) */
} cli_game;

/* A verb. It gets argv with argv[0] = the verb and returns the exit status. One of the two
 * functions is set: `run_in` is for a verb that several games have. */
struct cli_verb {
    const char *name;
    const char *summary; /* one line for the game's --help */
    int (*run)(int argc, char **argv);
    int (*run_in)(const cli_game *game, int argc, char **argv);
    bool programs; /* runs those of others; a second process sees that none survives */
};

/* Prints the names of all verbs as one line of JSON; `games` ends with NULL (json.c). */
int cli_describe_verbs(const cli_game *const *games, const cli_verb *common);

extern const cli_game cli_nogo_game, cli_go_game, cli_maze_game; /* nogo/nogo.c and so on */

/* ---- language (report.c) --------------------------------------------------------------------
 *
 * Everything that people read is written in English where it is made, as a format and its
 * arguments. The format is looked up in the catalogue (po/zh.po), and the translation is printed
 * with the same arguments (base/message.h). */

typedef struct cli_message {
    const char *english, *chinese;
} cli_message;

/* Made from po/zh.po (tools/catalogue.py), in the order of strcmp; in formats
 * all integers are "%d". */
extern const cli_message cli_messages[];
extern const size_t cli_message_count;

/* Whether the user reads Chinese: by QI_LANG, else by the locale that LC_ALL, LC_MESSAGES or LANG
 * names, if it is one of UTF-8. */
bool cli_is_chinese(void);

/* Looks a format or a text up; NULL where the user reads English. For buffers whose text people
 * read: (qi_buffer){.translator = cli_translator()}. */
qi_translator *cli_translator(void);

/* Room for any message that the library makes of a text. */
enum { CLI_SENTENCE = 1000 };
/* Writes a message in the language of the user, and returns it. */
const char *cli_sentence(const qi_message *message, char *text, size_t capacity);

/* ---- options of every verb (common.c) ----------------------------------------------------- */

bool cli_is_quiet(void);
bool cli_is_verbose(void);
bool cli_is_ascii(void);
/* The code path that is wanted: "best", "portable", "vector", "avx2" or "avx512". */
const char *cli_simd(void);
/* Adds a paragraph that begins in column `indent`, in lines of at most `width` columns. */
void cli_wrap(qi_buffer *text, const char *paragraph, size_t indent, size_t width);
/* Whether to colour what goes to stdout: by --color, else on a terminal that can, unless NO_COLOR
 * is set. */
bool cli_use_colour(void);

/* ---- messages and errors (report.c) ------------------------------------------------------- */

/* Says something on stderr, in the language of the user. Names and words of others may
 * be in it: a terminal takes no orders from what is said. */
void cli_say(const char *format, ...) __attribute__((format(printf, 1, 2)));
void cli_vsay(const char *format, va_list arguments) __attribute__((format(printf, 1, 0)));
/* As cli_say, but silent under --quiet. */
void cli_remark(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* Writes a text to stderr in the same way, but untranslated. */
void cli_show_error(const char *text);
/* "qi nogo simulate: message" on stderr; returns CLI_BAD. */
int cli_fail(const cli_spec *spec, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* "file:line:column: found ..., expected ..." on stderr; returns CLI_BAD. */
int cli_fail_text(const char *file, const qi_text_error *error);
/* Reports a library call on `file` that failed: the text error for QI_BAD_TEXT, else the result's
 * sentence. Returns CLI_BAD. */
int cli_fail_result(const cli_spec *spec, const char *file, qi_result result,
                    const qi_text_error *error);
/* Reports a library call that failed, by the result's sentence. Returns CLI_BAD. */
int cli_fail_with(const cli_spec *spec, qi_result result);

/* ---- what to do about it (hints.c) -------------------------------------------------------- */

/* "hint: ..." on stderr, after an error. */
void cli_hint(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* About an operand that the verb does not take, a file that cannot be read for the reason `error`,
 * a text that is wrong; they may know nothing. */
void cli_hint_operand(const cli_spec *spec, const char *word);
void cli_hint_file(const cli_spec *spec, const char *path, int error);
/* About a program that cannot be run. */
void cli_hint_program(const char *name);
/* About the operands of a check whose first could not be read. */
void cli_hint_swapped(const cli_spec *spec, const char *output,
                      bool (*is_input)(const char *text, size_t length));
void cli_hint_text(const cli_spec *spec, const char *file, const qi_text_error *error);

/* ---- mistyped words (options.c) ----------------------------------------------------------- */

enum { CLI_LONGEST_WORD = 32 };

/* The nearest of some words to one that was typed. Start with {.word = ...} and offer each
 * candidate; `nearest` stays NULL when none is near enough: one mistake in three letters. */
typedef struct cli_suggestion {
    const char *word;
    const char *nearest;
    size_t steps; /* letters that differ */
} cli_suggestion;
void cli_suggest(cli_suggestion *suggestion, const char *candidate);

/* ---- input and output (files.c) ----------------------------------------------------------- */

/* A whole input in memory. */
typedef struct cli_input {
    const char *name; /* for messages: the path, or "<stdin>" */
    const char *text;
    size_t length;
} cli_input;

/* Reads `path`; NULL or "-" means standard input. Returns CLI_GO_ON, or CLI_BAD after explaining
 * why. */
int cli_read(const cli_spec *spec, const char *path, cli_input *input);
/* For verbs with one file: reads the options, then the file. Returns CLI_GO_ON, or the exit status
 * to end with. */
int cli_parse_and_read(const cli_spec *spec, int argc, char **argv, cli_input *input);
void cli_input_free(cli_input *input);

/* Reads a line into `line`, with its end; false at EOF, or without memory (line->failed). */
bool cli_read_line(FILE *from, qi_buffer *line);
/* Makes a folder and its parents, unless they are there; false with errno. */
bool cli_make_folder(const char *folder);

/* An input that is read piece by piece, for files that may be large. */
typedef struct cli_stream {
    int descriptor, error; /* errno of the first failure, or 0 */
    const char *name;
} cli_stream;

/* Files are read and written as they are. CLI_BAD for a path that ends in .gz, after naming the
 * command that unpacks it for the verb or, for the file of an option, packs it afterwards. NULL is
 * no path. */
int cli_refuse_compressed(const cli_spec *spec, const char *option, const char *path);

/* As cli_read. */
int cli_stream_open(const cli_spec *spec, const char *path, cli_stream *stream);
/* A qi_source that reads a cli_stream. */
bool cli_source(void *stream, char *bytes, size_t game, size_t *count);
/* How much of a file has been read, from 0 to 1; 0 when that is not known, as of a pipe. */
double cli_stream_share(const cli_stream *stream);
/* Returns `status`, or CLI_BAD after reporting an error. */
int cli_stream_close(const cli_spec *spec, cli_stream *stream, int status);

/* Buffered output to a file descriptor. cli_out_close reports the first error. */
typedef struct cli_out {
    qi_file file; /* its error is the first failure */
    const char *name;
    qi_translator *translator; /* of cli_text and cli_printf on stdout */
    size_t used;
    char buffer[1 << 16];
} cli_out;

void cli_out_stdout(cli_out *out);
/* Starts to write `path`, which changes only when cli_out_close finds no error (base/file.h); "-"
 * means stdout. Returns CLI_GO_ON, or CLI_BAD after explaining why. */
int cli_out_open(const cli_spec *spec, const char *path, cli_out *out);
/* For programs: written as it is. */
void cli_write(cli_out *out, const char *bytes, size_t count);
/* For people: on stdout in the language of the user (qi_buffer_say). */
void cli_text(cli_out *out, const char *text);
void cli_printf(cli_out *out, const char *format, ...) __attribute__((format(printf, 2, 3)));
void cli_vprintf(cli_out *out, const char *format, va_list arguments)
    __attribute__((format(printf, 2, 0)));
void cli_flush(cli_out *out);
/* Makes room for `count` bytes (at most the size of the buffer) to be written in place; the caller
 * adds to `used`. */
static inline char *cli_reserve(cli_out *out, size_t count)
{
    if (sizeof out->buffer - out->used < count)
        cli_flush(out);
    return out->buffer + out->used;
}
/* A qi_sink that writes to a cli_out. */
bool cli_sink(void *out, const char *bytes, size_t count);
/* Forgets what was written to a file; an older one stands. */
void cli_out_drop(cli_out *out);
/* Flushes and closes. Returns `status`, or CLI_BAD after reporting a write error. */
int cli_out_close(const cli_spec *spec, cli_out *out, int status);
/* Writes a whole text to stdout; returns as cli_out_close. */
int cli_print(const cli_spec *spec, const char *bytes, size_t count, int status);

/* ---- the terminal (terminal.c) ------------------------------------------------------------ */

/* Whether a descriptor is a terminal that moves its cursor and shows colours: not one whose TERM is
 * dumb. */
bool cli_is_able_terminal(int descriptor);
/* How to draw: the options of every verb that does. */
typedef struct cli_drawing {
    bool json;
    const char *svg; /* a file, or NULL */
} cli_drawing;

/* For a verb's table; `drawing` is a cli_drawing. */
#define CLI_DRAWING_OPTIONS(drawing)                                                               \
    opt_text("svg", "FILE", &(drawing).svg, NULL,                                                  \
             "write an SVG picture to FILE instead ('-' is standard output)")

/* A live line on stderr, drawn only on a terminal, after the first second and at most ten times a
 * second. It ends with the time that is left, if it is known how much is done. */
typedef struct cli_progress {
    double begun, last;
    double share;  /* of the work that is done, or 0 */
    double before; /* the share that was done when it started */
    bool active, drawn;
} cli_progress;
void cli_progress_start(cli_progress *progress);
/* Sets how much is done: `done` of `all`, or, with a time limit in seconds, the time that is over,
 * whichever is more; 0 means that there is no such limit. */
void cli_progress_set(cli_progress *progress, double done, double all, double seconds);
/* True when it is time to draw; then print with cli_progress_line. */
bool cli_progress_due(cli_progress *progress);
void cli_progress_line(cli_progress *progress, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void cli_progress_end(cli_progress *progress); /* wipes the line */

/* ---- what the command asks of the system (posix/host.c, windows/host.c) --------------------- */

/* To be called first: makes 0, 1 and 2 descriptors that no file will get, and their bytes what is
 * written to them. */
void cli_host_start(void);

/* From now on writing to a pipe that nobody reads fails with EPIPE; the signal that would end the
 * process is ignored. For verbs that also write files. */
void cli_ignore_broken_pipes(void);

/* Sets a variable of the environment; false without memory. */
bool cli_set_variable(const char *name, const char *value);

/* The keyboard without lines and echo: keys come as a terminal sends them, and a terminal that
 * changes its size interrupts reading (EINTR). NULL unless standard input is a terminal. */
typedef struct cli_keys cli_keys;
cli_keys *cli_keys_start(void);
void cli_keys_end(cli_keys *keys); /* restores the terminal */
/* Waits a quarter of a second for a key; false without one. The terminal may change its size
 * between drawing and waiting, so compare the size after each wait. */
bool cli_keys_wait(void);

/* Work that ends in order when a signal asks for it: `stop` is set. To be started before other
 * threads, which must not get the signals. */
typedef struct cli_signals cli_signals;
typedef struct cli_watch {
    qi_stop stop;
    atomic_int signal; /* that came last, or 0 */
    atomic_bool over;
    cli_signals *signals; /* what the system needs; NULL: nothing */
} cli_watch;
void cli_watch_start(cli_watch *watch);
/* Returns 128 and the number of the signal that came, as a shell says it of a program that a signal
 * ended; `status` when none came, or when it is CLI_BAD. */
int cli_watch_end(cli_watch *watch, int status);

/* Whether a person is at the other end: not for a file, a pipe or the null device. */
bool cli_is_terminal(int descriptor);

/* The columns of the terminal that standard output is, else 80; and its rows, else 24. */
size_t cli_terminal_width(void);
size_t cli_terminal_height(void);

/* How many threads run at the same time: the default of --jobs. */
uint64_t cli_cores(void);

#endif
