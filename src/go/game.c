/* Making games, and questions about one that change nothing. */
#include "go/game.h"
#include "base/random.h"
#include "go/games.h"

#include <qi/go_record.h>

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

/* ---- asking ------------------------------------------------------------------------------- */

uint32_t qi_go_rows(const qi_go *game)
{
    return game->rows;
}

uint32_t qi_go_columns(const qi_go *game)
{
    return game->columns;
}

qi_go_rules qi_go_rules_of(const qi_go *game)
{
    return game->rules;
}

qi_point qi_go_point(const qi_go *game, uint32_t row, uint32_t column)
{
    return row < game->rows && column < game->columns ? row * game->columns + column : QI_NO_POINT;
}

qi_colour qi_go_at(const qi_go *game, qi_point point)
{
    return point < game->points ? (qi_colour)game->colours[game->cell_of[point]] : QI_WALL;
}

qi_colour qi_go_to_move(const qi_go *game)
{
    return qi_opponent((qi_colour)game->mover);
}

uint64_t qi_go_captures(const qi_go *game, qi_colour colour)
{
    return colour == QI_BLACK || colour == QI_WHITE ? game->captures[colour] : 0;
}

uint32_t qi_go_stones(const qi_go *game, qi_colour colour)
{
    uint32_t stones = 0;
    for (qi_point point = 0; point < game->points; point++)
        stones += game->colours[game->cell_of[point]] == colour;
    return stones;
}

uint64_t qi_go_hash(const qi_go *game)
{
    return game->hash;
}

const char *qi_go_verdict_text(qi_go_verdict verdict)
{
    switch (verdict) {
    case QI_GO_OK:
        return "the move is legal";
    case QI_GO_OCCUPIED:
        return "the point is occupied";
    case QI_GO_SUICIDE:
        return "the stone would have no liberty";
    case QI_GO_SUPERKO:
        return "an earlier position would come back";
    case QI_GO_OFF_BOARD:
        return "the point is not on the board";
    }
    return "unknown verdict";
}

/* ---- groups ------------------------------------------------------------------------------- */

qi_point qi_go_group(const qi_go *game, qi_point point)
{
    if (point >= game->points || !go_is_stone(game, game->cell_of[point]))
        return QI_NO_POINT;
    return game->point_of[game->head[game->cell_of[point]]];
}

qi_group_size qi_go_measure_group(const qi_go *game, qi_point point, qi_point *stones,
                                  qi_point *liberties, size_t capacity)
{
    qi_group_size size = {0, 0};
    if (qi_go_group(game, point) == QI_NO_POINT)
        return size;
    uint8_t counted[QI_GO_MAX_CELLS];
    memset(counted, 0, game->cells);
    const unsigned first = game->cell_of[point];
    const unsigned stride = game->stride;
    unsigned cell = first;
    do {
        if (stones && size.stones < capacity)
            stones[size.stones] = game->point_of[cell];
        size.stones++;
        const unsigned around[4] = {cell - stride, cell - 1, cell + 1, cell + stride};
        for (int i = 0; i < 4; i++)
            if (game->colours[around[i]] == QI_EMPTY && !counted[around[i]]) {
                counted[around[i]] = 1;
                if (liberties && size.liberties < capacity)
                    liberties[size.liberties] = game->point_of[around[i]];
                size.liberties++;
            }
        cell = game->next[cell];
    } while (cell != first);
    return size;
}

/* ---- looking back ------------------------------------------------------------------------- */

uint32_t qi_go_steps(const qi_go *game)
{
    return game->history.steps;
}

qi_result qi_go_step_at(const qi_go *game, uint32_t number, qi_go_step *step, qi_point *changed,
                        size_t capacity)
{
    const go_history *history = &game->history;
    if (!number || number > history->steps)
        return QI_BAD_ARGUMENT;
    uint8_t earlier[QI_GO_MAX_CELLS];
    size_t at = qi_go_history_restore(game, number, earlier);
    const uint16_t last = history->words[--at];
    const unsigned cell = last & GO_CELL;
    *step = (qi_go_step){QI_GO_MOVE, {QI_NO_POINT, (qi_colour)go_mover_of(last)}, 0};
    if (cell == GO_PASS_CELL)
        step->kind = QI_GO_PASS;
    else if (cell == GO_SETUP_CELL)
        step->kind = QI_GO_SETUP;
    else
        step->move.point = game->point_of[cell];
    while (at && !(history->words[at - 1] & GO_STEP_END)) {
        at--;
        if (changed && step->captured < capacity)
            changed[step->captured] = game->point_of[history->words[at] & GO_CELL];
        step->captured++;
    }
    return QI_OK;
}

qi_go_memory qi_go_measure_memory(const qi_go *game)
{
    const go_history *history = &game->history;
    const uint32_t steps = history->steps;
    const uint64_t checkpoint = game->cells + sizeof(uint64_t);
    qi_go_memory memory = {steps + 1, history->word_count * sizeof *history->words,
                           sizeof *game + history->word_capacity * sizeof *history->words};
    memory.used += steps / history->interval * checkpoint;
    memory.held += history->checkpoint_capacity * checkpoint;
    if (game->remembers) {
        memory.used += (uint64_t)memory.positions * sizeof *history->nodes +
                       (uint64_t)history->chain_count * sizeof *history->chains;
        memory.held += (uint64_t)history->node_capacity * sizeof *history->nodes +
                       (uint64_t)history->chain_capacity * sizeof *history->chains;
    }
    return memory;
}
