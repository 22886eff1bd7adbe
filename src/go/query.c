/* Questions about a game that change nothing. */
#include "go/board.h"

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
    case QI_GO_NO_MEMORY:
        return "out of memory";
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
