/*
 * Options of a verb. One table says all there is to know about them: it is parsed, it prints
 * --help, and it writes the command that repeats a run.
 *
 *     uint64_t games;
 *     bool each = false;
 *     const cli_option options[] = {
 *         opt_number("games", "N", &games, "100", 1, 1000000, "games of each pairing"),
 *         opt_flag("each", &each, "print a line for every game"),
 *         {0}};
 */
#ifndef QI_CLI_OPTIONS_H
#define QI_CLI_OPTIONS_H

#include "base/buffer.h"
#include "base/numbers.h"

/* Exit status of every verb. */
enum { CLI_DONE = 0, CLI_NO = 1, CLI_BAD = 2 };

typedef enum cli_kind {
    CLI_FLAG,         /* bool *           --name                                     */
    CLI_NUMBER,       /* uint64_t *       --name 12, 2k, 1.5M: within [min, max]     */
    CLI_TEXT,         /* const char **    --name TEXT                                */
    CLI_CHOICE,       /* int *            --name WORD: index into `choices`          */
    CLI_SECONDS,      /* double *         --name 1.5, 300ms, 2m, 1h; seconds         */
    CLI_MILLISECONDS, /* uint64_t *       --name 300ms, 1.5s: within [min, max]; needs a unit */
    CLI_BYTES,        /* uint64_t *       --name 64M, 4G, 4GiB: within [min, max]; needs a unit */
    CLI_BOARD,        /* cli_board_size * --name 9, 3x5 (rows x columns), within [min, max] each */
    CLI_RANGE,        /* cli_range *      --name 9, 3-9: up to 9, from 3 to 9; within [min, max];
                         3x5 too if the argument's name has an 'x' */
    CLI_SHARD         /* qi_shard *       --name 2/4, from 1                         */
} cli_kind;

typedef struct cli_board_size {
    uint32_t rows, columns;
} cli_board_size;

/* Sizes from `min`, 0 if it was not given, to rows x columns, which are the same for a number. */
typedef struct cli_range {
    uint32_t min, rows, columns;
} cli_range;

typedef struct cli_option {
    const char *name; /* without dashes */
    cli_kind kind;
    const char *argument;       /* name of its argument in --help, e.g. "N"; NULL for a flag */
    void *value;                /* of the type that `kind` says */
    const char *default_value;  /* the default, as it would be typed; NULL: `value` is left alone */
    uint64_t min, max;          /* CLI_NUMBER, CLI_BOARD; max 0 means no limit */
    const char *const *choices; /* CLI_CHOICE, or the only texts allowed: ends with NULL; or NULL */
    const char *help;           /* one line; --help adds the default */
    bool *given;                /* set to whether the option was on the command line, or NULL */
    char letter;                /* short form, or 0 */
    bool aside;                 /* no part of the command that repeats a run */
    const char *variable;       /* of the environment: keeps a common option's value, or NULL */
} cli_option;

/* ---- making a table ------------------------------------------------------------------------ */

static inline cli_option opt_flag(const char *name, bool *value, const char *help)
{
    return (cli_option){.name = name, .kind = CLI_FLAG, .value = value, .help = help};
}

/* max 0: no limit. */
static inline cli_option opt_number(const char *name, const char *argument, uint64_t *value,
                                    const char *default_value, uint64_t min, uint64_t max,
                                    const char *help)
{
    return (cli_option){name, CLI_NUMBER, argument, value, default_value, min, max, .help = help};
}

static inline cli_option opt_text(const char *name, const char *argument, const char **value,
                                  const char *default_value, const char *help)
{
    return (cli_option){name, CLI_TEXT, argument, value, default_value, .help = help};
}

static inline cli_option opt_choice(const char *name, const char *argument, int *value,
                                    const char *default_value, const char *const *choices,
                                    const char *help)
{
    return (cli_option){name,          CLI_CHOICE,         argument,    value,
                        default_value, .choices = choices, .help = help};
}

static inline cli_option opt_seconds(const char *name, const char *argument, double *value,
                                     const char *default_value, const char *help)
{
    return (cli_option){name, CLI_SECONDS, argument, value, default_value, .help = help};
}

/* A limit that some state in seconds and some in milliseconds: a bare number is refused. */
static inline cli_option opt_milliseconds(const char *name, uint64_t *value,
                                          const char *default_value, uint64_t min, uint64_t max,
                                          const char *help)
{
    return (cli_option){name, CLI_MILLISECONDS, "T", value, default_value, min, max, .help = help};
}

static inline cli_option opt_bytes(const char *name, const char *argument, uint64_t *value,
                                   const char *default_value, const char *help)
{
    return (cli_option){name, CLI_BYTES, argument, value, default_value, .help = help};
}

/* The longest allowed side is `max`. */
static inline cli_option opt_board(const char *name, cli_board_size *value,
                                   const char *default_value, uint64_t max, const char *help)
{
    return (cli_option){name, CLI_BOARD, "N|RxC", value, default_value, 1, max, .help = help};
}

/* Bounds from 1 to `max`; the largest is at least `min`. */
static inline cli_option opt_range(const char *name, const char *argument, cli_range *value,
                                   uint64_t min, uint64_t max, const char *help)
{
    return (cli_option){name, CLI_RANGE, argument, value, NULL, min, max, .help = help};
}

static inline cli_option opt_shard(qi_shard *value, const char *help)
{
    return (cli_option){"shard", CLI_SHARD, "K/N", value, "1/1", 1, QI_MAX_PARTS, .help = help};
}

/* Where the result goes: a file or a folder. */
static inline cli_option opt_output(const char *argument, const char **value,
                                    const char *default_value, const char *help)
{
    return (cli_option){"output",      CLI_TEXT,     argument,     value,
                        default_value, .help = help, .letter = 'o'};
}

/* The number of concurrent jobs; NULL: `value` is the default. */
static inline cli_option opt_jobs(uint64_t *value, const char *default_value, uint64_t max,
                                  const char *help)
{
    return (cli_option){"jobs", CLI_NUMBER, "N",          value,        default_value,
                        1,      max,        .help = help, .letter = 'j'};
}

static inline cli_option opt_given(bool *given, cli_option option)
{
    option.given = given;
    return option;
}

static inline cli_option opt_within(cli_option option, uint64_t min, uint64_t max)
{
    option.min = min;
    option.max = max;
    return option;
}

static inline cli_option opt_letter(char letter, cli_option option)
{
    option.letter = letter;
    return option;
}

static inline cli_option opt_aside(cli_option option)
{
    option.aside = true;
    return option;
}

/* ---- using it ------------------------------------------------------------------------------ */

typedef struct cli_spec {
    const char *command;            /* "qi nogo simulate" */
    const char *operands;           /* "[FILE]" */
    const char *description;        /* some lines for --help, each ending with a newline */
    const cli_option *options;      /* ends with a {0} entry; may be NULL */
    const char *more;               /* examples and notes at the end of --help, or NULL */
    int min_operands, max_operands; /* max -1: any number */
    bool *json;                     /* set by --json; NULL: the verb prints no JSON */
    char **position;                /* set by --position, which then also stands before the
                                       operands; NULL: the verb reads no NoGo board */
} cli_spec;

enum { CLI_GO_ON = -1 };

#define CLI_USAGE "Usage: %s [OPTION]...%s%s"

/* The options of every verb; ends with a {0} entry (common.c). */
extern const cli_option cli_common_options[];

/* Whether a verb takes one of them: --json and --position are not for all. */
bool cli_takes(const cli_spec *spec, const cli_option *option);

/* Takes those that have a variable out of a command line, up to "--", and sets the variables; the
 * programs of ours that we run inherit them. Returns CLI_GO_ON, or CLI_BAD after explaining why. */
int cli_take_common(int *argc, char **argv);

/* Reads an option's value. Returns CLI_GO_ON, or CLI_BAD after explaining why. */
int cli_read_option(const cli_spec *spec, const cli_option *option, const char *text);

/* Sets the defaults and reads the options. Returns CLI_GO_ON, or the exit status to end with
 * (the help was printed, or the usage was wrong and has been explained). Operands are left in
 * argv[*first .. argc-1]; options and operands may be mixed; "--" ends the options. */
int cli_parse(const cli_spec *spec, int argc, char **argv, int *first);

/* The two examples of a verb, or NULL (examples.c). */
const char *const *cli_examples(const char *command);

/* Both return the exit status. */
int cli_print_help(const cli_spec *spec);
int cli_print_version(void);

/* Prints the spec as one line of JSON, for 'VERB --help=json' (json.c). */
int cli_describe(const cli_spec *spec);

/* Adds the command line that repeats a run: the command, then `extra` as it is, the options whose
 * values are not their defaults, and the operands (ends with NULL), quoted for a shell where
 * needed. */
void cli_repeat(const cli_spec *spec, const char *extra, char *const *operands, qi_buffer *text);

#endif
