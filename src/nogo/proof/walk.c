/*
 * Walking a winning strategy with the plain rules alone.
 *
 * Nothing here knows how moves were found: groups are flooded, liberties counted, and every answer
 * of the loser is tried. Positions already walked are remembered exactly: a position is a number
 * with one digit in base 3 for each point, the least of its symmetric images.
 */
#include "base/memory.h"

#include <qi/nogo_solve.h>

enum { MOST_POINTS = 40, IMAGES = 8, FIRST_SLOTS = 1 << 12 }; /* 3^40 < 2^64 */

typedef struct walk {
    uint32_t rows, columns, points;
    uint64_t board, left_edge, right_edge;
    uint64_t stones[2]; /* Black, White */
    unsigned winner;
    uint32_t leaf;
    uint8_t image[IMAGES][MOST_POINTS];
    unsigned images;
    uint64_t power[MOST_POINTS];
    qi_allocator allocator;
    uint64_t *slots; /* positions won, plus one; 0 is free */
    size_t slot_count, used;
    qi_nogo_answer *answer;
    void *context;
    qi_nogo_walk *account;
    qi_result result;
} walk;

/* ---- the rules ------------------------------------------------------------------------------ */

static uint64_t around(const walk *w, uint64_t set)
{
    return ((set & ~w->right_edge) << 1 | (set & ~w->left_edge) >> 1 | set << w->columns |
            set >> w->columns) &
           w->board;
}

static bool breathes(const walk *w, uint64_t stone, uint64_t stones, uint64_t empty)
{
    for (uint64_t group = stone, grown;; group = grown) {
        grown = (group | around(w, group)) & stones;
        if (around(w, grown) & empty)
            return true;
        if (grown == group)
            return false;
    }
}

static uint64_t empty_points(const walk *w)
{
    return w->board & ~(w->stones[0] | w->stones[1]);
}

/* No group next to the stone, nor its own, may lack a liberty; the others lost none. */
static bool is_legal(const walk *w, unsigned side, uint64_t point)
{
    const uint64_t empty = empty_points(w) & ~point;
    if (!breathes(w, point, w->stones[side] | point, empty))
        return false;
    for (uint64_t near = around(w, point) & w->stones[!side]; near; near &= near - 1)
        if (!breathes(w, near & -near, w->stones[!side], empty))
            return false;
    return true;
}

static uint64_t legal_points(const walk *w, unsigned side)
{
    uint64_t legal = 0;
    for (uint64_t rest = empty_points(w); rest; rest &= rest - 1)
        if (is_legal(w, side, rest & -rest))
            legal |= rest & -rest;
    return legal;
}

/* ---- positions walked ----------------------------------------------------------------------- */

static uint64_t position_number(const walk *w)
{
    uint64_t least = UINT64_MAX;
    for (unsigned i = 0; i < w->images; i++) {
        uint64_t number = 0;
        for (unsigned side = 0; side < 2; side++)
            for (uint64_t rest = w->stones[side]; rest; rest &= rest - 1)
                number += (side + 1) * w->power[w->image[i][__builtin_ctzll(rest)]];
        least = number < least ? number : least;
    }
    return least;
}

static size_t slot_of(const walk *w, uint64_t number)
{
    size_t at = (size_t)((number * 0x9e3779b97f4a7c15U) >> 20) & (w->slot_count - 1);
    while (w->slots[at] && w->slots[at] != number + 1)
        at = (at + 1) & (w->slot_count - 1);
    return at;
}

static bool remember(walk *w, uint64_t number)
{
    if (w->used * 2 >= w->slot_count) {
        uint64_t *const old = w->slots;
        const size_t old_count = w->slot_count;
        const size_t count = old_count ? old_count * 2 : FIRST_SLOTS;
        uint64_t *fresh = qi_allocate_array(&w->allocator, count, sizeof *fresh);
        if (!fresh) {
            w->result = QI_NO_MEMORY;
            return false;
        }
        memset(fresh, 0, count * sizeof *fresh);
        w->slots = fresh;
        w->slot_count = count;
        for (size_t i = 0; i < old_count; i++)
            if (old[i])
                fresh[slot_of(w, old[i] - 1)] = old[i];
        qi_release(&w->allocator, old);
    }
    w->slots[slot_of(w, number)] = number + 1;
    w->used++;
    return true;
}

/* ---- the walk ------------------------------------------------------------------------------- */

static bool wins_by_minimax(walk *w, unsigned side)
{
    w->account->minimax++;
    for (uint64_t rest = legal_points(w, side); rest; rest &= rest - 1) {
        const uint64_t point = rest & -rest;
        w->stones[side] |= point;
        const bool won = !wins_by_minimax(w, !side);
        w->stones[side] &= ~point;
        if (won)
            return true;
    }
    return false;
}

static bool is_leaf(const walk *w)
{
    uint64_t open = legal_points(w, 0) | legal_points(w, 1);
    return (uint32_t)__builtin_popcountll(open) <= w->leaf;
}

/* Ends the walk at the position that stands on the board. */
static bool fail(walk *w, qi_nogo_walk_end end, qi_point move)
{
    w->account->end = end;
    w->account->move = move;
    w->account->black = w->stones[0];
    w->account->white = w->stones[1];
    return false;
}

static bool loser_to_move(walk *w);

static bool winner_to_move(walk *w)
{
    if (is_leaf(w))
        return wins_by_minimax(w, w->winner) || fail(w, QI_NOGO_WALK_LEAF_LOST, QI_NO_POINT);
    qi_point move = QI_NO_POINT;
    const qi_result asked = w->answer(w->context, w->stones[0], w->stones[1], &move);
    if (asked != QI_OK) {
        w->result = asked;
        return false;
    }
    w->account->answers++;
    const uint64_t point = move < w->points ? (uint64_t)1 << move : 0;
    if (!(point & empty_points(w)) || !is_legal(w, w->winner, point))
        return fail(w, QI_NOGO_WALK_ILLEGAL, move);
    w->stones[w->winner] |= point;
    const bool good = loser_to_move(w);
    w->stones[w->winner] &= ~point;
    return good;
}

static bool loser_to_move(walk *w)
{
    if (is_leaf(w))
        return !wins_by_minimax(w, !w->winner) || fail(w, QI_NOGO_WALK_LEAF_LOST, QI_NO_POINT);
    const uint64_t number = position_number(w);
    if (w->used && w->slots[slot_of(w, number)])
        return true;
    for (uint64_t rest = legal_points(w, !w->winner); rest; rest &= rest - 1) {
        const uint64_t point = rest & -rest;
        w->stones[!w->winner] |= point;
        const bool good = winner_to_move(w);
        w->stones[!w->winner] &= ~point;
        if (!good)
            return false;
    }
    w->account->positions++;
    return remember(w, number);
}

static void find_images(walk *w)
{
    for (unsigned turn = 0; turn < IMAGES; turn++) {
        if ((turn & 4) && w->rows != w->columns)
            continue;
        for (uint32_t point = 0; point < w->points; point++) {
            const uint32_t a = point / w->columns, b = point % w->columns;
            uint32_t row = turn & 4 ? b : a, column = turn & 4 ? a : b;
            row = turn & 1 ? w->rows - 1 - row : row;
            column = turn & 2 ? w->columns - 1 - column : column;
            w->image[w->images][point] = (uint8_t)(row * w->columns + column);
        }
        w->images++;
    }
}

qi_result qi_nogo_walk_strategy(const qi_nogo *game, qi_colour winner, uint32_t leaf,
                                qi_nogo_answer *answer, void *context,
                                const qi_allocator *allocator, qi_nogo_walk *account)
{
    walk w = {.rows = qi_nogo_rows(game),
              .columns = qi_nogo_columns(game),
              .winner = winner == QI_BLACK ? 0 : 1,
              .leaf = leaf,
              .allocator = qi_allocator_or_default(allocator),
              .answer = answer,
              .context = context,
              .account = account};
    const uint64_t points = (uint64_t)w.rows * w.columns;
    if (points > MOST_POINTS)
        return QI_UNSUPPORTED;
    w.points = (uint32_t)points;
    memset(account, 0, sizeof *account);
    for (uint32_t point = 0; point < w.points; point++) {
        const uint64_t bit = (uint64_t)1 << point;
        const qi_colour at = qi_nogo_at(game, point);
        w.power[point] = point ? w.power[point - 1] * 3 : 1;
        if (at == QI_WALL)
            return QI_UNSUPPORTED;
        w.board |= bit;
        if (point % w.columns == 0)
            w.left_edge |= bit;
        if (point % w.columns == w.columns - 1)
            w.right_edge |= bit;
        if (at != QI_EMPTY)
            w.stones[at == QI_BLACK ? 0 : 1] |= bit;
    }
    find_images(&w);
    const bool good = qi_nogo_to_move(game) == winner ? winner_to_move(&w) : loser_to_move(&w);
    if (good)
        account->end = QI_NOGO_WALK_WON;
    qi_release(&w.allocator, w.slots);
    return w.result;
}
