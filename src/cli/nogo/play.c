#include "cli/nogo/play.h"
#include "cli/verbs.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void play_draw(play_game *game, picture_style style, qi_point cursor)
{
    cli_out *out = &game->out;
    picture drawing;
    if (!picture_start(&drawing, qi_nogo_rows(game->now), qi_nogo_columns(game->now))) {
        play_fail(game, QI_NO_MEMORY);
        return;
    }
    const nogo_legal_counts counts = nogo_mark_points(game->now, &drawing);
    const size_t place = qi_nogo_record_place(game->record);
    if (place)
        drawing.cells[qi_nogo_record_moves(game->record)[place - 1].point].last = true;
    if (cursor != QI_NO_POINT)
        drawing.cells[cursor].cursor = true;
    picture_terminal(out, &drawing, style);
    picture_end(&drawing);
    cli_printf(out, "Points for both %u, only Black %u, only White %u\n", counts.both, counts.black,
               counts.white);
    if (game->note[0])
        cli_printf(out, "%s\n", game->note);
    if (play_is_over(game))
        cli_printf(out,
                   play_is_persons_turn(game) ? "%s cannot move: you have lost.\n"
                                              : "%s cannot move: you have won.\n",
                   qi_colour_name(qi_nogo_to_move(game->now)));
    else
        cli_printf(
            out, play_is_persons_turn(game) ? "%s to move: your turn\n" : "%s to move, thinking\n",
            qi_colour_name(qi_nogo_to_move(game->now)));
}

/* ---- typed lines -------------------------------------------------------------------------- */

void play_with_lines(play_game *game, picture_style style)
{
    const bool prompt = isatty(STDIN_FILENO);
    qi_buffer line = {0};
    while (!game->quit && !game->out.file.error) {
        while (!play_is_persons_turn(game) && !play_is_over(game) && !game->quit)
            play_reply(game);
        if (game->quit)
            break;
        play_draw(game, style, QI_NO_POINT);
        if (prompt)
            cli_text(&game->out, "> ");
        cli_flush(&game->out);
        if (!cli_read_line(stdin, &line)) {
            if (line.failed)
                play_fail(game, QI_NO_MEMORY);
            break;
        }
        game->note[0] = '\0';
        play_obey(game, line.bytes);
    }
    qi_buffer_free(&line);
}

/* ---- the cursor --------------------------------------------------------------------------- */

typedef enum key {
    KEY_NONE = 0,
    KEY_UP = 256,
    KEY_DOWN,
    KEY_LEFT,
    KEY_RIGHT,
    KEY_END /* of the input */
} key;

/* One key press; arrows come as an escape and two more bytes. */
static int read_key(void)
{
    unsigned char byte;
    if (read(STDIN_FILENO, &byte, 1) != 1)
        return KEY_END;
    if (byte != '\033')
        return byte;
    unsigned char rest[2];
    if (read(STDIN_FILENO, rest, 1) != 1 || (rest[0] != '[' && rest[0] != 'O') ||
        read(STDIN_FILENO, rest + 1, 1) != 1)
        return KEY_NONE;
    switch (rest[1]) {
    case 'A':
        return KEY_UP;
    case 'B':
        return KEY_DOWN;
    case 'C':
        return KEY_RIGHT;
    case 'D':
        return KEY_LEFT;
    default:
        return KEY_NONE;
    }
}

static qi_point move_cursor(const play_game *game, qi_point cursor, int pressed)
{
    const uint32_t rows = qi_nogo_rows(game->now);
    const uint32_t columns = qi_nogo_columns(game->now);
    uint32_t row = cursor / columns;
    uint32_t column = cursor % columns;
    if (pressed == KEY_UP)
        row = (row + rows - 1) % rows;
    else if (pressed == KEY_DOWN)
        row = (row + 1) % rows;
    else if (pressed == KEY_LEFT)
        column = (column + columns - 1) % columns;
    else if (pressed == KEY_RIGHT)
        column = (column + 1) % columns;
    return row * columns + column;
}

/* Describes what is at the cursor, for the line under the board. */
static void describe(play_game *game, qi_point cursor)
{
    cli_out *out = &game->out;
    const uint32_t columns = qi_nogo_columns(game->now);
    cli_printf(out, "%u %u: ", cursor / columns + 1, cursor % columns + 1);
    const qi_group_size size = qi_nogo_measure_group(game->now, cursor, NULL, NULL, 0);
    if (size.stones > 0)
        cli_printf(out, "%s group, %u {stone|stones}, %u {liberty|liberties}\n",
                   qi_colour_name(qi_nogo_at(game->now, cursor)), size.stones, size.liberties);
    else
        cli_printf(out, "%s\n",
                   qi_nogo_verdict_text(qi_nogo_judge(game->now, game->person, cursor, NULL)));
}

/* What has been typed so far. */
typedef struct typing {
    char text[80];
    size_t length;
} typing;

static void draw_screen(play_game *game, picture_style style, qi_point cursor, const typing *typed)
{
    cli_out *out = &game->out;
    cli_text(out, "\033[H\033[2J");
    play_draw(game, style, cursor);
    describe(game, cursor);
    cli_text(out, "Arrows and Enter play; or type: row column, hint, undo, liberties, level N,\n"
                  "save FILE, quit.\n> ");
    cli_write(out, typed->text, typed->length);
    cli_flush(out);
}

/* Handles a key; a typed line is carried out when it ends. */
static void press(play_game *game, int pressed, qi_point *cursor, typing *typed)
{
    enum { CONTROL_C = 3, CONTROL_D = 4, BACKSPACE = 8, DELETE = 127 };
    if (pressed == KEY_END || pressed == CONTROL_C || pressed == CONTROL_D) {
        game->quit = true;
    } else if (pressed >= KEY_UP) {
        *cursor = move_cursor(game, *cursor, pressed);
    } else if (pressed == '\r' || pressed == '\n') {
        game->note[0] = '\0';
        typed->text[typed->length] = '\0';
        if (typed->length > 0)
            play_obey(game, typed->text);
        else if (!play_is_over(game))
            play_at(game, *cursor);
        typed->length = 0;
    } else if (pressed == BACKSPACE || pressed == DELETE) {
        typed->length -= typed->length > 0;
    } else if (pressed >= ' ' && pressed < DELETE && typed->length + 1 < sizeof typed->text) {
        typed->text[typed->length++] = (char)pressed;
    }
}

void play_with_cursor(play_game *game, picture_style style)
{
    cli_keys *const keys = cli_keys_start();
    if (!keys) {
        play_with_lines(game, style);
        return;
    }
    qi_point cursor =
        qi_nogo_rows(game->now) / 2 * qi_nogo_columns(game->now) + qi_nogo_columns(game->now) / 2;
    typing typed = {.length = 0};
    while (!game->quit && !game->out.file.error) {
        draw_screen(game, style, cursor, &typed);
        if (!play_is_persons_turn(game) && !play_is_over(game))
            play_reply(game);
        else
            press(game, read_key(), &cursor, &typed);
    }
    cli_keys_end(keys);
    cli_text(&game->out, "\n");
}

/* ---- the verb ----------------------------------------------------------------------------- */

/* Begins on the board of a file, or on an empty one. */
static int set_up(play_game *game, const char *path, const nogo_reading *reading,
                  cli_board_size size)
{
    qi_nogo *start = NULL;
    qi_result result = QI_OK;
    int status = CLI_GO_ON;
    if (path || reading->line)
        status = nogo_read(game->spec, path, reading, &start);
    else
        result = qi_nogo_new(size.rows, size.columns, NULL, &start);
    if (start)
        status = nogo_check_side(game->spec, start, QI_NOGO_SEARCH_MAX_SIDE);
    if (start && status == CLI_GO_ON)
        result = play_start(game, start);
    qi_nogo_free(start);
    return result == QI_OK ? status : cli_fail_with(game->spec, result);
}

int cli_nogo_play(int argc, char **argv)
{
    cli_board_size size;
    int colour;
    bool ascii = false;
    const char *sgf = NULL;
    nogo_reading reading = {0};
    static play_game game;
    game = (play_game){.quit = false};
    const cli_option options[] = {
        opt_board("size", &size, "9", QI_NOGO_SEARCH_MAX_SIDE, "the board"),
        opt_choice("colour", "X|O", &colour, "X", nogo_colour_choices,
                   "your colour; X is Black and begins"),
        NOGO_LEVEL_OPTION(game.thinking, "5", "how strong the opponent is"),
        opt_text("sgf", "FILE", &sgf, NULL, "save the game to FILE at the end"),
        opt_flag("ascii", &ascii, "use only ASCII characters"),
        NOGO_THINKING_OPTIONS(game.thinking, "512M"),
        NOGO_READING_OPTIONS(reading),
        {0}};
    char levels[1024];
    const cli_spec spec = {
        .command = "qi nogo play",
        .operands = "[BOARD]",
        .description =
            "Plays NoGo against you, from an empty board or from BOARD. No move may leave\n"
            "a group of either colour without a liberty; whoever cannot move loses.\n"
            "Move with the arrow keys and Enter, or type 'row column'. Other commands:\n"
            "hint, undo, liberties, level N, save FILE, help, quit; the first letter is enough.\n",
        .options = options,
        .more = nogo_levels_help(levels, sizeof levels),
        .max_operands = 1,
        .instead = &reading.line};
    int first;
    int status = cli_parse(&spec, argc, argv, &first);
    if (status != CLI_GO_ON)
        return status;
    game.spec = &spec;
    cli_ignore_broken_pipes();
    cli_out_stdout(&game.out);
    game.person = colour == 0 ? QI_BLACK : QI_WHITE;
    status = nogo_thinking_load(&spec, &game.thinking);
    if (status == CLI_GO_ON)
        status = set_up(&game, argv[first], &reading, size);
    if (status == CLI_GO_ON) {
        const bool terminal = isatty(STDIN_FILENO) && cli_is_able_terminal(STDOUT_FILENO);
        const picture_style style = {cli_use_colour(CLI_COLOUR_AUTO), ascii};
        if (terminal)
            play_with_cursor(&game, style);
        else
            play_with_lines(&game, style);
        const bool saved = !sgf || play_save(&game, sgf);
        status = saved && !game.failed ? CLI_DONE : CLI_BAD;
        status = cli_out_close(&spec, &game.out, status);
    }
    play_clean(&game);
    return status;
}
