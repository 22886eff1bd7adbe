/* Checking a proof: the walk asks, the text answers. */
#include "base/memory.h"
#include "nogo/proof/form.h"
#include "nogo/proof/plain.h"

#include <qi/nogo_solve.h>

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
        reader->digest = proof_digest(reader->digest, c);
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

/* Reads so many lines more, as far as there are any and there is room, behind what was read. */
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
                                  "'" PROOF_TITLE "'");
    if (!skip_word(scanner, PROOF_TITLE) || !qi_skip_line_end(scanner))
        return qi_text_fail(scanner, error, "'" PROOF_TITLE "'");
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
                            const qi_allocator *allocator, qi_nogo **game)
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
                      QI_NOGO_ANY_COUNT, allocator, game, reader->error);
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
    if (c < PROOF_FIRST_CHARACTER || c >= PROOF_FIRST_CHARACTER + (int)reader->points)
        return fail(reader, "an answer of the winner");
    *move = (qi_point)(c - PROOF_FIRST_CHARACTER);
    step(reader);
    return QI_OK;
}

static qi_result read_end(proof_reader *reader, uint64_t answers)
{
    char last[PROOF_LAST_LINE + 2];
    qi_string line = qi_string_in(last, sizeof last);
    if (reader->layer && !skip_line_end(reader))
        return fail(reader, "end of line");
    qi_string_char(&line, '\'');
    qi_proof_last_line(&line, answers, reader->digest);
    const size_t length = line.length;
    qi_string_char(&line, '\'');
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
                       const qi_allocator *allocator, qi_nogo **game, qi_colour *winner,
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
        result = read_board(reader, &scanner, allocator, game);
    if (result != QI_OK)
        return reader->broken ? QI_STOPPED : result;
    reader->points = qi_nogo_rows(*game) * qi_nogo_columns(*game);
    qi_nogo_set_to_move(*game, mover);
    result = qi_nogo_walk_strategy(*game, *winner, leaf, read_answer, reader, limits, allocator,
                                   account);
    if (result == QI_OK && account->end == QI_NOGO_WALK_WON)
        result = read_end(reader, account->answers);
    return result;
}

qi_result qi_nogo_check_proof(qi_source *source, void *context, const qi_nogo_walk_limits *limits,
                              const qi_allocator *allocator, qi_nogo **game, qi_colour *winner,
                              qi_nogo_walk *account, qi_text_error *error)
{
    const qi_allocator memory = qi_allocator_or_default(allocator);
    proof_reader *const reader = qi_allocate_zeroed(&memory, 1, sizeof *reader);
    if (!reader)
        return QI_NO_MEMORY;
    reader->source = source;
    reader->context = context;
    reader->error = error;
    reader->line = reader->column = 1;
    reader->digest = PROOF_DIGEST_START;
    qi_nogo *start = NULL;
    const qi_result result = check(reader, limits, allocator, &start, winner, account);
    if (result == QI_OK)
        *game = start;
    else
        qi_nogo_free(start);
    qi_release(&memory, reader);
    return result;
}
