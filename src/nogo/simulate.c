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

/* Moves on their way to the caller. */
typedef struct move_teller {
    qi_nogo *game;
    qi_nogo_sink *sink;
    void *context;
    size_t count;
    qi_point batch[4096];
} move_teller;

/* Tells what is waiting, and lets the position know; false when the listener wants no more. */
static bool tell_batch(move_teller *teller)
{
    qi_nogo *game = teller->game;
    const size_t count = teller->count;
    game->stones[game->to_move] += (uint32_t)(count + 1) / 2;
    game->stones[qi_opponent(game->to_move)] += (uint32_t)count / 2;
    game->to_move = count % 2 ? qi_opponent(game->to_move) : game->to_move;
    teller->count = 0;
    return count == 0 || !teller->sink || teller->sink(teller->context, teller->batch, count);
}

/* Tells one move; false when the listener wants no more. */
static inline bool tell(move_teller *teller, qi_point move)
{
    teller->batch[teller->count++] = move;
    return teller->count < sizeof teller->batch / sizeof *teller->batch || tell_batch(teller);
}

/* ---- in reading order --------------------------------------------------------------------- */

/* The empty points, a set of 64-bit words for each row, and a colour's walk through it. */
typedef struct point_walk {
    uint64_t *word;
    uint64_t ahead; /* the bits of *word that are still to come */
    uint32_t cell;  /* the cell of its lowest bit */
    uint32_t walls; /* the wall cells before the row */
    uint32_t words_left, rows_left;
} point_walk;

/* What both walks share; copied from the position, since a byte that is written could be anything
 * to the compiler, also a part of the position. */
typedef struct walked_board {
    uint8_t *colour;
    int32_t *link;
    size_t stride;
    uint32_t words; /* of a row */
    bool bare;      /* whether it had no stones */
} walked_board;

/* Goes on to the next word; false at the end of the board. */
static inline bool next_word(walked_board board, point_walk *walk)
{
    walk->cell += 64;
    if (--walk->words_left == 0) {
        if (--walk->rows_left == 0) {
            walk->words_left = walk->rows_left = 1;
            return false;
        }
        walk->walls++;
        walk->words_left = board.words;
        walk->cell += (uint32_t)board.stride - 64 * board.words;
    }
    walk->word++;
    return true;
}

/* Plays the first legal point ahead; QI_NO_POINT when there is none. */
QI_NOGO_INLINE qi_point play_next(walked_board board, const uint8_t colour, point_walk *walk)
{
    uint64_t candidates = *walk->word & walk->ahead;
    for (;;) {
        while (!candidates) {
            if (!next_word(board, walk)) {
                walk->ahead = 0;
                return QI_NO_POINT;
            }
            candidates = *walk->word;
        }
        const size_t cell = walk->cell + (uint32_t)__builtin_ctzll(candidates);
        const uint64_t rest = candidates & (candidates - 1);
        if (board.bare ? qi_nogo_try_sweeping(board.colour, board.link, board.stride, colour, cell)
                       : qi_nogo_try_cell(board.colour, board.link, board.stride, colour, cell)) {
            *walk->word ^= candidates ^ rest;
            walk->ahead = rest;
            return (qi_point)cell - walk->walls;
        }
        candidates = rest;
    }
}

/* Lets both colours walk until one of them finds nothing. */
QI_NOGO_INLINE qi_result walk_to_end(const qi_nogo *game, const bool bare, point_walk start,
                                     move_teller *teller)
{
    const walked_board board = {game->colour, game->link, game->stride, start.words_left, bare};
    point_walk black = start, white = start;
    for (bool blacks_turn = game->to_move == QI_BLACK;; blacks_turn = !blacks_turn) {
        const qi_point move =
            blacks_turn ? play_next(board, QI_BLACK, &black) : play_next(board, QI_WHITE, &white);
        if (move == QI_NO_POINT)
            return QI_OK;
        if (!tell(teller, move))
            return QI_STOPPED;
    }
}

static qi_result play_first(qi_nogo *game, move_teller *teller)
{
    const uint32_t words = (game->columns + 63) / 64;
    uint64_t *empty =
        qi_allocate_array(&game->allocator, (size_t)words * game->rows, sizeof *empty);
    if (!empty)
        return QI_NO_MEMORY;
    for (uint32_t row = 0; row < game->rows; row++)
        for (uint32_t i = 0; i < words; i++)
            empty[(size_t)row * words + i] =
                qi_nogo_cell_set(game->colour + (size_t)(row + 1) * game->stride + 1 + i * 64,
                                 game->columns - i * 64, false);
    const point_walk start = {.word = empty,
                              .ahead = UINT64_MAX,
                              .cell = game->stride + 1,
                              .walls = game->stride + 1,
                              .words_left = words,
                              .rows_left = game->rows};
    const bool bare = game->stones[QI_BLACK] + game->stones[QI_WHITE] == 0;
    const qi_result result =
        bare ? walk_to_end(game, true, start, teller) : walk_to_end(game, false, start, teller);
    qi_release(&game->allocator, empty);
    return result;
}

/* ---- in random order ---------------------------------------------------------------------- */

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

static qi_result play_random(qi_nogo *game, uint64_t seed, move_teller *teller)
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
        if (!tell(teller, qi_nogo_point_of_cell(game, cell)))
            result = QI_STOPPED;
        turn = qi_opponent(turn);
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
    teller.game = game;
    teller.sink = sink;
    teller.context = context;
    teller.count = 0;
    const qi_result result =
        policy == QI_NOGO_FIRST ? play_first(game, &teller) : play_random(game, seed, &teller);
    if (result == QI_OK && !tell_batch(&teller))
        return QI_STOPPED;
    return result;
}
