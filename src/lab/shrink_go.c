/*
 * Smaller lists of Go moves. Smaller means fewer games, then fewer moves, then a smaller sum of
 * coordinates, then fewer games that White begins. The colours of each game must keep alternating.
 * So a game is treated as two lists, one for each colour, played in turn; removing a move from each
 * list, or one from the longer list, keeps them alternating.
 */
#include "lab/games.h"

/* The moves of a game; NULL when the case has none at all. */
static const qi_lab_move *moves_of(const qi_lab_case *it, uint32_t game)
{
    const qi_lab_move *moves = it->moves;
    for (uint32_t i = 0; moves && i < game; i++)
        moves += it->lengths[i];
    return moves;
}

/* The case without the games [from, from + count). */
static bool offer_games(const qi_lab_shrinker *work, uint32_t from, uint32_t count)
{
    const qi_lab_case *const it = work->from;
    if (!qi_lab_goes_on(work))
        return false;
    qi_lab_case smaller = {.allocator = it->allocator};
    bool good = qi_lab_case_games(&smaller, it->rows, it->columns);
    size_t next = 0;
    for (uint32_t game = 0; game < it->games; game++) {
        const bool keep = game < from || game >= from + count;
        good = good && (!keep || qi_lab_case_add_game(&smaller));
        for (uint32_t i = 0; i < it->lengths[game]; i++, next++)
            good = good && (!keep || qi_lab_case_add_move(&smaller, it->moves[next]));
    }
    return qi_lab_offer(work, &smaller, good);
}

/* The case with game number `game` replaced by `count` moves. */
static bool offer_game(const qi_lab_shrinker *work, uint32_t which, const qi_lab_move *moves,
                       size_t count)
{
    const qi_lab_case *const it = work->from;
    if (!qi_lab_goes_on(work))
        return false;
    qi_lab_case smaller = {.allocator = it->allocator};
    bool good = qi_lab_case_games(&smaller, it->rows, it->columns);
    for (uint32_t game = 0; game < it->games; game++) {
        const qi_lab_move *const list = game == which ? moves : moves_of(it, game);
        const size_t length = game == which ? count : it->lengths[game];
        good = good && qi_lab_case_add_game(&smaller);
        for (size_t i = 0; good && i < length; i++)
            good = qi_lab_case_add_move(&smaller, list[i]);
    }
    return qi_lab_offer(work, &smaller, good);
}

enum { MAX_MOVES = 4096 };

/* A game as two lists. */
typedef struct two_hands {
    qi_lab_move moves[2][MAX_MOVES / 2];
    size_t count[2];
} two_hands;

/* The game without moves [from, from + count) of the first list and [from2, from2 + count2) of the
 * second, dealt out again. */
static bool offer_without(const qi_lab_shrinker *work, uint32_t game, const two_hands *hands,
                          size_t from, size_t count, size_t from2, size_t count2)
{
    qi_lab_move moves[MAX_MOVES];
    size_t total = 0;
    size_t next[2] = {0, 0};
    const size_t skip_from[2] = {from, from2};
    const size_t skip_to[2] = {from + count, from2 + count2};
    for (;;) {
        const size_t side = total % 2;
        if (next[side] == skip_from[side])
            next[side] = skip_to[side];
        if (next[side] >= hands->count[side])
            break;
        moves[total++] = hands->moves[side][next[side]++];
    }
    return offer_game(work, game, moves, total);
}

static bool shrink_moves(const qi_lab_shrinker *work, uint32_t game)
{
    const qi_lab_case *const it = work->from;
    const size_t length = it->lengths[game];
    const qi_lab_move *const moves = moves_of(it, game);
    if (!length)
        return false;
    if (length > MAX_MOVES) /* far too long: only the first moves */
        return offer_game(work, game, moves, MAX_MOVES) ||
               offer_game(work, game, moves, length - 1);
    /* The beginning alone: moves after the first wrong one do not matter. */
    for (size_t part = 2; part <= length; part *= 2)
        if (offer_game(work, game, moves, length - length / part))
            return true;
    two_hands hands = {.count = {0, 0}};
    for (size_t i = 0; i < length; i++)
        hands.moves[i % 2][hands.count[i % 2]++] = moves[i];
    const size_t first = hands.count[0];
    const size_t second = hands.count[1];
    for (size_t count = second / 2; count > 1; count /= 2)
        for (size_t from = 0; from < second; from += count)
            if (offer_without(work, game, &hands, from, count, from, count))
                return true;
    /* Removes one move of the colour that moves last. */
    if (first > second) {
        for (size_t i = 0; i < first; i++)
            if (offer_without(work, game, &hands, i, 1, SIZE_MAX, 0))
                return true;
    } else {
        for (size_t i = 0; i < second; i++)
            if (offer_without(work, game, &hands, SIZE_MAX, 0, i, 1))
                return true;
    }
    /* Removes one move of each colour: neighbours in a long game, any two in a short one. */
    const size_t reach = length <= 80 ? length : 1;
    for (size_t i = 0; i < first; i++)
        for (size_t k = i > reach ? i - reach : 0; k < second && k <= i + reach; k++)
            if (offer_without(work, game, &hands, i, 1, k, 1))
                return true;
    return false;
}

/* ---- simpler coordinates ------------------------------------------------------------------ */

/* Moves the whole game up and to the left as far as possible, or mirrors it. */
static bool shrink_place(const qi_lab_shrinker *work, uint32_t game)
{
    const qi_lab_case *const it = work->from;
    const size_t length = it->lengths[game];
    const qi_lab_move *const moves = moves_of(it, game);
    if (!length || length > MAX_MOVES)
        return false;
    uint32_t top = it->rows, left = it->columns;
    uint64_t sum_rows = 0, sum_columns = 0;
    for (size_t i = 0; i < length; i++) {
        top = moves[i].row < top ? moves[i].row : top;
        left = moves[i].column < left ? moves[i].column : left;
        sum_rows += moves[i].row;
        sum_columns += moves[i].column;
    }
    qi_lab_move changed[MAX_MOVES];
    for (int way = 0; way < 5; way++) {
        const uint32_t up = way == 0 ? top : way == 1 ? 1 : 0;
        const uint32_t over = way == 0 ? left : way == 2 ? 1 : 0;
        const bool flip_rows = way == 3 && 2 * sum_rows > (uint64_t)(it->rows - 1) * length;
        const bool flip_columns =
            way == 4 && 2 * sum_columns > (uint64_t)(it->columns - 1) * length;
        if (up > top || over > left || (!up && !over && !flip_rows && !flip_columns))
            continue;
        for (size_t i = 0; i < length; i++) {
            changed[i] = moves[i];
            changed[i].row = (uint8_t)(flip_rows ? it->rows - 1 - moves[i].row : moves[i].row - up);
            changed[i].column = (uint8_t)(flip_columns ? it->columns - 1 - moves[i].column
                                                       : moves[i].column - over);
        }
        if (offer_game(work, game, changed, length))
            return true;
    }
    return false;
}

/* One move of a short game to a point nearer to the corner. */
static bool shrink_points(const qi_lab_shrinker *work, uint32_t game)
{
    enum { SHORT = 24, NEAR = 6 };
    const qi_lab_case *const it = work->from;
    const size_t length = it->lengths[game];
    const qi_lab_move *const moves = moves_of(it, game);
    if (length > SHORT)
        return false;
    qi_lab_move changed[SHORT];
    for (size_t i = 0; i < length; i++)
        changed[i] = moves[i];
    for (size_t i = 0; i < length; i++)
        for (uint32_t sum = 0; sum < (uint32_t)moves[i].row + moves[i].column && sum <= NEAR; sum++)
            for (uint32_t row = 0; row <= sum && row < it->rows; row++) {
                if (sum - row >= it->columns)
                    continue;
                changed[i].row = (uint8_t)row;
                changed[i].column = (uint8_t)(sum - row);
                if (offer_game(work, game, changed, length))
                    return true;
                changed[i] = moves[i];
            }
    return false;
}

/* The game with the colours changed, so that Black begins. */
static bool shrink_colours(const qi_lab_shrinker *work, uint32_t game)
{
    const qi_lab_case *const it = work->from;
    const size_t length = it->lengths[game];
    const qi_lab_move *const moves = moves_of(it, game);
    if (!length || length > MAX_MOVES || moves[0].colour == QI_BLACK)
        return false;
    qi_lab_move changed[MAX_MOVES];
    for (size_t i = 0; i < length; i++) {
        changed[i] = moves[i];
        changed[i].colour = (uint8_t)qi_opponent((qi_colour)moves[i].colour);
    }
    return offer_game(work, game, changed, length);
}

bool qi_lab_go_shrink(const qi_lab_case *it, qi_lab_try *attempt, void *context)
{
    const qi_lab_shrinker work = {it, attempt, context};
    for (uint32_t count = it->games / 2; count >= 1; count /= 2)
        for (uint32_t from = 0; from < it->games; from += count)
            if (offer_games(&work, from, count))
                return true;
    for (uint32_t game = 0; game < it->games; game++)
        if (shrink_moves(&work, game))
            return true;
    for (uint32_t game = 0; game < it->games; game++)
        if (shrink_place(&work, game) || shrink_points(&work, game) || shrink_colours(&work, game))
            return true;
    return false;
}
