/* Self-play with many games at once (qi/nogo_selfplay.h). */
#include "base/workers.h"
#include "nogo/net/planes.h"
#include "nogo/selfplay/game.h"

enum {
    MAX_GAMES = 1 << 24,
    MAX_VISITS = 60000,
    MAX_OPENING = QI_BOARD_SIDE * QI_BOARD_SIDE,
    MAX_EXACT = 48
};

/* The states of a step's games, one byte each, so that scanning them is quick. */
enum { WAITS, ENDED, RESTS };

struct qi_nogo_pool {
    qi_allocator allocator;
    qi_selfplay_rules rules;
    uint32_t max_visits;
    qi_selfplay_game *games;
    char *memory; /* of the games */
    qi_selfplay_worker *workers;
    qi_workers threads; /* the caller and these have a worker each */
    qi_sample_ring ring;
    uint8_t *fate;    /* by game */
    uint32_t *ended;  /* games that ended in this step, in ascending order */
    size_t *place;    /* where each of them writes its samples; SIZE_MAX: nowhere */
    uint8_t *winners; /* in match mode */
    bool asked;       /* a step has been made */
    uint64_t resting; /* games */
    uint64_t samples, dropped;
    /* The step under way. */
    const float *policy, *value;
    uint8_t *planes, *seat;
};

/* ---- options -------------------------------------------------------------------------------- */

static void set_default(uint32_t *option, uint32_t otherwise)
{
    *option = *option ? *option : otherwise;
}

static bool is_between(float number, float min, float max)
{
    return number >= min && number <= max; /* false for what is not a number */
}

/* Puts the defaults in; false when something is out of range. */
static bool complete(qi_nogo_pool_options *options)
{
    set_default(&options->threads, 1);
    set_default(&options->visits, 32);
    set_default(&options->fast_visits, 8);
    set_default(&options->candidates, 16);
    set_default(&options->exact_nodes, 500);
    set_default(&options->match_visits, options->visits);
    if (options->full_share == 0)
        options->full_share = 1;
    if (options->visit_offset == 0)
        options->visit_offset = 50;
    if (options->value_scale == 0)
        options->value_scale = 1;
    if (options->noise == 0)
        options->noise = options->match ? -1 : 1;
    if (options->rows < 1 || options->rows > QI_BOARD_SIDE || options->columns < 1 ||
        options->columns > QI_BOARD_SIDE || options->rows * options->columns < 2 ||
        options->games < 1 || options->games > MAX_GAMES || options->threads > QI_MAX_THREADS)
        return false;
    set_default(&options->sample_capacity, 65536 + 8 * options->games);
    set_default(&options->match_pairs, options->games / 2);
    return options->visits <= MAX_VISITS && options->fast_visits <= MAX_VISITS &&
           options->match_visits <= MAX_VISITS && is_between(options->full_share, 0, 1) &&
           is_between(options->visit_offset, 0, 1e6F) &&
           is_between(options->value_scale, 0, 1e3F) && is_between(options->noise, -1e3F, 1e3F) &&
           options->opening_min <= options->opening_max && options->opening_max <= MAX_OPENING &&
           options->first_opening_max <= MAX_OPENING && options->exact_points <= MAX_EXACT &&
           options->decided <= QI_NOGO_DECIDED_SEARCH && options->match <= 1 &&
           (!options->match || options->games % 2 == 0);
}

/* ---- making and freeing --------------------------------------------------------------------- */

static void set_rules(qi_selfplay_rules *rules)
{
    const qi_nogo_pool_options *options = &rules->options;
    rules->area = options->rows * options->columns;
    rules->position_bytes = (uint32_t)qi_nogo_position_bytes(options->rows, options->columns);
    rules->gumbel = (qi_gumbel_rules){.visit_offset = options->visit_offset,
                                      .value_scale = options->value_scale,
                                      .noise = options->noise,
                                      .candidates = options->candidates};
    for (qi_point point = 0; point < rules->area; point++)
        rules->point[qi_board_cell_of(rules->empty, point)] = (uint16_t)point;
}

static size_t rounded(size_t size)
{
    enum { LINE = 64 };
    return (size + LINE - 1) / LINE * LINE;
}

/* Gives every game its part of one block. */
static qi_result set_games(qi_nogo_pool *pool)
{
    const qi_nogo_pool_options *options = &pool->rules.options;
    const size_t area = pool->rules.area, nodes = (size_t)pool->max_visits + 1;
    const size_t score = options->candidates < area ? options->candidates : area;
    const size_t board_bytes = rounded(qi_board_bytes(pool->rules.empty));
    const size_t node_bytes = rounded(nodes * sizeof(qi_gumbel_node));
    const size_t key_bytes = rounded(nodes * area * sizeof(uint32_t));
    const size_t score_bytes = rounded(score * sizeof(float));
    const size_t ply_bytes = rounded(area * sizeof(qi_selfplay_ply));
    const size_t policy_bytes = options->match ? 0 : rounded(area * area * sizeof(uint16_t));
    const size_t each =
        board_bytes + node_bytes + key_bytes + score_bytes + ply_bytes + policy_bytes;
    pool->memory = qi_allocate_array(&pool->allocator, options->games, each);
    pool->games = qi_allocate_array(&pool->allocator, options->games, sizeof *pool->games);
    if (!pool->memory || !pool->games)
        return QI_NO_MEMORY;
    for (uint32_t i = 0; i < options->games; i++) {
        char *at = pool->memory + i * each;
        qi_selfplay_game *game = &pool->games[i];
        memset(game, 0, sizeof *game);
        game->slot = i;
        game->board = (qi_board *)(void *)at;
        game->tree.nodes = (qi_gumbel_node *)(void *)(at += board_bytes);
        game->tree.keys = (uint32_t *)(void *)(at += node_bytes);
        game->tree.score = (float *)(void *)(at += key_bytes);
        game->plies = (qi_selfplay_ply *)(void *)(at += score_bytes);
        game->policies = (uint16_t *)(void *)(at + ply_bytes);
    }
    return QI_OK;
}

static qi_result set_workers(qi_nogo_pool *pool)
{
    const qi_nogo_pool_options *options = &pool->rules.options;
    pool->workers = qi_allocate_array(&pool->allocator, options->threads, sizeof *pool->workers);
    if (!pool->workers)
        return QI_NO_MEMORY;
    memset(pool->workers, 0, options->threads * sizeof *pool->workers);
    for (uint32_t i = 0; i < options->threads && options->exact_points; i++) {
        qi_selfplay_arena *arena = &pool->workers[i].arena;
        arena->memory = qi_allocate(&pool->allocator, QI_SELFPLAY_ARENA);
        if (!arena->memory)
            return QI_NO_MEMORY;
        arena->size = QI_SELFPLAY_ARENA;
    }
    return QI_OK;
}

/* Everything else. */
static qi_result set_tables(qi_nogo_pool *pool)
{
    const qi_nogo_pool_options *options = &pool->rules.options;
    pool->fate = qi_allocate_array(&pool->allocator, options->games, sizeof *pool->fate);
    pool->ended = qi_allocate_array(&pool->allocator, options->games, sizeof *pool->ended);
    pool->place = qi_allocate_array(&pool->allocator, options->games, sizeof *pool->place);
    if (!pool->fate || !pool->ended || !pool->place)
        return QI_NO_MEMORY;
    if (!options->match)
        return qi_sample_ring_open(&pool->ring, &pool->rules, options->sample_capacity,
                                   &pool->allocator);
    pool->winners = qi_allocate_array(&pool->allocator, options->match_pairs, 2);
    if (!pool->winners)
        return QI_NO_MEMORY;
    memset(pool->winners, QI_NOGO_UNFINISHED, (size_t)options->match_pairs * 2);
    return QI_OK;
}

static qi_result set_up(qi_nogo_pool *pool)
{
    const qi_nogo_pool_options *options = &pool->rules.options;
    pool->max_visits = options->visits;
    if (options->fast_visits > pool->max_visits)
        pool->max_visits = options->fast_visits;
    if (options->match_visits > pool->max_visits)
        pool->max_visits = options->match_visits;
    qi_result result =
        qi_empty_board(options->rows, options->columns, &pool->allocator, &pool->rules.empty);
    if (result == QI_OK) {
        set_rules(&pool->rules);
        result = set_games(pool);
    }
    if (result == QI_OK)
        result = set_tables(pool);
    if (result == QI_OK)
        result = set_workers(pool);
    return result;
}

qi_result qi_nogo_pool_new(const qi_nogo_pool_options *options, const qi_allocator *allocator,
                           qi_nogo_pool **pool)
{
    qi_nogo_pool_options completed;
    if (!pool || !qi_struct_read(&completed, sizeof completed, options) || !complete(&completed))
        return QI_BAD_ARGUMENT;
    const qi_allocator source = qi_allocator_or_default(allocator);
    qi_nogo_pool *fresh = qi_allocate(&source, sizeof *fresh);
    if (!fresh)
        return QI_NO_MEMORY;
    memset(fresh, 0, sizeof *fresh);
    fresh->allocator = source;
    fresh->rules.options = completed;
    qi_workers_open(&fresh->threads, NULL, completed.threads - 1);
    const qi_result result = set_up(fresh);
    if (result != QI_OK) {
        qi_nogo_pool_free(fresh);
        return result;
    }
    *pool = fresh;
    return QI_OK;
}

void qi_nogo_pool_free(qi_nogo_pool *pool)
{
    if (!pool)
        return;
    const qi_allocator allocator = pool->allocator;
    qi_workers_close(&pool->threads);
    for (uint32_t i = 0; pool->workers && i < pool->rules.options.threads; i++)
        qi_release(&allocator, pool->workers[i].arena.memory);
    qi_release(&allocator, pool->workers);
    qi_release(&allocator, pool->winners);
    qi_release(&allocator, pool->ring.memory);
    qi_release(&allocator, pool->place);
    qi_release(&allocator, pool->ended);
    qi_release(&allocator, pool->fate);
    qi_release(&allocator, pool->games);
    qi_release(&allocator, pool->memory);
    qi_release(&allocator, pool->rules.empty);
    qi_release(&allocator, pool);
}

/* ---- stepping ------------------------------------------------------------------------------- */

/* Reports to the caller where a game stands. */
static void report(qi_nogo_pool *pool, uint32_t index)
{
    const qi_selfplay_game *game = &pool->games[index];
    const size_t bytes = pool->rules.position_bytes;
    uint32_t seat = 0;
    if (game->state == QI_SELFPLAY_IDLE) {
        memset(pool->planes + index * bytes, 0, bytes);
        seat = QI_NOGO_NO_SEAT;
    } else {
        /* The side to move in the game judges all positions of a search. */
        seat = qi_selfplay_seat(&pool->rules, game->slot, game->board->to_move);
    }
    if (pool->seat)
        pool->seat[index] = (uint8_t)seat;
    pool->fate[index] = game->state == QI_SELFPLAY_IDLE ? RESTS : WAITS;
}

/* The first games, or the answers to the running ones. */
static void go_on(void *context, uint32_t member, uint32_t first, uint32_t end)
{
    qi_nogo_pool *pool = context;
    qi_selfplay_worker *worker = &pool->workers[member];
    for (uint32_t i = first; i < end; i++) {
        qi_selfplay_game *game = &pool->games[i];
        worker->planes = pool->planes + (size_t)i * pool->rules.position_bytes;
        if (!pool->asked)
            qi_selfplay_begin(&pool->rules, worker, game, 0);
        else if (game->state != QI_SELFPLAY_IDLE)
            qi_selfplay_answer(&pool->rules, worker, game,
                               pool->policy + (size_t)i * pool->rules.area, pool->value[i]);
        if (game->state == QI_SELFPLAY_OVER)
            pool->fate[i] = ENDED;
        else
            report(pool, i);
    }
}

/* Keeps what a game has given, and begins the next one in its slot. */
static void renew(void *context, uint32_t member, uint32_t first, uint32_t end)
{
    qi_nogo_pool *pool = context;
    const qi_selfplay_rules *rules = &pool->rules;
    qi_selfplay_worker *worker = &pool->workers[member];
    for (uint32_t i = first; i < end; i++) {
        qi_selfplay_game *game = &pool->games[pool->ended[i]];
        worker->stats.games++;
        worker->stats.black_wins += game->winner == QI_BLACK;
        worker->stats.moves += game->ply;
        if (rules->options.match)
            pool->winners[2 * qi_selfplay_pair(rules, game->slot, game->round) + game->slot % 2] =
                (uint8_t)qi_selfplay_seat(rules, game->slot, game->winner);
        else if (pool->place[i] != SIZE_MAX)
            qi_sample_write(&pool->ring, rules, worker, game, pool->place[i]);
        worker->planes = pool->planes + (size_t)game->slot * rules->position_bytes;
        qi_selfplay_begin(rules, worker, game, game->round + 1);
        report(pool, pool->ended[i]);
    }
}

/* Makes room in the ring for the games that ended, the last ones if there is not enough. */
static void assign_places(qi_nogo_pool *pool, uint32_t count)
{
    size_t total = 0;
    for (uint32_t i = count; i-- > 0;) {
        const size_t samples = qi_sample_count(&pool->games[pool->ended[i]]);
        pool->samples += samples;
        const bool fits = samples <= pool->ring.capacity - total;
        pool->place[i] = fits ? samples : SIZE_MAX;
        total += fits ? samples : 0;
        pool->dropped += fits ? 0 : samples;
    }
    size_t place;
    pool->dropped += qi_sample_ring_reserve(&pool->ring, total, &place);
    for (uint32_t i = 0; i < count; i++) {
        if (pool->place[i] == SIZE_MAX)
            continue;
        const size_t samples = pool->place[i];
        pool->place[i] = place;
        place = (place + samples) % pool->ring.capacity;
    }
}

qi_result qi_nogo_pool_step(qi_nogo_pool *pool, const float *policy, const float *value,
                            uint8_t *planes, uint8_t *seat)
{
    enum { MAX_BLOCK = 16, BLOCKS_EACH = 8 };
    const qi_nogo_pool_options *options = &pool->rules.options;
    if (!planes || pool->asked != (policy != NULL) || pool->asked != (value != NULL))
        return QI_BAD_ARGUMENT;
    pool->policy = policy;
    pool->value = value;
    pool->planes = planes;
    pool->seat = seat;
    const uint32_t fair = options->games / (options->threads * BLOCKS_EACH);
    const uint32_t block = fair < 1 ? 1 : fair < MAX_BLOCK ? fair : MAX_BLOCK;
    qi_workers_run(&pool->threads, go_on, pool, options->games, block);
    uint32_t count = 0;
    for (uint32_t i = 0; i < options->games; i++)
        if (pool->fate[i] == ENDED)
            pool->ended[count++] = i;
    if (!options->match)
        assign_places(pool, count);
    qi_workers_run(&pool->threads, renew, pool, count, 1);
    pool->resting = 0;
    for (uint32_t i = 0; i < options->games; i++)
        pool->resting += pool->fate[i] == RESTS;
    pool->asked = true;
    return QI_OK;
}

qi_result qi_nogo_pool_tune(qi_nogo_pool *pool, uint32_t visits, uint32_t fast_visits,
                            float full_share)
{
    qi_nogo_pool_options *options = &pool->rules.options;
    if (visits > pool->max_visits || fast_visits > pool->max_visits ||
        !is_between(full_share, 0, 1))
        return QI_BAD_ARGUMENT;
    options->visits = visits ? visits : options->visits;
    options->fast_visits = fast_visits ? fast_visits : options->fast_visits;
    options->full_share = full_share > 0 ? full_share : options->full_share;
    return QI_OK;
}

/* ---- what came of it ------------------------------------------------------------------------ */

size_t qi_nogo_pool_samples(qi_nogo_pool *pool, size_t capacity, const qi_nogo_samples *to)
{
    if (!to)
        return pool->ring.count;
    return pool->ring.count ? qi_sample_ring_take(&pool->ring, &pool->rules, capacity, to) : 0;
}

qi_result qi_nogo_pool_stats_of(const qi_nogo_pool *pool, qi_nogo_pool_stats *stats)
{
    qi_nogo_pool_stats sum = {.samples = pool->samples, .dropped = pool->dropped};
    for (uint32_t i = 0; i < pool->rules.options.threads; i++) {
        const qi_nogo_pool_stats *part = &pool->workers[i].stats;
        sum.games += part->games;
        sum.black_wins += part->black_wins;
        sum.moves += part->moves;
        sum.evaluations += part->evaluations;
        sum.exact += part->exact;
        sum.searches += part->searches;
        sum.counted += part->counted;
        sum.solved += part->solved;
        sum.solver_nodes += part->solver_nodes;
    }
    sum.waiting = pool->asked ? pool->rules.options.games - pool->resting : 0;
    return qi_struct_write(stats, &sum, sizeof sum);
}

void qi_nogo_pool_results(const qi_nogo_pool *pool, uint8_t *winner)
{
    if (pool->winners)
        memcpy(winner, pool->winners, (size_t)pool->rules.options.match_pairs * 2);
}
