/* The engine of a session: it chooses, can be interrupted, and its time is counted here. */
#include "gtp/game.h"

#include "base/host.h"

bool qi_gtp_can_move(const qi_gtp_game *game, qi_colour colour)
{
    return game->kind->may_pass || qi_nogo_can_move(game->kind->position(game).nogo, colour);
}

void qi_gtp_forget(const qi_gtp_game *game)
{
    if (game->engine.forget)
        game->engine.forget(game->engine.context);
}

void qi_gtp_let_choice_interrupt(qi_gtp *session, bool watch)
{
    const qi_gtp_engine *engine = &qi_gtp_game_of(session)->engine;
    if (engine->stop)
        qi_gtp_let_interrupt(session, watch, engine->stop, engine->context);
}

void qi_gtp_end_choice_interrupt(qi_gtp *session)
{
    const qi_gtp_engine *engine = &qi_gtp_game_of(session)->engine;
    qi_gtp_end_interrupt(session);
    if (engine->clear_stop)
        engine->clear_stop(engine->context);
}

bool qi_gtp_choose(qi_gtp *session, qi_colour colour, double interval, qi_gtp_report *report,
                   void *context, qi_point *move)
{
    qi_gtp_game *game = qi_gtp_game_of(session);
    const qi_gtp_engine *engine = &game->engine;
    qi_nogo_clock *clock = &game->clocks[colour];
    *move = QI_GTP_RESIGN;
    if (!qi_gtp_can_move(game, colour))
        return true;
    const qi_gtp_position position = game->kind->position(game);
    const double start = qi_seconds();
    qi_gtp_let_choice_interrupt(session, true);
    const qi_result result = report
                                 ? engine->choose_told(engine->context, &position, colour, clock,
                                                       interval, report, context, move)
                                 : engine->choose(engine->context, &position, colour, clock, move);
    qi_gtp_end_choice_interrupt(session);
    /* A controller need not send time_left: the time that a move took is taken off here. */
    qi_nogo_clock_use(clock, qi_seconds() - start);
    return result == QI_OK ? true : qi_gtp_fail(session, "%s", qi_result_text(result));
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
