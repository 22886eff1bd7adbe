/* Positions in one line, as FEN has those of chess: "x.o/3/._.:o". */
#include "base/text.h"
#include "nogo/rules/position.h"

/* Points of one kind that stand side by side, as one character or number of the line. */
typedef struct point_run {
    uint8_t colour;
    uint32_t count;
} point_run;

static qi_result read_run(qi_scanner *scanner, point_run *run, qi_text_error *error)
{
    *run = (point_run){QI_EMPTY, 1};
    qi_scanner ahead = *scanner;
    int64_t count;
    switch (qi_peek(scanner)) {
    case 'x':
        run->colour = QI_BLACK;
        break;
    case 'o':
        run->colour = QI_WHITE;
        break;
    case '_':
        run->colour = QI_WALL;
        break;
    case '.':
        break;
    default:
        if (qi_peek(scanner) == '-' || !qi_scan_integer(&ahead, &count))
            return qi_text_fail_character(scanner, error,
                                          "'x', 'o', '.', '_' or a number of empty points");
        if (count < 1 || count > (int64_t)QI_NOGO_MOST_SIDE)
            return qi_text_fail(scanner, error, "a number of empty points from %d to %u", 1,
                                QI_NOGO_MOST_SIDE);
        run->count = (uint32_t)count;
        *scanner = ahead;
        return QI_OK;
    }
    scanner->at++;
    return QI_OK;
}

/* "the end of row 2 after 5 points", or "5 points in row 2". */
static qi_result fail_row(const qi_scanner *scanner, uint32_t row, uint32_t columns, bool longer,
                          qi_text_error *error)
{
    return longer
               ? qi_text_fail_character(scanner, error, "the end of row %u after %u {point|points}",
                                        row + 1, columns)
               : qi_text_fail_character(scanner, error, "%u {point|points} in row %u", columns,
                                        row + 1);
}

/* Walks over the points of a row. Row 0 says how many `columns` there are. */
static qi_result measure_row(qi_scanner *scanner, uint32_t row, uint32_t *columns,
                             qi_text_error *error)
{
    const uint32_t most = row ? *columns : QI_NOGO_MOST_SIDE;
    uint32_t width = 0;
    while (width == 0 || (qi_peek(scanner) != '/' && qi_peek(scanner) != ':')) {
        const qi_scanner here = *scanner;
        point_run run = {0};
        const qi_result result = read_run(scanner, &run, error);
        if (result != QI_OK)
            return result;
        if (run.count > most - width)
            return fail_row(&here, row, most, true, error);
        width += run.count;
    }
    if (row && width < most)
        return fail_row(scanner, row, most, false, error);
    *columns = width;
    return QI_OK;
}

/* Walks over the whole line, so that memory is taken only for what is one. */
static qi_result measure(qi_scanner *scanner, uint32_t *rows, uint32_t *columns, qi_colour *to_move,
                         qi_text_error *error)
{
    *rows = *columns = 0;
    do {
        if (*rows == QI_NOGO_MOST_SIDE)
            return qi_text_fail(scanner, error, "at most %u rows", QI_NOGO_MOST_SIDE);
        scanner->at += *rows > 0; /* the '/' */
        const qi_result result = measure_row(scanner, *rows, columns, error);
        if (result != QI_OK)
            return result;
        ++*rows;
    } while (qi_peek(scanner) == '/');
    scanner->at++; /* the ':' */
    const int side = qi_peek(scanner);
    if (side != 'x' && side != 'o')
        return qi_text_fail_character(scanner, error, "'x' or 'o', the side to move");
    *to_move = side == 'x' ? QI_BLACK : QI_WHITE;
    scanner->at++;
    return qi_scan_end(scanner, error);
}

/* Puts the points of a line that has been measured on the board, up to a cell, or all for 0.
 * Returns where in the line that cell is. */
static const char *put_points(qi_scanner scanner, qi_nogo *game, uint32_t until)
{
    for (uint32_t row = 0; row < game->rows; row++, scanner.at++) {
        uint32_t cell = (row + 1) * game->stride + 1;
        for (point_run run = {0}; cell < (row + 2) * game->stride; cell += run.count) {
            if (until && cell == until)
                return scanner.at;
            read_run(&scanner, &run, NULL);
            memset(game->colour + cell, run.colour, run.count);
        }
    }
    return scanner.at;
}

qi_result qi_nogo_parse_line(const char *text, size_t length, const qi_allocator *allocator,
                             qi_nogo **game, qi_text_error *error)
{
    qi_scanner scanner = qi_scan(text, length);
    uint32_t rows, columns;
    qi_colour to_move = QI_BLACK;
    qi_result result = measure(&scanner, &rows, &columns, &to_move, error);
    qi_nogo *made;
    if (result == QI_OK)
        result = qi_nogo_allocate(rows, columns, allocator, &made);
    if (result != QI_OK)
        return result;
    qi_nogo_wall_in(made);
    scanner = qi_scan(text, length);
    put_points(scanner, made, 0);
    const uint32_t breathless = qi_nogo_take_stones(made);
    if (breathless) {
        scanner.at = put_points(scanner, made, breathless);
        qi_nogo_free(made);
        return qi_text_fail_found(&scanner, error, qi_message_of("a group without a liberty"),
                                  "every group to have a liberty");
    }
    made->to_move = to_move;
    *game = made;
    return QI_OK;
}

/* ---- writing ------------------------------------------------------------------------------ */

typedef struct line_writer {
    char *text;
    size_t capacity, length;
} line_writer;

static void put(line_writer *writer, char c)
{
    if (writer->length + 1 < writer->capacity)
        writer->text[writer->length] = c;
    writer->length++;
}

static void put_empty(line_writer *writer, uint32_t count)
{
    char digits[20];
    const char *const end = qi_write_number(digits, count);
    if (count == 1)
        put(writer, '.');
    for (const char *d = digits; count > 1 && d < end; d++)
        put(writer, *d);
}

size_t qi_nogo_write_line(const qi_nogo *game, char *text, size_t capacity)
{
    line_writer writer = {text, capacity, 0};
    for (uint32_t row = 0; row < game->rows; row++) {
        const uint8_t *const cells = game->colour + (size_t)(row + 1) * game->stride + 1;
        uint32_t empty = 0;
        if (row > 0)
            put(&writer, '/');
        for (uint32_t column = 0; column < game->columns; column++) {
            if (cells[column] == QI_EMPTY) {
                empty++;
                continue;
            }
            put_empty(&writer, empty);
            put(&writer, ".xo_"[cells[column]]);
            empty = 0;
        }
        put_empty(&writer, empty);
    }
    put(&writer, ':');
    put(&writer, game->to_move == QI_BLACK ? 'x' : 'o');
    if (capacity)
        text[writer.length < capacity ? writer.length : capacity - 1] = '\0';
    return writer.length;
}
