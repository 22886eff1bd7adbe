#include "cli/maze/maze.h"

#include <stdlib.h>
#include <string.h>

/* What the walk did on a cell. */
typedef struct trace {
    char left;  /* the direction of the last step from here: N, E, S or W; '!' at the end */
    bool wrote; /* the move on this cell was made */
} trace;

static void mark_walk(const maze_picture *picture, trace *traces)
{
    qi_maze_steps steps = qi_maze_follow(picture->walk);
    qi_point before = steps.walker.at;
    while (qi_maze_next_step(&steps)) {
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
        qi_maze_move_name(cell, name);
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
    const qi_maze_trail *walk = picture->walk;
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
        qi_maze_steps steps = qi_maze_follow(walk);
        while (qi_maze_next_step(&steps))
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

/* ---- the laboratory ----------------------------------------------------------------------- */

void maze_draw_finding(cli_out *out, const qi_lab_finding *finding, cli_medium medium)
{
    const qi_buffer *const input = &finding->bench->input;
    qi_maze *maze;
    if (qi_maze_parse(input->bytes, input->length, NULL, &maze, NULL) != QI_OK)
        return;
    enum { LARGEST = 30 };
    maze_picture picture = {.maze = maze, .colour = medium == CLI_COLOURED};
    qi_maze_trail walk = {.maze = maze};
    qi_maze_walks *walks = NULL;
    if (qi_maze_side(maze) <= LARGEST && qi_maze_walks_new(maze, NULL, &walks) == QI_OK &&
        qi_maze_nearest(walks) != QI_MAZE_NO_BOARD &&
        qi_maze_trail_take(&walk, walks, qi_maze_nearest(walks)) == QI_OK)
        picture.walk = &walk;
    qi_maze_walks_free(walks);
    if (medium == CLI_SVG) {
        maze_svg(out, &picture);
    } else {
        maze_terminal(out, &picture);
        if (picture.walk)
            cli_text(out, "(with a shortest walk to a winning board)\n");
    }
    qi_maze_trail_free(&walk);
    qi_maze_free(maze);
}
