/*
 * Playing a game to its end with uniformly random moves.
 *
 * As in first.c, each colour walks over the points once. If it does so in uniformly random order,
 * every move is uniform among the legal ones: the points not yet walked are in uniformly random
 * order whatever has happened, every legal point is among them, and the first legal one of a random
 * order is uniform over the legal ones.
 *
 * The moves are all over the board, and nobody can predict whether the next is legal. So moves are
 * judged on a board small enough for the cache (strips.h), and on a crowded board many at once,
 * before they are needed: the order of the places does not depend on the results.
 */
#include "base/random.h"
#include "nogo/simulate/simulate.h"
#include "nogo/simulate/strips.h"

enum { AHEAD = QI_OPEN_MOVES };

/* A colour's walk in random order. */
typedef struct random_walk {
    uint32_t *places; /* in random order, the next one last */
    uint32_t left;    /* how many of them */
    uint32_t next, drawn;
    uint32_t queue[AHEAD]; /* drawn, and empty when drawn: queue[next .. drawn-1] */
    /* Whether they were also looked at: then queue[order[next]] is the next one. Those found
     * illegal are left out: once illegal, always illegal. */
    bool looked;
    uint32_t order[AHEAD];
    qi_eight_rows seen[AHEAD];
    qi_open_moves open;
} random_walk;

/* Where in the queue the next place is. */
static inline uint32_t in_queue(const random_walk *walk)
{
    return walk->looked ? walk->order[walk->next] : walk->next;
}

/* Judges all places of the queue, without a branch on what is there. */
QI_NOGO_INLINE void look_ahead(const qi_strips *board, const uint8_t colour, random_walk *walk)
{
    for (uint32_t i = 0; i < walk->drawn; i++) {
        walk->seen[i] = qi_look_near(board, walk->queue[i]);
        qi_add_open_move(&walk->open, i, walk->seen[i], colour);
    }
    /* Whole vectors: what is behind the last one does not matter. */
    board->look_again(&walk->open, (walk->drawn + 7) / 8 * 8);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < walk->drawn; i++) {
        walk->order[kept] = i;
        kept += walk->open.illegal[i] == 0;
    }
    walk->drawn = kept;
}

/* Draws places until some are in the queue, which must be empty; false when none are left. */
static bool draw(const qi_strips *board, uint8_t colour, random_walk *walk, bool look)
{
    walk->next = walk->drawn = 0;
    walk->looked = look;
    const uint32_t *place = walk->places + walk->left;
    while (walk->drawn == 0 && place > walk->places) {
        const uint32_t *const end = place - walk->places > AHEAD ? place - AHEAD : walk->places;
        uint32_t drawn = 0;
        do {
            walk->queue[drawn] = *--place;
            drawn += qi_strips_empty(board, *place);
        } while (place > end);
        walk->drawn = drawn;
        if (look && colour == QI_BLACK)
            look_ahead(board, QI_BLACK, walk);
        else if (look)
            look_ahead(board, QI_WHITE, walk);
    }
    walk->left = (uint32_t)(place - walk->places);
    return walk->drawn != 0;
}

/* Judges a move that the first look did not find legal. */
static qi_legality judge_open(qi_strips *board, uint8_t colour, uint32_t place)
{
    qi_open_moves open;
    qi_add_open_move(&open, 0, qi_look_near(board, place), colour);
    board->look_again(&open, 1);
    if (!open.asked[0])
        return QI_LEGAL;
    return open.illegal[0] ? QI_ILLEGAL : qi_look_far(board, colour, place, &open, 0);
}

QI_NOGO_INLINE qi_legality judge(qi_strips *board, const uint8_t colour, uint32_t place)
{
    if (!qi_strips_empty(board, place))
        return QI_ILLEGAL;
    return qi_is_open(qi_look_near(board, place), colour) ? QI_LEGAL
                                                          : judge_open(board, colour, place);
}

/* The same for a place that was looked at before. */
QI_NOGO_INLINE qi_legality judge_again(qi_strips *board, const uint8_t colour,
                                       const random_walk *walk, uint32_t i)
{
    const uint32_t place = walk->queue[i];
    if (!qi_no_cell(qi_look_near(board, place) ^ walk->seen[i]))
        return judge(board, colour, place);
    return walk->open.asked[i] ? qi_look_far(board, colour, place, &walk->open, i) : QI_LEGAL;
}

/* Whether looking ahead pays; the stones are counted whenever moves are reported. */
static inline bool is_crowded(const qi_nogo *position)
{
    return position->stones[QI_BLACK] + position->stones[QI_WHITE] >
           position->rows * position->columns / 2;
}

/* Plays the first legal place ahead; 0 if none is left, or the budget is spent. */
QI_NOGO_INLINE uint32_t play_drawn(const qi_nogo *position, qi_strips *board, const uint8_t colour,
                                   random_walk *walk)
{
    for (;;) {
        while (walk->next < walk->drawn) {
            const uint32_t i = in_queue(walk), place = walk->queue[i];
            const qi_legality legality =
                walk->looked ? judge_again(board, colour, walk, i) : judge(board, colour, place);
            if (legality == QI_UNDECIDED)
                return 0;
            walk->next++;
            if (legality == QI_LEGAL) {
                qi_strips_put(board, colour, place);
                return place;
            }
        }
        if (!draw(board, colour, walk, is_crowded(position)))
            return 0;
    }
}

static void shuffle(uint32_t *places, uint32_t count, uint64_t seed)
{
    qi_random random;
    qi_random_seed(&random, seed);
    while (count) {
        uint32_t *const chosen = &places[qi_random_below(&random, count)];
        const uint32_t place = *chosen;
        *chosen = places[--count];
        places[count] = place;
    }
}

/* Plays to the end, or until the budget is spent; returns whose turn it is then. */
static qi_result play_in_strips(const qi_nogo *position, qi_strips *board, random_walk *walks,
                                qi_colour *turn, qi_nogo_move_output *output)
{
    for (;; *turn = qi_opponent(*turn)) {
        const uint32_t place = *turn == QI_BLACK
                                   ? play_drawn(position, board, QI_BLACK, &walks[QI_BLACK])
                                   : play_drawn(position, board, QI_WHITE, &walks[QI_WHITE]);
        if (!place)
            return QI_OK;
        if (!qi_nogo_put_move(output, qi_strips_point(board, place)))
            return QI_STOPPED;
    }
}

/* The next move with the groups of the position. */
static qi_point play_grouped(qi_nogo *position, const qi_strips *board, qi_colour colour,
                             random_walk *walk)
{
    while (walk->next < walk->drawn || walk->left) {
        const bool queued = walk->next < walk->drawn;
        const uint32_t place = queued ? walk->queue[in_queue(walk)] : walk->places[--walk->left];
        walk->next += queued;
        const qi_point point = qi_strips_point(board, place);
        const uint32_t cell = qi_nogo_cell(position, point);
        if (position->colour[cell] == QI_EMPTY && qi_nogo_try(position, (uint8_t)colour, cell))
            return point;
    }
    return QI_NO_POINT;
}

/* Plays on with groups, when they are too large to be walked again and again. */
static qi_result play_with_groups(qi_nogo *position, const qi_strips *board, random_walk *walks,
                                  qi_colour turn, qi_nogo_move_output *output)
{
    for (;; turn = qi_opponent(turn)) {
        const qi_point point = play_grouped(position, board, turn, &walks[turn]);
        if (point == QI_NO_POINT)
            return QI_OK;
        if (!qi_nogo_put_move(output, point))
            return QI_STOPPED;
    }
}

qi_result qi_nogo_play_random(qi_nogo *position, uint64_t seed, uint64_t budget,
                              qi_nogo_move_output *output)
{
    const size_t points = (size_t)position->rows * position->columns;
    qi_strips board = qi_strips_measure(position);
    const size_t row_pairs = (qi_strips_rows(&board) + 1) / 2;
    uint32_t *const places =
        qi_allocate_array(&position->allocator, 2 * points + row_pairs, sizeof *places);
    if (!places)
        return QI_NO_MEMORY;
    board.rows = (uint16_t *)(places + points);
    board.budget = budget;
    random_walk walks[3] = {0}; /* by colour */
    walks[QI_BLACK].places = places;
    /* Reuses the groups' memory, which is unused meanwhile. */
    walks[QI_WHITE].places = (uint32_t *)position->link;
    const uint32_t empty = qi_strips_fill(&board, position, places);
    memcpy(position->link, places, empty * sizeof *places);
    for (int colour = QI_BLACK; colour <= QI_WHITE; colour++) {
        random_walk *walk = &walks[colour];
        walk->left = empty;
        shuffle(walk->places, empty, colour == QI_BLACK ? seed : ~seed);
    }
    qi_colour turn = position->to_move;
    qi_result result = budget ? play_in_strips(position, &board, walks, &turn, output) : QI_OK;
    qi_strips_return(&board, position);
    if (result == QI_OK && board.budget == 0) {
        uint32_t *const rest = places + points + row_pairs;
        memcpy(rest, position->link, walks[QI_WHITE].left * sizeof *rest);
        walks[QI_WHITE].places = rest;
        qi_nogo_restore_groups(position);
        result = play_with_groups(position, &board, walks, turn, output);
    } else {
        qi_nogo_forget_groups(position);
    }
    qi_release(&position->allocator, places);
    return result;
}
