/* The rules of Go: what a move does, and whether it may be made. */
#include "go/game.h"
#include "go/games.h"

/*
 * A move is tried by closing its edges: the groups around lose one each (to judge a move without
 * playing it, they are subtracted instead, so that nothing is written). If then a group of the
 * opponent has none left, it would be captured; if nothing is captured and the stone has neither an
 * empty neighbour nor a friend with edges left, it is suicide.
 */
typedef enum go_effect { GO_ADDS, GO_CAPTURES, GO_KILLS_ITSELF } go_effect;

typedef struct go_trial {
    unsigned colour, cell;
    bool closed; /* its edges are; otherwise they are subtracted where groups are looked at */
    /* A byte per neighbour, 1 or 0: it is empty, it is a friend. */
    uint32_t empty, friends;
    go_effect effect;
} go_trial;

enum { ONE_EACH = 0x01010101, CHAINS_NEAR = 4096, FETCHED = 2 };

/* Looks at the colours around. A colour has two bits, so a byte of `kinds` is 0 exactly when its
 * two lowest bits are. */
static inline void look_around(const qi_go *game, go_trial *trial)
{
    uint32_t kinds = 0;
    for (unsigned i = 0; i < 4; i++)
        kinds |= (uint32_t)game->colours[go_neighbour(game, trial->cell, i)] << 8 * i;
    const uint32_t others = kinds ^ trial->colour * ONE_EACH;
    trial->empty = ~(kinds | kinds >> 1) & ONE_EACH;
    trial->friends = ~(others | others >> 1) & ONE_EACH;
}

/* Whether a neighbour's group has no edges besides those of the trial. */
static inline bool is_breathless(const qi_go *game, const go_trial *trial, unsigned neighbour)
{
    const unsigned head = game->head[neighbour];
    unsigned taken = 0;
    if (!trial->closed)
        for (unsigned i = 0; i < 4; i++)
            taken += game->head[go_neighbour(game, trial->cell, i)] == head;
    return game->groups[head].edges == taken;
}

/* Whether a neighbour holds a stone of the colour, of a group that the trial leaves without edges.
 */
static inline bool is_dead(const qi_go *game, const go_trial *trial, unsigned neighbour,
                           unsigned colour)
{
    return game->colours[neighbour] == colour && is_breathless(game, trial, neighbour);
}

/* Some group around has no edges left; finds out which. */
static go_effect effect_of_last_edge(const qi_go *game, const go_trial *trial)
{
    bool breathes = trial->empty;
    for (unsigned i = 0; i < 4; i++) {
        const unsigned neighbour = go_neighbour(game, trial->cell, i);
        if (is_dead(game, trial, neighbour, 3 - trial->colour))
            return GO_CAPTURES;
        breathes |= game->colours[neighbour] == trial->colour &&
                    !is_dead(game, trial, neighbour, trial->colour);
    }
    return breathes ? GO_ADDS : GO_KILLS_ITSELF;
}

static inline go_effect effect_of(const qi_go *game, const go_trial *trial)
{
    bool any = false;
    for (unsigned i = 0; i < 4; i++)
        any |= is_breathless(game, trial, go_neighbour(game, trial->cell, i));
    if (any)
        return effect_of_last_edge(game, trial);
    return trial->empty | trial->friends ? GO_ADDS : GO_KILLS_ITSELF;
}

/* A group's part of the hash. */
static uint64_t hash_of_group(const qi_go *game, unsigned stone)
{
    uint64_t hash = 0;
    unsigned cell = stone;
    do {
        hash ^= go_key(game, cell, game->colours[stone]);
        cell = game->next[cell];
    } while (cell != stone);
    return hash;
}

/* The hash of the position after the move. */
static inline uint64_t hash_after(const qi_go *game, const go_trial *trial)
{
    uint64_t hash = game->hash;
    unsigned dying = trial->colour;
    if (trial->effect != GO_KILLS_ITSELF) {
        hash ^= go_key(game, trial->cell, trial->colour);
        dying = 3 - trial->colour;
    }
    if (trial->effect == GO_ADDS)
        return hash;
    unsigned heads[4];
    for (unsigned i = 0; i < 4; i++) {
        const unsigned neighbour = go_neighbour(game, trial->cell, i);
        heads[i] =
            is_dead(game, trial, neighbour, dying) ? game->head[neighbour] : (unsigned)NO_GROUP;
        for (unsigned j = 0; j < i; j++)
            if (heads[j] == heads[i]) /* the same group again */
                heads[i] = NO_GROUP;
        if (heads[i] != NO_GROUP)
            hash ^= hash_of_group(game, heads[i]);
    }
    return hash;
}

/* Sets `wanted` to the position after the move. */
static void imagine(const qi_go *game, const go_trial *trial, uint8_t *wanted)
{
    memcpy(wanted, game->colours, game->cells);
    unsigned dying = trial->colour;
    if (trial->effect != GO_KILLS_ITSELF) {
        wanted[trial->cell] = (uint8_t)trial->colour;
        dying = 3 - trial->colour;
    }
    if (trial->effect == GO_ADDS)
        return;
    for (unsigned i = 0; i < 4; i++) {
        const unsigned neighbour = go_neighbour(game, trial->cell, i);
        if (is_dead(game, trial, neighbour, dying))
            for (unsigned cell = neighbour; wanted[cell] != QI_EMPTY; cell = game->next[cell])
                wanted[cell] = QI_EMPTY;
    }
}

/* Whether the position before the last step would come back. */
static __attribute__((noinline)) bool is_simple_ko(const qi_go *game, go_trial trial,
                                                   uint32_t *repeated)
{
    const go_history *history = &game->history;
    /* If neither the last step nor this move removes stones, there are more stones than before. */
    const size_t words = history->word_count;
    if (!words ||
        (trial.effect == GO_ADDS && (words == 1 || history->words[words - 2] & GO_STEP_END)))
        return false;
    uint8_t wanted[QI_GO_MAX_CELLS], earlier[QI_GO_MAX_CELLS];
    imagine(game, &trial, wanted);
    qi_go_history_restore(game, history->steps - 1, earlier);
    if (memcmp(earlier, wanted, game->cells) != 0)
        return false;
    *repeated = history->steps - 1;
    return true;
}

/* Looks for the position after the move, stone by stone. Inlined, it would slow replaying. */
static __attribute__((noinline)) uint32_t find_repeated(const qi_go *game, go_trial trial,
                                                        uint64_t hash)
{
    uint8_t wanted[QI_GO_MAX_CELLS];
    imagine(game, &trial, wanted);
    return qi_go_history_find(game, wanted, hash, trial.colour);
}

/*
 * Whether the move repeats what the rules forbid to repeat.
 *
 * A look is needed only where a stone of this colour stood before, or if the move removes its own
 * group: otherwise the new position has a stone of this colour on a cell where no earlier position
 * had one, so it equals none of them. `seen` is set when a stone is put down and never cleared
 * before the next game, so it holds at least the stones of all earlier positions; after an undo it
 * may hold more, which costs a look and changes nothing. A move that captures nothing still needs
 * the look: earlier captures may have made the point empty.
 */
static inline bool is_repetition(const qi_go *game, const go_trial *trial, uint32_t *repeated)
{
    if (!game->remembers)
        return game->rules.repetition == QI_GO_SIMPLE_KO && is_simple_ko(game, *trial, repeated);
    if (!(game->seen[trial->cell] & 1U << trial->colour) && trial->effect != GO_KILLS_ITSELF)
        return false;
    const uint64_t hash = hash_after(game, trial);
    if (!go_history_may_know(game, go_tag(game, hash, trial->colour)))
        return false;
    *repeated = find_repeated(game, *trial, hash);
    return *repeated != UINT32_MAX;
}

/* Judges a move to an empty point, which `look_around` has seen. */
static inline qi_go_verdict verdict_of(const qi_go *game, go_trial *trial, uint32_t *repeated)
{
    trial->effect = effect_of(game, trial);
    if (trial->effect == GO_KILLS_ITSELF && !game->rules.suicide)
        return QI_GO_SUICIDE;
    return is_repetition(game, trial, repeated) ? QI_GO_SUPERKO : QI_GO_OK;
}

/* Closes the edges of a move and judges it. Unless it is legal, the edges are open again. */
static inline qi_go_verdict try_move(qi_go *game, go_trial *trial, uint32_t *repeated)
{
    if (game->colours[trial->cell] != QI_EMPTY)
        return QI_GO_OCCUPIED;
    look_around(game, trial);
    go_close_edges(game, trial->cell);
    trial->closed = true;
    const qi_go_verdict verdict = verdict_of(game, trial, repeated);
    if (verdict != QI_GO_OK)
        go_open_edges(game, trial->cell);
    return verdict;
}

static inline bool is_off_board(const qi_go *game, qi_colour colour, qi_point point)
{
    return point >= game->points || (colour != QI_BLACK && colour != QI_WHITE);
}

qi_go_verdict qi_go_judge(const qi_go *game, qi_colour colour, qi_point point, uint32_t *repeated)
{
    uint32_t ignored;
    if (!repeated)
        repeated = &ignored;
    *repeated = UINT32_MAX;
    if (is_off_board(game, colour, point))
        return QI_GO_OFF_BOARD;
    go_trial trial = {.colour = colour, .cell = game->cell_of[point]};
    if (game->colours[trial.cell] != QI_EMPTY)
        return QI_GO_OCCUPIED;
    look_around(game, &trial);
    return verdict_of(game, &trial, repeated);
}

size_t qi_go_legal(const qi_go *game, qi_colour colour, qi_point *points, size_t capacity)
{
    size_t count = 0;
    for (qi_point point = 0; point < game->points; point++)
        if (qi_go_judge(game, colour, point, NULL) == QI_GO_OK) {
            if (count < capacity)
                points[count] = point;
            count++;
        }
    return count;
}

/* ---- playing ------------------------------------------------------------------------------ */

/* Removes a group from the board, writing a word for each stone except `mover_cell`, which has its
 * own. Returns the number of stones. */
static uint32_t remove_group(qi_go *game, unsigned stone, unsigned mover_cell)
{
    const unsigned colour = game->colours[stone];
    const go_what what = colour == QI_BLACK ? GO_TAKE_BLACK : GO_TAKE_WHITE;
    uint32_t taken = 0;
    unsigned cell = stone;
    do {
        game->colours[cell] = QI_EMPTY;
        go_make_groupless(game, cell);
        game->hash ^= go_key(game, cell, colour);
        if (cell != mover_cell)
            go_history_put(game, go_word(cell, what));
        taken++;
        cell = game->next[cell];
    } while (cell != stone);
    /* Done only now, when the stones have no common head any more: most neighbours are among them,
     * and a single counter would make each step wait for the one before. */
    do {
        go_open_edges(game, cell);
        cell = game->next[cell];
    } while (cell != stone);
    return taken;
}

/* Joins two groups: the smaller one learns its new head. Returns the head. */
static unsigned merge(qi_go *game, unsigned one, unsigned other)
{
    if (game->groups[one].stones < game->groups[other].stones) {
        const unsigned swapped = one;
        one = other;
        other = swapped;
    }
    game->groups[one].edges = (uint16_t)(game->groups[one].edges + game->groups[other].edges);
    game->groups[one].stones = (uint16_t)(game->groups[one].stones + game->groups[other].stones);
    unsigned cell = other;
    do {
        game->head[cell] = (uint16_t)one;
        cell = game->next[cell];
    } while (cell != other);
    const uint16_t rest = game->next[one];
    game->next[one] = game->next[other];
    game->next[other] = rest;
    return one;
}

/* Puts the stone of a move on the board and joins it to its friends. */
static inline void put_stone(qi_go *game, go_trial trial)
{
    const unsigned cell = trial.cell;
    const unsigned liberties = trial.empty * ONE_EACH >> 24; /* the sum of the bytes */
    game->colours[cell] = (uint8_t)trial.colour;
    game->seen[cell] |= (uint8_t)(1U << trial.colour);
    game->hash ^= go_key(game, cell, trial.colour);
    /* A stone alone and a stone with one friend are the same work: it joins the group of its first
     * friend, or that of 'neighbour' 4, the cell itself, which is its own head and starts without
     * stones. */
    enum { ITSELF = 4 };
    const uint64_t friends_and_itself = trial.friends | 1ULL << 8 * ITSELF;
    game->next[cell] = (uint16_t)cell;
    game->groups[cell] = (go_group){0, 0};
    unsigned head =
        game->head[go_neighbour(game, cell, (unsigned)__builtin_ctzll(friends_and_itself) >> 3)];
    game->head[cell] = (uint16_t)head;
    game->next[cell] = game->next[head];
    game->next[head] = (uint16_t)cell;
    game->groups[head].edges = (uint16_t)(game->groups[head].edges + liberties);
    game->groups[head].stones++;
    for (uint32_t more = trial.friends & (trial.friends - 1); more; more &= more - 1) {
        const unsigned ally =
            game->head[go_neighbour(game, cell, (unsigned)__builtin_ctz(more) >> 3)];
        if (ally != head)
            head = merge(game, ally, head);
    }
}

enum { GO_NO_MEMORY = -1 }; /* instead of a verdict */

/* A verdict, or GO_NO_MEMORY. */
static inline int play_cell(qi_go *game, unsigned colour, unsigned cell, uint32_t *repeated)
{
    go_trial trial = {.colour = colour, .cell = cell};
    const qi_go_verdict verdict = try_move(game, &trial, repeated);
    if (verdict != QI_GO_OK)
        return (int)verdict;
    if (go_history_full(game) && qi_go_history_tend(game) != QI_OK) {
        go_open_edges(game, cell);
        return GO_NO_MEMORY;
    }
    put_stone(game, trial);
    go_what what = colour == QI_BLACK ? GO_PUT_BLACK : GO_PUT_WHITE;
    if (trial.effect == GO_CAPTURES) {
        for (unsigned i = 0; i < 4; i++) {
            const unsigned neighbour = go_neighbour(game, cell, i);
            if (is_dead(game, &trial, neighbour, 3 - colour))
                game->captures[colour] += remove_group(game, neighbour, cell);
        }
    } else if (trial.effect == GO_KILLS_ITSELF) {
        game->captures[3 - colour] += remove_group(game, cell, cell);
        what = colour == QI_BLACK ? GO_BLACK_MOVED : GO_WHITE_MOVED;
    }
    go_history_put(game, go_word(cell, what) | GO_STEP_END);
    game->history.steps++;
    game->mover = (uint8_t)colour;
    if (game->remembers)
        go_history_add(game);
    return QI_GO_OK;
}

qi_result qi_go_play(qi_go *game, qi_colour colour, qi_point point, qi_go_verdict *verdict,
                     uint32_t *repeated)
{
    uint32_t ignored;
    if (!repeated)
        repeated = &ignored;
    *repeated = UINT32_MAX;
    int played = QI_GO_OFF_BOARD;
    if (!is_off_board(game, colour, point))
        played = play_cell(game, colour, game->cell_of[point], repeated);
    if (verdict)
        *verdict = played == GO_NO_MEMORY ? QI_GO_OK : (qi_go_verdict)played;
    return played == QI_GO_OK ? QI_OK : played == GO_NO_MEMORY ? QI_NO_MEMORY : QI_BAD_ARGUMENT;
}

/* One move of a list, judged as by play_cell; QI_GO_OK for a pass. */
static inline int replay_move(qi_go *game, qi_move move, uint32_t *repeated)
{
    if (!is_off_board(game, move.colour, move.point)) {
        const unsigned cell = game->cell_of[move.point];
        /* Bad lists are full of occupied points, and these need nothing else. */
        if (game->colours[cell] != QI_EMPTY)
            return QI_GO_OCCUPIED;
        return play_cell(game, move.colour, cell, repeated);
    }
    if (move.point != QI_NO_POINT)
        return QI_GO_OFF_BOARD;
    const qi_result result = qi_go_pass(game, move.colour);
    if (result == QI_NO_MEMORY)
        return GO_NO_MEMORY;
    return result == QI_OK ? QI_GO_OK : QI_GO_OFF_BOARD;
}

/* Fetches from memory what the last of the next FETCHED moves will look up first, if until then no
 * move captures or is refused: in a long game that is where the time goes. */
static inline void fetch_ahead(const qi_go *game, const qi_move *next)
{
    uint64_t hash = game->hash;
    for (int i = 0; i < FETCHED; i++)
        if (!is_off_board(game, next[i].colour, next[i].point))
            hash ^= go_key(game, game->cell_of[next[i].point], next[i].colour);
    const uint32_t tag = go_tag(game, hash, next[FETCHED - 1].colour);
    __builtin_prefetch(go_chain_of(game, tag));
}

qi_result qi_go_replay(qi_go *game, const qi_move *moves, size_t count, qi_go_refused *refused,
                       void *context)
{
    for (size_t i = 0; i < count; i++) {
        if (game->history.chain_count > CHAINS_NEAR && count - i >= FETCHED)
            fetch_ahead(game, &moves[i]);
        uint32_t repeated = UINT32_MAX;
        const int verdict = replay_move(game, moves[i], &repeated);
        if (verdict == QI_GO_OK)
            continue;
        if (verdict == GO_NO_MEMORY)
            return QI_NO_MEMORY;
        const qi_go_refusal refusal = {i, moves[i], (qi_go_verdict)verdict, repeated};
        if (refused && !refused(context, &refusal))
            return QI_STOPPED;
    }
    return QI_OK;
}
