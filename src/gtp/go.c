/* Go behind GTP. */
#include "go/games.h"
#include "gtp/session.h"

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
    qi_stone stones[GTP_MOST_POINTS];
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
    case QI_GO_NO_MEMORY:
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
    const bool told =
        session->turn != QI_EMPTY && session->turn_count == qi_go_record_count(session->go);
    return told ? session->turn : qi_go_to_move(board_of(session));
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

/* Marks the empty region around a point and returns its size; `borders` gets a bit for each colour
 * that it touches. */
static uint32_t measure_region(const qi_go *board, qi_point point, bool *seen, unsigned *borders)
{
    const uint32_t columns = qi_go_columns(board), rows = qi_go_rows(board);
    qi_point open[GTP_MOST_POINTS];
    uint32_t count = 0;
    open[count++] = point;
    seen[point] = true;
    for (uint32_t next = 0; next < count; next++) {
        const uint32_t row = open[next] / columns, column = open[next] % columns;
        const qi_point around[4] = {row > 0 ? open[next] - columns : QI_NO_POINT,
                                    row + 1 < rows ? open[next] + columns : QI_NO_POINT,
                                    column > 0 ? open[next] - 1 : QI_NO_POINT,
                                    column + 1 < columns ? open[next] + 1 : QI_NO_POINT};
        for (int i = 0; i < 4; i++) {
            if (around[i] == QI_NO_POINT)
                continue;
            const qi_colour there = qi_go_at(board, around[i]);
            if (there != QI_EMPTY)
                *borders |= 1U << there;
            else if (!seen[around[i]])
                seen[open[count++] = around[i]] = true;
        }
    }
    return count;
}

/* Area: the stones of a colour and the empty regions that touch only it. */
static bool go_result(const qi_gtp *session, char *text, size_t capacity)
{
    const qi_go *board = board_of(session);
    bool seen[GTP_MOST_POINTS] = {false};
    uint32_t area[4] = {0};
    for (qi_point point = 0; point < session->rows * session->columns; point++) {
        const qi_colour there = qi_go_at(board, point);
        if (there != QI_EMPTY) {
            area[there]++;
        } else if (!seen[point]) {
            unsigned borders = 0;
            const uint32_t size = measure_region(board, point, seen, &borders);
            if (borders == 1U << QI_BLACK)
                area[QI_BLACK] += size;
            else if (borders == 1U << QI_WHITE)
                area[QI_WHITE] += size;
        }
    }
    const double lead = (double)area[QI_BLACK] - (double)area[QI_WHITE] - session->komi;
    if (lead > 0 || lead < 0)
        snprintf(text, capacity, "%c+%g", lead > 0 ? 'B' : 'W', fabs(lead));
    else
        snprintf(text, capacity, "0");
    return true;
}

/* ---- SGF ---------------------------------------------------------------------------------- */

/* A property of the root, without blanks around it; "" when there is none. */
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

/* Says which move is refused, and why; false unless one is. */
static bool fail_refused(qi_gtp *session, const char *path, const qi_sgf *sgf,
                         const qi_go_sgf_reading *reading, const qi_go_rules *rules)
{
    const qi_go_entry *const entries = qi_go_record_entries(reading->record);
    for (size_t i = 0; i < qi_go_record_count(reading->record); i++)
        if (entries[i].verdict != QI_GO_OK) {
            uint64_t line, column;
            qi_sgf_place(sgf, reading->text + entries[i].source, &line, &column);
            qi_gtp_fail(session, "cannot load file: %s:%llu:%llu: %s", path,
                        (unsigned long long)line, (unsigned long long)column,
                        reason(rules, entries[i].verdict));
            return true;
        }
    return false;
}

/* Reads the main line of the first game; false when it cannot, and then the reply is an error. */
static bool load_game(qi_gtp *session, const char *path, const qi_sgf *sgf,
                      qi_go_sgf_reading *reading, size_t most)
{
    qi_sgf_walk walk;
    qi_text_error error;
    if (qi_sgf_walk_start(sgf, qi_sgf_first_game(sgf), &walk, &error) != QI_OK)
        return qi_gtp_fail_load(session, path, &error);
    if (walk.rows > QI_GTP_MAX_SIDE || walk.columns > QI_GTP_MAX_SIDE)
        return qi_gtp_fail(session,
                           "cannot load file: %s: found a %ux%u board, expected at most %u", path,
                           walk.columns, walk.rows, QI_GTP_MAX_SIDE);
    qi_result result = qi_go_record_new(walk.rows, walk.columns, &session->rules,
                                        &session->allocator, &reading->record);
    if (result == QI_OK)
        result = qi_go_read_sgf(reading, &walk, most, &error);
    if (reading->record && fail_refused(session, path, sgf, reading, &session->rules))
        return false;
    if (result == QI_BAD_TEXT)
        return qi_gtp_fail_load(session, path, &error);
    return result == QI_OK || result == QI_STOPPED
               ? true
               : qi_gtp_fail(session, "cannot load file: %s: %s", path, qi_result_text(result));
}

static bool go_load(qi_gtp *session, const char *path, const char *text, size_t length, size_t most)
{
    qi_sgf *sgf;
    qi_text_error error;
    const qi_result result = qi_sgf_parse(text, length, &session->allocator, &sgf, &error);
    if (result == QI_BAD_TEXT)
        return qi_gtp_fail_load(session, path, &error);
    if (result != QI_OK)
        return qi_gtp_fail(session, "cannot load file: %s: %s", path, qi_result_text(result));
    qi_go_sgf_reading reading = {.text = text};
    const bool good = load_game(session, path, sgf, &reading, most);
    if (good) {
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
    return good;
}

static qi_result go_write(const qi_gtp *session, qi_sink *sink, void *context)
{
    const qi_go_entry *const entries = qi_go_record_entries(session->go);
    uint8_t points[GTP_MOST_POINTS];
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
    const qi_gtp_go_options wanted = options ? *options : (qi_gtp_go_options){0};
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
    made->engine = wanted.engine ? *wanted.engine : qi_gtp_random_engine(&made->random);
    const qi_result result = qi_gtp_start_game(made, &start, "") ? QI_OK : QI_NO_MEMORY;
    return qi_gtp_open(made, result, qi_gtp_handicap_commands, session);
}
