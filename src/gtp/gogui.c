/* What GoGui asks beyond GTP 2, so that it can host these games: gogui-rules_* tell it the rules,
 * gogui-analyze_commands what it can show. */
#include "gtp/game.h"

/* Function:  Lists the commands that GoGui offers in its analyze window.
 * Arguments: none
 * Fails:     never
 * Returns:   one line TYPE/LABEL/COMMAND for each
 */
static bool analyze_commands(qi_gtp *session)
{
    const qi_gtp_game *game = qi_gtp_game_of(session);
    qi_gtp_say(session,
               "plist/Legal Moves/list_legal %%c\n"
               "string/Result/gogui-rules_final_result\n"
               "hstring/Board/showboard\n"
               "hstring/Record/printsgf\n"
               "%s",
               game->kind->analyze_commands);
    return true;
}

/* Function:  Plays several moves; all of them or none.
 * Arguments: colour, vertex, colour, vertex and so on
 * Fails:     syntax error, illegal move (with the number of the move and the reason)
 * Returns:   nothing
 */
static bool play_sequence(qi_gtp *session)
{
    qi_gtp_game *game = qi_gtp_game_of(session);
    const size_t before = game->kind->moves(game, NULL);
    for (size_t i = 0; i < qi_gtp_arguments(session); i += 2) {
        qi_move move;
        bool good = qi_gtp_read_colour(session, i, &move.colour) &&
                    qi_gtp_read_vertex(session, i + 1, &move.point);
        if (good) {
            const char *why = game->kind->play(game, move);
            good = why ? qi_gtp_fail(session, "illegal move: %s %s, move %zu of the sequence: %s",
                                     qi_gtp_argument(session, i), qi_gtp_argument(session, i + 1),
                                     i / 2 + 1, why)
                       : true;
        }
        if (!good) {
            game->kind->undo(game, before);
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
    const qi_gtp_game *game = qi_gtp_game_of(session);
    qi_gtp_say(session, "%s", game->kind->rules);
    return true;
}

/* Function:  Draws the board for GoGui.
 * Arguments: none
 * Fails:     never
 * Returns:   one line for each row, the top one first, of X (Black), O (White), . and ? (a hole)
 */
static bool rules_board(qi_gtp *session)
{
    const qi_gtp_game *game = qi_gtp_game_of(session);
    const uint32_t columns = game->columns;
    for (qi_point point = 0; point < game->rows * columns; point++)
        qi_gtp_say(session, "%c%c", ".XO?"[qi_gtp_at(game, point)],
                   (point + 1) % columns ? ' ' : '\n');
    return true;
}

/* Function:  Tells the size of the board to GoGui, which knows square ones only.
 * Arguments: none
 * Fails:     the board is not square
 * Returns:   a number
 */
static bool rules_board_size(qi_gtp *session)
{
    const qi_gtp_game *game = qi_gtp_game_of(session);
    if (game->rows != game->columns)
        return qi_gtp_fail(session, "the board is not square: %ux%u", game->columns, game->rows);
    qi_gtp_say(session, "%u", game->rows);
    return true;
}

/* Function:  Lists the legal moves of the player to move.
 * Arguments: none
 * Fails:     never
 * Returns:   vertices, and pass where it is legal; nothing when the game is over
 */
static bool rules_legal_moves(qi_gtp *session)
{
    const qi_gtp_game *game = qi_gtp_game_of(session);
    if (game->kind->over(game))
        return true;
    const bool any = qi_gtp_say_legal(session, game->kind->to_move(game));
    if (game->kind->may_pass)
        qi_gtp_say(session, any ? " pass" : "pass");
    return true;
}

/* Function:  Tells who is to move.
 * Arguments: none
 * Fails:     never
 * Returns:   black or white
 */
static bool rules_side_to_move(qi_gtp *session)
{
    const qi_gtp_game *game = qi_gtp_game_of(session);
    qi_gtp_say(session, game->kind->to_move(game) == QI_BLACK ? "black" : "white");
    return true;
}

/* Function:  Tells how many stones were captured.
 * Arguments: none
 * Fails:     never
 * Returns:   two numbers: the black stones that were captured, and the white ones
 */
static bool rules_captured_count(qi_gtp *session)
{
    const qi_gtp_game *game = qi_gtp_game_of(session);
    const qi_go *const go = game->kind->position(game).go;
    qi_gtp_say(session, "%llu %llu", go ? (unsigned long long)qi_go_captures(go, QI_WHITE) : 0,
               go ? (unsigned long long)qi_go_captures(go, QI_BLACK) : 0);
    return true;
}

/* Function:  Tells how the game ended.
 * Arguments: none
 * Fails:     never
 * Returns:   such as 'Black wins: B+', 'draw: 0', or 'not over'
 */
static bool rules_final_result(qi_gtp *session)
{
    const qi_gtp_game *game = qi_gtp_game_of(session);
    char text[32];
    if (!game->kind->over(game) || !game->kind->result(game, text, sizeof text))
        qi_gtp_say(session, "not over");
    else
        qi_gtp_say(session, "%s: %s",
                   text[0] == 'B'   ? "Black wins"
                   : text[0] == 'W' ? "White wins"
                                    : "draw",
                   text);
    return true;
}

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
