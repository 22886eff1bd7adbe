/* The engine of a session: it chooses, can be interrupted, and its time is counted here. */
#include "gtp/game.h"

#include "base/host.h"

qi_gtp_question qi_gtp_ask(const qi_gtp_game *game, const qi_gtp_question *asked,
                           const qi_host *host)
{
    qi_gtp_question question = *asked;
    const qi_gtp_question position = game->kind->position(game);
    question.size = sizeof question;
    question.nogo = position.nogo;
    question.go = position.go;
    question.clock = &game->clocks[asked->colour];
    question.host = host;
    return question;
}

bool qi_gtp_can_move(const qi_gtp_game *game, qi_colour colour)
{
    return game->kind->may_pass || qi_nogo_can_move(game->kind->position(game).nogo, colour);
}

void qi_gtp_forget(const qi_gtp_game *game)
{
    if (game->engine.forget)
        game->engine.forget(game->engine.context);
}

bool qi_gtp_choose(qi_gtp *session, const qi_gtp_question *asked, qi_point *move)
{
    qi_gtp_game *game = qi_gtp_game_of(session);
    const qi_gtp_engine *engine = &game->engine;
    qi_nogo_clock *clock = &game->clocks[asked->colour];
    *move = QI_GTP_RESIGN;
    if (!qi_gtp_can_move(game, asked->colour))
        return true;
    const qi_host *const host = qi_gtp_begin_work(session, engine->interruptible);
    const qi_gtp_question question = qi_gtp_ask(game, asked, host);
    const double start = qi_host_seconds(host);
    *move = QI_NO_POINT;
    const qi_result result = engine->choose(engine->context, &question, move);
    /* A controller need not send time_left: the time that a move took is taken off here. */
    qi_nogo_clock_use(clock, qi_host_seconds(host) - start);
    qi_gtp_end_work(session);
    const bool decided = *move != QI_NO_POINT || game->kind->may_pass;
    return result == QI_OK || (result == QI_STOPPED && decided)
               ? true
               : qi_gtp_fail(session, "%s", qi_result_text(result));
}

bool qi_gtp_play_choice(qi_gtp *session, qi_move move)
{
    qi_gtp_game *game = qi_gtp_game_of(session);
    if (move.point == QI_GTP_RESIGN) {
        if (game->kind->resign)
            game->kind->resign(game, move.colour);
        return true;
    }
    const char *why = game->kind->play(game, move);
    return why ? qi_gtp_fail(session, "illegal move: %s", why) : true;
}

/* Function:  Does nothing. That it is known tells GoGui that a genmove can be interrupted by the
 * line
 *            "# interrupt": the move is then played at once.
 * Arguments: none
 * Fails:     never
 * Returns:   nothing
 */
static bool interrupt(qi_gtp *session)
{
    (void)session;
    return true;
}

const qi_gtp_command qi_gtp_interrupt_commands[] = {{"gogui-interrupt", interrupt}, {0}};
