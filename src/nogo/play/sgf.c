/* A game of NoGo as SGF, written and read. */
#include "nogo/play/record.h"
#include "nogo/rules/position.h"
#include "sgf/play.h"
#include "sgf/tree.h"
#include "sgf/writer.h"

#include "base/text.h"

enum { MAX_POINTS = QI_SGF_MAX_SIDE * QI_SGF_MAX_SIDE };

/* SGF has no holes. A first line of the game's comment names them after this word. A comment that
 * looks like one, without holes, gets an empty line before it. */
static const char hollow[] = "hollow";
enum { HOLLOW = sizeof hollow - 1 };

/* ---- writing ------------------------------------------------------------------------------ */

/* "hollow D4 E5", or nothing; returns the length. */
static size_t write_holes(const uint8_t *points, uint32_t rows, uint32_t columns, char *text)
{
    size_t used = 0;
    for (qi_point point = 0; point < rows * columns; point++)
        if (points[point] == QI_WALL) {
            if (used == 0)
                memcpy(text, hollow, used = HOLLOW);
            text[used++] = ' ';
            used += qi_vertex_write(rows, columns, point, text + used);
        }
    return used;
}

static bool looks_hollow(const char *comment)
{
    for (size_t i = 0; i < HOLLOW; i++)
        if (comment[i] != hollow[i])
            return *comment == '\n';
    return true;
}

static qi_result write_comment(const qi_nogo_record *record, const uint8_t *points,
                               qi_sgf_writer *writer)
{
    const uint32_t rows = qi_nogo_rows(record->start), columns = qi_nogo_columns(record->start);
    const char *comment = qi_nogo_record_name(record, QI_EMPTY);
    const size_t length = strlen(comment);
    size_t holes = 0;
    for (qi_point point = 0; point < rows * columns; point++)
        holes += points[point] == QI_WALL;
    if (!holes && !length)
        return QI_OK;
    char *text =
        qi_allocate(&record->allocator, HOLLOW + (holes + 1) * QI_VERTEX_BYTES + 1 + length);
    if (!text)
        return QI_NO_MEMORY;
    size_t used = write_holes(points, rows, columns, text);
    if (length && (used || looks_hollow(comment)))
        text[used++] = '\n';
    /* NOLINTNEXTLINE(bugprone-not-null-terminated-result): the writer is given the length */
    memcpy(text + used, comment, length);
    qi_sgf_write_text(writer, "GC", text, used + length);
    qi_release(&record->allocator, text);
    return QI_OK;
}

static void write_name(const qi_nogo_record *record, qi_colour colour, const char *property,
                       qi_sgf_writer *writer)
{
    const char *name = qi_nogo_record_name(record, colour);
    if (*name)
        qi_sgf_write_text(writer, property, name, strlen(name));
}

static void write_result(const qi_nogo_record *record, qi_sgf_writer *writer)
{
    /* By qi_nogo_end: resignation, time, forfeit; not in C's way, which C++ does not know. */
    static const char letters[] = {0, 0, 'R', 'T', 'F', 0};
    qi_colour winner;
    const qi_nogo_end end = qi_nogo_record_result(record, &winner);
    if (end == QI_NOGO_NOT_OVER)
        return;
    const char text[] = {winner == QI_BLACK ? 'B' : 'W', '+', letters[end]};
    qi_sgf_write_text(writer, "RE", text, letters[end] ? 3 : 2);
}

qi_result qi_nogo_record_write(const qi_nogo_record *record, qi_sink *sink, void *context)
{
    const uint32_t rows = qi_nogo_rows(record->start), columns = qi_nogo_columns(record->start);
    if (rows > QI_SGF_MAX_SIDE || columns > QI_SGF_MAX_SIDE)
        return QI_TOO_LARGE;
    uint8_t points[MAX_POINTS];
    qi_nogo_points(record->start, points);
    qi_sgf_writer writer = {.sink = sink, .context = context};
    qi_sgf_start_game(&writer, rows, columns, "NoGo");
    write_name(record, QI_BLACK, "PB", &writer);
    write_name(record, QI_WHITE, "PW", &writer);
    write_result(record, &writer);
    const qi_result result = write_comment(record, points, &writer);
    if (result != QI_OK)
        return result;
    qi_sgf_write_setup(&writer, points, rows, columns);
    const qi_colour first =
        record->count ? record->moves[0].colour : qi_nogo_to_move(record->start);
    if (first == QI_WHITE)
        qi_sgf_write_text(&writer, "PL", "W", 1);
    for (size_t i = 0; i < record->count && !writer.failed; i++)
        qi_sgf_write_move(&writer, record->moves[i].colour, record->moves[i].point, columns);
    qi_sgf_close(&writer);
    return writer.failed ? QI_STOPPED : QI_OK;
}

/* ---- reading ------------------------------------------------------------------------------ */

typedef struct reading {
    const qi_sgf *sgf;
    qi_sgf_node root;
    const qi_allocator *allocator;
    qi_sgf_walk walk;
    uint8_t points[MAX_POINTS]; /* of the start */
    qi_nogo_record *record;
    qi_nogo_verdict verdict;
    qi_text_error *error;
} reading;

/* A piece of the text is wrong. */
static qi_result fail(const reading *r, const char *at, qi_message found, qi_message expected)
{
    uint64_t line = 1, column = 1;
    if (at)
        qi_sgf_place(r->sgf, at, &line, &column);
    return qi_text_fail_at(r->error, line, column, found, expected);
}

static qi_result fail_breathless(const reading *r, const char *at, qi_point stone)
{
    char vertex[QI_VERTEX_BYTES];
    qi_vertex_write(r->walk.rows, r->walk.columns, stone, vertex);
    return fail(r, at, qi_message_of("a group without a liberty, with a stone at %s", vertex),
                qi_message_of("every group of the setup to have a liberty"));
}

static qi_result fail_move(const reading *r, const qi_sgf_event *move)
{
    const char *const player = qi_colour_name(move->colour);
    if (move->point == QI_NO_POINT)
        return fail(r, move->at, qi_message_of("%s's pass", player),
                    qi_message_of("a legal move: %s", "NoGo knows no pass"));
    char vertex[QI_VERTEX_BYTES];
    qi_vertex_write(r->walk.rows, r->walk.columns, move->point, vertex);
    return fail(r, move->at, qi_message_of("%s at %s", player, vertex),
                qi_message_of("a legal move: %s", qi_nogo_verdict_text(r->verdict)));
}

/* A value's text, to be released; NULL without memory. */
static char *decode(const reading *r, qi_sgf_value value, qi_sgf_text_kind kind)
{
    char *text = qi_allocate(r->allocator, value.length + 1);
    if (text)
        qi_sgf_decode(value, kind, text, value.length + 1);
    return text;
}

/* Reads the holes that a comment's first line names. Returns the rest of the comment. */
static const char *take_holes(reading *r, const char *comment)
{
    const uint32_t rows = r->walk.rows, columns = r->walk.columns;
    for (size_t i = 0; i < HOLLOW; i++)
        if (comment[i] != hollow[i])
            return *comment == '\n' ? comment + 1 : comment;
    uint8_t points[MAX_POINTS];
    memset(points, QI_EMPTY, sizeof points);
    const char *at = comment + HOLLOW;
    bool any = false;
    while (*at == ' ') {
        const char *word = ++at;
        while (*at && *at != ' ' && *at != '\n')
            at++;
        qi_point point;
        if (qi_vertex_read(rows, columns, word, (size_t)(at - word), &point) != QI_OK ||
            points[point] == QI_WALL)
            return comment;
        points[point] = QI_WALL;
        any = true;
    }
    if (!any || (*at && *at != '\n'))
        return comment;
    memcpy(r->points, points, sizeof points);
    return *at ? at + 1 : at;
}

/* A setup after moves starts the game anew from the position that it makes. */
static qi_result begin(void *context, const qi_sgf_setup *setup)
{
    reading *r = context;
    if (r->record)
        qi_nogo_points(r->record->now, r->points);
    for (size_t i = 0; i < setup->count; i++)
        r->points[setup->stones[i].point] = (uint8_t)setup->stones[i].colour;
    const uint32_t points = r->walk.rows * r->walk.columns;
    qi_colour turn = setup->to_move;
    if (turn == QI_EMPTY && r->record) /* at the start it is known */
        turn = qi_nogo_to_move(r->record->now);
    qi_nogo *start;
    qi_result result = qi_nogo_new(r->walk.rows, r->walk.columns, r->allocator, &start);
    if (result != QI_OK)
        return result;
    qi_stone *stones = qi_allocate_array(r->allocator, points, sizeof *stones);
    qi_point wrong = QI_NO_POINT;
    size_t count = 0;
    for (qi_point point = 0; stones && point < points; point++)
        if (r->points[point] != QI_EMPTY)
            stones[count++] = (qi_stone){point, (qi_colour)r->points[point]};
    result = stones ? qi_nogo_set_up(start, stones, count, turn, &wrong) : QI_NO_MEMORY;
    qi_release(r->allocator, stones);
    if (result == QI_OK)
        result = r->record ? qi_nogo_record_restart(r->record, start)
                           : qi_nogo_record_new(start, r->allocator, &r->record);
    qi_nogo_free(start);
    return result == QI_BAD_ARGUMENT ? fail_breathless(r, setup->at, wrong) : result;
}

static qi_result play(void *context, const qi_sgf_event *move)
{
    reading *r = context;
    const qi_result result =
        qi_nogo_record_play(r->record, move->colour, move->point, &r->verdict, NULL);
    return result == QI_BAD_ARGUMENT ? fail_move(r, move) : result;
}

static void set_turn(void *context, qi_colour colour)
{
    const reading *r = context;
    qi_nogo_set_to_move(r->record->now, colour);
}

/* "B+R" and the like; anything else says nothing. */
static void read_result(reading *r)
{
    qi_sgf_value value;
    char text[4];
    if (!qi_sgf_find(r->sgf, r->root, "RE", 0, &value) ||
        qi_sgf_decode(value, QI_SGF_SIMPLE_TEXT, text, sizeof text) < 2 || text[1] != '+' ||
        (text[0] != 'B' && text[0] != 'W'))
        return;
    const qi_nogo_end end = text[2] == 'R'   ? QI_NOGO_BY_RESIGNATION
                            : text[2] == 'T' ? QI_NOGO_BY_TIME
                            : text[2] == 'F' ? QI_NOGO_BY_FORFEIT
                                             : QI_NOGO_BY_UNKNOWN;
    qi_nogo_record_set_result(r->record, end, text[0] == 'B' ? QI_BLACK : QI_WHITE);
}

static qi_result read_name(reading *r, const char *property, qi_colour colour)
{
    qi_sgf_value value;
    if (!qi_sgf_find(r->sgf, r->root, property, 0, &value))
        return QI_OK;
    char *name = decode(r, value, QI_SGF_SIMPLE_TEXT);
    const qi_result result = name ? qi_nogo_record_set_name(r->record, colour, name) : QI_NO_MEMORY;
    qi_release(r->allocator, name);
    return result;
}

/* The texts, once there is a record. */
static qi_result read_texts(reading *r, const char *comment)
{
    qi_result result = read_name(r, "PB", QI_BLACK);
    if (result == QI_OK)
        result = read_name(r, "PW", QI_WHITE);
    if (result == QI_OK && *comment)
        result = qi_nogo_record_set_name(r->record, QI_EMPTY, comment);
    return result;
}

/* Reads a game whose comment was decoded, if it has one. */
static qi_result read_game(reading *r, size_t max_moves, const char *comment)
{
    static const qi_sgf_player player = {.set_up = begin, .move = play, .turn = set_turn};
    const char *rest = comment ? take_holes(r, comment) : "";
    qi_result result = qi_sgf_play(&r->walk, max_moves, &player, r, r->error);
    if (result == QI_OK)
        read_result(r);
    else if (result == QI_STOPPED)
        result = QI_OK;
    /* The moves before an illegal one are still a game. */
    if (result == QI_OK || (result == QI_BAD_TEXT && r->verdict != QI_NOGO_LEGAL)) {
        const qi_result texts = read_texts(r, rest);
        result = texts == QI_OK ? result : texts;
    }
    return result;
}

static qi_result read_record(const qi_sgf *sgf, qi_sgf_node root, size_t max_moves,
                             const qi_allocator *allocator, qi_nogo_record **record,
                             qi_nogo_verdict *verdict, qi_text_error *error)
{
    const qi_allocator memory = qi_allocator_or_default(allocator);
    reading r = {
        .sgf = sgf, .root = root, .allocator = &memory, .verdict = QI_NOGO_LEGAL, .error = error};
    qi_result result = qi_sgf_walk_start(sgf, root, &r.walk, error);
    if (result != QI_OK)
        return result;
    qi_sgf_value value;
    char *comment = NULL;
    if (qi_sgf_find(sgf, root, "GC", 0, &value)) {
        comment = decode(&r, value, QI_SGF_TEXT);
        if (!comment)
            return QI_NO_MEMORY;
    }
    result = read_game(&r, max_moves, comment);
    qi_release(&memory, comment);
    if (result == QI_OK || (result == QI_BAD_TEXT && r.verdict != QI_NOGO_LEGAL)) {
        *record = r.record;
        *verdict = r.verdict;
    } else {
        qi_nogo_record_free(r.record);
    }
    return result;
}

qi_result qi_nogo_record_parse(const char *text, size_t length, size_t max_moves,
                               const qi_allocator *allocator, qi_nogo_record **record,
                               qi_nogo_verdict *verdict, qi_text_error *error)
{
    qi_sgf *sgf;
    qi_nogo_verdict ignored = QI_NOGO_LEGAL;
    verdict = verdict ? verdict : &ignored;
    *verdict = QI_NOGO_LEGAL;
    *record = NULL;
    qi_result result = qi_sgf_parse(text, length, allocator, &sgf, error);
    if (result != QI_OK)
        return result;
    result = read_record(sgf, qi_sgf_first_game(sgf), max_moves, allocator, record, verdict, error);
    qi_sgf_free(sgf);
    return result;
}
