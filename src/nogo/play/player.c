/* A player: how it thinks, by the clock, in pieces or while its opponent does, and what it decides.
 */
#include <qi/nogo_player.h>
#include <qi/nogo_search.h>

#include "base/memory.h"
#include "base/random.h"
#include "base/workers.h"
#include "nogo/net/evaluate.h"
#include "nogo/play/player.h"
#include "nogo/rules/position.h"
#include "nogo/search/evaluators.h"

enum { MAX_POINTS = QI_NOGO_SEARCH_MAX_SIDE * QI_NOGO_SEARCH_MAX_SIDE };

struct qi_nogo_player {
    qi_allocator allocator;
    qi_nogo_player_options options;
    qi_nogo_evaluator evaluator; /* a copy, if `options.evaluator` is not NULL */
    qi_nogo_engine engine;
    double temperature;
    uint64_t playouts;      /* for a move; 0: no limit */
    double seconds;         /* for a move; 0: no limit */
    qi_nogo_search *search; /* NULL when it plays at random */
    qi_nogo *position;      /* the position being played; NULL before */
    uint64_t first_visits;  /* of the root when it was set */
    bool begun;             /* thinking about it has begun */
    uint64_t drawn;         /* decides what a temperature plays, however often it is asked */
    qi_random random;
    bool ponders; /* in a thread of `workers`; the rest is valid only then */
    qi_workers workers;
    qi_host ponder_host; /* that of the choice, with a stop of its own */
    qi_stop ponder_stop;
    qi_nogo_candidate moves[MAX_POINTS]; /* of the last report, and the line */
    qi_point line[MAX_POINTS];
};

/* ---- making players ----------------------------------------------------------------------- */

/* Sets how to think from the options and the level. */
static void set_habits(qi_nogo_player *player)
{
    const qi_nogo_player_options *options = &player->options;
    const qi_nogo_level *level = qi_nogo_level_at(options->level);
    player->engine = level ? level->engine : options->engine;
    player->temperature = level ? level->temperature : options->temperature;
    player->playouts = options->playouts;
    player->seconds = options->seconds;
    if (player->playouts || player->seconds > 0)
        return;
    player->playouts = level ? level->playouts : 0;
    player->seconds = level ? level->seconds : 1;
}

static qi_result make_search(const qi_nogo_player *player, qi_nogo_search **search)
{
    qi_nogo_evaluator playouts = {.size = sizeof playouts};
    qi_nogo_playout_evaluator(&playouts);
    const qi_nogo_evaluator *own = player->options.evaluator ? &player->evaluator : NULL;
    const bool by_playouts = player->engine == QI_NOGO_PLAYOUTS && !own;
    const qi_nogo_search_options options = {.size = sizeof options,
                                            .evaluator = by_playouts ? &playouts : own,
                                            .net = player->options.net,
                                            .seed = player->options.seed,
                                            .memory = player->options.memory,
                                            .no_centre_first = player->options.no_centre_first};
    return qi_nogo_search_new(&options, &player->allocator, search);
}

qi_result qi_nogo_player_new(const qi_nogo_player_options *options, const qi_allocator *allocator,
                             qi_nogo_player **player)
{
    const qi_allocator memory = qi_allocator_or_default(allocator);
    qi_nogo_player_options wanted;
    qi_nogo_evaluator evaluator;
    if (!qi_struct_read(&wanted, sizeof wanted, options) ||
        !qi_struct_read(&evaluator, sizeof evaluator, wanted.evaluator) ||
        (wanted.level && !qi_nogo_level_at(wanted.level)) ||
        (unsigned)wanted.engine > QI_NOGO_PLAYOUTS || !(wanted.temperature >= 0))
        return QI_BAD_ARGUMENT;
    qi_nogo_player *made = qi_allocate(&memory, sizeof *made);
    if (!made)
        return QI_NO_MEMORY;
    *made = (qi_nogo_player){.allocator = memory, .options = wanted, .evaluator = evaluator};
    qi_random_seed(&made->random, made->options.seed);
    set_habits(made);
    const qi_result result = made->options.random ? QI_OK : make_search(made, &made->search);
    if (result == QI_OK)
        *player = made;
    else
        qi_nogo_player_free(made);
    return result;
}

void qi_nogo_player_free(qi_nogo_player *player)
{
    if (!player)
        return;
    const qi_allocator memory = player->allocator;
    qi_nogo_player_stop_pondering(player);
    qi_nogo_search_free(player->search);
    qi_nogo_free(player->position);
    qi_release(&memory, player);
}

const char *qi_nogo_player_description(const qi_nogo_player *player)
{
    if (player->options.random)
        return "uniformly random legal moves";
    if (player->engine == QI_NOGO_POLICY)
        return "a network without search";
    return player->engine == QI_NOGO_STRONG ? "tree search with a network"
                                            : "tree search with random games";
}

/* Whether two engines judge in the same way, so that what one has thought serves the other. */
static bool judge_alike(const qi_nogo_player *player, qi_nogo_engine a, qi_nogo_engine b)
{
    return player->options.evaluator || (a == QI_NOGO_PLAYOUTS) == (b == QI_NOGO_PLAYOUTS);
}

qi_result qi_nogo_player_set_level(qi_nogo_player *player, unsigned level)
{
    if (!qi_nogo_level_at(level))
        return QI_BAD_ARGUMENT;
    qi_nogo_player_stop_pondering(player);
    const unsigned old_level = player->options.level;
    const qi_nogo_engine old_engine = player->engine;
    player->options.level = level;
    set_habits(player);
    if (!player->search || judge_alike(player, player->engine, old_engine))
        return QI_OK;
    qi_nogo_search *search;
    const qi_result result = make_search(player, &search);
    if (result != QI_OK) {
        player->options.level = old_level;
        set_habits(player);
        return result;
    }
    qi_nogo_search_free(player->search);
    player->search = search;
    qi_nogo_free(player->position);
    player->position = NULL;
    return QI_OK;
}

/* ---- thinking in pieces ------------------------------------------------------------------- */

static uint64_t visits_of(const qi_nogo_player *player)
{
    qi_nogo_search_state state = {.size = sizeof state};
    if (player->search)
        qi_nogo_search_state_of(player->search, &state);
    return state.visits;
}

qi_result qi_nogo_player_set_position(qi_nogo_player *player, const qi_nogo *position,
                                      qi_colour colour)
{
    if (colour != QI_BLACK && colour != QI_WHITE)
        return QI_BAD_ARGUMENT;
    if (qi_nogo_rows(position) > QI_NOGO_SEARCH_MAX_SIDE ||
        qi_nogo_columns(position) > QI_NOGO_SEARCH_MAX_SIDE)
        return QI_TOO_LARGE;
    qi_nogo_player_stop_pondering(player);
    qi_nogo *current;
    qi_result result = qi_nogo_copy(position, &player->allocator, &current);
    if (result != QI_OK)
        return result;
    qi_nogo_set_to_move(current, colour);
    qi_nogo_free(player->position);
    player->position = current;
    if (player->search)
        result = qi_nogo_search_set(player->search, current);
    player->first_visits = visits_of(player);
    player->begun = false;
    if (player->search)
        player->drawn = qi_random_next(&player->random);
    return result;
}

/* The points that either colour may play. */
static uint32_t count_open(const qi_nogo *position)
{
    uint32_t open = 0;
    const qi_point points = qi_nogo_rows(position) * qi_nogo_columns(position);
    for (qi_point point = 0; point < points; point++)
        open += qi_nogo_judge(position, QI_BLACK, point, NULL) == QI_NOGO_LEGAL ||
                qi_nogo_judge(position, QI_WHITE, point, NULL) == QI_NOGO_LEGAL;
    return open;
}

qi_nogo_player_limit qi_nogo_player_limits(const qi_nogo_player *player, const qi_nogo_clock *clock)
{
    qi_nogo_player_limit limit = {player->playouts, player->seconds};
    if (player->position && clock && clock->given)
        limit.seconds = qi_nogo_clock_share(clock, count_open(player->position));
    return limit;
}

bool qi_nogo_player_think(qi_nogo_player *player, uint64_t playouts, uint64_t expected)
{
    if (!player->search || !player->position || !playouts || player->engine == QI_NOGO_POLICY)
        return true;
    if (!player->begun)
        qi_nogo_search_solve(player->search, expected);
    player->begun = true;
    const uint64_t before = visits_of(player);
    const qi_nogo_search_limits limits = {.size = sizeof limits, .playouts = playouts};
    qi_nogo_search_think(player->search, &limits);
    return visits_of(player) - before < playouts;
}

uint64_t qi_nogo_player_thought(const qi_nogo_player *player)
{
    return visits_of(player) - player->first_visits;
}

const qi_nogo_search *qi_nogo_player_search(const qi_nogo_player *player)
{
    return player->search;
}

/* Any legal move, each as likely. */
static qi_point random_move(qi_nogo_player *player)
{
    qi_point points[QI_NOGO_SEARCH_MAX_SIDE * QI_NOGO_SEARCH_MAX_SIDE];
    const qi_nogo *position = player->position;
    const size_t count =
        qi_nogo_legal(position, qi_nogo_to_move(position), points, sizeof points / sizeof *points);
    return count ? points[qi_random_below(&player->random, (uint32_t)count)] : QI_NO_POINT;
}

/* The natural logarithm of a number from 1 on, in 256ths: bit by bit, the same everywhere. */
static double log_of(uint64_t number)
{
    enum { BITS = 8 };
    static const double LN_2 = 0.6931471805599453 * (1 << BITS);
    const uint32_t whole = 63U - (uint32_t)__builtin_clzll(number);
    uint64_t rest = number << (63 - whole) >> 32; /* 2^31 to 2^32 */
    uint32_t log = whole;
    for (int bit = 0; bit < BITS; bit++) {
        rest = rest * rest >> 31;
        log = log << 1 | (uint32_t)(rest >> 32);
        rest >>= rest >> 32;
    }
    return LN_2 * log / (1 << BITS);
}

/* A move drawn by the player's temperature, or QI_NO_POINT. */
static qi_point draw_move(const qi_nogo_player *player)
{
    enum { MAX = QI_NOGO_SEARCH_MAX_SIDE * QI_NOGO_SEARCH_MAX_SIDE };
    qi_nogo_candidate list[MAX];
    const size_t all =
        qi_nogo_search_candidates(player->search, list, MAX, sizeof(qi_nogo_candidate));
    const bool searched = player->engine != QI_NOGO_POLICY;
    size_t count = 0;
    while (count < all && (list[count].outcome == QI_NOGO_UNKNOWN || count == 0))
        count++; /* the best first: proved losses are last */
    if (count < 2 || list[0].outcome != QI_NOGO_UNKNOWN)
        return count ? list[0].point : QI_NO_POINT;
    int16_t logit[MAX];
    uint16_t share[MAX];
    uint64_t weight[MAX], best = 0, sum = 0;
    for (size_t i = 0; i < count; i++) {
        weight[i] = searched ? list[i].visits + 1 : (uint64_t)(list[i].policy * UINT16_MAX + 0.5);
        best = weight[i] > best ? weight[i] : best;
    }
    for (size_t i = 0; i < count; i++) {
        const double below = (log_of(best) - log_of(weight[i])) / player->temperature;
        logit[i] = (int16_t)(below < INT16_MAX ? -below : -INT16_MAX);
    }
    qi_nogo_policy_shares(logit, NULL, count, share);
    for (size_t i = 0; i < count; i++)
        sum += share[i];
    uint64_t drawn = (player->drawn >> 32) * sum >> 32;
    for (size_t i = 0; i < count; i++) {
        if (drawn < share[i])
            return list[i].point;
        drawn -= share[i];
    }
    return list[0].point;
}

static void decide(qi_nogo_player *player, qi_nogo_choice *choice)
{
    *choice = (qi_nogo_choice){.move = QI_NO_POINT, .resigns = true};
    if (!player->position)
        return;
    if (!player->search) {
        choice->move = random_move(player);
        choice->resigns = choice->move == QI_NO_POINT;
        return;
    }
    qi_nogo_search_state state = {.size = sizeof state};
    qi_nogo_search_state_of(player->search, &state);
    choice->visits = state.visits;
    choice->win_rate = state.win_rate;
    choice->outcome = state.outcome;
    choice->move =
        player->temperature > 0 ? draw_move(player) : qi_nogo_search_best(player->search);
    choice->resigns = choice->move == QI_NO_POINT ||
                      (choice->outcome == QI_NOGO_LOST && !player->options.never_resign);
}

qi_result qi_nogo_player_decide(qi_nogo_player *player, qi_nogo_choice *choice)
{
    qi_nogo_choice known;
    decide(player, &known);
    return qi_struct_write(choice, &known, sizeof known);
}

/* ---- pondering ---------------------------------------------------------------------------- */

static void ponder(void *context, uint32_t number)
{
    const qi_nogo_player *const player = context;
    const qi_nogo_search_limits limits = {
        .size = sizeof limits, .threads = player->options.threads, .host = &player->ponder_host};
    (void)number;
    qi_nogo_search_think(player->search, &limits);
}

void qi_nogo_player_stop_pondering(qi_nogo_player *player)
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

/* ---- thinking by the clock and with reports ----------------------------------------------- */

/* One call of run or choose. */
typedef struct thinking {
    qi_nogo_player *player;
    const qi_nogo_thinking *how;
    double interval;
    double next;  /* when the next report is due */
    bool refused; /* the last report returned false */
} thinking;

static double now(const thinking *about)
{
    return qi_host_seconds(about->how->host);
}

static bool report_snapshot(qi_nogo_player *player, const qi_nogo_thinking *how)
{
    const qi_nogo_search *const search = player->search;
    qi_nogo_search_state state = {.size = sizeof state};
    qi_nogo_search_state_of(search, &state);
    qi_nogo_snapshot now = {.visits = state.visits,
                            .win_rate = state.win_rate,
                            .outcome = state.outcome,
                            .moves = player->moves,
                            .line = player->line,
                            .search = search};
    now.move_count =
        qi_nogo_search_candidates(search, player->moves, MAX_POINTS, sizeof *player->moves);
    if (now.move_count)
        now.line_length =
            qi_nogo_search_line(search, player->moves[0].point, player->line, MAX_POINTS);
    return how->report(how->context, &now);
}

static bool report_now(thinking *about)
{
    const qi_nogo_thinking *const how = about->how;
    about->refused = how->report && !report_snapshot(about->player, how);
    about->next = now(about) + about->interval;
    return !about->refused;
}

static bool report_when_due(void *context, const qi_nogo_search_state *state)
{
    thinking *const about = context;
    (void)state;
    return now(about) < about->next || report_now(about);
}

/* With a clock, do not spend time on the only move there is. */
static bool is_forced(const thinking *about)
{
    const qi_nogo *const position = about->player->position;
    return about->how->clock && about->how->clock->given && !about->how->endless &&
           qi_nogo_legal(position, qi_nogo_to_move(position), NULL, 0) == 1;
}

/* Searches once within limits. */
static qi_result search_once(thinking *about, const qi_nogo_player_limit *limit, double start)
{
    static const double MIN = 0.001;
    const qi_nogo_player *const player = about->player;
    qi_nogo_search_limits limits = {.size = sizeof limits,
                                    .seconds = limit->seconds,
                                    .playouts = limit->playouts,
                                    .threads = player->options.threads,
                                    .host = about->how->host};
    if (about->how->report && !about->how->endless) {
        limits.watch = report_when_due;
        limits.context = about;
    }
    if (limit->seconds > 0) { /* keeping part of a large graph takes time too */
        const double left = limit->seconds - (now(about) - start);
        limits.seconds = left > MIN ? left : MIN;
    }
    return player->engine == QI_NOGO_POLICY || is_forced(about)
               ? QI_OK
               : qi_nogo_search_think(player->search, &limits);
}

/* Thinks about the position that was set at the time `start`. */
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
        const qi_result result = search_once(&about, &limit, start);
        if (!about.refused && (result == QI_OK || result == QI_STOPPED) && !report_now(&about))
            return QI_STOPPED;
        return result;
    }
    if (!qi_host_has_clock(how->host))
        return QI_UNSUPPORTED;
    limit = (qi_nogo_player_limit){.seconds = about.interval};
    for (;; start = now(&about)) {
        const qi_result result = search_once(&about, &limit, start);
        if (result != QI_OK)
            return result;
        qi_host_wait(how->host, about.next - now(&about)); /* proved: nothing to think about */
        if (qi_host_stops(how->host) || !report_now(&about))
            return QI_STOPPED;
    }
}

static bool read_thinking(qi_nogo_thinking *wanted, const qi_nogo_thinking *how)
{
    return qi_struct_read(wanted, sizeof *wanted, how) && qi_host_is_complete(wanted->host);
}

qi_result qi_nogo_player_run(qi_nogo_player *player, const qi_nogo_thinking *how)
{
    qi_nogo_thinking wanted;
    if (!read_thinking(&wanted, how) || !player->position)
        return QI_BAD_ARGUMENT;
    qi_nogo_player_stop_pondering(player);
    return think(player, &wanted, qi_host_seconds(wanted.host));
}

qi_result qi_nogo_player_analyze(qi_nogo_player *player, const qi_nogo *position, qi_colour colour,
                                 const qi_nogo_thinking *how)
{
    const qi_result result = qi_nogo_player_set_position(player, position, colour);
    return result == QI_OK ? qi_nogo_player_run(player, how) : result;
}

qi_result qi_nogo_player_choose(qi_nogo_player *player, const qi_nogo *position, qi_colour colour,
                                const qi_nogo_thinking *how, qi_nogo_choice *choice)
{
    qi_nogo_thinking wanted;
    qi_nogo_choice known = {.move = QI_NO_POINT};
    if (!read_thinking(&wanted, how) || qi_struct_write(choice, &known, sizeof known) != QI_OK)
        return QI_BAD_ARGUMENT;
    const double start = qi_host_seconds(wanted.host);
    qi_result result = qi_nogo_player_set_position(player, position, colour);
    if (result != QI_OK)
        return result;
    result = think(player, &wanted, start);
    if (result != QI_OK && result != QI_STOPPED)
        return result;
    decide(player, &known);
    if (player->options.ponder && player->search && player->engine != QI_NOGO_POLICY &&
        !known.resigns)
        start_pondering(player, known.move, wanted.host);
    known.seconds = qi_host_seconds(wanted.host) - start;
    qi_struct_write(choice, &known, sizeof known);
    return result;
}
