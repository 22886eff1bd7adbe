/* Making, copying and clearing games. */
#include "base/random.h"
#include "go/board.h"

static void clear_board(qi_go *game)
{
    memset(game->colours, QI_WALL, game->cells);
    for (uint32_t row = 1; row <= game->rows; row++)
        memset(game->colours + row * game->stride + 1, QI_EMPTY, game->columns);
    for (uint32_t cell = 0; cell < game->cells; cell++)
        go_make_groupless(game, cell);
    memset(game->seen, 0, game->cells);
    game->hash = 0;
    game->mover = QI_WHITE;
    game->captures[QI_BLACK] = game->captures[QI_WHITE] = 0;
}

qi_result qi_go_new(uint32_t rows, uint32_t columns, const qi_go_rules *rules,
                    const qi_allocator *allocator, qi_go **game)
{
    const qi_go_rules standard = {QI_GO_POSITIONAL, false};
    if (!rules)
        rules = &standard;
    if (rows < 1 || rows > QI_GO_MAX_SIDE || columns < 1 || columns > QI_GO_MAX_SIDE ||
        (unsigned)rules->repetition > QI_GO_FREE)
        return QI_BAD_ARGUMENT;
    const qi_allocator from = qi_allocator_or_default(allocator);
    qi_go *made = (qi_go *)qi_allocate(&from, sizeof *made);
    if (!made)
        return QI_NO_MEMORY;
    made->allocator = from;
    made->rows = rows;
    made->columns = columns;
    made->points = rows * columns;
    made->stride = columns + 1;
    const int32_t stride = (int32_t)made->stride;
    const int32_t steps[5] = {-stride, -1, 1, stride, 0};
    memcpy(made->steps, steps, sizeof steps);
    made->cells = (rows + 2) * made->stride + 1;
    made->rules = *rules;
    made->remembers =
        rules->repetition == QI_GO_POSITIONAL || rules->repetition == QI_GO_SITUATIONAL;
    uint64_t seed = ((uint64_t)rows << 32) + columns;
    for (uint32_t row = 0; row < rows; row++)
        for (uint32_t column = 0; column < columns; column++) {
            const uint32_t cell = (row + 1) * made->stride + column + 1;
            const uint32_t point = row * columns + column;
            made->cell_of[point] = (uint16_t)cell;
            made->point_of[cell] = (uint16_t)point;
            for (int colour = 0; colour < 2; colour++)
                made->keys[cell][colour] = qi_splitmix64(&seed);
        }
    clear_board(made);
    if (qi_go_history_new(made) != QI_OK) {
        qi_release(&from, made);
        return QI_NO_MEMORY;
    }
    *game = made;
    return QI_OK;
}

qi_result qi_go_copy(const qi_go *game, const qi_allocator *allocator, qi_go **copy)
{
    const qi_allocator from = qi_allocator_or_default(allocator);
    qi_go *made = (qi_go *)qi_allocate(&from, sizeof *made);
    if (!made)
        return QI_NO_MEMORY;
    memcpy(made, game, sizeof *made);
    made->allocator = from;
    if (qi_go_history_copy(game, made) != QI_OK) {
        qi_release(&from, made);
        return QI_NO_MEMORY;
    }
    *copy = made;
    return QI_OK;
}

void qi_go_free(qi_go *game)
{
    if (!game)
        return;
    qi_go_history_free(game);
    const qi_allocator allocator = game->allocator;
    qi_release(&allocator, game);
}

void qi_go_clear(qi_go *game)
{
    clear_board(game);
    qi_go_history_clear(game);
}
