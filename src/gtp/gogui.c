/* GoGui's extensions of GTP 2, so that it can host these games: gogui-rules_* are the rules,
 * gogui-analyze_commands lists what it can show. */
#include "gtp/session.h"

#include <qi/go_record.h>

#include <stdio.h>

/* Function:  Lists the commands that GoGui offers in its analyze window.
 * Arguments: none
 * Fails:     never
 * Returns:   one line TYPE/LABEL/COMMAND for each
 */
static bool analyze_commands(qi_gtp *session)
{
    return qi_gtp_say(session,
                      "plist/Legal Moves/list_legal %%c\n"
                      "string/Result/gogui-rules_final_result\n"
                      "hstring/Board/showboard\n"
                      "hstring/Record/printsgf\n"
                      "%s",
                      session->game->analyze_commands);
}

/* Function:  Plays several moves; all of them or none.
 * Arguments: colour, vertex, colour, vertex and so on
 * Fails:     syntax error, illegal move (with the number of the move and the reason)
 * Returns:   nothing
 */
static bool play_sequence(qi_gtp *session)
{
    const size_t before = session->game->moves(session, NULL);
    for (size_t i = 0; i < qi_gtp_arguments(session); i += 2) {
        char off_board[64];
        snprintf(off_board, sizeof off_board, "illegal move: move %zu of the sequence", i / 2 + 1);
        qi_move move;
        bool good = qi_gtp_read_colour(session, i, &move.colour) &&
                    qi_gtp_read_vertex(session, i + 1, off_board, &move.point);
        if (good) {
            const char *why = session->game->play(session, move);
            good = why ? qi_gtp_fail(session, "illegal move: %s %s, move %zu of the sequence: %s",
                                     qi_gtp_argument(session, i), qi_gtp_argument(session, i + 1),
                                     i / 2 + 1, why)
                       : true;
        }
        if (!good) {
            session->game->undo(session, before);
            return false;
        }
    }
    return true;
}

/* Function:  Names the game.
 * Arguments: none
 * Fails:     never
 * Returns:   Go or NoGo
 */
static bool rules_game_id(qi_gtp *session)
{
    return qi_gtp_say(session, "%s", session->game->rules);
}

/* Function:  Draws the board for GoGui.
 * Arguments: none
 * Fails:     never
 * Returns:   one line for each row, the top one first, of X (Black), O (White), . and ? (a hole)
 */
static bool rules_board(qi_gtp *session)
{
    const uint32_t columns = session->columns;
    for (qi_point point = 0; point < session->rows * columns; point++)
        qi_gtp_say(session, "%c%c", ".XO?"[qi_gtp_at(session, point)],
                   (point + 1) % columns ? ' ' : '\n');
    return true;
}

/* Function:  Returns the size of the board to GoGui, which knows square ones only.
 * Arguments: none
 * Fails:     the board is not square
 * Returns:   a number
 */
static bool rules_board_size(qi_gtp *session)
{
    if (session->rows != session->columns)
        return qi_gtp_fail(session, "the board is not square: %ux%u", session->columns,
                           session->rows);
    return qi_gtp_say(session, "%u", session->rows);
}

/* Function:  Lists the legal moves of the player to move.
 * Arguments: none
 * Fails:     never
 * Returns:   vertices, and pass where it is legal; nothing when the game is over
 */
static bool rules_legal_moves(qi_gtp *session)
{
    if (session->game->over(session))
        return true;
    qi_gtp_say_legal(session, session->game->to_move(session));
    if (session->game->may_pass)
        qi_gtp_say_next(session, QI_NO_POINT);
    return true;
}

/* Function:  Returns who is to move.
 * Arguments: none
 * Fails:     never
 * Returns:   black or white
 */
static bool rules_side_to_move(qi_gtp *session)
{
    return qi_gtp_say(session, session->game->to_move(session) == QI_BLACK ? "black" : "white");
}

/* Function:  Returns how many stones were captured.
 * Arguments: none
 * Fails:     never
 * Returns:   two numbers: the black stones that were captured, and the white ones
 */
static bool rules_captured_count(qi_gtp *session)
{
    const qi_go *const go = session->go ? qi_go_record_position(session->go) : NULL;
    return qi_gtp_say(session, "%llu %llu",
                      go ? (unsigned long long)qi_go_captures(go, QI_WHITE) : 0,
                      go ? (unsigned long long)qi_go_captures(go, QI_BLACK) : 0);
}

/* Function:  Returns how the game ended.
 * Arguments: none
 * Fails:     never
 * Returns:   such as 'Black wins: B+', 'draw: 0', or 'not over'
 */
static bool rules_final_result(qi_gtp *session)
{
    char text[32];
    if (!session->game->over(session) || !session->game->result(session, text, sizeof text))
        return qi_gtp_say(session, "not over");
    return qi_gtp_say(session, "%s: %s",
                      text[0] == 'B'   ? "Black wins"
                      : text[0] == 'W' ? "White wins"
                                       : "draw",
                      text);
}

/* Function:  Does nothing. Listing it lets GoGui interrupt a genmove with the line
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

const qi_gtp_command qi_gtp_gogui_commands[] = {
    {"gogui-analyze_commands", analyze_commands},
    {"gogui-play_sequence", play_sequence},
    {"gogui-rules_game_id", rules_game_id},
    {"gogui-rules_board", rules_board},
    {"gogui-rules_board_size", rules_board_size},
    {"gogui-rules_legal_moves", rules_legal_moves},
    {"gogui-rules_side_to_move", rules_side_to_move},
    {"gogui-rules_captured_count", rules_captured_count},
    {"gogui-rules_final_result", rules_final_result},
    {0}};
