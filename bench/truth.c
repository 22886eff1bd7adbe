/*
 * Does the search know what is true? Takes positions from games, lets the solver decide them, and
 * counts how often the move that is played keeps a won position won.
 *
 *     truth [NAME=VALUE]...
 *
 *     positions=100            how many positions
 *     least=18 most=26         of how many open points
 *     seed=1 size=9 first=0    of the games, played by the classic engine with 40 playouts a move,
 *                              and the number of the first one
 *     engine=strong            who is asked
 *     weights=FILE             with which network
 *     time=0.2 | visits=N      how long it may think
 *     nodes=8000000            the solver's limit; what it does not decide is left out
 *     bar=0                    in percent: exit status 1 when less is kept
 *
 * Time is CPU time, so that other work on the machine hardly matters: link it with
 * -Wl,--wrap=clock_gettime.
 */
#include "base/random.h"
#include <qi/nogo_search.h>
#include <qi/nogo_solve.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MOST_POINTS = QI_NOGO_SEARCH_SIDE * QI_NOGO_SEARCH_SIDE };

typedef struct settings {
    uint32_t positions, least, most, size;
    uint64_t seed, first, nodes;
    qi_nogo_search_limits limits;
    qi_nogo_search_options options;
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

static uint32_t open_points(const qi_nogo *game)
{
    bool open[MOST_POINTS] = {false};
    uint32_t count = 0;
    for (int colour = QI_BLACK; colour <= QI_WHITE; colour++) {
        qi_point points[MOST_POINTS];
        for (size_t i = qi_nogo_legal(game, (qi_colour)colour, points, MOST_POINTS); i-- > 0;) {
            count += !open[points[i]];
            open[points[i]] = true;
        }
    }
    return count;
}

static void play(qi_nogo *game, qi_point move)
{
    qi_nogo_play(game, qi_nogo_to_move(game), move, NULL);
}

/* A position of a game with a wanted number of open points; NULL when this game has none. */
static qi_nogo *position_of_game(const settings *set, uint64_t number)
{
    enum { OPENING = 6, PLAYOUTS = 40 };
    qi_random random;
    qi_random_seed(&random, set->seed * 1000003 + number);
    const uint32_t wanted = set->least + qi_random_below(&random, set->most - set->least + 1);
    const qi_nogo_search_options options = {
        .engine = QI_NOGO_CLASSIC, .seed = number, .memory = 1 << 20};
    qi_nogo *game;
    qi_nogo_search *search;
    check(qi_nogo_new(set->size, set->size, NULL, &game));
    check(qi_nogo_search_new(&options, NULL, &search));
    uint32_t open = open_points(game);
    for (uint32_t moves = 0; open > wanted; moves++) {
        qi_point move = QI_NO_POINT;
        if (moves < OPENING) {
            qi_point points[MOST_POINTS];
            const size_t count = qi_nogo_legal(game, qi_nogo_to_move(game), points, MOST_POINTS);
            move = count ? points[qi_random_below(&random, (uint32_t)count)] : QI_NO_POINT;
        } else {
            check(qi_nogo_search_set(search, game));
            check(qi_nogo_search_think(search, PLAYOUTS, NULL, NULL));
            move = qi_nogo_search_best(search);
        }
        if (move == QI_NO_POINT)
            break;
        play(game, move);
        open = open_points(game);
    }
    qi_nogo_search_free(search);
    if (open >= set->least && open <= set->most)
        return game;
    qi_nogo_free(game);
    return NULL;
}

static qi_nogo_outcome solve(qi_nogo_solver *solver, const qi_nogo *game, uint64_t nodes)
{
    const qi_nogo_solve_limits limits = {.nodes = nodes};
    qi_nogo_solution solution = {.outcome = QI_NOGO_UNKNOWN};
    const qi_result result = qi_nogo_solve(solver, game, &limits, &solution);
    return result == QI_OK ? solution.outcome : QI_NOGO_UNKNOWN;
}

static qi_point move_in(const settings *set, const qi_nogo *game)
{
    qi_nogo_search *search;
    check(qi_nogo_search_new(&set->options, NULL, &search));
    check(qi_nogo_search_set(search, game));
    check(qi_nogo_search_run(search, &set->limits));
    const qi_point move = qi_nogo_search_best(search);
    qi_nogo_search_free(search);
    return move;
}

/* ---- options ------------------------------------------------------------------------------ */

static qi_nogo_net *load(const char *path)
{
    enum { MOST_BYTES = 16 << 20 };
    FILE *file = fopen(path, "rb");
    void *bytes = malloc(MOST_BYTES);
    if (!file || !bytes) {
        fprintf(stderr, "truth: cannot read '%s'\n", path);
        exit(2);
    }
    const size_t size = fread(bytes, 1, MOST_BYTES, file);
    fclose(file);
    qi_nogo_net *net;
    check(qi_nogo_net_load(bytes, size, QI_NOGO_NET_BEST, NULL, &net, NULL));
    free(bytes);
    return net;
}

static void set_option(settings *set, const char *word)
{
    static const char *const engines[] = {"strong", "classic", "rave", "plain", "policy"};
    const size_t name = strcspn(word, "=");
    const char *value = word[name] ? word + name + 1 : "";
#define IS(text) (name == sizeof(text) - 1 && memcmp(word, text, name) == 0)
    if (IS("positions"))
        set->positions = (uint32_t)atoi(value);
    else if (IS("least"))
        set->least = (uint32_t)atoi(value);
    else if (IS("most"))
        set->most = (uint32_t)atoi(value);
    else if (IS("seed"))
        set->seed = strtoull(value, NULL, 10);
    else if (IS("first"))
        set->first = strtoull(value, NULL, 10);
    else if (IS("size"))
        set->size = (uint32_t)atoi(value);
    else if (IS("nodes"))
        set->nodes = strtoull(value, NULL, 10);
    else if (IS("time"))
        set->limits = (qi_nogo_search_limits){.seconds = atof(value)};
    else if (IS("visits"))
        set->limits = (qi_nogo_search_limits){.playouts = strtoull(value, NULL, 10)};
    else if (IS("bar"))
        set->bar = atof(value);
    else if (IS("weights"))
        set->options.net = load(value);
    else if (IS("engine"))
        for (unsigned i = 0; i < sizeof engines / sizeof *engines; i++)
            if (strcmp(value, engines[i]) == 0)
                set->options.engine = (qi_nogo_engine)i;
#undef IS
}

int main(int argc, char **argv)
{
    settings set = {.positions = 100,
                    .least = 18,
                    .most = 26,
                    .size = 9,
                    .seed = 1,
                    .nodes = 8000000,
                    .limits = {.seconds = 0.2}};
    for (int i = 1; i < argc; i++)
        set_option(&set, argv[i]);
    tally all = {0, 0}, by_open[MOST_POINTS + 1] = {{0, 0}};
    uint32_t decided = 0;
    for (uint64_t number = set.first; decided < set.positions; number++) {
        qi_nogo *game = position_of_game(&set, number);
        if (!game)
            continue;
        qi_nogo_solver *solver;
        check(qi_nogo_solver_new((size_t)256 << 20, NULL, &solver));
        const qi_nogo_outcome truth = solve(solver, game, set.nodes);
        decided += truth != QI_NOGO_UNKNOWN;
        if (truth == QI_NOGO_WON) {
            tally *here = &by_open[open_points(game)];
            play(game, move_in(&set, game));
            const bool kept = solve(solver, game, 0) == QI_NOGO_LOST;
            all.won++;
            here->won++;
            all.kept += kept;
            here->kept += kept;
        }
        qi_nogo_solver_free(solver);
        qi_nogo_free(game);
    }
    printf("%u positions decided, %u won, %u kept won\n", decided, all.won, all.kept);
    for (uint32_t open = set.least; open <= set.most; open++)
        printf("%u open points: %u of %u\n", open, by_open[open].kept, by_open[open].won);
    qi_nogo_net_free((qi_nogo_net *)set.options.net);
    return all.kept * 100.0 < set.bar * all.won;
}
