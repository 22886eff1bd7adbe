/*
 * Playing a game out to its end.
 *
 * A point that a colour may not play now it may never play: it is occupied for good, or it is the
 * last liberty of a group that would lose it, and that group can get no other while the point
 * stays empty. So each colour walks over the points once, in whatever order, and never looks back.
 *
 * If that order is uniformly random, every move is uniform among the legal ones: the points not
 * yet walked are in uniformly random order whatever has happened, every legal point is among them,
 * and the first legal one of a random order is uniform over the legal ones.
 */
#include "base/random.h"
#include "nogo/position.h"

enum { BATCH = 4096 };

typedef struct move_teller {
    qi_nogo_sink *sink;
    void *context;
    size_t count;
    qi_point batch[BATCH];
} move_teller;

/* Tells what is waiting; false when the listener wants no more. */
static bool tell_batch(move_teller *teller)
{
    const size_t count = teller->count;
    teller->count = 0;
    return count == 0 || !teller->sink || teller->sink(teller->context, teller->batch, count);
}

static inline bool tell(move_teller *teller, qi_point point)
{
    teller->batch[teller->count++] = point;
    return teller->count < BATCH || tell_batch(teller);
}

/* ---- in reading order --------------------------------------------------------------------- */

/* Where a colour's walk stands: at a word of the set of empty cells. */
typedef struct point_walk {
    uint32_t word;
    uint64_t ahead; /* the bits of that word that are still to come */
} point_walk;

/* The set of empty cells, 64 to a word, from cell 0 on. */
static void gather_empty(const qi_nogo *game, uint64_t *empty, uint32_t words)
{
    const size_t cells = qi_nogo_cells(game);
    for (uint32_t word = 0; word < words; word++) {
        const uint8_t *colour = game->colour + (size_t)word * 64;
        const size_t count = cells - (size_t)word * 64;
        uint64_t bits = 0;
        for (size_t i = 0; i < 64 && i < count; i++)
            bits |= (uint64_t)(colour[i] == QI_EMPTY) << i;
        empty[word] = bits;
    }
}

/* Plays the first legal cell ahead; 0 when there is none. */
static inline uint32_t play_next(qi_nogo *game, uint8_t colour, uint64_t *empty, uint32_t words,
                                 point_walk *walk)
{
    while (walk->word < words) {
        uint64_t candidates = empty[walk->word] & walk->ahead;
        for (; candidates; candidates &= candidates - 1) {
            const uint32_t cell = walk->word * 64 + (uint32_t)__builtin_ctzll(candidates);
            if (qi_nogo_try(game, colour, cell)) {
                empty[walk->word] ^= candidates & -candidates;
                walk->ahead = candidates & (candidates - 1);
                return cell;
            }
        }
        walk->word++;
        walk->ahead = UINT64_MAX;
    }
    return 0;
}

static qi_result play_first(qi_nogo *game, move_teller *teller)
{
    const uint32_t words = (uint32_t)((qi_nogo_cells(game) + 63) / 64);
    uint64_t *empty = qi_allocate_array(&game->allocator, words, sizeof *empty);
    if (!empty)
        return QI_NO_MEMORY;
    gather_empty(game, empty, words);
    point_walk walks[3];
    walks[QI_BLACK] = walks[QI_WHITE] = (point_walk){0, UINT64_MAX};
    qi_result result = QI_OK;
    uint32_t cell;
    while ((cell = play_next(game, (uint8_t)game->to_move, empty, words, &walks[game->to_move]))) {
        game->stones[game->to_move]++;
        game->to_move = qi_opponent(game->to_move);
        if (!tell(teller, qi_nogo_point_of_cell(game, cell))) {
            result = QI_STOPPED;
            break;
        }
    }
    qi_release(&game->allocator, empty);
    return result;
}

/* ---- in random order ---------------------------------------------------------------------- */

static size_t list_empty(const qi_nogo *game, uint32_t *cells)
{
    size_t count = 0;
    for (uint32_t row = 0; row < game->rows; row++) {
        const uint32_t start = (row + 1) * game->stride + 1;
        for (uint32_t cell = start; cell < start + game->columns; cell++) {
            cells[count] = cell;
            count += game->colour[cell] == QI_EMPTY;
        }
    }
    return count;
}

static qi_result play_random(qi_nogo *game, uint64_t seed, move_teller *teller)
{
    const size_t points = (size_t)game->rows * game->columns;
    /* One more than the points: list_empty writes before it counts. */
    uint32_t *cells = qi_allocate_array(&game->allocator, 2 * points + 1, sizeof *cells);
    if (!cells)
        return QI_NO_MEMORY;
    const size_t empty = list_empty(game, cells);
    uint32_t *left[3] = {NULL, cells, cells + empty}; /* not yet walked, by colour */
    memcpy(left[QI_WHITE], cells, empty * sizeof *cells);
    uint32_t count[3] = {0, (uint32_t)empty, (uint32_t)empty};
    qi_random random;
    qi_random_seed(&random, seed);

    qi_result result = QI_OK;
    for (;;) {
        const uint8_t colour = (uint8_t)game->to_move;
        bool played = false;
        uint32_t cell = 0;
        while (!played && count[colour]) {
            uint32_t *const chosen = left[colour] + qi_random_below(&random, count[colour]);
            cell = *chosen;
            *chosen = left[colour][--count[colour]];
            played = game->colour[cell] == QI_EMPTY && qi_nogo_try(game, colour, cell);
        }
        if (!played)
            break;
        game->stones[colour]++;
        game->to_move = qi_opponent((qi_colour)colour);
        if (!tell(teller, qi_nogo_point_of_cell(game, cell))) {
            result = QI_STOPPED;
            break;
        }
    }
    qi_release(&game->allocator, cells);
    return result;
}

qi_result qi_nogo_simulate(qi_nogo *game, qi_nogo_policy policy, uint64_t seed, qi_nogo_sink *sink,
                           void *context)
{
    if (policy != QI_NOGO_FIRST && policy != QI_NOGO_RANDOM)
        return QI_BAD_ARGUMENT;
    move_teller teller;
    teller.sink = sink;
    teller.context = context;
    teller.count = 0;
    const qi_result result =
        policy == QI_NOGO_FIRST ? play_first(game, &teller) : play_random(game, seed, &teller);
    if (result == QI_OK && !tell_batch(&teller))
        return QI_STOPPED;
    return result;
}
