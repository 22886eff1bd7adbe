/* Reading and writing a NoGo board: as rows, and in one line. */
#include "base/text.h"
#include "nogo/rules/position.h"

static qi_result read_side(qi_scanner *scanner, uint32_t *side, qi_text_error *error)
{
    qi_scanner ahead = *scanner;
    int64_t number;
    if (!qi_scan_integer(&ahead, &number) || number < 1 || number > (int64_t)QI_NOGO_MAX_SIDE)
        return qi_text_fail(scanner, error, "a board size from %d to %u", 1, QI_NOGO_MAX_SIDE);
    *scanner = ahead;
    *side = (uint32_t)number;
    return QI_OK;
}

/* "n" or "rows columns". */
static qi_result read_header(qi_scanner *scanner, uint32_t *rows, uint32_t *columns,
                             qi_text_error *error)
{
    qi_skip_blanks(scanner);
    qi_result result = read_side(scanner, rows, error);
    if (result != QI_OK)
        return result;
    *columns = *rows;
    const char *after_rows = scanner->at;
    qi_skip_blanks(scanner);
    if (!qi_at_line_end(scanner)) {
        if (scanner->at == after_rows)
            return qi_text_fail(scanner, error, "the end of the line or a space");
        result = read_side(scanner, columns, error);
        if (result != QI_OK)
            return result;
        qi_skip_blanks(scanner);
        if (!qi_at_line_end(scanner))
            return qi_text_fail(scanner, error, "the end of the line");
    }
    qi_skip_line_end(scanner);
    return QI_OK;
}

typedef uint8_t sixteen __attribute__((vector_size(16)));

/* Writes the colours of sixteen characters; not zero where one of them is bad. */
static inline sixteen read_sixteen(const char *text, uint8_t hole, uint8_t *colour)
{
    sixteen c;
    memcpy(&c, text, sizeof c);
    const sixteen black = (sixteen)(c == 'X'), white = (sixteen)(c == 'O');
    const sixteen wall = (sixteen)(c == '#') & hole;
    const sixteen cells = (black & (uint8_t)QI_BLACK) | (white & (uint8_t)QI_WHITE) | wall;
    memcpy(colour, &cells, sizeof cells);
    return (sixteen)(cells == 0) & (c ^ '.');
}

/* Writes the colours of one row; returns how many of the characters from the start are good. */
static uint32_t read_row(const char *text, uint32_t columns, bool holes, uint8_t *colour)
{
    const uint8_t hole = holes ? QI_WALL : 0;
    uint32_t good = 0;
    for (; columns - good >= sizeof(sixteen); good += sizeof(sixteen)) {
        const sixteen bad = read_sixteen(text + good, hole, colour + good);
        uint64_t halves[2];
        memcpy(halves, &bad, sizeof bad);
        if (halves[0] | halves[1])
            break;
    }
    for (; good < columns; good++)
        switch (text[good]) {
        case 'X':
            colour[good] = QI_BLACK;
            break;
        case 'O':
            colour[good] = QI_WHITE;
            break;
        case '.':
            colour[good] = QI_EMPTY;
            break;
        default:
            if (!hole || text[good] != '#')
                return good;
            colour[good] = QI_WALL;
        }
    return good;
}

uint32_t qi_nogo_take_stones(qi_nogo *position)
{
    uint32_t black = 0, white = 0;
    const size_t cells = qi_nogo_cells(position);
    for (size_t cell = 0; cell < cells; cell++) {
        black += position->colour[cell] == QI_BLACK;
        white += position->colour[cell] == QI_WHITE;
    }
    position->stones[QI_BLACK] = black;
    position->stones[QI_WHITE] = white;
    return black + white ? qi_nogo_restore_groups(position) : 0;
}

static qi_result read_rows(qi_scanner *scanner, qi_nogo *position, uint32_t rows, bool holes,
                           qi_text_error *error)
{
    for (uint32_t row = 0; row < rows; row++) {
        const size_t left = (size_t)(scanner->end - scanner->at);
        const uint32_t columns = left < position->columns ? (uint32_t)left : position->columns;
        uint8_t *colour = position->colour + (size_t)(row + 1) * position->stride + 1;
        const uint32_t good = read_row(scanner->at, columns, holes, colour);
        scanner->at += good;
        if (good < position->columns) {
            return qi_text_fail_character(
                scanner, error,
                holes ? "'X', 'O', '.' or '#' (row %u of %u, column %u of %u)"
                      : "'X', 'O' or '.' (row %u of %u, column %u of %u)",
                row + 1, rows, good + 1, position->columns);
        }
        qi_skip_blanks(scanner);
        if (!qi_at_line_end(scanner))
            return qi_text_fail(scanner, error, "the end of the line after %u {column|columns}",
                                position->columns);
        qi_skip_line_end(scanner);
    }
    return qi_scan_end(scanner, error);
}

static qi_result fail_breathless(const qi_nogo *position, uint32_t cell, uint64_t first_line,
                                 qi_text_error *error)
{
    const uint32_t row = cell / position->stride - 1, column = cell % position->stride - 1;
    const char stone = position->colour[cell] == QI_BLACK ? 'X' : 'O';
    return qi_text_fail_at(
        error, first_line + row, (uint64_t)column + 1,
        qi_message_of("a group of '%c' without a liberty, with a stone at row %u, column %u", stone,
                      row + 1, column + 1),
        qi_message_of("every group to have a liberty"));
}

static qi_result fail_unequal(const qi_nogo *position, uint64_t first_line, qi_text_error *error)
{
    return qi_text_fail_at(
        error, first_line, 1,
        qi_message_of("%u 'X' and %u 'O'", position->stones[QI_BLACK], position->stones[QI_WHITE]),
        qi_message_of("as many 'X' as 'O', or a side to move (--to-move)"));
}

qi_result qi_nogo_parse(const char *text, size_t length, unsigned flags,
                        const qi_allocator *allocator, qi_nogo **position, qi_text_error *error)
{
    qi_scanner scanner = qi_scan(text, length);
    uint32_t rows = 0, columns = 0;
    qi_result result = read_header(&scanner, &rows, &columns, error);
    if (result != QI_OK)
        return result;
    const uint64_t first_line = scanner.line;
    /* A short text must not make us allocate all the rows that its header promises. The last row
     * that gets memory here cannot be complete, so reading fails there at the latest. */
    const size_t left = (size_t)(scanner.end - scanner.at);
    const size_t room = left / columns + 1; /* NOLINT(clang-analyzer-core.DivideZero): >= 1 */
    const uint32_t held = room < rows ? (uint32_t)room : rows;
    qi_nogo *made;
    result = qi_nogo_allocate(held, columns, allocator, &made);
    if (result != QI_OK)
        return result;
    qi_nogo_wall_in(made);
    result = read_rows(&scanner, made, rows, flags & QI_NOGO_HOLES, error);
    if (result == QI_OK) {
        const uint32_t breathless = qi_nogo_take_stones(made);
        if (breathless)
            result = fail_breathless(made, breathless, first_line, error);
        else if (!(flags & QI_NOGO_ANY_COUNT) && made->stones[QI_BLACK] != made->stones[QI_WHITE])
            result = fail_unequal(made, first_line, error);
    }
    if (result != QI_OK) {
        qi_nogo_free(made);
        return result;
    }
    *position = made;
    return QI_OK;
}

/* ---- writing ------------------------------------------------------------------------------ */

size_t qi_nogo_write(const qi_nogo *position, char *text, size_t capacity)
{
    char header[32];
    char *end = qi_write_number(header, position->rows);
    if (position->rows != position->columns) {
        *end++ = ' ';
        end = qi_write_number(end, position->columns);
    }
    *end++ = '\n';
    const size_t head = (size_t)(end - header), line = (size_t)position->columns + 1;
    const size_t length = head + position->rows * line;
    if (capacity == 0)
        return length;
    const size_t room = capacity - 1 < length ? capacity - 1 : length;
    memcpy(text, header, head < room ? head : room);
    for (size_t row = 0, at = head; row < position->rows && at < room; row++, at += line) {
        const uint8_t *cells = position->colour + (row + 1) * position->stride + 1;
        const size_t count = room - at < line ? room - at : line;
        for (size_t i = 0; i < count; i++)
            text[at + i] = i < position->columns ? ".XO#"[cells[i]] : '\n';
    }
    text[room] = '\0';
    return length;
}

/* ---- in one line, as FEN has positions of chess: "x.o/3/._.:o" ----------------------------- */

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
        if (count < 1 || count > (int64_t)QI_NOGO_MAX_SIDE)
            return qi_text_fail(scanner, error, "a number of empty points from %d to %u", 1,
                                QI_NOGO_MAX_SIDE);
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
    const uint32_t max = row ? *columns : QI_NOGO_MAX_SIDE;
    uint32_t width = 0;
    while (width == 0 || (qi_peek(scanner) != '/' && qi_peek(scanner) != ':')) {
        const qi_scanner here = *scanner;
        point_run run = {0};
        const qi_result result = read_run(scanner, &run, error);
        if (result != QI_OK)
            return result;
        if (run.count > max - width)
            return fail_row(&here, row, max, true, error);
        width += run.count;
    }
    if (row && width < max)
        return fail_row(scanner, row, max, false, error);
    *columns = width;
    return QI_OK;
}

/* Walks over the whole line, so that memory is taken only for what is one. */
static qi_result measure(qi_scanner *scanner, uint32_t *rows, uint32_t *columns, qi_colour *to_move,
                         qi_text_error *error)
{
    *rows = *columns = 0;
    do {
        if (*rows == QI_NOGO_MAX_SIDE)
            return qi_text_fail(scanner, error, "at most %u rows", QI_NOGO_MAX_SIDE);
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
static const char *put_points(qi_scanner scanner, qi_nogo *position, uint32_t until)
{
    for (uint32_t row = 0; row < position->rows; row++, scanner.at++) {
        uint32_t cell = (row + 1) * position->stride + 1;
        for (point_run run = {0}; cell < (row + 2) * position->stride; cell += run.count) {
            if (until && cell == until)
                return scanner.at;
            read_run(&scanner, &run, NULL);
            memset(position->colour + cell, run.colour, run.count);
        }
    }
    return scanner.at;
}

qi_result qi_nogo_parse_line(const char *text, size_t length, const qi_allocator *allocator,
                             qi_nogo **position, qi_text_error *error)
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
    *position = made;
    return QI_OK;
}

static void put_empty(qi_writer *writer, uint32_t count)
{
    if (count == 1)
        qi_put(writer, '.');
    else if (count)
        qi_put_number(writer, count);
}

size_t qi_nogo_write_line(const qi_nogo *position, char *text, size_t capacity)
{
    qi_writer writer = qi_write_into(text, capacity);
    for (uint32_t row = 0; row < position->rows; row++) {
        const uint8_t *const cells = position->colour + (size_t)(row + 1) * position->stride + 1;
        uint32_t empty = 0;
        if (row > 0)
            qi_put(&writer, '/');
        for (uint32_t column = 0; column < position->columns; column++) {
            if (cells[column] == QI_EMPTY) {
                empty++;
                continue;
            }
            put_empty(&writer, empty);
            qi_put(&writer, ".xo_"[cells[column]]);
            empty = 0;
        }
        put_empty(&writer, empty);
    }
    qi_put(&writer, ':');
    qi_put(&writer, position->to_move == QI_BLACK ? 'x' : 'o');
    return qi_put_end(&writer);
}
