#include "gtp/hollow.h"

bool gtp_start_hole(gtp_start *start, const char *word)
{
    qi_point point;
    if (gtp_find_vertex(start, word, &point) != QI_OK || start->stones[point] != QI_EMPTY)
        return false;
    start->stones[point] = QI_WALL;
    return true;
}

static bool has_stones(const gtp_game *game)
{
    for (qi_point point = 0; point < game->start.rows * game->start.columns; point++) {
        const qi_colour there = game->kind->at(game, point);
        if (there == QI_BLACK || there == QI_WHITE)
            return true;
    }
    return false;
}

/* Function:  Makes these points, and no others, holes of the board, which must have no stones:
 *            they are not part of the board and no liberties. Black is to move. clear_board keeps
 *            the holes; boardsize, also of the same size, removes them.
 * Arguments: vertices, all different; without any, the board has no holes
 * Fails:     bad vertex list, board not empty
 * Returns:   nothing
 */
static bool hollow(gtp_session *session)
{
    gtp_game *game = gtp_game_of(session);
    if (has_stones(game))
        return gtp_fail(session, "board not empty");
    gtp_start start = {
        .rows = game->start.rows, .columns = game->start.columns, .to_move = QI_BLACK};
    for (size_t i = 0; i < gtp_arguments(session); i++)
        if (!gtp_start_hole(&start, gtp_argument(session, i)))
            return gtp_fail(session, "bad vertex list: %s", gtp_argument(session, i));
    const char *why = gtp_game_start(game, &start);
    return why ? gtp_fail(session, "%s", why) : true;
}

const gtp_command gtp_hollow_commands[] = {{"hollow", hollow}, {0}};
