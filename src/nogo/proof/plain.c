#include "nogo/proof/plain.h"

#include "base/memory.h"

/* ---- the rules ------------------------------------------------------------------------------ */

static uint64_t around(const plain_board *b, uint64_t set)
{
    return ((set & ~b->right_edge) << 1 | (set & ~b->left_edge) >> 1 | set << b->columns |
            set >> b->columns) &
           b->board;
}

/* A stone may not take the last liberty of an opponent's group. Its own group has a liberty left if
 * a neighbour of the point is empty, or a neighbouring group of its colour has two liberties. */
plain_legal qi_plain_legal(const plain_board *b, const plain_position *position)
{
    const uint64_t empty = b->board & ~(position->stones[0] | position->stones[1]);
    uint64_t last[2] = {0, 0};   /* points that are the only liberty of a group */
    uint64_t strong[2] = {0, 0}; /* stones of groups with two liberties or more */
    for (unsigned side = 0; side < 2; side++) {
        const uint64_t stones = position->stones[side];
        for (uint64_t rest = stones; rest;) {
            uint64_t group = rest & -rest, near;
            for (;;) {
                near = around(b, group);
                const uint64_t more = near & stones & ~group;
                if (!more)
                    break;
                group |= more;
            }
            rest &= ~group;
            const uint64_t liberties = near & empty;
            if (liberties & (liberties - 1))
                strong[side] |= group;
            else
                last[side] |= liberties;
        }
    }
    const uint64_t airy = around(b, empty);
    plain_legal legal;
    for (unsigned side = 0; side < 2; side++)
        legal.of[side] = empty & ~last[!side] & (airy | around(b, strong[side]));
    return legal;
}

/* Whether the group of some stones has two liberties; else `only` gets its only one, if any. */
static bool is_strong(const plain_board *b, uint64_t stones, uint64_t empty, uint64_t group,
                      uint64_t *only)
{
    for (;;) {
        const uint64_t near = around(b, group), liberties = near & empty;
        if (liberties & (liberties - 1))
            return true;
        const uint64_t more = near & stones & ~group;
        if (!more) {
            *only = liberties;
            return false;
        }
        group |= more;
    }
}

/* Only groups that the stone touches lose a liberty, so only these may have one left; and only
 * beside the stone, or where such a group's last liberty is, a move may have become suicide. */
plain_legal qi_plain_legal_after(const plain_board *b, const plain_position *position,
                                 const plain_legal *before, unsigned side, uint64_t stone)
{
    const uint64_t empty = b->board & ~(position->stones[0] | position->stones[1]);
    const uint64_t beside = around(b, stone);
    plain_legal legal = {{before->of[0] & ~stone, before->of[1] & ~stone}};
    uint64_t doubtful[2] = {beside, beside}, only = 0;
    if (!is_strong(b, position->stones[side], empty, stone, &only)) {
        legal.of[!side] &= ~only;
        doubtful[side] |= only;
    }
    for (uint64_t rest = beside & position->stones[!side]; rest; rest &= rest - 1)
        if (!is_strong(b, position->stones[!side], empty, rest & -rest, &only)) {
            legal.of[side] &= ~only;
            doubtful[!side] |= only;
        }
    const uint64_t airless = ~around(b, empty);
    for (unsigned of = 0; of < 2; of++)
        for (uint64_t rest = doubtful[of] & legal.of[of] & airless; rest; rest &= rest - 1) {
            const uint64_t point = rest & -rest;
            uint64_t friends = around(b, point) & position->stones[of];
            while (friends && !is_strong(b, position->stones[of], empty, friends & -friends, &only))
                friends &= friends - 1;
            if (!friends)
                legal.of[of] &= ~point;
        }
    return legal;
}

/* ---- numbers -------------------------------------------------------------------------------- */

plain_numbers qi_plain_numbers(const plain_board *b, const plain_position *position)
{
    plain_numbers numbers = {{0}};
    uint64_t black = position->stones[0], white = position->stones[1];
    for (unsigned piece = 0; black | white; piece++) {
        const unsigned mask = (1U << PLAIN_PIECE) - 1;
        const uint64_t *const one = b->sums[piece][black & mask];
        const uint64_t *const two = b->sums[piece][white & mask];
        for (unsigned i = 0; i < PLAIN_IMAGES; i++)
            numbers.of[i] += one[i] + 2 * two[i];
        black >>= PLAIN_PIECE;
        white >>= PLAIN_PIECE;
    }
    return numbers;
}

plain_position qi_plain_position(const plain_board *b, uint64_t number)
{
    plain_position position = {{0, 0}};
    for (unsigned shift = 0; number; shift += PLAIN_PIECE, number /= PLAIN_DIGITS) {
        const uint8_t *const stones = b->digits[number % PLAIN_DIGITS];
        position.stones[0] |= (uint64_t)stones[0] << shift;
        position.stones[1] |= (uint64_t)stones[1] << shift;
    }
    return position;
}

static uint32_t image_of(const plain_board *b, unsigned turn, uint32_t point)
{
    const uint32_t a = point / b->columns, c = point % b->columns;
    const uint32_t row = turn & 4 ? c : a, column = turn & 4 ? a : c;
    return (turn & 1 ? b->rows - 1 - row : row) * b->columns +
           (turn & 2 ? b->columns - 1 - column : column);
}

static void fill_tables(plain_board *b)
{
    b->images = b->rows == b->columns ? PLAIN_IMAGES : PLAIN_IMAGES / 2;
    b->power[0] = 1;
    for (uint32_t point = 0; point < PLAIN_POINTS; point++)
        b->power[point + 1] = b->power[point] * 3;
    for (uint32_t point = 0; point < b->points; point++)
        for (unsigned turn = 0; turn < b->images; turn++) {
            const unsigned bit = 1U << point % PLAIN_PIECE;
            for (unsigned set = 0; set < 1U << PLAIN_PIECE; set++)
                if (set & bit)
                    b->sums[point / PLAIN_PIECE][set][turn] += b->power[image_of(b, turn, point)];
        }
    for (unsigned number = 0; number < PLAIN_DIGITS; number++)
        for (unsigned rest = number, i = 0; rest; rest /= 3, i++)
            if (rest % 3)
                b->digits[number][rest % 3 - 1] |= (uint8_t)(1U << i);
}

qi_result qi_plain_start(const qi_nogo *from, plain_board *b, plain_position *position)
{
    memset(b, 0, sizeof *b);
    memset(position, 0, sizeof *position);
    b->rows = qi_nogo_rows(from);
    b->columns = qi_nogo_columns(from);
    const uint64_t points = (uint64_t)b->rows * b->columns;
    if (points > PLAIN_POINTS)
        return QI_TOO_LARGE;
    b->points = (uint32_t)points;
    for (uint32_t point = 0; point < b->points; point++) {
        const uint64_t bit = (uint64_t)1 << point;
        const qi_colour at = qi_nogo_at(from, point);
        if (at == QI_WALL)
            return QI_BAD_ARGUMENT;
        b->board |= bit;
        if (point % b->columns == 0)
            b->left_edge |= bit;
        if (point % b->columns == b->columns - 1)
            b->right_edge |= bit;
        if (at != QI_EMPTY)
            position->stones[at == QI_BLACK ? 0 : 1] |= bit;
    }
    fill_tables(b);
    return QI_OK;
}

/* ---- small endings -------------------------------------------------------------------------- */

enum { WORD_BITS = 64 };

/* On a board of one row, how many stones a group has does not matter, only which points are beside
 * it: leaves one stone of each, and moves the rest together. What is then free behind the last
 * point counts as stones of both. */
static plain_position shorten(const plain_board *b, const plain_position *position)
{
    plain_position shorter = *position;
    uint64_t again = (position->stones[0] & position->stones[0] >> 1) |
                     (position->stones[1] & position->stones[1] >> 1);
    uint64_t points = b->board;
    while (again) {
        const uint64_t below = ((uint64_t)1 << (63 - __builtin_clzll(again))) - 1;
        again &= below;
        points >>= 1;
        for (unsigned side = 0; side < 2; side++)
            shorter.stones[side] =
                (shorter.stones[side] & below) | (shorter.stones[side] >> 1 & ~below);
    }
    for (unsigned side = 0; side < 2; side++)
        shorter.stones[side] |= b->board & ~points;
    return shorter;
}

/* A position with the side to move fills two words, but for the last bit: whether it is won. The
 * bit above it marks the slot as taken. */
static void spell(const plain_position *position, unsigned side, uint64_t word[2])
{
    const unsigned high = 2 * PLAIN_POINTS - WORD_BITS; /* bits of White that go to the second */
    word[0] = position->stones[0] | position->stones[1] << PLAIN_POINTS;
    word[1] = position->stones[1] >> (PLAIN_POINTS - high) << 3 | (uint64_t)side << 2 | 2;
}

static uint64_t *slot_of(leaf_memory *memory, const uint64_t word[2])
{
    const uint64_t mixed = (word[0] ^ word[1] << 40) * 0x9e3779b97f4a7c15U;
    return memory->slot[(mixed ^ mixed >> 32) * 0xd6e8feb86659fd93U >> 40 & (LEAF_SLOTS - 1)];
}

/* Whether `side` wins when it moves next, after a stone of the other. */
static bool wins_after(const plain_board *b, leaf_memory *memory, const plain_position *position,
                       const plain_legal *before, unsigned side, uint64_t stone)
{
    uint64_t word[2];
    const bool line = b->rows == 1 || b->columns == 1;
    const plain_position known = line ? shorten(b, position) : *position;
    spell(&known, side, word);
    uint64_t *const slot = slot_of(memory, word);
    if (slot[0] == word[0] && slot[1] >> 1 == word[1] >> 1)
        return slot[1] & 1;
    const plain_legal legal = qi_plain_legal_after(b, position, before, !side, stone);
    const bool wins = legal.of[side] && qi_leaf_wins(b, memory, position, &legal, side);
    slot[0] = word[0];
    slot[1] = word[1] | wins;
    return wins;
}

bool qi_leaf_wins(const plain_board *b, leaf_memory *memory, const plain_position *position,
                  const plain_legal *legal, unsigned side)
{
    /* Points that both want come first: that decides more quickly. */
    for (unsigned both = 2; both-- > 0;) {
        const uint64_t other = legal->of[!side];
        for (uint64_t rest = legal->of[side] & (both ? other : ~other); rest; rest &= rest - 1) {
            plain_position next = *position;
            next.stones[side] |= rest & -rest;
            if (!wins_after(b, memory, &next, legal, !side, rest & -rest))
                return true;
        }
    }
    return false;
}
