/* The search of self-play against the formulas it stands for, computed over all moves in double
 * precision. */
#include "check.h"

#include "nogo/selfplay/gumbel.h"
#include "nogo/selfplay/real.h"
#include "search_games.h"
#include <math.h>

enum { SIDE = 6, AREA = SIDE * SIDE, VISITS = 300 };

typedef struct setting {
    qi_gumbel tree;
    qi_gumbel_rules rules;
    qi_gumbel_node nodes[VISITS + 1];
    uint32_t keys[(VISITS + 1) * AREA];
    float score[AREA];
    qi_board board; /* at the root */
    uint16_t point[QI_BOARD_CELLS];
    double policy[VISITS + 1][AREA]; /* what was said of each node, over legal moves */
    bool legal[VISITS + 1][AREA];
    qi_random random;
} setting;

static setting *set_up(uint64_t seed, uint32_t candidates, float noise)
{
    setting *at = calloc(1, sizeof *at);
    assert_non_null(at);
    qi_random_seed(&at->random, seed);
    at->tree.nodes = at->nodes;
    at->tree.keys = at->keys;
    at->tree.score = at->score;
    at->rules = (qi_gumbel_rules){
        .visit_offset = 20, .value_scale = 0.3F, .noise = noise, .candidates = candidates};
    qi_nogo *position = empty_board(SIDE, SIDE);
    play_random(position, &at->random, qi_random_below(&at->random, 12));
    assert_int_equal(qi_board_set(&at->board, position), QI_OK);
    qi_nogo_free(position);
    for (qi_point p = 0; p < AREA; p++)
        at->point[qi_board_cell_of(&at->board, p)] = (uint16_t)p;
    qi_gumbel_clear(&at->tree);
    return at;
}

static double uniform(setting *at)
{
    return (double)(qi_random_next(&at->random) >> 11) * 0x1p-53;
}

/* A made-up network's answer. */
static void expand(setting *at, uint32_t node, const qi_board *board)
{
    float logits[AREA];
    double sum = 0;
    uint64_t legal[QI_BOARD_WORDS];
    memcpy(legal, board->legal[board->to_move - 1], sizeof legal);
    for (qi_point p = 0; p < AREA; p++) {
        logits[p] = (float)(8 * uniform(at) - 4);
        at->legal[node][p] = qi_board_legal(board, board->to_move, qi_board_cell_of(board, p));
        at->policy[node][p] = at->legal[node][p] ? exp((double)logits[p]) : 0;
        sum += at->policy[node][p];
    }
    for (qi_point p = 0; p < AREA; p++)
        at->policy[node][p] /= sum;
    qi_gumbel_expand(&at->tree, node, legal, board->words, at->point, logits,
                     (float)(2 * uniform(at) - 1));
}

/* The children of a node by point; 0 where there is none. */
static void list_children(const setting *at, uint32_t node, uint32_t child[AREA])
{
    memset(child, 0, AREA * sizeof *child);
    for (uint32_t i = 1; i < at->tree.node_count; i++)
        if (at->nodes[i].parent == node)
            child[at->point[at->nodes[i].move]] = i;
}

static double value_of_move(const qi_gumbel_node *child)
{
    if (child->outcome)
        return -(double)child->outcome;
    return -(double)child->total / child->visits;
}

/* The improved policy of a node over all moves, by the book. Returns the expected value. */
static double improved(const setting *at, uint32_t node, double policy[AREA])
{
    uint32_t child[AREA], max = 0;
    double visits = 0, share = 0, weighed = 0, sum = 0, value = 0, q[AREA], top = -1e9;
    list_children(at, node, child);
    for (uint32_t p = 0; p < AREA; p++) {
        if (!child[p])
            continue;
        const qi_gumbel_node *move = &at->nodes[child[p]];
        visits += move->visits;
        max = move->visits > max ? move->visits : max;
        share += at->policy[node][p];
        weighed += at->policy[node][p] * value_of_move(move);
    }
    const double own = (double)at->nodes[node].value;
    const double mixed = visits > 0 ? (own + visits * weighed / share) / (1 + visits) : own;
    const double scale = ((double)at->rules.visit_offset + max) * (double)at->rules.value_scale / 2;
    for (uint32_t p = 0; p < AREA; p++) {
        q[p] = child[p] ? value_of_move(&at->nodes[child[p]]) : mixed;
        top = at->legal[node][p] && q[p] > top ? q[p] : top;
    }
    for (uint32_t p = 0; p < AREA; p++) {
        policy[p] = at->policy[node][p] * exp(scale * (q[p] - top));
        sum += policy[p];
    }
    for (uint32_t p = 0; p < AREA; p++) {
        policy[p] /= sum;
        value += policy[p] * q[p];
    }
    return value;
}

/* Where a visit goes from a node below the root, by the book; `margin` gets how clear that is. */
static uint32_t best_point(const setting *at, uint32_t node, double *margin)
{
    double policy[AREA], best = -9, second = -9;
    uint32_t child[AREA], chosen = 0;
    improved(at, node, policy);
    list_children(at, node, child);
    for (uint32_t p = 0; p < AREA; p++) {
        if (!at->legal[node][p])
            continue;
        const double taken = child[p] ? at->nodes[child[p]].visits : 0;
        const double excess = policy[p] - taken / at->nodes[node].visits;
        if (excess > best) {
            second = best;
            best = excess;
            chosen = p;
        } else if (excess > second) {
            second = excess;
        }
    }
    *margin = best - second;
    return chosen;
}

/* Follows the book down from the root's only candidate and compares with where the visit went. */
static uint32_t check_path(const setting *at, const uint16_t *path, uint32_t depth)
{
    uint32_t node = 1, unclear = 0;
    for (uint32_t i = 1; i < depth; i++) {
        double margin;
        const uint32_t point = best_point(at, node, &margin);
        if (margin < 1e-5)
            return unclear + 1;
        assert_int_equal(path[i], point);
        uint32_t child[AREA];
        list_children(at, node, child);
        node = child[point];
    }
    return unclear;
}

/* A visit by the library, with the answer of the network or of the rules. */
static uint32_t visit(setting *at)
{
    static qi_board board;
    qi_board_copy(&board, &at->board);
    const uint32_t leaf = qi_gumbel_descend(&at->tree, &at->rules, &board);
    if (!at->nodes[leaf].visits) {
        if (!qi_board_can_move(&board, board.to_move))
            qi_gumbel_prove(&at->tree, leaf, QI_NOGO_LOST);
        else if (qi_random_below(&at->random, 25) == 0) /* as counting does now and then */
            qi_gumbel_prove(&at->tree, leaf, qi_random_below(&at->random, 3) ? 1 : -1);
        else
            expand(at, leaf, &board);
    }
    return leaf;
}

static void visits_go_where_the_formula_says(void **state)
{
    (void)state;
    uint32_t visits = 0, unclear = 0;
    for (uint64_t seed = 0; seed < test_cases(30); seed++) {
        setting *at = set_up(seed, 1, 1), *before = malloc(sizeof *before);
        assert_non_null(before);
        expand(at, 0, &at->board);
        qi_gumbel_back_up(&at->tree, 0);
        qi_gumbel_begin(&at->tree, &at->rules, VISITS, &at->random);
        assert_int_equal(at->tree.candidates, 1);
        while (!qi_gumbel_is_done(&at->tree)) {
            *before = *at;
            const uint32_t leaf = visit(at);
            uint16_t path[AREA];
            uint32_t depth = 0;
            for (uint32_t i = leaf; i; i = at->nodes[i].parent)
                depth++;
            for (uint32_t i = leaf, d = depth; i; i = at->nodes[i].parent)
                path[--d] = at->point[at->nodes[i].move];
            unclear += check_path(before, path, depth);
            visits++;
            qi_gumbel_back_up(&at->tree, leaf);
        }
        free(before);
        free(at);
    }
    assert_true(visits > 100 && unclear < visits / 50);
}

/* What a move is worth, from the values of the leaves below it alone. */
static void check_backed_up(const setting *at)
{
    for (uint32_t i = 0; i < at->tree.node_count; i++) {
        const qi_gumbel_node *node = &at->nodes[i];
        uint32_t visits = 1, refuted = 0, children = 0;
        bool won = false;
        double total = (double)node->value;
        for (uint32_t j = 1; j < at->tree.node_count; j++) {
            const qi_gumbel_node *child = &at->nodes[j];
            if (child->parent != i)
                continue;
            children++;
            visits += child->visits;
            refuted += child->outcome == QI_NOGO_WON;
            won |= child->outcome == QI_NOGO_LOST;
            total -= (double)child->total;
        }
        assert_int_equal(node->tried, children);
        if (!node->legal) { /* proved by the rules: every visit is its own */
            assert_true(node->outcome != QI_NOGO_UNKNOWN);
            continue;
        }
        if (!node->outcome) {
            assert_int_equal(node->visits, visits);
            assert_true(fabs(total - (double)node->total) < 1e-3);
        }
        assert_int_equal(node->refuted, refuted);
        assert_int_equal(node->outcome, won                      ? QI_NOGO_WON
                                        : refuted == node->legal ? QI_NOGO_LOST
                                                                 : QI_NOGO_UNKNOWN);
    }
}

static void roots_improve_as_the_formula_says(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < test_cases(300); seed++) {
        setting *at = set_up(seed, 1 + (uint32_t)seed % 16, 1);
        expand(at, 0, &at->board);
        qi_gumbel_back_up(&at->tree, 0);
        qi_gumbel_begin(&at->tree, &at->rules, 1 + qi_random_below(&at->random, 64), &at->random);
        while (!qi_gumbel_is_done(&at->tree))
            qi_gumbel_back_up(&at->tree, visit(at));
        check_backed_up(at);
        uint16_t rounded[AREA];
        double policy[AREA];
        const double value = improved(at, 0, policy);
        const double said =
            (double)qi_gumbel_improve(&at->tree, &at->rules, at->point, AREA, rounded);
        assert_true(fabs(said - value) < 1e-3);
        uint32_t sum = 0;
        for (uint32_t p = 0; p < AREA; p++) {
            sum += rounded[p];
            /* What rounding leaves goes to the largest. */
            assert_true(fabs(rounded[p] - 65535 * policy[p]) < 20 + AREA);
            assert_true(at->legal[0][p] || !rounded[p]);
        }
        assert_int_equal(sum, 65535);
        const uint32_t chosen = qi_gumbel_choose(&at->tree, &at->rules, true);
        assert_int_equal(at->nodes[chosen].parent, 0);
        for (uint32_t i = 1; i <= at->nodes[0].tried; i++) {
            assert_true(at->nodes[chosen].outcome == QI_NOGO_LOST ||
                        at->nodes[i].outcome != QI_NOGO_LOST);
            if (!at->nodes[0].outcome && at->nodes[i].outcome != QI_NOGO_WON)
                assert_true(at->nodes[chosen].visits >= at->nodes[i].visits);
        }
        free(at);
    }
}

/* 16 candidates, 32 visits: a pass of 16, one of 8, two of 4. */
static void halving_shares_the_visits(void **state)
{
    (void)state;
    static const struct {
        uint32_t candidates, visits, of[6]; /* how many have 1, 2, 3 .. visits in the end */
    } known[] = {{16, 32, {8, 4, 0, 4, 0, 0}}, {16, 16, {16, 0, 0, 0, 0, 0}},
                 {4, 8, {2, 0, 2, 0, 0, 0}},   {3, 9, {1, 0, 0, 2, 0, 0}},
                 {1, 5, {0, 0, 0, 0, 1, 0}},   {16, 5, {5, 0, 0, 0, 0, 0}}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        setting *at = set_up(i, known[i].candidates, 1);
        static qi_board board;
        expand(at, 0, &at->board);
        qi_gumbel_back_up(&at->tree, 0);
        qi_gumbel_begin(&at->tree, &at->rules, known[i].visits, &at->random);
        while (!qi_gumbel_is_done(&at->tree)) {
            qi_board_copy(&board, &at->board);
            const uint32_t leaf = qi_gumbel_descend(&at->tree, &at->rules, &board);
            expand(at, leaf, &board);
            qi_gumbel_back_up(&at->tree, leaf);
        }
        uint32_t of[7] = {0};
        for (uint32_t j = 1; j <= at->nodes[0].tried; j++)
            of[at->nodes[j].visits]++;
        for (uint32_t visits = 1; visits <= 6; visits++)
            assert_int_equal(of[visits], known[i].of[visits - 1]);
        free(at);
    }
}

/* One visit with noise plays a move as often as the policy says. */
static void noise_draws_from_the_policy(void **state)
{
    (void)state;
    const uint32_t games = 20000;
    uint32_t played[AREA] = {0};
    setting *at = set_up(3, 16, 1);
    static qi_board board;
    expand(at, 0, &at->board);
    qi_gumbel_back_up(&at->tree, 0);
    setting *start = malloc(sizeof *start);
    assert_non_null(start);
    *start = *at;
    for (uint32_t i = 0; i < games; i++) {
        memcpy(at->nodes, start->nodes, sizeof at->nodes[0]);
        memcpy(at->keys, start->keys, AREA * sizeof at->keys[0]);
        at->tree = start->tree;
        qi_gumbel_begin(&at->tree, &at->rules, 1, &at->random);
        qi_board_copy(&board, &at->board);
        const uint32_t leaf = qi_gumbel_descend(&at->tree, &at->rules, &board);
        played[at->point[at->nodes[leaf].move]]++;
    }
    for (uint32_t p = 0; p < AREA; p++) {
        const double expected = games * start->policy[0][p];
        assert_true(fabs(played[p] - expected) < 5 * sqrt(expected) + 1);
    }
    free(start);
    free(at);
}

static void functions_are_close(void **state)
{
    (void)state;
    for (float x = -60; x < 80; x += 0.0137F)
        assert_true(fabs((double)qi_exp(x) / exp((double)x) - 1) < (fabsf(x) < 2 ? 3e-7 : 1e-5));
    assert_true(qi_exp(-1e30F) >= 0 && qi_exp(-1e30F) < 1e-25F);
    assert_true(qi_exp(0) > 0.999999F && qi_exp(0) < 1.000001F);
    for (float x = 1e-30F; x < 1e30F; x *= 1.00271F) {
        const double right = log((double)x);
        assert_true(fabs((double)qi_log(x) - right) < 3e-7 * (1 + fabs(right)));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(visits_go_where_the_formula_says),
        cmocka_unit_test(roots_improve_as_the_formula_says),
        cmocka_unit_test(halving_shares_the_visits),
        cmocka_unit_test(noise_draws_from_the_policy),
        cmocka_unit_test(functions_are_close),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
