/* Writing games as SGF. */
#include "base/text.h"
#include "sgf/writer.h"
#include <qi/sgf.h>

enum { LONGEST_LINE = 76 };

static void put(qi_sgf_writer *writer, const char *bytes, size_t count)
{
    if (!writer->failed && count)
        writer->failed = !writer->sink(writer->context, bytes, count);
    writer->column += (uint32_t)count;
}

static void put_text(qi_sgf_writer *writer, const char *text)
{
    put(writer, text, strlen(text));
}

static void put_break(qi_sgf_writer *writer)
{
    put(writer, "\n", 1);
    writer->column = 0;
}

/* White space may stand anywhere outside of values; breaks the line there when it is long. */
static void break_long_line(qi_sgf_writer *writer)
{
    if (writer->column >= LONGEST_LINE)
        put_break(writer);
}

void qi_sgf_start_game(qi_sgf_writer *writer, uint32_t rows, uint32_t columns, const char *rules)
{
    put_text(writer, "(;FF[4]GM[1]CA[UTF-8]AP[qi:" QI_VERSION "]SZ[");
    char buffer[16];
    qi_writer size = {buffer, sizeof buffer, 0};
    qi_put_number(&size, columns);
    if (rows != columns) {
        qi_put(&size, ':');
        qi_put_number(&size, rows);
    }
    put(writer, buffer, size.length);
    put(writer, "]", 1);
    if (rules) {
        put_text(writer, "RU[");
        put_text(writer, rules);
        put(writer, "]", 1);
    }
}

void qi_sgf_write_text(qi_sgf_writer *writer, const char *name, const char *text, size_t length)
{
    break_long_line(writer);
    put_text(writer, name);
    put(writer, "[", 1);
    size_t start = 0;
    for (size_t i = 0; i < length; i++)
        if (text[i] == ']' || text[i] == '\\') {
            put(writer, text + start, i - start);
            put(writer, "\\", 1);
            start = i;
        }
    put(writer, text + start, length - start);
    put(writer, "]", 1);
}

static char letter_of(uint32_t line)
{
    return (char)(line < 26 ? 'a' + line : 'A' + (line - 26));
}

/* A property with one point or, with `name` NULL, one more value of the last property. */
static void write_point(qi_sgf_writer *writer, const char *name, qi_point point, uint32_t columns)
{
    break_long_line(writer);
    if (name)
        put_text(writer, name);
    if (point == QI_NO_POINT) {
        put(writer, "[]", 2);
        return;
    }
    const char value[] = {'[', letter_of(point % columns), letter_of(point / columns), ']'};
    put(writer, value, sizeof value);
}

void qi_sgf_start_node(qi_sgf_writer *writer)
{
    break_long_line(writer);
    put(writer, ";", 1);
}

void qi_sgf_write_move(qi_sgf_writer *writer, qi_colour colour, qi_point point, uint32_t columns)
{
    qi_sgf_start_node(writer);
    write_point(writer, colour == QI_BLACK ? "B" : "W", point, columns);
}

void qi_sgf_write_setup(qi_sgf_writer *writer, const uint8_t *points, uint32_t rows,
                        uint32_t columns)
{
    static const struct {
        const char *name;
        uint8_t value;
    } properties[] = {{"AB", QI_BLACK}, {"AW", QI_WHITE}, {"AE", QI_SGF_REMOVED}};
    for (size_t i = 0; i < sizeof properties / sizeof *properties; i++) {
        const char *name = properties[i].name;
        for (qi_point point = 0; point < rows * columns; point++)
            if (points[point] == properties[i].value) {
                write_point(writer, name, point, columns);
                name = NULL;
            }
    }
}

void qi_sgf_close(qi_sgf_writer *writer)
{
    put(writer, ")", 1);
    put_break(writer);
}
