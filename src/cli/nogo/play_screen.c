/* A game on a terminal: a cursor moved by arrow keys or mouse, the board beside what is known. */
#include "cli/nogo/play.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Where the board is on the screen, and what has been typed. */
typedef struct screen {
    picture_style style;
    uint32_t header, indent; /* lines above the first row, columns before the first cell */
    qi_point cursor;
    size_t width, height; /* of the terminal when it was drawn */
    char typed[80];
    size_t length;
} screen;

/* ---- keys --------------------------------------------------------------------------------- */

typedef enum key {
    KEY_NONE = 0,
    KEY_UP = 256,
    KEY_DOWN,
    KEY_LEFT,
    KEY_RIGHT,
    KEY_CLICK,
    KEY_END /* of the input, or a signal */
} key;

/* What was pressed, and where, from 1, for a click. */
typedef struct press {
    int key;
    unsigned column, row;
} press;

static int read_byte(void)
{
    unsigned char byte;
    return read(STDIN_FILENO, &byte, 1) == 1 ? byte : KEY_END;
}

/* Waits for a byte, for as long as the terminal keeps its size and nothing ends the game. */
static int wait_for_byte(const play_game *game, const screen *at)
{
    while (!cli_keys_wait())
        if (qi_stop_is_set(&game->watch.stop))
            return KEY_END;
        else if (cli_terminal_width() != at->width || cli_terminal_height() != at->height)
            return KEY_NONE;
    errno = 0;
    const int byte = read_byte();
    const bool resized = byte == KEY_END && errno == EINTR && !qi_stop_is_set(&game->watch.stop);
    return resized ? KEY_NONE : byte;
}

/* What follows ESC [: parameters, and a letter that ends them. */
static press read_sequence(void)
{
    char text[32];
    size_t length = 0;
    int byte;
    while ((byte = read_byte()) < KEY_UP && (byte < '@' || byte > '~'))
        if (length + 1 < sizeof text)
            text[length++] = (char)byte;
    text[length] = '\0';
    unsigned button, column, row;
    if (byte == 'M' && sscanf(text, "<%u;%u;%u", &button, &column, &row) == 3)
        return (press){button == 0 ? KEY_CLICK : KEY_NONE, column, row};
    if (byte >= 'A' && byte <= 'D')
        return (press){.key = (int[]){KEY_UP, KEY_DOWN, KEY_RIGHT, KEY_LEFT}[byte - 'A']};
    return (press){.key = byte == KEY_END ? KEY_END : KEY_NONE};
}

static press read_key(const play_game *game, const screen *at)
{
    enum { ESCAPE = 27 };
    int byte = wait_for_byte(game, at);
    if (byte != ESCAPE)
        return (press){.key = byte};
    byte = read_byte();
    return byte == '[' || byte == 'O' ? read_sequence() : (press){.key = KEY_NONE};
}

/* ---- drawing ------------------------------------------------------------------------------ */

/* Describes what is at the cursor. */
static void put_cursor(const play_game *game, qi_point cursor, qi_buffer *text)
{
    const uint32_t columns = qi_nogo_columns(game->now);
    qi_buffer_say(text, "%u %u: ", cursor / columns + 1, cursor % columns + 1);
    const qi_group_size size = qi_nogo_measure_group(game->now, cursor, NULL, NULL, 0);
    const qi_nogo_verdict verdict = qi_nogo_judge(game->now, game->person, cursor, NULL);
    if (size.stones > 0)
        qi_buffer_say(text, "%s group, %u {stone|stones}, %u {liberty|liberties}\n",
                      qi_colour_name(qi_nogo_at(game->now, cursor)), size.stones, size.liberties);
    else
        qi_buffer_say(text, "%s\n",
                      verdict == QI_NOGO_LEGAL ? "you may play here"
                                               : qi_nogo_verdict_text(verdict));
}

/* Adds the lines of a text in lines of at most `width` columns. Returns their number. */
static size_t wrap_lines(qi_buffer *text, size_t width, qi_buffer *panel)
{
    const size_t before = panel->length;
    char *line = text->length ? text->bytes : NULL;
    while (line && *line) {
        char *const end = line + strcspn(line, "\n");
        char *const next = *end ? end + 1 : end;
        *end = '\0';
        cli_wrap(panel, line, 0, width);
        line = next;
    }
    size_t lines = 0;
    for (size_t i = before; i < panel->length; i++)
        lines += panel->bytes[i] == '\n';
    panel->failed |= text->failed;
    qi_buffer_clear(text);
    return lines;
}

static void put_side(const play_game *game, qi_colour colour, const char *stone, qi_buffer *text)
{
    qi_buffer_printf(text, "%s ", stone);
    if (game->person == colour)
        qi_buffer_say(text, "%s: you", qi_colour_name(colour));
    else
        qi_buffer_say(text, "%s: level %u", qi_colour_name(colour), (unsigned)game->thinking.level);
}

/* What stands beside or below the board: `titles` lines that say whose turn it is, and others. */
typedef struct panel {
    qi_buffer text;
    size_t titles, lines;
} panel;

static panel make_panel(const play_game *game, const screen *at, const nogo_legal_counts *counts,
                        size_t width, bool beside)
{
    panel made = {.titles = 0};
    const bool ascii = at->style.ascii;
    qi_buffer text = {.translator = cli_translator()};
    play_put_turn(game, &text);
    made.titles = wrap_lines(&text, width, &made.text);
    put_side(game, QI_BLACK, ascii ? "X" : "●", &text);
    qi_buffer_add_text(&text, beside ? "\n" : "   ");
    put_side(game, QI_WHITE, ascii ? "O" : "○", &text);
    qi_buffer_add_text(&text, beside ? "\n\n" : "\n");
    if (game->note[0])
        qi_buffer_printf(&text, "%s\n", game->note);
    if (game->opinion[0])
        qi_buffer_printf(&text, "%s\n", game->opinion);
    put_cursor(game, at->cursor, &text);
    qi_buffer_say(&text, "Points for both %u, only Black %u, only White %u\n", counts->both,
                  counts->black, counts->white);
    qi_buffer_add_text(&text, beside ? "\n" : ""); /* below there is less room */
    qi_buffer_say_text(&text, "Arrows and Enter, or a click: play\n"
                              "h hint, u undo, + and - level, q quit\n"
                              "or type: row column, liberties, save FILE\n");
    made.lines = made.titles + wrap_lines(&text, width, &made.text);
    qi_buffer_free(&text);
    return made;
}

/* Writes at most `most` lines of a panel from a place on the screen down. */
static void put_panel(cli_out *out, const panel *from, size_t row, size_t column, size_t most,
                      bool colour)
{
    const char *line = qi_buffer_text(&from->text);
    for (size_t i = 0; i < from->lines && i < most; i++) {
        const size_t length = strcspn(line, "\n");
        const bool bold = colour && i < from->titles;
        cli_printf(out, "\033[%zu;%zuH%s", row + i, column, bold ? "\033[1m" : "");
        cli_write(out, line, length);
        cli_text(out, bold ? "\033[0m" : "");
        line += length + 1;
    }
}

static size_t smaller_of(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* The board, as many rows around the cursor as there is room for, and the panel: beside it if that
 * is wide enough, else below. The last line is what is typed. */
static void draw_screen(play_game *game, screen *at)
{
    enum { GAP = 2, MIN_PANEL = 24, MAX_PANEL = 56, MIN_ROWS = 3, MIN_LINES = 5 };
    cli_out *const out = &game->out;
    picture drawing;
    nogo_legal_counts counts;
    if (!play_draw(game, at->cursor, &drawing, &counts))
        return;
    at->header = picture_header(&drawing);
    at->indent = picture_indent(&drawing);
    const size_t width = cli_terminal_width(), height = cli_terminal_height();
    at->width = width;
    at->height = height;
    const size_t board = at->indent + 2 * (size_t)drawing.columns + 1;
    const bool beside = width >= board + GAP + MIN_PANEL;
    panel said = make_panel(game, at, &counts,
                            beside ? smaller_of(width - board - GAP, MAX_PANEL) : width, beside);
    const size_t taken = at->header + 1; /* the last line */
    const size_t room = height > taken + MIN_ROWS ? height - taken : MIN_ROWS;
    const size_t left = room > drawing.rows + MIN_LINES ? room - drawing.rows : MIN_LINES;
    const size_t below = beside ? 0 : smaller_of(smaller_of(said.lines, left), room - MIN_ROWS);
    const size_t rows = smaller_of(drawing.rows, room - below);
    const size_t cursor_row = at->cursor / drawing.columns;
    const size_t first = cursor_row > rows / 2 ? cursor_row - rows / 2 : 0;
    at->style.first = (uint32_t)smaller_of(first, drawing.rows - rows);
    at->style.count = (uint32_t)rows;
    cli_text(out, "\033[H\033[2J");
    picture_terminal(out, &drawing, at->style);
    picture_end(&drawing);
    if (beside)
        put_panel(out, &said, 1, board + GAP + 1, height - 1, at->style.colour);
    else
        put_panel(out, &said, at->header + rows + 1, 1, below, at->style.colour);
    cli_printf(out, "\033[%zu;1H> ", height);
    cli_write(out, at->typed, at->length);
    cli_flush(out);
    if (said.text.failed)
        play_fail(game, QI_NO_MEMORY);
    qi_buffer_free(&said.text);
}

/* ---- playing ------------------------------------------------------------------------------ */

static qi_point move_cursor(const play_game *game, qi_point cursor, int pressed)
{
    const uint32_t rows = qi_nogo_rows(game->now), columns = qi_nogo_columns(game->now);
    uint32_t row = cursor / columns, column = cursor % columns;
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

/* The point at a place of the screen, or QI_NO_POINT. */
static qi_point point_at(const play_game *game, const screen *at, press where)
{
    if (where.row <= at->header || where.row > at->header + at->style.count ||
        where.column <= at->indent)
        return QI_NO_POINT;
    const uint32_t row = where.row - at->header - 1 + at->style.first;
    const uint32_t column = (where.column - at->indent - 1) / 2;
    return column < qi_nogo_columns(game->now) ? qi_nogo_point(game->now, row, column)
                                               : QI_NO_POINT;
}

static void play_cursor(play_game *game, const screen *at)
{
    if (play_is_over(game))
        play_note(game, "The game is over.");
    else
        play_at(game, at->cursor);
}

/* A letter that is a command by itself, on an empty line; false for any other. */
static bool obey_letter(play_game *game, screen *at, int letter)
{
    if (letter == 'u') {
        play_undo(game);
    } else if (letter == 'q') {
        game->quit = true;
    } else if (letter == '+' || letter == '-') {
        play_set_level(game, (unsigned)game->thinking.level + (letter == '+' ? 1 : -1U));
    } else if (letter == 'h') {
        play_note(game, "Looking for a hint.");
        draw_screen(game, at);
        const qi_point point = play_hint(game);
        at->cursor = point == QI_NO_POINT ? at->cursor : point;
    } else {
        return false;
    }
    return true;
}

/* Adds a character to the line that is typed, or carries the line out. */
static void type(play_game *game, screen *at, int pressed)
{
    enum { BACKSPACE = 8, DELETE = 127 };
    const bool ends = pressed == '\r' || pressed == '\n';
    if (ends && at->length) {
        at->typed[at->length] = '\0';
        play_obey(game, at->typed);
        at->length = 0;
    } else if (ends) {
        play_cursor(game, at);
    } else if (pressed == BACKSPACE || pressed == DELETE) {
        at->length -= at->length > 0;
    } else if (pressed >= ' ' && pressed < DELETE && at->length + 1 < sizeof at->typed) {
        at->typed[at->length++] = (char)pressed;
    }
}

static void handle(play_game *game, screen *at, press pressed)
{
    enum { CONTROL_C = 3, CONTROL_D = 4 };
    const qi_point clicked = pressed.key == KEY_CLICK ? point_at(game, at, pressed) : QI_NO_POINT;
    if (pressed.key == KEY_END || pressed.key == CONTROL_C || pressed.key == CONTROL_D) {
        game->quit = true;
    } else if (clicked != QI_NO_POINT) {
        at->cursor = clicked;
        play_cursor(game, at);
    } else if (pressed.key >= KEY_UP && pressed.key <= KEY_RIGHT) {
        at->cursor = move_cursor(game, at->cursor, pressed.key);
    } else if (at->length || !obey_letter(game, at, pressed.key)) {
        type(game, at, pressed.key);
    }
}

bool play_on_screen(play_game *game, picture_style style)
{
    cli_keys *const keys = cli_keys_start();
    if (!keys)
        return false;
    screen at = {.style = style,
                 .cursor = qi_nogo_point(game->now, qi_nogo_rows(game->now) / 2,
                                         qi_nogo_columns(game->now) / 2)};
    /* Another screen, and clicks as "ESC [ < button ; column ; row M". */
    cli_text(&game->out, "\033[?1049h\033[?1000h\033[?1006h");
    while (!game->quit && !game->out.file.error) {
        draw_screen(game, &at);
        if (!play_is_persons_turn(game) && !play_is_over(game))
            play_reply(game);
        else
            handle(game, &at, read_key(game, &at));
    }
    cli_text(&game->out, "\033[?1006l\033[?1000l\033[?1049l");
    cli_flush(&game->out);
    cli_keys_end(keys);
    return true;
}
