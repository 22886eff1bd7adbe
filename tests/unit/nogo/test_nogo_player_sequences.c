/* Random sequences of calls of a player on a clock that nobody waits for, beside a board of the
 * oracle that knows what is legal and, when few points are empty, who wins. */
#include "nogo_players.h"
#include "sequence.h"

#include "lab/oracle/nogo.h"
#include "nogo/play/player.h"

enum { CALLS = 40, MAX_SIDE = 5, MAX_POINTS = MAX_SIDE * MAX_SIDE, SOLVED = 9 };

typedef struct table {
    sequence calls;
    test_clock time;
    qi_nogo_clock clock;
    qi_nogo_player_options options;
    bool search; /* the player has one */
    qi_nogo_player *player;
    qi_nogo *position;
    qi_oracle_nogo board;
    int reports, last; /* of a call, and the one that ends it; 0: none */
    uint64_t digest;   /* of all that the player answered */
} table;

static qi_colour turn_of(const table *it)
{
    return qi_nogo_to_move(it->position);
}

static void digest(table *it, uint64_t answer)
{
    it->digest = (it->digest ^ answer) * 0x9e3779b97f4a7c15U;
    it->digest ^= it->digest >> 29;
}

static uint32_t empty_points(const table *it)
{
    uint32_t count = 0;
    for (qi_point point = 0; point < it->board.rows * it->board.columns; point++)
        count += it->board.cells[point] == QI_EMPTY;
    return count;
}

static bool is_legal(table *it, qi_colour colour, qi_point point)
{
    return qi_oracle_nogo_judge(&it->board, colour, point).verdict == QI_NOGO_LEGAL;
}

/* Proved for the side to move: so it is. */
static void check_outcome(table *it, qi_colour colour, qi_nogo_outcome outcome)
{
    if (outcome != QI_NOGO_UNKNOWN && empty_points(it) <= SOLVED)
        must(&it->calls, qi_oracle_nogo_wins(&it->board, colour) == (outcome == QI_NOGO_WON));
}

static bool look(void *context, const qi_nogo_snapshot *now)
{
    table *const it = context;
    const qi_colour colour = turn_of(it);
    qi_point legal[MAX_POINTS];
    const uint32_t count = qi_oracle_nogo_legal(&it->board, colour, legal);
    must(&it->calls, now->move_count == count);
    uint64_t seen = 0, visits = 0;
    for (size_t i = 0; i < now->move_count; i++) {
        const qi_nogo_candidate *const move = &now->moves[i];
        must(&it->calls, is_legal(it, colour, move->point) && !(seen >> move->point & 1));
        seen |= 1ULL << move->point;
        visits += move->visits;
        must(&it->calls, move->win_rate <= 1 && (move->win_rate >= 0 || move->win_rate == -1));
    }
    digest(it, visits);
    must(&it->calls, now->win_rate >= 0 && now->win_rate <= 1);
    check_outcome(it, colour, now->outcome);
    must(&it->calls, count == 0 || (now->line_length && now->line[0] == now->moves[0].point));
    uint8_t before[MAX_POINTS];
    memcpy(before, it->board.cells, it->board.rows * it->board.columns);
    qi_colour player = colour;
    for (size_t i = 0; i < now->line_length; i++, player = qi_opponent(player)) {
        must(&it->calls, is_legal(it, player, now->line[i]));
        it->board.cells[now->line[i]] = (uint8_t)player;
    }
    memcpy(it->board.cells, before, it->board.rows * it->board.columns);
    return ++it->reports != it->last;
}

static void play(table *it, qi_colour colour, qi_point point)
{
    must(&it->calls, qi_nogo_play(it->position, colour, point, NULL) == QI_NOGO_LEGAL);
    it->board.cells[point] = (uint8_t)colour;
}

/* ---- the calls ------------------------------------------------------------------------------ */

static void new_game(table *it)
{
    const uint32_t rows = 1 + dice(&it->calls, MAX_SIDE), columns = 1 + dice(&it->calls, MAX_SIDE);
    note(&it->calls, "new game %ux%u", rows, columns);
    qi_nogo_free(it->position);
    qi_oracle_nogo_end(&it->board);
    it->position = empty_board(rows, columns);
    must(&it->calls, qi_oracle_nogo_start(&it->board, rows, columns, NULL));
}

static void play_any(table *it)
{
    qi_point legal[MAX_POINTS];
    const qi_colour colour = dice(&it->calls, 6) ? turn_of(it) : qi_opponent(turn_of(it));
    const uint32_t count = qi_oracle_nogo_legal(&it->board, colour, legal);
    if (count == 0) {
        new_game(it);
        return;
    }
    const qi_point point = legal[dice(&it->calls, count)];
    note(&it->calls, "play %d at %u", (int)colour, point);
    play(it, colour, point);
}

static void choose(table *it)
{
    const bool clocked = dice(&it->calls, 2), stopped = dice(&it->calls, 8) == 0;
    qi_nogo_thinking how = think_by(&it->time, clocked ? &it->clock : NULL);
    it->reports = 0;
    it->last = dice(&it->calls, 4) ? 0 : 1 + (int)dice(&it->calls, 3);
    how.interval = 0.05;
    how.report = dice(&it->calls, 2) ? look : NULL;
    how.context = it;
    note(&it->calls, "choose, clock %d, stop %d, reports %d, end %d", clocked, stopped,
         how.report != NULL, it->last);
    const qi_colour colour = turn_of(it);
    if (stopped)
        qi_stop_set(&it->time.stop);
    qi_nogo_choice choice = {.size = sizeof choice};
    const qi_result result = qi_nogo_player_choose(it->player, it->position, colour, &how, &choice);
    const bool refused = it->search && how.report && it->last && it->reports >= it->last;
    must(&it->calls, result == QI_OK || (result == QI_STOPPED && (stopped || refused)));
    must(&it->calls, result == QI_STOPPED || !refused);
    must(&it->calls, it->last == 0 || it->reports <= it->last);
    must(&it->calls, qi_stop_is_set(&it->time.stop) == stopped);
    qi_stop_clear(&it->time.stop);
    qi_point legal[MAX_POINTS];
    const bool can = qi_oracle_nogo_legal(&it->board, colour, legal) > 0;
    must(&it->calls, (choice.move != QI_NO_POINT) == can);
    must(&it->calls, !can || is_legal(it, colour, choice.move));
    const bool lost = choice.outcome == QI_NOGO_LOST && !it->options.never_resign;
    must(&it->calls, choice.resigns == (!can || lost));
    check_outcome(it, colour, choice.outcome);
    must(&it->calls, choice.seconds >= 0 && choice.seconds < 1000);
    digest(it, choice.move);
    digest(it, choice.visits);
    digest(it, (uint64_t)(choice.seconds * 1000 + 0.5));
    if (clocked)
        qi_nogo_clock_use(&it->clock, choice.seconds);
    must(&it->calls, !(it->clock.left < 0));
    if (it->clock.left < 1)
        it->clock = qi_nogo_clock_start(10, dice(&it->calls, 3), dice(&it->calls, 4));
    if (!can)
        return;
    play(it, colour, choice.move);
    if (choice.outcome == QI_NOGO_WON) /* whatever the temperature is */
        check_outcome(it, qi_opponent(colour), QI_NOGO_LOST);
}

static void analyze(table *it)
{
    const bool endless = dice(&it->calls, 2);
    qi_nogo_thinking how = think_by(&it->time, NULL);
    it->reports = 0;
    it->last = 1 + (int)dice(&it->calls, 3);
    how.endless = endless;
    how.interval = 0.03 * (1 + dice(&it->calls, 3));
    how.report = look;
    how.context = it;
    note(&it->calls, "analyze, endless %d, end %d", endless, it->last);
    const qi_result result = qi_nogo_player_analyze(it->player, it->position, turn_of(it), &how);
    if (!it->search)
        must(&it->calls, result == (endless ? QI_UNSUPPORTED : QI_OK) && it->reports == 0);
    else if (endless)
        must(&it->calls, result == QI_STOPPED && it->reports == it->last);
    else
        must(&it->calls, result == (it->reports == it->last ? QI_STOPPED : QI_OK));
    must(&it->calls,
         qi_nogo_player_analyze(it->player, it->position, QI_EMPTY, &how) == QI_BAD_ARGUMENT);
}

static void set_level(table *it)
{
    unsigned count;
    qi_nogo_levels(&count);
    const unsigned level = dice(&it->calls, count + 2);
    note(&it->calls, "level %u", level);
    must(&it->calls, qi_nogo_player_set_level(it->player, level) ==
                         (level >= 1 && level <= count ? QI_OK : QI_BAD_ARGUMENT));
}

static void seat_another(table *it)
{
    it->options = (qi_nogo_player_options){.size = sizeof it->options,
                                           .engine = (qi_nogo_engine)dice(&it->calls, 3),
                                           .playouts = dice(&it->calls, 60),
                                           .temperature = dice(&it->calls, 3),
                                           .memory = 1 << 20,
                                           .seed = dice(&it->calls, 1000),
                                           .random = dice(&it->calls, 8) == 0,
                                           .ponder = it->options.ponder,
                                           .never_resign = dice(&it->calls, 2)};
    if (it->options.playouts == 0)
        it->options.seconds = 0.3;
    it->search = !it->options.random;
    note(&it->calls, "seat engine %d, %d playouts, temperature %g, random %d",
         (int)it->options.engine, (int)it->options.playouts, it->options.temperature,
         it->options.random);
    qi_nogo_player_free(it->player);
    it->player = seat(it->options);
}

/* Returns a digest of the answers. */
static uint64_t run_session(uint64_t seed, bool ponder)
{
    table it = {.options = {.ponder = ponder}, .clock = qi_nogo_clock_start(10, 1, 2)};
    sequence_start(&it.calls, seed);
    test_clock_start(&it.time, MILLISECOND * (1 + dice(&it.calls, 20)));
    new_game(&it);
    seat_another(&it);
    for (int call = 0; call < CALLS; call++) {
        const uint32_t kind = dice(&it.calls, 100);
        if (kind < 45)
            choose(&it);
        else if (kind < 72)
            play_any(&it);
        else if (kind < 84)
            analyze(&it);
        else if (kind < 90)
            set_level(&it);
        else if (kind < 94)
            qi_nogo_player_stop_pondering(it.player);
        else if (kind < 97)
            new_game(&it);
        else
            seat_another(&it);
    }
    qi_nogo_player_free(it.player);
    qi_nogo_free(it.position);
    qi_oracle_nogo_end(&it.board);
    return it.digest;
}

static void players_keep_to_the_rules(void **state)
{
    (void)state;
    for (uint64_t i = 0; i < test_cases(20); i++) {
        const uint64_t seed = first_seed() + i;
        if (run_session(seed, false) != run_session(seed, false))
            fail_msg("seed %llu: another session from the same calls", (unsigned long long)seed);
    }
}

static void players_that_ponder_keep_to_the_rules(void **state)
{
    (void)state;
    for (uint64_t i = 0; i < test_cases(20); i++)
        run_session(first_seed() + i, true);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(players_keep_to_the_rules),
        cmocka_unit_test(players_that_ponder_keep_to_the_rules),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
