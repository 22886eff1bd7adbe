/* The commands of GTP 2 that every game answers. docs/gtp.md is made from the contracts here. */
#include "base/clock.h"
#include "gtp/game.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- administration ----------------------------------------------------------------------- */

/* Function:  Tells the version of the protocol.
 * Arguments: none
 * Fails:     never
 * Returns:   2
 */
static bool protocol_version(gtp_session *session)
{
    gtp_say(session, "2");
    return true;
}

/* Function:  Tells the name of the program.
 * Arguments: none
 * Fails:     never
 * Returns:   qi go or qi nogo
 */
static bool name(gtp_session *session)
{
    const gtp_game *game = gtp_game_of(session);
    gtp_say(session, "%s", game->kind->name);
    return true;
}

/* Function:  Tells the version of the program and how it chooses its moves.
 * Arguments: none
 * Fails:     never
 * Returns:   a version and, in brackets, what the player does
 */
static bool version(gtp_session *session)
{
    const gtp_game *game = gtp_game_of(session);
    gtp_say(session, "%s", game->kind->version(game));
    return true;
}

/* Function:  Tells whether a command is known.
 * Arguments: the name of a command
 * Fails:     syntax error
 * Returns:   true or false
 */
static bool known_command(gtp_session *session)
{
    const char *asked = gtp_argument(session, 0), *known;
    if (!asked)
        return gtp_fail_syntax(session, "the name of a command");
    for (size_t i = 0; (known = gtp_command_name(session, i)); i++)
        if (strcmp(asked, known) == 0)
            break;
    gtp_say(session, known ? "true" : "false");
    return true;
}

/* Function:  Lists the commands.
 * Arguments: none
 * Fails:     never
 * Returns:   the names, one on a line
 */
static bool list_commands(gtp_session *session)
{
    const char *known;
    for (size_t i = 0; (known = gtp_command_name(session, i)); i++)
        gtp_say(session, "%s\n", known);
    return true;
}

/* Function:  Ends the session.
 * Arguments: none
 * Fails:     never
 * Returns:   nothing
 */
static bool quit(gtp_session *session)
{
    gtp_quit(session);
    return true;
}

/* ---- the board ---------------------------------------------------------------------------- */

static bool start_empty(gtp_session *session, uint32_t rows, uint32_t columns)
{
    const gtp_start start = {.rows = rows, .columns = columns, .to_move = QI_BLACK};
    const char *why = gtp_game_start(gtp_game_of(session), &start);
    return why ? gtp_fail(session, "%s", why) : true;
}

static bool read_side(gtp_session *session, size_t index, uint32_t *side)
{
    const char *word = gtp_argument(session, index);
    if (!word || !gtp_read_number(word, 0, UINT32_MAX, side))
        return gtp_fail_syntax(session, "a whole number");
    if (*side < 1 || *side > GTP_MOST_SIDE)
        return gtp_fail(session, "unacceptable size: expected 1 to %d", GTP_MOST_SIDE);
    return true;
}

/* Function:  Makes the board square with sides of this length, and empty, without holes.
 * Arguments: a size from 1 to 25
 * Fails:     syntax error, unacceptable size
 * Returns:   nothing
 */
static bool boardsize(gtp_session *session)
{
    uint32_t side = 0;
    return read_side(session, 0, &side) && start_empty(session, side, side);
}

/* Function:  Makes the board a rectangle, and empty, without holes.
 * Arguments: the number of columns, the number of rows, each from 1 to 25
 * Fails:     syntax error, unacceptable size
 * Returns:   nothing
 */
static bool rectangular_boardsize(gtp_session *session)
{
    uint32_t columns = 0, rows = 0;
    return read_side(session, 0, &columns) && read_side(session, 1, &rows) &&
           start_empty(session, rows, columns);
}

/* Function:  Tells the size of the board.
 * Arguments: none
 * Fails:     never
 * Returns:   one number for a square board, else the columns and the rows
 */
static bool query_boardsize(gtp_session *session)
{
    const gtp_game *game = gtp_game_of(session);
    gtp_say(session, "%u", game->start.columns);
    if (game->start.rows != game->start.columns)
        gtp_say(session, " %u", game->start.rows);
    return true;
}

/* Function:  Empties the board; Black is to move. Holes stay.
 * Arguments: none
 * Fails:     never
 * Returns:   nothing
 */
static bool clear_board(gtp_session *session)
{
    gtp_game *game = gtp_game_of(session);
    gtp_start start = {
        .rows = game->start.rows, .columns = game->start.columns, .to_move = QI_BLACK};
    for (qi_point point = 0; point < start.rows * start.columns; point++)
        if (game->start.stones[point] == QI_WALL)
            start.stones[point] = QI_WALL;
    const char *why = gtp_game_start(game, &start);
    return why ? gtp_fail(session, "%s", why) : true;
}

/* Function:  Sets the points that White gets for moving second. NoGo has no use for them.
 * Arguments: a number
 * Fails:     syntax error
 * Returns:   nothing
 */
static bool komi(gtp_session *session)
{
    gtp_game *game = gtp_game_of(session);
    const char *word = gtp_argument(session, 0);
    char *end = NULL;
    const double value = word ? strtod(word, &end) : 0;
    if (!word || end == word || *end || !isfinite(value))
        return gtp_fail_syntax(session, "a number");
    game->komi = value;
    return true;
}

/* Function:  Tells the komi.
 * Arguments: none
 * Fails:     never
 * Returns:   a number
 */
static bool get_komi(gtp_session *session)
{
    const gtp_game *game = gtp_game_of(session);
    gtp_say(session, "%g", game->komi);
    return true;
}

/* ---- moves -------------------------------------------------------------------------------- */

/* Function:  Plays a stone of the colour, whoever is to move, or passes.
 * Arguments: a colour, and a vertex or pass
 * Fails:     syntax error, illegal move (with the reason)
 * Returns:   nothing
 */
static bool play(gtp_session *session)
{
    gtp_move move;
    if (!gtp_read_colour(session, 0, &move.colour) || !gtp_read_vertex(session, 1, &move.point))
        return false;
    const char *why = gtp_game_play(gtp_game_of(session), move);
    return why ? gtp_fail(session, "illegal move: %s", why) : true;
}

static void enter_byo_yomi(gtp_clock *clock)
{
    clock->left += clock->byo_yomi;
    clock->stones = clock->byo_yomi_stones;
}

/* A controller need not send time_left: the time that a move took is taken off here. */
static void use_time(gtp_clock *clock, double seconds)
{
    if (!clock->given)
        return;
    clock->left -= seconds;
    if (clock->stones > 1)
        clock->stones--;
    else if (clock->stones == 1) { /* this period is done */
        clock->left = 0;
        enter_byo_yomi(clock);
    } else if (clock->left <= 0)
        enter_byo_yomi(clock);
    if (clock->left < 0)
        clock->left = 0;
}

static bool choose(gtp_session *session, qi_colour *colour, qi_point *point)
{
    gtp_game *game = gtp_game_of(session);
    if (!gtp_read_colour(session, 0, colour))
        return false;
    const double start = qi_seconds();
    if (game->interrupt)
        gtp_let_interrupt(session, game->interrupt, game);
    const char *why = game->kind->choose(game, *colour, point);
    gtp_end_interrupt(session);
    use_time(&game->clocks[*colour], qi_seconds() - start);
    if (why)
        return gtp_fail(session, "%s", why);
    gtp_say_vertex(session, *point);
    return true;
}

/* Function:  Chooses a move for the colour, whoever is to move, and plays it.
 * Arguments: a colour
 * Fails:     syntax error
 * Returns:   a vertex, pass, or resign
 */
static bool genmove(gtp_session *session)
{
    gtp_move move;
    if (!choose(session, &move.colour, &move.point))
        return false;
    if (move.point == GTP_RESIGN)
        return true;
    const char *why = gtp_game_play(gtp_game_of(session), move);
    return why ? gtp_fail(session, "illegal move: %s", why) : true;
}

/* Function:  Chooses a move for the colour and does not play it.
 * Arguments: a colour
 * Fails:     syntax error
 * Returns:   a vertex, pass, or resign
 */
static bool reg_genmove(gtp_session *session)
{
    qi_colour colour;
    qi_point point;
    return choose(session, &colour, &point);
}

/* Function:  Takes the last move back.
 * Arguments: none
 * Fails:     cannot undo
 * Returns:   nothing
 */
static bool undo(gtp_session *session)
{
    gtp_game *game = gtp_game_of(session);
    if (game->move_count == 0)
        return gtp_fail(session, "cannot undo");
    const char *why = gtp_game_rebuild(game, game->move_count - 1);
    return why ? gtp_fail(session, "cannot undo: %s", why) : true;
}

/* Function:  Tells whether a move is legal.
 * Arguments: a colour, and a vertex or pass
 * Fails:     syntax error, illegal move (off the board)
 * Returns:   1 or 0
 */
static bool is_legal(gtp_session *session)
{
    const gtp_game *game = gtp_game_of(session);
    gtp_move move;
    if (!gtp_read_colour(session, 0, &move.colour) || !gtp_read_vertex(session, 1, &move.point))
        return false;
    gtp_say(session, game->kind->judge(game, move) ? "0" : "1");
    return true;
}

/* Function:  Lists the points where a colour may play. legal_moves and all_legal are the same.
 * Arguments: a colour; without one, the player to move
 * Fails:     syntax error
 * Returns:   vertices, in reading order
 */
static bool list_legal(gtp_session *session)
{
    qi_colour colour;
    if (!gtp_read_colour_or_turn(session, 0, &colour))
        return false;
    gtp_say_legal(session, colour);
    return true;
}

/* Function:  Tells the result: in Go by area, all stones alive, at any time; in NoGo who has won,
 *            once the player to move has no legal move.
 * Arguments: none
 * Fails:     cannot score
 * Returns:   such as B+3.5, W+R or 0
 */
static bool final_score(gtp_session *session)
{
    const gtp_game *game = gtp_game_of(session);
    char text[32];
    if (!game->kind->result(game, text, sizeof text))
        return gtp_fail(session, "cannot score: the game is not over");
    gtp_say(session, "%s", text);
    return true;
}

/* ---- time --------------------------------------------------------------------------------- */

static bool read_seconds(gtp_session *session, size_t index, double *seconds)
{
    const char *word = gtp_argument(session, index);
    char *end = NULL;
    *seconds = word ? strtod(word, &end) : 0;
    if (!word || end == word || *end || !(*seconds >= 0 && *seconds <= 1e9))
        return gtp_fail_syntax(session, "seconds, 0 or more");
    return true;
}

static bool read_stones(gtp_session *session, size_t index, uint32_t *stones)
{
    return gtp_read_number(gtp_argument(session, index), 0, UINT32_MAX, stones)
               ? true
               : gtp_fail_syntax(session, "a number of stones, 0 or more");
}

static void set_clocks(gtp_game *game, gtp_clock clock)
{
    /* The protocol's way to say 'no limit' is a byo-yomi of some time and no stones. */
    clock.given = !(clock.byo_yomi > 0 && clock.byo_yomi_stones == 0);
    clock.left = clock.main_time;
    if (clock.main_time <= 0)
        enter_byo_yomi(&clock);
    game->clocks[QI_BLACK] = game->clocks[QI_WHITE] = clock;
}

/* Function:  Tells both players' time: a main time, then so many stones in each further period.
 * Arguments: main time in seconds, length of a period in seconds, stones in it
 * Fails:     syntax error
 * Returns:   nothing
 */
static bool time_settings(gtp_session *session)
{
    gtp_clock clock = {0};
    if (!read_seconds(session, 0, &clock.main_time) || !read_seconds(session, 1, &clock.byo_yomi) ||
        !read_stones(session, 2, &clock.byo_yomi_stones))
        return false;
    set_clocks(gtp_game_of(session), clock);
    return true;
}

/* Function:  Tells both players' time as KGS does: none; absolute TIME; canadian TIME, PERIOD,
 *            STONES; byoyomi TIME, PERIOD, PERIODS (each period is for one stone).
 * Arguments: the kind of time, then its numbers
 * Fails:     syntax error
 * Returns:   nothing
 */
static bool kgs_time_settings(gtp_session *session)
{
    const char *kind = gtp_argument(session, 0);
    gtp_clock clock = {0};
    uint32_t stones = 1;
    if (!kind)
        return gtp_fail_syntax(session, "none, absolute, canadian or byoyomi");
    if (strcmp(kind, "none") == 0) {
        clock.byo_yomi = 1;
    } else if (strcmp(kind, "absolute") == 0) {
        if (!read_seconds(session, 1, &clock.main_time))
            return false;
    } else if (strcmp(kind, "canadian") == 0 || strcmp(kind, "byoyomi") == 0) {
        if (!read_seconds(session, 1, &clock.main_time) ||
            !read_seconds(session, 2, &clock.byo_yomi) || !read_stones(session, 3, &stones))
            return false;
        clock.byo_yomi_stones = strcmp(kind, "canadian") == 0 ? stones : 1;
    } else {
        return gtp_fail_syntax(session, "none, absolute, canadian or byoyomi");
    }
    set_clocks(gtp_game_of(session), clock);
    return true;
}

/* Function:  Tells a player's time left.
 * Arguments: a colour, seconds left, stones still to play in them (0 in the main time)
 * Fails:     syntax error
 * Returns:   nothing
 */
static bool time_left(gtp_session *session)
{
    gtp_game *game = gtp_game_of(session);
    qi_colour colour;
    double left;
    uint32_t stones;
    if (!gtp_read_colour(session, 0, &colour) || !read_seconds(session, 1, &left) ||
        !read_stones(session, 2, &stones))
        return false;
    gtp_clock *clock = &game->clocks[colour];
    clock->given = true;
    clock->left = left;
    clock->stones = stones;
    return true;
}

/* ---- showing ------------------------------------------------------------------------------ */

static void say_letters(gtp_session *session, uint32_t columns)
{
    gtp_say(session, "  ");
    for (uint32_t column = 0; column < columns; column++)
        gtp_say(session, " %c", "ABCDEFGHJKLMNOPQRSTUVWXYZ"[column]);
    gtp_say(session, "\n");
}

/* Function:  Draws the board: X is Black, O is White, # is a hole, the last move stands in
 *            brackets.
 * Arguments: none
 * Fails:     never
 * Returns:   a picture of several lines
 */
static bool showboard(gtp_session *session)
{
    const gtp_game *game = gtp_game_of(session);
    const uint32_t rows = game->start.rows, columns = game->start.columns;
    const qi_point last =
        game->move_count ? game->moves[game->move_count - 1].point : (qi_point)QI_NO_POINT;
    gtp_say(session, "\n");
    say_letters(session, columns);
    for (uint32_t row = 0; row < rows; row++) {
        gtp_say(session, "%2u", rows - row);
        bool open = false;
        for (uint32_t column = 0; column < columns; column++) {
            const qi_point point = row * columns + column;
            gtp_say(session, "%c%c",
                    open            ? ')'
                    : point == last ? '('
                                    : ' ',
                    ".XO#"[game->kind->at(game, point)]);
            open = point == last;
        }
        gtp_say(session, "%c%u\n", open ? ')' : ' ', rows - row);
    }
    say_letters(session, columns);
    gtp_say(session, "%s to move, move %zu", gtp_game_to_move(game) == QI_BLACK ? "Black" : "White",
            game->move_count + 1);
    return true;
}

const gtp_command gtp_common_commands[] = {{"protocol_version", protocol_version},
                                           {"name", name},
                                           {"version", version},
                                           {"known_command", known_command},
                                           {"list_commands", list_commands},
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
                                           {"is_legal", is_legal},
                                           {"list_legal", list_legal},
                                           {"legal_moves", list_legal},
                                           {"all_legal", list_legal},
                                           {"final_score", final_score},
                                           {"time_settings", time_settings},
                                           {"kgs-time_settings", kgs_time_settings},
                                           {"time_left", time_left},
                                           {"showboard", showboard},
                                           {0}};
