#include "sgf/tree.h"

/* ---- places in the text ------------------------------------------------------------------- */

qi_scanner qi_sgf_scanner(const qi_sgf *sgf, const char *at)
{
    qi_scanner scanner = qi_scan(sgf->text, sgf->length);
    for (; scanner.at < at; scanner.at++)
        if (*scanner.at == '\n') {
            scanner.line++;
            scanner.line_start = scanner.at + 1;
        }
    return scanner;
}

void qi_sgf_place(const qi_sgf *sgf, const char *at, uint64_t *line, uint64_t *column)
{
    const qi_scanner scanner = qi_sgf_scanner(sgf, at);
    *line = scanner.line;
    *column = (uint64_t)(at - scanner.line_start) + 1;
}

/* ---- lists -------------------------------------------------------------------------------- */

/* One more item of `size` bytes at the end of a list; NULL when there is no memory. */
static void *add(qi_sgf *sgf, sgf_list *list, size_t size)
{
    void *const items =
        qi_grow(&sgf->allocator, list->items, list->count, 1, &list->capacity, size);
    if (!items)
        return NULL;
    list->items = items;
    return (char *)items + list->count++ * size;
}

static sgf_node *nodes(qi_sgf *sgf)
{
    sgf_node *const list = sgf->node_list.items;
    return list;
}

/* ---- reading ------------------------------------------------------------------------------ */

typedef enum sgf_place { BETWEEN, OPENED, IN_NODE, CLOSED } sgf_place;

typedef struct sgf_reader {
    qi_sgf *sgf;
    const char *at, *end;
    qi_sgf_node current; /* the node being read, or QI_SGF_NO_NODE between games */
    sgf_place state;
    /* Where the present game was opened, and what was there before it. */
    const char *opened;
    uint32_t kept_nodes, kept_properties, kept_values;
    qi_sgf_node last_kept;
    qi_text_error *error;
} sgf_reader;

static bool is_lower(char c)
{
    return c >= 'a' && c <= 'z';
}

static bool is_upper(char c)
{
    return c >= 'A' && c <= 'Z';
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static qi_result fail(const sgf_reader *reader, const char *expected)
{
    const qi_scanner scanner = qi_sgf_scanner(reader->sgf, reader->at);
    return qi_text_fail(&scanner, reader->error, "%s", expected);
}

static void skip_space(sgf_reader *reader)
{
    while (reader->at < reader->end && qi_sgf_is_space(*reader->at))
        reader->at++;
}

/* Goes to the next "(;"; without one, to the end, and returns false. */
static bool find_game(sgf_reader *reader)
{
    for (; reader->at < reader->end; reader->at++)
        if (*reader->at == '(') {
            const char *open = reader->at++;
            skip_space(reader);
            const bool found = reader->at < reader->end && *reader->at == ';';
            reader->at = open;
            if (found)
                return true;
        }
    return false;
}

static bool starts_with(const sgf_reader *reader, const char *bytes, size_t count)
{
    return (size_t)(reader->end - reader->at) >= count && memcmp(reader->at, bytes, count) == 0;
}

/* Files that are often taken for SGF, by name. */
static const char *foreign_kind(const sgf_reader *reader)
{
    static const struct {
        const char *start;
        size_t length;
        const char *name;
    } kinds[] = {{"\xff\xfe", 2, "a text in UTF-16"},
                 {"\xfe\xff", 2, "a text in UTF-16"},
                 {"(\0;", 3, "a text in UTF-16"},
                 {"\0(\0;", 4, "a text in UTF-16"},
                 {"[Header]", 8, "a record in the Nihon Ki-in's UGF"}};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (starts_with(reader, kinds[i].start, kinds[i].length))
            return kinds[i].name;
    return NULL;
}

/* A game may follow other text, such as the header of a mail: goes to the first "(;". If there is
 * none, it stays, so that the message names what is there instead. */
static qi_result skip_preamble(sgf_reader *reader)
{
    if (starts_with(reader, "\xef\xbb\xbf", 3)) /* a byte order mark */
        reader->at += 3;
    const char *foreign = foreign_kind(reader);
    if (foreign) {
        const qi_scanner scanner = qi_sgf_scanner(reader->sgf, reader->at);
        return qi_text_fail_found(&scanner, reader->error, qi_message_of("%s", foreign),
                                  "SGF in UTF-8");
    }
    skip_space(reader);
    const char *start = reader->at;
    if (start != reader->end && *start != '(' && !find_game(reader))
        reader->at = start;
    return QI_OK;
}

/* Notes that the text from `start` to the reader's place is left out. */
static qi_result leave_out(const sgf_reader *reader, const char *start, bool is_game)
{
    qi_sgf *sgf = reader->sgf;
    sgf_gap *gap = add(sgf, &sgf->gap_list, sizeof *gap);
    if (!gap)
        return QI_NO_MEMORY;
    *gap = (sgf_gap){.start = (uint32_t)(start - sgf->text),
                     .length = (uint32_t)(reader->at - start),
                     .is_game = is_game};
    return QI_OK;
}

/* After a game: text that is no game is left out up to the next one, or to the end. */
static qi_result skip_between(sgf_reader *reader)
{
    const char *start = reader->at;
    find_game(reader);
    return reader->at > start ? leave_out(reader, start, false) : QI_OK;
}

/* The game being read is malformed: it and all that follows are left out, and the games before it
 * stay. */
static qi_result lose_game(sgf_reader *reader)
{
    qi_sgf *sgf = reader->sgf;
    if (sgf->node_list.count > reader->kept_nodes) {
        sgf->games--;
        sgf->node_list.count = reader->kept_nodes;
        sgf->property_list.count = reader->kept_properties;
        sgf->value_list.count = reader->kept_values;
        nodes(sgf)[reader->last_kept].sibling = QI_SGF_NO_NODE;
    }
    reader->at = reader->end;
    return leave_out(reader, reader->opened, true);
}

static qi_result read_node(sgf_reader *reader)
{
    qi_sgf *sgf = reader->sgf;
    sgf_node *node = add(sgf, &sgf->node_list, sizeof *node);
    if (!node)
        return QI_NO_MEMORY;
    const qi_sgf_node index = sgf->node_list.count - 1;
    *node = (sgf_node){.parent = reader->current,
                       .child = QI_SGF_NO_NODE,
                       .last_child = QI_SGF_NO_NODE,
                       .sibling = QI_SGF_NO_NODE,
                       .first_property = sgf->property_list.count,
                       .opens_tree = reader->state == OPENED};
    if (reader->current == QI_SGF_NO_NODE) {
        if (sgf->games++)
            nodes(sgf)[sgf->last_game].sibling = index;
        sgf->last_game = index;
    } else {
        sgf_node *parent = nodes(sgf) + reader->current;
        if (parent->child == QI_SGF_NO_NODE)
            parent->child = index;
        else
            nodes(sgf)[parent->last_child].sibling = index;
        parent->last_child = index;
    }
    reader->current = index;
    reader->state = IN_NODE;
    reader->at++;
    return QI_OK;
}

/* At a ")": goes back to the node before the matching "(". Every node is passed once on the way
 * up, when its own tree closes, so no stack of open trees is needed. */
static void close_tree(sgf_reader *reader)
{
    const sgf_node *all = nodes(reader->sgf);
    while (!all[reader->current].opens_tree)
        reader->current = all[reader->current].parent;
    reader->current = all[reader->current].parent;
    reader->state = reader->current == QI_SGF_NO_NODE ? BETWEEN : CLOSED;
    reader->at++;
}

/* At a "[". */
static qi_result read_value(sgf_reader *reader)
{
    const char *start = ++reader->at;
    while (reader->at < reader->end && *reader->at != ']')
        reader->at += *reader->at == '\\' && reader->end - reader->at > 1 ? 2 : 1;
    if (reader->at == reader->end) {
        const qi_scanner open = qi_sgf_scanner(reader->sgf, start - 1);
        const qi_scanner end = qi_sgf_scanner(reader->sgf, reader->at);
        return qi_text_fail(
            &end, reader->error, "']' that closes the value opened at line %llu, column %llu",
            (unsigned long long)open.line, (unsigned long long)(open.at - open.line_start) + 1);
    }
    sgf_value *value = add(reader->sgf, &reader->sgf->value_list, sizeof *value);
    if (!value)
        return QI_NO_MEMORY;
    value->start = (uint32_t)(start - reader->sgf->text);
    value->length = (uint32_t)(reader->at - start);
    reader->at++;
    return QI_OK;
}

/* At a letter. */
static qi_result read_property(sgf_reader *reader)
{
    qi_sgf *sgf = reader->sgf;
    const char *name = reader->at;
    while (reader->at < reader->end &&
           (is_upper(*reader->at) || is_lower(*reader->at) || is_digit(*reader->at)))
        reader->at++;
    sgf_property *property = add(sgf, &sgf->property_list, sizeof *property);
    if (!property)
        return QI_NO_MEMORY;
    *property = (sgf_property){.name = (uint32_t)(name - sgf->text),
                               .name_length = (uint32_t)(reader->at - name),
                               .first_value = sgf->value_list.count};
    nodes(sgf)[reader->current].properties++;
    skip_space(reader);
    if (reader->at == reader->end || *reader->at != '[')
        return fail(reader, "'[' and a value of the property");
    do {
        const qi_result result = read_value(reader);
        if (result != QI_OK)
            return result;
        property->values++;
        skip_space(reader);
    } while (reader->at < reader->end && *reader->at == '[');
    return QI_OK;
}

static const char *expected_in(const sgf_reader *reader)
{
    switch (reader->state) {
    case BETWEEN:
        return "'(' and ';' that start a game";
    case OPENED:
        return "';' that starts a node";
    case IN_NODE:
        return "a property, ';', '(' or ')'";
    case CLOSED:
        return "'(' or ')'";
    }
    return "";
}

/* Remembers what there is before the game that is opened here. */
static void open_game(sgf_reader *reader)
{
    const qi_sgf *sgf = reader->sgf;
    reader->opened = reader->at;
    reader->kept_nodes = sgf->node_list.count;
    reader->kept_properties = sgf->property_list.count;
    reader->kept_values = sgf->value_list.count;
    reader->last_kept = sgf->last_game;
}

static qi_result read_next(sgf_reader *reader)
{
    const char c = *reader->at;
    if (c == '(' && reader->state != OPENED) {
        if (reader->state == BETWEEN)
            open_game(reader);
        reader->state = OPENED;
        reader->at++;
        return QI_OK;
    }
    if (c == ';' && (reader->state == OPENED || reader->state == IN_NODE))
        return read_node(reader);
    if (c == ')' && (reader->state == IN_NODE || reader->state == CLOSED)) {
        close_tree(reader);
        return QI_OK;
    }
    if ((is_upper(c) || is_lower(c)) && reader->state == IN_NODE)
        return read_property(reader);
    return fail(reader, expected_in(reader));
}

static qi_result read_collection(qi_sgf *sgf)
{
    sgf_reader reader = {.sgf = sgf,
                         .at = sgf->text,
                         .end = sgf->text + sgf->length,
                         .current = QI_SGF_NO_NODE,
                         .state = BETWEEN,
                         .error = &sgf->error};
    qi_result result = skip_preamble(&reader);
    while (result == QI_OK) {
        skip_space(&reader);
        if (reader.state == BETWEEN && sgf->games) {
            result = skip_between(&reader);
            if (result == QI_OK && reader.at == reader.end)
                return QI_OK;
        }
        if (result == QI_OK)
            result =
                reader.at < reader.end ? read_next(&reader) : fail(&reader, expected_in(&reader));
    }
    return result == QI_BAD_TEXT && reader.kept_nodes ? lose_game(&reader) : result;
}

qi_result qi_sgf_parse(const char *text, size_t length, const qi_allocator *allocator, qi_sgf **sgf,
                       qi_text_error *error)
{
    if (length >= UINT32_MAX)
        return QI_TOO_LARGE;
    const qi_allocator from = qi_allocator_or_default(allocator);
    qi_sgf *made = qi_allocate(&from, sizeof *made);
    if (!made)
        return QI_NO_MEMORY;
    *made = (qi_sgf){.allocator = from, .text = text, .length = (uint32_t)length};
    const qi_result result = read_collection(made);
    if (result == QI_OK) {
        *sgf = made;
    } else {
        if (error)
            *error = made->error;
        qi_sgf_free(made);
    }
    return result;
}

void qi_sgf_free(qi_sgf *sgf)
{
    if (!sgf)
        return;
    const qi_allocator allocator = sgf->allocator;
    qi_release(&allocator, sgf->node_list.items);
    qi_release(&allocator, sgf->property_list.items);
    qi_release(&allocator, sgf->value_list.items);
    qi_release(&allocator, sgf->gap_list.items);
    qi_release(&allocator, sgf);
}

size_t qi_sgf_gaps(const qi_sgf *sgf)
{
    return sgf->gap_list.count;
}

qi_sgf_gap qi_sgf_gap_at(const qi_sgf *sgf, size_t index)
{
    const sgf_gap *gap = (const sgf_gap *)sgf->gap_list.items + index;
    qi_sgf_gap result = {{sgf->text + gap->start, gap->length}, gap->is_game, sgf->error};
    if (!gap->is_game) {
        const qi_scanner scanner = qi_sgf_scanner(sgf, result.piece.text);
        qi_text_fail(&scanner, &result.why, "a game that starts with '(' and ';', or end of input");
    }
    return result;
}

/* ---- the tree ----------------------------------------------------------------------------- */

size_t qi_sgf_games(const qi_sgf *sgf)
{
    return sgf->games;
}

qi_sgf_node qi_sgf_first_game(const qi_sgf *sgf)
{
    (void)sgf;
    return 0;
}

qi_sgf_node qi_sgf_child(const qi_sgf *sgf, qi_sgf_node node)
{
    return qi_sgf_node_at(sgf, node)->child;
}

qi_sgf_node qi_sgf_sibling(const qi_sgf *sgf, qi_sgf_node node)
{
    return qi_sgf_node_at(sgf, node)->sibling;
}

qi_sgf_node qi_sgf_parent(const qi_sgf *sgf, qi_sgf_node node)
{
    return qi_sgf_node_at(sgf, node)->parent;
}

bool qi_sgf_is(const qi_sgf *sgf, const sgf_property *property, const char *name)
{
    const char *at = sgf->text + property->name, *end = at + property->name_length;
    bool long_name =
        false; /* "Black": lower-case letters do not count, unless there are no others */
    for (const char *letter = at; letter < end; letter++)
        long_name |= is_upper(*letter);
    for (; at < end; at++) {
        if (is_lower(*at) && long_name)
            continue;
        if ((is_lower(*at) ? *at - 'a' + 'A' : *at) != *name++)
            return false;
    }
    return *name == '\0';
}

bool qi_sgf_find(const qi_sgf *sgf, qi_sgf_node node, const char *name, size_t index,
                 qi_sgf_value *value)
{
    const sgf_node *at = qi_sgf_node_at(sgf, node);
    for (uint32_t p = 0; p < at->properties; p++) {
        const sgf_property *property = qi_sgf_property_at(sgf, at->first_property + p);
        if (qi_sgf_is(sgf, property, name) && index < property->values) {
            *value = qi_sgf_value_at(sgf, property->first_value + (uint32_t)index);
            return true;
        }
    }
    return false;
}

bool qi_sgf_property(const qi_sgf *sgf, qi_sgf_node node, size_t index, qi_sgf_value *name,
                     size_t *values)
{
    const sgf_node *at = qi_sgf_node_at(sgf, node);
    if (index >= at->properties)
        return false;
    const sgf_property *property = qi_sgf_property_at(sgf, at->first_property + (uint32_t)index);
    *name = (qi_sgf_value){sgf->text + property->name, property->name_length};
    *values = property->values;
    return true;
}

qi_sgf_value qi_sgf_property_value(const qi_sgf *sgf, qi_sgf_node node, size_t property,
                                   size_t index)
{
    const uint32_t at = qi_sgf_node_at(sgf, node)->first_property + (uint32_t)property;
    return qi_sgf_value_at(sgf, qi_sgf_property_at(sgf, at)->first_value + (uint32_t)index);
}

/* ---- what a value means ------------------------------------------------------------------- */

static bool is_break(char c)
{
    return c == '\n' || c == '\r';
}

/* One line break may have two bytes, "\r\n" or "\n\r". */
static size_t break_length(const char *at, const char *end)
{
    return at + 1 < end && is_break(at[1]) && at[1] != at[0] ? 2 : 1;
}

size_t qi_sgf_decode(qi_sgf_value value, qi_sgf_text_kind kind, char *buffer, size_t capacity)
{
    qi_writer writer = qi_write_into(buffer, capacity);
    const char *at = value.text, *end = at + value.length;
    while (at < end) {
        char c = *at;
        size_t taken = 1;
        if (c == '\\') {
            if (++at == end)
                break;
            c = *at;
            if (is_break(c)) {
                at += break_length(at, end);
                continue;
            }
        }
        if (is_break(c)) {
            taken = break_length(at, end);
            c = kind == QI_SGF_TEXT ? '\n' : ' ';
        } else if (qi_sgf_is_space(c)) {
            c = ' ';
        }
        qi_put(&writer, c);
        at += taken;
    }
    return qi_put_end(&writer);
}
