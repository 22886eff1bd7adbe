/* Analysis in the formats of Leela Zero and KataGo. */
#include "gtp/session.h"

#include "base/memory.h"

#include <string.h>

/* The report's settings and its session. */
typedef struct listener {
    qi_gtp *session;
    bool fractions; /* win rates as KataGo writes them, 0 to 1; else of 10000 */
    bool root_info;
    bool until_input; /* the analysis ends when more input waits */
    uint32_t max;     /* moves to report */
    qi_gtp_question question;
} listener;

/* ---- arguments ---------------------------------------------------------------------------- */

static bool is_switch(const char *word)
{
    static const char *const names[] = {"rootInfo",       "ownership", "ownershipStdev",
                                        "movesOwnership", "pvVisits",  "movesOwnershipStdev",
                                        "pvEdgeVisits",   NULL};
    for (size_t i = 0; names[i]; i++)
        if (strcmp(word, names[i]) == 0)
            return true;
    return false;
}

/* true or false for something to report; only rootInfo is known. */
static bool read_switch(qi_gtp *session, size_t index, listener *to)
{
    const char *name = qi_gtp_argument(session, index),
               *value = qi_gtp_argument(session, index + 1);
    if (!value || (strcmp(value, "true") != 0 && strcmp(value, "false") != 0))
        return qi_gtp_fail_syntax(session, "true or false");
    if (strcmp(name, "rootInfo") == 0)
        to->root_info = strcmp(value, "true") == 0;
    return true;
}

/* Reads the argument `*index` and what belongs to it; steps behind that. */
static bool read_word(qi_gtp *session, size_t *index, uint32_t *interval, uint32_t *min,
                      uint32_t *max, listener *to)
{
    const char *word = qi_gtp_argument(session, *index);
    const size_t at = *index;
    *index += 2;
    if (strcmp(word, "interval") == 0)
        return qi_gtp_read_count(session, at + 1, "a whole number", interval);
    if (strcmp(word, "minmoves") == 0)
        return qi_gtp_read_count(session, at + 1, "a whole number", min);
    if (strcmp(word, "maxmoves") == 0)
        return qi_gtp_read_count(session, at + 1, "a whole number", max);
    if (is_switch(word))
        return read_switch(session, at, to);
    --*index;
    return qi_gtp_parse_number(word, 0, UINT32_MAX, interval) ||
           qi_gtp_read_colour(session, at, &to->question.colour) ||
           qi_gtp_fail_syntax(session, "a colour, hundredths of a second, interval, "
                                       "minmoves or maxmoves");
}

/* ---- reports ------------------------------------------------------------------------------ */

static void say_win_rate(const listener *to, double win_rate)
{
    if (to->fractions)
        qi_gtp_say(to->session, "%.4f", win_rate);
    else
        qi_gtp_say(to->session, "%d", (int)(win_rate * 10000 + 0.5));
}

static void say_candidate(const listener *to, const qi_gtp_candidate *candidate, size_t order)
{
    qi_gtp *session = to->session;
    qi_gtp_say(session, "%sinfo move ", order ? " " : "");
    qi_gtp_say_vertex(session, candidate->point);
    qi_gtp_say(session, " visits %llu winrate ", (unsigned long long)candidate->visits);
    say_win_rate(to, candidate->win_rate);
    qi_gtp_say(session, " order %zu pv", order);
    for (size_t k = 0; k < candidate->line_length; k++) {
        qi_gtp_say(session, " ");
        qi_gtp_say_vertex(session, candidate->line[k]);
    }
    if (candidate->line_length == 0) {
        qi_gtp_say(session, " ");
        qi_gtp_say_vertex(session, candidate->point);
    }
}

static bool say_candidates(void *context, const qi_gtp_candidate *candidates, size_t count,
                           size_t element)
{
    const listener *to = context;
    uint64_t visits = 0;
    double best = -1;
    size_t said = 0;
    for (size_t i = 0; i < count; i++) {
        qi_gtp_candidate one;
        qi_element_read(&one, sizeof one, candidates, element, i);
        visits += one.visits;
        if (i == 0)
            best = one.win_rate;
        if (said < to->max && one.win_rate >= 0)
            say_candidate(to, &one, said++);
    }
    if (to->root_info && best >= 0) {
        qi_gtp_say(to->session, " rootInfo visits %llu winrate ", (unsigned long long)visits);
        say_win_rate(to, best);
    }
    return qi_gtp_send_part(to->session) && !(to->until_input && qi_gtp_input_waits(to->session));
}

static bool read_wishes(qi_gtp *session, listener *to)
{
    enum { DEFAULT_MAX = 16 };
    uint32_t interval = 100, min = 0, max = UINT32_MAX;
    to->question.colour = session->game->to_move(session);
    for (size_t i = 0; i < qi_gtp_arguments(session);)
        if (!read_word(session, &i, &interval, &min, &max, to))
            return false;
    to->question.interval = interval / 100.0;
    to->question.report = say_candidates;
    to->question.context = to;
    to->max = max < UINT32_MAX ? max : min > DEFAULT_MAX ? min : DEFAULT_MAX;
    return true;
}

static bool analyze_position(qi_gtp *session, bool fractions)
{
    listener to = {.session = session, .fractions = fractions, .until_input = true};
    if (!read_wishes(session, &to))
        return false;
    if (!qi_gtp_can_move(session, to.question.colour))
        return qi_gtp_fail(session, "no legal move");
    qi_gtp_send_part(session);
    qi_gtp_begin_question(session, false, &to.question);
    session->engine.analyze(session->engine.context, &to.question);
    qi_gtp_end_work(session);
    return true;
}

/* Function:  Thinks about the position and reports what it thinks of each move, one line about
 *            every interval, until the next line of input. lz-analyze is the same. A move that was
 *            not visited has no win rate and is left out, unless its outcome is proved.
 * Arguments: in any order: a colour (without one, the player to move); hundredths of a second, also
 *            after the word interval (without them, 100); maxmoves N, minmoves N (without them, 16
 *            moves are reported); rootInfo true (visits and win rate of the position, at the end
 *            of the line); ownership, pvVisits and the like with true or false, which change
 *            nothing
 * Fails:     syntax error, no legal move
 * Returns:   lines of: info move VERTEX visits N winrate N (of 10000) order N pv VERTEX...
 */
static bool analyze(qi_gtp *session)
{
    return analyze_position(session, false);
}

/* Function:  The same as analyze, with win rates as KataGo writes them.
 * Arguments: as for analyze
 * Fails:     as analyze does
 * Returns:   lines of: info move VERTEX visits N winrate N (0 to 1) order N pv VERTEX...
 */
static bool kata_analyze(qi_gtp *session)
{
    return analyze_position(session, true);
}

/* ---- choosing ----------------------------------------------------------------------------- */

static bool choose_with_progress(qi_gtp *session, bool fractions)
{
    listener to = {.session = session, .fractions = fractions};
    if (!read_wishes(session, &to))
        return false;
    qi_move move = {.colour = to.question.colour};
    qi_gtp_send_part(session);
    if (!qi_gtp_choose(session, &to.question, &move.point))
        return false;
    qi_gtp_say(session, "play ");
    qi_gtp_say_vertex(session, move.point);
    return qi_gtp_play_choice(session, move);
}

/* Function:  Chooses and plays a move as genmove does, and reports what it thinks meanwhile.
 * Arguments: as for analyze
 * Fails:     syntax error
 * Returns:   lines as those of analyze, then: play VERTEX, or play resign
 */
static bool genmove_analyze(qi_gtp *session)
{
    return choose_with_progress(session, false);
}

/* Function:  The same as lz-genmove_analyze, with win rates as KataGo writes them.
 * Arguments: as for analyze
 * Fails:     as lz-genmove_analyze does
 * Returns:   lines as those of kata-analyze, then: play VERTEX, or play resign
 */
static bool kata_genmove_analyze(qi_gtp *session)
{
    return choose_with_progress(session, true);
}

const qi_gtp_command qi_gtp_analyze_commands[] = {{"analyze", analyze},
                                                  {"lz-analyze", analyze},
                                                  {"kata-analyze", kata_analyze},
                                                  {"lz-genmove_analyze", genmove_analyze},
                                                  {"kata-genmove_analyze", kata_genmove_analyze},
                                                  {0}};
