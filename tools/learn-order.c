/*
 * Learns the weights that order the solver's moves, and writes solve_weights.h to stdout.
 *
 *     cc -O2 -D_GNU_SOURCE -Iinclude -Isrc tools/learn-order.c src/nogo/[a-z]*.c src/base/[a-z]*.c
 *        -lm -o learn-order && ./learn-order 60000 >weights && mv weights src/nogo/solve_weights.h
 *
 * Positions are sampled from games in which one side plays as the present weights advise and the
 * other at random, as in a search. Every move of a sampled position is solved; the weights are
 * trained so that a winning move comes first (softmax over the moves, Adagrad).
 */
#include "base/random.h"
#include "nogo/solve.h"
#include "nogo/solve_order.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { EPOCHS = 16, MOST_CHILDREN = 40, SCALE = 100, MOST_NODES = 50000 };

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

static const struct {
    uint8_t rows, columns;
} boards[] = {{3, 6}, {2, 9},  {4, 5},  {5, 5}, {5, 5}, {4, 6},
              {3, 7}, {2, 11}, {1, 22}, {3, 8}, {1, 30}};

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

static bool sample(qi_nogo_solver *solver, qi_random *random)
{
    const unsigned b = qi_random_below(random, sizeof boards / sizeof *boards);
    qi_nogo *game;
    if (qi_nogo_new(boards[b].rows, boards[b].columns, NULL, &game) != QI_OK)
        exit(2);
    solve_search search;
    solve_state state;
    if (qi_solve_begin(solver, game, NULL, &search, &state) != QI_OK)
        exit(2);
    qi_nogo_free(game);
    solve_position position = {0};
    qi_solve_copy(&position.state, &state);
    position.regions = 1;
    const unsigned target = 5 + qi_random_below(random, 11), wise = qi_random_below(random, 2);
    unsigned side = qi_random_below(random, 2);
    while (solve_count(position.state.open) > target && position.state.may[side]) {
        const unsigned moves = solve_count(position.state.may[side]);
        const bool think = side == wise && qi_random_below(random, 8);
        unsigned pick = qi_random_below(random, moves);
        solve_position best = {0};
        int32_t best_score = INT32_MIN;
        for (solve_set rest = position.state.may[side]; rest; rest &= rest - 1, pick--) {
            if (!think && pick)
                continue;
            solve_position next = position;
            qi_solve_play(&search.graph, &position.state, side, solve_first(rest), &next.state);
            qi_solve_reduce(&search.graph, &next);
            const int32_t s = qi_solve_score(&search.graph, &next, side);
            if (s > best_score) {
                best_score = s;
                best = next;
            }
        }
        position = best;
        side = !side;
    }
    bool kept = false;
    const unsigned moves = solve_count(position.state.may[side]);
    if (moves > 1 && moves < MOST_CHILDREN && solve_count(position.state.open) <= 16) {
        lesson *l = &lessons[lesson_count];
        l->first = example_count;
        l->count = 0;
        unsigned wins = 0;
        bool known = true;
        for (solve_set rest = position.state.may[side]; rest && known; rest &= rest - 1) {
            solve_position next = position;
            qi_solve_play(&search.graph, &position.state, side, solve_first(rest), &next.state);
            qi_solve_reduce(&search.graph, &next);
            search.nodes = search.top = 0;
            search.most_nodes = MOST_NODES;
            search.stopped = false;
            const solve_outcome outcome = qi_solve_visit(&search, &next, !side);
            known = outcome != SOLVE_UNKNOWN;
            example *e = &examples[l->first + l->count++];
            uint16_t kind[SOLVE_MOST_FEATURES];
            e->kinds = (uint8_t)qi_solve_features(&search.graph, &next.state, side, kind);
            if (e->kinds > SOLVE_POINTS)
                known = false;
            for (unsigned i = 0; i < e->kinds && known; i++)
                e->kind[i] = kind[i];
            e->phase = (uint8_t)solve_phase(&next.state);
            e->ahead = (int8_t)(side == 0 ? next.integer : -next.integer);
            e->star = next.star;
            e->odd = solve_count(next.state.may[0] & next.state.may[1]) % 2;
            e->wins = outcome == SOLVE_LOSS;
            wins += (unsigned)e->wins;
        }
        if (known && wins && wins < l->count) {
            example_count += l->count;
            lesson_count++;
            kept = true;
        }
    }
    qi_solve_end(solver, &search);
    return kept;
}

int main(int argc, char **argv)
{
    const unsigned wanted = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : 20000;
    examples = calloc((size_t)wanted * 12 + 100, sizeof *examples);
    lessons = calloc(wanted + 1, sizeof *lessons);
    qi_random random;
    qi_random_seed(&random, argc > 2 ? strtoull(argv[2], NULL, 10) : 1);
    qi_nogo_solver *solver;
    if (!examples || !lessons || qi_nogo_solver_new((size_t)1 << 30, NULL, &solver) != QI_OK)
        return 2;
    while (lesson_count < wanted && example_count < wanted * 12)
        sample(solver, &random);
    qi_nogo_solver_free(solver);
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
           SCALE);
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
