/*
 * Random games on small boards in plain C, one at a time.
 *
 * A group is known by its number; for every number the points next to its stones are kept as a set.
 * Joining groups joins the sets, and the empty points of a set are the liberties. So a move changes
 * only its own group, and testing a move looks only at the groups around it.
 *
 * A stone keeps the label it was given; a table of labels says which group each belongs to now.
 * Joining rewrites the used part of that table, one to four vectors of bytes, whether it changes or
 * not: checking first would be an unpredictable branch.
 */
#include "nogo/playout/playout.h"

#include "base/memory.h"

/* A set of points, as qi_mask, in the compiler's type for two words at once. */
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
    pair below; /* in each byte: how many points there are in the lower ones, of both words */
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
    /* By group, the low and the high words apart: to index words of 8 bytes costs nothing. */
    uint64_t reach[2][LABELS];  /* the points next to the stones; none for group 0 */
    uint64_t breath[2][LABELS]; /* the same, but all points for group 0 */
} side;

/* A point and its surroundings. */
typedef struct site {
    pair stone;  /* itself */
    pair around; /* its neighbours */
    pair below;  /* what it adds to that of an urn */
    uint32_t cell;
} site;

typedef struct table {
    side sides[2];
    uint64_t empty[2];
    site sites[QI_SMALL_POINTS];
    bytes all[LABELS];     /* each number in all bytes; for 0 one that is no group */
    uint8_t place[8][256]; /* the place of the k-th set bit of a byte */
} table;

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
    from->below -= at->below;
    from->count--;
}

static inline void put_back(urn *into, const site *at)
{
    into->points ^= at->stone;
    into->below += at->below;
    into->count++;
}

/* Where byte number i of a pair, counted from the lowest of its first word, lies in memory. */
static inline uint64_t byte_at(uint64_t i)
{
    return __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? i : i ^ 7;
}

/*
 * The k-th point, counted from 0; k < count. This is on the critical path from move to move, so
 * there is no branch between the words: both are searched, and the counts of the second continue
 * those of the first.
 */
static inline uint32_t kth(const table *game, const urn *from, uint32_t k)
{
    /* Count the bytes below which at most k points are. Their numbers are below 128: no byte
     * borrows. */
    const uint64_t bound = k * EACH_BYTE | TOP_BITS;
    const uint64_t passed =
        ((bound - from->below[0]) >> 7 & EACH_BYTE) + ((bound - from->below[1]) >> 7 & EACH_BYTE);
    const uint64_t i = (passed * EACH_BYTE >> 56) - 1;
    k -= ((const uint8_t *)&from->below)[byte_at(i)];
    return (uint32_t)(8 * i) + game->place[k][((const uint8_t *)&from->points)[byte_at(i)]];
}

/* ---- playing ------------------------------------------------------------------------------- */

static inline uint32_t greatest(uint32_t a, uint32_t b)
{
    return a > b ? a : b;
}

/* Whether the group of a label has a point of a set; group 0 has all points. */
static inline bool breathes(const side *other, uint32_t label, uint64_t low, uint64_t high)
{
    const uint32_t group = other->group[label];
    return ((other->breath[0][group] & low) | (other->breath[1][group] & high)) != 0;
}

/* Makes up to four groups, any of which may be 0, belong to `into`. */
static inline void join(const table *game, side *own, const uint32_t groups[4], uint32_t into)
{
    const bytes a = game->all[groups[0]], b = game->all[groups[1]];
    const bytes c = game->all[groups[2]], d = game->all[groups[3]];
    const bytes fresh = game->all[into];
    /* The number in use changes at most three times in a game, so this branch is predictable. */
    const uint32_t used = own->labels / BYTES;
    uint32_t i = 0;
    do {
        const bytes old = own->groups[i];
        const bytes these = (bytes)((old == a) | (old == b) | (old == c) | (old == d));
        own->groups[i] = (old & ~these) | (fresh & these);
    } while (i++ < used);
}

/* Plays a stone if that is legal. */
static inline bool try_move(table *game, side *own, const side *other, const site *at)
{
    const uint32_t cell = at->cell;
    const uint64_t low = game->empty[0] ^ at->stone[0], high = game->empty[1] ^ at->stone[1];

    const uint8_t *near = other->label + cell;
    if (!breathes(other, near[-STRIDE], low, high) || !breathes(other, near[-1], low, high) ||
        !breathes(other, near[1], low, high) || !breathes(other, near[STRIDE], low, high))
        return false;

    near = own->label + cell;
    const uint8_t *group = own->group;
    const uint32_t around[4] = {group[near[-STRIDE]], group[near[-1]], group[near[1]],
                                group[near[STRIDE]]};
    uint64_t reach[2];
    for (uint32_t i = 0; i < 2; i++)
        reach[i] = at->around[i] | own->reach[i][around[0]] | own->reach[i][around[1]] |
                   own->reach[i][around[2]] | own->reach[i][around[3]];
    if (!((reach[0] & low) | (reach[1] & high)))
        return false;

    game->empty[0] = low;
    game->empty[1] = high;
    /* The new group takes the greatest number around, or a new one. */
    uint32_t number = greatest(greatest(around[0], around[1]), greatest(around[2], around[3]));
    own->labels += number == 0;
    number = number ? number : own->labels;
    own->label[cell] = (uint8_t)number;
    for (uint32_t i = 0; i < 2; i++)
        own->reach[i][number] = own->breath[i][number] = reach[i];
    join(game, own, around, number);
    return true;
}

static inline uint32_t draw(const table *game, const urn *from, uint64_t *random)
{
    return kth(game, from, qi_playout_below(random, from->count));
}

/*
 * Plays to the end; returns the number of moves.
 *
 * Drawing takes long, and most of that is waiting. So while a move is tried, the reply is already
 * drawn as if the move were legal, which it usually is; if not, the draw is undone. (A draw from
 * nothing is harmless: it gives some point, which is not used.)
 */
static uint32_t play_out(table *game, uint32_t first, uint64_t random)
{
    side *own = &game->sides[first], *other = &game->sides[!first];
    uint32_t moves = 0, point = draw(game, &own->candidates, &random);
    while (own->candidates.count) {
        const site *const at = &game->sites[point];
        take_out(&own->candidates, at);
        const bool shared = other->candidates.points[point >> 6] >> (point & 63) & 1;
        if (shared)
            take_out(&other->candidates, at);
        uint64_t after = random;
        point = draw(game, &other->candidates, &after);
        if (try_move(game, own, other, at)) {
            side *const mover = own;
            own = other;
            other = mover;
            random = after;
            moves++;
        } else {
            if (shared)
                put_back(&other->candidates, at);
            point = draw(game, &own->candidates, &random);
        }
    }
    return moves;
}

/* ---- setting up ---------------------------------------------------------------------------- */

/* In each byte: how many bits of the word are in this byte or a lower one. */
static uint64_t sums_of(uint64_t word)
{
    word -= word >> 1 & 0x5555555555555555U;
    word = (word & 0x3333333333333333U) + (word >> 2 & 0x3333333333333333U);
    return ((word + (word >> 4)) & 0x0f0f0f0f0f0f0f0fU) * EACH_BYTE;
}

static pair below_of(pair points)
{
    const uint64_t low = sums_of(points[0]), high = sums_of(points[1]);
    return (pair){low << 8, (high << 8) + (low >> 56) * EACH_BYTE};
}

static void set_up_side(table *game, const qi_small_frame *frame, const qi_small *position,
                        uint32_t which)
{
    side *const own = &game->sides[which];
    urn *const from = &own->candidates;
    from->points = pair_of(position->legal[which]);
    from->below = below_of(from->points);
    from->count = qi_mask_count(position->legal[which]);
    for (uint32_t label = 0; label < LABELS; label++)
        own->group[label] = (uint8_t)label;
    own->breath[0][0] = own->breath[1][0] = ~(uint64_t)0;
    for (qi_mask left = position->stones[which]; qi_mask_any(left);) {
        qi_mask group = qi_small_group(frame, position, qi_mask_first(left));
        left = qi_mask_without(left, group);
        own->labels++;
        const qi_mask reach = qi_small_beside(frame, group);
        for (uint32_t i = 0; i < 2; i++)
            own->reach[i][own->labels] = own->breath[i][own->labels] = reach.word[i];
        while (qi_mask_any(group))
            own->label[game->sites[qi_mask_take(&group)].cell] = (uint8_t)own->labels;
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
        game->sites[p].cell = (row + 1) * STRIDE + column + 1;
        game->sites[p].stone = pair_of(qi_mask_point(p));
        game->sites[p].around = pair_of(frame->neighbours[p]);
        game->sites[p].below = below_of(pair_of(qi_mask_point(p)));
    }
    const qi_mask empty = qi_small_empty(frame, position);
    memcpy(game->empty, empty.word, sizeof game->empty);
    set_up_side(game, frame, position, 0);
    set_up_side(game, frame, position, 1);
}

/* Copies only what a game changes: of the tables by group, those of the start. */
static void start_again(table *game, const table *start)
{
    memcpy(game->empty, start->empty, sizeof game->empty);
    for (uint32_t i = 0; i < 2; i++) {
        side *const own = &game->sides[i];
        const side *const first = &start->sides[i];
        memcpy(own, first, offsetof(side, reach));
        for (uint32_t label = 1; label <= first->labels; label++)
            for (uint32_t word = 0; word < 2; word++) {
                own->reach[word][label] = first->reach[word][label];
                own->breath[word][label] = first->breath[word][label];
            }
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
        const uint32_t moves =
            play_out(&game, qi_small_side(colour), qi_playout_game(seed, first + i));
        sums->moves += moves;
        sums->first_wins += moves & 1;
    }
}
