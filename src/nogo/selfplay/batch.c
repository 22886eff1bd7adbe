/* The batched environment (qi/nogo_selfplay.h). */
#include "nogo/net/planes.h"
#include "nogo/selfplay/game.h"

qi_result qi_empty_board(uint32_t rows, uint32_t columns, const qi_allocator *allocator,
                         qi_board **board)
{
    qi_nogo *position;
    if (rows > QI_BOARD_SIDE || columns > QI_BOARD_SIDE)
        return QI_BAD_ARGUMENT;
    const qi_result made = qi_nogo_new(rows, columns, allocator, &position);
    if (made != QI_OK)
        return made;
    qi_board *empty = (qi_board *)qi_allocate(allocator, sizeof *empty);
    const qi_result result = empty ? qi_board_set(empty, position) : QI_NO_MEMORY;
    qi_nogo_free(position);
    if (result == QI_OK)
        *board = empty;
    else
        qi_release(allocator, empty);
    return result;
}

struct qi_nogo_batch {
    qi_allocator allocator;
    uint32_t games, area;
    size_t board_bytes;
    qi_board *empty; /* what every game begins with */
    char *boards;    /* board_bytes each: only as much of a qi_board as its size needs */
};

size_t qi_nogo_position_bytes(uint32_t rows, uint32_t columns)
{
    return (size_t)QI_PLANE_COUNT * qi_plane_bytes(rows, columns);
}

static qi_board *board_at(const qi_nogo_batch *batch, uint32_t game)
{
    return (qi_board *)(batch->boards + game * batch->board_bytes);
}

/* Makes the empty board and room for the others. */
static qi_result set_up(qi_nogo_batch *batch, uint32_t rows, uint32_t columns, uint32_t games)
{
    const qi_result result = qi_empty_board(rows, columns, &batch->allocator, &batch->empty);
    if (result != QI_OK)
        return result;
    batch->games = games;
    batch->area = rows * columns;
    batch->board_bytes = qi_board_bytes(batch->empty);
    batch->boards = qi_allocate_array(&batch->allocator, games, batch->board_bytes);
    return batch->boards ? QI_OK : QI_NO_MEMORY;
}

qi_result qi_nogo_batch_new(uint32_t rows, uint32_t columns, uint32_t games,
                            const qi_allocator *allocator, qi_nogo_batch **batch)
{
    if (!games || !batch)
        return QI_BAD_ARGUMENT;
    const qi_allocator source = qi_allocator_or_default(allocator);
    qi_nogo_batch *fresh = qi_allocate(&source, sizeof *fresh);
    if (!fresh)
        return QI_NO_MEMORY;
    memset(fresh, 0, sizeof *fresh);
    fresh->allocator = source;
    const qi_result result = set_up(fresh, rows, columns, games);
    if (result != QI_OK) {
        qi_nogo_batch_free(fresh);
        return result;
    }
    qi_nogo_batch_reset(fresh, NULL);
    *batch = fresh;
    return QI_OK;
}

void qi_nogo_batch_free(qi_nogo_batch *batch)
{
    if (!batch)
        return;
    const qi_allocator allocator = batch->allocator;
    qi_release(&allocator, batch->boards);
    qi_release(&allocator, batch->empty);
    qi_release(&allocator, batch);
}

void qi_nogo_batch_reset(qi_nogo_batch *batch, const uint8_t *mask)
{
    for (uint32_t game = 0; game < batch->games; game++)
        if (!mask || mask[game])
            qi_board_copy(board_at(batch, game), batch->empty);
}

qi_result qi_nogo_batch_set(qi_nogo_batch *batch, uint32_t game, const qi_nogo *position)
{
    if (game >= batch->games || qi_nogo_rows(position) != batch->empty->rows ||
        qi_nogo_columns(position) != batch->empty->columns)
        return QI_BAD_ARGUMENT;
    qi_board *board = qi_allocate(&batch->allocator, sizeof *board);
    const qi_result result = board ? qi_board_set(board, position) : QI_NO_MEMORY;
    if (result == QI_OK)
        qi_board_copy(board_at(batch, game), board);
    qi_release(&batch->allocator, board);
    return result;
}

void qi_nogo_batch_legal(const qi_nogo_batch *batch, uint8_t *legal)
{
    memset(legal, 0, (size_t)batch->games * batch->area);
    for (uint32_t game = 0; game < batch->games; game++, legal += batch->area) {
        const qi_board *board = board_at(batch, game);
        uint16_t cells[QI_BOARD_CELLS];
        const uint32_t count = qi_board_list(board, board->to_move, cells);
        for (uint32_t i = 0; i < count; i++)
            legal[qi_board_point_of(board, cells[i])] = 1;
    }
}

void qi_nogo_batch_to_move(const qi_nogo_batch *batch, uint8_t *colour)
{
    for (uint32_t game = 0; game < batch->games; game++)
        colour[game] = (uint8_t)board_at(batch, game)->to_move;
}

static bool may_play(const qi_nogo_batch *batch, uint32_t game, uint32_t point)
{
    const qi_board *board = board_at(batch, game);
    return point < batch->area &&
           qi_board_legal(board, board->to_move, qi_board_cell_of(board, point));
}

qi_result qi_nogo_batch_step(qi_nogo_batch *batch, const uint16_t *moves, uint8_t *done,
                             int8_t *reward)
{
    for (uint32_t game = 0; game < batch->games; game++)
        if (moves[game] != QI_NOGO_NO_MOVE && !may_play(batch, game, moves[game]))
            return QI_BAD_ARGUMENT;
    for (uint32_t game = 0; game < batch->games; game++) {
        qi_board *board = board_at(batch, game);
        const bool moved = moves[game] != QI_NOGO_NO_MOVE;
        if (moved)
            qi_board_play(board, board->to_move, qi_board_cell_of(board, moves[game]));
        const bool over = !qi_board_can_move(board, board->to_move);
        if (done)
            done[game] = over;
        if (reward)
            reward[game] = moved && over;
    }
    return QI_OK;
}

static float *write_numbers(const qi_planes *planes, uint32_t rows, uint32_t columns, float *at)
{
    for (uint32_t plane = 0; plane < QI_PLANE_COUNT; plane++)
        for (uint32_t row = 0; row < rows; row++)
            for (uint32_t column = 0; column < columns; column++)
                *at++ = (float)(planes->row[plane][row] >> column & 1);
    return at;
}

void qi_nogo_batch_planes(const qi_nogo_batch *batch, uint8_t *packed, float *numbers)
{
    const uint32_t rows = batch->empty->rows, columns = batch->empty->columns;
    for (uint32_t game = 0; game < batch->games; game++) {
        qi_planes made;
        qi_planes_make(&made, board_at(batch, game));
        if (packed)
            qi_planes_pack(&made, rows, columns,
                           packed + game * qi_nogo_position_bytes(rows, columns));
        if (numbers)
            numbers = write_numbers(&made, rows, columns, numbers);
    }
}
