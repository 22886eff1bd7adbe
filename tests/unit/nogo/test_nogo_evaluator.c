/* Evaluators that a program brings: batches, threads, answers that are none, and failures. */
#include "check.h"

#include "nogo/net/evaluate.h"
#include "nogo/search/evaluators.h"
#include "nogo/search/search.h"
#include "search_games.h"
#include <math.h>
#include <qi/nogo_net.h>
#include <qi/nogo_player.h>
#include <qi/nogo_search.h>
#include <stdatomic.h>

enum { ROOMY = 16 << 20, NARROW = 4 << 20, BATCH = 16 };

/* What a fake does, and what it saw. */
typedef struct fake {
    float policy, value;        /* its answer to everything */
    qi_result fails;            /* from the call number `failing` on, unless QI_OK */
    uint32_t failing;           /* and instead of it, an answer with `value` that is none */
    uint32_t rows;              /* that it entered with */
    bool refuses;               /* to be entered */
    atomic_uint max;            /* positions in a call */
    atomic_bool rows_are_wrong; /* was asked about another size */
    atomic_uint calls, positions, inside, together, entered;
} fake;

static qi_result answer(void *thread, const qi_nogo_leaf *const *leaves, uint32_t count,
                        qi_nogo_estimate *estimates)
{
    fake *self = thread;
    if (atomic_fetch_add(&self->inside, 1) > 0)
        atomic_fetch_add(&self->together, 1);
    const uint32_t call = atomic_fetch_add(&self->calls, 1) + 1;
    atomic_fetch_add(&self->positions, count);
    if (count > self->max)
        self->max = count;
    const bool fails = self->failing && call >= self->failing;
    for (uint32_t i = 0; i < count; i++) {
        qi_nogo_planes planes;
        uint32_t rows, columns;
        qi_nogo_leaf_planes(leaves[i], &planes);
        qi_nogo_leaf_size(leaves[i], &rows, &columns);
        if (self->rows && rows != self->rows)
            self->rows_are_wrong = true;
        estimates[i].value = fails && self->fails == QI_OK ? NAN : self->value;
        for (uint32_t r = 0; r < rows; r++)
            for (uint32_t c = 0; c < columns; c++)
                /* Nothing is read of what is not legal. */
                estimates[i].policy[r * columns + c] =
                    planes.row[QI_PLANE_OWN_LEGAL][r] >> c & 1 ? self->policy : NAN;
    }
    atomic_fetch_sub(&self->inside, 1);
    return fails ? self->fails : QI_OK;
}

static qi_result enter(void *context, const qi_nogo_evaluator_setup *setup, void **thread)
{
    fake *self = context;
    if (self->refuses)
        return QI_UNSUPPORTED;
    atomic_fetch_add(&self->entered, 1);
    self->rows = setup->rows;
    assert_non_null(setup->allocator);
    *thread = self;
    return QI_OK;
}

static void leave(void *thread)
{
    atomic_fetch_sub(&((fake *)thread)->entered, 1);
}

static qi_nogo_evaluator evaluator_of(fake *self)
{
    return (qi_nogo_evaluator){.size = sizeof(qi_nogo_evaluator),
                               .context = self,
                               .evaluate = answer,
                               .enter = enter,
                               .leave = leave};
}

static qi_nogo_search *search_by(const qi_nogo_evaluator *evaluator, size_t memory)
{
    const qi_nogo_search_options options = {
        .size = sizeof options, .evaluator = evaluator, .memory = memory};
    qi_nogo_search *search;
    assert_int_equal(qi_nogo_search_new(&options, NULL, &search), QI_OK);
    return search;
}

static qi_nogo_search_state state_of(const qi_nogo_search *search)
{
    qi_nogo_search_state state = {.size = sizeof state};
    qi_nogo_search_state_of(search, &state);
    return state;
}

static uint64_t visits_of_moves(const qi_nogo_search *search)
{
    qi_nogo_candidate list[QI_PUCT_MOVES];
    const size_t count =
        qi_nogo_search_candidates(search, list, QI_PUCT_MOVES, sizeof(qi_nogo_candidate));
    uint64_t visits = 0;
    for (size_t i = 0; i < count; i++)
        visits += list[i].visits;
    return visits;
}

/* ---- asking ------------------------------------------------------------------------------- */

static void any_logits_make_a_policy(void **state)
{
    (void)state;
    static const float logits[] = {0, 1e30F, -1e30F, 3.25F, -127, INFINITY, -INFINITY};
    for (size_t i = 0; i < sizeof logits / sizeof *logits; i++) {
        fake self = {.policy = logits[i], .value = 0.5F};
        const qi_nogo_evaluator evaluator = evaluator_of(&self);
        qi_nogo *position = empty_board(5, 7);
        qi_nogo_search *search = search_by(&evaluator, NARROW);
        qi_nogo_candidate list[35];
        assert_int_equal(qi_nogo_search_set(search, position), QI_OK);
        assert_int_equal(qi_nogo_search_candidates(search, list, 35, sizeof(qi_nogo_candidate)),
                         35);
        double sum = 0;
        for (int k = 0; k < 35; k++)
            sum += list[k].policy;
        assert_true(sum > 0.99 && sum < 1.01);
        assert_int_equal(qi_nogo_search_think(
                             search, &(qi_nogo_search_limits){.size = sizeof(qi_nogo_search_limits),
                                                              .playouts = 200}),
                         QI_OK);
        assert_int_equal(state_of(search).visits, 201);
        assert_int_equal(visits_of_moves(search), 200);
        assert_int_equal(state_of(search).evaluations, self.positions);
        assert_int_equal(self.max, 1);
        assert_false(self.rows_are_wrong);
        assert_int_equal(self.entered, 1);
        qi_nogo_search_free(search);
        assert_int_equal(self.entered, 0);
        qi_nogo_free(position);
    }
}

/* What a position looks like to an evaluator, held against qi_nogo_planes_of. */
static qi_result compare_planes(void *thread, const qi_nogo_leaf *const *leaves, uint32_t count,
                                qi_nogo_estimate *estimates)
{
    const qi_nogo *position = thread;
    qi_nogo_planes planes, right;
    uint8_t packed[QI_PLANE_COUNT * 2];
    memset(&planes, 0, sizeof planes);
    memset(&right, 0, sizeof right);
    assert_int_equal(count, 1);
    assert_int_equal(qi_nogo_planes_of(position, &right), QI_OK);
    qi_nogo_leaf_planes(leaves[0], &planes);
    qi_nogo_leaf_pack(leaves[0], packed);
    for (uint32_t plane = 0; plane < QI_PLANE_COUNT; plane++)
        for (uint32_t point = 0; point < 12; point++) {
            const uint32_t bit = right.row[plane][point / 4] >> point % 4 & 1;
            assert_int_equal(planes.row[plane][point / 4] >> point % 4 & 1, bit);
            assert_int_equal(packed[plane * 2 + point / 8] >> point % 8 & 1, bit);
        }
    memset(estimates, 0, sizeof *estimates);
    return QI_OK;
}

static void a_position_is_seen_as_by_the_network(void **state)
{
    (void)state;
    qi_nogo *position = board_from("3 4\nX.O.\n.#..\n..X.\n");
    qi_nogo_evaluator evaluator = {
        .size = sizeof evaluator, .context = position, .evaluate = compare_planes};
    qi_nogo_search *search = search_by(&evaluator, NARROW);
    assert_int_equal(qi_nogo_search_set(search, position), QI_OK);
    qi_nogo_search_free(search);
    qi_nogo_free(position);
}

/* The library's network, brought as a program would, thinks the same as the built-in one. */
static void the_network_may_be_brought(void **state)
{
    (void)state;
    qi_nogo_net *net;
    assert_int_equal(qi_nogo_net_builtin(QI_NOGO_NET_BEST, NULL, &net), QI_OK);
    qi_nogo_evaluator evaluator = {.size = sizeof evaluator};
    assert_int_equal(qi_nogo_net_evaluator(net, &evaluator), QI_OK);
    qi_nogo *position = empty_board(9, 9);
    qi_nogo_search *search[2] = {search_by(NULL, ROOMY), search_by(&evaluator, ROOMY)};
    qi_nogo_candidate list[2][81];
    for (int i = 0; i < 2; i++) {
        assert_int_equal(qi_nogo_search_set(search[i], position), QI_OK);
        assert_int_equal(
            qi_nogo_search_think(
                search[i],
                &(qi_nogo_search_limits){.size = sizeof(qi_nogo_search_limits), .playouts = 100}),
            QI_OK);
        assert_int_equal(
            qi_nogo_search_candidates(search[i], list[i], 81, sizeof(qi_nogo_candidate)), 81);
        qi_nogo_search_free(search[i]);
    }
    for (int k = 0; k < 81; k++) {
        assert_int_equal(list[0][k].point, list[1][k].point);
        assert_int_equal(list[0][k].visits, list[1][k].visits);
        assert_true(list[0][k].win_rate == list[1][k].win_rate);
    }
    qi_nogo_free(position);
    qi_nogo_net_free(net);
}

/* ---- batches ------------------------------------------------------------------------------ */

static void batches_are_filled_and_have_an_end(void **state)
{
    (void)state;
    for (uint32_t threads = 1; threads <= 3; threads += 2) {
        fake self = {.value = 0.5F};
        qi_nogo_evaluator evaluator = evaluator_of(&self);
        evaluator.batch = BATCH;
        qi_nogo *position = empty_board(9, 9);
        qi_nogo_search *search = search_by(&evaluator, NARROW);
        assert_int_equal(qi_nogo_search_set(search, position), QI_OK);
        const qi_nogo_search_limits limits = {
            .size = sizeof limits, .playouts = 1000, .threads = threads};
        assert_int_equal(qi_nogo_search_think(search, &limits), QI_OK);
        assert_in_range(state_of(search).visits, 1001, 1001 + (threads - 1) * BATCH);
        assert_int_equal(visits_of_moves(search) + 1, state_of(search).visits);
        assert_int_equal(self.max, BATCH);
        assert_true(self.calls < 1000 / 4);
        assert_int_equal(state_of(search).evaluations, self.positions);
        qi_nogo_search_free(search);
        qi_nogo_free(position);
    }
}

/* Whatever the batch, proofs are true and one thread thinks the same again. */
static void proofs_are_true_in_batches(void **state)
{
    (void)state;
    qi_random random;
    qi_random_seed(&random, 7);
    for (uint64_t i = 0; i < test_cases(150); i++) {
        const uint32_t rows = 1 + qi_random_below(&random, 4), columns = 2 + (uint32_t)i % 3;
        qi_nogo *position = empty_board(rows, columns);
        play_random(position, &random, rows * columns > 8 ? rows * columns - 8 : 0);
        const bool won = wins(position);
        uint64_t visits[2];
        for (int again = 0; again < 2; again++) {
            fake self = {.value = (float)(i % 5) / 4};
            qi_nogo_evaluator evaluator = evaluator_of(&self);
            evaluator.batch = 1 + (uint32_t)(i * 7 % 33);
            evaluator.no_solver = i % 2;
            qi_nogo_search *search = search_by(&evaluator, i % 3 ? ROOMY : NARROW);
            assert_int_equal(qi_nogo_search_set(search, position), QI_OK);
            const qi_nogo_search_limits limits = {.size = sizeof limits, .playouts = 100000};
            assert_int_equal(qi_nogo_search_think(search, &limits), QI_OK);
            assert_int_equal(state_of(search).outcome, won ? QI_NOGO_WON : QI_NOGO_LOST);
            visits[again] = state_of(search).visits;
            qi_nogo_search_free(search);
        }
        assert_int_equal(visits[0], visits[1]);
        qi_nogo_free(position);
    }
}

/* The graph may be full, and forget, in the middle of a batch. */
static void memory_may_be_full_in_batches(void **state)
{
    (void)state;
    fake self = {.value = 0.5F};
    qi_nogo_evaluator evaluator = evaluator_of(&self);
    evaluator.batch = BATCH;
    qi_nogo *position = empty_board(13, 13);
    qi_nogo_search *search = search_by(&evaluator, 1 << 20);
    assert_int_equal(qi_nogo_search_set(search, position), QI_OK);
    for (uint32_t threads = 1; threads <= 4; threads += 3) {
        const qi_nogo_search_limits limits = {
            .size = sizeof limits, .playouts = 3000, .threads = threads};
        assert_int_equal(qi_nogo_search_think(search, &limits), QI_OK);
        assert_int_equal(visits_of_moves(search) + 1, state_of(search).visits);
        assert_true(state_of(search).memory <= 1 << 20);
    }
    qi_nogo_search_free(search);
    qi_nogo_free(position);
}

static void an_evaluator_of_one_thread_is_called_by_one(void **state)
{
    (void)state;
    fake self = {.value = 0.5F};
    qi_nogo_evaluator evaluator = evaluator_of(&self);
    evaluator.one_thread = true;
    evaluator.batch = 3;
    qi_nogo *position = empty_board(9, 9);
    qi_nogo_search *search = search_by(&evaluator, NARROW);
    assert_int_equal(qi_nogo_search_set(search, position), QI_OK);
    const qi_nogo_search_limits limits = {.size = sizeof limits, .playouts = 3000, .threads = 4};
    assert_int_equal(qi_nogo_search_think(search, &limits), QI_OK);
    assert_int_equal(self.together, 0);
    assert_true(self.entered >= 1);
    qi_nogo_search_free(search);
    assert_int_equal(self.entered, 0);
    qi_nogo_free(position);
}

/* ---- failures ----------------------------------------------------------------------------- */

/* A failure ends the thinking, leaves no visit behind, and is forgotten when it is over. */
static void failures_are_returned(void **state)
{
    (void)state;
    static const qi_result results[] = {QI_OK, QI_NO_MEMORY, QI_UNSUPPORTED, QI_STOPPED};
    for (uint32_t i = 0; i < 4 * 6; i++) {
        const qi_result fails = results[i % 4], expected = fails == QI_OK ? QI_BAD_DATA : fails;
        fake self = {.value = 0.5F, .fails = fails, .failing = 40};
        qi_nogo_evaluator evaluator = evaluator_of(&self);
        evaluator.batch = i / 4 % 2 ? BATCH : 1;
        qi_nogo *position = empty_board(7, 7);
        qi_nogo_search *search = search_by(&evaluator, ROOMY);
        assert_int_equal(qi_nogo_search_set(search, position), QI_OK);
        const qi_nogo_search_limits limits = {
            .size = sizeof limits, .playouts = 100000, .threads = i / 8 + 1};
        assert_int_equal(qi_nogo_search_think(search, &limits), expected);
        assert_true(state_of(search).visits > 30);
        assert_int_equal(visits_of_moves(search) + 1, state_of(search).visits);
        assert_true(qi_nogo_search_best(search) != QI_NO_POINT);
        self.failing = 0;
        const uint64_t before = state_of(search).visits;
        assert_int_equal(qi_nogo_search_think(
                             search, &(qi_nogo_search_limits){.size = sizeof(qi_nogo_search_limits),
                                                              .playouts = 500}),
                         QI_OK);
        assert_int_equal(state_of(search).visits, before + 500);
        assert_int_equal(visits_of_moves(search), before + 499);
        qi_nogo_search_free(search);
        qi_nogo_free(position);
    }
}

static void a_position_may_be_refused(void **state)
{
    (void)state;
    static const float values[] = {NAN, -0.1F, 1.1F, INFINITY, -INFINITY};
    qi_nogo *position = empty_board(4, 4);
    fake self = {.value = 0.5F};
    const qi_nogo_evaluator evaluator = evaluator_of(&self);
    qi_nogo_search *search = search_by(&evaluator, NARROW);
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        self.value = values[i];
        assert_int_equal(qi_nogo_search_set(search, position), QI_BAD_DATA);
        assert_int_equal(qi_nogo_search_think(
                             search, &(qi_nogo_search_limits){.size = sizeof(qi_nogo_search_limits),
                                                              .playouts = 1}),
                         QI_BAD_ARGUMENT);
        assert_int_equal(qi_nogo_search_best(search), QI_NO_POINT);
    }
    self.value = 1;
    self.policy = NAN;
    assert_int_equal(qi_nogo_search_set(search, position), QI_BAD_DATA);
    self.policy = 0;
    assert_int_equal(qi_nogo_search_set(search, position), QI_OK);
    qi_nogo *larger = empty_board(5, 5);
    self.refuses = true;
    assert_int_equal(qi_nogo_search_set(search, larger), QI_UNSUPPORTED);
    assert_int_equal(self.entered, 0);
    assert_int_equal(qi_nogo_search_best(search), QI_NO_POINT);
    self.refuses = false;
    assert_int_equal(qi_nogo_search_set(search, larger), QI_OK);
    assert_int_equal(
        qi_nogo_search_think(search, &(qi_nogo_search_limits){.size = sizeof(qi_nogo_search_limits),
                                                              .playouts = 10}),
        QI_OK);
    assert_false(self.rows_are_wrong);
    qi_nogo_search_free(search);
    qi_nogo_free(larger);
    qi_nogo_free(position);
}

static void an_evaluator_may_be_refused(void **state)
{
    (void)state;
    fake self = {.value = 0.5F};
    const qi_nogo_evaluator good = evaluator_of(&self);
    qi_nogo_evaluator bad[] = {good, good, good, good};
    qi_nogo_search *search;
    bad[0].size = 0;
    bad[1].size = SIZE_MAX;
    bad[2].evaluate = NULL;
    bad[3].batch = QI_NOGO_MAX_BATCH + 1;
    for (int i = 0; i < 4; i++) {
        const qi_nogo_search_options options = {.size = sizeof options, .evaluator = &bad[i]};
        assert_int_equal(qi_nogo_search_new(&options, NULL, &search), QI_BAD_ARGUMENT);
    }
}

/* ---- players ------------------------------------------------------------------------------ */

/* Weak players stay weak: without solver and counting only a lack of moves is known. */
static void random_games_know_no_endings(void **state)
{
    (void)state;
    qi_nogo *position = empty_board(4, 4);
    qi_nogo_evaluator playouts = {.size = sizeof playouts};
    assert_int_equal(qi_nogo_playout_evaluator(&playouts), QI_OK);
    for (int network = 0; network < 2; network++) {
        qi_nogo_search *search = search_by(network ? NULL : &playouts, ROOMY);
        assert_int_equal(qi_nogo_search_set(search, position), QI_OK);
        qi_nogo_search_solve(search, 100000);
        assert_int_equal(qi_nogo_search_think(
                             search, &(qi_nogo_search_limits){.size = sizeof(qi_nogo_search_limits),
                                                              .playouts = 10}),
                         QI_OK);
        assert_int_equal(state_of(search).outcome, network ? QI_NOGO_LOST : QI_NOGO_UNKNOWN);
        qi_nogo_search_free(search);
    }
    qi_nogo_free(position);
}

static qi_point decide(qi_nogo_player *player, const qi_nogo *position)
{
    qi_nogo_choice choice = {.size = sizeof choice}, again = {.size = sizeof again};
    assert_int_equal(qi_nogo_player_choose(player, position, QI_BLACK, NULL, &choice), QI_OK);
    qi_nogo_player_decide(player, &again);
    assert_int_equal(choice.move, again.move);
    assert_int_equal(qi_nogo_judge(position, QI_BLACK, choice.move, NULL), QI_NOGO_LEGAL);
    return choice.move;
}

/* A temperature draws by the policy: hot ones among all moves, cold ones the best. */
static void temperatures_draw_moves(void **state)
{
    (void)state;
    static const double temperatures[] = {0, 1e-300, 0.01, 1, 5, 1e300};
    qi_nogo *position = empty_board(9, 9);
    uint32_t kinds[6] = {0};
    for (size_t i = 0; i < 6; i++) {
        bool seen[81] = {false};
        for (uint64_t seed = 0; seed < 40; seed++) {
            const qi_nogo_player_options options = {.size = sizeof options,
                                                    .engine = QI_NOGO_POLICY,
                                                    .temperature = temperatures[i],
                                                    .memory = 1 << 20,
                                                    .seed = seed};
            qi_nogo_player *player;
            assert_int_equal(qi_nogo_player_new(&options, NULL, &player), QI_OK);
            const qi_point move = decide(player, position);
            kinds[i] += !seen[move];
            seen[move] = true;
            qi_nogo_player_free(player);
        }
        assert_true(i == 0 || kinds[i] >= kinds[i - 1]);
    }
    assert_int_equal(kinds[1], 1);
    assert_true(kinds[3] > 1 && kinds[5] > 20);
    qi_nogo_free(position);
    static const double wrong[] = {-1, NAN};
    for (int i = 0; i < 2; i++) {
        const qi_nogo_player_options options = {.size = sizeof options, .temperature = wrong[i]};
        qi_nogo_player *player;
        assert_int_equal(qi_nogo_player_new(&options, NULL, &player), QI_BAD_ARGUMENT);
    }
}

/* However hot, a proved win is played. */
static void wins_are_played_at_any_temperature(void **state)
{
    (void)state;
    qi_nogo *position = board_from("3\nXOO\nXO.\nX..\n"); /* won by 2 3 alone */
    for (uint64_t seed = 0; seed < 10; seed++) {
        const qi_nogo_player_options options = {.size = sizeof options,
                                                .playouts = 20,
                                                .temperature = 1e6,
                                                .memory = 1 << 20,
                                                .seed = seed};
        qi_nogo_player *player;
        assert_int_equal(qi_nogo_player_new(&options, NULL, &player), QI_OK);
        assert_int_equal(decide(player, position), 5);
        qi_nogo_player_free(player);
    }
    qi_nogo_free(position);
}

static void a_player_takes_an_evaluator(void **state)
{
    (void)state;
    fake self = {.value = 0.5F};
    qi_nogo_player *player;
    qi_nogo_choice choice = {.size = sizeof choice};
    qi_nogo *position = empty_board(7, 7);
    {
        const qi_nogo_evaluator evaluator = evaluator_of(&self); /* is copied */
        const qi_nogo_player_options options = {
            .size = sizeof options, .evaluator = &evaluator, .playouts = 50};
        assert_int_equal(qi_nogo_player_new(&options, NULL, &player), QI_OK);
    }
    decide(player, position);
    assert_true(self.positions > 10);
    assert_int_equal(qi_nogo_player_set_level(player, 1), QI_OK); /* judges as before */
    const uint32_t before = self.positions;
    decide(player, position);
    assert_true(self.positions > before || qi_nogo_player_thought(player) == 0);
    self.failing = 1;
    self.fails = QI_NO_MEMORY;
    qi_nogo_play(position, QI_BLACK, 0, NULL);
    qi_nogo_play(position, QI_WHITE, 48, NULL);
    qi_nogo_play(position, QI_BLACK, 6, NULL);
    assert_int_equal(qi_nogo_player_choose(player, position, QI_WHITE, NULL, &choice),
                     QI_NO_MEMORY);
    self.fails = QI_STOPPED; /* before anything is known: there is no choice, nor a resignation */
    assert_int_equal(qi_nogo_player_choose(player, position, QI_WHITE, NULL, &choice), QI_STOPPED);
    assert_true(choice.move == QI_NO_POINT && !choice.resigns);
    self.failing = 0;
    assert_int_equal(qi_nogo_player_choose(player, position, QI_WHITE, NULL, &choice), QI_OK);
    qi_nogo_player_free(player);
    assert_int_equal(self.entered, 0);
    qi_nogo_free(position);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_logits_make_a_policy),
        cmocka_unit_test(a_position_is_seen_as_by_the_network),
        cmocka_unit_test(the_network_may_be_brought),
        cmocka_unit_test(batches_are_filled_and_have_an_end),
        cmocka_unit_test(proofs_are_true_in_batches),
        cmocka_unit_test(memory_may_be_full_in_batches),
        cmocka_unit_test(an_evaluator_of_one_thread_is_called_by_one),
        cmocka_unit_test(failures_are_returned),
        cmocka_unit_test(a_position_may_be_refused),
        cmocka_unit_test(an_evaluator_may_be_refused),
        cmocka_unit_test(random_games_know_no_endings),
        cmocka_unit_test(temperatures_draw_moves),
        cmocka_unit_test(wins_are_played_at_any_temperature),
        cmocka_unit_test(a_player_takes_an_evaluator),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
