/*
 * Games in which two different positions have the same weak hash: a program that compares such
 * hashes, and not the boards, refuses a legal move for reason 3.
 *
 * The hashes are those that programs use: polynomials in a base, modulo 2^32 or 2^64; tables of
 * random numbers whose generator nobody seeded (Zobrist); sums and xors of small numbers. All of
 * them add or xor one weight for every stone. So the game needs stones whose weights come to
 * nothing, put one after another on an empty part of the board: the position after them has the
 * hash of the one before.
 *
 * For weights of 32 or 64 bits, Wagner's tree finds them: many random sets of three stones on each
 * of 4 or 16 parts of the board, then pairs of sets whose lowest bits come to nothing, pairs of
 * those pairs for the next bits, and so on. Small weights without a modulus only grow with the
 * stones; there the game looks for captures and moves that bring an earlier sum back.
 */
#include "lab/generate_go.h"

#include "base/memory.h"

/* ---- hashes ------------------------------------------------------------------------------- */

typedef struct weak_hash {
    bool xors;
    unsigned bits;          /* 32 or 64; 0: sums or xors of small numbers */
    uint64_t (*weights)[2]; /* of a black and a white stone at each point */
} weak_hash;

/* Bases, and the differences of a black and a white stone from an empty point: as characters B, W
 * and '.', as 1, 2 and 0, as 1, -1 and 0. */
static const uint64_t bases[] = {3, 31, 131, 233, 13331, 1000000007};
static const int64_t codes[][2] = {{'B' - '.', 'W' - '.'}, {1, 2}, {1, -1}};
/* Of each of two tables: black and white of a point together; all of Black's first; three numbers
 * a point, the first unused. */
static const uint32_t layouts[][2] = {{2, 0}, {1, 0}, {3, 1}};
enum {
    BASES = sizeof bases / sizeof *bases,
    CODES = sizeof codes / sizeof *codes,
    LAYOUTS = sizeof layouts / sizeof *layouts,
    POLYNOMIALS = BASES * CODES * 2 * 2, /* by rows or columns; 32 or 64 bits */
    TABLES = LAYOUTS * 2,
    SUMS = 3 * 2, /* points counted from 0, 1 or 20 = 19 + 1 */
    XORS = 2,
    KINDS = POLYNOMIALS + TABLES + SUMS + XORS
};

static void weigh_polynomial(const weak_hash *it, uint32_t kind, uint32_t rows, uint32_t columns)
{
    const uint64_t base = bases[kind / 4 / CODES];
    const int64_t *const code = codes[kind / 4 % CODES];
    uint64_t power = 1;
    for (uint32_t i = rows * columns; i-- > 0; power *= base) {
        const uint32_t point = kind & 2 ? i % rows * columns + i / rows : i;
        it->weights[point][0] = power * (uint64_t)code[0];
        it->weights[point][1] = power * (uint64_t)code[1];
    }
}

/* The first numbers of std::mt19937. */
static void fill_twister(uint32_t *numbers, uint32_t count)
{
    enum { SIZE = 624, MIDDLE = 397 };
    uint32_t state[SIZE] = {5489};
    for (uint32_t i = 1; i < SIZE; i++)
        state[i] = 1812433253U * (state[i - 1] ^ (state[i - 1] >> 30)) + i;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t at = i % SIZE;
        const uint32_t joined = (state[at] & 0x80000000U) | (state[(at + 1) % SIZE] & 0x7fffffffU);
        state[at] = state[(at + MIDDLE) % SIZE] ^ (joined >> 1) ^ (joined & 1 ? 0x9908b0dfU : 0);
        uint32_t number = state[at];
        number ^= number >> 11;
        number ^= number << 7 & 0x9d2c5680U;
        number ^= number << 15 & 0xefc60000U;
        numbers[i] = number ^ number >> 18;
    }
}

/* The first numbers of glibc's rand(). */
static void fill_rand(uint32_t *numbers, uint32_t count)
{
    enum { LONG = 31, SHORT = 3, SKIPPED = 310 };
    uint32_t state[LONG] = {1};
    for (uint32_t i = 1; i < LONG; i++)
        state[i] = (uint32_t)(16807 * (uint64_t)state[i - 1] % 2147483647);
    for (uint32_t i = 0; i < SKIPPED + count; i++) {
        uint32_t *const at = &state[(i + SHORT) % LONG];
        *at += state[i % LONG];
        if (i >= SKIPPED)
            numbers[i - SKIPPED] = *at >> 1;
    }
}

static bool weigh_table(const weak_hash *it, uint32_t kind, uint32_t points,
                        const qi_allocator *memory)
{
    const uint32_t *const layout = layouts[kind % LAYOUTS];
    const uint32_t step = layout[0], first = layout[1];
    uint32_t *const numbers = (uint32_t *)qi_allocate_array(memory, points, 3 * sizeof *numbers);
    if (!numbers)
        return false;
    (kind < LAYOUTS ? fill_twister : fill_rand)(numbers, 3 * points);
    for (uint32_t i = 0; i < points; i++) {
        it->weights[i][0] = numbers[step * i + first];
        it->weights[i][1] = numbers[step * i + first + (step == 1 ? points : 1)];
    }
    qi_release(memory, numbers);
    return true;
}

static void weigh_small(const weak_hash *it, uint32_t kind, uint32_t points)
{
    static const uint32_t offsets[] = {0, 1, 20};
    for (uint32_t i = 0; i < points; i++) {
        const uint64_t at = i + (it->xors ? kind : offsets[kind % 3]);
        for (uint32_t colour = 0; colour < 2; colour++)
            it->weights[i][colour] =
                it->xors ? 2 * at + colour + kind : at * (uint64_t)codes[kind / 3][colour];
    }
}

/* Fills the weights of kind number `kind`. */
static bool weigh(weak_hash *it, uint32_t kind, const qi_lab_request *request,
                  const qi_allocator *memory)
{
    const uint32_t rows = request->rows, columns = request->columns;
    *it = (weak_hash){.weights = (uint64_t(*)[2])qi_allocate_array(memory, (size_t)rows * columns,
                                                                   sizeof *it->weights)};
    if (!it->weights)
        return false;
    if (kind < POLYNOMIALS) {
        it->bits = kind & 1 ? 64 : 32;
        weigh_polynomial(it, kind, rows, columns);
        return true;
    }
    kind -= POLYNOMIALS;
    it->xors = kind < TABLES || kind >= TABLES + SUMS;
    if (kind < TABLES) {
        it->bits = 32;
        return weigh_table(it, kind, rows * columns, memory);
    }
    weigh_small(it, kind < TABLES + SUMS ? kind - TABLES : kind - TABLES - SUMS, rows * columns);
    return true;
}

static uint64_t join(const weak_hash *it, uint64_t a, uint64_t b)
{
    return it->xors ? a ^ b : a + b;
}

static uint64_t hash_of(const weak_hash *it, const qi_oracle_go *board)
{
    uint64_t hash = 0;
    for (uint32_t i = 0; i < board->rows * board->columns; i++)
        if (board->cells[i] != QI_EMPTY)
            hash = join(it, hash, it->weights[i][board->cells[i] == QI_WHITE]);
    return hash;
}

/* ---- stones whose weights come to nothing ------------------------------------------------- */

enum { EACH = 4, MAX_PART = 64, MAX_PARTS = 16, MAX_STONES = EACH * MAX_PARTS };

typedef struct stone {
    qi_point point;
    bool white;
} stone;

/* A set of stones: of one part of the board, packed into `left` (8 bits for each, 0: no stone), or
 * two sets of lists below. */
typedef struct partial {
    uint64_t total;
    uint32_t left, right;
} partial;

/* Lists of sets: those of the parts first; list parts + j joins lists 2 j and 2 j + 1. */
typedef struct tree {
    const weak_hash *hash;
    uint32_t parts;
    unsigned slice; /* bits that a level brings to nothing */
    uint32_t length;
    partial *sets;
    uint32_t counts[2 * MAX_PARTS];
    uint32_t *heads, *next; /* the sets of a list by their slice */
    qi_point *points;       /* of the parts, one after another */
    uint32_t part;          /* points of a part */
} tree;

static void fill_part(tree *it, uint32_t part, qi_random *random)
{
    const qi_point *const points = it->points + (size_t)part * it->part;
    partial *const sets = it->sets + (size_t)part * it->length;
    for (uint32_t i = 0; i < it->length; i++) {
        sets[i] = (partial){0};
        uint64_t taken = 0;
        for (uint32_t k = 0; k < EACH; k++) {
            const uint32_t at = qi_random_below(random, it->part);
            /* 2: no stone; but one at least, as nothing at all comes to nothing, too. */
            const uint32_t colour = qi_random_below(random, k ? 5 : 4) / 2;
            if (colour == 2 || taken >> at & 1)
                continue;
            taken |= (uint64_t)1 << at;
            sets[i].left |= (at << 2 | 2 | colour) << (8 * k);
            sets[i].total = join(it->hash, sets[i].total, it->hash->weights[points[at]][colour]);
        }
    }
    it->counts[part] = it->length;
}

/* Joins sets of two lists whose lowest bits, up to those of `level`, come to nothing together; at
 * the root all bits must. */
static void join_lists(tree *it, uint32_t to, unsigned level)
{
    const uint32_t left = 2 * (to - it->parts), right = left + 1;
    const partial *const a = it->sets + (size_t)left * it->length;
    const partial *const b = it->sets + (size_t)right * it->length;
    partial *const sets = it->sets + (size_t)to * it->length;
    const bool is_root = to == 2 * it->parts - 2;
    const uint64_t mask = is_root ? ~(uint64_t)0 >> (64 - it->hash->bits) : 0;
    const uint64_t slice = ((uint64_t)1 << it->slice) - 1;
    const unsigned shift = level * it->slice;
    const uint32_t limit = is_root ? 1 : it->length;
    memset(it->heads, 0, ((size_t)slice + 1) * sizeof *it->heads);
    for (uint32_t i = 0; i < it->counts[left]; i++) {
        uint32_t *const head = &it->heads[a[i].total >> shift & slice];
        it->next[i] = *head;
        *head = i + 1;
    }
    uint32_t count = 0;
    for (uint32_t k = 0; k < it->counts[right] && count < limit; k++) {
        const uint64_t rest = b[k].total >> shift;
        for (uint32_t i = it->heads[(it->hash->xors ? rest : 0 - rest) & slice]; i && count < limit;
             i = it->next[i - 1]) {
            const uint64_t total = join(it->hash, a[i - 1].total, b[k].total);
            if ((total & mask) == 0)
                sets[count++] = (partial){total, i - 1, k};
        }
    }
    it->counts[to] = count;
}

/* Finds at most EACH stones in every part that come to nothing together: their number. */
static uint32_t find_in_tree(tree *it, qi_random *random, stone stones[MAX_STONES])
{
    for (uint32_t i = 0; i < it->parts; i++)
        fill_part(it, i, random);
    unsigned level = 0;
    for (uint32_t i = it->parts, of_level = it->parts / 2; of_level; of_level /= 2, level++)
        for (uint32_t k = 0; k < of_level; k++, i++)
            join_lists(it, i, level);
    uint32_t chosen[2 * MAX_PARTS] = {0};
    if (!it->counts[2 * it->parts - 2])
        return 0;
    for (uint32_t i = 2 * it->parts - 2; i >= it->parts; i--) {
        const partial *const set = &it->sets[(size_t)i * it->length + chosen[i]];
        chosen[2 * (i - it->parts)] = set->left;
        chosen[2 * (i - it->parts) + 1] = set->right;
    }
    uint32_t count = 0;
    for (uint32_t i = 0; i < EACH * it->parts; i++) {
        const uint32_t part = i / EACH;
        const uint32_t packed =
            it->sets[(size_t)part * it->length + chosen[part]].left >> 8 * (i % EACH) & 255;
        if (packed)
            stones[count++] =
                (stone){it->points[part * it->part + (packed >> 2)], (packed & 1) != 0};
    }
    return count;
}

/* The empty points of the board in a random order: their number. */
static uint32_t shuffle_empty(const qi_lab_go_maker *make, qi_point *points)
{
    uint32_t count = 0;
    for (qi_point i = 0; i < make->board.rows * make->board.columns; i++)
        if (make->board.cells[i] == QI_EMPTY) {
            const uint32_t k = qi_random_below(make->random, count + 1);
            points[count++] = points[k];
            points[k] = i;
        }
    return count;
}

static uint32_t parts_of(const weak_hash *hash)
{
    return hash->bits > 32 ? MAX_PARTS : 4;
}

/* The number of stones found; 0 if there are none, as on a small board, or no memory. */
static uint32_t find_stones(qi_lab_go_maker *make, const weak_hash *hash, stone stones[MAX_STONES])
{
    enum { TRIES = 24 };
    const qi_allocator memory = qi_allocator_or_default(make->it->allocator);
    tree it = {.hash = hash, .parts = parts_of(hash)};
    const unsigned levels = it.parts > 4 ? 4 : 2;
    it.slice = (hash->bits + levels) / (levels + 1);
    it.length = 1U << it.slice;
    const size_t area = (size_t)make->board.rows * make->board.columns;
    it.sets = (partial *)qi_allocate_array(&memory, (size_t)(2 * it.parts - 1) * it.length,
                                           sizeof *it.sets);
    it.heads = (uint32_t *)qi_allocate_array(&memory, 2 * (size_t)it.length, sizeof *it.heads);
    it.points = (qi_point *)qi_allocate_array(&memory, area, sizeof *it.points);
    uint32_t found = 0;
    make->good &= it.sets && it.heads && it.points;
    if (make->good) {
        it.next = it.heads + it.length;
        it.part = shuffle_empty(make, it.points) / it.parts;
        it.part = it.part < MAX_PART ? it.part : MAX_PART;
        for (int i = 0; i < TRIES && !found && it.part >= 2 * EACH; i++)
            found = find_in_tree(&it, make->random, stones);
    }
    qi_release(&memory, it.sets);
    qi_release(&memory, it.heads);
    qi_release(&memory, it.points);
    return found;
}

/* Puts the stones, whose colours may come in any order: a colour without one plays where a stone
 * is. */
static void put_stones(qi_lab_go_maker *make, stone *stones, uint32_t count)
{
    if (!make->good)
        return;
    const qi_lab_move *const last = &make->it->moves[make->it->move_count - 1];
    const qi_point occupied = (qi_point)last->row * make->it->columns + last->column;
    while (count && make->left && make->good) {
        uint32_t i = 0;
        while (i < count && stones[i].white == make->black)
            i++;
        qi_lab_go_move(make, i < count ? stones[i].point : occupied);
        if (i < count)
            stones[i] = stones[--count];
    }
}

/* ---- small weights ------------------------------------------------------------------------ */

enum { MAX_SEEN = 400 };

/* A game that looks for an earlier hash. */
typedef struct seeker {
    qi_lab_go_maker *make;
    const weak_hash *hash;
    uint64_t seen[MAX_SEEN]; /* of the positions so far; the last is the board's */
    uint32_t count;
} seeker;

static bool is_seen(const seeker *it, uint64_t hash)
{
    for (uint32_t i = 0; i < it->count; i++)
        if (it->seen[i] == hash)
            return true;
    return false;
}

/* The hash after a move; false if the move is not legal. */
static bool hash_after(const seeker *it, qi_point point, uint64_t *hash, uint32_t *captured)
{
    qi_oracle_go *const board = &it->make->board;
    const qi_oracle_go_move move = qi_oracle_go_play(board, qi_lab_go_colour(it->make), point);
    it->make->good &= !move.no_memory;
    if (move.verdict != QI_ORACLE_GO_OK || move.no_memory)
        return false;
    *hash = hash_of(it->hash, board);
    *captured = move.captured;
    qi_oracle_go_undo(board);
    return true;
}

/* A move that brings an earlier hash back, or else one that captures, or any; true in `found` for
 * the first. */
static qi_point seek(const seeker *it, bool *found)
{
    enum { TRIES = 12 };
    const qi_oracle_go *const board = &it->make->board;
    const uint32_t area = board->rows * board->columns;
    const uint64_t now = it->seen[it->count - 1];
    const uint32_t start = qi_random_below(it->make->random, area);
    uint64_t hash;
    uint32_t captured, max = 0;
    *found = true;
    for (uint32_t i = 0; i < area; i++) {
        const qi_point point = (start + i) % area;
        if (board->cells[point] == QI_EMPTY &&
            is_seen(it, join(it->hash, now, it->hash->weights[point][!it->make->black])) &&
            hash_after(it, point, &hash, &captured) && is_seen(it, hash))
            return point;
    }
    qi_point best = qi_lab_go_nearby(it->make);
    for (int i = 0; i < TRIES; i++) {
        const qi_point point = qi_lab_go_nearby(it->make);
        if (!hash_after(it, point, &hash, &captured))
            continue;
        if (is_seen(it, hash))
            return point;
        if (captured + 1 > max) {
            max = captured + 1;
            best = point;
        }
    }
    *found = false;
    return best;
}

static void seek_collision(qi_lab_go_maker *make, const weak_hash *hash)
{
    seeker it = {.make = make, .hash = hash, .count = 1};
    it.seen[0] = hash_of(hash, &make->board);
    for (bool found = false; !found && make->left && make->good && it.count < MAX_SEEN;) {
        const qi_point point = seek(&it, &found);
        qi_lab_go_move(make, point);
        it.seen[it.count++] = hash_of(hash, &make->board);
    }
}

/* ---- the family --------------------------------------------------------------------------- */

/* A few stones, the collision, and a few more moves. */
static void play_one(qi_lab_go_maker *make, weak_hash *hash)
{
    enum { BEFORE = 4, AFTER = 4 };
    if (!make->left)
        return;
    make->black = qi_lab_chance(make->random, 75);
    for (uint32_t i = 1 + qi_random_below(make->random, BEFORE); i > 0; i--)
        qi_lab_go_move(make, qi_lab_go_anywhere(make));
    if (!hash->bits) {
        seek_collision(make, hash);
    } else {
        if (make->left < 2 * EACH * parts_of(hash))
            hash->bits = 32;
        stone stones[MAX_STONES];
        put_stones(make, stones, find_stones(make, hash, stones));
    }
    for (int i = 0; i < AFTER && make->good; i++)
        qi_lab_go_move(make, qi_lab_go_nearby(make));
}

static bool make_one(qi_random *random, uint32_t kind, const qi_lab_request *request,
                     qi_lab_case *it)
{
    qi_lab_go_maker make;
    weak_hash hash;
    const qi_allocator memory = qi_allocator_or_default(it->allocator);
    const bool begun = qi_lab_go_begin(&make, random, request, it, QI_ORACLE_GO_POSITIONAL);
    if (weigh(&hash, kind, request, &memory) && begun)
        play_one(&make, &hash);
    else
        make.good = false;
    qi_release(&memory, hash.weights);
    return qi_lab_go_end(&make);
}

bool qi_lab_go_collide(qi_random *random, const qi_lab_request *request, qi_lab_case *it)
{
    bool good = qi_lab_case_games(it, request->rows, request->columns);
    const uint32_t games = request->games == QI_LAB_ANY ? 1 : (uint32_t)request->games;
    const uint32_t first = qi_random_below(random, KINDS);
    for (uint32_t game = 0; game < games && good; game++)
        good = make_one(random, (first + game) % KINDS, request, it);
    return good;
}
