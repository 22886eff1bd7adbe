#include "cli/nogo/strategy.h"

#include "base/text.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char title[] = "qi nogo proof 1";
enum { LINE = 80, FIRST_CHARACTER = '0' };

/* ---- writing -------------------------------------------------------------------------------- */

typedef struct proof_writer {
    cli_out out;
    const qi_nogo *game; /* where the walk began */
    qi_nogo_solver *solver;
    qi_colour winner;
    const qi_nogo_solve_limits *limits;
    uint64_t written;
} proof_writer;

/* Sets stones on a board: any subset of a legal position is legal, in any order. */
static qi_result place(uint64_t stones, qi_colour colour, qi_nogo *board)
{
    for (; stones; stones &= stones - 1)
        if (qi_nogo_play(board, colour, (qi_point)__builtin_ctzll(stones), NULL) != QI_NOGO_LEGAL)
            return QI_BAD_ARGUMENT;
    return QI_OK;
}

static qi_result solve_answer(void *context, uint64_t black, uint64_t white, qi_point *move)
{
    proof_writer *writer = context;
    qi_nogo *board;
    qi_result result =
        qi_nogo_new(qi_nogo_rows(writer->game), qi_nogo_columns(writer->game), NULL, &board);
    if (result != QI_OK)
        return result;
    qi_nogo_solution solution = {0};
    result = place(black, QI_BLACK, board);
    if (result == QI_OK)
        result = place(white, QI_WHITE, board);
    qi_nogo_set_to_move(board, writer->winner);
    if (result == QI_OK)
        result = qi_nogo_solve(writer->solver, board, writer->limits, &solution);
    qi_nogo_free(board);
    if (result == QI_OK && solution.outcome != QI_NOGO_WON)
        result = QI_STOPPED;
    if (result != QI_OK)
        return result;
    *move = solution.move;
    cli_printf(&writer->out, "%c", (int)(FIRST_CHARACTER + *move));
    if (++writer->written % LINE == 0)
        cli_text(&writer->out, "\n");
    return writer->out.error ? QI_STOPPED : QI_OK;
}

static void write_board(cli_out *out, const qi_nogo *game)
{
    const uint32_t rows = qi_nogo_rows(game), columns = qi_nogo_columns(game);
    cli_printf(out, "%u %u\n", rows, columns);
    for (qi_point point = 0; point < rows * columns; point++) {
        cli_write(out, &".XO#"[qi_nogo_at(game, point)], 1);
        if (point % columns == columns - 1)
            cli_text(out, "\n");
    }
}

int nogo_write_proof(const cli_spec *spec, const char *path, const qi_nogo *game,
                     qi_nogo_solver *solver, qi_colour winner, const qi_nogo_solve_limits *limits,
                     qi_nogo_walk *account)
{
    proof_writer *writer = calloc(1, sizeof *writer);
    if (!writer)
        return cli_fail(spec, "%s", qi_result_text(QI_NO_MEMORY));
    writer->game = game;
    writer->solver = solver;
    writer->winner = winner;
    writer->limits = limits;
    int status = cli_out_open(spec, path, &writer->out);
    if (status != CLI_GO_ON) {
        free(writer);
        return status;
    }
    cli_printf(&writer->out, "%s\n%c moves, %c wins, leaf %d\n", title,
               qi_nogo_to_move(game) == QI_BLACK ? 'X' : 'O', winner == QI_BLACK ? 'X' : 'O',
               NOGO_LEAF);
    write_board(&writer->out, game);
    const qi_result result =
        qi_nogo_walk_strategy(game, winner, NOGO_LEAF, solve_answer, writer, NULL, account);
    if (writer->written % LINE)
        cli_text(&writer->out, "\n");
    status = cli_out_close(spec, &writer->out, CLI_GO_ON);
    free(writer);
    if (status == CLI_GO_ON && (result != QI_OK || account->end != QI_NOGO_WALK_WON)) {
        unlink(path);
        status = result == QI_STOPPED
                     ? CLI_NO
                     : cli_fail(spec, "%s: no proof: %s", path, qi_result_text(result));
    }
    return status;
}

/* ---- checking ------------------------------------------------------------------------------- */

typedef struct proof_reader {
    qi_scanner scanner;
    qi_text_error error;
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
        return qi_text_fail(&reader->scanner, &reader->error, "an answer of the winner");
    *move = (qi_point)(c - FIRST_CHARACTER);
    reader->scanner.at++;
    return QI_OK;
}

static bool skip_word(qi_scanner *scanner, const char *word)
{
    const size_t length = strlen(word);
    if ((size_t)(scanner->end - scanner->at) < length || memcmp(scanner->at, word, length) != 0)
        return false;
    scanner->at += length;
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
        return qi_text_fail(scanner, &reader->error, "'qi nogo proof 1'");
    if (!scan_colour(scanner, mover) || !skip_word(scanner, " moves, ") ||
        !scan_colour(scanner, winner) || !skip_word(scanner, " wins, leaf ") ||
        !qi_scan_integer(scanner, &number) || number < 0 || number > 12 ||
        !qi_skip_line_end(scanner))
        return qi_text_fail(scanner, &reader->error, "'X moves, X wins, leaf N'");
    *leaf = (uint32_t)number;
    return QI_OK;
}

/* The board takes as many lines as its first line says. */
static qi_result read_board(proof_reader *reader, qi_nogo **game)
{
    const char *const start = reader->scanner.at;
    const uint64_t line = reader->scanner.line;
    int64_t rows = 0;
    qi_scanner *scanner = &reader->scanner;
    if (!qi_scan_integer(scanner, &rows) || rows < 1 || rows > 64)
        return qi_text_fail(scanner, &reader->error, "the rows of a board of at most 40 points");
    for (int64_t lines = 0; lines <= rows && scanner->at < scanner->end; lines++) {
        while (!qi_at_line_end(scanner))
            scanner->at++;
        qi_skip_line_end(scanner);
    }
    const qi_result result = qi_nogo_parse(start, (size_t)(scanner->at - start), QI_NOGO_ANY_COUNT,
                                           NULL, game, &reader->error);
    reader->error.line += line - 1;
    return result;
}

int nogo_check_proof(const cli_spec *spec, const char *path, qi_nogo **game, qi_colour *winner,
                     qi_nogo_walk *account)
{
    cli_input input;
    const int status = cli_read(spec, path, &input);
    if (status != CLI_GO_ON)
        return status;
    proof_reader reader = {.scanner = qi_scan(input.text, input.length)};
    qi_colour mover = QI_BLACK;
    uint32_t leaf = 0;
    qi_result result = read_head(&reader, &mover, winner, &leaf);
    *game = NULL;
    if (result == QI_OK)
        result = read_board(&reader, game);
    if (result == QI_OK) {
        reader.points = qi_nogo_rows(*game) * qi_nogo_columns(*game);
        qi_nogo_set_to_move(*game, mover);
        result = qi_nogo_walk_strategy(*game, *winner, leaf, read_answer, &reader, NULL, account);
    }
    if (result == QI_OK && account->end == QI_NOGO_WALK_WON)
        result = qi_scan_end(&reader.scanner, &reader.error);
    if (result != QI_OK) {
        qi_nogo_free(*game);
        *game = NULL;
        cli_fail_result(spec, input.name, result, &reader.error);
    }
    cli_input_free(&input);
    return result == QI_OK ? CLI_GO_ON : CLI_BAD;
}
