#include "cli/maze/maze.h"
#include "cli/maze/picture.h"
#include "cli/verbs.h"
#include "maze/walk_text.h"

#include <stdlib.h>

/* A shortest walk to a board. */
static int find_walk(const cli_spec *spec, const qi_maze *maze, qi_maze_board board,
                     maze_walk *walk)
{
    qi_maze_set wanted = {{0}};
    qi_maze_set_add(&wanted, board);
    qi_maze_walks *walks;
    const qi_result result = qi_maze_walks_new(maze, &wanted, &walks);
    if (result != QI_OK)
        return cli_fail(spec, "%s", qi_result_text(result));
    int status;
    if (qi_maze_walks_length(walks, board) == QI_MAZE_NO_WALK) {
        cli_fail(spec, "no walk ends with this board");
        status = CLI_NO;
    } else {
        status = maze_take_walk(spec, walks, board, walk);
    }
    qi_maze_walks_free(walks);
    return status;
}

/* The first walk of a file, as far as it can be walked. CLI_GO_ON; CLI_NO when a step cannot be
 * taken, which has been told; or CLI_BAD. */
static int read_walk(const cli_spec *spec, const qi_maze *maze, const char *path, maze_walk *walk)
{
    cli_input input;
    int status = cli_read(spec, path, &input);
    if (status != CLI_GO_ON)
        return status;
    qi_scanner scanner = qi_scan(input.text, input.length);
    qi_maze_claim claim;
    qi_text_error error;
    const qi_result result = qi_maze_read_claim(&scanner, &claim, &error);
    if (result != QI_OK) {
        status = cli_fail_result(spec, input.name, result, &error);
        cli_input_free(&input);
        return status;
    }
    qi_maze_walker walker;
    qi_maze_begin(maze, &walker);
    walk->cells = malloc((claim.step_count + 1) * sizeof *walk->cells);
    if (!walk->cells) {
        cli_input_free(&input);
        return cli_fail(spec, "%s", qi_result_text(QI_NO_MEMORY));
    }
    walk->cells[0] = walker.at;
    for (size_t i = 0; i < claim.step_count && status == CLI_GO_ON; i++) {
        const char step = claim.steps[i];
        const qi_maze_step_result took = qi_maze_step(maze, &walker,
                                                      step == 'N'   ? QI_MAZE_NORTH
                                                      : step == 'E' ? QI_MAZE_EAST
                                                      : step == 'S' ? QI_MAZE_SOUTH
                                                                    : QI_MAZE_WEST);
        if (took == QI_MAZE_BLOCKED || took == QI_MAZE_OVER) {
            fprintf(stderr, "%s: step %zu, %c: %s\n", input.name, i + 1, step,
                    took == QI_MAZE_BLOCKED ? "there is a wall" : "the game is over");
            status = CLI_NO;
        } else {
            walk->cells[walker.steps] = walker.at;
        }
    }
    walk->length = walker.steps;
    walk->board = walker.board;
    cli_input_free(&input);
    return status;
}

int cli_maze_show(int argc, char **argv)
{
    bool ascii = false, board_given = false;
    int colour = CLI_COLOUR_AUTO;
    const char *board_text = NULL, *svg = NULL;
    const cli_option options[] = {
        {.name = "board",
         .kind = CLI_TEXT,
         .value = &board_text,
         .argument = "B",
         .given = &board_given,
         .help = "draw a shortest walk that ends with this board, e.g. ......OOM"},
        CLI_DRAWING_OPTIONS(ascii, colour, svg),
        {0}};
    const cli_spec spec = {
        .command = "qi maze show",
        .operands = "[MAZE [WALK]]",
        .description =
            "Draws a maze and, on it, the first walk of the file WALK (as 'qi maze walk'\n"
            "prints it) or a shortest walk to a board, with the board beside it.\n" MAZE_FORMAT,
        .options = options,
        .more = "Exit status: 0 done, 1 the walk cannot be walked to its end, 2 bad input.\n",
        .max_operands = 2};
    int first;
    int status = cli_parse(&spec, argc, argv, &first);
    if (status != CLI_GO_ON)
        return status;
    const bool walk_given = first + 1 < argc;
    if (walk_given && board_given)
        return cli_fail(&spec, "found a walk and --board, expected only one of them");
    qi_maze_board board;
    if (board_given && (status = maze_read_board(&spec, board_text, &board)) != CLI_GO_ON)
        return status;
    qi_maze *maze;
    status = maze_read(&spec, first < argc ? argv[first] : NULL, &maze);
    if (status != CLI_GO_ON)
        return status;

    maze_walk walk = {0};
    if (board_given)
        status = find_walk(&spec, maze, board, &walk);
    else if (walk_given)
        status = read_walk(&spec, maze, argv[first + 1], &walk);
    if (status == CLI_GO_ON || (status == CLI_NO && walk.cells)) {
        const maze_picture picture = {maze, walk.cells ? &walk : NULL, ascii,
                                      cli_use_colour((cli_colour_mode)colour)};
        const int drawn = status == CLI_NO ? CLI_NO : CLI_DONE;
        cli_out out;
        status = cli_out_open(&spec, svg ? svg : "-", &out);
        if (status == CLI_GO_ON) {
            bool good = true;
            if (svg)
                maze_svg(&out, &picture);
            else
                good = maze_terminal(&out, &picture);
            status = cli_out_close(&spec, &out, drawn);
            if (!good)
                status = cli_fail(&spec, "%s", qi_result_text(QI_NO_MEMORY));
        }
    }
    free(walk.cells);
    qi_maze_free(maze);
    return status;
}
