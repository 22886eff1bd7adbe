#include "cli/maze/maze.h"
#include "cli/verbs.h"

#include <stdlib.h>

/* Finds a shortest walk to a board. */
static int find_walk(const cli_spec *spec, maze_trail *walk, const char *board)
{
    qi_maze_set wanted = {{0}};
    qi_maze_walks *walks = NULL;
    int status = maze_read_board(spec, board, &wanted);
    if (status == CLI_GO_ON)
        status = maze_find_walks(spec, walk->maze, &wanted, &walks);
    if (status != CLI_GO_ON)
        return status;
    const qi_maze_board found = maze_nearest(walks);
    if (found == QI_MAZE_NO_BOARD) {
        cli_fail(spec, "no walk ends with %s", "this board");
        status = CLI_NO;
    } else if (!maze_trail_take(walk, walks, found)) {
        status = cli_fail_with(spec, QI_NO_MEMORY);
    }
    qi_maze_walks_free(walks);
    return status;
}

/* Reads the first walk of a file and walks it as far as possible. Returns CLI_GO_ON, CLI_NO after
 * reporting a step that cannot be taken, or CLI_BAD. */
static int read_walk(const cli_spec *spec, const char *path, maze_trail *walk)
{
    cli_input input;
    int status = cli_read(spec, path, &input);
    if (status != CLI_GO_ON)
        return status;
    const char *steps;
    size_t count;
    qi_text_error error;
    qi_maze_step_result last;
    const qi_result result = qi_maze_walks_first(input.text, input.length, &steps, &count, &error);
    if (result != QI_OK) {
        status = cli_fail_result(spec, input.name, result, &error);
    } else if (!maze_trail_walk(walk, steps, count, &last)) {
        status = cli_fail_with(spec, QI_NO_MEMORY);
    } else if (last == QI_MAZE_BLOCKED || last == QI_MAZE_OVER) {
        cli_say("%s: step %u, %c: %s\n", input.name, walk->length + 1, steps[walk->length],
                last == QI_MAZE_BLOCKED ? "there is a wall" : "the game is over");
        status = CLI_NO;
    }
    cli_input_free(&input);
    return status;
}

static json_t *maze_json(const qi_maze *maze, const maze_trail *walk)
{
    const uint32_t side = qi_maze_side(maze);
    json_t *json = json_pack("{s:I, s:o}", "side", (json_int_t)side, "start",
                             cli_json_point(qi_maze_start(maze), side));
    if (walk->cells) {
        json_t *cells = json_array();
        for (uint32_t i = 0; i <= walk->length; i++)
            json_array_append_new(cells, cli_json_point(walk->cells[i], side));
        json_object_set_new(json, "walk", cells);
    }
    return json;
}

/* Draws the maze, and the walk if there is one. */
static int draw(const cli_spec *spec, const maze_trail *walk, const cli_drawing *how, int status)
{
    const maze_picture picture = {walk->maze, walk->cells ? walk : NULL, cli_is_ascii(),
                                  cli_use_colour()};
    cli_out out;
    if (cli_out_open(spec, how->svg ? how->svg : "-", &out) != CLI_GO_ON)
        return CLI_BAD;
    if (how->svg)
        maze_svg(&out, &picture);
    else if (how->json)
        cli_print_json(&out, maze_json(walk->maze, walk));
    else if (!maze_terminal(&out, &picture))
        status = cli_fail_with(spec, QI_NO_MEMORY);
    return cli_out_close(spec, &out, status);
}

int cli_maze_show(int argc, char **argv)
{
    cli_drawing how = {0};
    const char *board_text = NULL;
    const cli_option options[] = {
        opt_text("board", "B", &board_text, NULL,
                 "draw a shortest walk that ends with this board, e.g. ......OOM"),
        CLI_DRAWING_OPTIONS(how),
        {0}};
    const cli_spec spec = {
        .command = "qi maze show",
        .operands = "[MAZE [WALK]]",
        .description =
            "Draws a maze and, if asked, a walk on it with the board beside it: the first\n"
            "walk of the file WALK (as 'qi maze walk' prints it), or a shortest "
            "walk.\n" MAZE_FORMAT,
        .options = options,
        .json = &how.json,
        .more = "Exit status: 0 done, 1 the walk cannot be finished, 2 bad input.\n",
        .max_operands = 2};
    int first;
    int status = cli_parse(&spec, argc, argv, &first);
    if (status != CLI_GO_ON)
        return status;
    const char *const walk_file = first < argc ? argv[first + 1] : NULL;
    if (walk_file && board_text)
        return cli_fail(&spec, "found a walk and --board, expected only one of them");
    qi_maze *maze = NULL;
    status = maze_read(&spec, argv[first], &maze);
    maze_trail walk = {.maze = maze};
    if (status == CLI_GO_ON && board_text)
        status = find_walk(&spec, &walk, board_text);
    else if (status == CLI_GO_ON && walk_file)
        status = read_walk(&spec, walk_file, &walk);
    if (status == CLI_GO_ON || (status == CLI_NO && walk.cells))
        status = draw(&spec, &walk, &how, status == CLI_NO ? CLI_NO : CLI_DONE);
    free(walk.cells);
    qi_maze_free(maze);
    return status;
}
