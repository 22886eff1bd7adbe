#include "cli/nogo/selfplay.h"

#include "base/random.h"
#include "cli/json.h"

#include <stdlib.h>

struct selfplay_table {
    const selfplay_plan *plan;
    qi_nogo_evaluator *judge;
    uint32_t area, plane_bytes;
    /* The position that is judged, and what the network says of it. */
    uint8_t *packed;
    float *policy;
    float value;
    /* The samples of a game, at most one for every point. */
    qi_nogo_samples samples;
    char memory[];
};

/* ---- memory --------------------------------------------------------------------------------- */

/* Cuts a piece off; the offset stays good for every type. */
static void *cut(selfplay_table *table, size_t *used, size_t count, size_t size)
{
    enum { ALIGNMENT = 8 };
    void *const piece = table ? table->memory + *used : NULL;
    *used += (count * size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    return piece;
}

/* Gives a table its pieces; with NULL it only measures them. Returns their bytes. */
static size_t lay_out(selfplay_table *table, uint32_t rows, uint32_t columns)
{
    const size_t area = (size_t)rows * columns, position = qi_nogo_position_bytes(rows, columns);
    size_t used = 0;
    uint8_t *const packed = cut(table, &used, position, 1);
    float *const policy = cut(table, &used, area, sizeof *policy);
    const qi_nogo_samples samples = {
        .planes = cut(table, &used, area, position),
        .policy = cut(table, &used, area, area * sizeof *samples.policy),
        .policy_weight = cut(table, &used, area, 1),
        .result = cut(table, &used, area, 1),
        .exact = cut(table, &used, area, 1),
        .search_value = cut(table, &used, area, sizeof *samples.search_value),
        .owner = cut(table, &used, area, area),
        .moves_left = cut(table, &used, area, sizeof *samples.moves_left),
        .move = cut(table, &used, area, sizeof *samples.move),
        .ply = cut(table, &used, area, sizeof *samples.ply)};
    if (table) {
        table->packed = packed;
        table->policy = policy;
        table->samples = samples;
    }
    return used;
}

qi_result selfplay_table_new(const selfplay_plan *plan, selfplay_table **table)
{
    selfplay_table *const fresh = malloc(sizeof *fresh + lay_out(NULL, plan->rows, plan->columns));
    if (!fresh)
        return QI_NO_MEMORY;
    fresh->plan = plan;
    fresh->area = plan->rows * plan->columns;
    fresh->plane_bytes =
        (uint32_t)qi_nogo_position_bytes(plan->rows, plan->columns) / QI_NOGO_PLANES;
    lay_out(fresh, plan->rows, plan->columns);
    const qi_result result =
        qi_nogo_evaluator_new(plan->net, plan->rows, plan->columns, NULL, &fresh->judge);
    if (result == QI_OK)
        *table = fresh;
    else
        free(fresh);
    return result;
}

void selfplay_table_free(selfplay_table *table)
{
    if (table)
        qi_nogo_evaluator_free(table->judge);
    free(table);
}

/* ---- playing -------------------------------------------------------------------------------- */

/* Whether a point is in one of the sets of a packed position. */
static bool has(const selfplay_table *table, const uint8_t *packed, unsigned plane, uint32_t point)
{
    return packed[plane * table->plane_bytes + point / 8] >> point % 8 & 1;
}

/* Asks the network about the packed position. */
static void judge(selfplay_table *table)
{
    const uint32_t columns = table->plan->columns;
    qi_nogo_planes planes = {0};
    qi_nogo_evaluation answer;
    for (unsigned plane = 0; plane < QI_PLANE_COUNT; plane++)
        for (uint32_t point = 0; point < table->area; point++)
            planes.row[plane][point / columns] |= (uint32_t)has(table, table->packed, plane, point)
                                                  << point % columns;
    qi_nogo_evaluate(table->judge, &planes, &answer);
    for (uint32_t point = 0; point < table->area; point++)
        table->policy[point] = (float)answer.policy[point] / 256.0F;
    table->value = (float)qi_nogo_win_share(answer.value) * (2.0F / 65535.0F) - 1.0F;
}

/* A pool of one game has a seed of its own. */
static qi_result open_pool(const selfplay_plan *plan, uint64_t number, qi_nogo_pool **pool)
{
    uint64_t seed = plan->seed;
    const qi_nogo_pool_options options = {.seed = qi_splitmix64(&seed) + number,
                                          .rows = plan->rows,
                                          .columns = plan->columns,
                                          .games = 1,
                                          .visits = plan->visits,
                                          .opening_max = plan->opening,
                                          .sample_capacity = plan->rows * plan->columns};
    return qi_nogo_pool_new(&options, NULL, pool);
}

/* ---- writing -------------------------------------------------------------------------------- */

/* A row for each row of the board, with a sign for each point. */
static json_t *json_rows(const selfplay_table *table, const char *signs)
{
    json_t *const rows = json_array();
    for (uint32_t row = 0; row < table->plan->rows; row++)
        json_array_append_new(
            rows, json_stringn(signs + (size_t)row * table->plan->columns, table->plan->columns));
    return rows;
}

static json_t *json_position(const selfplay_table *table, size_t i)
{
    const qi_nogo_samples *const all = &table->samples;
    json_t *const position = json_pack(
        "{s:o, s:f, s:i, s:b}", "move", cli_json_point(all->move[i], table->plan->columns), "value",
        (double)all->search_value[i], "result", all->result[i], "exact", all->exact[i]);
    if (!all->policy_weight[i])
        return position;
    json_t *const policy = json_array();
    for (uint32_t point = 0; point < table->area; point++)
        json_array_append_new(policy, json_integer(all->policy[i * table->area + point]));
    json_object_set_new(position, "policy", policy);
    return position;
}

/* A finished game of `count` positions, at least one. */
static json_t *json_game(const selfplay_table *table, uint64_t number, size_t count,
                         bool black_wins)
{
    const qi_nogo_samples *const all = &table->samples;
    const size_t last = count - 1;
    const bool black_first = all->ply[0] % 2 == 0, black_last = all->ply[last] % 2 == 0;
    char board[QI_NOGO_LEARN_SIDE * QI_NOGO_LEARN_SIDE], owner[sizeof board];
    for (uint32_t point = 0; point < table->area; point++) {
        const uint8_t whose = all->owner[last * table->area + point];
        const bool own = has(table, all->planes, 0, point),
                   other = has(table, all->planes, 1, point);
        board[point] = (char)(own || other ? own == black_first ? 'X' : 'O' : '.');
        owner[point] = (char)(whose ? (whose == 1) == black_last ? 'X' : 'O' : '.');
    }
    json_t *const positions = json_array();
    for (size_t i = 0; i < count; i++)
        json_array_append_new(positions, json_position(table, i));
    return json_pack("{s:I, s:o, s:s, s:s, s:i, s:o, s:o}", "game", (json_int_t)number, "board",
                     json_rows(table, board), "to_move", black_first ? "X" : "O", "winner",
                     black_wins ? "X" : "O", "length", all->ply[last] + all->moves_left[last],
                     "owner", json_rows(table, owner), "positions", positions);
}

qi_result selfplay_play(selfplay_table *table, uint64_t number, qi_buffer *line)
{
    qi_nogo_pool *pool;
    qi_result result = open_pool(table->plan, number, &pool);
    if (result != QI_OK)
        return result;
    result = qi_nogo_pool_step(pool, NULL, NULL, table->packed, NULL);
    while (result == QI_OK && !qi_nogo_pool_available(pool)) {
        judge(table);
        result = qi_nogo_pool_step(pool, table->policy, &table->value, table->packed, NULL);
    }
    if (result == QI_OK) {
        qi_nogo_pool_stats stats;
        qi_nogo_pool_stats_of(pool, &stats);
        const size_t count = qi_nogo_pool_samples(pool, table->area, &table->samples);
        if (!cli_json_add(line, json_game(table, number, count, stats.black_wins > 0)))
            result = QI_NO_MEMORY;
    }
    qi_nogo_pool_free(pool);
    return result;
}
