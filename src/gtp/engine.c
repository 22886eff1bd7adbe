/* The engine of a session, which chooses moves: the library's player of NoGo, random moves of Go,
 * or a program's own. */
#include "gtp/session.h"
#include "nogo/play/player.h"

#include "base/memory.h"

#include <qi/go_record.h>

/* ---- asking it ---------------------------------------------------------------------------- */

void qi_gtp_begin_question(qi_gtp *session, bool watch, qi_gtp_question *question)
{
    question->size = sizeof *question;
    question->nogo = session->nogo ? qi_nogo_record_position(session->nogo) : NULL;
    question->go = session->go ? qi_go_record_position(session->go) : NULL;
    question->clock = &session->clocks[question->colour];
    question->host = qi_gtp_begin_work(session, watch);
}

void qi_gtp_forget(const qi_gtp *session)
{
    if (session->engine.forget)
        session->engine.forget(session->engine.context);
}

bool qi_gtp_choose(qi_gtp *session, qi_gtp_question *question, qi_point *move)
{
    const qi_gtp_engine *const engine = &session->engine;
    *move = QI_GTP_RESIGN;
    if (!qi_gtp_can_move(session, question->colour))
        return true;
    qi_gtp_begin_question(session, engine->interruptible, question);
    const double start = qi_host_seconds(question->host);
    *move = QI_NO_POINT;
    const qi_result result = engine->choose(engine->context, question, move);
    /* A controller need not send time_left: the time that a move took is taken off here. */
    qi_nogo_clock_use(&session->clocks[question->colour], qi_host_seconds(question->host) - start);
    qi_gtp_end_work(session);
    if (result == QI_OK ||
        (result == QI_STOPPED && (*move != QI_NO_POINT || session->game->may_pass)))
        return true;
    return qi_gtp_fail(session, "%s", qi_result_text(result));
}

bool qi_gtp_play_choice(qi_gtp *session, qi_move move)
{
    if (move.point == QI_GTP_RESIGN) {
        if (session->game->resign)
            session->game->resign(session, move.colour);
        return true;
    }
    return qi_gtp_play(session, move);
}

/* ---- the player of NoGo ------------------------------------------------------------------- */

static bool pass_on(void *context, const qi_nogo_snapshot *now)
{
    enum { LINE = 12 };
    const qi_gtp_question *const question = context;
    qi_gtp_candidate all[GTP_MAX_POINTS];
    qi_point lines[GTP_MAX_POINTS][LINE];
    for (size_t i = 0; i < now->move_count; i++)
        all[i] = (qi_gtp_candidate){
            .point = now->moves[i].point,
            .visits = now->moves[i].visits,
            .win_rate = now->moves[i].win_rate,
            .line = lines[i],
            .line_length = qi_nogo_search_line(now->search, now->moves[i].point, lines[i], LINE)};
    return question->report(question->context, all, now->move_count, sizeof *all);
}

static qi_nogo_thinking thinking_of(qi_gtp_question *question)
{
    return (qi_nogo_thinking){.size = sizeof(qi_nogo_thinking),
                              .clock = question->clock,
                              .interval = question->interval,
                              .report = question->report ? pass_on : NULL,
                              .context = question,
                              .host = question->host};
}

static qi_result player_choose(void *context, const qi_gtp_question *question, qi_point *move)
{
    qi_nogo_player *const player = context;
    qi_gtp_question asked = *question;
    const qi_nogo_thinking how = thinking_of(&asked);
    qi_nogo_choice choice = {.size = sizeof choice};
    const qi_result result =
        qi_nogo_player_choose(player, question->nogo, question->colour, &how, &choice);
    *move = choice.resigns ? QI_GTP_RESIGN : choice.move;
    return result;
}

static qi_result player_analyze(void *context, const qi_gtp_question *question)
{
    qi_nogo_player *const player = context;
    qi_gtp_question asked = *question;
    qi_nogo_thinking how = thinking_of(&asked);
    how.endless = true;
    return qi_nogo_player_analyze(player, question->nogo, question->colour, &how);
}

static void player_forget(void *context)
{
    qi_nogo_player *const player = context;
    qi_nogo_player_stop_pondering(player);
}

/* A player without a search neither analyzes nor thinks long. */
qi_result qi_gtp_player_engine(qi_nogo_player *player, qi_gtp_engine *engine)
{
    const bool searches = qi_nogo_player_search(player);
    const qi_gtp_engine known = {.description = qi_nogo_player_description(player),
                                 .choose = player_choose,
                                 .analyze = searches ? player_analyze : NULL,
                                 .forget = player_forget,
                                 .context = player,
                                 .interruptible = searches};
    return qi_struct_write(engine, &known, sizeof known);
}

/* ---- random moves of Go ------------------------------------------------------------------- */

/* A step from a point; QI_WALL when it leaves the board. */
static qi_colour look(const qi_go *board, qi_point point, int down, int right)
{
    const uint32_t columns = qi_go_columns(board);
    const qi_point there = qi_go_point(board, (uint32_t)((int)(point / columns) + down),
                                       (uint32_t)((int)(point % columns) + right));
    return qi_go_at(board, there);
}

static bool is_own_eye(const qi_go *board, qi_colour colour, qi_point point)
{
    static const int beside[4][2] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}};
    static const int across[4][2] = {{-1, -1}, {-1, 1}, {1, -1}, {1, 1}};
    for (int i = 0; i < 4; i++) {
        const qi_colour there = look(board, point, beside[i][0], beside[i][1]);
        if (there != colour && there != QI_WALL)
            return false;
    }
    /* An eye is false if the opponent has two diagonal points, or one at the edge. */
    int opposed = 0, edges = 0;
    for (int i = 0; i < 4; i++) {
        const qi_colour there = look(board, point, across[i][0], across[i][1]);
        opposed += there == qi_opponent(colour);
        edges += there == QI_WALL;
    }
    return opposed + (edges > 0) < 2;
}

static qi_result choose_at_random(void *context, const qi_gtp_question *question, qi_point *move)
{
    const qi_go *const board = question->go;
    const qi_colour colour = question->colour;
    qi_point points[GTP_MAX_POINTS];
    const size_t legal = qi_go_legal(board, colour, points, GTP_MAX_POINTS);
    uint32_t kept = 0;
    for (size_t i = 0; i < legal; i++)
        if (!is_own_eye(board, colour, points[i]))
            points[kept++] = points[i];
    qi_random *const random = context;
    *move = kept ? points[qi_random_below(random, kept)] : QI_NO_POINT;
    return QI_OK;
}

qi_gtp_engine qi_gtp_random_engine(qi_random *random)
{
    return (qi_gtp_engine){.size = sizeof(qi_gtp_engine),
                           .description =
                               "no Go player: uniformly random legal moves that fill no own eye",
                           .choose = choose_at_random,
                           .context = random};
}
