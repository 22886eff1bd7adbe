/* NoGo behind GTP. */
#include "gtp/session.h"
#include "nogo/play/record.h"

#include <stdio.h>

static const qi_nogo *board_of(const qi_gtp *session)
{
    return qi_nogo_record_position(session->nogo);
}

static const char *nogo_start(qi_gtp *session, const qi_gtp_start *start)
{
    qi_stone stones[GTP_MAX_POINTS];
    size_t count = 0;
    for (qi_point point = 0; point < start->rows * start->columns; point++)
        if (start->stones[point] != QI_EMPTY)
            stones[count++] = (qi_stone){point, (qi_colour)start->stones[point]};
    qi_nogo *board;
    qi_result result = qi_nogo_new(start->rows, start->columns, &session->allocator, &board);
    if (result != QI_OK)
        return qi_result_text(result);
    result = qi_nogo_set_up(board, stones, count, start->to_move, NULL);
    const char *why = result == QI_BAD_ARGUMENT ? "a group of the setup has no liberty" : NULL;
    if (result == QI_OK)
        result = session->nogo ? qi_nogo_record_restart(session->nogo, board)
                               : qi_nogo_record_new(board, &session->allocator, &session->nogo);
    qi_nogo_free(board);
    if (result != QI_OK)
        return why ? why : qi_result_text(result);
    session->pass_count = 0;
    return NULL;
}

static const char *reason(qi_nogo_verdict verdict)
{
    switch (verdict) {
    case QI_NOGO_LEGAL:
        return NULL;
    case QI_NOGO_OCCUPIED:
        return "occupied";
    case QI_NOGO_CAPTURE:
        return "capture";
    case QI_NOGO_SUICIDE:
        return "suicide";
    case QI_NOGO_OFF_BOARD: /* other points off the board are no vertices here */
        return "hole";
    case QI_NOGO_CENTRE:
        return "centre";
    }
    return qi_nogo_verdict_text(verdict);
}

static const char *take_pass(qi_gtp *session, qi_colour colour)
{
    if (session->pass_count == GTP_MAX_PASSES)
        return "too many passes";
    session->passes[session->pass_count].stones = qi_nogo_record_count(session->nogo);
    session->passes[session->pass_count++].colour = colour;
    return NULL;
}

static const char *nogo_play(qi_gtp *session, qi_move move)
{
    if (move.point == QI_NO_POINT)
        return take_pass(session, move.colour);
    qi_nogo_verdict verdict;
    const qi_result result =
        qi_nogo_record_play(session->nogo, move.colour, move.point, &verdict, NULL);
    return result == QI_NO_MEMORY ? qi_result_text(result) : reason(verdict);
}

/* Whether the last move, if there is one, was a pass. */
static bool passed_last(const qi_gtp *session)
{
    return session->pass_count &&
           session->passes[session->pass_count - 1].stones == qi_nogo_record_count(session->nogo);
}

static void nogo_undo(qi_gtp *session, size_t count)
{
    size_t stones = qi_nogo_record_count(session->nogo);
    while (stones + session->pass_count > count) {
        if (session->pass_count && session->passes[session->pass_count - 1].stones == stones)
            session->pass_count--;
        else
            stones--;
    }
    qi_nogo_record_seek(session->nogo, stones);
    qi_nogo_record_cut(session->nogo);
}

static const char *nogo_judge(const qi_gtp *session, qi_move move)
{
    if (move.point == QI_NO_POINT)
        return "NoGo knows no pass";
    return reason(qi_nogo_record_judge(session->nogo, move.colour, move.point, NULL));
}

static qi_colour nogo_to_move(const qi_gtp *session)
{
    if (passed_last(session))
        return qi_opponent(session->passes[session->pass_count - 1].colour);
    return qi_nogo_to_move(board_of(session));
}

static size_t nogo_moves(const qi_gtp *session, qi_move *last)
{
    const size_t count = qi_nogo_record_count(session->nogo);
    if (last && passed_last(session))
        *last = (qi_move){QI_NO_POINT, session->passes[session->pass_count - 1].colour};
    else if (last && count)
        *last = qi_nogo_record_moves(session->nogo)[count - 1];
    return count + session->pass_count;
}

static void nogo_resign(qi_gtp *session, qi_colour colour)
{
    qi_nogo_record_set_result(session->nogo, QI_NOGO_BY_RESIGNATION, qi_opponent(colour));
}

static bool nogo_over(const qi_gtp *session)
{
    return qi_nogo_legal(board_of(session), nogo_to_move(session), NULL, 0) == 0;
}

/* As the record says it: no resignation and no score. */
static bool nogo_result(const qi_gtp *session, char *text, size_t capacity)
{
    if (!nogo_over(session))
        return false;
    snprintf(text, capacity, "%s", nogo_to_move(session) == QI_BLACK ? "W+" : "B+");
    return true;
}

/* Takes a record that was read in the place of the present one. */
static void take_record(qi_gtp *session, qi_nogo_record *record)
{
    qi_nogo_record_free(session->nogo);
    session->nogo = record;
    session->pass_count = 0;
    qi_nogo_record_forbid_centre(record, session->no_centre);
    session->rows = qi_nogo_rows(board_of(session));
    session->columns = qi_nogo_columns(board_of(session));
}

static qi_result nogo_load(qi_gtp *session, qi_gtp_loading *from)
{
    qi_nogo_record *record;
    qi_nogo_verdict verdict;
    qi_result result = qi_nogo_record_parse(from->text, from->length, from->max,
                                            &session->allocator, &record, &verdict, &from->error);
    const qi_nogo *const start = record ? qi_nogo_record_start(record) : NULL;
    if (start && !qi_gtp_size_fits(from, qi_nogo_rows(start), qi_nogo_columns(start)))
        result = QI_TOO_LARGE;
    else if (result != QI_OK && verdict != QI_NOGO_LEGAL && verdict != QI_NOGO_OFF_BOARD)
        from->refused = reason(verdict);
    if (result == QI_OK)
        take_record(session, record);
    else
        qi_nogo_record_free(record);
    return result;
}

static qi_result nogo_write(const qi_gtp *session, qi_sink *sink, void *context)
{
    return qi_nogo_record_write(session->nogo, sink, context);
}

static const qi_gtp_game nogo = {.name = "qi nogo",
                                 .rules = "NoGo",
                                 .start = nogo_start,
                                 .play = nogo_play,
                                 .undo = nogo_undo,
                                 .judge = nogo_judge,
                                 .to_move = nogo_to_move,
                                 .moves = nogo_moves,
                                 .resign = nogo_resign,
                                 .over = nogo_over,
                                 .result = nogo_result,
                                 .load = nogo_load,
                                 .write = nogo_write,
                                 .analyze_commands = ""};

qi_result qi_gtp_new_nogo(const qi_gtp_nogo_options *options, qi_sink *sink, void *context,
                          const qi_allocator *allocator, qi_gtp **session)
{
    enum { USUAL_SIDE = 9 };
    qi_gtp_nogo_options wanted;
    qi_gtp_engine engine;
    if (!qi_struct_read(&wanted, sizeof wanted, options) || !wanted.engine ||
        !qi_struct_read(&engine, sizeof engine, wanted.engine) || !qi_host_is_complete(wanted.host))
        return QI_BAD_ARGUMENT;
    if (wanted.start && (qi_nogo_rows(wanted.start) > QI_GTP_MAX_SIDE ||
                         qi_nogo_columns(wanted.start) > QI_GTP_MAX_SIDE))
        return QI_TOO_LARGE;
    qi_gtp_start start = {.rows = USUAL_SIDE, .columns = USUAL_SIDE, .to_move = QI_BLACK};
    if (wanted.start) {
        start.rows = qi_nogo_rows(wanted.start);
        start.columns = qi_nogo_columns(wanted.start);
        start.to_move = qi_nogo_to_move(wanted.start);
        qi_nogo_points(wanted.start, start.stones);
    }
    qi_gtp *made = qi_gtp_new(&nogo, wanted.host, sink, context, allocator);
    if (!made)
        return QI_NO_MEMORY;
    made->engine = engine;
    made->no_files = wanted.no_files;
    made->no_centre = wanted.no_centre_first;
    const qi_result result = qi_gtp_start_game(made, &start, "") ? QI_OK : QI_NO_MEMORY;
    if (result == QI_OK)
        qi_nogo_record_forbid_centre(made->nogo, made->no_centre);
    return qi_gtp_open(made, result, qi_gtp_hollow_commands, session);
}
