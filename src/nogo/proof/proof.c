/* Proofs as text, in the form that qi/nogo_solve.h describes: the walk asks, and the solver answers
 * when a proof is written, the text when it is checked. */
#include "base/host.h"
#include "base/text.h"
#include "nogo/proof/plain.h"
#include "nogo/proof/walk.h"
#include "nogo/rules/position.h"

#include <qi/nogo_proof.h>
#include <qi/nogo_solve.h>

#define TITLE "qi nogo proof 2"
enum { FIRST_CHARACTER = '0', LAST_LINE = 48 };

#define DIGEST_START 0xcbf29ce484222325U

/* The digest of a text (64-bit FNV-1a) with a byte more. */
static uint64_t add_to_digest(uint64_t digest, char byte)
{
    return (digest ^ (unsigned char)byte) * 0x100000001b3U;
}

/* Writes the last line without its end: the number of answers and the digest of all before. */
static void spell_last_line(qi_writer *line, uint64_t answers, uint64_t digest)
{
    qi_put_text(line, "end ");
    qi_put_number(line, answers);
    qi_put(line, ' ');
    for (unsigned shift = 64; shift > 0; shift -= 4)
        qi_put(line, "0123456789abcdef"[digest >> (shift - 4) & 15]);
}

/* ==== writing ================================================================================ */

enum { WRITTEN = 1 << 12, FIRST_SLOTS = 1 << 10, QUICK = 1 << 16, LOOK_EVERY = 1 << 10 };

typedef struct proof_writer {
    plain_board plain;
    qi_nogo *board; /* a copy of the game, set to each position that is asked about */
    qi_colour winner;
    qi_nogo_solver *solver;
    const qi_nogo_solve_limits *limits;
    qi_sink *sink;
    void *context;
    uint64_t answers; /* given so far */
    uint64_t digest;
    char piece[WRITTEN]; /* text not yet written */
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
    writer->digest = add_to_digest(writer->digest, c);
    return writer->used < WRITTEN || flush(writer);
}

static bool write_text(proof_writer *writer, const qi_writer *text)
{
    bool good = true;
    for (size_t i = 0; good && i < text->length; i++)
        good = write_char(writer, text->text[i]);
    return good;
}

static bool write_head(proof_writer *writer, const qi_nogo *position, uint32_t leaf)
{
    char head[sizeof TITLE + 3 * PLAIN_POINTS + 64];
    qi_writer text = {head, sizeof head, 0};
    qi_put_text(&text, TITLE);
    qi_put_text(&text, qi_nogo_to_move(position) == QI_BLACK ? "\nX moves, " : "\nO moves, ");
    qi_put_text(&text, writer->winner == QI_BLACK ? "X wins, leaf " : "O wins, leaf ");
    qi_put_number(&text, leaf);
    qi_put(&text, '\n');
    qi_put_number(&text, qi_nogo_rows(position));
    qi_put(&text, ' ');
    qi_put_number(&text, qi_nogo_columns(position));
    const uint32_t columns = qi_nogo_columns(position);
    for (qi_point point = 0; point < qi_nogo_rows(position) * columns; point++) {
        if (point % columns == 0)
            qi_put(&text, '\n');
        qi_put(&text, ".XO#"[qi_nogo_at(position, point)]);
    }
    qi_put(&text, '\n');
    return write_text(writer, &text);
}

static bool write_end(proof_writer *writer)
{
    char last[LAST_LINE];
    qi_writer line = {last, sizeof last, 0};
    if (writer->layer && !write_char(writer, '\n'))
        return false;
    spell_last_line(&line, writer->answers, writer->digest);
    qi_put(&line, '\n');
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
    qi_nogo_solution solution = {.size = sizeof(qi_nogo_solution), .nodes = 0};
    qi_result result = set_position(writer, position);
    if (result == QI_OK && limits->threads > 1) {
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
    return !writer->limits->watch || writer->limits->watch(writer->limits->context, &none);
}

static qi_result give_answer(void *context, uint64_t black, uint64_t white, qi_point *move)
{
    proof_writer *writer = context;
    const plain_position position = {{black, white}};
    const unsigned side = writer->winner == QI_BLACK ? 0 : 1;
    const unsigned stones = (unsigned)__builtin_popcountll(black | white) + 1;
    if (writer->answers++ % LOOK_EVERY == 0 && !go_on(writer, NULL))
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
    return write_char(writer, (char)(FIRST_CHARACTER + (int)*move)) ? QI_OK : QI_STOPPED;
}

qi_result qi_nogo_write_proof(const qi_nogo *position, qi_colour winner, uint32_t leaf,
                              qi_nogo_solver *solver, const qi_nogo_solve_limits *limits,
                              qi_sink *sink, void *context, qi_nogo_walk *account)
{
    qi_nogo_solve_limits wanted;
    if (leaf > QI_NOGO_MAX_LEAF || !qi_struct_is_sized(account) ||
        !qi_struct_read(&wanted, sizeof wanted, limits) || !qi_host_is_complete(wanted.host))
        return QI_BAD_ARGUMENT;
    const qi_allocator *const allocator = &position->allocator;
    proof_writer *const writer = qi_allocate_zeroed(allocator, 1, sizeof *writer);
    if (!writer)
        return QI_NO_MEMORY;
    plain_position start;
    writer->winner = winner;
    writer->solver = solver;
    writer->limits = &wanted;
    writer->sink = sink;
    writer->context = context;
    writer->digest = DIGEST_START;
    qi_result result = qi_plain_start(position, &writer->plain, &start);
    if (result == QI_OK)
        result = qi_nogo_copy(position, allocator, &writer->board);
    if (result == QI_OK) {
        const qi_nogo_walk_limits walking = {.size = sizeof(qi_nogo_walk_limits),
                                             .threads = wanted.threads,
                                             .watch = go_on,
                                             .context = writer,
                                             .host = wanted.host};
        result = write_head(writer, position, leaf) ? QI_OK : QI_STOPPED;
        if (result == QI_OK)
            result = qi_nogo_walk_strategy(position, winner, leaf, give_answer, writer, &walking,
                                           allocator, account);
        if (result == QI_OK && !write_end(writer))
            result = QI_STOPPED;
        qi_release(allocator, writer->slots);
        qi_nogo_free(writer->board);
    }
    qi_release(allocator, writer);
    return result;
}

/* ==== checking =============================================================================== */

enum { PIECE = 1 << 14, HEAD = 1 << 9, FIRST_LINES = 3 };

typedef struct proof_reader {
    qi_source *source;
    void *context;
    qi_text_error *error;
    bool broken; /* the source failed */
    bool ended;
    size_t at, filled;
    uint64_t line, column; /* of the next byte */
    uint64_t digest;
    uint32_t points;
    unsigned layer; /* stones on the board, or 0 before the first answer */
    size_t head_length;
    char head[HEAD];
    char piece[PIECE];
} proof_reader;

/* ---- bytes ---------------------------------------------------------------------------------- */

/* The next byte, or -1 at the end. */
static int peek(proof_reader *reader)
{
    if (reader->at == reader->filled && !reader->ended) {
        reader->at = reader->filled = 0;
        reader->broken = !reader->source(reader->context, reader->piece, PIECE, &reader->filled);
        reader->ended = reader->broken || reader->filled == 0;
        if (reader->ended)
            reader->filled = 0;
    }
    return reader->at < reader->filled ? (unsigned char)reader->piece[reader->at] : -1;
}

static void step(proof_reader *reader)
{
    const char c = reader->piece[reader->at++];
    if (c != '\r')
        reader->digest = add_to_digest(reader->digest, c);
    reader->column = c == '\n' ? 1 : reader->column + 1;
    reader->line += c == '\n';
}

/* Says what was expected instead of the next byte. */
static qi_result fail(proof_reader *reader, const char *expected)
{
    const int c = peek(reader);
    const char byte = (char)c;
    if (reader->broken)
        return QI_STOPPED;
    const qi_scanner here = qi_scan(&byte, c < 0 ? 0 : 1);
    const qi_result result = qi_text_fail(&here, reader->error, "%s", expected);
    if (reader->error) {
        reader->error->line = reader->line;
        reader->error->column = reader->column;
    }
    return result;
}

static bool skip_line_end(proof_reader *reader)
{
    if (peek(reader) == '\r')
        step(reader);
    if (peek(reader) != '\n')
        return false;
    step(reader);
    return true;
}

/* ---- the head ------------------------------------------------------------------------------- */

/* Appends up to `lines` lines to the head, until it is full or the input ends. */
static void gather(proof_reader *reader, int64_t lines)
{
    for (int c; lines > 0 && reader->head_length < HEAD && (c = peek(reader)) >= 0;) {
        reader->head[reader->head_length++] = (char)c;
        step(reader);
        lines -= c == '\n';
    }
}

static bool skip_word(qi_scanner *scanner, const char *word)
{
    const char *at = scanner->at;
    for (; *word; word++, at++)
        if (at == scanner->end || *at != *word)
            return false;
    scanner->at = at;
    return true;
}

static bool scan_colour(qi_scanner *scanner, qi_colour *colour)
{
    const int c = qi_peek(scanner);
    *colour = c == 'X' ? QI_BLACK : QI_WHITE;
    if (c != 'X' && c != 'O')
        return false;
    scanner->at++;
    return true;
}

/* The two lines before the board. */
static qi_result read_head(qi_scanner *scanner, qi_text_error *error, qi_colour *mover,
                           qi_colour *winner, uint32_t *leaf)
{
    int64_t number = 0;
    qi_scanner old = *scanner;
    if (skip_word(&old, "qi nogo proof 1") && qi_at_line_end(&old))
        return qi_text_fail_found(scanner, error, qi_message_of("'qi nogo proof 1', an older form"),
                                  "'" TITLE "'");
    if (!skip_word(scanner, TITLE) || !qi_skip_line_end(scanner))
        return qi_text_fail(scanner, error, "'" TITLE "'");
    if (!scan_colour(scanner, mover) || !skip_word(scanner, " moves, ") ||
        !scan_colour(scanner, winner) || !skip_word(scanner, " wins, leaf ") ||
        !qi_scan_integer(scanner, &number) || number < 0 || number > QI_NOGO_MAX_LEAF ||
        !qi_skip_line_end(scanner))
        return qi_text_fail(scanner, error, "'X moves, X wins, leaf N'");
    *leaf = (uint32_t)number;
    return QI_OK;
}

/* The board takes as many lines as its first line says. */
static qi_result read_board(proof_reader *reader, qi_scanner *scanner,
                            const qi_allocator *allocator, qi_nogo **position)
{
    int64_t rows = 0;
    const char *const start = scanner->at;
    const uint64_t line = scanner->line;
    if (!qi_scan_integer(scanner, &rows) || rows < 1 || rows > PLAIN_POINTS)
        return qi_text_fail(scanner, reader->error, "the rows of a board of at most %d points",
                            PLAIN_POINTS);
    gather(reader, rows);
    const qi_result result =
        qi_nogo_parse(start, (size_t)(reader->head + reader->head_length - start),
                      QI_NOGO_ANY_COUNT, allocator, position, reader->error);
    if (result == QI_BAD_TEXT && reader->error)
        reader->error->line += line - 1;
    return result;
}

/* ---- the answers ---------------------------------------------------------------------------- */

static qi_result read_answer(void *context, uint64_t black, uint64_t white, qi_point *move)
{
    proof_reader *reader = context;
    const unsigned stones = (unsigned)__builtin_popcountll(black | white) + 1;
    if (stones != reader->layer && reader->layer && !skip_line_end(reader))
        return fail(reader, "end of line");
    reader->layer = stones;
    const int c = peek(reader);
    if (c < FIRST_CHARACTER || c >= FIRST_CHARACTER + (int)reader->points)
        return fail(reader, "an answer of the winner");
    *move = (qi_point)(c - FIRST_CHARACTER);
    step(reader);
    return QI_OK;
}

static qi_result read_end(proof_reader *reader, uint64_t answers)
{
    char last[LAST_LINE + 2];
    qi_writer line = {last, sizeof last, 0};
    if (reader->layer && !skip_line_end(reader))
        return fail(reader, "end of line");
    qi_put(&line, '\'');
    spell_last_line(&line, answers, reader->digest);
    const size_t length = line.length;
    qi_put(&line, '\'');
    qi_put_end(&line);
    for (size_t i = 1; i < length; i++) {
        if (peek(reader) != last[i])
            return fail(reader, last);
        step(reader);
    }
    if (!skip_line_end(reader))
        return fail(reader, "end of line");
    return peek(reader) >= 0 ? fail(reader, "end of input") : reader->broken ? QI_STOPPED : QI_OK;
}

static qi_result check(proof_reader *reader, const qi_nogo_walk_limits *limits,
                       const qi_allocator *allocator, qi_nogo **position, qi_colour *winner,
                       qi_nogo_walk *account)
{
    qi_colour mover = QI_BLACK;
    uint32_t leaf = 0;
    gather(reader, FIRST_LINES);
    if (reader->broken)
        return QI_STOPPED;
    qi_scanner scanner = qi_scan(reader->head, reader->head_length);
    qi_result result = read_head(&scanner, reader->error, &mover, winner, &leaf);
    if (result == QI_OK)
        result = read_board(reader, &scanner, allocator, position);
    if (result != QI_OK)
        return reader->broken ? QI_STOPPED : result;
    reader->points = qi_nogo_rows(*position) * qi_nogo_columns(*position);
    qi_nogo_set_to_move(*position, mover);
    qi_nogo_walk known = {.size = sizeof known};
    result = qi_nogo_walk_strategy(*position, *winner, leaf, read_answer, reader, limits, allocator,
                                   &known);
    qi_struct_write(account, &known, sizeof known);
    if (result == QI_OK && known.end == QI_NOGO_WALK_WON)
        result = read_end(reader, known.answers);
    return result;
}

qi_result qi_nogo_check_proof(qi_source *source, void *context, const qi_nogo_walk_limits *limits,
                              const qi_allocator *allocator, qi_nogo **position, qi_colour *winner,
                              qi_nogo_walk *account, qi_text_error *error)
{
    if (!qi_struct_is_sized(account))
        return QI_BAD_ARGUMENT;
    const qi_allocator memory = qi_allocator_or_default(allocator);
    proof_reader *const reader = qi_allocate_zeroed(&memory, 1, sizeof *reader);
    if (!reader)
        return QI_NO_MEMORY;
    reader->source = source;
    reader->context = context;
    reader->error = error;
    reader->line = reader->column = 1;
    reader->digest = DIGEST_START;
    qi_nogo *start = NULL;
    const qi_result result = check(reader, limits, allocator, &start, winner, account);
    if (result == QI_OK)
        *position = start;
    else
        qi_nogo_free(start);
    qi_release(&memory, reader);
    return result;
}
