/* The problem's text: its moves, boards and answers. */
#include "base/text.h"
#include "base/buffer.h"
#include "go/game.h"
#include "go/games.h"
#include <qi/go.h>
#include <qi/go_record.h>

/* ---- reading ------------------------------------------------------------------------------ */

static void keep_place(qi_go_reader *reader, const qi_scanner *scanner)
{
    reader->at = scanner->at;
    reader->line_start = scanner->line_start;
    reader->line = scanner->line;
}

/* A count that stands alone on its line. */
static qi_result read_count(qi_scanner *scanner, const char *what, uint64_t *count,
                            qi_text_error *error)
{
    qi_skip_space(scanner);
    const qi_scanner start = *scanner;
    int64_t number;
    if (!qi_scan_integer(scanner, &number) || number < 0)
        return qi_text_fail(&start, error, "%s", what);
    qi_skip_blanks(scanner);
    if (!qi_at_line_end(scanner))
        return qi_text_fail(scanner, error, "end of line");
    *count = (uint64_t)number;
    return QI_OK;
}

qi_result qi_go_read(qi_go_reader *reader, const char *text, size_t length, uint32_t rows,
                     uint32_t columns, bool keep_lines, qi_text_error *error)
{
    if (rows < 1 || rows > QI_GO_MAX_SIDE || columns < 1 || columns > QI_GO_MAX_SIDE)
        return QI_BAD_ARGUMENT;
    qi_scanner scanner = qi_scan(text, length);
    *reader = (qi_go_reader){
        .rows = rows, .columns = columns, .keep_lines = keep_lines, .end = scanner.end};
    const qi_result result = read_count(&scanner, "the number of games", &reader->games, error);
    keep_place(reader, &scanner);
    return result;
}

/* A coordinate from 1 to `max`, as 0 to max - 1. */
static bool read_coordinate(qi_scanner *scanner, uint32_t max, const char *name, uint32_t *value,
                            qi_text_error *error)
{
    qi_skip_blanks(scanner);
    const qi_scanner start = *scanner;
    int64_t number;
    if (qi_scan_integer(scanner, &number) && number >= 1 && number <= max) {
        *value = (uint32_t)number - 1;
        return true;
    }
    qi_text_fail(&start, error, "%s from %d to %u", name, 1, max);
    return false;
}

static qi_result read_move(qi_scanner *scanner, const qi_go_reader *reader, qi_move *move,
                           qi_text_error *error)
{
    const int colour = qi_peek(scanner);
    if (colour != 'B' && colour != 'W')
        return qi_text_fail(scanner, error, "a move: 'B' or 'W', a row and a column");
    scanner->at++;
    if (qi_peek(scanner) != ' ' && qi_peek(scanner) != '\t' && !qi_at_line_end(scanner)) {
        scanner->at--;
        return qi_text_fail(scanner, error, "a move: 'B' or 'W', a row and a column");
    }
    uint32_t row, column;
    if (!read_coordinate(scanner, reader->rows, "a row", &row, error))
        return QI_BAD_TEXT;
    if (qi_peek(scanner) != ' ' && qi_peek(scanner) != '\t')
        return qi_text_fail(scanner, error, "a blank and a column");
    if (!read_coordinate(scanner, reader->columns, "a column", &column, error))
        return QI_BAD_TEXT;
    qi_skip_blanks(scanner);
    if (!qi_at_line_end(scanner))
        return qi_text_fail(scanner, error, "end of line");
    *move = (qi_move){row * reader->columns + column, colour == 'B' ? QI_BLACK : QI_WHITE};
    return QI_OK;
}

/*
 * The quick way through lines that are exactly "B x y", which almost all are. It stops before the
 * first line that is not, for read_move to read it or to say what is wrong with it.
 */

/* Takes a number of one or two digits off the front of `bytes` (the first byte is the lowest); 0
 * when it does not start with 1 to 9. One or two digits are about equally likely, so there is no
 * branch. */
static inline uint32_t quick_number(uint64_t *bytes)
{
    const uint32_t first = (uint32_t)(*bytes & 0xff) - '0';
    const uint32_t second = (uint32_t)(*bytes >> 8 & 0xff) - '0';
    const uint32_t two = second <= 9;
    *bytes >>= 8 + 8 * two;
    return first - 1 <= 8 ? first + two * (9 * first + second) : 0;
}

/* The number of bytes in `bytes` before the first `c`, or 8. */
static inline size_t bytes_before(uint64_t bytes, char c)
{
    const uint64_t ones = 0x0101010101010101U;
    const uint64_t others = bytes ^ (unsigned char)c * ones;
    const uint64_t found = (others - ones) & ~others & ones << 7;
    return found ? (size_t)__builtin_ctzll(found) >> 3 : 8;
}

/* Reads at most `count` moves; returns how many. */
static size_t read_quickly(qi_scanner *scanner, const qi_go_reader *reader, qi_move *moves,
                           size_t count)
{
    size_t done = 0;
    const char *at = scanner->at;
    while (done < count && (size_t)(scanner->end - at) > QI_GO_MOVE_CAPACITY) {
        /* A whole line is in a register at once. The next one has to wait only for its length, so
         * that is found first, and not by way of the numbers. */
        uint64_t line = 0;
        for (int i = 0; i < 8; i++)
            line |= (uint64_t)(unsigned char)at[i] << 8 * i;
        const size_t length = bytes_before(line, '\n') + 1;
        uint64_t bytes = line;
        const uint32_t colour = bytes & 0xff;
        const uint32_t blank = bytes >> 8 & 0xff;
        bytes >>= 16;
        const uint32_t row = quick_number(&bytes) - 1;
        const uint32_t second_blank = bytes & 0xff;
        bytes >>= 8;
        const uint32_t column = quick_number(&bytes) - 1;
        const uint32_t end = bytes & 0xff;
        if ((colour != 'B' && colour != 'W') || blank != ' ' || second_blank != ' ' ||
            row >= reader->rows || column >= reader->columns)
            break;
        /* The column is followed by that '\n', or by the only '\r' right before it. */
        if (end != '\n' &&
            (end != '\r' || at[length - 1] != '\n' || bytes_before(line, '\r') + 2 != length))
            break;
        moves[done++] =
            (qi_move){row * reader->columns + column, colour == 'B' ? QI_BLACK : QI_WHITE};
        at += length;
    }
    if (done) {
        scanner->at = scanner->line_start = at;
        scanner->line += done;
    }
    return done;
}

static bool reserve(qi_go_moves *moves, const qi_allocator *allocator, bool lines, size_t count)
{
    moves->count = 0;
    if (count <= moves->capacity && (!lines || moves->lines))
        return true;
    qi_go_free_moves(moves, allocator);
    moves->list = (qi_move *)qi_allocate_array(allocator, count, sizeof *moves->list);
    moves->lines =
        lines ? (uint64_t *)qi_allocate_array(allocator, count, sizeof *moves->lines) : NULL;
    moves->capacity = count;
    return moves->list && (!lines || moves->lines);
}

/* Reads `count` moves; `moves` has room for as many as the rest of the text can hold. */
static qi_result read_moves(qi_scanner *scanner, const qi_go_reader *reader, uint64_t count,
                            qi_go_moves *moves, qi_text_error *error)
{
    const size_t max = count < moves->capacity ? (size_t)count : moves->capacity;
    for (;;) {
        qi_skip_space(scanner);
        const uint64_t line = scanner->line;
        size_t done = 0; /* without room the list may be NULL */
        if (moves->count < max)
            done = read_quickly(scanner, reader, moves->list + moves->count, max - moves->count);
        for (size_t i = 0; moves->lines && i < done; i++)
            moves->lines[moves->count + i] = line + i;
        moves->count += done;
        if (moves->count == count)
            return QI_OK;
        qi_skip_space(scanner);
        qi_move move;
        const qi_result result = read_move(scanner, reader, &move, error);
        if (result != QI_OK)
            return result;
        if (moves->lines)
            moves->lines[moves->count] = scanner->line;
        moves->list[moves->count++] = move; /* NOLINT(clang-analyzer-core.NullDereference): room */
        qi_skip_line_end(scanner);
    }
}

qi_result qi_go_read_game(qi_go_reader *reader, const qi_allocator *allocator, qi_go_moves *moves,
                          qi_text_error *error)
{
    enum { SHORTEST_LINE = 5 }; /* "B 1 1" */
    qi_scanner scanner = {reader->at, reader->end, reader->line_start, reader->line};
    const qi_allocator from = qi_allocator_or_default(allocator);
    moves->count = 0;
    if (reader->games_read == reader->games) {
        const qi_result result = qi_scan_end(&scanner, error);
        return result == QI_OK ? QI_STOPPED : result;
    }
    uint64_t count = 0;
    qi_result result = read_count(&scanner, "the number of moves of a game", &count, error);
    if (result != QI_OK)
        return result;
    /* Memory is not allocated for the promised count: the text may end before. */
    const size_t max = (size_t)(scanner.end - scanner.at) / SHORTEST_LINE + 1;
    if (!reserve(moves, &from, reader->keep_lines, count < max ? (size_t)count : max))
        return QI_NO_MEMORY;
    result = read_moves(&scanner, reader, count, moves, error);
    if (result == QI_OK) {
        keep_place(reader, &scanner);
        reader->games_read++;
    }
    return result;
}

qi_result qi_go_look_through(qi_go_reader reader, const qi_allocator *allocator, qi_go_moves *moves,
                             qi_text_error *error)
{
    qi_result result;
    do
        result = qi_go_read_game(&reader, allocator, moves, error);
    while (result == QI_OK);
    return result == QI_STOPPED ? QI_OK : result;
}

void qi_go_free_moves(qi_go_moves *moves, const qi_allocator *allocator)
{
    const qi_allocator from = qi_allocator_or_default(allocator);
    qi_release(&from, moves->list);
    qi_release(&from, moves->lines);
    *moves = (qi_go_moves){0};
}

/* ---- writing ------------------------------------------------------------------------------ */

size_t qi_go_write_board(const qi_go *game, char *text, size_t capacity)
{
    qi_writer writer = qi_write_into(text, capacity);
    for (uint32_t row = 1; row <= game->rows; row++) {
        const uint8_t *cells = &game->colours[row * game->stride + 1];
        char line[QI_GO_MAX_SIDE + 1];
        for (uint32_t column = 0; column < game->columns; column++)
            line[column] = ".BW"[cells[column]];
        line[game->columns] = '\n';
        qi_put_bytes(&writer, line, game->columns + 1);
    }
    return qi_put_end(&writer);
}

size_t qi_go_write_move(qi_move move, uint32_t columns, char *text, size_t capacity)
{
    qi_writer writer = qi_write_into(text, capacity);
    if (move.point == QI_NO_POINT)
        return qi_put_end(&writer);
    qi_put(&writer, move.colour == QI_BLACK ? 'B' : 'W');
    qi_put(&writer, ' ');
    qi_put_number(&writer, move.point / columns + 1);
    qi_put(&writer, ' ');
    qi_put_number(&writer, move.point % columns + 1);
    return qi_put_end(&writer);
}

/* ---- the answer --------------------------------------------------------------------------- */

/* Nothing may be written before the whole text is known to be well-formed, but the moves need not
 * be kept: each game is replayed as soon as it is read, and its answer is kept in a short form, a
 * digit for every refused move and then the rows of the board. */
typedef struct answers {
    qi_buffer text;
    size_t board; /* bytes of a board's rows */
    qi_go_moves moves;
} answers;

static bool keep_digit(void *context, const qi_go_refusal *refusal)
{
    answers *kept = context;
    kept->text.bytes[kept->text.length++] =
        (char)('0' + refusal->verdict); /* there is room for every move */
    return true;
}

static qi_result replay_text(const char *text, size_t length, qi_go *game, answers *kept,
                             qi_text_error *error)
{
    qi_go_reader reader;
    qi_result result =
        qi_go_read(&reader, text, length, qi_go_rows(game), qi_go_columns(game), false, error);
    while (result == QI_OK) {
        result = qi_go_read_game(&reader, kept->text.allocator, &kept->moves, error);
        if (result != QI_OK)
            break;
        if (!qi_buffer_reserve(&kept->text, kept->moves.count + kept->board + 1))
            return QI_NO_MEMORY;
        qi_go_clear(game);
        result = qi_go_replay(game, kept->moves.list, kept->moves.count, keep_digit, kept);
        qi_go_write_board(game, kept->text.bytes + kept->text.length, kept->board + 1);
        kept->text.length += kept->board;
    }
    return result == QI_STOPPED ? QI_OK : result;
}

static qi_result write_answers(const answers *kept, qi_sink *sink, void *context)
{
    static const char line[8] = "miss 0\n"; /* of which 7 bytes count */
    char piece[1 << 14];
    char *to = piece;
    const char *const full = piece + sizeof piece - QI_GO_MAX_SIDE * (QI_GO_MAX_SIDE + 1);
    const char *const end = kept->text.bytes + kept->text.length;
    for (const char *at = kept->text.bytes; at < end;) {
        if (to > full) {
            if (!sink(context, piece, (size_t)(to - piece)))
                return QI_STOPPED;
            to = piece;
        }
        if (*at >= '0' && *at <= '9') {
            memcpy(to, line, sizeof line);
            to[5] = *at++;
            to += sizeof line - 1;
        } else {
            memcpy(to, at, kept->board);
            to += kept->board;
            at += kept->board;
        }
    }
    return sink(context, piece, (size_t)(to - piece)) ? QI_OK : QI_STOPPED;
}

qi_result qi_go_answer(qi_go *game, const char *text, size_t length, const qi_allocator *allocator,
                       qi_sink *sink, void *context, qi_text_error *error)
{
    answers kept = {.text = {.allocator = allocator},
                    .board = (size_t)qi_go_rows(game) * (qi_go_columns(game) + 1)};
    qi_result result = replay_text(text, length, game, &kept, error);
    if (result == QI_OK && kept.text.length)
        result = write_answers(&kept, sink, context);
    qi_go_free_moves(&kept.moves, allocator);
    qi_buffer_free(&kept.text);
    return result;
}
