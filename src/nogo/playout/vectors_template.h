/*
 * Vectors for lanes_template.h in the compiler's own vector types, LANES games in step. The
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

/* Nothing has to be prepared. */
typedef struct lanes_place {
    uint8_t unused;
} lanes_place;

LANES_FN void lanes_fill_place(lanes_place *place)
{
    place->unused = 0;
}

/* A point of each set, which has one, uniformly drawn; `who` moves on in its random numbers. */
LANES_FN points draw(const lanes_place *place, points from, lane_set who, numbers *random)
{
    (void)place;
    uint64_t words[2][LANES], states[LANES], drawn[2][LANES];
    store(words[0], from.low);
    store(words[1], from.high);
    store(states, *random);
    for (uint32_t lane = 0; lane < LANES; lane++) {
        const uint32_t low = (uint32_t)_mm_popcnt_u64(words[0][lane]);
        const uint32_t high = (uint32_t)_mm_popcnt_u64(words[1][lane]);
        const uint32_t k = qi_playout_below(&states[lane], low + high);
        /* The k-th bit of a word, and none where it has no k-th bit. */
        drawn[0][lane] = _pdep_u64(k < low ? (uint64_t)1 << k : 0, words[0][lane]);
        drawn[1][lane] = _pdep_u64(k < low ? 0 : (uint64_t)1 << (k - low), words[1][lane]);
    }
    *random ^= (*random ^ load(states)) & who;
    return (points){load(drawn[0]), load(drawn[1])};
}
