/* Exact keys of positions. */
#include "nogo/solve_table.h"

enum {
    MOST_GRAPH_POINTS = 12, /* more do not fit a key as a graph */
    KEY_BITS = 192 - SOLVE_DATA_BITS,
    ROUNDS = 3 /* of refining the points' marks */
};

/* ---- writing bits --------------------------------------------------------------------------- */

typedef struct bit_writer {
    uint64_t word[3];
    unsigned used; /* the first bit is the highest of the first word */
} bit_writer;

/* `bits` is 1 .. 64 and value < 2^bits. */
static void put_bits(bit_writer *out, uint64_t value, unsigned bits)
{
    const unsigned word = out->used / 64, room = 64 - out->used % 64;
    if (bits <= room) {
        out->word[word] |= value << (room - bits);
    } else {
        out->word[word] |= value >> (bits - room);
        out->word[word + 1] |= value << (64 - (bits - room));
    }
    out->used += bits;
}

/* What both kinds of key begin with: the kind, the star and the integer as the mover sees it. */
static bit_writer begin(const solve_position *position, unsigned side, bool graph)
{
    bit_writer out = {{0, 0, 0}, 0};
    const int integer = side == 0 ? position->integer : -position->integer;
    put_bits(&out, graph, 1);
    put_bits(&out, position->star, 1);
    put_bits(&out, (uint64_t)(integer + 128) & 255, 8);
    return out;
}

/* ---- small positions: as a graph ------------------------------------------------------------ */

static uint64_t stir(uint64_t x)
{
    x = (x ^ (x >> 29)) * 0xd6e8feb86659fd93U;
    return x ^ (x >> 32);
}

/* Points and groups renumbered 0 .. points-1, from the mover's view. */
typedef struct small_graph {
    unsigned points, groups[2];
    uint8_t kind[MOST_GRAPH_POINTS];
    uint16_t adjacent[MOST_GRAPH_POINTS];
    uint16_t liberties[2][SOLVE_GROUPS];
} small_graph;

/* Who may play a point and who would be safe there, in three bits. */
static unsigned kind_of(const solve_state *state, unsigned side, solve_set bit)
{
    const unsigned own = (state->safe[side] & bit) != 0, other = (state->safe[!side] & bit) != 0;
    if (!(state->may[!side] & bit))
        return 4 + own;
    if (!(state->may[side] & bit))
        return 6 + other;
    return own + 2 * other;
}

static uint16_t renumber(solve_set set, const uint8_t number[SOLVE_POINTS])
{
    unsigned result = 0;
    for (; set; set &= set - 1)
        result |= 1U << number[solve_first(set)];
    return (uint16_t)result;
}

static void make_small(const solve_graph *graph, const solve_state *state, unsigned side,
                       small_graph *small)
{
    const solve_set unsafe = (state->may[0] & ~state->safe[0]) | (state->may[1] & ~state->safe[1]);
    uint8_t number[SOLVE_POINTS];
    small->points = 0;
    for (solve_set rest = state->open; rest; rest &= rest - 1)
        number[solve_first(rest)] = (uint8_t)small->points++;
    unsigned i = 0;
    for (solve_set rest = state->open; rest; rest &= rest - 1, i++) {
        const solve_set bit = rest & -rest;
        small->kind[i] = (uint8_t)kind_of(state, side, bit);
        small->adjacent[i] = renumber(
            graph->adjacent[solve_first(rest)] & (unsafe & bit ? state->open : unsafe), number);
    }
    for (unsigned s = 0; s < 2; s++) {
        const unsigned from = s == 0 ? side : !side;
        small->groups[s] = state->groups[from];
        for (unsigned g = 0; g < small->groups[s]; g++)
            small->liberties[s][g] = renumber(state->liberties[from][g], number);
    }
}

/* Gives every point a mark that depends only on its surroundings, not on its number. */
static void mark_points(const small_graph *small, uint64_t mark[MOST_GRAPH_POINTS])
{
    for (unsigned i = 0; i < small->points; i++)
        mark[i] = (small->kind[i] + 1U) * 0x9e3779b97f4a7c15U;
    for (unsigned round = 0; round < ROUNDS; round++) {
        uint64_t next[MOST_GRAPH_POINTS], part[MOST_GRAPH_POINTS];
        for (unsigned i = 0; i < small->points; i++)
            part[i] = stir(mark[i]);
        for (unsigned i = 0; i < small->points; i++) {
            next[i] = mark[i] * 3;
            for (unsigned rest = small->adjacent[i]; rest; rest &= rest - 1)
                next[i] += part[__builtin_ctz(rest)];
        }
        for (unsigned s = 0; s < 2; s++)
            for (unsigned g = 0; g < small->groups[s]; g++) {
                uint64_t sum = s + 1;
                for (unsigned rest = small->liberties[s][g]; rest; rest &= rest - 1)
                    sum += part[__builtin_ctz(rest)] ^ 0x5555;
                sum = stir(sum);
                for (unsigned rest = small->liberties[s][g]; rest; rest &= rest - 1)
                    next[__builtin_ctz(rest)] += sum;
            }
        for (unsigned i = 0; i < small->points; i++)
            mark[i] = stir(next[i]);
    }
}

static uint16_t permute(unsigned set, const uint8_t number[MOST_GRAPH_POINTS])
{
    unsigned result = 0;
    for (; set; set &= set - 1)
        result |= 1U << number[__builtin_ctz(set)];
    return (uint16_t)result;
}

/* False when the description is too long. */
static bool graph_key(const solve_graph *graph, const solve_position *position, unsigned side,
                      solve_key *key)
{
    const solve_state *state = &position->state;
    const unsigned n = solve_count(state->open);
    if (n > MOST_GRAPH_POINTS)
        return false;
    const unsigned groups = state->groups[0] + state->groups[1];
    if (state->groups[0] > 15 || state->groups[1] > 15 ||
        10 + 4 + 3 * n + n * (n - 1) / 2 + 8 + groups * n > KEY_BITS)
        return false;
    small_graph small;
    make_small(graph, state, side, &small);
    uint64_t mark[MOST_GRAPH_POINTS];
    mark_points(&small, mark);
    uint8_t order[MOST_GRAPH_POINTS] = {0}, number[MOST_GRAPH_POINTS];
    for (unsigned i = 0; i < n; i++) {
        unsigned j = i;
        for (; j > 0 && mark[order[j - 1]] > mark[i]; j--)
            order[j] = order[j - 1];
        order[j] = (uint8_t)i;
    }
    for (unsigned i = 0; i < n; i++)
        number[order[i]] = (uint8_t)i;

    bit_writer out = begin(position, side, true);
    put_bits(&out, n, 4);
    for (unsigned i = 0; i < n; i++) {
        put_bits(&out, small.kind[order[i]], 3);
        if (i) /* neighbours with a lower number */
            put_bits(&out, permute(small.adjacent[order[i]], number) & ((1U << i) - 1), i);
    }
    for (unsigned s = 0; s < 2; s++) {
        put_bits(&out, small.groups[s], 4);
        uint16_t sorted[16] = {0};
        for (unsigned g = 0; g < small.groups[s]; g++) {
            const uint16_t liberties = permute(small.liberties[s][g], number);
            unsigned j = g;
            for (; j > 0 && sorted[j - 1] > liberties; j--)
                sorted[j] = sorted[j - 1];
            sorted[j] = liberties;
        }
        for (unsigned g = 0; g < small.groups[s]; g++)
            put_bits(&out, sorted[g], n);
    }
    memcpy(key->word, out.word, sizeof key->word);
    return true;
}

/* ---- larger positions: by their stones ------------------------------------------------------ */

static solve_set image_of(solve_set set, const uint8_t image[SOLVE_POINTS])
{
    solve_set result = 0;
    for (; set; set &= set - 1)
        result |= (solve_set)1 << image[solve_first(set)];
    return result;
}

void qi_solve_key(const solve_graph *graph, uint32_t board, const solve_position *position,
                  unsigned side, solve_key *key)
{
    if (graph_key(graph, position, side, key))
        return;
    /* Two bits a point: open 00, a stone of the mover 10, of the opponent 01, neither 11. All else
     * about the open points follows from the rules. */
    const solve_state *state = &position->state;
    const solve_set all =
        graph->points == SOLVE_POINTS ? ~(solve_set)0 : ((solve_set)1 << graph->points) - 1;
    const solve_set closed = all & ~(state->open | state->stone[0] | state->stone[1]);
    const solve_set own = state->stone[side] | closed, other = state->stone[!side] | closed;
    solve_set best_own = own, best_other = other;
    for (unsigned i = 1; i < graph->symmetries; i++) {
        const solve_set image_own = image_of(own, graph->image[i]);
        if (image_own > best_own)
            continue;
        const solve_set image_other = image_of(other, graph->image[i]);
        if (image_own < best_own || image_other < best_other) {
            best_own = image_own;
            best_other = image_other;
        }
    }
    bit_writer out = begin(position, side, false);
    put_bits(&out, board, 32);
    put_bits(&out, best_own, 64);
    put_bits(&out, best_other, 64);
    /* The stones of a board too large to be a graph of its own are not all among the bits, so its
     * colours cannot be reversed. */
    put_bits(&out, graph->symmetries ? 0 : side, 1);
    memcpy(key->word, out.word, sizeof key->word);
}

uint32_t qi_solve_key_board(const solve_key *key)
{
    const bool graph = key->word[0] >> 63;
    return graph ? 0 : (uint32_t)(key->word[0] >> (64 - 10 - 32));
}
