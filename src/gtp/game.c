/* The game behind a session, and how arguments are read. */
#include "gtp/session.h"

#include <qi/go_record.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* ---- the game ----------------------------------------------------------------------------- */

bool qi_gtp_start_game(qi_gtp *session, const qi_gtp_start *start, const char *what)
{
    const char *const why = session->game->start(session, start);
    if (why)
        return qi_gtp_fail(session, "%s%s", what, why);
    session->rows = start->rows;
    session->columns = start->columns;
    session->handicap = 0;
    qi_gtp_forget(session);
    return true;
}

bool qi_gtp_play(qi_gtp *session, qi_move move)
{
    const char *const why = session->game->play(session, move);
    return !why || qi_gtp_fail(session, "illegal move: %s", why);
}

qi_colour qi_gtp_at(const qi_gtp *session, qi_point point)
{
    return session->go ? qi_go_at(qi_go_record_position(session->go), point)
                       : qi_nogo_at(qi_nogo_record_position(session->nogo), point);
}

bool qi_gtp_can_move(const qi_gtp *session, qi_colour colour)
{
    return session->game->may_pass ||
           qi_nogo_legal(qi_nogo_record_position(session->nogo), colour, NULL, 0) > 0;
}

/* ---- arguments ---------------------------------------------------------------------------- */

bool qi_gtp_read_colour(qi_gtp *session, size_t index, qi_colour *colour)
{
    const char *word = qi_gtp_argument(session, index);
    if (word && (strcasecmp(word, "b") == 0 || strcasecmp(word, "black") == 0))
        *colour = QI_BLACK;
    else if (word && (strcasecmp(word, "w") == 0 || strcasecmp(word, "white") == 0))
        *colour = QI_WHITE;
    else
        return qi_gtp_fail_syntax(session, "a colour, black or white");
    return true;
}

bool qi_gtp_parse_number(const char *text, uint32_t min, uint32_t max, uint32_t *number)
{
    if (!text || !*text || strlen(text) > 9 || text[strspn(text, "0123456789")])
        return false;
    *number = (uint32_t)strtoul(text, NULL, 10);
    return *number >= min && *number <= max;
}

bool qi_gtp_parse_komi(const char *text, double *komi)
{
    char *end;
    const double value = strtod(text, &end);
    if (end == text || *end || !isfinite(value))
        return false;
    *komi = value;
    return true;
}

bool qi_gtp_read_vertex(qi_gtp *session, size_t index, const char *fault, qi_point *point)
{
    const char *word = qi_gtp_argument(session, index);
    *point = QI_NO_POINT;
    if (word && strcasecmp(word, "pass") == 0)
        return true;
    const qi_result result =
        word ? qi_vertex_read(session->rows, session->columns, word, strlen(word), point)
             : QI_BAD_TEXT;
    if (result == QI_BAD_TEXT)
        return qi_gtp_fail_syntax(session, "a vertex such as D4, or pass");
    if (result != QI_OK)
        return qi_gtp_fail(session, "%s: %s is not on the %ux%u board", fault, word,
                           session->columns, session->rows);
    return true;
}

bool qi_gtp_read_move(qi_gtp *session, size_t index, qi_move *move)
{
    return qi_gtp_read_colour(session, index, &move->colour) &&
           qi_gtp_read_vertex(session, index + 1, "illegal move", &move->point);
}

bool qi_gtp_read_count(qi_gtp *session, size_t index, const char *what, uint32_t *count)
{
    return qi_gtp_parse_number(qi_gtp_argument(session, index), 0, UINT32_MAX, count) ||
           qi_gtp_fail_syntax(session, what);
}

/* ---- answers ------------------------------------------------------------------------------ */

bool qi_gtp_say_vertex(qi_gtp *session, qi_point point)
{
    char text[QI_VERTEX_BYTES] = "resign";
    if (point == QI_NO_POINT)
        return qi_gtp_say(session, "pass");
    if (point != QI_GTP_RESIGN)
        qi_vertex_write(session->rows, session->columns, point, text);
    return qi_gtp_say(session, "%s", text);
}

void qi_gtp_say_next(qi_gtp *session, qi_point point)
{
    if (session->reply.length)
        qi_gtp_say(session, " ");
    qi_gtp_say_vertex(session, point);
}

void qi_gtp_say_legal(qi_gtp *session, qi_colour colour)
{
    for (qi_point point = 0; point < session->rows * session->columns; point++)
        if (!session->game->judge(session, (qi_move){point, colour}))
            qi_gtp_say_next(session, point);
}
