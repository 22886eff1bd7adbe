#include "gtp/go.h"

#include "base/memory.h"

#include <stdio.h>

void qi_gtp_go_clean(qi_gtp_go_record *record)
{
    qi_go_free(record->board);
    qi_release(record->allocator, record->moves);
    record->board = NULL;
    record->moves = NULL;
}

const char *qi_gtp_go_begin(qi_gtp_go_record *record, const qi_gtp_start *start)
{
    qi_go *board;
    if (qi_go_new(start->rows, start->columns, &record->rules, record->allocator, &board) != QI_OK)
        return "out of memory";
    qi_go_stone stones[GTP_MOST_POINTS];
    size_t count = 0;
    for (qi_point point = 0; point < start->rows * start->columns; point++)
        if (start->stones[point] != QI_EMPTY)
            stones[count++] = (qi_go_stone){point, (qi_colour)start->stones[point]};
    if (count || start->to_move != QI_BLACK) {
        const qi_result result = qi_go_set_up(board, stones, count, start->to_move, NULL);
        if (result != QI_OK) {
            qi_go_free(board);
            return result == QI_BAD_ARGUMENT ? "a group of the setup has no liberty"
                                             : qi_result_text(result);
        }
    }
    qi_go_free(record->board);
    record->board = board;
    record->start = *start;
    record->count = 0;
    record->turn = QI_EMPTY;
    return NULL;
}

const char *qi_gtp_go_reason(const qi_gtp_go_record *record, qi_go_verdict verdict)
{
    switch (verdict) {
    case QI_GO_OK:
        return NULL;
    case QI_GO_OCCUPIED:
        return "occupied";
    case QI_GO_SUICIDE:
        return "suicide";
    case QI_GO_SUPERKO:
        return record->rules.repetition == QI_GO_SIMPLE_KO ? "ko" : "superko";
    case QI_GO_OFF_BOARD:
    case QI_GO_NO_MEMORY:
        break;
    }
    return qi_go_verdict_text(verdict);
}

static const char *play_on(const qi_gtp_go_record *record, qi_gtp_move move)
{
    if (move.point == QI_NO_POINT)
        return qi_go_pass(record->board, move.colour) == QI_OK ? NULL : "out of memory";
    return qi_gtp_go_reason(record, qi_go_play(record->board, move.colour, move.point, NULL));
}

const char *qi_gtp_go_play(qi_gtp_go_record *record, qi_gtp_move move)
{
    if (record->count == record->capacity) {
        const size_t capacity = record->capacity ? record->capacity * 2 : 256;
        qi_gtp_move *larger = qi_allocate_array(record->allocator, capacity, sizeof *larger);
        if (!larger)
            return "out of memory";
        if (record->count)
            memcpy(larger, record->moves, record->count * sizeof *larger);
        qi_release(record->allocator, record->moves);
        record->moves = larger;
        record->capacity = capacity;
    }
    const char *why = play_on(record, move);
    if (!why)
        record->moves[record->count++] = move;
    return why;
}

void qi_gtp_go_undo(qi_gtp_go_record *record, size_t count)
{
    for (; record->count > count; record->count--)
        qi_go_undo(record->board);
    record->turn = QI_EMPTY;
}

qi_colour qi_gtp_go_to_move(const qi_gtp_go_record *record)
{
    if (record->turn != QI_EMPTY && record->turn_count == record->count)
        return record->turn;
    return record->count ? qi_opponent(record->moves[record->count - 1].colour)
                         : record->start.to_move;
}

/* ---- SGF ---------------------------------------------------------------------------------- */

static bool fail_event(qi_gtp *session, const char *path, const qi_sgf *sgf,
                       const qi_sgf_event *event, const char *why)
{
    uint64_t line, column;
    qi_sgf_place(sgf, event->at, &line, &column);
    return qi_gtp_fail(session, "cannot load file: %s:%llu:%llu: %s", path,
                       (unsigned long long)line, (unsigned long long)column, why);
}

static void set_turn(qi_gtp_go_record *record, qi_colour colour)
{
    record->turn = colour;
    record->turn_count = record->count;
}

/* A setup after moves starts the game anew from the position that it makes. Who is to move matters
 * only where the file ends: every move names its colour. */
static void take_setup(qi_gtp_go_record *record, qi_gtp_start *start, const qi_sgf_event *event)
{
    if (event->kind == QI_SGF_SETUP && record->count) {
        start->to_move = qi_gtp_go_to_move(record);
        for (qi_point point = 0; point < start->rows * start->columns; point++)
            start->stones[point] = (uint8_t)qi_go_at(record->board, point);
        record->count = 0;
    }
    if (event->kind == QI_SGF_TURN && record->count)
        set_turn(record, event->colour);
    else if (event->kind == QI_SGF_TURN)
        start->to_move = event->colour;
    else
        start->stones[event->point] = (uint8_t)event->colour;
}

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

/* The handicap, and the komi where the record tells one. */
static void read_root(const qi_sgf *sgf, qi_gtp_go_header *header)
{
    char text[32];
    root_text(sgf, "HA", text, sizeof text);
    if (!qi_gtp_read_number(text, 2, UINT32_MAX, &header->handicap))
        header->handicap = 0;
    root_text(sgf, "KM", text, sizeof text);
    header->has_komi = qi_gtp_read_komi(text, &header->komi);
}

/* White begins after handicap stones. Where it ends before a move it is that colour's turn, whoever
 * moved last, as in GNU Go; but PL is believed first. */
static bool play_main_line(qi_gtp_go_record *record, qi_gtp *session, const char *path,
                           const qi_sgf *sgf, size_t most, uint32_t handicap)
{
    qi_sgf_walk walk;
    qi_text_error error;
    if (qi_sgf_walk_start(sgf, qi_sgf_first_game(sgf), &walk, &error) != QI_OK)
        return qi_gtp_fail_load(session, path, &error);
    if (walk.rows > QI_GTP_MOST_SIDE || walk.columns > QI_GTP_MOST_SIDE)
        return qi_gtp_fail(session,
                           "cannot load file: %s: found a %ux%u board, expected at most %u", path,
                           walk.columns, walk.rows, QI_GTP_MOST_SIDE);
    qi_gtp_start start = {
        .rows = walk.rows, .columns = walk.columns, .to_move = handicap ? QI_WHITE : QI_BLACK};
    bool pending = true; /* the start has changed and is not set up yet */
    bool told = false;   /* PL says who is to move here */
    qi_sgf_event event = {.at = NULL};
    for (size_t moves = 0;;) {
        if (qi_sgf_walk_next(&walk, &event, &error) != QI_OK)
            return qi_gtp_fail_load(session, path, &error);
        if (event.kind == QI_SGF_END)
            break;
        if (event.kind != QI_SGF_MOVE) {
            take_setup(record, &start, &event);
            pending |= event.kind == QI_SGF_SETUP;
            told |= event.kind == QI_SGF_TURN;
            continue;
        }
        if (moves == most) {
            if (pending && !told)
                start.to_move = event.colour;
            break;
        }
        const char *why = pending ? qi_gtp_go_begin(record, &start) : NULL;
        pending = told = false;
        if (!why)
            why = qi_gtp_go_play(record, (qi_gtp_move){event.colour, event.point});
        if (why)
            return fail_event(session, path, sgf, &event, why);
        moves++;
    }
    const char *why = pending ? qi_gtp_go_begin(record, &start) : NULL;
    if (event.kind == QI_SGF_MOVE && !told)
        set_turn(record, event.colour);
    return why ? qi_gtp_fail(session, "cannot load file: %s: %s", path, why) : true;
}

bool qi_gtp_go_load(qi_gtp_go_record *record, qi_gtp *session, const char *path, const char *text,
                    size_t length, size_t most, qi_gtp_go_header *header)
{
    qi_sgf *sgf;
    qi_text_error error;
    const qi_result result = qi_sgf_parse(text, length, record->allocator, &sgf, &error);
    if (result == QI_BAD_TEXT)
        return qi_gtp_fail_load(session, path, &error);
    if (result != QI_OK)
        return qi_gtp_fail(session, "cannot load file: %s: %s", path, qi_result_text(result));
    read_root(sgf, header);
    const bool good = play_main_line(record, session, path, sgf, most, header->handicap);
    qi_sgf_free(sgf);
    return good;
}

qi_result qi_gtp_go_write(const qi_gtp_go_record *record, const qi_gtp_go_header *header,
                          const char *result, qi_sink *sink, void *context)
{
    const uint32_t rows = record->start.rows, columns = record->start.columns;
    qi_sgf_writer writer = {.sink = sink, .context = context};
    char text[32];
    qi_sgf_start_game(&writer, rows, columns, NULL);
    int length = snprintf(text, sizeof text, "%g", header->komi);
    qi_sgf_write_text(&writer, "KM", text, (size_t)length);
    if (header->handicap) {
        length = snprintf(text, sizeof text, "%u", header->handicap);
        qi_sgf_write_text(&writer, "HA", text, (size_t)length);
    }
    qi_sgf_write_setup(&writer, record->start.stones, rows, columns);
    if (record->start.to_move == QI_WHITE)
        qi_sgf_write_text(&writer, "PL", "W", 1);
    if (result)
        qi_sgf_write_text(&writer, "RE", result, strlen(result));
    for (size_t i = 0; i < record->count; i++)
        qi_sgf_write_move(&writer, record->moves[i].colour, record->moves[i].point, columns);
    qi_sgf_close(&writer);
    return writer.failed ? QI_STOPPED : QI_OK;
}
