/* Thinking by the clock and with reports, and pondering. */
#include "nogo/play/player.h"

/* ---- pondering ---------------------------------------------------------------------------- */

static void ponder(void *context, uint32_t number)
{
    const qi_nogo_player *const player = context;
    const qi_nogo_search_limits limits = {.threads = player->options.threads,
                                          .host = &player->ponder_host};
    (void)number;
    qi_nogo_search_think(player->search, &limits);
}

void qi_nogo_player_rest(qi_nogo_player *player)
{
    if (!player->ponders)
        return;
    qi_stop_set(&player->ponder_stop);
    qi_workers_close(&player->workers);
    player->ponders = false;
}

/* Thinks about the position after `move` until the next question. */
static void start_pondering(qi_nogo_player *player, qi_point move, const qi_host *host)
{
    qi_nogo *const next = player->position;
    if (qi_nogo_play(next, qi_nogo_to_move(next), move, NULL) != QI_NOGO_LEGAL ||
        qi_nogo_search_set(player->search, next) != QI_OK)
        return;
    player->ponder_host = host ? *host : (qi_host){0};
    player->ponder_host.size = sizeof player->ponder_host;
    player->ponder_host.stop = &player->ponder_stop;
    qi_stop_clear(&player->ponder_stop);
    player->ponders = true;
    qi_workers_open(&player->workers, &player->ponder_host, 1);
    qi_workers_start(&player->workers, ponder, player);
}

/* ---- thinking ----------------------------------------------------------------------------- */

/* One call of run or choose. */
typedef struct thinking {
    const qi_nogo_player *player;
    const qi_nogo_thinking *how;
    double interval;
    double next;  /* when the next report is due */
    bool refused; /* the last report returned false */
} thinking;

static double now(const thinking *about)
{
    return qi_host_seconds(about->how->host);
}

static bool report(thinking *about)
{
    const qi_nogo_thinking *const how = about->how;
    about->refused = how->report && !how->report(how->context, about->player->search);
    about->next = now(about) + about->interval;
    return !about->refused;
}

static bool report_when_due(void *context, const qi_nogo_search_state *state)
{
    thinking *const about = context;
    (void)state;
    return now(about) < about->next || report(about);
}

/* With a clock, do not spend time on the only move there is. */
static bool is_forced(const thinking *about)
{
    const qi_nogo *const position = about->player->position;
    return about->how->clock && about->how->clock->given && !about->how->endless &&
           qi_nogo_legal(position, qi_nogo_to_move(position), NULL, 0) == 1;
}

/* Searches once within limits. */
static qi_result search(thinking *about, const qi_nogo_player_limit *limit, double start)
{
    static const double LEAST = 0.001;
    const qi_nogo_player *const player = about->player;
    qi_nogo_search_limits limits = {.seconds = limit->seconds,
                                    .playouts = limit->playouts,
                                    .threads = player->options.threads,
                                    .host = about->how->host};
    if (about->how->report && !about->how->endless) {
        limits.watch = report_when_due;
        limits.context = about;
    }
    if (limit->seconds > 0) { /* keeping part of a large graph takes time too */
        const double left = limit->seconds - (now(about) - start);
        limits.seconds = left > LEAST ? left : LEAST;
    }
    return player->engine == QI_NOGO_POLICY || is_forced(about)
               ? QI_OK
               : qi_nogo_search_think(player->search, &limits);
}

/* Thinks about the position that was faced at the time `start`. */
static qi_result think(qi_nogo_player *player, const qi_nogo_thinking *how, double start)
{
    static const double SHORTEST_INTERVAL = 0.02;
    if (!player->search)
        return how->endless ? QI_UNSUPPORTED : QI_OK;
    thinking about = {.player = player, .how = how, .interval = SHORTEST_INTERVAL};
    if (how->interval > SHORTEST_INTERVAL)
        about.interval = how->interval;
    about.next = start + about.interval;
    qi_nogo_player_limit limit = qi_nogo_player_limits(player, how->clock);
    if (!how->endless) {
        const qi_result result = search(&about, &limit, start);
        if (!about.refused && (result == QI_OK || result == QI_STOPPED) && !report(&about))
            return QI_STOPPED;
        return result;
    }
    if (!qi_host_has_clock(how->host))
        return QI_UNSUPPORTED;
    limit = (qi_nogo_player_limit){.seconds = about.interval};
    for (;; start = now(&about)) {
        const qi_result result = search(&about, &limit, start);
        if (result != QI_OK)
            return result;
        qi_host_wait(how->host, about.next - now(&about)); /* proved: nothing to think about */
        if (qi_host_stops(how->host) || !report(&about))
            return QI_STOPPED;
    }
}

/* The caller's, or all zero; NULL when it is not complete. */
static const qi_nogo_thinking *checked(const qi_nogo_thinking *how)
{
    static const qi_nogo_thinking usual = {.size = sizeof usual};
    if (!how)
        return &usual;
    return how->size >= sizeof *how && qi_host_is_complete(how->host) ? how : NULL;
}

qi_result qi_nogo_player_run(qi_nogo_player *player, const qi_nogo_thinking *how)
{
    how = checked(how);
    if (!how || !player->position)
        return QI_BAD_ARGUMENT;
    qi_nogo_player_rest(player);
    return think(player, how, qi_host_seconds(how->host));
}

qi_result qi_nogo_player_choose(qi_nogo_player *player, const qi_nogo *position, qi_colour colour,
                                const qi_nogo_thinking *how, qi_nogo_choice *choice)
{
    *choice = (qi_nogo_choice){.move = QI_NO_POINT};
    how = checked(how);
    if (!how)
        return QI_BAD_ARGUMENT;
    const double start = qi_host_seconds(how->host);
    qi_result result = qi_nogo_player_face(player, position, colour);
    if (result != QI_OK)
        return result;
    result = think(player, how, start);
    if (result != QI_OK && result != QI_STOPPED)
        return result;
    qi_nogo_player_decide(player, choice);
    if (player->options.ponder && player->search && player->engine != QI_NOGO_POLICY &&
        !choice->resigns)
        start_pondering(player, choice->move, how->host);
    choice->seconds = qi_host_seconds(how->host) - start;
    return result;
}
