/* Shared by 'qi go sgf' and 'qi nogo sgf': files of game records in, sums out. */
#ifndef QI_CLI_SGF_H
#define QI_CLI_SGF_H

#include "cli/json.h"

#include <qi/sgf.h>

/* A row of the sums: its name in the table and its key in JSON. */
typedef struct sgf_row {
    const char *name, *key;
    enum { SGF_ALWAYS, SGF_UNLESS_0, SGF_TOTAL, SGF_PART } kind; /* a total of the parts below */
} sgf_row;

/* The first rows are the same for every game. */
enum {
    SGF_FILES,
    SGF_MALFORMED,
    SGF_GAMES,
    SGF_OTHER_SIZES,
    SGF_SETUP,
    SGF_MOVES,
    SGF_FIRST_ROWS,
    SGF_MAX_ROWS = 16
};
extern const sgf_row sgf_first_rows[SGF_FIRST_ROWS];

typedef struct sgf_run sgf_run;

/* What the games differ in. */
typedef struct sgf_game {
    const sgf_row *rows;        /* after the first; ended by a row without a name */
    void (*head)(sgf_run *run); /* prints the head of the lines by --each; NULL: none */
    /* Counts the game at `root` in run->one and prints its lines; `walk` was just started.
     * QI_BAD_TEXT: `error` says where and why, and the game is not counted. */
    qi_result (*read)(sgf_run *run, qi_sgf_walk *walk, qi_sgf_node root, qi_text_error *error);
    bool (*print)(sgf_run *run); /* prints all; false without memory. NULL: the sums */
} sgf_game;

struct sgf_run {
    const cli_spec *spec;
    const sgf_game *game;
    void *context; /* of the game */
    cli_board_size size;
    bool sized; /* only games of this size */
    bool each, json;

    const char *file, *text; /* being read */
    size_t length;
    const qi_sgf *sgf;
    size_t number; /* of the game in its file, from 1 */
    bool bad;      /* something in the file could not be read */
    const char *place, *line_start;
    uint64_t line; /* lines have been counted up to `place` */

    uint64_t one[SGF_MAX_ROWS], all[SGF_MAX_ROWS]; /* of the game, and of all */
    cli_out out;
    cli_progress progress;
};

/* The options that every game has, for a verb's table. */
#define SGF_OPTIONS(run, max)                                                                      \
    opt_given(&(run).sized,                                                                        \
              opt_board("size", &(run).size, NULL, max, "only games on boards of this size")),     \
        opt_flag("each", &(run).each, "print a line for every game")

/* Reads the files argv[first..]; none: standard input. Returns the exit status. */
int sgf_read_files(sgf_run *run, int argc, char **argv, int first);

/* Sets run->line to the line of a place and returns its column. Places are to come in the order of
 * the text: each search starts from the last place. */
uint64_t sgf_locate(sgf_run *run, const char *at);

/* Reports on stderr what could not be read; the file is malformed. */
void sgf_report(sgf_run *run, const qi_text_error *error);

#endif
