#include "arena/match.h"

#include "base/workers.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

bool arena_match_start(arena_match *match)
{
    match->score.engines = match->plan.engines;
    match->won = calloc(match->plan.games, 1);
    qi_mutex_init(&match->lock);
    return match->won != NULL;
}

void arena_match_end(arena_match *match)
{
    qi_mutex_destroy(&match->lock);
    free(match->won);
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

void arena_match_add(void *context, const arena_game *game)
{
    arena_match *match = context;
    if (match->won[game->number]) {
        match->totals.again++;
        return;
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
}

/* The next game that was not played, or false when there is none or the match is over. */
static bool take_game(arena_match *match, arena_game *game)
{
    qi_mutex_lock(&match->lock);
    while (match->next < match->plan.games &&
           (match->won[match->next] || !arena_plan_has(&match->plan, match->next)))
        match->next++;
    const bool any = match->next < match->plan.games && !atomic_load(match->stop);
    if (any)
        arena_plan_game(&match->plan, match->next++, game);
    qi_mutex_unlock(&match->lock);
    return any;
}

/* Records, counts and reports a finished game. */
static void take_in(arena_match *match, const arena_game *game, const qi_buffer *sgf)
{
    qi_mutex_lock(&match->lock);
    if (match->record && !arena_record_game(match->record, match->engines, game, sgf)) {
        match->write_error = errno;
        atomic_store(match->stop, true);
    } else {
        arena_match_add(match, game);
        if (match->sprt && fabs(arena_log_likelihood_ratio(match->score.pairs[0][1], match->elo0,
                                                           match->elo1)) >= ARENA_SPRT_BOUND)
            atomic_store(match->stop, true);
        if (match->report)
            match->report(match->context, match, game);
    }
    qi_mutex_unlock(&match->lock);
}

static bool add_bytes(void *context, const char *bytes, size_t count)
{
    return qi_buffer_add(context, bytes, count);
}

static void finish_game(arena_match *match, const arena_game *game)
{
    qi_buffer sgf = {0};
    if (match->record && qi_nogo_record_write(game->record, add_bytes, &sgf) != QI_OK)
        sgf.failed = true;
    take_in(match, game, &sgf);
    qi_buffer_free(&sgf);
}

/* Ends the match: something is wanting here. */
static void give_up(arena_match *match, int error)
{
    qi_mutex_lock(&match->lock);
    match->own_error = error;
    atomic_store(match->stop, true);
    qi_mutex_unlock(&match->lock);
}

/* Plays a game, again and again while it fails for want of something here: other games that are
 * under way may give it back. */
static void play_patiently(arena_match *match, arena_game *game)
{
    enum { TRIES = 10 };
    const struct timespec pause = {0, 100000000};
    for (int i = 0; i < TRIES && !atomic_load(match->stop); i++) {
        arena_play(&match->settings, match->engines, game, match->stop);
        if (!game->error)
            return;
        nanosleep(&pause, NULL);
    }
    if (game->error && !atomic_load(match->stop))
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
        play_patiently(match, game);
        if (game->end == ARENA_STOPPED)
            break;
        finish_game(match, game);
    }
    if (game)
        qi_nogo_record_free(game->record);
    free(game);
}

void arena_run(arena_match *match)
{
    qi_workers workers;
    qi_workers_open(&workers, NULL, match->concurrency - 1);
    qi_workers_start(&workers, play_games, match);
    play_games(match, 0);
    qi_workers_close(&workers);
}
