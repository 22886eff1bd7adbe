/*
 * Playing a game out by uniformly random moves.
 *
 * As in simulate.c each colour walks over the points once. If it does so in uniformly random
 * order, every move is uniform among the legal ones: the points not yet walked are in uniformly
 * random order whatever has happened, every legal point is among them, and the first legal one of
 * a random order is uniform over the legal ones.
 */
#include "base/random.h"
#include "nogo/simulate.h"

enum { DRAWN = 64 };

/* A colour's walk in random order. Which cells it comes to does not depend on what becomes of
 * them, so they are drawn some time before they are needed, and memory fetches them meanwhile. */
typedef struct random_walk {
    qi_random random;
    uint32_t *cells; /* not yet drawn */
    uint32_t left;   /* how many of them */
    uint32_t next, drawn;
    uint32_t queue[DRAWN]; /* drawn, and empty at that time: queue[next .. drawn-1] */
} random_walk;

/* Asks memory for what a move on a cell will touch. */
static inline void fetch(const qi_nogo *game, uint32_t cell)
{
    __builtin_prefetch(&game->colour[cell]);
    __builtin_prefetch(&game->colour[cell - game->stride]);
    __builtin_prefetch(&game->colour[cell + game->stride]);
    __builtin_prefetch(&game->link[cell], 1);
    __builtin_prefetch(&game->link[cell - game->stride], 1);
    __builtin_prefetch(&game->link[cell + game->stride], 1);
}

/* Draws cells until some are in the queue, which must be empty; false when none are left. Places,
 * then cells, then what is on them: each is fetched while others are looked at. */
static bool draw(const qi_nogo *game, random_walk *walk)
{
    walk->next = walk->drawn = 0;
    while (walk->drawn == 0 && walk->left) {
        const uint32_t count = walk->left < DRAWN ? walk->left : DRAWN;
        for (uint32_t i = 0; i < count; i++) {
            walk->queue[i] = qi_random_below(&walk->random, walk->left - i);
            __builtin_prefetch(&walk->cells[walk->queue[i]], 1);
        }
        for (uint32_t i = 0; i < count; i++) {
            uint32_t *const chosen = &walk->cells[walk->queue[i]];
            walk->queue[i] = *chosen;
            *chosen = walk->cells[--walk->left];
            __builtin_prefetch(&game->colour[walk->queue[i]]);
        }
        for (uint32_t i = 0; i < count; i++) {
            const uint32_t cell = walk->queue[i];
            walk->queue[walk->drawn] = cell;
            walk->drawn += game->colour[cell] == QI_EMPTY;
        }
        for (uint32_t i = 0; i < walk->drawn; i++)
            fetch(game, walk->queue[i]);
    }
    return walk->drawn != 0;
}

/* Plays the first legal cell ahead; 0 when there is none. */
static inline uint32_t play_drawn(qi_nogo *game, qi_colour colour, random_walk *walk)
{
    for (;;) {
        while (walk->next < walk->drawn) {
            const uint32_t cell = walk->queue[walk->next++];
            if (game->colour[cell] == QI_EMPTY && qi_nogo_try(game, (uint8_t)colour, cell))
                return cell;
        }
        if (!draw(game, walk))
            return 0;
    }
}

/* Writes the empty cells in reading order and returns their number; there must be room for one
 * more, since a cell is written before it is known to count. */
static uint32_t list_empty(const qi_nogo *game, uint32_t *cells)
{
    uint32_t count = 0;
    for (uint32_t row = 0; row < game->rows; row++) {
        const uint32_t start = (row + 1) * game->stride + 1;
        for (uint32_t cell = start; cell < start + game->columns; cell++) {
            cells[count] = cell;
            count += game->colour[cell] == QI_EMPTY;
        }
    }
    return count;
}

qi_result qi_nogo_play_random(qi_nogo *game, uint64_t seed, qi_nogo_teller *teller)
{
    const size_t points = (size_t)game->rows * game->columns;
    uint32_t *cells = qi_allocate_array(&game->allocator, 2 * points + 1, sizeof *cells);
    if (!cells)
        return QI_NO_MEMORY;
    const uint32_t empty = list_empty(game, cells);
    memcpy(cells + empty, cells, empty * sizeof *cells);
    random_walk walks[3];
    for (int colour = QI_BLACK; colour <= QI_WHITE; colour++) {
        random_walk *walk = &walks[colour];
        walk->cells = cells + (colour == QI_WHITE ? empty : 0);
        walk->left = empty;
        walk->next = walk->drawn = 0;
        qi_random_seed(&walk->random, colour == QI_WHITE ? ~seed : seed);
    }
    qi_result result = QI_OK;
    uint32_t cell;
    qi_colour turn = game->to_move;
    while (result == QI_OK && (cell = play_drawn(game, turn, &walks[turn]))) {
        if (!qi_nogo_tell(teller, qi_nogo_point_of_cell(game, cell)))
            result = QI_STOPPED;
        turn = qi_opponent(turn);
    }
    qi_release(&game->allocator, cells);
    return result;
}
