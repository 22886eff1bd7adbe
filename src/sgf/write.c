#include "sgf/tree.h"

enum { LONGEST_LINE = 76 };

static void put(qi_sgf_writer *writer, const char *bytes, size_t count)
{
    if (!writer->failed && count)
        writer->failed = !writer->sink(writer->context, bytes, count);
    writer->column += (uint32_t)count;
}

static void put_text(qi_sgf_writer *writer, const char *text)
{
    size_t length = 0;
    while (text[length])
        length++;
    put(writer, text, length);
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

void qi_sgf_open(qi_sgf_writer *writer)
{
    break_long_line(writer);
    put(writer, "(", 1);
}

void qi_sgf_close(qi_sgf_writer *writer)
{
    put(writer, ")", 1);
    put_break(writer);
}

void qi_sgf_start_node(qi_sgf_writer *writer)
{
    break_long_line(writer);
    put(writer, ";", 1);
}

void qi_sgf_start_game(qi_sgf_writer *writer, uint32_t rows, uint32_t columns, const char *rules)
{
    qi_sgf_open(writer);
    qi_sgf_start_node(writer);
    put_text(writer, "FF[4]GM[1]CA[UTF-8]AP[qi:" QI_VERSION "]SZ[");
    char buffer[16];
    qi_string size = qi_string_in(buffer, sizeof buffer);
    qi_string_number(&size, columns);
    if (rows != columns) {
        qi_string_char(&size, ':');
        qi_string_number(&size, rows);
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

void qi_sgf_write_point(qi_sgf_writer *writer, const char *name, qi_point point, uint32_t columns)
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

void qi_sgf_write_move(qi_sgf_writer *writer, qi_colour colour, qi_point point, uint32_t columns)
{
    qi_sgf_start_node(writer);
    qi_sgf_write_point(writer, colour == QI_BLACK ? "B" : "W", point, columns);
}

void qi_sgf_write_setup(qi_sgf_writer *writer, const uint8_t *points, const uint8_t *before,
                        uint32_t rows, uint32_t columns)
{
    static const struct {
        const char *name;
        qi_colour colour;
    } kinds[] = {{"AB", QI_BLACK}, {"AW", QI_WHITE}, {"AE", QI_EMPTY}};
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        const char *name = kinds[k].name;
        for (qi_point point = 0; point < rows * columns; point++)
            if (points[point] == kinds[k].colour &&
                points[point] != (before ? before[point] : (uint8_t)QI_EMPTY)) {
                qi_sgf_write_point(writer, name, point, columns);
                name = NULL;
            }
    }
}

/* ---- a whole collection ------------------------------------------------------------------- */

static void write_node(qi_sgf_writer *writer, const qi_sgf *sgf, const sgf_node *node)
{
    if (node->opens_tree)
        qi_sgf_open(writer);
    qi_sgf_start_node(writer);
    for (uint32_t p = 0; p < node->properties; p++) {
        const sgf_property *property = qi_sgf_property_at(sgf, node->first_property + p);
        break_long_line(writer);
        put(writer, sgf->text + property->name, property->name_length);
        for (uint32_t v = 0; v < property->values; v++) {
            const qi_sgf_value value = qi_sgf_value_at(sgf, property->first_value + v);
            break_long_line(writer);
            put(writer, "[", 1);
            put(writer, value.text, value.length);
            put(writer, "]", 1);
        }
    }
}

/* The nodes are in the order of the text, so they are written one after the other. Only the ")"
 * must be added: after a node without a child, one for every tree that ends with it. */
qi_result qi_sgf_write(const qi_sgf *sgf, qi_sink *sink, void *context)
{
    qi_sgf_writer writer = {.sink = sink, .context = context};
    for (qi_sgf_node index = 0; index < sgf->node_list.count && !writer.failed; index++) {
        const sgf_node *node = qi_sgf_node_at(sgf, index);
        write_node(&writer, sgf, node);
        if (node->child != QI_SGF_NO_NODE)
            continue;
        for (qi_sgf_node up = index; up != QI_SGF_NO_NODE;) {
            const sgf_node *last = qi_sgf_node_at(sgf, up);
            if (last->opens_tree)
                qi_sgf_close(&writer);
            if (last->sibling != QI_SGF_NO_NODE)
                break;
            up = last->parent;
        }
    }
    return writer.failed ? QI_STOPPED : QI_OK;
}
