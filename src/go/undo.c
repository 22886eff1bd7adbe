/* Steps that are not moves, and undoing steps. */
#include "go/game.h"

/* Completes a step that is not a move, with its last word. */
static void finish_other_step(qi_go *game, unsigned cell, unsigned mover)
{
    go_history_put(game, go_word(cell, mover == QI_BLACK ? GO_BLACK_MOVED : GO_WHITE_MOVED) |
                             GO_STEP_END);
    game->history.steps++;
    game->mover = (uint8_t)mover;
    if (game->remembers)
        qi_go_history_remember(game);
}

qi_result qi_go_pass(qi_go *game, qi_colour colour)
{
    if (colour != QI_BLACK && colour != QI_WHITE)
        return QI_BAD_ARGUMENT;
    if (go_history_full(game) && qi_go_history_tend(game) != QI_OK)
        return QI_NO_MEMORY;
    finish_other_step(game, GO_PASS_CELL, colour);
    return QI_OK;
}

/* ---- setting up and taking back ----------------------------------------------------------- */

/* Makes the group of a stone that has no head yet, together with its friends that have none. The
 * ring serves as the list of stones still to be visited. */
static void gather_group(qi_go *game, unsigned stone)
{
    const unsigned colour = game->colours[stone];
    go_group group = {0, 0};
    unsigned last = stone;
    unsigned cell = stone;
    game->head[stone] = (uint16_t)stone;
    game->next[stone] = (uint16_t)stone;
    do {
        group.stones++;
        for (unsigned i = 0; i < 4; i++) {
            const unsigned neighbour = go_neighbour(game, cell, i);
            if (game->colours[neighbour] == QI_EMPTY) {
                group.edges++;
            } else if (game->colours[neighbour] == colour && game->head[neighbour] == NO_GROUP) {
                game->head[neighbour] = (uint16_t)stone;
                game->next[last] = (uint16_t)neighbour;
                game->next[neighbour] = (uint16_t)stone;
                last = neighbour;
            }
        }
        cell = game->next[cell];
    } while (cell != stone);
    game->groups[stone] = group;
}

/* Builds all groups again; returns a cell of a group without liberties, or NO_GROUP. */
static unsigned gather_all(qi_go *game)
{
    unsigned breathless = NO_GROUP;
    for (unsigned cell = 0; cell < game->cells; cell++) {
        go_make_groupless(game, cell);
        if (go_is_stone(game, cell))
            game->head[cell] = NO_GROUP;
    }
    for (unsigned cell = 0; cell < game->cells; cell++)
        if (go_is_stone(game, cell) && game->head[cell] == NO_GROUP) {
            gather_group(game, cell);
            if (!game->groups[cell].edges && !breathless)
                breathless = cell;
        }
    return breathless;
}

/* Changes a cell's colour and the hash, nothing else. */
static void recolour(qi_go *game, unsigned cell, unsigned colour)
{
    if (go_is_stone(game, cell))
        game->hash ^= go_key(game, cell, game->colours[cell]);
    game->colours[cell] = (uint8_t)colour;
    if (go_is_stone(game, cell))
        game->hash ^= go_key(game, cell, colour);
}

static go_what change_of(unsigned before, unsigned after)
{
    if (before == QI_EMPTY)
        return after == QI_BLACK ? GO_PUT_BLACK : GO_PUT_WHITE;
    if (after == QI_EMPTY)
        return before == QI_BLACK ? GO_TAKE_BLACK : GO_TAKE_WHITE;
    return before == QI_BLACK ? GO_BLACK_TO_WHITE : GO_WHITE_TO_BLACK;
}

qi_result qi_go_set_up(qi_go *game, const qi_stone *stones, size_t count, qi_colour to_move,
                       qi_point *wrong)
{
    qi_point ignored;
    if (!wrong)
        wrong = &ignored;
    *wrong = QI_NO_POINT;
    if (to_move != QI_BLACK && to_move != QI_WHITE)
        return QI_BAD_ARGUMENT;
    for (size_t i = 0; i < count; i++)
        if (stones[i].point >= game->points || (unsigned)stones[i].colour > QI_WHITE) {
            *wrong = stones[i].point;
            return QI_BAD_ARGUMENT;
        }
    if (go_history_full(game) && qi_go_history_tend(game) != QI_OK)
        return QI_NO_MEMORY;

    uint8_t before[QI_GO_MAX_CELLS];
    const uint64_t hash = game->hash;
    memcpy(before, game->colours, game->cells);
    for (size_t i = 0; i < count; i++)
        recolour(game, game->cell_of[stones[i].point], stones[i].colour);
    const unsigned breathless = gather_all(game);
    if (breathless) {
        memcpy(game->colours, before, game->cells);
        game->hash = hash;
        gather_all(game);
        *wrong = game->point_of[breathless];
        return QI_BAD_ARGUMENT;
    }
    for (unsigned cell = 0; cell < game->cells; cell++)
        if (game->colours[cell] != before[cell]) {
            go_history_put(game, go_word(cell, change_of(before[cell], game->colours[cell])));
            if (go_is_stone(game, cell))
                game->seen[cell] |= (uint8_t)(1U << game->colours[cell]);
        }
    finish_other_step(game, GO_SETUP_CELL, qi_opponent(to_move));
    return QI_OK;
}

/* Takes the head from every stone of a group. */
static void scatter_group(qi_go *game, unsigned stone)
{
    for (unsigned cell = stone; game->head[cell] != NO_GROUP; cell = game->next[cell])
        game->head[cell] = NO_GROUP;
}

/* Puts back what a move captured (words [from, to)) and removes its stone, if it left one. Only the
 * groups it touched are made anew; the others' edges are corrected. */
static void undo_move(qi_go *game, size_t from, size_t to, unsigned cell, unsigned mover)
{
    const uint16_t *words = game->history.words;
    const unsigned dying =
        from < to && go_what_of(words[from]) == GO_TAKE_BLACK ? QI_BLACK : QI_WHITE;
    for (size_t i = from; i < to; i++) {
        const unsigned stone = words[i] & GO_CELL;
        recolour(game, stone, dying);
        game->head[stone] = NO_GROUP;
        go_close_edges(game, stone);
    }
    if (game->colours[cell] == mover) {
        scatter_group(game, cell);
        recolour(game, cell, QI_EMPTY);
        go_make_groupless(game, cell);
        go_open_edges(game, cell);
        game->captures[mover] -= to - from;
    } else { /* a suicide */
        game->captures[3 - mover] -= to - from + 1;
    }
    for (unsigned i = 0; i < 4; i++) {
        const unsigned neighbour = go_neighbour(game, cell, i);
        if (go_is_stone(game, neighbour) && game->head[neighbour] == NO_GROUP)
            gather_group(game, neighbour);
    }
    for (size_t i = from; i < to; i++)
        if (game->head[words[i] & GO_CELL] == NO_GROUP)
            gather_group(game, words[i] & GO_CELL);
}

bool qi_go_undo(qi_go *game)
{
    go_history *history = &game->history;
    if (!history->steps)
        return false;
    if (game->remembers)
        qi_go_history_forget(game);
    const size_t to = history->word_count - 1;
    size_t from = to;
    while (from && !(history->words[from - 1] & GO_STEP_END))
        from--;
    const unsigned cell = history->words[to] & GO_CELL;
    const unsigned mover = go_mover_of(history->words[to]);
    if (cell == GO_SETUP_CELL) {
        for (size_t i = from; i < to; i++) {
            const unsigned changed = history->words[i] & GO_CELL;
            recolour(game, changed, go_before(history->words[i], game->colours[changed]));
        }
        gather_all(game);
    } else if (cell != GO_PASS_CELL) {
        undo_move(game, from, to, cell, mover);
    }
    history->word_count = from;
    history->steps--;
    game->mover = from ? (uint8_t)go_mover_of(history->words[from - 1]) : (uint8_t)QI_WHITE;
    qi_go_history_attend(game);
    return true;
}
