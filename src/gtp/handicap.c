/* Handicap stones, which only Go has. They are part of the start: undo does not reach them. */
#include "gtp/game.h"

/* The usual points: corners, sides and centre at a distance from the edge. As (row, column), each
 * 0 for the low side, 1 for the middle, 2 for the high side, from the bottom left. */
static const uint8_t usual[9][2] = {{0, 0}, {2, 2}, {2, 0}, {0, 2}, {1, 0},
                                    {1, 2}, {0, 1}, {2, 1}, {1, 1}};

static uint32_t most_usual(const qi_gtp_game *game)
{
    const uint32_t size = game->rows;
    if (size != game->columns || size < 7)
        return 0;
    return size % 2 == 0 || size == 7 ? 4 : 9;
}

static qi_point usual_point(const qi_gtp_game *game, const uint8_t place[2])
{
    const uint32_t size = game->rows, edge = size >= 12 ? 3 : 2;
    const uint32_t lines[3] = {edge, size / 2, size - 1 - edge};
    return (size - 1 - lines[place[0]]) * size + lines[place[1]];
}

/* Of 5 and 7 stones the last is in the centre; 6 and 8 have none there. */
static qi_point usual_stone(const qi_gtp_game *game, uint32_t index, uint32_t count)
{
    const bool centre = count % 2 == 1 && count >= 5 && index == count - 1;
    return usual_point(game, usual[centre ? 8 : index]);
}

static bool is_empty(const qi_gtp_game *game)
{
    for (qi_point point = 0; point < game->rows * game->columns; point++)
        if (qi_gtp_at(game, point) != QI_EMPTY)
            return false;
    return true;
}

/* The present board, empty, as the start of a game that White begins. */
static bool prepare(qi_gtp *session, qi_gtp_start *start)
{
    const qi_gtp_game *game = qi_gtp_game_of(session);
    if (!is_empty(game))
        return qi_gtp_fail(session, "board not empty");
    *start = (qi_gtp_start){.rows = game->rows, .columns = game->columns, .to_move = QI_WHITE};
    return true;
}

static bool begin(qi_gtp *session, const qi_gtp_start *start, uint32_t stones)
{
    qi_gtp_game *game = qi_gtp_game_of(session);
    const char *why = qi_gtp_game_start(game, start);
    if (why)
        return qi_gtp_fail(session, "%s", why);
    game->handicap = stones;
    return true;
}

static bool place_usual(qi_gtp *session, uint32_t count)
{
    qi_gtp_start start;
    if (!prepare(session, &start))
        return false;
    for (uint32_t i = 0; i < count; i++) {
        const qi_point point = usual_stone(qi_gtp_game_of(session), i, count);
        start.stones[point] = QI_BLACK;
        if (i)
            qi_gtp_say(session, " ");
        qi_gtp_say_vertex(session, point);
    }
    return begin(session, &start, count);
}

static bool read_count(qi_gtp *session, uint32_t *count)
{
    return qi_gtp_read_number(qi_gtp_argument(session, 0), 0, UINT32_MAX, count)
               ? true
               : qi_gtp_fail_syntax(session, "a number of stones");
}

/* Function:  Puts handicap stones on the usual points of the empty board; White is to move.
 * Arguments: a number of stones: 2 to 9 on odd boards from 9 on, else 2 to 4 from 7 on
 * Fails:     syntax error, invalid number of stones, board not empty
 * Returns:   the vertices of the stones
 */
static bool fixed_handicap(qi_gtp *session)
{
    uint32_t count;
    if (!read_count(session, &count))
        return false;
    if (count < 2 || count > most_usual(qi_gtp_game_of(session)))
        return qi_gtp_fail(session, "invalid number of stones");
    return place_usual(session, count);
}

/* Function:  Puts handicap stones where the program likes: on the usual points. When there are not
 *            so many of these, it puts fewer, as the protocol allows.
 * Arguments: a number of stones, from 2
 * Fails:     syntax error, invalid number of stones, board not empty
 * Returns:   the vertices of the stones
 */
static bool place_free_handicap(qi_gtp *session)
{
    const uint32_t most = most_usual(qi_gtp_game_of(session));
    uint32_t count;
    if (!read_count(session, &count))
        return false;
    if (count < 2 || most == 0)
        return qi_gtp_fail(session, "invalid number of stones");
    return place_usual(session, count < most ? count : most);
}

/* Function:  Puts handicap stones on these points of the empty board; White is to move.
 * Arguments: vertices, at least 2, all different
 * Fails:     syntax error, bad vertex list, board not empty
 * Returns:   nothing
 */
static bool set_free_handicap(qi_gtp *session)
{
    qi_gtp_start start;
    if (qi_gtp_arguments(session) < 2)
        return qi_gtp_fail(session, "bad vertex list: expected at least 2");
    if (!prepare(session, &start))
        return false;
    for (size_t i = 0; i < qi_gtp_arguments(session); i++) {
        qi_point point;
        if (!qi_gtp_read_vertex(session, i, &point))
            return false;
        if (point == QI_NO_POINT || start.stones[point] != QI_EMPTY)
            return qi_gtp_fail(session, "bad vertex list: %s", qi_gtp_argument(session, i));
        start.stones[point] = QI_BLACK;
    }
    return begin(session, &start, (uint32_t)qi_gtp_arguments(session));
}

/* Function:  Tells the handicap: stones that the commands for it have put, or that the record that
 *            was loaded tells (HA).
 * Arguments: none
 * Fails:     never
 * Returns:   a number; 0 when there is none
 */
static bool get_handicap(qi_gtp *session)
{
    const qi_gtp_game *game = qi_gtp_game_of(session);
    qi_gtp_say(session, "%u", game->handicap);
    return true;
}

const qi_gtp_command qi_gtp_handicap_commands[] = {{"fixed_handicap", fixed_handicap},
                                                   {"place_free_handicap", place_free_handicap},
                                                   {"set_free_handicap", set_free_handicap},
                                                   {"get_handicap", get_handicap},
                                                   {0}};
