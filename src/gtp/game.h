/*
 * What Go and NoGo have in common behind GTP: a board of at most 25 lines, a position to start
 * from, the moves since, clocks, and the commands that need no more. Each game brings a
 * gtp_game_kind.
 */
#ifndef QI_GTP_GAME_H
#define QI_GTP_GAME_H

#include "base/random.h"
#include "gtp/gtp.h"

enum {
    GTP_MOST_SIDE = 25,
    GTP_MOST_POINTS = GTP_MOST_SIDE * GTP_MOST_SIDE,
    GTP_VERTEX_BYTES = 12 /* a vertex as text, with its end */
};
#define GTP_RESIGN (QI_NO_POINT - 1)

/* The colour's time as the last time command told it, less what it has used since. */
typedef struct gtp_clock {
    bool given;                 /* else there is no limit */
    double main_time, byo_yomi; /* time_settings, in seconds */
    uint32_t byo_yomi_stones;   /* stones to play in each byo_yomi */
    double left;                /* seconds left of the period it is in */
    uint32_t stones;            /* stones still to play in it; 0 in the main time */
} gtp_clock;

typedef struct gtp_move {
    qi_colour colour;
    qi_point point; /* QI_NO_POINT for a pass */
} gtp_move;

/* Where a game starts from. */
typedef struct gtp_start {
    uint32_t rows, columns;
    qi_colour to_move;
    uint8_t stones[GTP_MOST_POINTS]; /* a qi_colour each; in NoGo QI_WALL is a hole */
} gtp_start;

typedef struct gtp_game gtp_game;

typedef struct gtp_game_kind {
    const char *name;      /* for the command `name` */
    const char *rules;     /* for gogui-rules_game_id */
    const char *sgf_rules; /* for RU, or NULL */
    bool may_pass;

    /* The version and what kind of player this is, for the command `version`. */
    const char *(*version)(const gtp_game *game);
    /* Sets the position up; NULL when done, else why not (the old position stays). */
    const char *(*start)(gtp_game *game, const gtp_start *start);
    /* Plays a stone or, where it may, passes; NULL when done, else why that is illegal. */
    const char *(*play)(gtp_game *game, gtp_move move);
    /* The same without playing. */
    const char *(*judge)(const gtp_game *game, gtp_move move);
    qi_colour (*at)(const gtp_game *game, qi_point point);
    /* Chooses a move: a point, QI_NO_POINT to pass or GTP_RESIGN. NULL when done, else what went
     * wrong. Does not play it. */
    const char *(*choose)(gtp_game *game, qi_colour colour, qi_point *move);
    /* Whether the game is over. */
    bool (*over)(const gtp_game *game);
    /* How it ended or, where that can be told, stands: "B+3.5", "W+R", "0"; false when it cannot
     * be told. It can when the game is over. */
    bool (*result)(const gtp_game *game, char *text, size_t capacity);
    /* More lines for gogui-analyze_commands, or "". */
    const char *analyze_commands;
} gtp_game_kind;

struct gtp_game {
    const gtp_game_kind *kind;
    void *state; /* the kind's own */
    gtp_start start;
    gtp_move *moves;
    size_t move_count, move_capacity;
    double komi;
    gtp_clock clocks[3]; /* by colour */
    /* Makes a choice that is under way, in another thread, come to its end soon; NULL when it
     * cannot, or need not. Gets the game. */
    void (*interrupt)(void *game);
    qi_random random;
};

/* The commands of every game, of GoGui, and of Go alone, for the list of tables. */
extern const gtp_command gtp_common_commands[], gtp_gogui_commands[], gtp_sgf_commands[],
    gtp_handicap_commands[];

/* An empty board for a kind whose state is ready. NULL when done, else why not. */
const char *gtp_game_init(gtp_game *game, const gtp_game_kind *kind, void *state, uint32_t rows,
                          uint32_t columns, uint64_t seed);
void gtp_game_clean(gtp_game *game);

/* Starts over from a position, without moves. NULL when done, else why not. */
const char *gtp_game_start(gtp_game *game, const gtp_start *start);
/* Plays and remembers a move. NULL when done, else why not. */
const char *gtp_game_play(gtp_game *game, gtp_move move);
/* Sets the start up and plays the first `count` of the moves again. */
const char *gtp_game_rebuild(gtp_game *game, size_t count);
/* The opponent of who moved last; before the first move, who the start says. */
qi_colour gtp_game_to_move(const gtp_game *game);

/* ---- arguments and answers ---------------------------------------------------------------- */

/* The `index`-th argument as a colour; false (and the reply is an error) when it is none. */
bool gtp_read_colour(gtp_session *session, size_t index, qi_colour *colour);
/* The same; an argument that is not there means the player to move. */
bool gtp_read_colour_or_turn(gtp_session *session, size_t index, qi_colour *colour);
/* The `index`-th argument as a vertex or "pass"; false (and an error) when it is none. A vertex
 * off the board is an illegal move. */
bool gtp_read_vertex(gtp_session *session, size_t index, qi_point *point);
/* A whole number within [min, max]; false without an error when it is none. */
bool gtp_read_number(const char *text, uint32_t min, uint32_t max, uint32_t *number);
/* The point of a vertex such as "D4". QI_BAD_TEXT: the word is no vertex; QI_BAD_ARGUMENT: it is
 * not on this board. */
qi_result gtp_find_vertex(const gtp_start *board, const char *word, qi_point *point);
/* The vertex of a point. */
void gtp_write_vertex(const gtp_start *board, qi_point point, char text[GTP_VERTEX_BYTES]);
/* "D4", "pass" or "resign". */
void gtp_say_vertex(gtp_session *session, qi_point point);
/* The points where a colour may play, in reading order; false when there are none. */
bool gtp_say_legal(gtp_session *session, qi_colour colour);

#endif
