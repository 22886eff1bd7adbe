#include "cli/nogo/player.h"
#include "base/clock.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

typedef struct search_player {
    nogo_player player;
    nogo_search_habits habits;
    qi_nogo_search *search;
    atomic_bool stop; /* ends the thinking that is under way */
    pthread_t ponderer;
    bool pondering;
} search_player;

/* ---- pondering ---------------------------------------------------------------------------- */

static bool go_on(void *context, const qi_nogo_search_state *state)
{
    (void)state;
    return !atomic_load(&((search_player *)context)->stop);
}

static void *ponder(void *context)
{
    search_player *self = context;
    const qi_nogo_search_limits limit = {
        .threads = (uint32_t)self->habits.thinking.threads, .watch = go_on, .context = self};
    qi_nogo_search_run(self->search, &limit);
    return NULL;
}

static void stop_pondering(search_player *self)
{
    if (!self->pondering)
        return;
    atomic_store(&self->stop, true);
    pthread_join(self->ponderer, NULL);
    self->pondering = false;
}

/* Gives the search the position with `colour` to move. */
static qi_result set_position(search_player *self, const qi_nogo *position, qi_colour colour)
{
    stop_pondering(self);
    atomic_store(&self->stop, false);
    if (qi_nogo_to_move(position) == colour)
        return qi_nogo_search_set(self->search, position);
    qi_nogo *turned;
    qi_result result = qi_nogo_copy(position, NULL, &turned);
    if (result != QI_OK)
        return result;
    qi_nogo_set_to_move(turned, colour);
    result = qi_nogo_search_set(self->search, turned);
    qi_nogo_free(turned);
    return result;
}

/* Thinks about the position after `move` until the next question. */
static void start_pondering(search_player *self, const qi_nogo *position, qi_colour colour,
                            qi_point move)
{
    qi_nogo *next;
    if (qi_nogo_copy(position, NULL, &next) != QI_OK)
        return;
    if (qi_nogo_play(next, colour, move, NULL) == QI_NOGO_LEGAL &&
        qi_nogo_search_set(self->search, next) == QI_OK) {
        atomic_store(&self->stop, false);
        self->pondering = pthread_create(&self->ponderer, NULL, ponder, self) == 0;
    }
    qi_nogo_free(next);
}

/* ---- the clock ---------------------------------------------------------------------------- */

/* Seconds to spend on a move: what a period gives each of its stones less what the machine may
 * take, and of the main time an even share of the moves that may still come. */
static double seconds_for(const gtp_clock *clock, const qi_nogo *position, qi_colour colour)
{
    static const double DELAY = 0.01; /* between the clock and us */
    static const double LEAST = 0.005;
    double seconds;
    if (clock->stones > 0) {
        seconds = clock->left / clock->stones * 0.95 - DELAY;
    } else {
        /* About half of one's legal points are still played. */
        const double moves = (double)qi_nogo_legal(position, colour, NULL, 0) / 2 + 3;
        seconds = clock->left / moves - DELAY;
        if (clock->byo_yomi > 0 && clock->byo_yomi_stones > 0)
            seconds += clock->byo_yomi / clock->byo_yomi_stones * 0.8;
        if (seconds > clock->left * 0.8 - DELAY)
            seconds = clock->left * 0.8 - DELAY;
    }
    return seconds > LEAST ? seconds : LEAST;
}

/* ---- the player --------------------------------------------------------------------------- */

static qi_result choose(nogo_player *player, const qi_nogo *position, qi_colour colour,
                        const gtp_clock *clock, qi_point *move)
{
    static const double LEAST = 0.001;
    search_player *self = (search_player *)player;
    const double start = qi_seconds();
    qi_result result = set_position(self, position, colour);
    if (result != QI_OK)
        return result;
    qi_nogo_search_limits limit = nogo_thinking_limit(&self->habits.thinking);
    if (clock->given) {
        /* A number of playouts that was asked for still ends the thinking earlier. */
        limit.seconds = seconds_for(clock, position, colour);
        limit.settled = clock->stones == 0;
    }
    if (limit.seconds > 0) { /* keeping what was known of a large tree takes time too */
        limit.seconds -= qi_seconds() - start;
        limit.seconds = limit.seconds > LEAST ? limit.seconds : LEAST;
    }
    limit.watch = go_on;
    limit.context = self;
    result = qi_nogo_search_run(self->search, &limit);
    if (result != QI_OK && result != QI_STOPPED)
        return result;
    qi_nogo_search_state state;
    qi_nogo_search_state_of(self->search, &state);
    if (state.outcome == QI_NOGO_LOST && !self->habits.never_resign) {
        *move = GTP_RESIGN;
        return QI_OK;
    }
    *move = qi_nogo_search_best(self->search);
    if (self->habits.ponder)
        start_pondering(self, position, colour, *move);
    return QI_OK;
}

enum { LINE = 12, TOLD = 16 };

/* Tells `report` what the search thinks; false when it wants no more. */
static bool tell(const search_player *self, nogo_report *report, void *context)
{
    qi_nogo_candidate moves[TOLD];
    nogo_candidate told[TOLD];
    qi_point lines[TOLD][LINE];
    const size_t count = qi_nogo_search_candidates(self->search, moves, TOLD);
    const size_t known = count < TOLD ? count : TOLD;
    for (size_t i = 0; i < known; i++)
        told[i] = (nogo_candidate){
            .point = moves[i].point,
            .visits = moves[i].visits,
            .winrate = moves[i].win_rate,
            .line = lines[i],
            .line_length = qi_nogo_search_line(self->search, moves[i].point, lines[i], LINE)};
    return report(context, told, known);
}

static qi_result analyze(nogo_player *player, const qi_nogo *position, qi_colour colour,
                         double interval, nogo_report *report, void *context)
{
    static const double SHORTEST = 0.02;
    search_player *self = (search_player *)player;
    const qi_result result = set_position(self, position, colour);
    if (result != QI_OK)
        return result;
    const double step = interval > SHORTEST ? interval : SHORTEST;
    const qi_nogo_search_limits limit = {.seconds = step,
                                         .threads = (uint32_t)self->habits.thinking.threads,
                                         .watch = go_on,
                                         .context = self};
    do {
        const double start = qi_seconds();
        qi_nogo_search_run(self->search, &limit);
        const double left = step - (qi_seconds() - start);
        if (left > 0 && !atomic_load(&self->stop)) { /* proven: nothing to think about */
            const struct timespec rest = {.tv_sec = (time_t)left,
                                          .tv_nsec = (long)(1e9 * (left - (double)(time_t)left))};
            nanosleep(&rest, NULL);
        }
    } while (!atomic_load(&self->stop) && tell(self, report, context));
    return QI_OK;
}

static void stop(nogo_player *player)
{
    atomic_store(&((search_player *)player)->stop, true);
}

static void forget(nogo_player *player)
{
    stop_pondering((search_player *)player);
}

static void release(nogo_player *player)
{
    search_player *self = (search_player *)player;
    stop_pondering(self);
    qi_nogo_search_free(self->search);
    free(self);
}

nogo_player *nogo_search_player(const nogo_search_habits *habits)
{
    static const nogo_player_kind kinds[] = {{.description = "tree search with a network",
                                              .choose = choose,
                                              .analyze = analyze,
                                              .stop = stop,
                                              .forget = forget,
                                              .release = release},
                                             {.description = "tree search with a network of shapes",
                                              .choose = choose,
                                              .analyze = analyze,
                                              .stop = stop,
                                              .forget = forget,
                                              .release = release},
                                             {.description = "tree search with RAVE",
                                              .choose = choose,
                                              .analyze = analyze,
                                              .stop = stop,
                                              .forget = forget,
                                              .release = release},
                                             {.description = "plain UCT",
                                              .choose = choose,
                                              .analyze = analyze,
                                              .stop = stop,
                                              .forget = forget,
                                              .release = release},
                                             {.description = "a network without search",
                                              .choose = choose,
                                              .analyze = analyze,
                                              .stop = stop,
                                              .forget = forget,
                                              .release = release}};
    search_player *self = calloc(1, sizeof *self);
    if (!self)
        return NULL;
    self->player.kind = &kinds[habits->thinking.player];
    self->habits = *habits;
    atomic_init(&self->stop, false);
    if (nogo_thinking_start(&habits->thinking, &self->search) != QI_OK) {
        free(self);
        return NULL;
    }
    return &self->player;
}
