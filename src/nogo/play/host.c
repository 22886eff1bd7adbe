/* The parts of a player that need a clock and threads. */
#include "nogo/play/player.h"

#include "base/host.h"

#include <pthread.h>

/* ---- being interrupted -------------------------------------------------------------------- */

void qi_nogo_player_interrupt(qi_nogo_player *player)
{
    __atomic_store_n(&player->stop, true, __ATOMIC_RELAXED);
}

void qi_nogo_player_clear_interrupt(qi_nogo_player *player)
{
    __atomic_store_n(&player->stop, false, __ATOMIC_RELAXED);
}

static bool is_interrupted(const qi_nogo_player *player)
{
    return __atomic_load_n(&player->stop, __ATOMIC_RELAXED);
}

/* Every call ends by this, and none clears interrupts earlier: so none is lost. */
static qi_result end_call(qi_nogo_player *player, qi_result result)
{
    qi_nogo_player_clear_interrupt(player);
    return result;
}

/* Who else decides whether to go on. */
typedef struct watcher {
    const qi_nogo_player *player;
    qi_nogo_search_watch *watch; /* or NULL */
    void *context;
} watcher;

static bool go_on(void *context, const qi_nogo_search_state *state)
{
    const watcher *self = context;
    return !is_interrupted(self->player) && (!self->watch || self->watch(self->context, state));
}

/* Searches as the limits say; not at all when interrupted before: the watch is asked only now and
 * then. */
static qi_result search_on(const qi_nogo_player *player, const qi_nogo_search_limits *limits)
{
    if (player->engine == QI_NOGO_POLICY)
        return QI_OK;
    return is_interrupted(player) ? QI_STOPPED : qi_nogo_search_think(player->search, limits);
}

/* ---- pondering ---------------------------------------------------------------------------- */

typedef struct pondering {
    pthread_t thread;
    const qi_nogo_player *player;
    bool stop; /* set from another thread, atomically */
} pondering;

static bool ponder_on(void *context, const qi_nogo_search_state *state)
{
    const pondering *self = context;
    (void)state;
    return !__atomic_load_n(&self->stop, __ATOMIC_RELAXED);
}

static void *ponder(void *context)
{
    pondering *self = context;
    const qi_nogo_player *player = self->player;
    const qi_nogo_search_limits limits = {
        .threads = player->options.threads, .watch = ponder_on, .context = self};
    qi_nogo_search_think(player->search, &limits);
    return NULL;
}

static void end_pondering(qi_nogo_player *player)
{
    pondering *self = player->host;
    player->end_host = NULL;
    __atomic_store_n(&self->stop, true, __ATOMIC_RELAXED);
    pthread_join(self->thread, NULL);
    qi_release(&player->allocator, self);
    player->host = NULL;
}

void qi_nogo_player_rest(qi_nogo_player *player)
{
    if (player->end_host)
        player->end_host(player);
}

/* Thinks about the position after `move` until the next question. */
static void start_pondering(qi_nogo_player *player, qi_point move)
{
    qi_nogo *next = player->position;
    pondering *self = qi_allocate(&player->allocator, sizeof *self);
    if (!self)
        return;
    *self = (pondering){.player = player};
    if (qi_nogo_play(next, qi_nogo_to_move(next), move, NULL) == QI_NOGO_LEGAL &&
        qi_nogo_search_set(player->search, next) == QI_OK &&
        pthread_create(&self->thread, NULL, ponder, self) == 0) {
        player->host = self;
        player->end_host = end_pondering;
    } else {
        qi_release(&player->allocator, self);
    }
}

/* ---- choosing ----------------------------------------------------------------------------- */

/* Thinks within the limits, less what was used of the time already. */
static qi_result think(qi_nogo_player *player, qi_nogo_player_limit limit, double used,
                       qi_nogo_search_watch *watch, void *context)
{
    static const double LEAST = 0.001;
    if (!player->search)
        return QI_OK;
    watcher asked = {player, watch, context};
    qi_nogo_search_limits limits = {.seconds = limit.seconds,
                                    .playouts = limit.playouts,
                                    .threads = player->options.threads,
                                    .watch = go_on,
                                    .context = &asked};
    if (limits.seconds > 0)
        limits.seconds = limits.seconds - used > LEAST ? limits.seconds - used : LEAST;
    return search_on(player, &limits);
}

qi_result qi_nogo_player_run(qi_nogo_player *player, qi_nogo_search_watch *watch, void *context)
{
    const qi_nogo_player_limit limit = qi_nogo_player_limits(player, NULL);
    return end_call(player,
                    player->position ? think(player, limit, 0, watch, context) : QI_BAD_ARGUMENT);
}

/* With a clock, do not spend time on the only move there is. */
static bool is_forced(const qi_nogo_player *player, qi_colour colour, const qi_nogo_clock *clock)
{
    return clock && clock->given && qi_nogo_legal(player->position, colour, NULL, 0) == 1;
}

/* How a player is told about while it chooses. */
typedef struct telling {
    double interval;
    qi_nogo_player_report *report; /* NULL: not at all */
    void *context;
} telling;

static const double SHORTEST_INTERVAL = 0.02;

/* Thinks until the time `end` (0: no limit) in pieces, with a report after each. */
static qi_result think_told(qi_nogo_player *player, uint64_t playouts, double end,
                            const telling *to)
{
    const double interval = to->interval > SHORTEST_INTERVAL ? to->interval : SHORTEST_INTERVAL;
    watcher asked = {.player = player};
    for (;;) {
        const double start = qi_seconds(), left = end > 0 ? end - start : interval;
        const uint64_t before = qi_nogo_player_thought(player);
        qi_nogo_search_limits limits = {.seconds = left < interval ? left : interval,
                                        .playouts = playouts ? playouts - before : 0,
                                        .threads = player->options.threads,
                                        .watch = go_on,
                                        .context = &asked};
        qi_result result = QI_OK;
        if (left > 0)
            result = search_on(player, &limits);
        if (result != QI_OK && result != QI_STOPPED)
            return result;
        /* It came back early: interrupted, proved, or all the playouts are made. */
        const bool over = left < interval || qi_seconds() - start < limits.seconds ||
                          (playouts && qi_nogo_player_thought(player) >= playouts);
        if (!to->report(to->context, player->search) || over)
            return result;
    }
}

/* Thinks about the position faced at the time `start`. */
static qi_result think_about(qi_nogo_player *player, qi_nogo_player_limit limit, double start,
                             const telling *to)
{
    if (!to->report || !player->search) /* keeping part of a large graph takes time too */
        return think(player, limit, qi_seconds() - start, NULL, NULL);
    return think_told(player, limit.playouts, limit.seconds > 0 ? start + limit.seconds : 0, to);
}

static qi_result choose(qi_nogo_player *player, const qi_nogo *position, qi_colour colour,
                        const qi_nogo_clock *clock, const telling *to, qi_nogo_choice *choice)
{
    const double start = qi_seconds();
    qi_result result = qi_nogo_player_face(player, position, colour);
    if (result != QI_OK)
        return result;
    if (!is_forced(player, colour, clock))
        result = think_about(player, qi_nogo_player_limits(player, clock), start, to);
    else if (to->report && player->search)
        to->report(to->context, player->search);
    if (result != QI_OK && result != QI_STOPPED)
        return result;
    qi_nogo_player_decide(player, choice);
    if (player->options.ponder && player->search && player->engine != QI_NOGO_POLICY &&
        !choice->resigns)
        start_pondering(player, choice->move);
    choice->seconds = qi_seconds() - start;
    return QI_OK;
}

qi_result qi_nogo_player_choose(qi_nogo_player *player, const qi_nogo *position, qi_colour colour,
                                const qi_nogo_clock *clock, qi_nogo_choice *choice)
{
    const telling nobody = {.report = NULL};
    return end_call(player, choose(player, position, colour, clock, &nobody, choice));
}

qi_result qi_nogo_player_choose_told(qi_nogo_player *player, const qi_nogo *position,
                                     qi_colour colour, const qi_nogo_clock *clock, double interval,
                                     qi_nogo_player_report *report, void *context,
                                     qi_nogo_choice *choice)
{
    const telling to = {interval, report, context};
    return end_call(player, choose(player, position, colour, clock, &to, choice));
}

/* ---- analysis ----------------------------------------------------------------------------- */

/* Waits out what is left of an interval that began at `start`. */
static void wait_until(const qi_nogo_player *player, double end)
{
    static const double STEP = 0.01; /* an interruption must not wait long */
    for (double left; (left = end - qi_seconds()) > 0 && !is_interrupted(player);) {
        const double step = left < STEP ? left : STEP;
        const struct timespec moment = {.tv_nsec = (long)(1e9 * step)};
        nanosleep(&moment, NULL);
    }
}

static qi_result analyze(qi_nogo_player *player, const qi_nogo *position, qi_colour colour,
                         double interval, qi_nogo_player_report *report, void *context)
{
    if (!player->search)
        return QI_UNSUPPORTED;
    const qi_result result = qi_nogo_player_face(player, position, colour);
    if (result != QI_OK)
        return result;
    watcher asked = {.player = player};
    const qi_nogo_search_limits limits = {
        .seconds = interval > SHORTEST_INTERVAL ? interval : SHORTEST_INTERVAL,
        .threads = player->options.threads,
        .watch = go_on,
        .context = &asked};
    do {
        const double end = qi_seconds() + limits.seconds;
        search_on(player, &limits);
        wait_until(player, end); /* proved: there is nothing to think about */
    } while (!is_interrupted(player) && report(context, player->search));
    return QI_OK;
}

qi_result qi_nogo_player_analyze(qi_nogo_player *player, const qi_nogo *position, qi_colour colour,
                                 double interval, qi_nogo_player_report *report, void *context)
{
    return end_call(player, analyze(player, position, colour, interval, report, context));
}
