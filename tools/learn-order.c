/*
 * Learns the weights that order the solver's moves, and writes solve_weights.h to stdout.
 *
 *     cc -O2 -D_GNU_SOURCE -Iinclude -Isrc tools/learn-order.c src/nogo/[a-z]*.c src/base/[a-z]*.c
 *        -lm -o learn-order && ./learn-order 60000 >weights && mv weights src/nogo/solve_weights.h
 *
 * Positions are sampled from the solver's own searches: those won by searching moves. Every move
 * of a sampled position is solved; the weights are trained so that a winning move comes first
 * (softmax over the moves, Adagrad).
 */
#include "base/random.h"
#include "nogo/solve.h"
#include "nogo/solve_order.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { EPOCHS = 16, MOST_CHILDREN = 40, SCALE = 100, MOST_NODES = 3000 };

typedef struct example {
    uint16_t kind[SOLVE_POINTS];
    uint8_t kinds, phase;
    int8_t ahead, star, odd, wins;
} example;

typedef struct lesson {
    unsigned first, count;
} lesson;

static example *examples;
static lesson *lessons;
static unsigned example_count, lesson_count;
static double weight[SOLVE_PHASES][SOLVE_FEATURES], gradient[SOLVE_PHASES][SOLVE_FEATURES];

/* Boards to search, for at most so many nodes, and how many nodes there are to a sample. */
static const struct {
    uint8_t rows, columns;
    uint32_t nodes, rate;
} boards[] = {{3, 6, 300000, 10},  {2, 9, 300000, 12},  {4, 5, 2500000, 80}, {2, 10, 800000, 80},
              {1, 26, 100000, 20}, {3, 7, 1000000, 80}, {5, 5, 1000000, 120}};
enum { EARLY = 13, EARLY_FACTOR = 10 }; /* early positions are rare and cost most */

typedef struct sample {
    solve_position position;
    unsigned side;
} sample;

typedef struct sampler {
    sample *samples;
    unsigned count, most, rate;
    qi_random random;
} sampler;

static void add_feature(example *e, double *weights, double by, bool train, double *sum)
{
    double *g = gradient[e->phase];
    for (unsigned i = 0; i < e->kinds + 3U; i++) {
        const unsigned k = i < e->kinds ? e->kind[i] : SOLVE_AHEAD + (i - e->kinds);
        const double x = i < e->kinds       ? 1
                         : k == SOLVE_AHEAD ? e->ahead
                         : k == SOLVE_STAR  ? e->star
                                            : e->odd;
        if (!train) {
            *sum += weights[k] * x;
        } else if (x != 0) {
            const double step = by * x;
            g[k] += step * step;
            weights[k] += 0.2 * step / sqrt(g[k] + 1e-2);
        }
    }
}

static double score(example *e)
{
    double sum = 0;
    add_feature(e, weight[e->phase], 0, false, &sum);
    return sum;
}

/* One lesson: moves the weights towards the winning moves; returns whether the best was one. */
static bool study(const lesson *l, bool train)
{
    double value[MOST_CHILDREN], best = -1e30, all = 0, good = 0;
    bool right = false;
    for (unsigned i = 0; i < l->count; i++) {
        example *e = &examples[l->first + i];
        value[i] = score(e);
        if (value[i] > best) {
            best = value[i];
            right = e->wins;
        }
    }
    for (unsigned i = 0; i < l->count; i++) {
        value[i] = exp(value[i] - best);
        all += value[i];
        good += examples[l->first + i].wins ? value[i] : 0;
    }
    for (unsigned i = 0; i < l->count && train; i++) {
        example *e = &examples[l->first + i];
        add_feature(e, weight[e->phase], (e->wins ? value[i] / good : 0) - value[i] / all, true,
                    NULL);
    }
    return right;
}

static void watch(solve_search *search, const solve_position *position, unsigned side)
{
    sampler *to = search->watch_context;
    const unsigned rate =
        solve_count(position->state.open) >= EARLY ? to->rate / EARLY_FACTOR : to->rate;
    if (to->count < to->most && qi_random_below(&to->random, rate) == 0)
        to->samples[to->count++] = (sample){*position, side};
}

/* Solves every move of a sampled position. */
static void make_lesson(solve_search *search, const sample *from)
{
    const solve_position *position = &from->position;
    const unsigned side = from->side;
    lesson *l = &lessons[lesson_count];
    l->first = example_count;
    l->count = 0;
    unsigned wins = 0;
    for (solve_set rest = position->state.may[side]; rest; rest &= rest - 1) {
        solve_position next = *position;
        if (!qi_solve_play(&search->graph, &position->state, side, solve_first(rest), &next.state))
            continue;
        qi_solve_reduce(&search->graph, &next);
        search->nodes = search->top = 0;
        search->most_nodes = MOST_NODES;
        search->stopped = false;
        const solve_outcome outcome = qi_solve_visit(search, &next, !side);
        uint16_t kind[SOLVE_MOST_FEATURES];
        const unsigned kinds = qi_solve_features(&search->graph, &next.state, side, kind);
        if (outcome == SOLVE_UNKNOWN || kinds > SOLVE_POINTS || l->count == MOST_CHILDREN)
            continue;
        example *e = &examples[l->first + l->count++];
        e->kinds = (uint8_t)kinds;
        memcpy(e->kind, kind, kinds * sizeof *kind);
        e->phase = (uint8_t)solve_phase(&next.state);
        e->ahead = (int8_t)(side == 0 ? next.integer : -next.integer);
        e->star = next.star;
        e->odd = solve_count(next.state.may[0] & next.state.may[1]) % 2;
        e->wins = outcome == SOLVE_LOSS;
        wins += (unsigned)e->wins;
    }
    if (wins && wins < l->count) {
        example_count += l->count;
        lesson_count++;
    }
}

static void learn_from_board(unsigned b, unsigned wanted, uint64_t seed)
{
    static sample samples[16000];
    sampler to = {.samples = samples, .most = 16000, .rate = boards[b].rate};
    qi_random_seed(&to.random, seed);
    qi_nogo_solver *solver;
    qi_nogo *game;
    solve_search search;
    solve_state state;
    const qi_nogo_solve_limits limits = {.nodes = boards[b].nodes};
    if (qi_nogo_solver_new((size_t)1 << 30, NULL, &solver) != QI_OK ||
        qi_nogo_new(boards[b].rows, boards[b].columns, NULL, &game) != QI_OK ||
        qi_solve_begin(solver, game, &limits, &search, &state) != QI_OK)
        exit(2);
    search.watch = watch;
    search.watch_context = &to;
    unsigned move;
    const solve_outcome outcome = qi_solve_root(&search, &state, 0, &move);
    fprintf(stderr, "%ux%u: outcome %d, %llu nodes, %u samples\n", boards[b].rows,
            boards[b].columns, (int)outcome, (unsigned long long)search.nodes, to.count);
    search.watch = NULL;
    for (unsigned i = 0; i < to.count && lesson_count < wanted; i++)
        make_lesson(&search, &samples[i]);
    qi_nogo_free(game);
    qi_nogo_solver_free(solver);
}

int main(int argc, char **argv)
{
    const unsigned wanted = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : 20000;
    examples = calloc((size_t)wanted * 16 + 100, sizeof *examples);
    lessons = calloc(wanted + 1, sizeof *lessons);
    if (!examples || !lessons)
        return 2;
    for (unsigned b = 0; b < sizeof boards / sizeof *boards; b++)
        learn_from_board(b, wanted, b + 1);
    unsigned right = 0, tests = 0;
    for (unsigned epoch = 0; epoch < EPOCHS; epoch++)
        for (unsigned i = 0; i < lesson_count; i++)
            if (i % 20)
                study(&lessons[i], true);
    for (unsigned i = 0; i < lesson_count; i += 20, tests++)
        right += study(&lessons[i], false);
    fprintf(stderr, "%u positions, %u moves; first choice right on %.1f %% of those not studied\n",
            lesson_count, example_count, 100.0 * right / tests);
    printf("/* Written by tools/learn-order.c: the weight of every feature in every phase. */\n"
           "#ifndef QI_NOGO_SOLVE_WEIGHTS_H\n#define QI_NOGO_SOLVE_WEIGHTS_H\n\n"
           "#include \"nogo/solve_order.h\"\n\nenum { SOLVE_ANSWER_COST = %d };\n\n"
           "static const int16_t solve_weights[SOLVE_PHASES][SOLVE_FEATURES] = {\n",
           SCALE * 3 / 2);
    for (unsigned p = 0; p < SOLVE_PHASES; p++) {
        printf("    {");
        for (unsigned k = 0; k < SOLVE_FEATURES; k++)
            printf("%s%ld",
                   k == 0        ? ""
                   : k % 20 == 0 ? ",\n     "
                                 : ", ",
                   lround(weight[p][k] * SCALE));
        printf("}%s\n", p + 1 < SOLVE_PHASES ? "," : "};");
    }
    printf("\n#endif\n");
    return 0;
}
