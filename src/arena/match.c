#include "arena/arena.h"

#include "base/workers.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- the plan ----------------------------------------------------------------------------- */

arena_plan arena_make_plan(uint32_t engines, uint32_t games, bool gauntlet)
{
    const uint32_t pairings = gauntlet ? engines - 1 : engines * (engines - 1) / 2;
    return (arena_plan){engines, pairings, pairings * (games + (games & 1)), gauntlet, {1, 1}};
}

uint32_t arena_plan_due(const arena_plan *plan)
{
    const uint32_t games = plan->games, turn = 2 * plan->shard.parts; /* a pair for each part */
    uint32_t due = games / turn * 2;
    for (uint32_t number = games - games % turn; number < games; number++)
        due += qi_shard_has(plan->shard, number / 2);
    return due;
}

void arena_plan_game(const arena_plan *plan, uint32_t number, arena_game *game)
{
    uint32_t pairing = number / 2 % plan->pairings;
    uint32_t one = 0, other;
    if (plan->gauntlet) {
        other = pairing + 1;
    } else {
        while (pairing >= plan->engines - 1 - one) {
            pairing -= plan->engines - 1 - one;
            one++;
        }
        other = one + 1 + pairing;
    }
    game->number = number;
    game->opening = number / 2 / plan->pairings;
    game->player[QI_BLACK] = number % 2 ? other : one;
    game->player[QI_WHITE] = number % 2 ? one : other;
}

/* ---- the results so far ------------------------------------------------------------------- */

/* Makes room for the results of the first games of the plan, and of more to come. */
static bool make_room(arena_match *match, uint32_t games)
{
    if (games <= match->room)
        return true;
    const uint32_t room = games < match->plan.games / 2 ? 2 * games : match->plan.games;
    uint8_t *const won = calloc(room, 1);
    if (won && match->room)
        memcpy(won, match->won, match->room);
    if (won) {
        free(match->won);
        match->won = won;
        match->room = room;
    }
    return won;
}

void arena_cut_plan(arena_match *match)
{
    const uint32_t round = 2 * match->plan.pairings;
    uint32_t games = match->room;
    while (games > 1 && !arena_has_game(match, games - 1))
        games--;
    if (games <= round)
        match->plan.games = round;
    else if (round)
        match->plan.games = (games + round - 1) / round * round;
}

void arena_match_end(arena_match *match)
{
    free(match->won);
    qi_buffer_free(&match->damaged);
    arena_free_engines(&match->engines);
}

/* Counts a pair of games with one opening when both have been played. The lower of the two engines
 * is Black in the first. */
static void add_pair(arena_match *match, const arena_game *game)
{
    const uint8_t first = match->won[game->number & ~1U], second = match->won[game->number | 1U];
    const uint32_t black = game->player[QI_BLACK], white = game->player[QI_WHITE];
    uint32_t *pairs =
        match->score.pairs[black < white ? black : white][black < white ? white : black];
    if (first && second)
        pairs[(first == QI_BLACK) + (second == QI_WHITE)]++;
}

bool arena_match_add(arena_match *match, const arena_game *game)
{
    if (!make_room(match, (game->number | 1U) + 1))
        return false;
    if (match->won[game->number]) {
        match->totals.again++;
        return true;
    }
    match->won[game->number] = (uint8_t)game->winner;
    arena_totals *totals = &match->totals;
    const uint32_t winner = game->player[game->winner];
    const uint32_t loser = game->player[qi_opponent(game->winner)];
    match->score.won[winner][loser]++;
    add_pair(match, game);
    totals->games++;
    totals->ends[game->end]++;
    totals->moves += game->moves;
    if (game->end >= ARENA_ILLEGAL) {
        totals->faults++;
        totals->faulty[loser]++;
    }
    for (int colour = QI_BLACK; colour <= QI_WHITE; colour++) {
        const uint32_t engine = game->player[colour];
        totals->spent[engine] += game->spent[colour];
        totals->played[engine]++;
        totals->longest[engine] = fmax(totals->longest[engine], game->longest[colour]);
    }
    return true;
}

/* ---- playing ------------------------------------------------------------------------------ */

/* The next game that was not played, or false if none is left or the match is over. */
static bool take_game(arena_match *match, arena_game *game)
{
    qi_mutex_lock(&match->lock);
    while (match->next < match->plan.games &&
           (match->won[match->next] || !qi_shard_has(match->plan.shard, match->next / 2)))
        match->next++;
    const bool any = match->next < match->plan.games && !qi_stop_is_set(&match->over);
    if (any)
        arena_plan_game(&match->plan, match->next++, game);
    qi_mutex_unlock(&match->lock);
    return any;
}

static bool add_bytes(void *context, const char *bytes, size_t count)
{
    return qi_buffer_add(context, bytes, count);
}

/* Records, counts and reports a finished game. */
static void take_in(arena_match *match, const arena_game *game)
{
    qi_buffer sgf = {0};
    if (match->folder && qi_nogo_record_write(game->record, add_bytes, &sgf) != QI_OK)
        sgf.failed = true;
    qi_mutex_lock(&match->lock);
    if (match->folder && !arena_record_game(match, game, &sgf)) {
        match->write_error = errno;
        qi_stop_set(&match->over);
    } else {
        arena_match_add(match, game); /* which has room */
        if (match->sprt && fabs(arena_log_likelihood_ratio(match->score.pairs[0][1], match->elo0,
                                                           match->elo1)) >= ARENA_SPRT_BOUND)
            qi_stop_set(&match->over);
        if (match->report)
            match->report(match->context, match, game);
    }
    qi_mutex_unlock(&match->lock);
    qi_buffer_free(&sgf);
}

/* Ends the match: something is wanting here. */
static void give_up(arena_match *match, int error)
{
    qi_mutex_lock(&match->lock);
    match->own_error = error;
    qi_stop_set(&match->over);
    qi_mutex_unlock(&match->lock);
}

/* Plays a game, again and again while it fails for want of something here: other games that are
 * under way may give it back. */
static void play_with_retries(arena_match *match, arena_game *game)
{
    enum { TRIES = 10 };
    for (int i = 0; i < TRIES && !qi_stop_is_set(&match->over); i++) {
        arena_play(match, game);
        if (!game->error)
            return;
        qi_host_wait(match->host, 0.1);
    }
    if (game->error && !qi_stop_is_set(&match->over))
        give_up(match, game->error);
}

static void play_games(void *context, uint32_t number)
{
    (void)number;
    arena_match *match = context;
    arena_game *game = calloc(1, sizeof *game);
    if (!game)
        give_up(match, ENOMEM);
    while (game && take_game(match, game)) {
        play_with_retries(match, game);
        if (game->end == ARENA_STOPPED)
            break;
        take_in(match, game);
    }
    if (game)
        qi_nogo_record_free(game->record);
    free(game);
}

qi_result arena_run(arena_match *match)
{
    static const double INTERVAL = 0.02;
    if (qi_host_stops(match->host))
        return QI_STOPPED;
    if (!make_room(match, match->plan.games))
        return QI_NO_MEMORY;
    qi_workers workers;
    qi_mutex_init(&match->lock);
    qi_result result =
        qi_workers_open(&workers, match->host, match->concurrency) ? QI_OK : QI_NO_MEMORY;
    qi_workers_start(&workers, play_games, match);
    while (!qi_workers_wait(&workers, INTERVAL))
        if (qi_host_stops(match->host)) {
            result = QI_STOPPED;
            qi_stop_set(&match->over);
        }
    qi_workers_close(&workers);
    qi_mutex_destroy(&match->lock);
    return match->own_error || match->write_error ? QI_STOPPED : result;
}
