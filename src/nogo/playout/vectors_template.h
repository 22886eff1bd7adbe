/*
 * A template: sets of points for lanes_template.h, LANES games in step. The file that includes both
 * defines before
 *
 *     numbers   a vector of the compiler with a number for every lane
 *     LANES, LANES_FN
 *
 * and in between lane_set (a set of lanes; & | ~ work on it), step (how far to move a set of
 * points) and what works on them.
 */

/* A set of points for every lane. */
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
    uint64_t low[LANES], high[LANES];
    for (uint32_t lane = 0; lane < LANES; lane++) {
        low[lane] = mask.word[0];
        high[lane] = mask.word[1];
    }
    return (points){load(low), load(high)};
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
