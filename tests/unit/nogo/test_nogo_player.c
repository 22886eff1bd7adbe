/* The player: its clock without any real time, its levels and its decisions. */
#include "nogo_players.h"

#include "nogo/play/player.h"
#include "nogo/rules/position.h"
#include "nogo/search/evaluators.h"

/* ---- the clock ---------------------------------------------------------------------------- */

static void clocks_run_down(void **state)
{
    (void)state;
    qi_nogo_clock clock = qi_nogo_clock_start(100, 30, 5);
    assert_true(clock.given && clock.left == 100 && clock.stones == 0);
    qi_nogo_clock_use(&clock, 90);
    assert_true(clock.left == 10 && clock.stones == 0);
    qi_nogo_clock_use(&clock, 14); /* into the first period, of which 4 s are used */
    assert_true(clock.left == 26 && clock.stones == 5);
    for (int i = 0; i < 4; i++)
        qi_nogo_clock_use(&clock, 1);
    assert_true(clock.left == 22 && clock.stones == 1);
    qi_nogo_clock_use(&clock, 1);
    assert_true(clock.left == 30 && clock.stones == 5);
    clock = qi_nogo_clock_start(0, 10, 1);
    assert_true(clock.given && clock.left == 10 && clock.stones == 1);
    clock = qi_nogo_clock_start(10, 0, 0);
    assert_true(clock.given);
    qi_nogo_clock_use(&clock, 11);
    assert_true(clock.left == 0);
    clock = qi_nogo_clock_start(0, 1, 0);
    assert_false(clock.given);
    qi_nogo_clock_use(&clock, 11);
    assert_true(clock.left >= 0);
}

/* What a game on a simulated clock took. */
typedef struct timing {
    double spent; /* in all */
    uint32_t moves;
} timing;

/* How a simulated game goes: no real time passes. */
typedef struct simulation {
    uint32_t side;
    double seconds;    /* for the whole game */
    uint32_t decided;  /* with so few points open the outcome is proved, and a move costs nothing */
    double hesitation; /* the machine takes up to that much longer for a move */
    uint64_t seed;
} simulation;

static uint32_t count_open(const qi_nogo *position)
{
    uint32_t open = 0;
    for (qi_point point = 0; point < qi_nogo_rows(position) * qi_nogo_columns(position); point++)
        open += qi_nogo_judge(position, QI_BLACK, point, NULL) == QI_NOGO_LEGAL ||
                qi_nogo_judge(position, QI_WHITE, point, NULL) == QI_NOGO_LEGAL;
    return open;
}

/* Both sides are played by a player that searches a little; Black's clock is watched. */
static timing play_on_clock(const simulation *about)
{
    qi_random random;
    qi_random_seed(&random, about->seed);
    qi_nogo *position = empty_board(about->side, about->side);
    qi_nogo_player *player = seat((qi_nogo_player_options){.size = sizeof(qi_nogo_player_options),
                                                           .engine = QI_NOGO_PLAYOUTS,
                                                           .playouts = 20,
                                                           .seed = about->seed,
                                                           .never_resign = true});
    qi_nogo_clock clock = qi_nogo_clock_start(about->seconds, 0, 0);
    timing took = {0};
    for (;;) {
        const qi_colour colour = qi_nogo_to_move(position);
        assert_int_equal(qi_nogo_player_set_position(player, position, colour), QI_OK);
        qi_nogo_choice choice = {.size = sizeof choice};
        const qi_nogo_player_limit limit =
            qi_nogo_player_limits(player, colour == QI_BLACK ? &clock : NULL);
        assert_int_equal(limit.playouts, 20);
        qi_nogo_player_think(player, limit.playouts, limit.playouts);
        qi_nogo_player_decide(player, &choice);
        if (choice.move == QI_NO_POINT)
            break;
        if (colour == QI_BLACK) {
            const double seconds =
                (count_open(position) <= about->decided ? 0.001 : limit.seconds) +
                about->hesitation * qi_random_below(&random, 1000) / 1000;
            took.spent += seconds;
            took.moves++;
            qi_nogo_clock_use(&clock, seconds);
        } else {
            assert_true(limit.seconds == 0); /* White has no clock */
        }
        assert_int_equal(qi_nogo_play(position, colour, choice.move, NULL), QI_NOGO_LEGAL);
    }
    qi_nogo_player_free(player);
    qi_nogo_free(position);
    return took;
}

/* With 10 s for the whole game at least 8.5 are used, and never more than 10: whether the search
 * proves its win early, late or never. */
static void a_game_of_ten_seconds_uses_them(void **state)
{
    (void)state;
    static const uint32_t decided[] = {0, 12, 20, 26, 30};
    for (size_t i = 0; i < sizeof decided / sizeof *decided; i++)
        for (uint64_t seed = 0; seed < test_cases(6); seed++) {
            const timing took = play_on_clock(&(simulation){9, 10, decided[i], 0.01, seed});
            if (took.spent < 8.5 || took.spent > 10)
                print_error("decided at %u, seed %u: %.2f s in %u moves\n", decided[i],
                            (unsigned)seed, took.spent, took.moves);
            assert_true(took.spent >= 8.5 && took.spent <= 10);
        }
}

/* Whatever the time and the board, the time is not exceeded. */
static void the_clock_never_runs_out(void **state)
{
    (void)state;
    static const struct {
        uint32_t side;
        double seconds, hesitation;
    } games[] = {{9, 1, 0.008}, {9, 3, 0.02},   {9, 600, 0.1},  {5, 1, 0.01},
                 {5, 10, 0.05}, {13, 5, 0.012}, {13, 60, 0.05}, {19, 10, 0.01}};
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        const timing took = play_on_clock(
            &(simulation){games[i].side, games[i].seconds, 0, games[i].hesitation, i});
        if (took.spent > games[i].seconds)
            print_error("%u x %u in %g s: %.2f s in %u moves\n", games[i].side, games[i].side,
                        games[i].seconds, took.spent, took.moves);
        assert_true(took.spent <= games[i].seconds);
        assert_true(took.spent >= 0.6 * games[i].seconds);
    }
}

static void periods_are_kept(void **state)
{
    (void)state;
    for (uint32_t stones = 1; stones <= 25; stones++) {
        qi_nogo_clock clock = qi_nogo_clock_start(0, 30, stones);
        double spent = 0;
        for (uint32_t i = 0; i < stones; i++) {
            const double seconds = qi_nogo_clock_share(&clock, 40);
            spent += seconds;
            qi_nogo_clock_use(&clock, seconds);
        }
        assert_true(spent < 30 && spent > 26);
        assert_true(clock.left == 30 && clock.stones == stones);
    }
    /* The main time is not overstepped on the way into a period. */
    qi_nogo_clock clock = qi_nogo_clock_start(2, 30, 1);
    assert_true(qi_nogo_clock_share(&clock, 81) < 2);
    clock.left = 0;
    assert_true(qi_nogo_clock_share(&clock, 81) <= 0.005);
}

/* ---- levels ------------------------------------------------------------------------------- */

static void every_level_plays(void **state)
{
    (void)state;
    unsigned levels;
    assert_null(qi_nogo_level_at(0));
    assert_ptr_equal(qi_nogo_levels(&levels), qi_nogo_level_at(1));
    assert_int_equal(levels, 10);
    assert_null(qi_nogo_level_at(levels + 1));
    qi_nogo *position = empty_board(3, 3);
    for (unsigned number = 1; number <= levels; number++) {
        const qi_nogo_level *level = qi_nogo_level_at(number);
        assert_true(level->playouts || level->seconds > 0);
        assert_true(strlen(level->description) > 0);
        qi_nogo_player *player =
            seat((qi_nogo_player_options){.size = sizeof(qi_nogo_player_options), .level = number});
        assert_int_equal(qi_nogo_player_set_position(player, position, QI_BLACK), QI_OK);
        const qi_nogo_player_limit limit = qi_nogo_player_limits(player, NULL);
        assert_true(limit.playouts == level->playouts && limit.seconds == level->seconds);
        qi_nogo_player_think(player, 50, 50);
        qi_nogo_choice choice = {.size = sizeof choice};
        qi_nogo_player_decide(player, &choice);
        assert_int_equal(qi_nogo_judge(position, QI_BLACK, choice.move, NULL), QI_NOGO_LEGAL);
        qi_nogo_player_free(player);
    }
    /* A level that counts playouts keeps to them under any clock. */
    qi_nogo_player *player =
        seat((qi_nogo_player_options){.size = sizeof(qi_nogo_player_options), .level = 1});
    const qi_nogo_clock clock = qi_nogo_clock_start(600, 0, 0);
    assert_int_equal(qi_nogo_player_set_position(player, position, QI_BLACK), QI_OK);
    assert_true(qi_nogo_player_limits(player, &clock).seconds > 1);
    assert_int_equal(qi_nogo_player_limits(player, &clock).playouts, qi_nogo_level_at(1)->playouts);
    qi_nogo_player_free(player);
    const qi_nogo_player_options options = {.size = sizeof options, .level = levels + 1};
    assert_int_equal(qi_nogo_player_new(&options, NULL, &player), QI_BAD_ARGUMENT);
    /* Limits of one's own hold instead of the level's. */
    player = seat(
        (qi_nogo_player_options){.size = sizeof(qi_nogo_player_options), .level = 1, .seconds = 3});
    qi_nogo_player_limit limit = qi_nogo_player_limits(player, NULL);
    assert_true(limit.playouts == 0 && limit.seconds == 3);
    assert_int_equal(qi_nogo_player_set_level(player, levels + 1), QI_BAD_ARGUMENT);
    assert_int_equal(qi_nogo_player_set_level(player, levels), QI_OK);
    limit = qi_nogo_player_limits(player, NULL);
    assert_true(limit.playouts == 0 && limit.seconds == 3);
    assert_int_equal(qi_nogo_player_set_position(player, position, QI_BLACK), QI_OK);
    qi_nogo_player_free(player);
    /* And without any there is a second. */
    player = seat((qi_nogo_player_options){.size = sizeof(qi_nogo_player_options),
                                           .engine = QI_NOGO_PLAYOUTS});
    limit = qi_nogo_player_limits(player, NULL);
    assert_true(limit.playouts == 0 && limit.seconds == 1);
    assert_string_equal(qi_nogo_player_description(player), "tree search with random games");
    qi_nogo_player_free(player);
    qi_nogo_player_free(NULL);
    qi_nogo_free(position);
}

/* ---- thinking ----------------------------------------------------------------------------- */

/* Thinking in pieces plays the game that thinking at once plays. */
static void pieces_make_the_same_game(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= test_cases(2); seed++) {
        const qi_nogo_player_options options = {
            .size = sizeof options, .playouts = 100, .seed = seed};
        qi_nogo_player *whole = seat(options), *pieces = seat(options);
        qi_nogo *position = empty_board(5, 5);
        for (;;) {
            const qi_colour colour = qi_nogo_to_move(position);
            qi_nogo_choice one = {.size = sizeof one}, other = {.size = sizeof other};
            assert_int_equal(qi_nogo_player_choose(whole, position, colour, NULL, &one), QI_OK);
            assert_int_equal(qi_nogo_player_set_position(pieces, position, colour), QI_OK);
            for (uint64_t piece = 1; qi_nogo_player_thought(pieces) < 100; piece *= 2) {
                const uint64_t left = 100 - qi_nogo_player_thought(pieces);
                if (qi_nogo_player_think(pieces, piece < left ? piece : left, 100))
                    break;
            }
            qi_nogo_player_decide(pieces, &other);
            assert_int_equal(one.move, other.move);
            assert_int_equal(one.resigns, other.resigns);
            assert_int_equal(one.visits, other.visits);
            assert_int_equal(one.outcome, other.outcome);
            assert_true(one.win_rate == other.win_rate);
            if (one.resigns)
                break;
            assert_int_equal(qi_nogo_play(position, colour, one.move, NULL), QI_NOGO_LEGAL);
        }
        assert_true(qi_nogo_stones(position, QI_BLACK) > 3);
        qi_nogo_player_free(whole);
        qi_nogo_player_free(pieces);
        qi_nogo_free(position);
    }
}

static void the_tree_is_kept_from_move_to_move(void **state)
{
    (void)state;
    qi_nogo_player *player =
        seat((qi_nogo_player_options){.size = sizeof(qi_nogo_player_options), .playouts = 200});
    qi_nogo *position = empty_board(9, 9);
    qi_nogo_choice choice = {.size = sizeof choice};
    assert_int_equal(qi_nogo_player_choose(player, position, QI_BLACK, NULL, &choice), QI_OK);
    assert_int_equal(choice.visits, 201);
    assert_false(choice.resigns);
    qi_nogo_play(position, QI_BLACK, choice.move, NULL);
    assert_int_equal(qi_nogo_player_choose(player, position, QI_WHITE, NULL, &choice), QI_OK);
    assert_true(choice.visits > 201);
    assert_int_equal(qi_nogo_player_thought(player), 200);
    assert_non_null(qi_nogo_player_search(player));
    /* Whoever the position says is to move. */
    assert_int_equal(qi_nogo_player_set_position(player, position, QI_BLACK), QI_OK);
    qi_nogo_player_decide(player, &choice);
    assert_int_equal(qi_nogo_judge(position, QI_BLACK, choice.move, NULL), QI_NOGO_LEGAL);
    assert_int_equal(qi_nogo_player_set_position(player, position, QI_WALL), QI_BAD_ARGUMENT);
    qi_nogo_free(position);
    position = empty_board(26, 26);
    assert_int_equal(qi_nogo_player_choose(player, position, QI_BLACK, NULL, &choice),
                     QI_TOO_LARGE);
    qi_nogo_player_free(player);
    player = seat((qi_nogo_player_options){.size = sizeof(qi_nogo_player_options), .random = true});
    assert_int_equal(qi_nogo_player_choose(player, position, QI_BLACK, NULL, &choice),
                     QI_TOO_LARGE);
    qi_nogo_free(position);
    qi_nogo_player_free(player);
}

static void the_loser_resigns(void **state)
{
    (void)state;
    qi_nogo *lost = board_from("2 3\n...\n...\n"), *over = board_from("1 3\nX.O\n");
    qi_nogo_choice choice = {.size = sizeof choice};
    qi_nogo_player *player =
        seat((qi_nogo_player_options){.size = sizeof(qi_nogo_player_options), .playouts = 1000});
    assert_int_equal(qi_nogo_player_choose(player, lost, QI_BLACK, NULL, &choice), QI_OK);
    assert_true(choice.resigns && choice.outcome == QI_NOGO_LOST);
    assert_int_equal(qi_nogo_judge(lost, QI_BLACK, choice.move, NULL), QI_NOGO_LEGAL);
    assert_int_equal(qi_nogo_player_choose(player, over, QI_BLACK, NULL, &choice), QI_OK);
    assert_true(choice.resigns && choice.move == QI_NO_POINT);
    qi_nogo_player_free(player);
    player = seat((qi_nogo_player_options){
        .size = sizeof(qi_nogo_player_options), .playouts = 1000, .never_resign = true});
    assert_int_equal(qi_nogo_player_choose(player, lost, QI_BLACK, NULL, &choice), QI_OK);
    assert_true(!choice.resigns && choice.move != QI_NO_POINT);
    assert_int_equal(qi_nogo_player_choose(player, over, QI_WHITE, NULL, &choice), QI_OK);
    assert_true(choice.resigns && choice.move == QI_NO_POINT);
    qi_nogo_player_free(player);
    qi_nogo_free(lost);
    qi_nogo_free(over);
}

static void random_players_do_not_search(void **state)
{
    (void)state;
    qi_nogo *position = board_from("2 3\nX..\n..O\n");
    qi_nogo_player *player = seat((qi_nogo_player_options){
        .size = sizeof(qi_nogo_player_options), .random = true, .seed = 4});
    uint32_t seen[6] = {0};
    for (int i = 0; i < 4000; i++) {
        qi_nogo_choice choice = {.size = sizeof choice};
        assert_int_equal(qi_nogo_player_choose(player, position, QI_BLACK, NULL, &choice), QI_OK);
        assert_false(choice.resigns);
        seen[choice.move]++;
    }
    double chi = 0;
    for (qi_point point = 0; point < 6; point++) {
        const bool legal = qi_nogo_judge(position, QI_BLACK, point, NULL) == QI_NOGO_LEGAL;
        assert_int_equal(legal, seen[point] > 0);
        chi += legal ? (seen[point] - 1000.0) * (seen[point] - 1000.0) / 1000 : 0;
    }
    assert_true(chi < 16.3); /* p = 0.001 with 3 degrees of freedom */
    const qi_nogo_search *none = qi_nogo_player_search(player);
    assert_null(none);
    qi_nogo_search_state read = {.size = sizeof read, .evaluations = 1};
    assert_int_equal(qi_nogo_search_state_of(none, &read), QI_OK);
    assert_true(read.evaluations == 0 && read.visits == 0);
    qi_nogo_candidate candidate;
    assert_int_equal(qi_nogo_search_candidates(none, &candidate, 1, sizeof candidate), 0);
    assert_int_equal(qi_nogo_search_line(none, 0, &(qi_point){0}, 1), 0);
    assert_int_equal(qi_nogo_search_best(none), QI_NO_POINT);
    const qi_nogo_thinking endless = {.size = sizeof endless, .endless = true};
    assert_int_equal(qi_nogo_player_run(player, &endless), QI_UNSUPPORTED);
    qi_nogo_player_free(player);
    qi_nogo_free(position);
}

static void the_centre_can_be_forbidden(void **state)
{
    (void)state;
    qi_nogo *position = empty_board(3, 3);
    qi_nogo_player *player = seat((qi_nogo_player_options){
        .size = sizeof(qi_nogo_player_options), .playouts = 200, .no_centre_first = true});
    qi_nogo_choice choice = {.size = sizeof choice};
    assert_int_equal(qi_nogo_player_choose(player, position, QI_BLACK, NULL, &choice), QI_OK);
    assert_int_not_equal(choice.move, 4);
    assert_int_equal(qi_nogo_search_candidates(qi_nogo_player_search(player), NULL, 0,
                                               sizeof(qi_nogo_candidate)),
                     8);
    qi_nogo_player_free(player);
    qi_nogo_free(position);
}

/* ---- time, on a clock that nobody waits for ------------------------------------------------- */

static void a_move_of_one_second_takes_one(void **state)
{
    (void)state;
    qi_nogo *position = empty_board(9, 9);
    qi_nogo_player *player = seat((qi_nogo_player_options){
        .size = sizeof(qi_nogo_player_options), .seconds = 1, .threads = 2});
    test_clock time;
    test_clock_start(&time, MILLISECOND);
    const qi_nogo_thinking how = think_by(&time, NULL);
    qi_nogo_choice choice = {.size = sizeof choice};
    assert_int_equal(qi_nogo_player_choose(player, position, QI_BLACK, &how, &choice), QI_OK);
    assert_true(choice.seconds >= 1 && choice.seconds < 1.1);
    assert_int_equal(qi_nogo_player_run(player, &how), QI_OK);
    assert_true(1e-9 * (double)time.now < 2.2);
    /* A clock holds instead, and the only move there is costs nothing. */
    const qi_nogo_clock clock = qi_nogo_clock_start(0, 5, 1);
    const qi_nogo_thinking timed = think_by(&time, &clock);
    assert_int_equal(qi_nogo_player_choose(player, position, QI_BLACK, &timed, &choice), QI_OK);
    assert_true(choice.seconds > 4 && choice.seconds < 5);
    qi_nogo *forced = board_from("2 3\nOXX\nO..\n");
    assert_int_equal(qi_nogo_legal(forced, QI_BLACK, NULL, 0), 1);
    assert_int_equal(qi_nogo_player_choose(player, forced, QI_BLACK, &timed, &choice), QI_OK);
    assert_true(choice.seconds < 0.1);
    qi_nogo_player_free(player);
    qi_nogo_free(forced);
    qi_nogo_free(position);
}

/* A game in which each move takes what the player's thinking takes. */
static void play_in_time(qi_nogo_clock clock)
{
    qi_nogo *position = empty_board(7, 7);
    qi_nogo_player *player = seat((qi_nogo_player_options){
        .size = sizeof(qi_nogo_player_options), .engine = QI_NOGO_PLAYOUTS, .seconds = 1});
    qi_nogo_clock clocks[3] = {[QI_BLACK] = clock, [QI_WHITE] = clock};
    test_clock time;
    test_clock_start(&time, MILLISECOND / 10);
    for (;;) {
        const qi_colour colour = qi_nogo_to_move(position);
        const qi_nogo_thinking how = think_by(&time, &clocks[colour]);
        qi_nogo_choice choice = {.size = sizeof choice};
        assert_int_equal(qi_nogo_player_choose(player, position, colour, &how, &choice), QI_OK);
        if (choice.resigns)
            break;
        const double period = clocks[colour].stones ? 0 : clocks[colour].byo_yomi;
        assert_true(choice.seconds <= clocks[colour].left + period);
        qi_nogo_clock_use(&clocks[colour], choice.seconds);
        assert_true(clocks[colour].left > 0);
        assert_int_equal(qi_nogo_play(position, colour, choice.move, NULL), QI_NOGO_LEGAL);
    }
    qi_nogo_player_free(player);
    qi_nogo_free(position);
}

static void no_move_exceeds_its_time(void **state)
{
    (void)state;
    play_in_time(qi_nogo_clock_start(1, 0, 0));
    play_in_time(qi_nogo_clock_start(0, 0.5, 5));
    play_in_time(qi_nogo_clock_start(0.5, 0.1, 1));
}

/* ---- memory ------------------------------------------------------------------------------- */

static void running_out_of_memory_loses_nothing(void **state)
{
    (void)state;
    qi_nogo *position = empty_board(5, 5);
    bool done = false;
    for (int left = 0; !done; left++) {
        assert_in_range(left, 0, 60);
        stingy from = {left, 0};
        const qi_allocator allocator = stingy_allocator(&from);
        const qi_nogo_player_options options = {
            .size = sizeof options, .playouts = 50, .memory = (size_t)16 << 20};
        qi_nogo_player *player = NULL;
        if (qi_nogo_player_new(&options, &allocator, &player) == QI_OK) {
            qi_nogo_choice choice = {.size = sizeof choice};
            const qi_result result =
                qi_nogo_player_choose(player, position, QI_BLACK, NULL, &choice);
            assert_true(result == QI_OK || result == QI_NO_MEMORY);
            done = result == QI_OK && qi_nogo_player_set_level(player, 1) == QI_OK;
        }
        qi_nogo_player_free(player);
        assert_int_equal(from.out, 0);
    }
    qi_nogo_free(position);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(clocks_run_down),
        cmocka_unit_test(a_game_of_ten_seconds_uses_them),
        cmocka_unit_test(the_clock_never_runs_out),
        cmocka_unit_test(periods_are_kept),
        cmocka_unit_test(every_level_plays),
        cmocka_unit_test(pieces_make_the_same_game),
        cmocka_unit_test(the_tree_is_kept_from_move_to_move),
        cmocka_unit_test(the_loser_resigns),
        cmocka_unit_test(random_players_do_not_search),
        cmocka_unit_test(the_centre_can_be_forbidden),
        cmocka_unit_test(a_move_of_one_second_takes_one),
        cmocka_unit_test(no_move_exceeds_its_time),
        cmocka_unit_test(running_out_of_memory_loses_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
