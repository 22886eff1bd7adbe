/*
 * Vectors for playout_lanes.h in the compiler's own vector types, LANES games in step. The
 * file that includes this one defines LANES and LANES_FN.
 *
 *     numbers   a number for every lane          lane_set   a set of lanes; & | ~ work on it
 *     points    a set of points for every lane   step       how far to move a set of points
 */

typedef uint64_t numbers __attribute__((vector_size(8 * LANES)));
typedef uint64_t lane_set __attribute__((vector_size(8 * LANES))); /* all bits of a lane, or none */
typedef uint32_t step;
typedef struct points {
    numbers low, high;
} points;

LANES_FN numbers load(const uint64_t *from)
{
    numbers to;
    memcpy(&to, from, sizeof to);
    return to;
}

LANES_FN void store(uint64_t *to, numbers from)
{
    memcpy(to, &from, sizeof from);
}

LANES_FN numbers no_numbers(void)
{
    return (numbers){0};
}

LANES_FN points splat(qi_mask mask)
{
    return (points){no_numbers() + mask.word[0], no_numbers() + mask.word[1]};
}

LANES_FN step step_of(uint32_t by)
{
    return by;
}

LANES_FN lane_set all_lanes(void)
{
    return ~no_numbers();
}

LANES_FN uint32_t lane_bits(lane_set set)
{
    uint32_t bits = 0;
    for (uint32_t lane = 0; lane < LANES; lane++)
        bits |= (uint32_t)(set[lane] & 1) << lane;
    return bits;
}

LANES_FN points and_points(points a, points b)
{
    return (points){a.low & b.low, a.high & b.high};
}

LANES_FN points or_points(points a, points b)
{
    return (points){a.low | b.low, a.high | b.high};
}

LANES_FN points without(points a, points b)
{
    return (points){a.low & ~b.low, a.high & ~b.high};
}

/* a | (b & c) */
LANES_FN points or_and(points a, points b, points c)
{
    return (points){a.low | (b.low & c.low), a.high | (b.high & c.high)};
}

LANES_FN points up(points a, step by)
{
    return (points){a.low << by, a.high << by | a.low >> (64 - by)};
}

LANES_FN points down(points a, step by)
{
    return (points){a.low >> by | a.high << (64 - by), a.high >> by};
}

LANES_FN points blend(lane_set set, points out, points in)
{
    return (points){out.low ^ ((out.low ^ in.low) & set), out.high ^ ((out.high ^ in.high) & set)};
}

LANES_FN lane_set has_any(points a)
{
    return (lane_set)((a.low | a.high) != 0);
}

LANES_FN lane_set differ(points a, points b)
{
    return (lane_set)(((a.low ^ b.low) | (a.high ^ b.high)) != 0);
}

/* Adds 1 in the lanes of a set. */
LANES_FN numbers count_lanes(numbers count, lane_set set)
{
    return count - set;
}

/* ---- drawing: each lane by itself ----------------------------------------------------------- */

#define EACH_BYTE 0x0101010101010101U
#define TOP_BITS 0x8080808080808080U

/* The place of the k-th set bit of a byte. */
typedef struct lanes_place {
    uint8_t of[8][256];
} lanes_place;

LANES_FN void lanes_fill_place(lanes_place *place)
{
    for (uint32_t byte = 0; byte < 256; byte++)
        for (uint32_t bit = 0, k = 0; bit < 8; bit++)
            if (byte >> bit & 1)
                place->of[k++][byte] = (uint8_t)bit;
}

/* In each byte of a word: how many bits are set in this byte and the lower ones. */
LANES_FN numbers sums_of(numbers word)
{
    word -= word >> 1 & 0x5555555555555555U;
    word = (word & 0x3333333333333333U) + (word >> 2 & 0x3333333333333333U);
    word = (word + (word >> 4)) & 0x0f0f0f0f0f0f0f0fU;
    word += word << 8;
    word += word << 16;
    return word + (word << 32);
}

/* A point of each set, which has one, uniformly drawn; `who` moves on in its random numbers. */
LANES_FN points draw(const lanes_place *place, points from, lane_set who, numbers *random)
{
    uint64_t words[2][LANES], sums[2][LANES], states[LANES], drawn[2][LANES];
    const numbers low_sums = sums_of(from.low), high_sums = sums_of(from.high);
    store(words[0], from.low);
    store(words[1], from.high);
    store(sums[0], low_sums);
    store(sums[1], high_sums);
    store(states, *random);
    for (uint32_t lane = 0; lane < LANES; lane++) {
        const uint32_t low = (uint32_t)(sums[0][lane] >> 56);
        uint32_t k = qi_playout_below(&states[lane], low + (uint32_t)(sums[1][lane] >> 56));
        const uint32_t i = k >= low;
        k -= low & (0U - i);
        /* Count the bytes whose sum is at most k. The sums are at most 64: no byte borrows. */
        const uint64_t passed = ((k * EACH_BYTE | TOP_BITS) - sums[i][lane]) & TOP_BITS;
        const uint32_t shift = (uint32_t)((passed >> 7) * EACH_BYTE >> 56) * 8;
        k -= (uint32_t)(sums[i][lane] << 8 >> shift) & 0xff;
        const uint64_t bit = (uint64_t)1 << (shift + place->of[k][words[i][lane] >> shift & 0xff]);
        drawn[0][lane] = bit & (i - (uint64_t)1);
        drawn[1][lane] = bit & (0 - (uint64_t)i);
    }
    *random ^= (*random ^ load(states)) & who;
    return (points){load(drawn[0]), load(drawn[1])};
}
