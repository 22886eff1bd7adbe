/*
 * Does the search know what is true? Counts how often the move it plays keeps a won position won.
 *
 *     truth FILE [NAME=VALUE]...
 *
 *     FILE                     the positions, won for the side to move: bench/won.txt
 *     positions=N              only the first N of them
 *     min=0 max=N              only those with so many open points
 *     engine=strong            who is asked, or policy: the network without a search
 *     weights=FILE             with which network
 *     time=0.2 | visits=N      how long it may think
 *     bar=0                    in percent: exit status 1 when less is kept
 *
 * Time is CPU time, so that other work on the machine hardly matters: link it with
 * -Wl,--wrap=clock_gettime.
 */
#include "nogo/rules/position.h"
#include "nogo/search/evaluators.h"

#include <qi/nogo_search.h>
#include <qi/nogo_solve.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MAX_POINTS = QI_NOGO_SEARCH_MAX_SIDE * QI_NOGO_SEARCH_MAX_SIDE };

typedef struct settings {
    uint32_t positions, min, max;
    qi_nogo_search_limits limits;
    qi_nogo_search_options options;
    bool policy; /* no search */
    double bar;
} settings;

typedef struct tally {
    uint32_t won, kept;
} tally;

/* Every clock is the CPU time of this process, which has one thread. */
int __real_clock_gettime(clockid_t clock, struct timespec *time);
int __wrap_clock_gettime(clockid_t clock, struct timespec *time);
int __wrap_clock_gettime(clockid_t clock, struct timespec *time)
{
    (void)clock;
    return __real_clock_gettime(CLOCK_PROCESS_CPUTIME_ID, time);
}

static void check(qi_result result)
{
    if (result != QI_OK) {
        fprintf(stderr, "truth: %s\n", qi_result_text(result));
        exit(2);
    }
}

static uint32_t open_points(const qi_nogo *position)
{
    bool open[MAX_POINTS] = {false};
    uint32_t count = 0;
    for (int colour = QI_BLACK; colour <= QI_WHITE; colour++) {
        qi_point points[MAX_POINTS];
        for (size_t i = qi_nogo_legal(position, (qi_colour)colour, points, MAX_POINTS); i-- > 0;) {
            count += !open[points[i]];
            open[points[i]] = true;
        }
    }
    return count;
}

/* Whether the side to move has lost. */
static bool is_lost(qi_nogo_solver *solver, const qi_nogo *position)
{
    qi_nogo_solution solution = {.size = sizeof(qi_nogo_solution)};
    check(qi_nogo_solve(solver, position, NULL, &solution));
    return solution.outcome == QI_NOGO_LOST;
}

static qi_point move_in(const settings *set, const qi_nogo *position)
{
    qi_nogo_search *search;
    check(qi_nogo_search_new(&set->options, NULL, &search));
    check(qi_nogo_search_set(search, position));
    if (!set->policy)
        check(qi_nogo_search_think(search, &set->limits));
    const qi_point move = qi_nogo_search_best(search);
    qi_nogo_search_free(search);
    return move;
}

/* ---- positions ---------------------------------------------------------------------------- */

/* The position of a line: rows from the top separated by '/', X and O for stones, a digit for so
 * many empty points. It is Black's turn when there are as many stones of both colours. */
static qi_nogo *read_position(const char *line)
{
    char text[2 * MAX_POINTS];
    uint32_t side = 1;
    for (const char *at = line; *at; at++)
        side += *at == '/';
    size_t length = (size_t)snprintf(text, sizeof text, "%u\n", side);
    for (const char *at = line; *at && *at != '\n' && length + 10 < sizeof text; at++) {
        for (int empty = '1'; empty <= *at && *at <= '9'; empty++)
            text[length++] = '.';
        if (*at < '1' || *at > '9')
            text[length++] = *at == '/' ? '\n' : *at;
    }
    qi_nogo *position;
    if (side > QI_NOGO_SEARCH_MAX_SIDE ||
        qi_nogo_parse(text, length, QI_NOGO_ANY_COUNT, NULL, &position, NULL) != QI_OK) {
        fprintf(stderr, "truth: no position: %s", line);
        exit(2);
    }
    if (qi_nogo_stones(position, QI_BLACK) != qi_nogo_stones(position, QI_WHITE))
        qi_nogo_set_to_move(position, QI_WHITE);
    return position;
}

/* The next position of the file, NULL at its end. */
static qi_nogo *next_position(FILE *file)
{
    char line[2 * MAX_POINTS];
    while (fgets(line, sizeof line, file))
        if (line[0] != '#' && line[0] != '\n')
            return read_position(line);
    return NULL;
}

/* ---- options ------------------------------------------------------------------------------ */

static qi_nogo_net *load(const char *path)
{
    enum { MAX_BYTES = 16 << 20 };
    FILE *file = fopen(path, "rb");
    void *bytes = malloc(MAX_BYTES);
    if (!file || !bytes) {
        fprintf(stderr, "truth: cannot read '%s'\n", path);
        exit(2);
    }
    const size_t size = fread(bytes, 1, MAX_BYTES, file);
    fclose(file);
    qi_nogo_net *net;
    check(qi_nogo_net_load(bytes, size, QI_NOGO_NET_BEST, NULL, &net, NULL));
    free(bytes);
    return net;
}

static void set_option(settings *set, const char *word)
{
    const size_t name = strcspn(word, "=");
    const char *value = word[name] ? word + name + 1 : "";
#define IS(text) (name == sizeof(text) - 1 && memcmp(word, text, name) == 0)
    if (IS("positions"))
        set->positions = (uint32_t)atoi(value);
    else if (IS("min"))
        set->min = (uint32_t)atoi(value);
    else if (IS("max"))
        set->max = (uint32_t)atoi(value);
    else if (IS("time"))
        set->limits =
            (qi_nogo_search_limits){.size = sizeof(qi_nogo_search_limits), .seconds = atof(value)};
    else if (IS("visits"))
        set->limits = (qi_nogo_search_limits){.size = sizeof(qi_nogo_search_limits),
                                              .playouts = strtoull(value, NULL, 10)};
    else if (IS("bar"))
        set->bar = atof(value);
    else if (IS("engine"))
        set->policy = strcmp(value, "policy") == 0;
    else if (IS("weights"))
        set->options.net = load(value);
#undef IS
}

int main(int argc, char **argv)
{
    settings set = {.positions = UINT32_MAX,
                    .max = MAX_POINTS,
                    .limits = {.size = sizeof set.limits, .seconds = 0.2},
                    .options = {.size = sizeof set.options}};
    FILE *file = argc > 1 ? fopen(argv[1], "r") : NULL;
    if (!file) {
        fprintf(stderr, "truth: cannot read '%s'\n", argc > 1 ? argv[1] : "");
        return 2;
    }
    for (int i = 2; i < argc; i++)
        set_option(&set, argv[i]);
    tally all = {0, 0}, by_open[MAX_POINTS + 1] = {{0, 0}};
    for (qi_nogo *position; all.won < set.positions && (position = next_position(file)) != NULL;
         qi_nogo_free(position)) {
        const uint32_t open = open_points(position);
        if (open < set.min || open > set.max)
            continue;
        qi_nogo_solver *solver;
        check(qi_nogo_solver_new((size_t)256 << 20, NULL, &solver));
        qi_nogo_play(position, qi_nogo_to_move(position), move_in(&set, position), NULL);
        const bool kept = is_lost(solver, position);
        all.won++;
        by_open[open].won++;
        all.kept += kept;
        by_open[open].kept += kept;
        qi_nogo_solver_free(solver);
    }
    fclose(file);
    printf("%u won positions, %u kept won\n", all.won, all.kept);
    for (uint32_t open = 0; open <= MAX_POINTS; open++)
        if (by_open[open].won)
            printf("%u open points: %u of %u\n", open, by_open[open].kept, by_open[open].won);
    qi_nogo_net_free((qi_nogo_net *)set.options.net);
    return all.won == 0 || all.kept * 100.0 < set.bar * all.won;
}
