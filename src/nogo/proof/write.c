/* Writing a proof: the walk asks, the solver answers. */
#include "base/host.h"
#include "base/memory.h"
#include "nogo/proof/form.h"
#include "nogo/proof/plain.h"
#include "nogo/rules/position.h"

#include <qi/nogo_solve.h>

enum { PIECE = 1 << 12, FIRST_SLOTS = 1 << 10, QUICK = 1 << 16, LOOK_EVERY = 1 << 10 };

typedef struct proof_writer {
    plain_board plain;
    qi_nogo *board; /* a copy of the game, set to each position that is asked about */
    qi_colour winner;
    qi_nogo_solver *solver;
    const qi_nogo_solve_limits *limits;
    qi_sink *sink;
    void *context;
    const qi_nogo_walk *account;
    uint64_t digest;
    char piece[PIECE]; /* text not yet written */
    size_t used;
    unsigned layer;  /* stones on the board, or 0 before the first answer */
    uint64_t *slots; /* positions of the next layer, plus one; 0 is free */
    size_t slot_count, covered;
    qi_point last;                   /* answer */
    uint64_t given[PLAIN_POINTS];    /* how often each point was the answer in this layer */
    uint8_t favourite[PLAIN_POINTS]; /* the points, those given most often first */
} proof_writer;

/* ---- text ----------------------------------------------------------------------------------- */

static bool flush(proof_writer *writer)
{
    const size_t count = writer->used;
    writer->used = 0;
    return !count || writer->sink(writer->context, writer->piece, count);
}

static bool write_char(proof_writer *writer, char c)
{
    writer->piece[writer->used++] = c;
    writer->digest = proof_digest(writer->digest, c);
    return writer->used < PIECE || flush(writer);
}

static bool write_text(proof_writer *writer, const qi_string *text)
{
    bool good = true;
    for (size_t i = 0; good && i < text->length; i++)
        good = write_char(writer, text->buffer[i]);
    return good;
}

static bool write_head(proof_writer *writer, const qi_nogo *game, uint32_t leaf)
{
    char head[sizeof PROOF_TITLE + 3 * PLAIN_POINTS + 64];
    qi_string text = qi_string_in(head, sizeof head);
    qi_string_text(&text, PROOF_TITLE);
    qi_string_text(&text, qi_nogo_to_move(game) == QI_BLACK ? "\nX moves, " : "\nO moves, ");
    qi_string_text(&text, writer->winner == QI_BLACK ? "X wins, leaf " : "O wins, leaf ");
    qi_string_number(&text, leaf);
    qi_string_char(&text, '\n');
    qi_string_number(&text, qi_nogo_rows(game));
    qi_string_char(&text, ' ');
    qi_string_number(&text, qi_nogo_columns(game));
    const uint32_t columns = qi_nogo_columns(game);
    for (qi_point point = 0; point < qi_nogo_rows(game) * columns; point++) {
        if (point % columns == 0)
            qi_string_char(&text, '\n');
        qi_string_char(&text, ".XO#"[qi_nogo_at(game, point)]);
    }
    qi_string_char(&text, '\n');
    return write_text(writer, &text);
}

static bool write_end(proof_writer *writer, const qi_nogo_walk *account)
{
    char last[PROOF_LAST_LINE];
    qi_string line = qi_string_in(last, sizeof last);
    if (writer->layer && !write_char(writer, '\n'))
        return false;
    qi_proof_last_line(&line, account->answers, writer->digest);
    qi_string_char(&line, '\n');
    return write_text(writer, &line) && flush(writer);
}

/* ---- positions of the next layer ------------------------------------------------------------ */

static size_t first_slot(const proof_writer *writer, uint64_t number)
{
    return (size_t)((number * 0x9e3779b97f4a7c15U) >> 20) & (writer->slot_count - 1);
}

static size_t slot_of(const proof_writer *writer, uint64_t number)
{
    size_t at = first_slot(writer, number);
    while (writer->slots[at] && writer->slots[at] != number + 1)
        at = (at + 1) & (writer->slot_count - 1);
    return at;
}

static bool is_covered(const proof_writer *writer, uint64_t number)
{
    return writer->slots[slot_of(writer, number)] != 0;
}

static bool cover(proof_writer *writer, uint64_t number)
{
    const qi_allocator *const allocator = &writer->board->allocator;
    if (writer->covered * 2 >= writer->slot_count) {
        uint64_t *const old = writer->slots;
        const size_t old_count = writer->slot_count;
        const size_t count = old_count ? old_count * 2 : FIRST_SLOTS;
        uint64_t *const fresh = qi_allocate_zeroed(allocator, count, sizeof *fresh);
        if (!fresh)
            return false;
        writer->slots = fresh;
        writer->slot_count = count;
        for (size_t i = 0; i < old_count; i++)
            if (old[i])
                fresh[slot_of(writer, old[i] - 1)] = old[i];
        qi_release(allocator, old);
    }
    uint64_t *const slot = &writer->slots[slot_of(writer, number)];
    writer->covered += !*slot;
    *slot = number + 1;
    return true;
}

/* A move to a position that the next layer has anyway: known to win, and it makes the proof no
 * longer. Of several, the answer that was given last, or most often: that packs best. */
static qi_point find_covered(const proof_writer *writer, const plain_position *position,
                             const plain_numbers *numbers, unsigned side)
{
    if (!writer->covered)
        return QI_NO_POINT;
    const uint64_t legal = qi_plain_legal(&writer->plain, position).of[side];
    uint64_t after[PLAIN_POINTS];
    for (uint64_t rest = legal; rest; rest &= rest - 1) {
        const unsigned move = plain_first(rest);
        after[move] = plain_number_after(&writer->plain, numbers, side, move);
        __builtin_prefetch(&writer->slots[first_slot(writer, after[move])]);
    }
    if (writer->last != QI_NO_POINT && legal >> writer->last & 1 &&
        is_covered(writer, after[writer->last]))
        return writer->last;
    for (uint32_t i = 0; i < writer->plain.points; i++) {
        const unsigned move = writer->favourite[i];
        if (legal >> move & 1 && is_covered(writer, after[move]))
            return move;
    }
    return QI_NO_POINT;
}

/* Notes an answer, and keeps those that were given most often in front; of equals the first point.
 */
static void count_answer(proof_writer *writer, qi_point move)
{
    const uint64_t times = ++writer->given[move];
    uint32_t at = 0;
    while (writer->favourite[at] != move)
        at++;
    for (; at > 0; at--) {
        const uint8_t other = writer->favourite[at - 1];
        const uint64_t others = writer->given[other];
        if (others > times || (others == times && other < move))
            break;
        writer->favourite[at] = other;
    }
    writer->favourite[at] = (uint8_t)move;
    writer->last = move;
}

static void start_layer(proof_writer *writer, unsigned layer)
{
    writer->layer = layer;
    writer->covered = 0;
    writer->last = QI_NO_POINT;
    memset(writer->given, 0, sizeof writer->given);
    for (unsigned i = 0; i < PLAIN_POINTS; i++)
        writer->favourite[i] = (uint8_t)i;
    if (writer->slots)
        memset(writer->slots, 0, writer->slot_count * sizeof *writer->slots);
}

/* ---- answers -------------------------------------------------------------------------------- */

static qi_result set_position(proof_writer *writer, const plain_position *position)
{
    qi_stone stones[PLAIN_POINTS];
    const uint32_t points = writer->plain.points;
    for (qi_point point = 0; point < points; point++)
        stones[point] = (qi_stone){point, position->stones[0] >> point & 1   ? QI_BLACK
                                          : position->stones[1] >> point & 1 ? QI_WHITE
                                                                             : QI_EMPTY};
    return qi_nogo_set_up(writer->board, stones, points, writer->winner, NULL);
}

/* Most questions are answered from the table: only the others are worth several threads. */
static qi_result solve(proof_writer *writer, const plain_position *position, qi_point *move)
{
    const qi_nogo_solve_limits *const limits = writer->limits;
    qi_nogo_solution solution = {.nodes = 0};
    qi_result result = set_position(writer, position);
    if (result == QI_OK && limits && limits->threads > 1) {
        qi_nogo_solve_limits quick = *limits;
        quick.threads = 1;
        quick.nodes = quick.nodes && quick.nodes < QUICK ? quick.nodes : QUICK;
        result = qi_nogo_solve(writer->solver, writer->board, &quick, &solution);
    }
    if (result == QI_OK && solution.outcome == QI_NOGO_UNKNOWN)
        result = qi_nogo_solve(writer->solver, writer->board, limits, &solution);
    if (result == QI_OK && solution.outcome != QI_NOGO_WON)
        result = QI_STOPPED;
    *move = solution.move;
    return result;
}

static bool go_on(void *context, const qi_nogo_walk *so_far)
{
    const proof_writer *writer = context;
    const qi_nogo_solve_progress none = {0};
    (void)so_far; /* the caller has it */
    return !writer->limits || !writer->limits->watch ||
           writer->limits->watch(writer->limits->context, &none);
}

static qi_result give_answer(void *context, uint64_t black, uint64_t white, qi_point *move)
{
    proof_writer *writer = context;
    const plain_position position = {{black, white}};
    const unsigned side = writer->winner == QI_BLACK ? 0 : 1;
    const unsigned stones = (unsigned)__builtin_popcountll(black | white) + 1;
    if (writer->account->answers % LOOK_EVERY == 0 && !go_on(writer, writer->account))
        return QI_STOPPED;
    if (stones != writer->layer) {
        if (writer->layer && !write_char(writer, '\n'))
            return QI_STOPPED;
        start_layer(writer, stones);
    }
    const plain_numbers numbers = qi_plain_numbers(&writer->plain, &position);
    *move = find_covered(writer, &position, &numbers, side);
    if (*move == QI_NO_POINT) {
        const qi_result result = solve(writer, &position, move);
        if (result != QI_OK)
            return result;
        if (!cover(writer, plain_number_after(&writer->plain, &numbers, side, *move)))
            return QI_NO_MEMORY;
    }
    count_answer(writer, *move);
    return write_char(writer, (char)(PROOF_FIRST_CHARACTER + (int)*move)) ? QI_OK : QI_STOPPED;
}

qi_result qi_nogo_write_proof(const qi_nogo *game, qi_colour winner, uint32_t leaf,
                              qi_nogo_solver *solver, const qi_nogo_solve_limits *limits,
                              qi_sink *sink, void *context, qi_nogo_walk *account)
{
    if (leaf > QI_NOGO_MAX_LEAF || (limits && !qi_host_is_complete(limits->host)))
        return QI_BAD_ARGUMENT;
    const qi_allocator *const allocator = &game->allocator;
    proof_writer *const writer = qi_allocate_zeroed(allocator, 1, sizeof *writer);
    if (!writer)
        return QI_NO_MEMORY;
    plain_position start;
    writer->winner = winner;
    writer->solver = solver;
    writer->limits = limits;
    writer->sink = sink;
    writer->context = context;
    writer->account = account;
    writer->digest = PROOF_DIGEST_START;
    qi_result result = qi_plain_start(game, &writer->plain, &start);
    if (result == QI_OK)
        result = qi_nogo_copy(game, allocator, &writer->board);
    if (result == QI_OK) {
        const qi_nogo_walk_limits walking = {.threads = limits ? limits->threads : 1,
                                             .watch = go_on,
                                             .context = writer,
                                             .host = limits ? limits->host : NULL};
        result = write_head(writer, game, leaf) ? QI_OK : QI_STOPPED;
        if (result == QI_OK)
            result = qi_nogo_walk_strategy(game, winner, leaf, give_answer, writer, &walking,
                                           allocator, account);
        if (result == QI_OK && !write_end(writer, account))
            result = QI_STOPPED;
        qi_release(allocator, writer->slots);
        qi_nogo_free(writer->board);
    }
    qi_release(allocator, writer);
    return result;
}
