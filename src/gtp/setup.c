/* Positions that no moves lead to: setup, handicap stones and holes. Each is a new start of the
 * game: undo does not reach behind it. */
#include "gtp/session.h"

#include <string.h>
#include <strings.h>

static bool has_stones(const qi_gtp *session)
{
    for (qi_point point = 0; point < session->rows * session->columns; point++) {
        const qi_colour there = qi_gtp_at(session, point);
        if (there == QI_BLACK || there == QI_WHITE)
            return true;
    }
    return false;
}

/* The present position as a start. */
static void take_position(const qi_gtp *session, qi_gtp_start *now)
{
    *now = (qi_gtp_start){.rows = session->rows,
                          .columns = session->columns,
                          .to_move = session->game->to_move(session)};
    for (qi_point point = 0; point < now->rows * now->columns; point++)
        now->stones[point] = (uint8_t)qi_gtp_at(session, point);
}

/* ---- setup, in both games ----------------------------------------------------------------- */

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
    take_position(session, &start);
    for (size_t i = 0; i < qi_gtp_arguments(session); i += 2) {
        uint8_t stone = QI_EMPTY;
        qi_point point;
        if (!read_stone(session, i, &stone) ||
            !qi_gtp_read_vertex(session, i + 1, "illegal setup", &point))
            return false;
        if (point == QI_NO_POINT)
            return qi_gtp_fail_syntax(session, "a vertex such as D4");
        if (start.stones[point] == QI_WALL)
            return qi_gtp_fail(session, "illegal setup: hole");
        start.stones[point] = stone;
    }
    return qi_gtp_start_game(session, &start, "illegal setup: ");
}

/* Function:  Sets who is to move in the present position.
 * Arguments: a colour
 * Fails:     syntax error
 * Returns:   nothing
 */
static bool setup_player(qi_gtp *session)
{
    qi_gtp_start start;
    take_position(session, &start);
    return qi_gtp_read_colour(session, 0, &start.to_move) &&
           qi_gtp_start_game(session, &start, "illegal setup: ");
}

const qi_gtp_command qi_gtp_setup_commands[] = {
    {"gogui-setup", setup}, {"gogui-setup_player", setup_player}, {0}};

/* ---- handicap, which only Go has ---------------------------------------------------------- */

/* The usual points: corners, sides and centre at a distance from the edge. As (row, column), each
 * 0 for the low side, 1 for the middle, 2 for the high side, from the bottom left. */
static const uint8_t handicap_points[9][2] = {{0, 0}, {2, 2}, {2, 0}, {0, 2}, {1, 0},
                                              {1, 2}, {0, 1}, {2, 1}, {1, 1}};

static uint32_t max_handicap(const qi_gtp *session)
{
    const uint32_t size = session->rows;
    if (size != session->columns || size < 7)
        return 0;
    return size % 2 == 0 || size == 7 ? 4 : 9;
}

static qi_point handicap_point(const qi_gtp *session, const uint8_t place[2])
{
    const uint32_t size = session->rows, edge = size >= 12 ? 3 : 2;
    const uint32_t lines[3] = {edge, size / 2, size - 1 - edge};
    return (size - 1 - lines[place[0]]) * size + lines[place[1]];
}

/* Of 5 and 7 stones the last is in the centre; 6 and 8 have none there. */
static qi_point handicap_stone(const qi_gtp *session, uint32_t index, uint32_t count)
{
    const bool centre = count % 2 == 1 && count >= 5 && index == count - 1;
    return handicap_point(session, handicap_points[centre ? 8 : index]);
}

/* The present board, empty, as the start of a game that White begins. */
static bool prepare(qi_gtp *session, qi_gtp_start *start)
{
    if (has_stones(session))
        return qi_gtp_fail(session, "board not empty");
    *start =
        (qi_gtp_start){.rows = session->rows, .columns = session->columns, .to_move = QI_WHITE};
    return true;
}

static bool begin(qi_gtp *session, const qi_gtp_start *start, uint32_t stones)
{
    if (!qi_gtp_start_game(session, start, ""))
        return false;
    session->handicap = stones;
    return true;
}

static bool place_handicap(qi_gtp *session, uint32_t count)
{
    qi_gtp_start start;
    if (!prepare(session, &start))
        return false;
    for (uint32_t i = 0; i < count; i++) {
        const qi_point point = handicap_stone(session, i, count);
        start.stones[point] = QI_BLACK;
        qi_gtp_say_next(session, point);
    }
    return begin(session, &start, count);
}

/* Function:  Puts handicap stones on the usual points of the empty board; White is to move.
 * Arguments: a number of stones: 2 to 9 on odd boards from 9 on, else 2 to 4 from 7 on
 * Fails:     syntax error, invalid number of stones, board not empty
 * Returns:   the vertices of the stones
 */
static bool fixed_handicap(qi_gtp *session)
{
    uint32_t count;
    if (!qi_gtp_read_count(session, 0, "a number of stones", &count))
        return false;
    if (count < 2 || count > max_handicap(session))
        return qi_gtp_fail(session, "invalid number of stones");
    return place_handicap(session, count);
}

/* Function:  Puts handicap stones where the program likes: on the usual points. When there are not
 *            so many of these, it puts fewer, as the protocol allows.
 * Arguments: a number of stones, from 2
 * Fails:     syntax error, invalid number of stones, board not empty
 * Returns:   the vertices of the stones
 */
static bool place_free_handicap(qi_gtp *session)
{
    const uint32_t max = max_handicap(session);
    uint32_t count;
    if (!qi_gtp_read_count(session, 0, "a number of stones", &count))
        return false;
    if (count < 2 || max == 0)
        return qi_gtp_fail(session, "invalid number of stones");
    return place_handicap(session, count < max ? count : max);
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
        if (!qi_gtp_read_vertex(session, i, "bad vertex list", &point))
            return false;
        if (point == QI_NO_POINT || start.stones[point] != QI_EMPTY)
            return qi_gtp_fail(session, "bad vertex list: %s", qi_gtp_argument(session, i));
        start.stones[point] = QI_BLACK;
    }
    return begin(session, &start, (uint32_t)qi_gtp_arguments(session));
}

/* Function:  Returns the handicap: the stones that the commands for it have put, or HA of the
 *            record that was loaded.
 * Arguments: none
 * Fails:     never
 * Returns:   a number; 0 without a handicap, and after a setup
 */
static bool get_handicap(qi_gtp *session)
{
    return qi_gtp_say(session, "%u", session->handicap);
}

const qi_gtp_command qi_gtp_handicap_commands[] = {{"fixed_handicap", fixed_handicap},
                                                   {"place_free_handicap", place_free_handicap},
                                                   {"set_free_handicap", set_free_handicap},
                                                   {"get_handicap", get_handicap},
                                                   {0}};

/* ---- hollow boards of NoGo: holes are not part of the board and no liberties --------------- */

static bool make_hole(qi_gtp_start *start, const char *word)
{
    qi_point point;
    if (qi_vertex_read(start->rows, start->columns, word, strlen(word), &point) != QI_OK ||
        start->stones[point] != QI_EMPTY)
        return false;
    start->stones[point] = QI_WALL;
    return true;
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
    if (has_stones(session))
        return qi_gtp_fail(session, "board not empty");
    qi_gtp_start start = {.rows = session->rows, .columns = session->columns, .to_move = QI_BLACK};
    for (size_t i = 0; i < qi_gtp_arguments(session); i++)
        if (!make_hole(&start, qi_gtp_argument(session, i)))
            return qi_gtp_fail(session, "bad vertex list: %s", qi_gtp_argument(session, i));
    return qi_gtp_start_game(session, &start, "");
}

const qi_gtp_command qi_gtp_hollow_commands[] = {{"hollow", hollow}, {0}};
