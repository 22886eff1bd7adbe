/* Proof files: a winning strategy as text; qi/nogo_solve.h describes the format. */
#include "base/memory.h"
#include "base/text.h"
#include "nogo/rules/position.h"

#include <qi/nogo_solve.h>

static const char title[] = "qi nogo proof 1";
enum { LINE = 80, FIRST_CHARACTER = '0', LEAF = 6, MOST_LEAF = 12, MOST_POINTS = 40 };

/* ---- writing -------------------------------------------------------------------------------- */

typedef struct proof_writer {
    qi_nogo *board; /* a copy of the game, set to each position that is asked about */
    qi_colour winner;
    qi_nogo_solver *solver;
    const qi_nogo_solve_limits *limits;
    qi_sink *sink;
    void *context;
    char line[LINE + 1]; /* answers not yet written */
    size_t used;
} proof_writer;

static qi_result set_position(proof_writer *writer, uint64_t black, uint64_t white)
{
    qi_nogo_stone stones[MOST_POINTS];
    const uint32_t points = qi_nogo_rows(writer->board) * qi_nogo_columns(writer->board);
    for (qi_point point = 0; point < points; point++)
        stones[point] = (qi_nogo_stone){point, black >> point & 1   ? QI_BLACK
                                               : white >> point & 1 ? QI_WHITE
                                                                    : QI_EMPTY};
    return qi_nogo_set_up(writer->board, stones, points, writer->winner, NULL);
}

static qi_result end_line(proof_writer *writer)
{
    const size_t count = writer->used;
    if (!count)
        return QI_OK;
    writer->line[count] = '\n';
    writer->used = 0;
    return writer->sink(writer->context, writer->line, count + 1) ? QI_OK : QI_STOPPED;
}

static qi_result solve_answer(void *context, uint64_t black, uint64_t white, qi_point *move)
{
    proof_writer *writer = context;
    qi_nogo_solution solution = {0};
    qi_result result = set_position(writer, black, white);
    if (result == QI_OK)
        result = qi_nogo_solve(writer->solver, writer->board, writer->limits, &solution);
    if (result == QI_OK && solution.outcome != QI_NOGO_WON)
        result = QI_STOPPED;
    if (result != QI_OK)
        return result;
    *move = solution.move;
    writer->line[writer->used++] = (char)(FIRST_CHARACTER + *move);
    return writer->used == LINE ? end_line(writer) : QI_OK;
}

static bool write_head(const proof_writer *writer, const qi_nogo *game)
{
    char head[sizeof title + 3 * MOST_POINTS + 64];
    qi_string text = qi_string_in(head, sizeof head);
    qi_string_text(&text, title);
    qi_string_text(&text, qi_nogo_to_move(game) == QI_BLACK ? "\nX moves, " : "\nO moves, ");
    qi_string_text(&text, writer->winner == QI_BLACK ? "X wins, leaf " : "O wins, leaf ");
    qi_string_number(&text, LEAF);
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
    return writer->sink(writer->context, head, text.length);
}

qi_result qi_nogo_write_proof(const qi_nogo *game, qi_colour winner, qi_nogo_solver *solver,
                              const qi_nogo_solve_limits *limits, qi_sink *sink, void *context,
                              qi_nogo_walk *account)
{
    if (qi_nogo_rows(game) * qi_nogo_columns(game) > MOST_POINTS)
        return QI_UNSUPPORTED;
    proof_writer writer = {
        .winner = winner, .solver = solver, .limits = limits, .sink = sink, .context = context};
    qi_result result = qi_nogo_copy(game, &game->allocator, &writer.board);
    if (result != QI_OK)
        return result;
    result = write_head(&writer, game) ? QI_OK : QI_STOPPED;
    if (result == QI_OK)
        result = qi_nogo_walk_strategy(game, winner, LEAF, solve_answer, &writer, &game->allocator,
                                       account);
    if (result == QI_OK)
        result = end_line(&writer);
    qi_nogo_free(writer.board);
    return result;
}

/* ---- checking ------------------------------------------------------------------------------- */

typedef struct proof_reader {
    qi_scanner scanner;
    qi_text_error *error;
    uint32_t points;
} proof_reader;

static qi_result read_answer(void *context, uint64_t black, uint64_t white, qi_point *move)
{
    proof_reader *reader = context;
    (void)black;
    (void)white;
    qi_skip_line_end(&reader->scanner);
    const int c = qi_peek(&reader->scanner);
    if (c < FIRST_CHARACTER || c >= FIRST_CHARACTER + (int)reader->points)
        return qi_text_fail(&reader->scanner, reader->error, "an answer of the winner");
    *move = (qi_point)(c - FIRST_CHARACTER);
    reader->scanner.at++;
    return QI_OK;
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
static qi_result read_head(proof_reader *reader, qi_colour *mover, qi_colour *winner,
                           uint32_t *leaf)
{
    qi_scanner *scanner = &reader->scanner;
    int64_t number = 0;
    if (!skip_word(scanner, title) || !qi_skip_line_end(scanner))
        return qi_text_fail(scanner, reader->error, "'qi nogo proof 1'");
    if (!scan_colour(scanner, mover) || !skip_word(scanner, " moves, ") ||
        !scan_colour(scanner, winner) || !skip_word(scanner, " wins, leaf ") ||
        !qi_scan_integer(scanner, &number) || number < 0 || number > MOST_LEAF ||
        !qi_skip_line_end(scanner))
        return qi_text_fail(scanner, reader->error, "'X moves, X wins, leaf N'");
    *leaf = (uint32_t)number;
    return QI_OK;
}

/* The board takes as many lines as its first line says. */
static qi_result read_board(proof_reader *reader, const qi_allocator *allocator, qi_nogo **game)
{
    const char *const start = reader->scanner.at;
    const uint64_t line = reader->scanner.line;
    int64_t rows = 0;
    qi_scanner *scanner = &reader->scanner;
    if (!qi_scan_integer(scanner, &rows) || rows < 1 || rows > 64)
        return qi_text_fail(scanner, reader->error, "the rows of a board of at most 40 points");
    for (int64_t lines = 0; lines <= rows && scanner->at < scanner->end; lines++) {
        while (!qi_at_line_end(scanner))
            scanner->at++;
        qi_skip_line_end(scanner);
    }
    const qi_result result = qi_nogo_parse(start, (size_t)(scanner->at - start), QI_NOGO_ANY_COUNT,
                                           allocator, game, reader->error);
    if (result == QI_BAD_TEXT && reader->error)
        reader->error->line += line - 1;
    return result;
}

qi_result qi_nogo_check_proof(const char *text, size_t length, const qi_allocator *allocator,
                              qi_nogo **game, qi_colour *winner, qi_nogo_walk *account,
                              qi_text_error *error)
{
    proof_reader reader = {.scanner = qi_scan(text, length), .error = error};
    qi_colour mover = QI_BLACK;
    uint32_t leaf = 0;
    qi_nogo *start = NULL;
    qi_result result = read_head(&reader, &mover, winner, &leaf);
    if (result == QI_OK)
        result = read_board(&reader, allocator, &start);
    if (result == QI_OK) {
        reader.points = qi_nogo_rows(start) * qi_nogo_columns(start);
        qi_nogo_set_to_move(start, mover);
        result =
            qi_nogo_walk_strategy(start, *winner, leaf, read_answer, &reader, allocator, account);
    }
    if (result == QI_OK && account->end == QI_NOGO_WALK_WON)
        result = qi_scan_end(&reader.scanner, error);
    if (result == QI_OK)
        *game = start;
    else
        qi_nogo_free(start);
    return result;
}

/* ---- the loser --------------------------------------------------------------------------------
 */

qi_result qi_nogo_stubborn_move(const qi_nogo *game, qi_point *move)
{
    const qi_colour mover = qi_nogo_to_move(game);
    const qi_point points = qi_nogo_rows(game) * qi_nogo_columns(game);
    qi_point best = QI_NO_POINT;
    int64_t best_margin = INT64_MIN;
    for (qi_point point = 0; point < points; point++) {
        qi_nogo *next;
        const qi_result result = qi_nogo_copy(game, &game->allocator, &next);
        if (result != QI_OK)
            return result;
        if (qi_nogo_play(next, mover, point, NULL) == QI_NOGO_LEGAL) {
            const int64_t margin = (int64_t)qi_nogo_legal(next, mover, NULL, 0) -
                                   (int64_t)qi_nogo_legal(next, qi_opponent(mover), NULL, 0);
            if (margin > best_margin) {
                best_margin = margin;
                best = point;
            }
        }
        qi_nogo_free(next);
    }
    *move = best;
    return QI_OK;
}
