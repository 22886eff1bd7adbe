#include "cli/maze/maze.h"
#include "cli/verbs.h"

#include <stdlib.h>

static json_t *walk_json(const maze_trail *walk)
{
    const uint32_t side = qi_maze_side(walk->maze);
    char board[QI_MAZE_SQUARES + 1];
    qi_maze_board_write(walk->board, board, sizeof board);
    json_t *cells = json_array();
    json_t *moves = json_array();
    maze_steps steps = maze_follow(walk);
    do {
        const qi_point at = steps.walker.at;
        json_array_append_new(cells, json_pack("[i,i]", at / side + 1, at % side + 1));
        if (steps.move[0])
            json_array_append_new(
                moves, json_pack("{s:i,s:s}", "step", steps.walker.steps, "mark", steps.move));
    } while (maze_next_step(&steps));
    return json_pack("{s:o,s:i,s:o,s:o}", "board", maze_board_json(board), "length", walk->length,
                     "cells", cells, "marks", moves);
}

static void print_cells(cli_out *out, const maze_trail *walk)
{
    const uint32_t side = qi_maze_side(walk->maze);
    maze_steps steps = maze_follow(walk);
    do {
        const qi_point at = steps.walker.at;
        cli_printf(out, "%u %u %u%s%s\n", steps.walker.steps, at / side + 1, at % side + 1,
                   steps.move[0] ? " " : "", steps.move);
    } while (maze_next_step(&steps));
}

/* Prints the line of a walk; false if there is no memory. */
static bool print_line(cli_out *out, const qi_maze_walks *walks, qi_maze_board board)
{
    const size_t capacity = qi_maze_walks_write(walks, board, NULL, 0) + 1;
    char *const line = malloc(capacity);
    if (!line)
        return false;
    cli_write(out, line, qi_maze_walks_write(walks, board, line, capacity));
    free(line);
    return true;
}

/* Prints a walk to every board, a line each, or all about the one to `nearest`. */
static int print_walks(const cli_spec *spec, const qi_maze *maze, const qi_maze_walks *walks,
                       qi_maze_board nearest, bool all, bool json)
{
    const qi_maze_set *const boards = qi_maze_walks_boards(walks);
    json_t *const list = all && json ? json_array() : NULL;
    maze_trail walk = {.maze = maze};
    cli_out out;
    cli_out_stdout(&out);
    bool good = true;
    for (qi_maze_board board = all ? qi_maze_set_next(boards, QI_MAZE_NO_BOARD) : nearest;
         board != QI_MAZE_NO_BOARD && good;
         board = all ? qi_maze_set_next(boards, board) : QI_MAZE_NO_BOARD) {
        if (!json)
            good = print_line(&out, walks, board);
        if (good && (json || !all))
            good = maze_trail_take(&walk, walks, board);
        if (good && json && all)
            json_array_append_new(list, walk_json(&walk));
        else if (good && json)
            cli_print_json(&out, walk_json(&walk));
        else if (good && !all)
            print_cells(&out, &walk);
    }
    if (json && all)
        cli_print_json(&out, json_pack("{s:o}", "walks", list));
    free(walk.cells);
    return good ? cli_out_close(spec, &out, CLI_DONE) : cli_fail_with(spec, QI_NO_MEMORY);
}

int cli_maze_walk(int argc, char **argv)
{
    bool all = false, json = false;
    const char *board_text = NULL;
    const cli_option options[] = {
        opt_text("board", "B", &board_text, NULL,
                 "the board to end with, e.g. ......OOM (default: the nearest one)"),
        opt_flag("all", &all, "print a walk to every winning board, one line each"),
        {0}};
    const cli_spec spec = {
        .command = "qi maze walk",
        .operands = "[FILE]",
        .description =
            "Finds a shortest walk to a winning board and prints it on one line: the board,\n"
            "the length, the steps (N, E, S, W) and the moves made on the way, in order.\n"
            "Without --all, its cells follow, one line each: the number of the step, row\n"
            "and column from 1, and the move made there.\n" MAZE_FORMAT,
        .options = options,
        .json = &json,
        .more = "A board is its nine squares, row by row; '/' and ',' between rows are ignored.\n"
                "With --all, the boards are in the order of 'qi maze count --list'.\n"
                "Mazes may be up to 100 cells on a side.\n"
                "The exit status is 1 when no walk can end with the board.\n",
        .max_operands = 1};
    int first;
    int status = cli_parse(&spec, argc, argv, &first);
    if (status == CLI_GO_ON && all && board_text)
        return cli_fail(&spec, "found --all and --board, expected only one of them");
    qi_maze_set wanted = {{0}};
    qi_maze *maze = NULL;
    qi_maze_walks *walks = NULL;
    if (status == CLI_GO_ON && board_text)
        status = maze_read_board(&spec, board_text, &wanted);
    if (status == CLI_GO_ON)
        status = maze_read(&spec, argv[first], &maze);
    if (status == CLI_GO_ON)
        status = maze_find_walks(&spec, maze, board_text ? &wanted : NULL, &walks);
    const qi_maze_board nearest = walks ? maze_nearest(walks) : QI_MAZE_NO_BOARD;
    if (status == CLI_GO_ON && !all && nearest == QI_MAZE_NO_BOARD) {
        cli_fail(&spec, "no walk ends with %s", board_text ? "this board" : "a winning board");
        status = CLI_NO;
    }
    if (status == CLI_GO_ON)
        status = print_walks(&spec, maze, walks, nearest, all, json);
    qi_maze_walks_free(walks);
    qi_maze_free(maze);
    return status;
}
