/*
 * Random games on small boards, several in step: lane i of every vector belongs to game i. The file
 * that includes this one says what a vector is (see vectors_template.h).
 *
 * Rules by floods. A move is legal when afterwards every group around it is next to an empty point.
 * So the stones next to empty points are marked, and marks spread to neighbours of the same colour
 * until they cover the new stone and its neighbours (legal) or no longer spread (not). Groups need
 * no tables, and there is nothing to undo.
 *
 * A round spreads the marks a few times. Games whose question is still open then keep it for the
 * next round, while the others go on to their next draw. So no game waits for the longest flood,
 * and nothing in a round is a branch that depends on one game.
 */

enum {
    SPREADS = 3, /* a round; 2 and 4 are slower by 5 % */
    TABLES = 2   /* sets of lanes taking turns, so that one computes while the other waits */
};

/* Shared by all games. */
typedef struct lanes_common {
    points inner;
    step column, row; /* the numbers from a point to the next in its row and in its column */
    points empty, mine, theirs, my_candidates, their_candidates; /* at the start */
} lanes_common;

/* LANES games. 'Mine' is of the colour to move. */
typedef struct lanes_table {
    points empty;
    points mine, theirs; /* stones; while a question is open, the stone in question is among mine */
    points my_candidates, their_candidates;
    points stone; /* the one in question */
    points alive; /* stones marked so far */
    numbers random, moves;
    lane_set settled; /* whose question is answered */
} lanes_table;

/* Which games the lanes play next. */
typedef struct lanes_queue {
    uint64_t seed, next, end;
    uint32_t running;        /* lanes of both tables whose game counts */
    uint32_t counts[TABLES]; /* which, a bit a lane */
} lanes_queue;

LANES_FN points lanes_beside(const lanes_common *common, points set)
{
    points near = or_points(up(set, common->row), down(set, common->row));
    near = or_points(near, up(and_points(set, common->inner), common->column));
    return or_and(near, down(set, common->column), common->inner);
}

/* Counts the games that are over and starts others in their place. */
LANES_FN void lanes_restart(const lanes_common *common, lanes_table *table, lanes_queue *queue,
                            uint32_t which, lane_set over, qi_playout_sums *sums)
{
    uint64_t random[LANES], moves[LANES];
    store(random, table->random);
    store(moves, table->moves);
    for (uint32_t left = lane_bits(over); left; left &= left - 1) {
        const uint32_t lane = (uint32_t)__builtin_ctz(left);
        if (queue->counts[which] >> lane & 1) {
            sums->moves += moves[lane];
            sums->first_wins += moves[lane] & 1;
            if (queue->next == queue->end) {
                /* No more games to play: what this lane does no longer counts. */
                queue->counts[which] ^= 1U << lane;
                queue->running--;
            } else {
                random[lane] = qi_playout_game(queue->seed, queue->next++);
            }
        }
        moves[lane] = 0;
    }
    table->random = load(random);
    table->moves = load(moves);
    table->empty = blend(over, table->empty, common->empty);
    table->mine = blend(over, table->mine, common->mine);
    table->theirs = blend(over, table->theirs, common->theirs);
    table->my_candidates = blend(over, table->my_candidates, common->my_candidates);
    table->their_candidates = blend(over, table->their_candidates, common->their_candidates);
}

LANES_FN void lanes_round(const lanes_common *common, lanes_table *table, lanes_queue *queue,
                          uint32_t which, qi_playout_sums *sums)
{
    const lane_set over = table->settled & ~has_any(table->my_candidates);
    if (__builtin_expect(lane_bits(over) != 0, 0))
        lanes_restart(common, table, queue, which, over, sums);

    /* Lanes whose question is answered draw the next stone. */
    const points drawn = draw(table->my_candidates, table->settled, &table->random);
    const points stone = blend(table->settled, table->stone, drawn);
    const points mine = or_points(table->mine, stone), theirs = table->theirs;
    const points empty = without(table->empty, stone), stones = or_points(mine, theirs);
    const points fresh = and_points(lanes_beside(common, empty), stones);
    points alive = blend(table->settled, table->alive, fresh);

    /* Stones of one colour side by side: the points whose right or lower neighbour is alike. */
    const points right = and_points(
        or_and(and_points(mine, down(mine, common->column)), theirs, down(theirs, common->column)),
        common->inner);
    const points below =
        or_and(and_points(mine, down(mine, common->row)), theirs, down(theirs, common->row));
    points before = alive;
    for (int i = 0; i < SPREADS; i++) {
        before = alive;
        alive = or_points(alive, or_points(up(and_points(before, right), common->column),
                                           up(and_points(before, below), common->row)));
        alive = or_and(alive, down(before, common->column), right);
        alive = or_and(alive, down(before, common->row), below);
    }

    const points concerned = and_points(or_points(lanes_beside(common, stone), stone), stones);
    const lane_set open = has_any(without(concerned, alive));
    const lane_set illegal = open & ~differ(alive, before), legal = ~open;
    table->settled = legal | illegal;

    /* Legal: the point leaves both sets, and the sides change. Illegal: it leaves the set of the
     * side to move. */
    const points my_rest =
        blend(table->settled, table->my_candidates, without(table->my_candidates, stone));
    const points their_rest = without(table->their_candidates, stone);
    table->my_candidates = blend(legal, my_rest, their_rest);
    table->their_candidates = blend(legal, table->their_candidates, my_rest);
    table->empty = blend(legal, table->empty, empty);
    table->mine = blend(legal, blend(illegal, mine, without(mine, stone)), theirs);
    table->theirs = blend(legal, theirs, mine);
    table->moves = count_lanes(table->moves, legal);
    table->stone = stone;
    table->alive = alive;
}

LANES_FN void lanes_play(const qi_small_frame *frame, const qi_small *position, qi_colour colour,
                         uint64_t seed, uint64_t first, uint64_t count, qi_playout_sums *sums)
{
    const uint32_t side = qi_small_side(colour);
    if (!qi_mask_any(position->legal[side]))
        return; /* lost without a move, which adds nothing to the sums */
    lanes_common common = {.inner = splat(frame->inner),
                           .column = step_of(1),
                           .row = step_of(frame->columns),
                           .empty = splat(qi_small_empty(frame, position)),
                           .mine = splat(position->stones[side]),
                           .theirs = splat(position->stones[!side]),
                           .my_candidates = splat(position->legal[side]),
                           .their_candidates = splat(position->legal[!side])};
    lanes_queue queue = {.seed = seed, .next = first, .end = first + count};
    lanes_table tables[TABLES];
    for (uint32_t i = 0; i < TABLES; i++) {
        uint64_t random[LANES];
        for (uint32_t lane = 0; lane < LANES; lane++) {
            random[lane] = qi_playout_game(seed, queue.next);
            if (queue.next == queue.end)
                continue;
            queue.next++;
            queue.running++;
            queue.counts[i] |= 1U << lane;
        }
        tables[i] = (lanes_table){.empty = common.empty,
                                  .mine = common.mine,
                                  .theirs = common.theirs,
                                  .my_candidates = common.my_candidates,
                                  .their_candidates = common.their_candidates,
                                  .stone = splat(qi_mask_none()),
                                  .alive = splat(qi_mask_none()),
                                  .random = load(random),
                                  .moves = no_numbers(),
                                  .settled = all_lanes()};
    }
    while (queue.running > 0)
        for (uint32_t i = 0; i < TABLES; i++)
            lanes_round(&common, &tables[i], &queue, i, sums);
}
