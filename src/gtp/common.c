/* The commands of GTP 2 that every game answers. docs/gtp.md is made from the contracts here. */
#include "gtp/session.h"

#include <stdlib.h>
#include <string.h>

/* ---- administration ----------------------------------------------------------------------- */

/* Function:  Returns the version of the protocol.
 * Arguments: none
 * Fails:     never
 * Returns:   2
 */
static bool protocol_version(qi_gtp *session)
{
    return qi_gtp_say(session, "2");
}

/* Function:  Returns the name of the program.
 * Arguments: none
 * Fails:     never
 * Returns:   qi go or qi nogo
 */
static bool name(qi_gtp *session)
{
    return qi_gtp_say(session, "%s", session->game->name);
}

/* Function:  Returns the version of the program and how it chooses its moves.
 * Arguments: none
 * Fails:     never
 * Returns:   a version and, in brackets, what the player does
 */
static bool version(qi_gtp *session)
{
    return qi_gtp_say(session, "%s (%s)", QI_VERSION, session->engine.description);
}

/* Function:  Returns whether a command is known.
 * Arguments: the name of a command
 * Fails:     syntax error
 * Returns:   true or false
 */
static bool known_command(qi_gtp *session)
{
    const char *const asked = qi_gtp_argument(session, 0);
    if (!asked)
        return qi_gtp_fail_syntax(session, "the name of a command");
    return qi_gtp_say(session, qi_gtp_command_named(session, asked) ? "true" : "false");
}

/* Function:  Lists the commands.
 * Arguments: none
 * Fails:     never
 * Returns:   the names, one on a line
 */
static bool list_commands(qi_gtp *session)
{
    const qi_gtp_command *known;
    for (size_t i = 0; (known = qi_gtp_command_at(session, i)); i++)
        qi_gtp_say(session, "%s\n", known->name);
    return true;
}

/* Function:  Returns the processor time that the program has used.
 * Arguments: none
 * Fails:     never
 * Returns:   seconds
 */
static bool cputime(qi_gtp *session)
{
    return qi_gtp_say(session, "%.3f", qi_cpu_seconds());
}

/* Function:  Ends the session.
 * Arguments: none
 * Fails:     never
 * Returns:   nothing
 */
static bool quit(qi_gtp *session)
{
    session->over = true;
    return true;
}

/* ---- the board ---------------------------------------------------------------------------- */

/* An empty board of this size; holes stay when the size does. */
static bool start_empty(qi_gtp *session, uint32_t rows, uint32_t columns)
{
    qi_gtp_start start = {.rows = rows, .columns = columns, .to_move = QI_BLACK};
    const bool same = rows == session->rows && columns == session->columns;
    for (qi_point point = 0; same && point < rows * columns; point++)
        if (qi_gtp_at(session, point) == QI_WALL)
            start.stones[point] = QI_WALL;
    return qi_gtp_start_game(session, &start, "");
}

static bool read_side(qi_gtp *session, size_t index, const char *what, uint32_t *side)
{
    if (!qi_gtp_read_count(session, index, "a whole number", side))
        return false;
    if (*side < 1 || *side > QI_GTP_MAX_SIDE)
        return qi_gtp_fail(session, "unacceptable size: expected 1 to %u%s", QI_GTP_MAX_SIDE, what);
    return true;
}

/* Function:  Makes the board square with sides of this length, and empty. Holes stay when the size
 *            does: controllers send this before every game.
 * Arguments: a size from 1 to 25
 * Fails:     syntax error, unacceptable size
 * Returns:   nothing
 */
static bool boardsize(qi_gtp *session)
{
    uint32_t side = 0;
    return read_side(session, 0, "", &side) && start_empty(session, side, side);
}

/* Function:  Makes the board a rectangle, and empty. Holes stay when the size does.
 * Arguments: the number of columns, the number of rows, each from 1 to 25
 * Fails:     syntax error, unacceptable size
 * Returns:   nothing
 */
static bool rectangular_boardsize(qi_gtp *session)
{
    uint32_t columns = 0, rows = 0;
    return read_side(session, 0, " columns", &columns) && read_side(session, 1, " rows", &rows) &&
           start_empty(session, rows, columns);
}

/* Function:  Returns the size of the board.
 * Arguments: none
 * Fails:     never
 * Returns:   one number for a square board, else the columns and the rows
 */
static bool query_boardsize(qi_gtp *session)
{
    qi_gtp_say(session, "%u", session->columns);
    if (session->rows != session->columns)
        qi_gtp_say(session, " %u", session->rows);
    return true;
}

/* Function:  Empties the board; Black is to move. Holes stay.
 * Arguments: none
 * Fails:     never
 * Returns:   nothing
 */
static bool clear_board(qi_gtp *session)
{
    return start_empty(session, session->rows, session->columns);
}

/* Function:  Sets the points that White gets for moving second. NoGo has no use for them.
 * Arguments: a number
 * Fails:     syntax error
 * Returns:   nothing
 */
static bool komi(qi_gtp *session)
{
    const char *word = qi_gtp_argument(session, 0);
    return (word && qi_gtp_parse_komi(word, &session->komi)) ||
           qi_gtp_fail_syntax(session, "a number");
}

/* Function:  Returns the komi.
 * Arguments: none
 * Fails:     never
 * Returns:   a number
 */
static bool get_komi(qi_gtp *session)
{
    return qi_gtp_say(session, "%g", session->komi);
}

/* ---- moves -------------------------------------------------------------------------------- */

/* Function:  Plays a stone of the colour, in turn or not, or passes.
 * Arguments: a colour, and a vertex or pass
 * Fails:     syntax error, illegal move (with the reason)
 * Returns:   nothing
 */
static bool play(qi_gtp *session)
{
    qi_move move;
    return qi_gtp_read_move(session, 0, &move) && qi_gtp_play(session, move);
}

static bool choose(qi_gtp *session, qi_move *move)
{
    qi_gtp_question question = {.interval = 0};
    if (!qi_gtp_read_colour(session, 0, &question.colour) ||
        !qi_gtp_choose(session, &question, &move->point))
        return false;
    move->colour = question.colour;
    return qi_gtp_say_vertex(session, move->point);
}

/* Function:  Chooses a move for the colour, in turn or not, and plays it.
 * Arguments: a colour
 * Fails:     syntax error
 * Returns:   a vertex, pass, or resign
 */
static bool genmove(qi_gtp *session)
{
    qi_move move;
    return choose(session, &move) && qi_gtp_play_choice(session, move);
}

/* Function:  Chooses a move for the colour and does not play it.
 * Arguments: a colour
 * Fails:     syntax error
 * Returns:   a vertex, pass, or resign
 */
static bool reg_genmove(qi_gtp *session)
{
    qi_move move;
    return choose(session, &move);
}

static bool take_back(qi_gtp *session, uint32_t count)
{
    const size_t moves = session->game->moves(session, NULL);
    if (moves < count)
        return qi_gtp_fail(session, "cannot undo");
    session->game->undo(session, moves - count);
    return true;
}

/* Function:  Takes the last move back.
 * Arguments: none
 * Fails:     cannot undo
 * Returns:   nothing
 */
static bool undo(qi_gtp *session)
{
    return take_back(session, 1);
}

/* Function:  Takes the last moves back, all of them or none.
 * Arguments: how many, from 0; without a number, one
 * Fails:     syntax error, cannot undo
 * Returns:   nothing
 */
static bool gg_undo(qi_gtp *session)
{
    uint32_t count = 1;
    return (!qi_gtp_argument(session, 0) ||
            qi_gtp_read_count(session, 0, "a number of moves", &count)) &&
           take_back(session, count);
}

/* Function:  Returns whether a move is legal.
 * Arguments: a colour, and a vertex or pass
 * Fails:     syntax error, illegal move (off the board)
 * Returns:   1 or 0
 */
static bool is_legal(qi_gtp *session)
{
    qi_move move;
    if (!qi_gtp_read_move(session, 0, &move))
        return false;
    return qi_gtp_say(session, session->game->judge(session, move) ? "0" : "1");
}

/* Function:  Lists the points where a colour may play.
 * Arguments: a colour; without one, the player to move
 * Fails:     syntax error
 * Returns:   vertices, in reading order
 */
static bool list_legal(qi_gtp *session)
{
    qi_colour colour = session->game->to_move(session);
    if (qi_gtp_argument(session, 0) && !qi_gtp_read_colour(session, 0, &colour))
        return false;
    qi_gtp_say_legal(session, colour);
    return true;
}

/* The stones of one colour or of two, in reading order. */
static bool say_stones(qi_gtp *session, qi_colour colour, qi_colour other)
{
    for (qi_point point = 0; point < session->rows * session->columns; point++) {
        const qi_colour there = qi_gtp_at(session, point);
        if (there == colour || there == other)
            qi_gtp_say_next(session, point);
    }
    return true;
}

/* Function:  Lists the stones of a colour.
 * Arguments: a colour
 * Fails:     syntax error
 * Returns:   vertices, in reading order
 */
static bool list_stones(qi_gtp *session)
{
    qi_colour colour;
    return qi_gtp_read_colour(session, 0, &colour) && say_stones(session, colour, colour);
}

/* Function:  Lists the stones that are alive, dead or in seki at the end. All are alive here: Go is
 *            scored as the stones stand, and NoGo captures none.
 * Arguments: alive, dead or seki
 * Fails:     syntax error
 * Returns:   vertices, in reading order
 */
static bool final_status_list(qi_gtp *session)
{
    const char *status = qi_gtp_argument(session, 0);
    const bool alive = status && strcmp(status, "alive") == 0;
    if (!alive && (!status || (strcmp(status, "dead") != 0 && strcmp(status, "seki") != 0)))
        return qi_gtp_fail_syntax(session, "alive, dead or seki");
    return !alive || say_stones(session, QI_BLACK, QI_WHITE);
}

/* Function:  Returns the result: in Go by area, all stones alive, at any time; in NoGo who has won,
 *            once the player to move has no legal move.
 * Arguments: none
 * Fails:     cannot score
 * Returns:   such as B+3.5 or 0 in Go, B+ or W+ in NoGo
 */
static bool final_score(qi_gtp *session)
{
    char text[32];
    if (!session->game->result(session, text, sizeof text))
        return qi_gtp_fail(session, "cannot score: the game is not over");
    return qi_gtp_say(session, "%s", text);
}

/* ---- time --------------------------------------------------------------------------------- */

static bool read_seconds(qi_gtp *session, size_t index, double *seconds)
{
    const char *word = qi_gtp_argument(session, index);
    char *end = NULL;
    *seconds = word ? strtod(word, &end) : 0;
    if (!word || end == word || *end || !(*seconds >= 0 && *seconds <= 1e9))
        return qi_gtp_fail_syntax(session, "seconds, 0 or more");
    return true;
}

static bool read_stones(qi_gtp *session, size_t index, uint32_t *stones)
{
    return qi_gtp_read_count(session, index, "a number of stones, 0 or more", stones);
}

static void set_clocks(qi_gtp *session, double main_time, double byo_yomi, uint32_t stones,
                       bool periods)
{
    session->counts_periods = periods;
    session->clocks[QI_BLACK] = session->clocks[QI_WHITE] =
        qi_nogo_clock_start(main_time, byo_yomi, stones);
}

/* Function:  Sets both players' clocks: a main time, then a number of stones per further period.
 * Arguments: main time in seconds, length of a period in seconds, stones in it
 * Fails:     syntax error
 * Returns:   nothing
 */
static bool time_settings(qi_gtp *session)
{
    double main_time, byo_yomi;
    uint32_t stones;
    if (!read_seconds(session, 0, &main_time) || !read_seconds(session, 1, &byo_yomi) ||
        !read_stones(session, 2, &stones))
        return false;
    set_clocks(session, main_time, byo_yomi, stones, false);
    return true;
}

/* Function:  Sets both players' clocks as KGS does: none; absolute TIME; canadian TIME, PERIOD,
 *            STONES; byoyomi TIME, PERIOD, PERIODS (each period is for one stone).
 * Arguments: the kind of time, then its numbers
 * Fails:     syntax error
 * Returns:   nothing
 */
static bool kgs_time_settings(qi_gtp *session)
{
    const char *kind = qi_gtp_argument(session, 0);
    double main_time = 0, byo_yomi = 0;
    uint32_t stones = 0;
    bool periods = false;
    if (!kind)
        return qi_gtp_fail_syntax(session, "none, absolute, canadian or byoyomi");
    if (strcmp(kind, "none") == 0) {
        byo_yomi = 1;
    } else if (strcmp(kind, "absolute") == 0) {
        if (!read_seconds(session, 1, &main_time))
            return false;
    } else if (strcmp(kind, "canadian") == 0 || strcmp(kind, "byoyomi") == 0) {
        if (!read_seconds(session, 1, &main_time) || !read_seconds(session, 2, &byo_yomi) ||
            !read_stones(session, 3, &stones))
            return false;
        periods = strcmp(kind, "byoyomi") == 0;
        stones = periods ? 1 : stones;
    } else {
        return qi_gtp_fail_syntax(session, "none, absolute, canadian or byoyomi");
    }
    set_clocks(session, main_time, byo_yomi, stones, periods);
    return true;
}

/* Function:  Sets a player's time left. Nothing left of the main time is the start of the first
 *            period.
 * Arguments: a colour, seconds left, stones still to play in them (0 in the main time); after
 *            kgs-time_settings byoyomi, the number of periods left instead of stones
 * Fails:     syntax error
 * Returns:   nothing
 */
static bool time_left(qi_gtp *session)
{
    qi_colour colour;
    double left;
    uint32_t stones;
    if (!qi_gtp_read_colour(session, 0, &colour) || !read_seconds(session, 1, &left) ||
        !read_stones(session, 2, &stones))
        return false;
    qi_nogo_clock *clock = &session->clocks[colour];
    clock->given = true;
    clock->left = left;
    clock->stones = session->counts_periods && stones ? 1 : stones;
    if (left <= 0 && stones == 0 && clock->byo_yomi > 0) {
        clock->left = clock->byo_yomi;
        clock->stones = clock->byo_yomi_stones;
    }
    return true;
}

/* ---- showing ------------------------------------------------------------------------------ */

static void say_letters(qi_gtp *session, uint32_t columns)
{
    qi_gtp_say(session, "  ");
    for (uint32_t column = 0; column < columns; column++)
        qi_gtp_say(session, " %c", qi_vertex_letter(column));
    qi_gtp_say(session, "\n");
}

/* Function:  Draws the board: X is Black, O is White, # is a hole, the last move stands in
 *            brackets.
 * Arguments: none
 * Fails:     never
 * Returns:   a picture of several lines
 */
static bool showboard(qi_gtp *session)
{
    const uint32_t rows = session->rows, columns = session->columns;
    qi_move last = {.point = QI_NO_POINT};
    const size_t moves = session->game->moves(session, &last);
    qi_gtp_say(session, "\n");
    say_letters(session, columns);
    for (uint32_t row = 0; row < rows; row++) {
        qi_gtp_say(session, "%2u", rows - row);
        bool open = false;
        for (uint32_t column = 0; column < columns; column++) {
            const qi_point point = row * columns + column;
            qi_gtp_say(session, "%c%c",
                       open                  ? ')'
                       : point == last.point ? '('
                                             : ' ',
                       ".XO#"[qi_gtp_at(session, point)]);
            open = point == last.point;
        }
        qi_gtp_say(session, "%c%u\n", open ? ')' : ' ', rows - row);
    }
    say_letters(session, columns);
    return qi_gtp_say(session, "%s to move, move %zu",
                      qi_colour_name(session->game->to_move(session)), moves + 1);
}

const qi_gtp_command qi_gtp_common_commands[] = {{"protocol_version", protocol_version},
                                                 {"name", name},
                                                 {"version", version},
                                                 {"known_command", known_command},
                                                 {"list_commands", list_commands},
                                                 {"cputime", cputime},
                                                 {"quit", quit},
                                                 {"boardsize", boardsize},
                                                 {"rectangular_boardsize", rectangular_boardsize},
                                                 {"query_boardsize", query_boardsize},
                                                 {"clear_board", clear_board},
                                                 {"komi", komi},
                                                 {"get_komi", get_komi},
                                                 {"play", play},
                                                 {"genmove", genmove},
                                                 {"reg_genmove", reg_genmove},
                                                 {"undo", undo},
                                                 {"gg-undo", gg_undo},
                                                 {"is_legal", is_legal},
                                                 {"list_legal", list_legal},
                                                 {"list_stones", list_stones},
                                                 {"final_score", final_score},
                                                 {"final_status_list", final_status_list},
                                                 {"time_settings", time_settings},

                                                 {"kgs-time_settings", kgs_time_settings},
                                                 {"time_left", time_left},
                                                 {"showboard", showboard},
                                                 {0}};
