/* Exact keys of positions. */
#include "nogo/solve_table.h"

enum {
    MOST_GRAPH_POINTS = 12, /* more do not fit a key as a graph */
    KEY_BITS = 192 - SOLVE_DATA_BITS,
    MOST_SIDE_GROUPS = 16,
    MOST_EDGES = 4 * MOST_GRAPH_POINTS,
    MOST_BITS = KEY_BITS, /* a liberty takes at least one */
    ROUNDS = 2            /* of refining the points' marks */
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

/* Points renumbered 0 .. points-1; everything about them in flat lists, which are walked several
 * times without a branch that depends on their shape. */
typedef struct small_graph {
    unsigned points, edges, groups[2], members;
    uint8_t kind[MOST_GRAPH_POINTS];
    uint8_t edge[MOST_EDGES][2];  /* both ways */
    uint8_t member[MOST_BITS][2]; /* a point and the group that has it as a liberty */
} small_graph;

/* Who may play a point and who would be safe there, in three bits. */
static unsigned kind_of(const solve_state *state, unsigned side, solve_set bit)
{
    const unsigned own = (state->safe[side] & bit) != 0, other = (state->safe[!side] & bit) != 0;
    const unsigned mine = (state->may[side] & bit) != 0, theirs = (state->may[!side] & bit) != 0;
    return mine & theirs ? own + 2 * other : mine ? 4 + own : 6 + other;
}

static void make_small(const solve_graph *graph, const solve_state *state, unsigned side,
                       small_graph *small)
{
    const solve_set unsafe = (state->may[0] & ~state->safe[0]) | (state->may[1] & ~state->safe[1]);
    uint8_t number[SOLVE_POINTS];
    unsigned n = 0;
    for (solve_set rest = state->open; rest; rest &= rest - 1) {
        number[solve_first(rest)] = (uint8_t)n;
        small->kind[n++] = (uint8_t)kind_of(state, side, rest & -rest);
    }
    small->points = n;
    unsigned edges = 0, members = 0, i = 0;
    for (solve_set rest = state->open; rest; rest &= rest - 1, i++) {
        solve_set near =
            graph->adjacent[solve_first(rest)] & (unsafe & rest & -rest ? state->open : unsafe);
        for (; near; near &= near - 1, edges++) {
            small->edge[edges][0] = (uint8_t)i;
            // cppcheck-suppress uninitvar; every open point has got its number
            small->edge[edges][1] = number[solve_first(near)];
        }
    }
    small->edges = edges;
    unsigned group = 0;
    for (unsigned s = 0; s < 2; s++) {
        const unsigned from = s == 0 ? side : !side;
        small->groups[s] = state->groups[from];
        for (unsigned g = 0; g < state->groups[from]; g++, group++)
            for (solve_set rest = state->liberties[from][g]; rest; rest &= rest - 1, members++) {
                small->member[members][0] = number[solve_first(rest)];
                small->member[members][1] = (uint8_t)group;
            }
    }
    small->members = members;
}

/* Gives every point a mark that depends only on its surroundings, not on its number. */
static void mark_points(const small_graph *small, uint64_t mark[MOST_GRAPH_POINTS])
{
    const unsigned groups = small->groups[0] + small->groups[1];
    for (unsigned i = 0; i < small->points; i++)
        mark[i] = (small->kind[i] + 1U) * 0x9e3779b97f4a7c15U;
    for (unsigned round = 0; round < ROUNDS; round++) {
        uint64_t next[MOST_GRAPH_POINTS], part[MOST_GRAPH_POINTS], whole[2 * MOST_SIDE_GROUPS];
        for (unsigned i = 0; i < small->points; i++) {
            part[i] = stir(mark[i]);
            next[i] = mark[i] * 3;
        }
        for (unsigned g = 0; g < groups; g++)
            whole[g] = 0x5555U * ((g < small->groups[0]) + 1U);
        for (unsigned e = 0; e < small->edges; e++)
            // cppcheck-suppress uninitvar; edges join points below small->points
            next[small->edge[e][0]] += part[small->edge[e][1]];
        for (unsigned m = 0; m < small->members; m++)
            whole[small->member[m][1]] += part[small->member[m][0]];
        for (unsigned g = 0; g < groups; g++)
            whole[g] = stir(whole[g]);
        for (unsigned m = 0; m < small->members; m++)
            next[small->member[m][0]] += whole[small->member[m][1]];
        for (unsigned i = 0; i < small->points; i++)
            mark[i] = stir(next[i]);
    }
}

/* Numbers the points by their marks. */
static void number_points(const small_graph *small, uint8_t order[MOST_GRAPH_POINTS],
                          uint8_t number[MOST_GRAPH_POINTS])
{
    uint64_t mark[MOST_GRAPH_POINTS];
    mark_points(small, mark);
    for (unsigned i = 0; i < small->points; i++)
        number[i] = 0;
    for (unsigned i = 1; i < small->points; i++)
        for (unsigned j = 0; j < i; j++) {
            const unsigned after = mark[i] >= mark[j];
            number[i] = (uint8_t)(number[i] + after);
            number[j] = (uint8_t)(number[j] + !after);
        }
    for (unsigned i = 0; i < small->points; i++)
        order[number[i]] = (uint8_t)i;
}

static void sort_groups(uint16_t *liberties, unsigned count)
{
    for (unsigned i = 1; i < count; i++) {
        const uint16_t moved = liberties[i];
        unsigned j = i;
        for (; j > 0 && liberties[j - 1] > moved; j--)
            liberties[j] = liberties[j - 1];
        liberties[j] = moved;
    }
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
    if (state->groups[0] >= MOST_SIDE_GROUPS || state->groups[1] >= MOST_SIDE_GROUPS ||
        10 + 4 + 3 * n + n * (n - 1) / 2 + 8 + groups * n > KEY_BITS)
        return false;
    small_graph small;
    make_small(graph, state, side, &small);
    uint8_t order[MOST_GRAPH_POINTS] = {0}, number[MOST_GRAPH_POINTS];
    number_points(&small, order, number);
    uint16_t near[MOST_GRAPH_POINTS] = {0}, liberties[2 * MOST_SIDE_GROUPS] = {0};
    for (unsigned e = 0; e < small.edges; e++)
        near[number[small.edge[e][0]]] |= (uint16_t)(1U << number[small.edge[e][1]]);
    for (unsigned m = 0; m < small.members; m++)
        liberties[small.member[m][1]] |= (uint16_t)(1U << number[small.member[m][0]]);
    sort_groups(liberties, small.groups[0]);
    sort_groups(liberties + small.groups[0], small.groups[1]);

    bit_writer out = begin(position, side, true);
    put_bits(&out, n, 4);
    put_bits(&out, small.groups[0], 4);
    put_bits(&out, small.groups[1], 4);
    for (unsigned i = 0; i < n; i++) /* the kind, and neighbours with a lower number */
        put_bits(&out, (uint64_t)small.kind[order[i]] << i | (near[i] & ((1U << i) - 1)), i + 3);
    for (unsigned g = 0; g < groups; g++)
        put_bits(&out, liberties[g], n);
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
