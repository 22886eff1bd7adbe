/* Go behind GTP. */
#include "gtp/session.h"
#include "sgf/tree.h"
#include "sgf/writer.h"
#include <qi/go.h>
#include <qi/go_record.h>

#include <math.h>
#include <stdio.h>

static const qi_go *board_of(const qi_gtp *session)
{
    return qi_go_record_position(session->go);
}

/* ---- the record --------------------------------------------------------------------------- */

/* A record that begins at a position. NULL when done, else why not. */
static const char *make_record(const qi_gtp *session, const qi_gtp_start *start,
                               qi_go_record **record)
{
    qi_stone stones[GTP_MAX_POINTS];
    uint32_t count = 0;
    for (qi_point point = 0; point < start->rows * start->columns; point++)
        if (start->stones[point] != QI_EMPTY)
            stones[count++] = (qi_stone){point, (qi_colour)start->stones[point]};
    qi_result result =
        qi_go_record_new(start->rows, start->columns, &session->rules, &session->allocator, record);
    if (result != QI_OK)
        return qi_result_text(result);
    if (count || start->to_move != QI_BLACK)
        result = qi_go_record_add_setup(*record, stones, count, start->to_move, 0);
    if (result == QI_OK)
        result = qi_go_record_seek(*record, 1);
    const char *why = result != QI_OK ? qi_result_text(result) : NULL;
    if (!why && qi_go_record_count(*record) && qi_go_record_entries(*record)->verdict != QI_GO_OK)
        why = "a group of the setup has no liberty";
    if (why)
        qi_go_record_free(*record);
    return why;
}

/* Takes a record that starts, for undo and SGF, after its last setup. */
static void take_record(qi_gtp *session, qi_go_record *record)
{
    qi_go_record_free(session->go);
    session->go = record;
    session->turn = QI_EMPTY;
    session->base = qi_go_record_count(record);
    while (session->base && qi_go_record_entries(record)[session->base - 1].kind != QI_GO_SETUP)
        session->base--;
}

static const char *go_start(qi_gtp *session, const qi_gtp_start *start)
{
    qi_go_record *record;
    const char *why = make_record(session, start, &record);
    if (!why)
        take_record(session, record);
    return why;
}

/* Why a move is illegal, or NULL. */
static const char *reason(const qi_go_rules *rules, qi_go_verdict verdict)
{
    switch (verdict) {
    case QI_GO_OK:
        return NULL;
    case QI_GO_OCCUPIED:
        return "occupied";
    case QI_GO_SUICIDE:
        return "suicide";
    case QI_GO_SUPERKO:
        return rules->repetition == QI_GO_SIMPLE_KO ? "ko" : "superko";
    case QI_GO_OFF_BOARD:
        break;
    }
    return qi_go_verdict_text(verdict);
}

static const char *go_play(qi_gtp *session, qi_move move)
{
    qi_go_record *const record = session->go;
    const size_t count = qi_go_record_count(record);
    qi_result result = qi_go_record_add(record, move, 0);
    if (result == QI_OK)
        result = qi_go_record_seek(record, count + 1);
    const char *why = result == QI_OK
                          ? reason(&session->rules, qi_go_record_entries(record)[count].verdict)
                          : qi_result_text(result);
    if (why)
        qi_go_record_cut(record, count);
    return why;
}

static void go_undo(qi_gtp *session, size_t count)
{
    qi_go_record_cut(session->go, session->base + count);
    session->turn = QI_EMPTY;
}

static const char *go_judge(const qi_gtp *session, qi_move move)
{
    if (move.point == QI_NO_POINT)
        return NULL;
    return reason(&session->rules, qi_go_judge(board_of(session), move.colour, move.point, NULL));
}

static qi_colour go_to_move(const qi_gtp *session)
{
    const bool known =
        session->turn != QI_EMPTY && session->turn_count == qi_go_record_count(session->go);
    return known ? session->turn : qi_go_to_move(board_of(session));
}

static size_t go_moves(const qi_gtp *session, qi_move *last)
{
    const qi_go_record *record = session->go;
    const size_t count = qi_go_record_count(record), moves = count - session->base;
    if (last && moves)
        *last = qi_go_record_entries(record)[count - 1].move;
    return moves;
}

/* ---- scoring ------------------------------------------------------------------------------ */

static bool go_over(const qi_gtp *session)
{
    const qi_go_record *record = session->go;
    const qi_go_entry *const entries = qi_go_record_entries(record);
    const size_t count = qi_go_record_count(record);
    return count >= 2 && entries[count - 1].kind == QI_GO_PASS &&
           entries[count - 2].kind == QI_GO_PASS;
}

/* Area: the stones of a colour and the empty points from which only it can be reached. */
static bool go_result(const qi_gtp *session, char *text, size_t capacity)
{
    const qi_go *board = board_of(session);
    const qi_point columns = session->columns, points = session->rows * columns;
    uint8_t reached[GTP_MAX_POINTS] = {0}; /* a bit for each colour */
    uint32_t area[1 + (1 << QI_BLACK | 1 << QI_WHITE)] = {0};
    for (qi_point point = 0; point < points; point++)
        reached[point] = (uint8_t)(1U << qi_go_at(board, point) & ~1U);
    for (bool changed = true; changed;) {
        changed = false;
        for (qi_point point = 0; point < points; point++) {
            if (qi_go_at(board, point) != QI_EMPTY)
                continue;
            unsigned found = reached[point];
            found |= point >= columns ? reached[point - columns] : 0;
            found |= point + columns < points ? reached[point + columns] : 0;
            found |= point % columns ? reached[point - 1] : 0;
            found |= (point + 1) % columns ? reached[point + 1] : 0;
            changed |= found != reached[point];
            reached[point] = (uint8_t)found;
        }
    }
    for (qi_point point = 0; point < points; point++)
        area[reached[point]]++;
    const double lead = (double)area[1 << QI_BLACK] - (double)area[1 << QI_WHITE] - session->komi;
    if (lead > 0 || lead < 0)
        snprintf(text, capacity, "%c+%g", lead > 0 ? 'B' : 'W', fabs(lead));
    else
        snprintf(text, capacity, "0");
    return true;
}

/* ---- SGF ---------------------------------------------------------------------------------- */

/* A property of the root, without blanks around it; "" if absent. */
static void root_text(const qi_sgf *sgf, const char *name, char *text, size_t capacity)
{
    qi_sgf_value value = {"", 0};
    qi_sgf_find(sgf, qi_sgf_first_game(sgf), name, 0, &value);
    while (value.length && *value.text == ' ') {
        value.text++;
        value.length--;
    }
    while (value.length && value.text[value.length - 1] == ' ')
        value.length--;
    qi_sgf_decode(value, QI_SGF_SIMPLE_TEXT, text, capacity);
}

/* The handicap, and the komi if the record has one. */
static void read_root(const qi_sgf *sgf, qi_gtp *session)
{
    char text[32];
    root_text(sgf, "HA", text, sizeof text);
    if (!qi_gtp_parse_number(text, 2, UINT32_MAX, &session->handicap))
        session->handicap = 0;
    root_text(sgf, "KM", text, sizeof text);
    qi_gtp_parse_komi(text, &session->komi);
}

/* Why the first refused move is, and where it stands; NULL when none is. */
static const char *refused(const qi_gtp *session, const qi_sgf *sgf,
                           const qi_go_sgf_reading *reading, qi_text_error *error)
{
    const qi_go_entry *const entries = qi_go_record_entries(reading->record);
    for (size_t i = 0; i < qi_go_record_count(reading->record); i++)
        if (entries[i].verdict != QI_GO_OK) {
            qi_sgf_place(sgf, reading->text + entries[i].source, &error->line, &error->column);
            return reason(&session->rules, entries[i].verdict);
        }
    return NULL;
}

static qi_result go_load(qi_gtp *session, qi_gtp_loading *from)
{
    qi_go_sgf_reading reading = {.text = from->text};
    qi_text_error *const error = &from->error;
    qi_sgf *sgf;
    qi_sgf_walk walk;
    qi_result result = qi_sgf_parse(from->text, from->length, &session->allocator, &sgf, error);
    if (result != QI_OK)
        return result;
    result = qi_sgf_walk_start(sgf, qi_sgf_first_game(sgf), &walk, error);
    if (result == QI_OK && !qi_gtp_size_fits(from, walk.rows, walk.columns))
        result = QI_TOO_LARGE;
    if (result == QI_OK)
        result = qi_go_record_new(walk.rows, walk.columns, &session->rules, &session->allocator,
                                  &reading.record);
    if (result == QI_OK)
        result = qi_go_read_sgf(&reading, &walk, from->max, error);
    if (reading.record)
        from->refused = refused(session, sgf, &reading, error);
    if (!from->refused && (result == QI_OK || result == QI_STOPPED)) {
        result = QI_OK;
        take_record(session, reading.record);
        session->turn = reading.turn;
        session->turn_count = qi_go_record_count(reading.record);
        session->rows = qi_go_rows(board_of(session));
        session->columns = qi_go_columns(board_of(session));
        read_root(sgf, session);
    } else {
        qi_go_record_free(reading.record);
    }
    qi_sgf_free(sgf);
    return result;
}

static qi_result go_write(const qi_gtp *session, qi_sink *sink, void *context)
{
    const qi_go_entry *const entries = qi_go_record_entries(session->go);
    uint8_t points[GTP_MAX_POINTS];
    qi_go *start;
    if (qi_go_copy(board_of(session), &session->allocator, &start) != QI_OK)
        return QI_NO_MEMORY;
    while (qi_go_steps(start) > (session->base ? entries[session->base - 1].step : 0))
        qi_go_undo(start);
    for (qi_point point = 0; point < session->rows * session->columns; point++)
        points[point] = (uint8_t)qi_go_at(start, point);
    const qi_colour first = qi_go_to_move(start);
    qi_go_free(start);
    qi_sgf_writer writer = {.sink = sink, .context = context};
    char text[32];
    qi_sgf_start_game(&writer, session->rows, session->columns, NULL);
    int length = snprintf(text, sizeof text, "%g", session->komi);
    qi_sgf_write_text(&writer, "KM", text, (size_t)length);
    if (session->handicap) {
        length = snprintf(text, sizeof text, "%u", session->handicap);
        qi_sgf_write_text(&writer, "HA", text, (size_t)length);
    }
    qi_sgf_write_setup(&writer, points, session->rows, session->columns);
    if (first == QI_WHITE)
        qi_sgf_write_text(&writer, "PL", "W", 1);
    if (go_over(session) && go_result(session, text, sizeof text))
        qi_sgf_write_text(&writer, "RE", text, strlen(text));
    for (size_t i = session->base; i < qi_go_record_count(session->go); i++)
        qi_sgf_write_move(&writer, entries[i].move.colour, entries[i].move.point, session->columns);
    qi_sgf_close(&writer);
    return writer.failed ? QI_STOPPED : QI_OK;
}

/* ---- the session -------------------------------------------------------------------------- */

static const qi_gtp_game go = {.name = "qi go",
                               .rules = "Go",
                               .may_pass = true,
                               .start = go_start,
                               .play = go_play,
                               .undo = go_undo,
                               .judge = go_judge,
                               .to_move = go_to_move,
                               .moves = go_moves,
                               .over = go_over,
                               .result = go_result,
                               .load = go_load,
                               .write = go_write,
                               .analyze_commands = "string/Score/final_score\n"};

qi_result qi_gtp_new_go(const qi_gtp_go_options *options, qi_sink *sink, void *context,
                        const qi_allocator *allocator, qi_gtp **session)
{
    enum { USUAL_SIDE = 19 };
    qi_gtp_go_options wanted;
    qi_gtp_engine engine;
    if (!qi_struct_read(&wanted, sizeof wanted, options) ||
        !qi_struct_read(&engine, sizeof engine, wanted.engine))
        return QI_BAD_ARGUMENT;
    const qi_gtp_start start = {.rows = wanted.rows ? wanted.rows : USUAL_SIDE,
                                .columns = wanted.columns ? wanted.columns : USUAL_SIDE,
                                .to_move = QI_BLACK};
    if (!qi_host_is_complete(wanted.host) || start.rows > QI_GTP_MAX_SIDE ||
        start.columns > QI_GTP_MAX_SIDE)
        return QI_BAD_ARGUMENT;
    qi_gtp *made = qi_gtp_new(&go, wanted.host, sink, context, allocator);
    if (!made)
        return QI_NO_MEMORY;
    made->rules = wanted.rules;
    made->no_files = wanted.no_files;
    qi_random_seed(&made->random, wanted.seed);
    made->engine = wanted.engine ? engine : qi_gtp_random_engine(&made->random);
    const qi_result result = qi_gtp_start_game(made, &start, "") ? QI_OK : QI_NO_MEMORY;
    return qi_gtp_open(made, result, qi_gtp_handicap_commands, session);
}
