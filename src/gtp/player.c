/* The library's player of NoGo as an engine. */
#include "gtp/game.h"

static bool pass_on(void *context, const qi_nogo_search *search)
{
    enum { LINE = 12 };
    const qi_gtp_question *const question = context;
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
    return question->report(question->context, told, known);
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
    qi_nogo_choice choice;
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
    const qi_result result = qi_nogo_player_face(player, question->nogo, question->colour);
    return result == QI_OK ? qi_nogo_player_run(player, &how) : result;
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
                           .forget = player_forget,
                           .context = player,
                           .interruptible = searches};
}
