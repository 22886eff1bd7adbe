/* What GoGui asks beyond GTP 2, so that it can host these games: gogui-rules_* tell it the rules,
 * gogui-analyze_commands what it can show. */
#include "gtp/game.h"

/* Function:  Lists the commands that GoGui offers in its analyze window.
 * Arguments: none
 * Fails:     never
 * Returns:   one line TYPE/LABEL/COMMAND for each
 */
static bool analyze_commands(gtp_session *session)
{
    const gtp_game *game = gtp_game_of(session);
    gtp_say(session,
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
static bool play_sequence(gtp_session *session)
{
    gtp_game *game = gtp_game_of(session);
    const size_t before = game->move_count;
    for (size_t i = 0; i < gtp_arguments(session); i += 2) {
        gtp_move move;
        bool good = gtp_read_colour(session, i, &move.colour) &&
                    gtp_read_vertex(session, i + 1, &move.point);
        if (good) {
            const char *why = gtp_game_play(game, move);
            good = why ? gtp_fail(session, "illegal move: %s %s, move %zu of the sequence: %s",
                                  gtp_argument(session, i), gtp_argument(session, i + 1), i / 2 + 1,
                                  why)
                       : true;
        }
        if (!good) {
            gtp_game_rebuild(game, before);
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
static bool rules_game_id(gtp_session *session)
{
    const gtp_game *game = gtp_game_of(session);
    gtp_say(session, "%s", game->kind->rules);
    return true;
}

/* Function:  Draws the board for GoGui.
 * Arguments: none
 * Fails:     never
 * Returns:   one line for each row, the top one first, of X (Black), O (White), . and # (a hole)
 */
static bool rules_board(gtp_session *session)
{
    const gtp_game *game = gtp_game_of(session);
    const uint32_t columns = game->start.columns;
    for (qi_point point = 0; point < game->start.rows * columns; point++)
        gtp_say(session, "%c%c", ".XO#"[game->kind->at(game, point)],
                (point + 1) % columns ? ' ' : '\n');
    return true;
}

/* Function:  Tells the size of the board to GoGui, which knows square ones only.
 * Arguments: none
 * Fails:     the board is not square
 * Returns:   a number
 */
static bool rules_board_size(gtp_session *session)
{
    const gtp_game *game = gtp_game_of(session);
    if (game->start.rows != game->start.columns)
        return gtp_fail(session, "the board is not square: %ux%u", game->start.rows,
                        game->start.columns);
    gtp_say(session, "%u", game->start.rows);
    return true;
}

/* Function:  Lists the legal moves of the player to move.
 * Arguments: none
 * Fails:     never
 * Returns:   vertices, and pass where it is legal; nothing when the game is over
 */
static bool rules_legal_moves(gtp_session *session)
{
    const gtp_game *game = gtp_game_of(session);
    if (game->kind->over(game))
        return true;
    const bool any = gtp_say_legal(session, gtp_game_to_move(game));
    if (game->kind->may_pass)
        gtp_say(session, any ? " pass" : "pass");
    return true;
}

/* Function:  Tells who is to move.
 * Arguments: none
 * Fails:     never
 * Returns:   black or white
 */
static bool rules_side_to_move(gtp_session *session)
{
    gtp_say(session, gtp_game_to_move(gtp_game_of(session)) == QI_BLACK ? "black" : "white");
    return true;
}

/* Function:  Tells how the game ended.
 * Arguments: none
 * Fails:     never
 * Returns:   such as 'Black wins: B+R', 'draw: 0', or 'not over'
 */
static bool rules_final_result(gtp_session *session)
{
    const gtp_game *game = gtp_game_of(session);
    char text[32];
    if (!game->kind->over(game) || !game->kind->result(game, text, sizeof text))
        gtp_say(session, "not over");
    else
        gtp_say(session, "%s: %s",
                text[0] == 'B'   ? "Black wins"
                : text[0] == 'W' ? "White wins"
                                 : "draw",
                text);
    return true;
}

const gtp_command gtp_gogui_commands[] = {{"gogui-analyze_commands", analyze_commands},
                                          {"gogui-play_sequence", play_sequence},
                                          {"gogui-rules_game_id", rules_game_id},
                                          {"gogui-rules_board", rules_board},
                                          {"gogui-rules_board_size", rules_board_size},
                                          {"gogui-rules_legal_moves", rules_legal_moves},
                                          {"gogui-rules_side_to_move", rules_side_to_move},
                                          {"gogui-rules_final_result", rules_final_result},
                                          {0}};
