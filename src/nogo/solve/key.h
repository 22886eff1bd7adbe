/*
 * Keys of positions.
 *
 * An exact key holds the whole description of a position, so two positions with one key are the
 * same and no answer can be wrong through a collision. There are three kinds:
 *
 *   - a position of few open points is described as a graph, its points in an order that hardly
 *     depends on where they lie, so that positions that differ in place, shape or stones already
 *     forgotten share a key;
 *   - on a board of one line, the regions are strings, each read in its lesser direction, in order;
 *   - any other by its stones on the board, whichever symmetric image is the least.
 *
 * The side to move always counts as the first, so a position and its colour-reversed twin share a
 * key too.
 *
 * A player's session on a large board has fingerprints of 110 bits for the third kind: of what is
 * left of a position, without the stones, so more positions are the same. They are not exact, but
 * among a million million positions two share one with a chance of one in a thousand million.
 *
 * Keys are kept in files: when they come to mean something else, files of facts (facts.c)
 * need another number in their head.
 */
#ifndef QI_NOGO_SOLVE_KEY_H
#define QI_NOGO_SOLVE_KEY_H

#include "base/fast.h"
#include "nogo/solve/moves.h"
#include "nogo/solve/table.h"

enum {
    GRAPH_POINTS = 8, /* more do not fit a key as a graph */
    GRAPH_GROUPS = 15,
    GROUP_BITS = 46,  /* for the liberties of all groups of a graph */
    LINE_POINTS = 21, /* more do not fit a key as strings */
    LINE_BITS = 5,    /* a point of a string */
    LINE_FIRST = 12,  /* points in the first word */
    SOLVE_KEY_REST = 46
};

/* The last word of every key: what kind it is, the star, the integer as the mover sees it, and
 * SOLVE_KEY_REST bits of one's own, above the data of the table. */
SOLVE_FN uint64_t key_end(const solve_position *position, unsigned side, solve_key_kind kind,
                          uint64_t rest)
{
    const int integer = side == 0 ? position->integer : -position->integer;
    return (uint64_t)kind << 62 | (uint64_t)position->star << 61 |
           ((uint64_t)(integer + 64) & 127) << 54 | rest << SOLVE_DATA_BITS;
}

/* Which sides may play a point and would be safe there, in three bits: both may play (0 .. 3), only
 * the mover (4, 5), only the opponent (6, 7). */
typedef struct kind_planes {
    solve_set low, middle, high;
} kind_planes;

SOLVE_FN kind_planes solve_kinds(const solve_state *state, unsigned side)
{
    const solve_set both = state->may[0] & state->may[1], mine = state->may[side];
    const solve_set safe = state->safe[side], other = state->safe[!side];
    return (kind_planes){.low = (mine & safe) | (~mine & other),
                         .middle = (both & other) | (state->open & ~mine),
                         .high = state->open & ~both};
}

/* ---- as a graph ----------------------------------------------------------------------------- */

/* Eight bytes, one for each open point in reading order. */
typedef uint64_t octet;

#define EACH_BYTE ((octet)0x0101010101010101U)

/* The bits of `set` that are in `open`, moved together. */
SOLVE_FN uint64_t squeeze(solve_set set, solve_set open)
{
#ifdef SOLVE_BMI
    return __builtin_ia32_pext_di(set, open);
#else
    uint64_t squeezed = 0;
    for (unsigned i = 0; open; open &= open - 1, i++)
        squeezed |= (set >> solve_first(open) & 1) << i;
    return squeezed;
#endif
}

/* Bit i of a set of at most eight becomes the lowest bit of byte i. */
SOLVE_FN octet spread(uint64_t set)
{
#ifdef SOLVE_BMI
    return __builtin_ia32_pdep_di(set, EACH_BYTE);
#else
    const octet apart = (set * EACH_BYTE) & 0x8040201008040201U;
    return (apart + 0x00406070787c7e7fU) >> 7 & EACH_BYTE;
#endif
}

/* Where the points of a set went: byte i of `bits` has the new bit of point i. */
SOLVE_FN uint64_t moved(uint64_t set, octet bits)
{
    return ((spread(set) * 255 & bits) * EACH_BYTE) >> 56;
}

typedef uint16_t point_lanes __attribute__((vector_size(2 * GRAPH_POINTS)));

/* A byte for each of eight points becomes a lane. */
SOLVE_FN point_lanes widen(octet bytes)
{
    typedef uint8_t narrow __attribute__((vector_size(GRAPH_POINTS)));
    narrow from;
    memcpy(&from, &bytes, sizeof from);
    return __builtin_convertvector(from, point_lanes);
}

/* Gives every point a new number, 0 .. n-1, by its mark; no two marks are the same. */
SOLVE_FN void renumber(unsigned n, const point_lanes *marks, uint16_t number[GRAPH_POINTS])
{
    uint16_t mark[GRAPH_POINTS];
    point_lanes below = {0};
    memcpy(mark, marks, sizeof mark);
    for (unsigned i = 0; i < n; i++)
        below -= (point_lanes)(*marks > mark[i]);
    memcpy(number, &below, sizeof below);
}

/* The bits below the diagonal of a square of bits, with a row in each byte. */
SOLVE_FN uint64_t below_diagonal(uint64_t square)
{
    const uint64_t below = 0x7f3f1f0f07030100U;
#ifdef SOLVE_BMI
    return __builtin_ia32_pext_di(square, below);
#else
    uint64_t bits = 0;
    for (unsigned row = 1; row < GRAPH_POINTS; row++)
        bits |= (square & below) >> (8 * row) << 57 >> 57 << (row * (row - 1) / 2);
    return bits;
#endif
}

SOLVE_FN void sort_groups(uint8_t *liberties, unsigned count)
{
    for (unsigned i = 1; i < count; i++) {
        const uint8_t group = liberties[i];
        unsigned j = i;
        for (; j > 0 && liberties[j - 1] > group; j--)
            liberties[j] = liberties[j - 1];
        liberties[j] = group;
    }
}

/* Appends the liberties of a side's groups, in their new numbers and in order, to the list. */
SOLVE_FN unsigned list_groups(const uint8_t *liberties, unsigned count, octet bits, uint64_t *list,
                              unsigned n)
{
    uint8_t now[GRAPH_GROUPS];
    for (unsigned g = 0; g < count; g++)
        now[g] = (uint8_t)moved(liberties[g], bits);
    sort_groups(now, count);
    for (unsigned g = 0; g < count; g++)
        *list = *list << n | now[g];
    return count;
}

/* Packs the liberties of a side's groups, and adds to the mark of every point the kinds of groups
 * that have it as a liberty. Marks have seven bits. */
SOLVE_FN void squeeze_groups(const solve_state *state, unsigned side, uint8_t *liberties,
                             uint64_t single_kind, uint64_t their_kind, unsigned salt, octet *mark)
{
    for (unsigned g = 0; g < state->groups[side]; g++) {
        const uint64_t squeezed = squeeze(state->liberties[side][g], state->open);
        liberties[g] = (uint8_t)squeezed;
        const uint64_t kind = salt + 9 * solve_count(squeezed) +
                              23 * solve_count(squeezed & single_kind) +
                              41 * solve_count(squeezed & their_kind);
        *mark = (*mark + spread(squeezed) * (kind & 127)) & EACH_BYTE * 127;
    }
}

/* False when the description is too long. */
SOLVE_FN bool graph_key(const solve_graph *graph, const solve_position *position, unsigned side,
                        solve_key *key)
{
    const solve_state *state = &position->state;
    const solve_set open = state->open;
    const unsigned n = solve_count(open), groups = state->groups[0] + state->groups[1];
    if (n > GRAPH_POINTS || groups * n > GROUP_BITS || groups > GRAPH_GROUPS ||
        state->groups[side] > 7)
        return false;
    uint8_t liberties[2][GRAPH_GROUPS] = {{0}};
    const kind_planes planes = solve_kinds(state, side);
    const uint64_t low_kind = squeeze(planes.low, open), middle_kind = squeeze(planes.middle, open),
                   high_kind = squeeze(planes.high, open);
    octet mark = spread(low_kind) << 4 | spread(middle_kind) << 5 | spread(high_kind) << 6;
    squeeze_groups(state, side, liberties[0], high_kind, middle_kind, 0, &mark);
    squeeze_groups(state, !side, liberties[1], high_kind, middle_kind, 64, &mark);
    /* The marks of a point's neighbours distinguish it too: six bits of each, so that four of them
     * add up to a byte. */
    const octet short_mark = (mark ^ (mark >> 3 & EACH_BYTE * 15)) & EACH_BYTE * 63;
    const solve_set unsafe = unsafe_points(state);
    uint8_t near[GRAPH_POINTS] = {0};
    uint16_t number[GRAPH_POINTS];
    octet around = 0;
    unsigned i = 0;
    for (solve_set rest = open; rest; rest &= rest - 1, i++) {
        const solve_set beside =
            graph->adjacent[solve_first(rest)] & (unsafe | solve_if(rest & -rest & unsafe, open));
        const uint64_t squeezed = squeeze(beside, open);
        near[i] = (uint8_t)squeezed;
        around |= moved(squeezed, short_mark) << (8 * i);
    }
    /* In the end no two marks are the same, even if the points are alike. */
    const point_lanes order = {0, 1, 2, 3, 4, 5, 6, 7};
    const point_lanes full = ((widen(mark) * 64 + widen(around) * 1768) & 0xfff8) | order;
    renumber(n, &full, number);
    octet bits = 0;
    for (i = 0; i < n; i++)
        bits |= (octet)1 << (8 * i + number[i]);
    uint64_t square = 0, list = 0;
    for (i = 0; i < n; i++)
        square |= moved(near[i], bits) << (8 * number[i]);
    const uint64_t kinds =
        moved(low_kind, bits) | moved(middle_kind, bits) << 8 | moved(high_kind, bits) << 16;
    const unsigned own = list_groups(liberties[0], state->groups[side], bits, &list, n);
    list_groups(liberties[1], state->groups[!side], bits, &list, n);
    const uint64_t counts = n << 7 | own << 4 | groups;
    key->word[0] = counts << 52 | below_diagonal(square) << 24 | kinds;
    key->word[1] = key_end(position, side, SOLVE_KEY_GRAPH, list);
    return true;
}

/* ---- as strings ----------------------------------------------------------------------------- */

/* Reads a region of a line: of each point its kind and how it is joined to the next one. Along a
 * line only neighbours in the order of reading can be joined: side by side, or by a group. */
SOLVE_FN unsigned read_string(const solve_state *state, unsigned side, kind_planes planes,
                              solve_set region, uint8_t *string)
{
    enum { END, BESIDE, MINE, THEIRS };
    const solve_set unsafe = unsafe_points(state);
    unsigned length = 0;
    for (solve_set rest = region; rest; rest &= rest - 1) {
        const solve_set bit = rest & -rest, after = rest & (rest - 1), next = after & -after;
        unsigned join = END;
        if (next == bit << 1 && ((bit | next) & unsafe)) {
            join = BESIDE;
        } else if (next) {
            join = THEIRS;
            for (unsigned g = 0; g < state->groups[side]; g++)
                if (state->liberties[side][g] == (bit | next))
                    join = MINE;
        }
        const unsigned kind = (planes.low & bit ? 1U : 0) | (planes.middle & bit ? 2U : 0) |
                              (planes.high & bit ? 4U : 0);
        string[length++] = (uint8_t)(kind << 2 | join);
    }
    /* Reads it backwards if that gives a smaller string. */
    for (unsigned i = 0; i < length; i++) {
        const unsigned kind = string[length - 1 - i] & ~3U;
        const unsigned join = i + 1 < length ? string[length - 2 - i] & 3U : END;
        string[LINE_POINTS + i] = (uint8_t)(kind | join);
    }
    if (memcmp(string + LINE_POINTS, string, length) < 0)
        memcpy(string, string + LINE_POINTS, length);
    return length;
}

/* False when the description is too long. */
SOLVE_FN bool line_key(const solve_graph *graph, const solve_position *position, unsigned side,
                       solve_key *key)
{
    const solve_state *state = &position->state;
    if (solve_count(state->open) > LINE_POINTS)
        return false;
    const kind_planes planes = solve_kinds(state, side);
    uint8_t text[LINE_POINTS] = {0};
    unsigned used = 0;
    for (solve_set rest = state->open; rest;) {
        const solve_set region = solve_region(graph, state, solve_first(rest));
        rest &= ~region;
        uint8_t string[2 * LINE_POINTS];
        const unsigned length = read_string(state, side, planes, region, string);
        /* The regions are kept in order: longer ones first, then by their strings. */
        unsigned at = 0;
        while (at < used) {
            unsigned other = 1;
            while (text[at + other - 1] & 3)
                other++;
            if (other < length || (other == length && memcmp(string, text + at, length) < 0))
                break;
            at += other;
        }
        memmove(text + at + length, text + at, used - at);
        memcpy(text + at, string, length);
        used += length;
    }
    uint64_t first = 0, second = 0;
    for (unsigned i = 0; i < LINE_FIRST; i++)
        first = first << LINE_BITS | text[i];
    for (unsigned i = LINE_FIRST; i < LINE_POINTS; i++)
        second = second << LINE_BITS | text[i];
    key->word[0] = first;
    key->word[1] = key_end(position, side, SOLVE_KEY_LINE, second);
    return true;
}

/* ---- by the stones -------------------------------------------------------------------------- */

SOLVE_FN solve_set image_of(solve_set set, const uint8_t image[SOLVE_POINTS])
{
    solve_set result = 0;
    for (; set; set &= set - 1)
        result |= (solve_set)1 << image[solve_first(set)];
    return result;
}

/* The least image of a board too large to keep its images. Two bits a point: open 00, a stone of
 * the mover 10, of the opponent 01, neither 11. All else about the open points follows. */
SOLVE_FN void min_image(const solve_graph *graph, const solve_state *state, unsigned side,
                        solve_set *own, solve_set *other)
{
    const solve_set all = ((solve_set)1 << graph->points) - 1;
    const solve_set closed = all & ~(state->open | state->stone[0] | state->stone[1]);
    const solve_set first_own = state->stone[side] | closed,
                    first_other = state->stone[!side] | closed;
    *own = first_own;
    *other = first_other;
    for (unsigned i = 1; i < graph->symmetries; i++) {
        const solve_set image_own = image_of(first_own, graph->image[i]);
        if (image_own > *own)
            continue;
        const solve_set image_other = image_of(first_other, graph->image[i]);
        if (image_own < *own || image_other < *other) {
            *own = image_own;
            *other = image_other;
        }
    }
}

SOLVE_FN void stone_key(const solve_graph *graph, uint32_t board, const solve_position *position,
                        unsigned side, solve_key *key)
{
    const solve_state *state = &position->state;
    if (graph->symmetries && graph->points <= SOLVE_PACKED) {
        uint64_t min = UINT64_MAX;
        for (unsigned i = 0; i < SOLVE_SYMMETRIES; i++) {
            const uint64_t image =
                side == 0 ? state->image[i] : state->image[i] << 32 | state->image[i] >> 32;
            min = image < min ? image : min;
        }
        key->word[0] = min;
        key->word[1] = key_end(position, side, SOLVE_KEY_STONES, board);
        return;
    }
    solve_set own, other;
    min_image(graph, state, side, &own, &other);
    /* The stones of a board too large to be a graph of its own are not all among the bits, so its
     * colours cannot be reversed. */
    const solve_key_kind kind =
        graph->symmetries || side == 0 ? SOLVE_KEY_STONES : SOLVE_KEY_STONES_WHITE;
    key->word[0] = own | other << SOLVE_POINTS;
    key->word[1] =
        key_end(position, side, kind, other >> (64 - SOLVE_POINTS) << SOLVE_BOARD_BITS | board);
}

/* ---- by a fingerprint ----------------------------------------------------------------------- */

SOLVE_FN uint64_t mix(uint64_t a, uint64_t b)
{
    uint64_t h = (a ^ b * 0x9e3779b97f4a7c15U) * 0xd6e8feb86659fd93U;
    h = (h ^ h >> 32) * 0xc2b2ae3d27d4eb4fU;
    return h ^ h >> 29;
}

/* Hashes a position without its stones and shapes to 110 bits. The groups of a side are in no
 * order. */
SOLVE_FN void fingerprint_key(uint32_t board, const solve_position *position, unsigned side,
                              solve_key *key)
{
    const solve_state *state = &position->state;
    const uint64_t facts[4] = {state->may[side], state->may[!side], state->safe[side],
                               state->safe[!side]};
    uint64_t first = board, second = 0;
    for (unsigned i = 0; i < 4; i++) {
        first = mix(first, facts[i]);
        second = mix(second ^ facts[i], first + i);
    }
    for (unsigned s = 0; s < 2; s++) {
        const unsigned from = s == 0 ? side : !side;
        for (unsigned g = 0; g < state->groups[from]; g++) {
            first += mix(state->liberties[from][g], s + 1);
            second += mix(s + 3, state->liberties[from][g]);
        }
    }
    key->word[0] = first;
    key->word[1] = key_end(position, side, SOLVE_KEY_LINE, second >> (64 - SOLVE_KEY_REST));
}

/* `board` separates boards whose stones must not be compared; below 2^SOLVE_BOARD_BITS. Brings
 * the images of the position up to date if they are needed. */
SOLVE_FN void solve_make_key(const solve_graph *graph, uint32_t board, solve_position *position,
                             unsigned side, solve_key *key)
{
    if (graph->line ? QI_HAS_FAST(QI_FAST_LINE_KEYS) && line_key(graph, position, side, key)
                    : QI_HAS_FAST(QI_FAST_GRAPH_KEYS) && graph_key(graph, position, side, key))
        return;
    if (graph->fingerprints) {
        fingerprint_key(board, position, side, key);
        return;
    }
    solve_trace(graph, &position->state);
    stone_key(graph, board, position, side, key);
}

#endif
