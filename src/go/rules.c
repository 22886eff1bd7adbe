/* The rules of Go: what a move does, whether it may be made, and how it is taken back. */
#include "go/game.h"

#include "base/random.h"

/* More edges than any group can have, for the entry that stands for no group. */
enum { MANY_EDGES = 0x8000 };

typedef struct go_neighbours {
    uint16_t cell[4];
    uint16_t head[4];
} go_neighbours;

static inline go_neighbours neighbours_of(const qi_go *game, unsigned cell)
{
    const unsigned stride = game->stride;
    go_neighbours around = {{(uint16_t)(cell - stride), (uint16_t)(cell - 1), (uint16_t)(cell + 1),
                             (uint16_t)(cell + stride)},
                            {0}};
    for (int i = 0; i < 4; i++)
        around.head[i] = game->head[around.cell[i]];
    return around;
}

/* ---- making games ------------------------------------------------------------------------- */

static void clear_board(qi_go *game)
{
    memset(game->colours, QI_WALL, game->cells);
    for (uint32_t row = 1; row <= game->rows; row++)
        memset(game->colours + row * game->stride + 1, QI_EMPTY, game->columns);
    memset(game->head, 0, game->cells * sizeof *game->head);
    memset(game->seen, 0, game->cells);
    game->groups[NO_GROUP].edges = MANY_EDGES;
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
    if (rows < 1 || rows > QI_GO_MOST_SIDE || columns < 1 || columns > QI_GO_MOST_SIDE ||
        (unsigned)rules->repetition > QI_GO_FREE)
        return QI_BAD_ARGUMENT;
    const qi_allocator from = qi_allocator_or_default(allocator);
    qi_go *made = qi_allocate(&from, sizeof *made);
    if (!made)
        return QI_NO_MEMORY;
    made->allocator = from;
    made->rows = rows;
    made->columns = columns;
    made->stride = columns + 1;
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
    qi_go *made = qi_allocate(&from, sizeof *made);
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

/* ---- judging ------------------------------------------------------------------------------ */

/*
 * A move is tried by taking the edges that its stone closes away from the groups around it. If then
 * a group of the opponent has none left, it would be captured; if nothing is captured and the stone
 * has neither an empty neighbour nor a friend with edges left, it is suicide.
 */
static inline void close_edges(qi_go *game, const go_neighbours *around)
{
    game->groups[NO_GROUP].edges = MANY_EDGES;
    for (int i = 0; i < 4; i++)
        game->groups[around->head[i]].edges--;
}

static inline void open_edges(qi_go *game, const go_neighbours *around)
{
    for (int i = 0; i < 4; i++)
        game->groups[around->head[i]].edges++;
}

static inline bool any_without_edges(const qi_go *game, const go_neighbours *around)
{
    bool any = false;
    for (int i = 0; i < 4; i++)
        any |= game->groups[around->head[i]].edges == 0;
    return any;
}

/* Whether neighbour i is a stone of the colour, of a group without edges. */
static inline bool is_dead(const qi_go *game, const go_neighbours *around, int i, unsigned colour)
{
    return game->colours[around->cell[i]] == colour && game->groups[around->head[i]].edges == 0;
}

/* What a move with its edges closed amounts to. */
typedef enum go_effect { GO_ADDS, GO_CAPTURES, GO_KILLS_ITSELF } go_effect;

static inline go_effect effect_of(const qi_go *game, const go_neighbours *around, unsigned colour)
{
    unsigned kinds = 0; /* bit 1 << colour: such a neighbour breathes */
    if (!any_without_edges(game, around)) {
        for (int i = 0; i < 4; i++)
            kinds |= 1U << game->colours[around->cell[i]];
    } else {
        for (int i = 0; i < 4; i++)
            if (is_dead(game, around, i, 3 - colour))
                return GO_CAPTURES;
        for (int i = 0; i < 4; i++)
            if (!is_dead(game, around, i, colour))
                kinds |= 1U << game->colours[around->cell[i]];
    }
    return kinds & (1U << QI_EMPTY | 1U << colour) ? GO_ADDS : GO_KILLS_ITSELF;
}

/* Takes the stones of a group off the `wanted` board; returns what that does to the hash. */
static uint64_t take_off_wanted(const qi_go *game, unsigned stone)
{
    uint8_t *wanted = (uint8_t *)game->wanted;
    uint64_t hash = 0;
    for (unsigned cell = stone; wanted[cell] != QI_EMPTY; cell = game->next[cell]) {
        wanted[cell] = QI_EMPTY;
        hash ^= go_key(game, cell, game->colours[stone]);
    }
    return hash;
}

/* Sets `wanted` to the position after the move, whose edges are closed; returns its hash. */
static uint64_t imagine(const qi_go *game, const go_neighbours *around, unsigned colour,
                        unsigned cell, go_effect effect)
{
    uint8_t *wanted = (uint8_t *)game->wanted;
    memcpy(wanted, game->colours, game->cells);
    uint64_t hash = game->hash;
    if (effect != GO_KILLS_ITSELF) {
        wanted[cell] = (uint8_t)colour;
        hash ^= go_key(game, cell, colour);
    }
    const unsigned dying = effect == GO_KILLS_ITSELF ? colour : 3 - colour;
    if (effect != GO_ADDS)
        for (int i = 0; i < 4; i++)
            if (is_dead(game, around, i, dying))
                hash ^= take_off_wanted(game, around->cell[i]);
    return hash;
}

/* Whether the position before the last step would come back. */
static bool is_simple_ko(const qi_go *game, const go_neighbours *around, unsigned colour,
                         unsigned cell, go_effect effect, uint32_t *repeated)
{
    const go_history *history = &game->history;
    /* Where neither the last step nor this move takes stones off, there are more than before. */
    const size_t words = history->word_count;
    if (!words || (effect == GO_ADDS && (words == 1 || history->words[words - 2] & GO_STEP_END)))
        return false;
    imagine(game, around, colour, cell, effect);
    qi_go_history_restore(game, history->steps - 1, (uint8_t *)game->earlier);
    if (memcmp(game->earlier, game->wanted, game->cells) != 0)
        return false;
    *repeated = history->steps - 1;
    return true;
}

/*
 * Whether the move, with its edges closed, repeats what the rules forbid to repeat.
 *
 * Looking is needed only where a stone of this colour stood before, or when the move takes its own
 * group off: otherwise the new position has a stone of this colour on a cell where no earlier
 * position had one, so it equals none of them. `seen` is set when a stone is put down and never
 * cleared before the next game, so it holds at least the stones of all earlier positions; after an
 * undo it may hold more, which costs a look and changes nothing. That a move captures nothing is no
 * reason not to look: what others captured may have made the room.
 */
static inline bool is_repetition(const qi_go *game, const go_neighbours *around, unsigned colour,
                                 unsigned cell, go_effect effect, uint32_t *repeated)
{
    if (!game->remembers)
        return game->rules.repetition == QI_GO_SIMPLE_KO &&
               is_simple_ko(game, around, colour, cell, effect, repeated);
    if (!(game->seen[cell] & 1U << colour) && effect != GO_KILLS_ITSELF)
        return false;
    const uint64_t hash = imagine(game, around, colour, cell, effect);
    *repeated = qi_go_history_find(game, hash, colour);
    return *repeated != UINT32_MAX;
}

/* Closes the edges of a move and judges it. Unless it is legal, the edges are open again. */
static inline qi_go_verdict try_move(qi_go *game, unsigned colour, unsigned cell,
                                     go_neighbours *around, go_effect *effect, uint32_t *repeated)
{
    if (game->colours[cell] != QI_EMPTY)
        return QI_GO_OCCUPIED;
    *around = neighbours_of(game, cell);
    close_edges(game, around);
    *effect = effect_of(game, around, colour);
    qi_go_verdict verdict = QI_GO_OK;
    if (*effect == GO_KILLS_ITSELF && !game->rules.suicide)
        verdict = QI_GO_SUICIDE;
    else if (is_repetition(game, around, colour, cell, *effect, repeated))
        verdict = QI_GO_SUPERKO;
    if (verdict != QI_GO_OK)
        open_edges(game, around);
    return verdict;
}

static inline bool is_off_board(const qi_go *game, qi_colour colour, qi_point point)
{
    return point >= game->rows * game->columns || (colour != QI_BLACK && colour != QI_WHITE);
}

qi_go_verdict qi_go_judge(const qi_go *game, qi_colour colour, qi_point point, uint32_t *repeated)
{
    uint32_t ignored;
    if (!repeated)
        repeated = &ignored;
    *repeated = UINT32_MAX;
    if (is_off_board(game, colour, point))
        return QI_GO_OFF_BOARD;
    qi_go *trial = (qi_go *)game; /* the edges that are closed are opened again */
    go_neighbours around;
    go_effect effect;
    const qi_go_verdict verdict =
        try_move(trial, colour, game->cell_of[point], &around, &effect, repeated);
    if (verdict == QI_GO_OK)
        open_edges(trial, &around);
    return verdict;
}

size_t qi_go_legal(const qi_go *game, qi_colour colour, qi_point *points, size_t capacity)
{
    size_t count = 0;
    const uint32_t all = game->rows * game->columns;
    for (qi_point point = 0; point < all; point++)
        if (qi_go_judge(game, colour, point, NULL) == QI_GO_OK) {
            if (count < capacity)
                points[count] = point;
            count++;
        }
    return count;
}

/* ---- playing ------------------------------------------------------------------------------ */

/* Takes a group off the board, writing a word for each stone but for `mover_cell`, whose step says
 * so itself. */
static uint32_t remove_group(qi_go *game, unsigned stone, unsigned mover_cell)
{
    const unsigned colour = game->colours[stone];
    const go_what what = colour == QI_BLACK ? GO_TAKE_BLACK : GO_TAKE_WHITE;
    uint32_t taken = 0;
    unsigned cell = stone;
    do {
        game->colours[cell] = QI_EMPTY;
        game->head[cell] = NO_GROUP;
        game->hash ^= go_key(game, cell, colour);
        if (cell != mover_cell)
            go_history_put(game, go_word(cell, what));
        const go_neighbours around = neighbours_of(game, cell);
        open_edges(game, &around);
        taken++;
        cell = game->next[cell];
    } while (cell != stone);
    return taken;
}

/* Joins two groups: the smaller one learns its new head. Returns the head. */
static unsigned merge(qi_go *game, unsigned one, unsigned other)
{
    if (game->groups[one].stones < game->groups[other].stones) {
        const unsigned swapped = one;
        one = other;
        other = swapped;
    }
    game->groups[one].edges = (uint16_t)(game->groups[one].edges + game->groups[other].edges);
    game->groups[one].stones = (uint16_t)(game->groups[one].stones + game->groups[other].stones);
    unsigned cell = other;
    do {
        game->head[cell] = (uint16_t)one;
        cell = game->next[cell];
    } while (cell != other);
    const uint16_t rest = game->next[one];
    game->next[one] = game->next[other];
    game->next[other] = rest;
    return one;
}

/* Puts the stone of a move whose edges are closed on the board and joins it to its friends. */
static inline void put_stone(qi_go *game, const go_neighbours *around, unsigned colour,
                             unsigned cell)
{
    unsigned empty = 0;
    for (int i = 0; i < 4; i++)
        empty += game->colours[around->cell[i]] == QI_EMPTY;
    game->colours[cell] = (uint8_t)colour;
    game->seen[cell] |= (uint8_t)(1U << colour);
    game->hash ^= go_key(game, cell, colour);
    game->head[cell] = (uint16_t)cell;
    game->next[cell] = (uint16_t)cell;
    game->groups[cell] = (go_group){(uint16_t)empty, 1};
    unsigned head = cell;
    for (int i = 0; i < 4; i++)
        if (game->colours[around->cell[i]] == colour) {
            const unsigned friend = game->head[around->cell[i]];
            if (friend != head)
                head = merge(game, friend, head);
        }
}

static inline qi_go_verdict play_cell(qi_go *game, unsigned colour, unsigned cell,
                                      uint32_t *repeated)
{
    go_neighbours around;
    go_effect effect;
    const qi_go_verdict verdict = try_move(game, colour, cell, &around, &effect, repeated);
    if (verdict != QI_GO_OK)
        return verdict;
    if (go_history_full(game) && qi_go_history_tend(game) != QI_OK) {
        open_edges(game, &around);
        return QI_GO_NO_MEMORY;
    }
    put_stone(game, &around, colour, cell);
    go_what what = colour == QI_BLACK ? GO_PUT_BLACK : GO_PUT_WHITE;
    if (effect == GO_CAPTURES) {
        for (int i = 0; i < 4; i++)
            if (is_dead(game, &around, i, 3 - colour))
                game->captures[colour] += remove_group(game, around.cell[i], cell);
    } else if (effect == GO_KILLS_ITSELF) {
        game->captures[3 - colour] += remove_group(game, cell, cell);
        what = colour == QI_BLACK ? GO_BLACK_MOVED : GO_WHITE_MOVED;
    }
    go_history_put(game, go_word(cell, what) | GO_STEP_END);
    game->history.steps++;
    game->mover = (uint8_t)colour;
    if (game->remembers)
        go_history_link(game);
    return QI_GO_OK;
}

qi_go_verdict qi_go_play(qi_go *game, qi_colour colour, qi_point point, uint32_t *repeated)
{
    uint32_t ignored;
    if (!repeated)
        repeated = &ignored;
    *repeated = UINT32_MAX;
    if (is_off_board(game, colour, point))
        return QI_GO_OFF_BOARD;
    return play_cell(game, colour, game->cell_of[point], repeated);
}

qi_result qi_go_replay(qi_go *game, const qi_go_move *moves, size_t count, qi_go_refused *refused,
                       void *context)
{
    for (size_t i = 0; i < count; i++) {
        const qi_go_move move = moves[i];
        if (move.point == QI_NO_POINT) {
            if (qi_go_pass(game, move.colour) != QI_OK)
                return QI_NO_MEMORY;
            continue;
        }
        uint32_t repeated = UINT32_MAX;
        const qi_go_verdict verdict =
            is_off_board(game, move.colour, move.point)
                ? QI_GO_OFF_BOARD
                : play_cell(game, move.colour, game->cell_of[move.point], &repeated);
        if (verdict == QI_GO_OK)
            continue;
        if (verdict == QI_GO_NO_MEMORY)
            return QI_NO_MEMORY;
        const qi_go_refusal refusal = {i, move, verdict, repeated};
        if (refused && !refused(context, &refusal))
            return QI_STOPPED;
    }
    return QI_OK;
}

size_t qi_go_index_of_step(const qi_go_refusal *refusals, size_t count, uint32_t step)
{
    /* Before refusal i, index - i moves were played, a number that never falls. The move sought
     * comes after all refusals before which fewer than `step` were. */
    size_t low = 0;
    size_t high = count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (refusals[middle].index - middle < step)
            low = middle + 1;
        else
            high = middle;
    }
    return step - 1 + low;
}

/* Completes a step that is no move, with its last word. */
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

/* Makes the group of a stone that has no head yet, with those of its friends that have none. The
 * ring serves as the list of what is still to be looked at. */
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
        const go_neighbours around = neighbours_of(game, cell);
        for (int i = 0; i < 4; i++) {
            const unsigned neighbour = around.cell[i];
            if (game->colours[neighbour] == QI_EMPTY) {
                group.edges++;
            } else if (game->colours[neighbour] == colour && around.head[i] == NO_GROUP &&
                       game->head[neighbour] == NO_GROUP) {
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

static bool is_stone(const qi_go *game, unsigned cell)
{
    return game->colours[cell] == QI_BLACK || game->colours[cell] == QI_WHITE;
}

/* Makes all groups anew; returns a cell of a group without liberties, or NO_GROUP. */
static unsigned gather_all(qi_go *game)
{
    unsigned breathless = NO_GROUP;
    memset(game->head, 0, game->cells * sizeof *game->head);
    for (unsigned cell = 0; cell < game->cells; cell++)
        if (is_stone(game, cell) && game->head[cell] == NO_GROUP) {
            gather_group(game, cell);
            if (!game->groups[cell].edges && !breathless)
                breathless = cell;
        }
    return breathless;
}

/* Changes a cell's colour and the hash, nothing else. */
static void recolour(qi_go *game, unsigned cell, unsigned colour)
{
    if (is_stone(game, cell))
        game->hash ^= go_key(game, cell, game->colours[cell]);
    game->colours[cell] = (uint8_t)colour;
    if (is_stone(game, cell))
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

qi_result qi_go_set_up(qi_go *game, const qi_go_stone *stones, size_t count, qi_colour to_move,
                       qi_point *wrong)
{
    qi_point ignored;
    if (!wrong)
        wrong = &ignored;
    *wrong = QI_NO_POINT;
    if (to_move != QI_BLACK && to_move != QI_WHITE)
        return QI_BAD_ARGUMENT;
    for (size_t i = 0; i < count; i++)
        if (stones[i].point >= game->rows * game->columns ||
            (unsigned)stones[i].colour > QI_WHITE) {
            *wrong = stones[i].point;
            return QI_BAD_ARGUMENT;
        }
    if (go_history_full(game) && qi_go_history_tend(game) != QI_OK)
        return QI_NO_MEMORY;

    uint8_t *before = game->wanted;
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
            if (is_stone(game, cell))
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
        const go_neighbours around = neighbours_of(game, stone);
        close_edges(game, &around);
    }
    const go_neighbours around = neighbours_of(game, cell);
    if (game->colours[cell] == mover) {
        scatter_group(game, cell);
        recolour(game, cell, QI_EMPTY);
        open_edges(game, &around);
        game->captures[mover] -= to - from;
    } else { /* it took itself off */
        game->captures[3 - mover] -= to - from + 1;
    }
    for (int i = 0; i < 4; i++)
        if (is_stone(game, around.cell[i]) && game->head[around.cell[i]] == NO_GROUP)
            gather_group(game, around.cell[i]);
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
        go_history_unlink(game);
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
    game->mover = from ? (uint8_t)go_mover_of(history->words[from - 1]) : QI_WHITE;
    qi_go_history_attend(game);
    return true;
}
