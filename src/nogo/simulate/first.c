/*
 * Playing a game out to its end.
 *
 * A point that a colour may not play now it may never play: it is occupied for good, or it is the
 * last liberty of a group that would lose it, and that group can get no other while the point
 * stays empty. So each colour walks over the points once, in whatever order, and never looks back.
 */
#include "base/fast.h"
#include "nogo/simulate/simulate.h"

bool qi_nogo_flush_moves(qi_nogo_move_output *output)
{
    qi_nogo *position = output->position;
    const size_t count = output->count;
    position->stones[position->to_move] += (uint32_t)(count + 1) / 2;
    position->stones[qi_opponent(position->to_move)] += (uint32_t)count / 2;
    position->to_move = count % 2 ? qi_opponent(position->to_move) : position->to_move;
    output->count = 0;
    return count == 0 || !output->sink || output->sink(output->context, output->batch, count);
}

/* ---- in reading order --------------------------------------------------------------------- */

/* The empty points, a set of 64-bit words for each row, and a colour's walk through it. */
typedef struct point_walk {
    uint64_t *word;
    uint64_t ahead; /* the bits of *word that have not been walked */
    uint32_t cell;  /* the cell of its lowest bit */
    uint32_t walls; /* the wall cells before the row */
    uint32_t words_left, rows_left;
} point_walk;

/* Shared by both walks. It is copied from the position, because for the compiler a byte that is
 * written could be part of the position. */
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

/* Plays the first legal point ahead, or returns QI_NO_POINT. */
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

/* Both colours walk in turn until one of them finds no legal point. */
QI_NOGO_INLINE qi_result walk_to_end(const qi_nogo *position, const bool bare, point_walk start,
                                     qi_nogo_move_output *output)
{
    const walked_board board = {position->colour, position->link, position->stride,
                                start.words_left, bare};
    point_walk black = start, white = start;
    for (bool blacks_turn = position->to_move == QI_BLACK;; blacks_turn = !blacks_turn) {
        const qi_point move =
            blacks_turn ? play_next(board, QI_BLACK, &black) : play_next(board, QI_WHITE, &white);
        if (move == QI_NO_POINT)
            return QI_OK;
        if (!qi_nogo_put_move(output, move))
            return QI_STOPPED;
    }
}

static qi_result play_first(qi_nogo *position, qi_nogo_move_output *output)
{
    qi_nogo_need_groups(position);
    const uint32_t words = (position->columns + 63) / 64;
    uint64_t *empty =
        qi_allocate_array(&position->allocator, (size_t)words * position->rows, sizeof *empty);
    if (!empty)
        return QI_NO_MEMORY;
    for (uint32_t row = 0; row < position->rows; row++)
        for (uint32_t i = 0; i < words; i++)
            empty[(size_t)row * words + i] = qi_nogo_cell_set(
                position->colour + (size_t)(row + 1) * position->stride + 1 + i * 64,
                position->columns - i * 64, false);
    const point_walk start = {.word = empty,
                              .ahead = UINT64_MAX,
                              .cell = position->stride + 1,
                              .walls = position->stride + 1,
                              .words_left = words,
                              .rows_left = position->rows};
    const bool bare =
        QI_HAS_FAST(QI_FAST_SWEEPS) && position->stones[QI_BLACK] + position->stones[QI_WHITE] == 0;
    const qi_result result = bare ? walk_to_end(position, true, start, output)
                                  : walk_to_end(position, false, start, output);
    qi_release(&position->allocator, empty);
    return result;
}

qi_result qi_nogo_simulate(qi_nogo *position, qi_nogo_policy policy, uint64_t seed,
                           qi_nogo_sink *sink, void *context)
{
    if (policy != QI_NOGO_FIRST && policy != QI_NOGO_RANDOM)
        return QI_BAD_ARGUMENT;
    qi_nogo_move_output output;
    output.position = position;
    output.sink = sink;
    output.context = context;
    output.count = 0;
    const uint64_t points = (uint64_t)position->rows * position->columns;
    const qi_result result =
        policy == QI_NOGO_FIRST
            ? play_first(position, &output)
            : qi_nogo_play_random(position, seed, QI_HAS_FAST(QI_FAST_STRIPS) ? points : 0,
                                  &output);
    if (result == QI_OK && !qi_nogo_flush_moves(&output))
        return QI_STOPPED;
    return result;
}
