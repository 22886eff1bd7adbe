#include "nogo/proof/leaf.h"

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
 * bit above it tells that the slot is taken. */
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
