/*
 * Random games on small boards in plain C, one at a time.
 *
 * A group is known by its number; for every number the points next to its stones are kept as a set.
 * Joining groups joins the sets, and what of the set is empty are the liberties, so a move changes
 * nothing but its own group, and a test of a move looks at nothing but the groups around it.
 *
 * A stone keeps the label it was given; a table of labels says which group each belongs to now.
 * Joining rewrites that table as a whole, two or four vectors of bytes, whether it changes or not:
 * to ask first would be a branch that nobody can predict.
 */
#include "nogo/playout.h"

#include "base/memory.h"

/* A set of points, as qi_mask, in the compiler's words for 'two at once'. */
typedef uint64_t pair __attribute__((vector_size(16)));

typedef uint8_t bytes __attribute__((vector_size(16)));

enum {
    /* Labels lie on a board with a wall around it, so that every point has four neighbours. */
    STRIDE = QI_SMALL_SIDE + 1,
    CELLS = (QI_SMALL_SIDE + 2) * STRIDE,
    /* No two stones that got a new label are neighbours, so there are at most 61 of a colour. */
    LABELS = 64,
    BYTES = sizeof(bytes)
};

/* A set of points from which the k-th can be taken fast. */
typedef struct urn {
    pair points;
    pair sums; /* in each byte: how many points of the word are in this byte or a lower one */
    uint32_t count;
} urn;

/* One colour's stones, groups and candidates. */
typedef struct side {
    urn candidates;
    uint32_t labels;      /* how many were given; 0 is the label of what is no stone of this side */
    uint8_t label[CELLS]; /* by cell */
    union {               /* by label: the group it belongs to now, one of the labels in it */
        uint8_t group[LABELS];
        bytes groups[LABELS / BYTES];
    };
    /* By group. */
    pair reach[LABELS];  /* the points next to the stones; none for group 0 */
    pair breath[LABELS]; /* the same, but all points for group 0 */
} side;

/* What is known of a point. */
typedef struct site {
    pair stone;  /* itself */
    pair around; /* its neighbours */
    pair sums;   /* what it adds to the sums of an urn */
} site;

typedef struct table {
    side sides[2];
    pair empty;
    uint64_t random;
    site sites[QI_SMALL_POINTS];
    uint8_t cell[QI_SMALL_POINTS];
    bytes all[LABELS];     /* each number in all bytes; for 0 one that is no group */
    uint8_t place[8][256]; /* the place of the k-th set bit of a byte */
} table;

/* Whether a set has a point of another. Word by word: vectors are slow to ask. */
static inline bool meets(const pair *set, uint64_t low, uint64_t high)
{
    return (((*set)[0] & low) | ((*set)[1] & high)) != 0;
}

static pair pair_of(qi_mask mask)
{
    return (pair){mask.word[0], mask.word[1]};
}

/* ---- drawing ------------------------------------------------------------------------------- */

#define EACH_BYTE 0x0101010101010101U
#define TOP_BITS 0x8080808080808080U

static inline void take_out(urn *from, const site *at)
{
    from->points ^= at->stone;
    from->sums -= at->sums;
    from->count--;
}

/* The k-th point, counted from 0; k < count. */
static inline uint32_t kth(const table *game, const urn *from, uint32_t k)
{
    const uint32_t low = (uint32_t)(from->sums[0] >> 56);
    const uint32_t i = k >= low;
    k -= low & (0U - i);
    /* Count the bytes whose sum is at most k. The sums are at most 64: no byte borrows. */
    const uint64_t sums = from->sums[i];
    const uint64_t passed = ((k * EACH_BYTE | TOP_BITS) - sums) & TOP_BITS;
    const uint32_t shift = (uint32_t)((passed >> 7) * EACH_BYTE >> 56) * 8;
    k -= (uint32_t)(sums << 8 >> shift) & 0xff;
    return 64 * i + shift + game->place[k][from->points[i] >> shift & 0xff];
}

/* ---- playing ------------------------------------------------------------------------------- */

static inline uint32_t least(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

/* Makes up to four groups, any of which may be 0, belong to `into`. */
static inline void join(const table *game, side *own, const uint32_t groups[4], uint32_t into)
{
    const bytes a = game->all[groups[0]], b = game->all[groups[1]];
    const bytes c = game->all[groups[2]], d = game->all[groups[3]];
    const bytes new = game->all[into];
    const uint32_t used = __builtin_expect(own->labels < 2 * BYTES, 1) ? 2 : LABELS / BYTES;
    for (uint32_t i = 0; i < used; i++) {
        const bytes old = own->groups[i];
        const bytes these = (bytes)((old == a) | (old == b) | (old == c) | (old == d));
        own->groups[i] = (old & ~these) | (new &these);
    }
}

/* Plays a stone if that is legal. */
static inline bool try_move(table *game, side *own, const side *other, uint32_t point)
{
    const uint32_t cell = game->cell[point];
    const site *at = &game->sites[point];
    const pair empty = game->empty ^ at->stone;

    const uint8_t *near = other->label + cell, *group = other->group;
    const pair *breath = other->breath;
    const uint64_t low = empty[0], high = empty[1];
    if (!meets(&breath[group[near[-STRIDE]]], low, high) ||
        !meets(&breath[group[near[-1]]], low, high) || !meets(&breath[group[near[1]]], low, high) ||
        !meets(&breath[group[near[STRIDE]]], low, high))
        return false;

    near = own->label + cell;
    group = own->group;
    const uint32_t around[4] = {group[near[-STRIDE]], group[near[-1]], group[near[1]],
                                group[near[STRIDE]]};
    const pair reach = at->around | own->reach[around[0]] | own->reach[around[1]] |
                       own->reach[around[2]] | own->reach[around[3]];
    if (!meets(&reach, low, high))
        return false;

    game->empty = empty;
    /* The new group takes the lowest number around, or a new one; none, 0, is the highest here. */
    uint32_t number =
        least(least(around[0] - 1, around[1] - 1), least(around[2] - 1, around[3] - 1)) + 1;
    own->labels += number == 0;
    number = number ? number : own->labels;
    own->label[cell] = (uint8_t)number;
    own->reach[number] = own->breath[number] = reach;
    join(game, own, around, number);
    return true;
}

/* Plays to the end; returns the number of moves. */
static uint32_t play_out(table *game, uint32_t first)
{
    side *own = &game->sides[first], *other = &game->sides[!first];
    uint32_t moves = 0;
    while (own->candidates.count) {
        const uint32_t point =
            kth(game, &own->candidates, qi_playout_below(&game->random, own->candidates.count));
        take_out(&own->candidates, &game->sites[point]);
        if (try_move(game, own, other, point)) {
            if (other->candidates.points[point >> 6] >> (point & 63) & 1)
                take_out(&other->candidates, &game->sites[point]);
            side *const mover = own;
            own = other;
            other = mover;
            moves++;
        }
    }
    return moves;
}

/* ---- setting up ---------------------------------------------------------------------------- */

static uint64_t sums_of(uint64_t word)
{
    word -= word >> 1 & 0x5555555555555555U;
    word = (word & 0x3333333333333333U) + (word >> 2 & 0x3333333333333333U);
    return ((word + (word >> 4)) & 0x0f0f0f0f0f0f0f0fU) * EACH_BYTE;
}

static void set_up_side(table *game, const qi_small_frame *frame, const qi_small *position,
                        uint32_t which)
{
    side *const own = &game->sides[which];
    urn *const from = &own->candidates;
    from->points = pair_of(position->legal[which]);
    from->sums = (pair){sums_of(from->points[0]), sums_of(from->points[1])};
    from->count = (uint32_t)(from->sums[0] >> 56) + (uint32_t)(from->sums[1] >> 56);
    for (uint32_t label = 0; label < LABELS; label++)
        own->group[label] = (uint8_t)label;
    own->breath[0] = (pair){~(uint64_t)0, ~(uint64_t)0};
    for (qi_mask left = position->stones[which]; qi_mask_any(left);) {
        qi_mask group = qi_small_group(frame, position, qi_mask_first(left));
        left = qi_mask_without(left, group);
        own->labels++;
        own->reach[own->labels] = own->breath[own->labels] = pair_of(qi_small_beside(frame, group));
        while (qi_mask_any(group))
            own->label[game->cell[qi_mask_take(&group)]] = (uint8_t)own->labels;
    }
}

static void set_up(table *game, const qi_small_frame *frame, const qi_small *position)
{
    memset(game, 0, sizeof *game);
    for (uint32_t byte = 0; byte < 256; byte++)
        for (uint32_t bit = 0, k = 0; bit < 8; bit++)
            if (byte >> bit & 1)
                game->place[k++][byte] = (uint8_t)bit;
    for (uint32_t number = 0; number < LABELS; number++)
        memset(&game->all[number], number ? (int)number : LABELS, sizeof(bytes));
    for (uint32_t p = 0; p < frame->rows * frame->columns; p++) {
        const uint32_t row = p / frame->columns, column = p % frame->columns;
        game->cell[p] = (uint8_t)((row + 1) * STRIDE + column + 1);
        game->sites[p].stone = pair_of(qi_mask_point(p));
        game->sites[p].around = pair_of(frame->neighbours[p]);
        game->sites[p].sums[p >> 6] = EACH_BYTE << (p & 56);
    }
    game->empty = pair_of(qi_small_empty(frame, position));
    set_up_side(game, frame, position, 0);
    set_up_side(game, frame, position, 1);
}

/* Only what a game changes: of the tables by group what was there at the start. */
static void start_again(table *game, const table *start)
{
    game->empty = start->empty;
    for (uint32_t i = 0; i < 2; i++) {
        side *const own = &game->sides[i];
        const side *const first = &start->sides[i];
        memcpy(own, first, offsetof(side, reach));
        const size_t used = (first->labels + 1) * sizeof(pair);
        memcpy(own->reach, first->reach, used);
        memcpy(own->breath, first->breath, used);
    }
}

void qi_playout_plain(const qi_small_frame *frame, const qi_small *position, qi_colour colour,
                      uint64_t seed, uint64_t first, uint64_t count, qi_playout_sums *sums)
{
    table start, game;
    set_up(&start, frame, position);
    game = start;
    for (uint64_t i = 0; i < count; i++) {
        start_again(&game, &start);
        game.random = qi_playout_game(seed, first + i);
        const uint32_t moves = play_out(&game, qi_small_side(colour));
        sums->moves += moves;
        sums->first_wins += moves & 1;
    }
}
