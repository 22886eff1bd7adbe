/* gogui-setup and gogui-setup_player: positions that no moves lead to. A setup is a new start of
 * the game: undo does not reach behind it. */
#include "gtp/game.h"

#include <strings.h>

static bool begin(qi_gtp *session, const qi_gtp_start *start)
{
    const char *why = qi_gtp_game_start(qi_gtp_game_of(session), start);
    return why ? qi_gtp_fail(session, "illegal setup: %s", why) : true;
}

/* A colour, or empty. */
static bool read_stone(qi_gtp *session, size_t index, uint8_t *stone)
{
    const char *word = qi_gtp_argument(session, index);
    if (strcasecmp(word, "e") == 0 || strcasecmp(word, "empty") == 0) {
        *stone = QI_EMPTY;
        return true;
    }
    qi_colour colour = QI_EMPTY;
    if (!qi_gtp_read_colour(session, index, &colour))
        return qi_gtp_fail_syntax(session, "black, white or empty");
    *stone = (uint8_t)colour;
    return true;
}

/* Function:  Puts stones on the present board, or takes them off, all of them or none. Who is to
 *            move stays.
 * Arguments: colour, vertex, colour, vertex and so on; a colour may also be empty
 * Fails:     syntax error, illegal setup (a hole, or a group without a liberty)
 * Returns:   nothing
 */
static bool setup(qi_gtp *session)
{
    qi_gtp_start start;
    qi_gtp_game_now(qi_gtp_game_of(session), &start);
    for (size_t i = 0; i < qi_gtp_arguments(session); i += 2) {
        uint8_t stone = QI_EMPTY;
        qi_point point;
        if (!read_stone(session, i, &stone) || !qi_gtp_read_vertex(session, i + 1, &point))
            return false;
        if (point == QI_NO_POINT)
            return qi_gtp_fail_syntax(session, "a vertex such as D4");
        if (start.stones[point] == QI_WALL)
            return qi_gtp_fail(session, "illegal setup: hole");
        start.stones[point] = stone;
    }
    return begin(session, &start);
}

/* Function:  Tells who is to move in the present position.
 * Arguments: a colour
 * Fails:     syntax error
 * Returns:   nothing
 */
static bool setup_player(qi_gtp *session)
{
    qi_gtp_start start;
    qi_gtp_game_now(qi_gtp_game_of(session), &start);
    return qi_gtp_read_colour(session, 0, &start.to_move) && begin(session, &start);
}

const qi_gtp_command qi_gtp_setup_commands[] = {
    {"gogui-setup", setup}, {"gogui-setup_player", setup_player}, {0}};
