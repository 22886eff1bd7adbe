/*
 * Playing a game out by uniformly random moves.
 *
 * As in simulate.c each colour walks over the points once. If it does so in uniformly random
 * order, every move is uniform among the legal ones: the points not yet walked are in uniformly
 * random order whatever has happened, every legal point is among them, and the first legal one of
 * a random order is uniform over the legal ones.
 *
 * Moves jump about, and what comes of the next is a toss of a coin. So the places are judged on a
 * board small enough for the fast memory (strips.h), and on a crowded board many at once before
 * they are needed: which places come next does not depend on what becomes of them.
 */
#include "base/random.h"
#include "nogo/simulate.h"
#include "nogo/strips.h"

enum { AHEAD = QI_DOUBTS };

/* A colour's walk in random order. */
typedef struct random_walk {
    uint32_t *places; /* in random order, the next one last */
    uint32_t left;    /* how many of them */
    uint32_t next, drawn;
    uint32_t queue[AHEAD]; /* drawn, and empty at that time: queue[next .. drawn-1] */
    /* Whether they were also looked at: then what was seen, and the number of the doubt about it,
     * or AHEAD for none. Those found illegal are gone: once illegal, always illegal. */
    bool looked;
    qi_eight_rows seen[AHEAD];
    uint32_t doubt[AHEAD];
    bool seems_legal[AHEAD + 1]; /* by number of the doubt */
    qi_doubts doubts;
} random_walk;

/* Looks at all places of the queue, without a branch on what is there. */
QI_NOGO_INLINE void look_ahead(const qi_strips *board, const uint8_t colour, random_walk *walk)
{
    qi_doubts *const doubts = &walk->doubts;
    uint32_t count = 0;
    for (uint32_t i = 0; i < walk->drawn; i++) {
        walk->seen[i] = qi_look_near(board, walk->queue[i]);
        const qi_prospect prospect = qi_prospect_of(walk->seen[i], colour);
        const uint32_t open = qi_is_open(prospect);
        qi_doubt(doubts, count, prospect, colour);
        walk->doubt[i] = count + (AHEAD - count) * open;
        count += 1 - open;
    }
    board->look_again(doubts, count);
    bool keep[AHEAD + 1];
    for (uint32_t i = 0; i < count; i++) {
        keep[i] = !qi_is_illegal(doubts, i);
        walk->seems_legal[i] = qi_seems_legal(doubts, i);
    }
    keep[AHEAD] = walk->seems_legal[AHEAD] = true;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < walk->drawn; i++) {
        const uint32_t doubt = walk->doubt[i];
        walk->queue[kept] = walk->queue[i];
        walk->seen[kept] = walk->seen[i];
        walk->doubt[kept] = doubt;
        kept += keep[doubt];
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

/* Judges a move that is not legal at first sight. */
static qi_outlook judge_doubt(qi_strips *board, uint8_t colour, uint32_t place,
                              const qi_prospect *prospect)
{
    qi_doubts doubts;
    qi_doubt(&doubts, 0, *prospect, colour);
    board->look_again(&doubts, 1);
    if (qi_seems_legal(&doubts, 0))
        return QI_LEGAL;
    return qi_is_illegal(&doubts, 0) ? QI_ILLEGAL : qi_look_far(board, colour, place, &doubts, 0);
}

QI_NOGO_INLINE qi_outlook judge(qi_strips *board, const uint8_t colour, uint32_t place)
{
    if (!qi_strips_empty(board, place))
        return QI_ILLEGAL;
    const qi_prospect prospect = qi_prospect_of(qi_look_near(board, place), colour);
    return qi_is_open(prospect) ? QI_LEGAL : judge_doubt(board, colour, place, &prospect);
}

/* The same for a place that was looked at before. */
QI_NOGO_INLINE qi_outlook judge_again(qi_strips *board, const uint8_t colour,
                                      const random_walk *walk, uint32_t i)
{
    const uint32_t place = walk->queue[i], doubt = walk->doubt[i];
    if (!qi_no_cell(qi_look_near(board, place) ^ walk->seen[i]))
        return judge(board, colour, place);
    return walk->seems_legal[doubt] ? QI_LEGAL
                                    : qi_look_far(board, colour, place, &walk->doubts, doubt);
}

/* Plays the first legal place ahead; 0 when there is none, or patience has ended. */
QI_NOGO_INLINE uint32_t play_drawn(qi_strips *board, const uint8_t colour, random_walk *walk,
                                   bool crowded)
{
    for (;;) {
        while (walk->next < walk->drawn) {
            const uint32_t i = walk->next, place = walk->queue[i];
            const qi_outlook outlook =
                walk->looked ? judge_again(board, colour, walk, i) : judge(board, colour, place);
            if (outlook == QI_TIRED)
                return 0;
            walk->next++;
            if (outlook == QI_LEGAL) {
                qi_strips_put(board, colour, place);
                return place;
            }
        }
        if (!draw(board, colour, walk, crowded))
            return 0;
    }
}

/* The same with the groups of the position, for boards where they are too large to be looked at
 * again and again. */
static qi_point play_grouped(qi_nogo *game, const qi_strips *board, qi_colour colour,
                             random_walk *walk)
{
    while (walk->next < walk->drawn || walk->left) {
        const uint32_t place =
            walk->next < walk->drawn ? walk->queue[walk->next++] : walk->places[--walk->left];
        const qi_point point = qi_strips_point(board, place);
        const uint32_t cell = qi_nogo_cell(game, point);
        if (game->colour[cell] == QI_EMPTY && qi_nogo_try(game, (uint8_t)colour, cell))
            return point;
    }
    return QI_NO_POINT;
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

/* Plays to the end, or until patience ends; tells whose turn it is then. */
static qi_result play_in_strips(const qi_nogo *game, qi_strips *board, random_walk *walks,
                                qi_colour *turn, qi_nogo_teller *teller)
{
    const uint64_t half = (uint64_t)game->rows * game->columns / 2;
    for (;; *turn = qi_opponent(*turn)) {
        /* Counted whenever moves are told. */
        const bool crowded = game->stones[QI_BLACK] + game->stones[QI_WHITE] > half;
        const uint32_t place = *turn == QI_BLACK
                                   ? play_drawn(board, QI_BLACK, &walks[QI_BLACK], crowded)
                                   : play_drawn(board, QI_WHITE, &walks[QI_WHITE], crowded);
        if (!place)
            return QI_OK;
        if (!qi_nogo_tell(teller, qi_strips_point(board, place)))
            return QI_STOPPED;
    }
}

qi_result qi_nogo_play_random(qi_nogo *game, uint64_t seed, uint64_t patience,
                              qi_nogo_teller *teller)
{
    const size_t points = (size_t)game->rows * game->columns;
    qi_strips board = qi_strips_measure(game);
    const size_t rows_size = qi_strips_rows(&board) * sizeof *board.rows;
    uint32_t *const places = qi_allocate(&game->allocator, 2 * points * sizeof *places + rows_size);
    if (!places)
        return QI_NO_MEMORY;
    board.rows = (uint16_t *)(places + 2 * points);
    board.patience = patience;
    random_walk walks[3];
    const uint32_t empty = qi_strips_fill(&board, game, places);
    memcpy(places + points, places, empty * sizeof *places);
    for (int colour = QI_BLACK; colour <= QI_WHITE; colour++) {
        random_walk *walk = &walks[colour];
        walk->places = colour == QI_BLACK ? places : places + points;
        walk->left = empty;
        walk->next = walk->drawn = 0;
        shuffle(walk->places, empty, colour == QI_BLACK ? seed : ~seed);
    }
    qi_colour turn = game->to_move;
    qi_result result = play_in_strips(game, &board, walks, &turn, teller);
    qi_strips_return(&board, game);
    qi_nogo_forget_groups(game);
    if (result == QI_OK && board.patience == 0) {
        qi_nogo_need_groups(game);
        qi_point point;
        for (; result == QI_OK &&
               (point = play_grouped(game, &board, turn, &walks[turn])) != QI_NO_POINT;
             turn = qi_opponent(turn))
            if (!qi_nogo_tell(teller, point))
                result = QI_STOPPED;
    }
    qi_release(&game->allocator, places);
    return result;
}
