#include "cli/maze/maze.h"

#include <stdlib.h>

/* ---- the terminal ------------------------------------------------------------------------- */

/* The walk's steps on a cell. */
typedef struct trace {
    char left;  /* the direction of the last step from here: N, E, S or W; '!' at the end */
    bool wrote; /* the move on this cell was made */
} trace;

static void mark_walk(const maze_picture *picture, trace *traces)
{
    maze_steps steps = maze_follow(picture->walk);
    qi_point before = steps.walker.at;
    while (maze_next_step(&steps)) {
        traces[before].left = steps.direction;
        traces[steps.walker.at].wrote |= steps.move[0] != '\0';
        before = steps.walker.at;
    }
    traces[before].left = '!';
}

static const char *arrow(char direction, bool ascii)
{
    switch (direction) {
    case 'N':
        return ascii ? " ^ " : " ↑ ";
    case 'E':
        return ascii ? " > " : " → ";
    case 'S':
        return ascii ? " v " : " ↓ ";
    case 'W':
        return ascii ? " < " : " ← ";
    default:
        return " * ";
    }
}

static void draw_cell(cli_out *out, const maze_picture *picture, qi_point point, trace mark)
{
    const qi_maze_cell cell = qi_maze_at(picture->maze, point);
    const char *colours = "", *text = "";
    char name[4];
    switch (cell.kind) {
    case QI_MAZE_WALL:
        colours = "38;5;240";
        text = picture->ascii ? "###" : "███";
        break;
    case QI_MAZE_FLOOR:
        colours = mark.left ? "48;5;229;38;5;16" : "38;5;245";
        text = mark.left ? arrow(mark.left, picture->ascii) : picture->ascii ? " . " : " · ";
        break;
    case QI_MAZE_START:
        colours = mark.left ? "48;5;229;1;38;5;16" : "1";
        text = " B ";
        break;
    case QI_MAZE_MOVE:
        maze_move_name(cell, name);
        text = name;
        if (cell.letter == QI_MAZE_M)
            colours = mark.wrote  ? "48;5;208;1;38;5;16"
                      : mark.left ? "48;5;229;38;5;166"
                                  : "38;5;208";
        else
            colours = mark.wrote ? "48;5;39;1;38;5;16" : mark.left ? "48;5;229;38;5;25" : "38;5;39";
        break;
    }
    if (picture->colour)
        cli_printf(out, "\033[%sm%s\033[0m", colours, text);
    else
        cli_text(out, text);
}

/* ---- what stands beside ------------------------------------------------------------------- */

enum { BESIDE = 6 };

static void draw_beside(cli_out *out, const maze_picture *picture, uint32_t line)
{
    const maze_trail *walk = picture->walk;
    char board[QI_MAZE_SQUARES + 1];
    qi_maze_board_write(walk->board, board, sizeof board);
    cli_text(out, "  ");
    if (line < 3) {
        const unsigned lines = qi_maze_board_lines(walk->board);
        for (unsigned square = 3 * line; square < 3 * line + 3; square++)
            if (picture->colour && lines >> square & 1)
                cli_printf(out, " \033[1;32m%c\033[0m", board[square]);
            else
                cli_printf(out, " %c", board[square]);
    } else if (line == 4) {
        cli_printf(out, " %u {step|steps}", walk->length);
    } else if (line == 5) {
        maze_steps steps = maze_follow(walk);
        while (maze_next_step(&steps))
            if (steps.move[0])
                cli_printf(out, " %s", steps.move);
    }
}

bool maze_terminal(cli_out *out, const maze_picture *picture)
{
    const uint32_t side = qi_maze_side(picture->maze);
    trace *traces = calloc((size_t)side * side, sizeof *traces);
    if (!traces)
        return false;
    if (picture->walk)
        mark_walk(picture, traces);
    for (uint32_t row = 0; row < side || (picture->walk && row < BESIDE); row++) {
        for (uint32_t column = 0; column < side; column++)
            if (row < side)
                draw_cell(out, picture, row * side + column, traces[row * side + column]);
            else
                cli_text(out, "   ");
        if (picture->walk && row < BESIDE && row != 3)
            draw_beside(out, picture, row);
        cli_text(out, "\n");
    }
    free(traces);
    return true;
}

/* ---- SVG ---------------------------------------------------------------------------------- */

enum { CELL = 24, MARGIN = 8, SQUARE = 34, GAP = 24 };

/* The middle of a cell. */
static uint32_t middle(uint32_t index)
{
    return index * CELL + CELL / 2;
}

/* Neighbouring walls in a row are drawn as one. */
static void draw_walls(cli_out *out, const qi_maze *maze)
{
    const uint32_t side = qi_maze_side(maze);
    cli_text(out, "<path class=\"wall\" d=\"");
    for (uint32_t row = 0; row < side; row++)
        for (uint32_t column = 0; column < side;) {
            uint32_t end = column;
            while (end < side && qi_maze_at(maze, row * side + end).kind == QI_MAZE_WALL)
                end++;
            if (end > column)
                cli_printf(out, "M%u %uh%uv%uh-%uz", column * CELL, row * CELL,
                           (end - column) * CELL, CELL, (end - column) * CELL);
            column = end + 1;
        }
    cli_text(out, "\"/>\n");
}

/* Draws the coloured tiles of the moves, or the names on them, which lie above the walk. */
static void draw_moves(cli_out *out, const qi_maze *maze, bool names)
{
    const uint32_t side = qi_maze_side(maze);
    for (qi_point point = 0; point < side * side; point++) {
        const qi_maze_cell cell = qi_maze_at(maze, point);
        if (cell.kind != QI_MAZE_MOVE)
            continue;
        char name[4];
        maze_move_name(cell, name);
        const uint32_t x = point % side, y = point / side;
        if (names)
            cli_printf(out, "<text x=\"%u\" y=\"%u\">%s</text>\n", middle(x), middle(y) + 3, name);
        else
            cli_printf(out,
                       "<rect class=\"%c\" x=\"%u\" y=\"%u\" width=\"20\" height=\"20\" "
                       "rx=\"4\"/>\n",
                       name[0], x * CELL + 2, y * CELL + 2);
    }
}

static void draw_walk(cli_out *out, const maze_picture *picture)
{
    const uint32_t side = qi_maze_side(picture->maze);
    const maze_trail *walk = picture->walk;
    cli_text(out, "<polyline class=\"walk\" points=\"");
    for (uint32_t i = 0; i <= walk->length; i++)
        cli_printf(out, "%s%u,%u", i ? " " : "", middle(walk->cells[i] % side),
                   middle(walk->cells[i] / side));
    cli_text(out, "\"/>\n");
}

/* Numbers the moves that were made. */
static void draw_order(cli_out *out, const maze_picture *picture)
{
    const uint32_t side = qi_maze_side(picture->maze);
    maze_steps steps = maze_follow(picture->walk);
    unsigned made = 0;
    while (maze_next_step(&steps)) {
        if (!steps.move[0])
            continue;
        const uint32_t x = steps.walker.at % side * CELL + CELL - 3;
        const uint32_t y = steps.walker.at / side * CELL + 3;
        cli_printf(out,
                   "<circle class=\"made\" cx=\"%u\" cy=\"%u\" r=\"6\"/>"
                   "<text class=\"made\" x=\"%u\" y=\"%u\">%u</text>\n",
                   x, y, x, y + 3, ++made);
    }
}

static void draw_board(cli_out *out, const maze_picture *picture)
{
    const maze_trail *walk = picture->walk;
    const uint32_t left = qi_maze_side(picture->maze) * CELL + GAP;
    const unsigned lines = qi_maze_board_lines(walk->board);
    char board[QI_MAZE_SQUARES + 1];
    qi_maze_board_write(walk->board, board, sizeof board);
    for (uint32_t square = 0; square < QI_MAZE_SQUARES; square++) {
        const uint32_t x = left + square % 3 * SQUARE, y = square / 3 * SQUARE;
        cli_printf(out, "<rect class=\"square%s\" x=\"%u\" y=\"%u\" width=\"%d\" height=\"%d\"/>",
                   lines >> square & 1 ? " line" : "", x, y, SQUARE, SQUARE);
        if (board[square] != '.')
            cli_printf(out, "<text class=\"letter\" x=\"%u\" y=\"%u\">%c</text>", x + SQUARE / 2,
                       y + SQUARE / 2 + 8, board[square]);
        cli_text(out, "\n");
    }
    cli_printf(out, "<text class=\"note\" x=\"%u\" y=\"%d\">%u {step|steps}</text>\n",
               left + 3 * SQUARE / 2, 3 * SQUARE + 18, walk->length);
}

void maze_svg(cli_out *out, const maze_picture *picture)
{
    const uint32_t side = qi_maze_side(picture->maze);
    const uint32_t beside = picture->walk ? GAP + 3 * SQUARE : 0;
    uint32_t height = side * CELL;
    if (picture->walk && height < 3 * SQUARE + 24)
        height = 3 * SQUARE + 24;
    const uint32_t width = side * CELL + beside;
    cli_printf(out,
               "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%u\" height=\"%u\" "
               "viewBox=\"-%d -%d %u %u\">\n"
               "<title>A maze%s</title>\n",
               width + 2 * MARGIN, height + 2 * MARGIN, MARGIN, MARGIN, width + 2 * MARGIN,
               height + 2 * MARGIN, picture->walk ? " and a walk to a winning board" : "");
    cli_text(out, "<style>\n"
                  "text{font:600 9px sans-serif;text-anchor:middle;fill:#2a2118}\n"
                  ".wall{fill:#6b5d4a}\n"
                  ".M{fill:#f2b366}.O{fill:#8fc1e8}\n"
                  ".start{fill:#fff;stroke:#2a2118;stroke-width:1.5}\n"
                  ".walk{fill:none;stroke:#c0392b;stroke-opacity:.55;stroke-width:4;"
                  "stroke-linejoin:round;stroke-linecap:round}\n"
                  "circle.made{fill:#c0392b}text.made{font-size:8px;fill:#fff}\n"
                  ".square{fill:#fffdf6;stroke:#6b5d4a}.line{fill:#bfe3b4}\n"
                  ".letter{font-size:22px}.note{font-size:12px}\n"
                  "</style>\n");
    cli_printf(out, "<rect x=\"-%d\" y=\"-%d\" width=\"%u\" height=\"%u\" fill=\"#f6f1e5\"/>\n",
               MARGIN, MARGIN, width + 2 * MARGIN, height + 2 * MARGIN);
    draw_walls(out, picture->maze);
    draw_moves(out, picture->maze, false);
    if (picture->walk)
        draw_walk(out, picture);
    draw_moves(out, picture->maze, true);
    const qi_point start = qi_maze_start(picture->maze);
    cli_printf(out,
               "<circle class=\"start\" cx=\"%u\" cy=\"%u\" r=\"9\"/>"
               "<text x=\"%u\" y=\"%u\">B</text>\n",
               middle(start % side), middle(start / side), middle(start % side),
               middle(start / side) + 3);
    if (picture->walk) {
        draw_order(out, picture);
        draw_board(out, picture);
    }
    cli_text(out, "</svg>\n");
}

/* ---- the laboratory ----------------------------------------------------------------------- */

void maze_draw_failure(cli_out *out, const qi_lab_failure_report *report, cli_medium medium)
{
    const qi_buffer *const input = &report->bench->input;
    qi_maze *maze;
    if (qi_maze_parse(input->bytes, input->length, NULL, &maze, NULL) != QI_OK)
        return;
    enum { LARGEST = 30 };
    maze_picture picture = {.maze = maze, .colour = medium == CLI_COLOURED};
    maze_trail walk = {.maze = maze};
    qi_maze_walks *walks = NULL;
    if (qi_maze_side(maze) <= LARGEST && qi_maze_walks_new(maze, NULL, &walks) == QI_OK &&
        maze_nearest(walks) != QI_MAZE_NO_BOARD &&
        maze_trail_take(&walk, walks, maze_nearest(walks)))
        picture.walk = &walk;
    qi_maze_walks_free(walks);
    if (medium == CLI_SVG) {
        maze_svg(out, &picture);
    } else {
        maze_terminal(out, &picture);
        if (picture.walk)
            cli_text(out, "(with a shortest walk to a winning board)\n");
    }
    free(walk.cells);
    qi_maze_free(maze);
}
