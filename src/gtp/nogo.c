/* NoGo behind GTP. */
#include "gtp/game.h"

#include "base/host.h"
#include "base/memory.h"

#include <qi/nogo_record.h>

#include <stdio.h>

enum { MOST_PASSES = 1000 };

typedef struct nogo_state {
    qi_gtp_game game;
    qi_allocator allocator;
    qi_nogo_record *record;
    bool no_centre;
    /* NoGo knows no pass, but `play` takes one, so that a controller that sends a history with
     * passes stays in step: only who is to move changes. The record does not hold them. */
    struct {
        size_t stones; /* moves of the record before it */
        qi_colour colour;
    } passes[MOST_PASSES];
    size_t pass_count;
} nogo_state;

static nogo_state *state_of(const qi_gtp_game *game)
{
    nogo_state *const state = game->state;
    return state;
}

static const qi_nogo *board_of(const qi_gtp_game *game)
{
    return qi_nogo_record_position(state_of(game)->record);
}

static qi_gtp_question nogo_position(const qi_gtp_game *game)
{
    return (qi_gtp_question){.nogo = board_of(game)};
}

/* Begins a game at a position of the library. */
static qi_result begin(nogo_state *state, const qi_nogo *start)
{
    const qi_result result = state->record
                                 ? qi_nogo_record_restart(state->record, start)
                                 : qi_nogo_record_new(start, &state->allocator, &state->record);
    if (result == QI_OK)
        state->pass_count = 0;
    return result;
}

static const char *nogo_start(qi_gtp_game *game, const qi_gtp_start *start)
{
    nogo_state *state = game->state;
    qi_stone stones[GTP_MOST_POINTS];
    size_t count = 0;
    for (qi_point point = 0; point < start->rows * start->columns; point++)
        if (start->stones[point] != QI_EMPTY)
            stones[count++] = (qi_stone){point, (qi_colour)start->stones[point]};
    qi_nogo *board;
    qi_result result = qi_nogo_new(start->rows, start->columns, &state->allocator, &board);
    if (result != QI_OK)
        return qi_result_text(result);
    result = qi_nogo_set_up(board, stones, count, start->to_move, NULL);
    const char *why = result == QI_BAD_ARGUMENT ? "a group of the setup has no liberty" : NULL;
    if (result == QI_OK)
        result = begin(state, board);
    qi_nogo_free(board);
    return why ? why : result == QI_OK ? NULL : qi_result_text(result);
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
    case QI_NOGO_NO_MEMORY:
        break;
    }
    return qi_nogo_verdict_text(verdict);
}

static const char *take_pass(nogo_state *state, qi_colour colour)
{
    if (state->pass_count == MOST_PASSES)
        return "too many passes";
    state->passes[state->pass_count].stones = qi_nogo_record_count(state->record);
    state->passes[state->pass_count++].colour = colour;
    return NULL;
}

static const char *nogo_play(qi_gtp_game *game, qi_move move)
{
    if (move.point == QI_NO_POINT)
        return take_pass(state_of(game), move.colour);
    return reason(qi_nogo_record_play(state_of(game)->record, move.colour, move.point, NULL));
}

/* Whether the last move, if there is one, was a pass. */
static bool passed_last(const nogo_state *state)
{
    return state->pass_count &&
           state->passes[state->pass_count - 1].stones == qi_nogo_record_count(state->record);
}

static void nogo_undo(qi_gtp_game *game, size_t count)
{
    nogo_state *state = game->state;
    size_t stones = qi_nogo_record_count(state->record);
    while (stones + state->pass_count > count) {
        if (state->pass_count && state->passes[state->pass_count - 1].stones == stones)
            state->pass_count--;
        else
            stones--;
    }
    qi_nogo_record_seek(state->record, stones);
    qi_nogo_record_cut(state->record);
}

static const char *nogo_judge(const qi_gtp_game *game, qi_move move)
{
    if (move.point == QI_NO_POINT)
        return "NoGo knows no pass";
    return reason(qi_nogo_record_judge(state_of(game)->record, move.colour, move.point, NULL));
}

static qi_colour nogo_to_move(const qi_gtp_game *game)
{
    const nogo_state *state = game->state;
    if (passed_last(state))
        return qi_opponent(state->passes[state->pass_count - 1].colour);
    return qi_nogo_to_move(board_of(game));
}

static size_t nogo_moves(const qi_gtp_game *game, qi_move *last)
{
    const nogo_state *state = game->state;
    const size_t count = qi_nogo_record_count(state->record);
    if (last && passed_last(state))
        *last = (qi_move){QI_NO_POINT, state->passes[state->pass_count - 1].colour};
    else if (last && count)
        *last = qi_nogo_record_moves(state->record)[count - 1];
    return count + state->pass_count;
}

static void nogo_resign(qi_gtp_game *game, qi_colour colour)
{
    qi_nogo_record_set_result(state_of(game)->record, QI_NOGO_BY_RESIGNATION, qi_opponent(colour));
}

static bool nogo_over(const qi_gtp_game *game)
{
    return !qi_nogo_can_move(board_of(game), nogo_to_move(game));
}

/* As the record says it: nobody resigned, and there is no score. */
static bool nogo_result(const qi_gtp_game *game, char *text, size_t capacity)
{
    if (!nogo_over(game))
        return false;
    snprintf(text, capacity, "%s", nogo_to_move(game) == QI_BLACK ? "W+" : "B+");
    return true;
}

/* Takes a record that was read in the place of the present one. */
static void take_record(nogo_state *state, qi_nogo_record *record)
{
    qi_nogo_record_free(state->record);
    state->record = record;
    state->pass_count = 0;
    qi_nogo_record_forbid_centre(record, state->no_centre);
    state->game.rows = qi_nogo_rows(board_of(&state->game));
    state->game.columns = qi_nogo_columns(board_of(&state->game));
}

static bool nogo_load(qi_gtp *session, const char *path, const char *text, size_t length,
                      size_t most)
{
    nogo_state *state = state_of(qi_gtp_game_of(session));
    qi_nogo_record *record;
    qi_nogo_verdict verdict;
    qi_text_error error;
    const qi_result result =
        qi_nogo_record_parse(text, length, most, &state->allocator, &record, &verdict, &error);
    const uint32_t rows = record ? qi_nogo_rows(qi_nogo_record_start(record)) : 0,
                   columns = record ? qi_nogo_columns(qi_nogo_record_start(record)) : 0;
    bool good = false;
    if (rows > QI_GTP_MAX_SIDE || columns > QI_GTP_MAX_SIDE) {
        qi_gtp_fail(session, "cannot load file: %s: found a %ux%u board, expected at most %u", path,
                    columns, rows, QI_GTP_MAX_SIDE);
    } else if (result == QI_OK) {
        take_record(state, record);
        good = true;
    } else if (verdict != QI_NOGO_LEGAL && verdict != QI_NOGO_OFF_BOARD) {
        qi_gtp_fail(session, "cannot load file: %s:%llu:%llu: %s", path,
                    (unsigned long long)error.line, (unsigned long long)error.column,
                    reason(verdict));
    } else if (result == QI_BAD_TEXT) {
        qi_gtp_fail_load(session, path, &error);
    } else {
        qi_gtp_fail(session, "cannot load file: %s: %s", path, qi_result_text(result));
    }
    if (!good)
        qi_nogo_record_free(record);
    return good;
}

static qi_result nogo_write(const qi_gtp_game *game, qi_sink *sink, void *context)
{
    return qi_nogo_record_write(state_of(game)->record, sink, context);
}

static const qi_gtp_game_kind kind = {.name = "qi nogo",
                                      .rules = "NoGo",
                                      .may_pass = false,
                                      .position = nogo_position,
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

/* ---- the session -------------------------------------------------------------------------- */

static void end(void *context)
{
    const qi_gtp_game *const game = context;
    nogo_state *state = state_of(game);
    const qi_allocator memory = state->allocator;
    qi_nogo_record_free(state->record);
    qi_release(&memory, state);
}

/* The first position of a session. */
static qi_result begin_session(nogo_state *state, const qi_nogo *start)
{
    enum { USUAL_SIDE = 9 };
    const qi_gtp_start usual = {.rows = USUAL_SIDE, .columns = USUAL_SIDE, .to_move = QI_BLACK};
    if (!start)
        return qi_gtp_game_start(&state->game, &usual) ? QI_NO_MEMORY : QI_OK;
    state->game.rows = qi_nogo_rows(start);
    state->game.columns = qi_nogo_columns(start);
    return begin(state, start);
}

qi_result qi_gtp_new_nogo(const qi_gtp_nogo_options *options, qi_sink *sink, void *context,
                          const qi_allocator *allocator, qi_gtp **session)
{
    const qi_allocator memory = qi_allocator_or_default(allocator);
    if (!options->engine || !qi_host_is_complete(options->host) ||
        (options->start && (qi_nogo_rows(options->start) > QI_GTP_MAX_SIDE ||
                            qi_nogo_columns(options->start) > QI_GTP_MAX_SIDE)))
        return QI_BAD_ARGUMENT;
    nogo_state *state = qi_allocate(&memory, sizeof *state);
    if (!state)
        return QI_NO_MEMORY;
    memset(state, 0, sizeof *state);
    state->allocator = memory;
    state->game = (qi_gtp_game){
        .kind = &kind, .state = state, .engine = *options->engine, .no_files = options->no_files};
    qi_gtp *made = NULL;
    if (begin_session(state, options->start) == QI_OK) {
        state->no_centre = options->no_centre_first;
        qi_nogo_record_forbid_centre(state->record, state->no_centre);
        made = qi_gtp_game_open(&state->game, qi_gtp_hollow_commands, end, sink, context,
                                options->host, &memory);
    }
    if (!made) {
        end(&state->game);
        return QI_NO_MEMORY;
    }
    *session = made;
    return QI_OK;
}
