/* The solver's view of a game. */
#include "nogo/solve/moves.h"

#include "base/fast.h"

/* Prepares the shifting of sets on a board whose points are the bits. */
static void lay_out(const qi_nogo *position, solve_graph *graph)
{
    const uint32_t rows = qi_nogo_rows(position), columns = qi_nogo_columns(position);
    graph->grid = true;
    graph->line = rows == 1 || columns == 1;
    graph->rows = rows < columns ? rows : columns;
    graph->below = rows > 1 ? columns : 1;
    solve_set bit = 1;
    for (uint32_t row = 0; row < rows; row++)
        for (uint32_t column = 0; column < columns; column++, bit <<= 1) {
            const bool wall = qi_nogo_at(position, row * columns + column) == QI_WALL;
            graph->all |= wall ? 0 : bit;
            graph->right |= column > 0 ? bit : 0;
            graph->left |= column + 1 < columns ? bit : 0;
            graph->vertical |= rows > 1 ? bit : 0;
        }
}

static void find_symmetries(const qi_nogo *position, solve_graph *graph)
{
    const uint32_t rows = qi_nogo_rows(position), columns = qi_nogo_columns(position);
    graph->symmetries = 0;
    for (unsigned turn = 0; turn < SOLVE_SYMMETRIES; turn++) {
        if (((turn & 4) && rows != columns) || (turn && !QI_HAS_FAST(QI_FAST_SYMMETRY)))
            continue;
        uint8_t *image = graph->image[graph->symmetries];
        bool onto_itself = true;
        for (qi_point point = 0; point < rows * columns; point++) {
            uint32_t row = point / columns, column = point % columns;
            if (turn & 4) {
                const uint32_t swap = row;
                row = column;
                column = swap;
            }
            row = turn & 1 ? rows - 1 - row : row;
            column = turn & 2 ? columns - 1 - column : column;
            const qi_point to = row * columns + column;
            image[point] = (uint8_t)to;
            onto_itself = onto_itself && (qi_nogo_at(position, point) == QI_WALL) ==
                                             (qi_nogo_at(position, to) == QI_WALL);
        }
        if (onto_itself)
            graph->symmetries++;
    }
}

/* Prepares the images of a small board. Where it has fewer symmetries than there is room for, the
 * same images come again. */
static void trace_images(solve_graph *graph)
{
    for (unsigned i = 0; i < SOLVE_SYMMETRIES; i++)
        for (unsigned point = 0; point < graph->points; point++) {
            const uint64_t black = (uint64_t)1 << graph->image[i % graph->symmetries][point];
            graph->trace[0][point][i] = black;
            graph->trace[1][point][i] = black << 32;
            graph->trace[2][point][i] = black | black << 32;
        }
}

/* The bit of a point of the board, or SOLVE_POINTS. */
static unsigned bit_of(const solve_graph *graph, qi_point point)
{
    if (point < graph->points && graph->place[point] == point)
        return point;
    for (unsigned bit = 0; bit < graph->points; bit++)
        if (graph->place[bit] == point)
            return bit;
    return SOLVE_POINTS;
}

static unsigned neighbours(const qi_nogo *position, qi_point point, qi_point near[4])
{
    const uint32_t columns = qi_nogo_columns(position);
    const uint32_t row = point / columns, column = point % columns;
    const qi_point around[4] = {row ? point - columns : QI_NO_POINT,
                                column ? point - 1 : QI_NO_POINT,
                                column + 1 < columns ? point + 1 : QI_NO_POINT,
                                row + 1 < qi_nogo_rows(position) ? point + columns : QI_NO_POINT};
    unsigned count = 0;
    for (unsigned i = 0; i < 4; i++)
        if (around[i] != QI_NO_POINT)
            near[count++] = around[i];
    return count;
}

static bool may_play(const qi_nogo *position, unsigned side, qi_point point)
{
    const qi_colour colour = side == 0 ? QI_BLACK : QI_WHITE;
    return qi_nogo_judge(position, colour, point, NULL) == QI_NOGO_LEGAL;
}

/* Adds a group: its liberties, or its safety when neither side may play one of them. */
static bool load_group(const qi_nogo *position, qi_point stone, qi_point *scratch, size_t room,
                       const solve_graph *graph, solve_state *state, solve_set last[2],
                       solve_set spare[2])
{
    const unsigned side = qi_nogo_at(position, stone) == QI_BLACK ? 0 : 1;
    const qi_group_size size = qi_nogo_measure_group(position, stone, NULL, scratch, room);
    solve_set liberties = 0;
    bool safe = false;
    for (uint32_t i = 0; i < size.liberties; i++) {
        const unsigned bit = bit_of(graph, scratch[i]);
        if (bit < SOLVE_POINTS && ((state->open >> bit) & 1))
            liberties |= (solve_set)1 << bit;
        else
            safe = true;
    }
    if (safe) {
        state->safe[side] |= liberties;
        return true;
    }
    return add_group(state, side, liberties, &last[side], &spare[side]);
}

/* Notes that a point has a neighbour. */
static void join(solve_graph *graph, unsigned bit, unsigned other)
{
    const solve_set here = (solve_set)1 << bit;
    graph->adjacent[bit] |= (solve_set)1 << other;
    if (graph->grid)
        return;
    graph->all |= here;
    if (graph->place[other] + 1 == graph->place[bit])
        graph->right |= here;
    else if (graph->place[bit] + 1 == graph->place[other])
        graph->left |= here;
    else if (graph->place[bit] < graph->place[other])
        graph->upper |= here;
    else
        graph->lower |= here;
}

qi_result qi_solve_load(const qi_nogo *position, qi_point *scratch, solve_graph *graph,
                        solve_state *state)
{
    const size_t points = (size_t)qi_nogo_rows(position) * qi_nogo_columns(position);
    const bool whole = points <= SOLVE_POINTS;
    memset(graph, 0, sizeof *graph);
    memset(state, 0, sizeof *state);
    if (whole) {
        lay_out(position, graph);
        find_symmetries(position, graph);
    }
    for (qi_point point = 0; point < points; point++) {
        const qi_colour at = qi_nogo_at(position, point);
        bool may[2] = {false, false};
        for (unsigned side = 0; side < 2 && at == QI_EMPTY; side++)
            may[side] = may_play(position, side, point);
        if (!whole && !may[0] && !may[1])
            continue;
        if (graph->points == SOLVE_POINTS)
            return QI_TOO_LARGE;
        const unsigned bit = graph->points++;
        graph->place[bit] = point;
        for (unsigned side = 0; side < 2; side++)
            if (may[side])
                state->may[side] |= (solve_set)1 << bit;
        if (at == QI_BLACK || at == QI_WHITE)
            state->stone[at == QI_BLACK ? 0 : 1] |= (solve_set)1 << bit;
    }
    state->open = state->may[0] | state->may[1];
    for (unsigned bit = 0; bit < graph->points; bit++) {
        if (qi_nogo_at(position, graph->place[bit]) == QI_WALL)
            continue;
        qi_point near[4];
        for (unsigned i = neighbours(position, graph->place[bit], near); i-- > 0;) {
            const unsigned other = bit_of(graph, near[i]);
            if (qi_nogo_at(position, near[i]) == QI_WALL)
                continue;
            if (other < SOLVE_POINTS)
                join(graph, bit, other);
            /* An empty point that neither side may play is a permanent liberty. */
            if (qi_nogo_at(position, near[i]) == QI_EMPTY &&
                (other == SOLVE_POINTS || !((state->open >> other) & 1)))
                for (unsigned side = 0; side < 2; side++)
                    state->safe[side] |= (solve_set)1 << bit;
        }
    }
    solve_set last[2] = {0, 0}, spare[2] = {0, 0};
    for (qi_point point = 0; point < points; point++)
        if (qi_nogo_group(position, point) == point &&
            !load_group(position, point, scratch, points, graph, state, last, spare))
            return QI_TOO_LARGE;
    for (unsigned side = 0; side < 2; side++)
        state->safe[side] &= state->may[side];
    settle(graph, state, last, spare);
    if (graph->symmetries && graph->points <= SOLVE_PACKED)
        trace_images(graph);
    return QI_OK;
}
