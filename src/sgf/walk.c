/* The main line of a game as a stream of moves and setup stones. */
#include "base/text.h"
#include "sgf/tree.h"

/* Says that the value itself, cut short, was found. */
static qi_result fail_value(const qi_sgf *sgf, const char *name, qi_sgf_value value,
                            qi_text_error *error, const char *expected)
{
    enum { LONGEST = 24 };
    if (!error)
        return QI_BAD_TEXT;
    const qi_scanner scanner = qi_sgf_scanner(sgf, value.text);
    char start[LONGEST + 1];
    qi_writer shown = {start, sizeof start, 0};
    for (size_t i = 0; i < value.length && i < LONGEST; i++) {
        const unsigned char c = (unsigned char)value.text[i];
        qi_put(&shown, c >= 0x20 && c < 0x7f ? (char)c : '?');
    }
    qi_put_end(&shown);
    const qi_message found =
        qi_message_of("%s[%s%s]", name, start, value.length > LONGEST ? "..." : "");
    return qi_text_fail_found(&scanner, error, found, "%s", expected);
}

static qi_sgf_value trim(qi_sgf_value value)
{
    while (value.length && qi_sgf_is_space(*value.text)) {
        value.text++;
        value.length--;
    }
    while (value.length && qi_sgf_is_space(value.text[value.length - 1]))
        value.length--;
    return value;
}

/* ---- the size of the board ---------------------------------------------------------------- */

static bool read_side(qi_scanner *scanner, uint32_t *side)
{
    int64_t number;
    if (!qi_scan_integer(scanner, &number) || number < 1 || number > QI_SGF_MAX_SIDE)
        return false;
    *side = (uint32_t)number;
    return true;
}

/* "19", or "19:13" for 19 columns and 13 rows. */
static bool read_size(qi_sgf_value value, uint32_t *rows, uint32_t *columns)
{
    value = trim(value);
    qi_scanner scanner = qi_scan(value.text, value.length);
    if (!read_side(&scanner, columns))
        return false;
    *rows = *columns;
    if (qi_peek(&scanner) == ':') {
        scanner.at++;
        if (!read_side(&scanner, rows))
            return false;
    }
    return scanner.at == scanner.end;
}

qi_result qi_sgf_walk_start(const qi_sgf *sgf, qi_sgf_node root, qi_sgf_walk *walk,
                            qi_text_error *error)
{
    uint32_t rows = 19, columns = 19;
    qi_sgf_value value;
    if (qi_sgf_find(sgf, root, "GM", 0, &value)) {
        const qi_sgf_value game = trim(value);
        if (game.length != 1 || *game.text != '1')
            return fail_value(sgf, "GM", value, error, "GM[1], a game on the Go board");
    }
    if (qi_sgf_find(sgf, root, "SZ", 0, &value) && !read_size(value, &rows, &columns))
        return fail_value(sgf, "SZ", value, error,
                          "a board size from 1 to 52, such as SZ[19] or, columns first, SZ[19:13]");
    *walk = (qi_sgf_walk){
        .sgf = sgf, .rows = rows, .columns = columns, .node = root, .bottom = 0, .row = 1};
    return QI_OK;
}

/* ---- points ------------------------------------------------------------------------------- */

/* The line that a letter names, or QI_SGF_MAX_SIDE when it names none. */
static uint32_t line_of(char letter)
{
    if (letter >= 'a' && letter <= 'z')
        return (uint32_t)(letter - 'a');
    if (letter >= 'A' && letter <= 'Z')
        return (uint32_t)(letter - 'A') + 26;
    return QI_SGF_MAX_SIDE;
}

/* Two letters, the column first; or, as some programs wrote, a vertex such as "R16". */
static bool read_point(const qi_sgf_walk *walk, qi_sgf_value value, uint32_t *row, uint32_t *column)
{
    qi_point point;
    if (value.length >= 2 && value.text[1] >= '0' && value.text[1] <= '9') {
        if (qi_vertex_read(walk->rows, walk->columns, value.text, value.length, &point) != QI_OK)
            return false;
        *row = point / walk->columns;
        *column = point % walk->columns;
        return true;
    }
    if (value.length != 2)
        return false;
    *column = line_of(value.text[0]);
    *row = line_of(value.text[1]);
    return *column < walk->columns && *row < walk->rows;
}

/* "pass", in any letters. */
static bool is_pass(qi_sgf_value value)
{
    static const char pass[] = "pass";
    bool same = value.length == sizeof pass - 1;
    for (size_t i = 0; same && i < value.length; i++)
        same = (value.text[i] | 0x20) == pass[i];
    return same;
}

static qi_result read_move(const qi_sgf_walk *walk, const char *name, qi_sgf_value value,
                           qi_sgf_event *event, qi_text_error *error)
{
    const qi_sgf_value point = trim(value);
    uint32_t row, column;
    event->point = QI_NO_POINT;
    if (point.length == 0)
        return QI_OK;
    if (read_point(walk, point, &row, &column)) {
        event->point = row * walk->columns + column;
        return QI_OK;
    }
    /* Before FF[4] a pass was written as the point just outside of the largest usual board; some
     * programs write the word. */
    if ((point.length == 2 && memcmp(point.text, "tt", 2) == 0 && walk->rows <= 19 &&
         walk->columns <= 19) ||
        is_pass(point))
        return QI_OK;
    return fail_value(walk->sgf, name, value, error, "a point of the board, or [] for a pass");
}

/* A point, or two opposite corners of a rectangle. */
static qi_result read_rectangle(qi_sgf_walk *walk, const char *name, qi_sgf_value value,
                                qi_text_error *error)
{
    qi_sgf_value first = trim(value), other = first;
    uint32_t row, column, other_row, other_column;
    for (size_t i = 0; i < first.length; i++)
        if (first.text[i] == ':') {
            other = (qi_sgf_value){first.text + i + 1, first.length - i - 1};
            first.length = i;
        }
    if (!read_point(walk, first, &row, &column) ||
        !read_point(walk, other, &other_row, &other_column))
        return fail_value(walk->sgf, name, value, error,
                          "a point of the board or a rectangle of points, such as 'aa:cc'");
    walk->left = column < other_column ? column : other_column;
    walk->right = column < other_column ? other_column : column;
    walk->row = row < other_row ? row : other_row;
    walk->bottom = row < other_row ? other_row : row;
    walk->column = walk->left;
    return QI_OK;
}

/* ---- the walk ----------------------------------------------------------------------------- */

static const struct meaning {
    const char *name;
    qi_sgf_event_kind kind;
    qi_colour colour;
} meanings[] = {{"B", QI_SGF_MOVE, QI_BLACK},   {"W", QI_SGF_MOVE, QI_WHITE},
                {"AB", QI_SGF_SETUP, QI_BLACK}, {"AW", QI_SGF_SETUP, QI_WHITE},
                {"AE", QI_SGF_SETUP, QI_EMPTY}, {"PL", QI_SGF_TURN, QI_EMPTY}};

static const struct meaning *meaning_of(const qi_sgf *sgf, const sgf_property *property)
{
    for (size_t i = 0; i < sizeof meanings / sizeof *meanings; i++)
        if (qi_sgf_is(sgf, property, meanings[i].name))
            return &meanings[i];
    return NULL;
}

static qi_result read_turn(const qi_sgf_walk *walk, qi_sgf_value value, qi_sgf_event *event,
                           qi_text_error *error)
{
    const qi_sgf_value colour = trim(value);
    const char letter = colour.length ? *colour.text : '\0';
    if (letter == 'B' || letter == 'b' || letter == '1')
        event->colour = QI_BLACK;
    else if (letter == 'W' || letter == 'w' || letter == '2')
        event->colour = QI_WHITE;
    else
        return fail_value(walk->sgf, "PL", value, error, "PL[B] or PL[W]");
    return QI_OK;
}

static void next_of_rectangle(qi_sgf_walk *walk, qi_sgf_event *event)
{
    *event = walk->rectangle;
    event->point = walk->row * walk->columns + walk->column;
    if (walk->column++ == walk->right) {
        walk->column = walk->left;
        walk->row++;
    }
}

static qi_result walk_value(qi_sgf_walk *walk, const struct meaning *meaning, qi_sgf_value value,
                            bool first, qi_sgf_event *event, qi_text_error *error)
{
    *event = (qi_sgf_event){meaning->kind, meaning->colour, QI_NO_POINT, walk->node, value.text};
    if (meaning->kind == QI_SGF_SETUP) {
        const qi_result result = read_rectangle(walk, meaning->name, value, error);
        if (result == QI_OK) {
            walk->rectangle = *event;
            next_of_rectangle(walk, event);
        }
        return result;
    }
    if (!first)
        return fail_value(walk->sgf, meaning->name, value, error, "no second value here");
    if (meaning->kind == QI_SGF_TURN)
        return read_turn(walk, value, event, error);
    return read_move(walk, meaning->name, value, event, error);
}

qi_result qi_sgf_walk_next(qi_sgf_walk *walk, qi_sgf_event *event, qi_text_error *error)
{
    const qi_sgf *sgf = walk->sgf;
    if (walk->row <= walk->bottom) {
        next_of_rectangle(walk, event);
        return QI_OK;
    }
    while (walk->node != QI_SGF_NO_NODE) {
        const sgf_node *node = qi_sgf_node_at(sgf, walk->node);
        if (walk->property == node->properties) {
            walk->property = 0;
            walk->node = walk->alone ? QI_SGF_NO_NODE : node->child;
            continue;
        }
        const sgf_property *property =
            qi_sgf_property_at(sgf, node->first_property + walk->property);
        const struct meaning *meaning = meaning_of(sgf, property);
        if (!meaning || walk->value == property->values) {
            walk->value = 0;
            walk->property++;
            continue;
        }
        const uint32_t index = walk->value++;
        return walk_value(walk, meaning, qi_sgf_value_at(sgf, property->first_value + index),
                          index == 0, event, error);
    }
    *event = (qi_sgf_event){.kind = QI_SGF_END, .point = QI_NO_POINT, .node = QI_SGF_NO_NODE};
    return QI_OK;
}

void qi_sgf_walk_node(qi_sgf_walk *walk, qi_sgf_node node)
{
    walk->node = node;
    walk->alone = true;
    walk->property = 0;
    walk->value = 0;
    walk->row = 1; /* no rectangle is being read */
    walk->bottom = 0;
}
