/* What kgsGtp, the bridge to the server KGS, asks beyond GTP 2. */
#include "gtp/game.h"

/* Function:  The same as genmove: a player that passes only when it has nothing to play needs no
 *            other way of cleaning up.
 * Arguments: a colour
 * Fails:     syntax error
 * Returns:   a vertex, pass, or resign
 */
static bool genmove_cleanup(qi_gtp *session)
{
    return qi_gtp_genmove(session);
}

/* Function:  Is told that the game on the server is over. There is nothing to do.
 * Arguments: none
 * Fails:     never
 * Returns:   nothing
 */
static bool game_over(qi_gtp *session)
{
    (void)session;
    return true;
}

/* Function:  Answers somebody who talks to the program on the server: by its name and version.
 * Arguments: game or private, the name of who talks, and the message
 * Fails:     syntax error
 * Returns:   a line of text
 */
static bool chat(qi_gtp *session)
{
    const qi_gtp_game *game = qi_gtp_game_of(session);
    if (qi_gtp_arguments(session) < 3)
        return qi_gtp_fail_syntax(session, "game or private, a name and a message");
    qi_gtp_say(session, "I am %s %s.", game->kind->name, game->kind->version(game));
    return true;
}

const qi_gtp_command qi_gtp_kgs_commands[] = {{"kgs-genmove_cleanup", genmove_cleanup},
                                              {"kgs-game_over", game_over},
                                              {"kgs-chat", chat},
                                              {0}};
