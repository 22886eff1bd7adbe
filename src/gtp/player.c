/* The library's player of NoGo as an engine. */
#include "gtp/game.h"

static qi_result player_choose(void *context, const qi_gtp_position *position, qi_colour colour,
                               const qi_nogo_clock *clock, qi_point *move)
{
    qi_nogo_choice choice;
    qi_nogo_player *const player = context;
    const qi_result result = qi_nogo_player_choose(player, position->nogo, colour, clock, &choice);
    if (result == QI_OK)
        *move = choice.resigns ? QI_GTP_RESIGN : choice.move;
    return result;
}

/* Whom the player's reports are passed on to. */
typedef struct passing {
    qi_gtp_report *report;
    void *context;
} passing;

static bool pass_on(void *context, const qi_nogo_search *search)
{
    enum { LINE = 12 };
    const passing *to = context;
    qi_nogo_candidate moves[GTP_MOST_POINTS];
    qi_gtp_candidate told[GTP_MOST_POINTS];
    qi_point lines[GTP_MOST_POINTS][LINE];
    const size_t known = qi_nogo_search_candidates(search, moves, GTP_MOST_POINTS);
    for (size_t i = 0; i < known; i++)
        told[i] = (qi_gtp_candidate){
            .point = moves[i].point,
            .visits = moves[i].visits,
            .win_rate = moves[i].win_rate,
            .line = lines[i],
            .line_length = qi_nogo_search_line(search, moves[i].point, lines[i], LINE)};
    return to->report(to->context, told, known);
}

static qi_result player_analyze(void *context, const qi_gtp_position *position, qi_colour colour,
                                double interval, qi_gtp_report *report, void *report_context)
{
    passing to = {report, report_context};
    qi_nogo_player *const player = context;
    return qi_nogo_player_analyze(player, position->nogo, colour, interval, pass_on, &to);
}

static qi_result player_choose_told(void *context, const qi_gtp_position *position,
                                    qi_colour colour, const qi_nogo_clock *clock, double interval,
                                    qi_gtp_report *report, void *report_context, qi_point *move)
{
    passing to = {report, report_context};
    qi_nogo_choice choice;
    qi_nogo_player *const player = context;
    const qi_result result = qi_nogo_player_choose_told(player, position->nogo, colour, clock,
                                                        interval, pass_on, &to, &choice);
    if (result == QI_OK)
        *move = choice.resigns ? QI_GTP_RESIGN : choice.move;
    return result;
}

static void player_stop(void *context)
{
    qi_nogo_player *const player = context;
    qi_nogo_player_interrupt(player);
}

static void player_clear_stop(void *context)
{
    qi_nogo_player *const player = context;
    qi_nogo_player_clear_interrupt(player);
}

static void player_forget(void *context)
{
    qi_nogo_player *const player = context;
    qi_nogo_player_rest(player);
}

/* A player without a search neither analyzes nor thinks long. */
qi_gtp_engine qi_gtp_player_engine(qi_nogo_player *player)
{
    const bool searches = qi_nogo_player_search(player);
    return (qi_gtp_engine){.description = qi_nogo_player_description(player),
                           .choose = player_choose,
                           .analyze = searches ? player_analyze : NULL,
                           .choose_told = searches ? player_choose_told : NULL,
                           .stop = searches ? player_stop : NULL,
                           .clear_stop = player_clear_stop,
                           .forget = player_forget,
                           .context = player};
}
