/* The player: its clock without any real time, its levels, its decisions, and being stopped. */
#include "check.h"

#include "base/random.h"
#include "test_clock.h"

#include <qi/nogo_player.h>

#include <pthread.h>
#include <string.h>

static qi_nogo *board(const char *text)
{
    qi_nogo *position;
    assert_int_equal(
        qi_nogo_parse(text, strlen(text), QI_NOGO_ANY_COUNT | QI_NOGO_HOLES, NULL, &position, NULL),
        QI_OK);
    return position;
}

static qi_nogo *empty_board(uint32_t side)
{
    qi_nogo *position;
    assert_int_equal(qi_nogo_new(side, side, NULL, &position), QI_OK);
    return position;
}

static qi_nogo_player *seat(qi_nogo_player_options options)
{
    qi_nogo_player *player;
    options.memory = options.memory ? options.memory : (size_t)16 << 20;
    assert_int_equal(qi_nogo_player_new(&options, NULL, &player), QI_OK);
    return player;
}

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
    qi_nogo *position = empty_board(about->side);
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
static void time_is_never_up(void **state)
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
    assert_null(qi_nogo_level_at(0));
    assert_null(qi_nogo_level_at(qi_nogo_levels() + 1));
    assert_int_equal(qi_nogo_levels(), 10);
    qi_nogo *position = empty_board(3);
    for (unsigned number = 1; number <= qi_nogo_levels(); number++) {
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
    const qi_nogo_player_options options = {.size = sizeof options, .level = qi_nogo_levels() + 1};
    assert_int_equal(qi_nogo_player_new(&options, NULL, &player), QI_BAD_ARGUMENT);
    /* Limits of one's own hold instead of the level's. */
    player = seat(
        (qi_nogo_player_options){.size = sizeof(qi_nogo_player_options), .level = 1, .seconds = 3});
    qi_nogo_player_limit limit = qi_nogo_player_limits(player, NULL);
    assert_true(limit.playouts == 0 && limit.seconds == 3);
    assert_int_equal(qi_nogo_player_set_level(player, qi_nogo_levels() + 1), QI_BAD_ARGUMENT);
    assert_int_equal(qi_nogo_player_set_level(player, qi_nogo_levels()), QI_OK);
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
        qi_nogo *position = empty_board(5);
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
    qi_nogo *position = empty_board(9);
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
    position = empty_board(26);
    assert_int_equal(qi_nogo_player_choose(player, position, QI_BLACK, NULL, &choice),
                     QI_TOO_LARGE);
    qi_nogo_player_free(player);
    player = seat((qi_nogo_player_options){.size = sizeof(qi_nogo_player_options), .random = true});
    assert_int_equal(qi_nogo_player_choose(player, position, QI_BLACK, NULL, &choice),
                     QI_TOO_LARGE);
    qi_nogo_free(position);
    qi_nogo_player_free(player);
}

static void who_has_lost_resigns(void **state)
{
    (void)state;
    qi_nogo *lost = board("2 3\n...\n...\n"), *over = board("1 3\nX.O\n");
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
    qi_nogo *position = board("2 3\nX..\n..O\n");
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
    qi_nogo *position = empty_board(3);
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

static const uint64_t MILLISECOND = 1000000; /* in the test clock's nanoseconds */

static qi_nogo_thinking think_by(const test_clock *time, const qi_nogo_clock *clock)
{
    return (qi_nogo_thinking){
        .size = sizeof(qi_nogo_thinking), .clock = clock, .host = &time->host};
}

static void a_second_is_a_second(void **state)
{
    (void)state;
    qi_nogo *position = empty_board(9);
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
    qi_nogo *forced = board("2 3\nOXX\nO..\n");
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
    qi_nogo *position = empty_board(7);
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

static void no_move_oversteps_its_time(void **state)
{
    (void)state;
    play_in_time(qi_nogo_clock_start(1, 0, 0));
    play_in_time(qi_nogo_clock_start(0, 0.5, 5));
    play_in_time(qi_nogo_clock_start(0.5, 0.1, 1));
}

/* ---- reports and stops ---------------------------------------------------------------------- */

/* Counts, and ends the call at the last. */
typedef struct ear {
    int reports, last;
    qi_stop *stop; /* to be set at the last; NULL: the report ends the call itself */
} ear;

static bool listen(void *context, const qi_nogo_search *search)
{
    ear *const self = context;
    qi_nogo_candidate best;
    assert_true(qi_nogo_search_candidates(search, &best, 1, sizeof(qi_nogo_candidate)) > 0);
    const bool last = ++self->reports == self->last;
    if (last && self->stop)
        qi_stop_set(self->stop);
    return !last || self->stop;
}

/* Far more than can ever be made: a call whose stop is lost does not return. */
static const uint64_t ENDLESS = 1000000000000000;

typedef enum call { RUN, CHOOSE, ANALYZE, CALLS } call;

static qi_result make_call(call which, qi_nogo_player *player, const qi_nogo *position,
                           const test_clock *time, double interval, ear *to)
{
    qi_nogo_thinking how = think_by(time, NULL);
    how.endless = which == ANALYZE;
    how.interval = interval;
    how.report = listen;
    how.context = to;
    if (which != CHOOSE)
        return qi_nogo_player_run(player, &how);
    qi_nogo_choice choice = {.size = sizeof choice};
    const qi_result result = qi_nogo_player_choose(player, position, QI_BLACK, &how, &choice);
    assert_int_equal(qi_nogo_judge(position, QI_BLACK, choice.move, NULL), QI_NOGO_LEGAL);
    return result;
}

static void reports_come_every_interval(void **state)
{
    (void)state;
    qi_nogo *position = empty_board(9);
    qi_nogo_player *player = seat((qi_nogo_player_options){
        .size = sizeof(qi_nogo_player_options), .engine = QI_NOGO_PLAYOUTS, .seconds = 2});
    test_clock time;
    test_clock_start(&time, MILLISECOND);
    ear whole = {0};
    assert_int_equal(make_call(CHOOSE, player, position, &time, 0.25, &whole), QI_OK);
    assert_in_range(whole.reports, 7, 9); /* the last at the end */
    for (int which = RUN; which < CALLS; which++) {
        ear third = {.last = 3};
        const uint64_t start = time.now;
        assert_int_equal(make_call((call)which, player, position, &time, 0.25, &third), QI_STOPPED);
        assert_int_equal(third.reports, 3);
        assert_in_range(time.now - start, 750 * MILLISECOND, 1000 * MILLISECOND);
    }
    /* An analysis goes on when all is proved; then it waits instead of thinking. */
    qi_nogo *small = board("1 3\n...\n");
    assert_int_equal(qi_nogo_player_set_position(player, small, QI_BLACK), QI_OK);
    ear tenth = {.last = 10};
    const uint64_t start = time.now;
    assert_int_equal(make_call(ANALYZE, player, small, &time, 1, &tenth), QI_STOPPED);
    assert_in_range(time.now - start, 10000 * MILLISECOND, 10200 * MILLISECOND);
    qi_nogo_player_free(player);
    qi_nogo_free(small);
    qi_nogo_free(position);
}

static void a_stop_ends_calls_until_it_is_cleared(void **state)
{
    (void)state;
    qi_nogo *position = empty_board(9);
    qi_nogo_player *player =
        seat((qi_nogo_player_options){.size = sizeof(qi_nogo_player_options), .playouts = ENDLESS});
    test_clock time;
    test_clock_start(&time, 1);
    qi_stop_set(&time.stop);
    assert_int_equal(qi_nogo_player_set_position(player, position, QI_BLACK), QI_OK);
    for (int which = RUN; which < CALLS; which++)
        for (int again = 0; again < 2; again++) {
            ear to = {0};
            assert_int_equal(make_call((call)which, player, position, &time, 1e6, &to), QI_STOPPED);
            assert_int_equal(to.reports, which != ANALYZE);
            assert_int_equal(qi_nogo_player_thought(player), 0);
        }
    qi_nogo_player_free(player);
    player = seat((qi_nogo_player_options){.size = sizeof(qi_nogo_player_options), .playouts = 50});
    const qi_nogo_thinking how = think_by(&time, NULL);
    qi_nogo_choice choice = {.size = sizeof choice};
    assert_int_equal(qi_nogo_player_choose(player, position, QI_BLACK, &how, &choice), QI_STOPPED);
    assert_int_equal(qi_nogo_player_thought(player), 0);
    qi_stop_clear(&time.stop);
    assert_int_equal(qi_nogo_player_choose(player, position, QI_BLACK, &how, &choice), QI_OK);
    assert_int_equal(qi_nogo_player_thought(player), 50);
    const qi_nogo_thinking wrong = {.size = 0};
    assert_int_equal(qi_nogo_player_choose(player, position, QI_BLACK, &wrong, &choice),
                     QI_BAD_ARGUMENT);
    qi_nogo_player_free(player);
    qi_nogo_free(position);
}

/* Sets its stop at one of its readings. */
static double read_and_stop(void *context)
{
    test_clock *const clock = context;
    if (clock->readings == clock->tick)
        qi_stop_set(&clock->stop);
    __atomic_fetch_add(&clock->readings, 1, __ATOMIC_RELAXED);
    return 0; /* so no time limit ends anything */
}

/* From before the position is faced until long after the thinking began. */
static void a_stop_ends_the_call_whenever_it_comes(void **state)
{
    (void)state;
    qi_nogo *position = empty_board(19);
    for (uint32_t threads = 1; threads <= 2; threads++) {
        qi_nogo_player *player =
            seat((qi_nogo_player_options){.size = sizeof(qi_nogo_player_options),
                                          .engine = QI_NOGO_PLAYOUTS,
                                          .playouts = ENDLESS,
                                          .threads = threads});
        assert_int_equal(qi_nogo_player_set_position(player, position, QI_BLACK), QI_OK);
        for (uint64_t moment = 0; moment < 60; moment++) {
            test_clock time;
            test_clock_start(&time, moment);
            time.host.seconds = read_and_stop;
            ear to = {0};
            assert_int_equal(make_call((call)(moment % ANALYZE), player, position, &time, 1e6, &to),
                             QI_STOPPED);
        }
        qi_nogo_player_free(player);
    }
    qi_nogo_free(position);
}

static void a_stop_may_come_from_a_report(void **state)
{
    (void)state;
    qi_nogo *position = empty_board(9);
    qi_nogo_player *player =
        seat((qi_nogo_player_options){.size = sizeof(qi_nogo_player_options), .playouts = ENDLESS});
    test_clock time;
    test_clock_start(&time, MILLISECOND);
    assert_int_equal(qi_nogo_player_set_position(player, position, QI_BLACK), QI_OK);
    for (int which = RUN; which < CALLS; which++) {
        ear to = {.last = 1, .stop = &time.stop};
        assert_int_equal(make_call((call)which, player, position, &time, 0, &to), QI_STOPPED);
        qi_stop_clear(&time.stop);
    }
    qi_nogo_player_free(player);
    qi_nogo_free(position);
}

typedef struct endless_call {
    qi_nogo_player *player;
    test_clock *time;
    qi_result result;
} endless_call;

static void *call_endlessly(void *context)
{
    endless_call *const self = context;
    const qi_nogo_thinking how = think_by(self->time, NULL);
    self->result = qi_nogo_player_run(self->player, &how);
    return NULL;
}

/* The thread that calls may not even have begun. */
static void a_stop_may_come_from_another_thread(void **state)
{
    (void)state;
    qi_nogo *position = empty_board(19);
    test_clock time;
    endless_call self = {.player =
                             seat((qi_nogo_player_options){.size = sizeof(qi_nogo_player_options),
                                                           .engine = QI_NOGO_PLAYOUTS,
                                                           .playouts = ENDLESS}),
                         .time = &time};
    assert_int_equal(qi_nogo_player_set_position(self.player, position, QI_BLACK), QI_OK);
    for (int round = 0; round < 100; round++) {
        pthread_t thread;
        test_clock_start(&time, 1);
        assert_int_equal(pthread_create(&thread, NULL, call_endlessly, &self), 0);
        qi_stop_set(&time.stop);
        pthread_join(thread, NULL);
        assert_int_equal(self.result, QI_STOPPED);
    }
    qi_nogo_player_free(self.player);
    qi_nogo_free(position);
}

/* ---- pondering ------------------------------------------------------------------------------ */

/* A host that says when another thread has thought for a while. */
typedef struct ponder_host {
    qi_host host;
    pthread_t caller;
    pthread_mutex_t lock;
    pthread_cond_t enough;
    int readings;
} ponder_host;

enum { A_WHILE = 300 }; /* readings of the clock, at least one a playout */

static double count_readings(void *context)
{
    ponder_host *const self = context;
    if (!pthread_equal(pthread_self(), self->caller)) {
        pthread_mutex_lock(&self->lock);
        if (++self->readings == A_WHILE)
            pthread_cond_signal(&self->enough);
        pthread_mutex_unlock(&self->lock);
    }
    return 0;
}

static void wait_until_it_has_pondered(ponder_host *self)
{
    pthread_mutex_lock(&self->lock);
    while (self->readings < A_WHILE)
        pthread_cond_wait(&self->enough, &self->lock);
    self->readings = 0;
    pthread_mutex_unlock(&self->lock);
}

static void a_player_ponders_until_it_is_asked(void **state)
{
    (void)state;
    qi_nogo *position = empty_board(9);
    qi_nogo_player *player = seat((qi_nogo_player_options){
        .size = sizeof(qi_nogo_player_options), .playouts = 10, .ponder = true});
    ponder_host self = {.caller = pthread_self(),
                        .lock = PTHREAD_MUTEX_INITIALIZER,
                        .enough = PTHREAD_COND_INITIALIZER};
    self.host = (qi_host){.size = sizeof self.host, .context = &self, .seconds = count_readings};
    qi_nogo_search_state now = {.size = sizeof now};
    qi_nogo_choice choice = {.size = sizeof choice};
    {
        qi_stop stop = {0};
        qi_host host = self.host; /* and its stop need not outlast the call */
        host.stop = &stop;
        const qi_nogo_thinking how = {.size = sizeof how, .host = &host};
        assert_int_equal(qi_nogo_player_choose(player, position, QI_BLACK, &how, &choice), QI_OK);
        qi_stop_set(&stop);
    }
    wait_until_it_has_pondered(&self);
    qi_nogo_player_stop_pondering(player);
    qi_nogo_search_state_of(qi_nogo_player_search(player), &now);
    assert_true(now.visits >= 100); /* of White's position, about which nobody asked */
    const qi_nogo_thinking how = {.size = sizeof how, .host = &self.host};
    assert_int_equal(qi_nogo_player_choose(player, position, QI_BLACK, &how, &choice), QI_OK);
    wait_until_it_has_pondered(&self);
    assert_int_equal(qi_nogo_player_set_level(player, 1), QI_OK);
    assert_int_equal(qi_nogo_player_choose(player, position, QI_BLACK, &how, &choice), QI_OK);
    wait_until_it_has_pondered(&self);
    assert_int_equal(qi_nogo_player_run(player, &how), QI_OK); /* of the position it pondered */
    assert_int_equal(qi_nogo_player_choose(player, position, QI_BLACK, &how, &choice), QI_OK);
    qi_nogo_player_free(player); /* while it ponders */
    qi_nogo_free(position);
}

/* ---- memory ------------------------------------------------------------------------------- */

static void running_out_of_memory_loses_nothing(void **state)
{
    (void)state;
    qi_nogo *position = empty_board(5);
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
        cmocka_unit_test(time_is_never_up),
        cmocka_unit_test(periods_are_kept),
        cmocka_unit_test(every_level_plays),
        cmocka_unit_test(pieces_make_the_same_game),
        cmocka_unit_test(the_tree_is_kept_from_move_to_move),
        cmocka_unit_test(who_has_lost_resigns),
        cmocka_unit_test(random_players_do_not_search),
        cmocka_unit_test(the_centre_can_be_forbidden),
        cmocka_unit_test(a_second_is_a_second),
        cmocka_unit_test(no_move_oversteps_its_time),
        cmocka_unit_test(reports_come_every_interval),
        cmocka_unit_test(a_stop_ends_calls_until_it_is_cleared),
        cmocka_unit_test(a_stop_ends_the_call_whenever_it_comes),
        cmocka_unit_test(a_stop_may_come_from_a_report),
        cmocka_unit_test(a_stop_may_come_from_another_thread),
        cmocka_unit_test(a_player_ponders_until_it_is_asked),
        cmocka_unit_test(running_out_of_memory_loses_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
