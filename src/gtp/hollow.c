/* Hollow boards of NoGo: some points, the holes, are not part of the board and no liberties. */
#include "gtp/game.h"

#include <string.h>

static bool make_hole(qi_gtp_start *start, const char *word)
{
    qi_point point;
    if (qi_vertex_read(start->rows, start->columns, word, strlen(word), &point) != QI_OK ||
        start->stones[point] != QI_EMPTY)
        return false;
    start->stones[point] = QI_WALL;
    return true;
}

static bool has_stones(const qi_gtp_game *game)
{
    for (qi_point point = 0; point < game->rows * game->columns; point++) {
        const qi_colour there = qi_gtp_at(game, point);
        if (there == QI_BLACK || there == QI_WHITE)
            return true;
    }
    return false;
}

/* Function:  Makes these points, and no others, holes of the board, which must have no stones:
 *            they are not part of the board and no liberties. Black is to move. clear_board
 *            and boardsize with the same size keep the holes; boardsize with another removes them.
 * Arguments: vertices, all different; without any, the board has no holes
 * Fails:     bad vertex list, board not empty
 * Returns:   nothing
 */
static bool hollow(qi_gtp *session)
{
    qi_gtp_game *game = qi_gtp_game_of(session);
    if (has_stones(game))
        return qi_gtp_fail(session, "board not empty");
    qi_gtp_start start = {.rows = game->rows, .columns = game->columns, .to_move = QI_BLACK};
    for (size_t i = 0; i < qi_gtp_arguments(session); i++)
        if (!make_hole(&start, qi_gtp_argument(session, i)))
            return qi_gtp_fail(session, "bad vertex list: %s", qi_gtp_argument(session, i));
    const char *why = qi_gtp_game_start(game, &start);
    return why ? qi_gtp_fail(session, "%s", why) : true;
}

const qi_gtp_command qi_gtp_hollow_commands[] = {{"hollow", hollow}, {0}};
