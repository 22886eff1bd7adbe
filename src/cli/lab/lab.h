/* The laboratory's verbs, the same for every game. */
#ifndef QI_CLI_LAB_LAB_H
#define QI_CLI_LAB_LAB_H

#include "cli/cli.h"
#include "lab/stress.h"

typedef enum cli_lab_verb { CLI_GENERATE, CLI_STRESS, CLI_ORACLE } cli_lab_verb;

#define CLI_ANY UINT64_MAX /* the value of an option that was not given */

/* The values of the options that a game adds to the verbs. */
typedef struct cli_lab_wishes {
    cli_board_size size;
    uint64_t side; /* of a square board; CLI_ANY: `size` says it */
    uint64_t moves, games, fill, walls, cells;
    cli_range range; /* under stress: of sides, or of moves of Go; 0 where the limits say it */
} cli_lab_wishes;

enum { CLI_LAB_OPTIONS = 4 };

typedef enum cli_medium { CLI_PLAIN, CLI_COLOURED, CLI_SVG } cli_medium;

/* A game, for the laboratory's verbs. */
struct cli_lab {
    const qi_lab_game *game;
    /* Writes the options that the game adds to a verb, at most CLI_LAB_OPTIONS, to `table`. Returns
     * their number. */
    int (*options)(cli_lab_verb verb, cli_lab_wishes *wishes, cli_option *table);
    /* Draws the case of a failure report. */
    void (*draw)(cli_out *out, const qi_lab_failure_report *report, cli_medium medium);
};

int cli_lab_generate(const cli_game *parent, int argc, char **argv);
int cli_lab_stress(const cli_game *parent, int argc, char **argv);
int cli_lab_oracle(const cli_game *parent, int argc, char **argv);
int cli_lab_validate(const cli_game *parent, int argc, char **argv);
int cli_lab_package(const cli_game *parent, int argc, char **argv);

/* The verbs, for a game's table. */
#define CLI_LAB_VERBS                                                                              \
    {"generate", "print a valid input made from a seed", .run_in = cli_lab_generate},              \
        {"stress", "run a program on generated inputs and shrink the first failure",               \
         .run_in = cli_lab_stress, .programs = true},                                              \
        {"validate", "check that an input is exactly what the statement allows",                   \
         .run_in = cli_lab_validate},                                                              \
        {"package", "write the problem for a judge: ICPC, Polygon, Hydro, Luogu",                  \
         .run_in = cli_lab_package},                                                               \
    {                                                                                              \
        "oracle", "answer with the oracle: slow, and independent of the engine",                   \
            .run_in = cli_lab_oracle                                                               \
    }

/* All values as if no option was given; and the request that they make once the options have been
 * read. */
cli_lab_wishes cli_lab_no_wishes(void);
qi_lab_request cli_lab_request(const cli_lab_wishes *wishes);

/* The list of families for --help. */
void cli_lab_families(const qi_lab_game *game, qi_buffer *text);
/* The option --family; `names`, its choices, must live as long. */
enum { CLI_MAX_FAMILIES = 15 };
typedef struct cli_lab_family_names {
    const char *names[CLI_MAX_FAMILIES + 1];
} cli_lab_family_names;
cli_option cli_lab_family_option(const qi_lab_game *game, cli_lab_family_names *names,
                                 const char **value, const char *help);

/* Writes the files of a failure report to a folder, which is made if necessary. Returns CLI_GO_ON
 * or CLI_BAD. */
int cli_lab_save(const cli_spec *spec, const struct cli_lab *lab,
                 const qi_lab_failure_report *report, const char *folder);

/* Notes in the report of an earlier failure that `cases` have passed since. False when there is no
 * report, or it has such a note. */
bool cli_lab_mark_stale(const char *folder, uint64_t cases);

/* A program to run; a source is recognised by its ending and compiled into a temporary folder
 * (program.c). All zero but `stop` and `sandbox` before it is opened. Close it also when opening it
 * failed. */
typedef struct cli_program {
    const qi_stop *stop; /* ends the compiler; or NULL */
    bool sandbox;        /* run it by bubblewrap (sandbox.c) */
    uint64_t memory;     /* bytes that it may have, temporary files in the sandbox included */
    qi_lab_program program;
    char **words;
    char *folder;
} cli_program;

/* From operands; `how`, when not NULL, compiles the source: 'g++ -O2 -o {out} {in}'. */
int cli_program_open(const cli_spec *spec, char *const *argv, const char *how,
                     cli_program *program);
/* From one text, in which blanks can be quoted. */
int cli_program_open_command(const cli_spec *spec, const char *command, cli_program *program);
void cli_program_close(cli_program *program);

/* Puts bubblewrap before a program that was found. Returns CLI_GO_ON, or CLI_BAD after explaining.
 */
int cli_sandbox(const cli_spec *spec, cli_program *program);
/* Frees a list of words that ends with NULL, and the words; NULL is allowed. */
void cli_words_free(char **words);

/* Makes a folder of its own where the system keeps temporary files (TMPDIR); NULL with errno. To be
 * freed. */
char *cli_make_temporary(void);

/* Fails after cases could not be run, for want of memory or, as errno says, of threads
 * (selftest.c). */
int cli_fail_cases(const cli_spec *spec);

/* Draws the case of a game with stones (picture.c). */
void cli_lab_draw_stones(cli_out *out, const qi_lab_failure_report *report, cli_medium medium);

/* ---- 'qi GAME stress' and 'qi stress' (stress.c) --------------------------------------------- */

typedef struct stress_options {
    uint64_t count, seed, first, jobs, time_limit, memory_limit;
    double seconds, shrink_seconds;
    qi_shard shard;
    const char *compile, *folder;
    const char *input; /* a file to run on, in place of generated cases; or NULL */
    bool counted;      /* not more than `count` cases */
    bool timed;        /* not longer than `seconds` */
    bool sandbox, json;
} stress_options;

/* The programs besides the one that is tested: a second one to compare with, or those of a problem
 * of the user's own. */
enum { STRESS_OTHER = 0 };
enum { STRESS_GENERATE, STRESS_ANSWER, STRESS_CHECK, STRESS_VALIDATE, STRESS_HELPERS };

/* The output limit of a run, in bytes. */
enum { STRESS_MAX_OUTPUT = 64 << 20 };

/* One run of a verb: zero but for the first seven. */
typedef struct stress_run {
    const cli_spec *spec;
    const struct cli_lab *lab;
    const stress_options *options;
    char **words;                         /* of the program, as they were given */
    const char *commands[STRESS_HELPERS]; /* NULL: not given */
    qi_lab_setup setup;
    qi_lab_case it; /* the input of a file; later the case that fails; freed in the end */
    cli_program program, helpers[STRESS_HELPERS];
    cli_watch watch;
    cli_progress progress;
    /* The outcome. */
    uint64_t cases, index, memory;
    double started, elapsed, cpu_seconds;
    qi_lab_tally tally; /* of generated cases */
    bool failed;
    qi_lab_failure failure;
} stress_run;

/* Opens the programs, runs the cases, shrinks the first failure, prints it and saves it. Signals
 * end the work in order, and no process outlives it, also when we are killed. */
int stress_to_the_end(stress_run *run);

/* For the tables of the two verbs. */
#define CLI_STRESS_PART(options)                                                                   \
    opt_aside(opt_number("seed", "S", &(options).seed, "1", 0, 0, "seed of the cases")),           \
        opt_aside(opt_number("first", "I", &(options).first, "0", 0, 0,                            \
                             "start with case number I; later cases are larger")),                 \
        opt_aside(                                                                                 \
            opt_shard(&(options).shard, "only part K of N of the cases, for several machines"))
#define CLI_STRESS_COMPILE(options)                                                                \
    opt_text("compile", "COMMAND", &(options).compile, NULL,                                       \
             "compile PROGRAM, a source: 'g++ -O2 -o {out} {in}' (default: by its ending)")
#define CLI_STRESS_MEMORY(options, default_value)                                                  \
    opt_within(opt_bytes("memory-limit", "SIZE", &(options).memory_limit, default_value,           \
                         "memory of a run"),                                                       \
               (uint64_t)1 << 20, (uint64_t)1 << 40)
#define CLI_STRESS_REPORT(options, saved_in, shrink_time)                                          \
    opt_aside(opt_output("DIR", &(options).folder, saved_in, "folder to save a failure in")),      \
        opt_aside(opt_seconds("shrink-time", "T", &(options).shrink_seconds, shrink_time,          \
                              "stop shrinking a failure after T; 0: do not shrink it"))

#endif
