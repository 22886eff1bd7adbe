#include "nogo/proof/leaf.h"

enum { WORD_BITS = 64 };

/* A position with the side to move and the round fills two words, but for the last bit: whether it
 * is won. */
static void spell(const leaf_memory *memory, const plain_position *position, unsigned side,
                  uint64_t word[2])
{
    const unsigned high = 2 * PLAIN_POINTS - WORD_BITS; /* bits of White that go to the second */
    word[0] = position->stones[0] | position->stones[1] << PLAIN_POINTS;
    word[1] = (memory->round << (high + 2)) | position->stones[1] >> (PLAIN_POINTS - high) << 2 |
              (uint64_t)side << 1;
}

/* The round does not matter here: a position has the same slot in all of them. */
static uint64_t *slot_of(leaf_memory *memory, const plain_position *position, unsigned side)
{
    const uint64_t mixed =
        (position->stones[0] ^ position->stones[1] << 23 ^ side) * 0x9e3779b97f4a7c15U;
    return memory->slot[mixed >> 40 & (LEAF_SLOTS - 1)];
}

/* Whether `side` wins when it moves next, after a stone of the other. */
static bool wins_after(const plain_board *b, leaf_memory *memory, const plain_position *position,
                       const plain_legal *before, unsigned side, uint64_t stone, uint64_t *count)
{
    uint64_t word[2];
    spell(memory, position, side, word);
    uint64_t *const slot = slot_of(memory, position, side);
    if (slot[0] == word[0] && slot[1] >> 1 == word[1] >> 1)
        return slot[1] & 1;
    const plain_legal legal = qi_plain_legal_after(b, position, before, !side, stone);
    const bool wins = legal.of[side] && qi_leaf_wins(b, memory, position, &legal, side, count);
    slot[0] = word[0];
    slot[1] = word[1] | wins;
    return wins;
}

bool qi_leaf_wins(const plain_board *b, leaf_memory *memory, const plain_position *position,
                  const plain_legal *legal, unsigned side, uint64_t *count)
{
    ++*count;
    /* Points that both want come first: that decides more quickly. */
    for (unsigned both = 2; both-- > 0;) {
        const uint64_t other = legal->of[!side];
        for (uint64_t rest = legal->of[side] & (both ? other : ~other); rest; rest &= rest - 1) {
            plain_position next = *position;
            next.stones[side] |= rest & -rest;
            if (!wins_after(b, memory, &next, legal, !side, rest & -rest, count))
                return true;
        }
    }
    return false;
}
