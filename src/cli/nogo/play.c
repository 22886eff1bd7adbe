/* A game of NoGo between a person and the engine. */
#include "cli/nogo/nogo.h"
#include "cli/verbs.h"

#include <qi/nogo_record.h>

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct play_game {
    const cli_spec *spec;
    qi_nogo_record *record;
    const qi_nogo *now; /* the record's position */
    qi_colour person;   /* whose moves are typed */
    nogo_thinking thinking;
    qi_nogo_player *opponent, *adviser; /* the adviser is made when first asked for a hint */
    char note[320];                     /* what happened last, one line */
    bool quit;
    bool failed; /* it quits for want of memory, which was said */
    cli_out out; /* where it is drawn */
} play_game;

static const char commands_help[] =
    "Type 'row column' to move, or: hint, undo, liberties, level N, save FILE, help, quit.";

/* Notes what has happened. */
static void note(play_game *game, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void note(play_game *game, const char *format, ...)
{
    qi_buffer text = {.translator = cli_translator()};
    va_list arguments;
    va_start(arguments, format);
    va_list again;
    va_copy(again, arguments);
    if (qi_buffer_vsay(&text, format, again))
        snprintf(game->note, sizeof game->note, "%s", text.bytes);
    else /* in English where there is no memory */
        vsnprintf(game->note, sizeof game->note, format, arguments);
    va_end(again);
    va_end(arguments);
    qi_buffer_free(&text);
}

/* Says why the game cannot go on, and quits. */
static void fail(play_game *game, qi_result result)
{
    cli_fail_with(game->spec, result);
    game->quit = game->failed = true;
}

/* Begins a game at `start`, which is copied, and makes the opponent. */
static qi_result start_game(play_game *game, const qi_nogo *start)
{
    qi_nogo_player_options options = nogo_thinking_options(&game->thinking);
    options.never_resign = true; /* people like to play a won game to its end */
    qi_result result = qi_nogo_record_new(start, NULL, &game->record);
    if (result != QI_OK)
        return result;
    game->now = qi_nogo_record_position(game->record);
    return qi_nogo_player_new(&options, NULL, &game->opponent);
}

static void clean_up(play_game *game)
{
    qi_nogo_player_free(game->opponent);
    qi_nogo_player_free(game->adviser);
    qi_nogo_record_free(game->record);
    nogo_thinking_end(&game->thinking);
}

static bool is_over(const play_game *game)
{
    return !qi_nogo_can_move(game->now, qi_nogo_to_move(game->now));
}

static bool is_persons_turn(const play_game *game)
{
    return qi_nogo_to_move(game->now) == game->person;
}

/* Plays at a point for the side to move; false when it is illegal (`note` says why). */
static bool play_at(play_game *game, qi_point point)
{
    const uint32_t width = qi_nogo_columns(game->now);
    const qi_colour colour = qi_nogo_to_move(game->now);
    qi_nogo_verdict verdict;
    if (qi_nogo_record_play(game->record, colour, point, &verdict, NULL) == QI_NO_MEMORY)
        fail(game, QI_NO_MEMORY);
    else if (verdict == QI_NOGO_CENTRE)
        note(game, "The first move may not be the centre.");
    else if (verdict != QI_NOGO_LEGAL)
        note(game, "Not at %u %u: %s.", point / width + 1, point % width + 1,
             qi_nogo_verdict_text(verdict));
    else
        note(game, "%s plays %u %u.", qi_colour_name(colour), point / width + 1, point % width + 1);
    return verdict == QI_NOGO_LEGAL;
}

/* Takes back the person's last move and what followed it. */
static void undo(play_game *game)
{
    const qi_move *moves = qi_nogo_record_moves(game->record);
    size_t keep = qi_nogo_record_count(game->record);
    while (keep > 0 && moves[keep - 1].colour != game->person)
        keep--;
    if (keep == 0) {
        note(game, "There is no move of yours to take back.");
        return;
    }
    qi_nogo_record_seek(game->record, keep - 1);
    qi_nogo_record_cut(game->record);
    note(game, "Taken back.");
}

/* The opponent thinks and moves. */
static void reply(play_game *game)
{
    qi_nogo_choice choice = {.size = sizeof choice};
    const qi_result result =
        qi_nogo_player_choose(game->opponent, game->now, qi_nogo_to_move(game->now), NULL, &choice);
    if (result == QI_OK)
        play_at(game, choice.move);
    else
        fail(game, result);
}

/* The adviser is the strongest player; it thinks for a second, or as long as was asked for. */
static qi_result seat_adviser(play_game *game)
{
    qi_nogo_player_options options = nogo_thinking_options(&game->thinking);
    options.level = 0;
    options.engine = qi_nogo_level_at(qi_nogo_levels())->engine;
    return game->adviser ? QI_OK : qi_nogo_player_new(&options, NULL, &game->adviser);
}

/* Puts a good move for the person into `note`; returns it. */
static qi_point hint(play_game *game)
{
    qi_nogo_choice choice = {.size = sizeof choice};
    if (is_over(game))
        return QI_NO_POINT;
    qi_result result = seat_adviser(game);
    if (result == QI_OK)
        result = qi_nogo_player_choose(game->adviser, game->now, qi_nogo_to_move(game->now), NULL,
                                       &choice);
    if (result != QI_OK) {
        fail(game, result);
        return QI_NO_POINT;
    }
    const uint32_t width = qi_nogo_columns(game->now);
    char chances[48];
    if (choice.outcome != QI_NOGO_UNKNOWN)
        snprintf(chances, sizeof chances, "%s",
                 choice.outcome == QI_NOGO_WON ? "it wins" : "every move loses");
    else
        snprintf(chances, sizeof chances, "%.0f %%", 100 * choice.win_rate);
    note(game,
         choice.outcome == QI_NOGO_UNKNOWN ? "Hint: %u %u (%s for you)." : "Hint: %u %u (%s).",
         choice.move / width + 1, choice.move % width + 1, chances);
    return choice.move;
}

/* ---- records ------------------------------------------------------------------------------ */

static qi_result name_players(const play_game *game)
{
    char engine[32];
    snprintf(engine, sizeof engine, "qi level %u", (unsigned)game->thinking.level);
    const qi_result result = qi_nogo_record_set_name(game->record, game->person, "Person");
    return result == QI_OK
               ? qi_nogo_record_set_name(game->record, qi_opponent(game->person), engine)
               : result;
}

/* Writes the record; false when that failed (`note` says why). */
static bool save_game(play_game *game, const char *path)
{
    cli_out *out = malloc(sizeof *out);
    bool saved = false;
    if (out && cli_out_open(game->spec, path, out) == CLI_GO_ON) {
        const qi_result result = name_players(game) == QI_OK
                                     ? qi_nogo_record_write(game->record, cli_sink, out)
                                     : QI_NO_MEMORY;
        if (result == QI_OK)
            saved = cli_out_close(game->spec, out, CLI_DONE) == CLI_DONE;
        else
            cli_out_drop(out);
    }
    free(out);
    note(game, saved ? "Saved to %.100s." : "Could not save to %.100s.", path);
    return saved;
}

/* ---- commands ----------------------------------------------------------------------------- */

/* The liberties of each group, those with the fewest first, as many as fit. */
static void print_liberties(play_game *game)
{
    const uint32_t width = qi_nogo_columns(game->now);
    const qi_point points = qi_nogo_rows(game->now) * width;
    qi_buffer list = {.translator = cli_translator()}, one = list;
    const char *gap = "";
    for (uint32_t liberties = 1; liberties <= points; liberties++)
        for (qi_point point = 0; point < points; point++) {
            if (qi_nogo_group(game->now, point) != point ||
                qi_nogo_measure_group(game->now, point, NULL, NULL, 0).liberties != liberties)
                continue;
            qi_buffer_clear(&one);
            qi_buffer_say(&one, "%s%s %u %u has %u", gap,
                          qi_colour_name(qi_nogo_at(game->now, point)), point / width + 1,
                          point % width + 1, liberties);
            gap = "; ";
            if (list.length + one.length + 40 >= sizeof game->note) {
                qi_buffer_say_text(&list, "; ...");
                liberties = points;
                break;
            }
            qi_buffer_add(&list, one.bytes, one.length);
        }
    if (!*gap)
        note(game, "There is no stone yet.");
    else
        note(game, "Liberties: %s.", list.bytes ? list.bytes : "");
    qi_buffer_free(&list);
    qi_buffer_free(&one);
}

static bool begins(const char *line, const char *word)
{
    const size_t length = strcspn(line, " \t\r\n");
    return length > 0 && strncmp(line, word, length) == 0 && length <= strlen(word);
}

/* Carries out a typed line: a move "row column", or a command. */
static void obey(play_game *game, const char *line)
{
    unsigned row;
    unsigned column;
    char path[128];
    unsigned level;
    line += strspn(line, " \t");
    if (sscanf(line, "%u %u", &row, &column) == 2) {
        const qi_point point =
            row && column ? qi_nogo_point(game->now, row - 1, column - 1) : QI_NO_POINT;
        if (is_over(game))
            note(game, "The game is over.");
        else if (point == QI_NO_POINT)
            note(game, "%u %u is not on the board.", row, column);
        else
            play_at(game, point);
    } else if (begins(line, "undo")) {
        undo(game);
    } else if (begins(line, "hint")) {
        hint(game);
    } else if (begins(line, "liberties")) {
        print_liberties(game);
    } else if (sscanf(line, "level %u", &level) == 1 && qi_nogo_level_at(level)) {
        if (qi_nogo_player_set_level(game->opponent, level) != QI_OK)
            game->quit = true;
        game->thinking.level = level;
        note(game, "Level %u.", level);
    } else if (sscanf(line, "save %127s", path) == 1) {
        save_game(game, path);
    } else if (begins(line, "quit")) {
        game->quit = true;
    } else {
        note(game, "%s", commands_help);
    }
}

/* ---- drawing ------------------------------------------------------------------------------ */

/* The board, whose turn it is, and the note; `cursor` may be QI_NO_POINT. */
static void draw_board(play_game *game, picture_style style, qi_point cursor)
{
    cli_out *out = &game->out;
    picture drawing;
    if (!picture_start(&drawing, qi_nogo_rows(game->now), qi_nogo_columns(game->now))) {
        fail(game, QI_NO_MEMORY);
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
    if (is_over(game))
        cli_printf(out,
                   is_persons_turn(game) ? "%s cannot move: you have lost.\n"
                                         : "%s cannot move: you have won.\n",
                   qi_colour_name(qi_nogo_to_move(game->now)));
    else
        cli_printf(out,
                   is_persons_turn(game) ? "%s to move: your turn\n" : "%s to move, thinking\n",
                   qi_colour_name(qi_nogo_to_move(game->now)));
}

/* ---- typed lines -------------------------------------------------------------------------- */

/* Plays with typed lines. */
static void play_with_lines(play_game *game, picture_style style)
{
    const bool prompt = isatty(STDIN_FILENO);
    qi_buffer line = {0};
    while (!game->quit && !game->out.file.error) {
        while (!is_persons_turn(game) && !is_over(game) && !game->quit)
            reply(game);
        if (game->quit)
            break;
        draw_board(game, style, QI_NO_POINT);
        if (prompt)
            cli_text(&game->out, "> ");
        cli_flush(&game->out);
        if (!cli_read_line(stdin, &line)) {
            if (line.failed)
                fail(game, QI_NO_MEMORY);
            break;
        }
        game->note[0] = '\0';
        obey(game, line.bytes);
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

/* The text typed so far. */
typedef struct typing {
    char text[80];
    size_t length;
} typing;

static void draw_screen(play_game *game, picture_style style, qi_point cursor, const typing *typed)
{
    cli_out *out = &game->out;
    cli_text(out, "\033[H\033[2J");
    draw_board(game, style, cursor);
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
            obey(game, typed->text);
        else if (!is_over(game))
            play_at(game, *cursor);
        typed->length = 0;
    } else if (pressed == BACKSPACE || pressed == DELETE) {
        typed->length -= typed->length > 0;
    } else if (pressed >= ' ' && pressed < DELETE && typed->length + 1 < sizeof typed->text) {
        typed->text[typed->length++] = (char)pressed;
    }
}

/* Plays with a cursor on a terminal, until the person quits. */
static void play_with_cursor(play_game *game, picture_style style)
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
        if (!is_persons_turn(game) && !is_over(game))
            reply(game);
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
    if (path)
        status = nogo_read(game->spec, path, reading, &start);
    else
        result = qi_nogo_new(size.rows, size.columns, NULL, &start);
    if (start)
        status = nogo_check_side(game->spec, start, QI_NOGO_SEARCH_MAX_SIDE);
    if (start && status == CLI_GO_ON)
        result = start_game(game, start);
    qi_nogo_free(start);
    return result == QI_OK ? status : cli_fail_with(game->spec, result);
}

int cli_nogo_play(int argc, char **argv)
{
    cli_board_size size;
    int colour;
    const char *sgf = NULL;
    nogo_reading reading = {0};
    static play_game game;
    game = (play_game){.quit = false};
    const cli_option options[] = {
        opt_board("size", &size, "9", QI_NOGO_SEARCH_MAX_SIDE, "the board"),
        opt_choice("side", "X|O", &colour, "X", nogo_colour_choices,
                   "the side you play; X is Black and begins"),
        NOGO_LEVEL_OPTION(game.thinking, "5", "how strong the opponent is"),
        opt_text("sgf", "FILE", &sgf, NULL, "save the game to FILE at the end"),
        NOGO_THINKING_OPTIONS(game.thinking, "512M"),
        NOGO_READING_OPTION(reading),
        {0}};
    char levels[1024];
    const cli_spec spec = {
        .command = "qi nogo play",
        .operands = "[BOARD]",
        .description =
            "Plays NoGo against you, from an empty board or from BOARD. No move may leave\n"
            "a group of either colour without a liberty; whoever cannot move loses.\n"
            "Move with the arrow keys and Enter, or type 'row column'. Other commands:\n"
            "hint, undo, liberties, level N, save FILE, help, quit; the first letter is "
            "enough.\n" NOGO_BOARD_NOTE,
        .options = options,
        .more = nogo_levels_help(levels, sizeof levels),
        .max_operands = 1};
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
        const picture_style style = {cli_use_colour(), cli_is_ascii()};
        if (terminal)
            play_with_cursor(&game, style);
        else
            play_with_lines(&game, style);
        const bool saved = !sgf || save_game(&game, sgf);
        status = saved && !game.failed ? CLI_DONE : CLI_BAD;
        status = cli_out_close(&spec, &game.out, status);
    }
    clean_up(&game);
    return status;
}
