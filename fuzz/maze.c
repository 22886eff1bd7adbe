/* The reader of mazes. What it accepts is searched by engine and oracle. */
#include "fuzz.h"

#include "lab/oracle/maze.h"

#include <qi/maze.h>
#include <qi/maze_steps.h>

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *const text = (const char *)data;
    qi_maze *maze;
    qi_text_error error = {0};
    if (qi_maze_parse(text, size, NULL, &maze, &error) != QI_OK) {
        must(error.line >= 1 && error.column >= 1);
        qi_maze_board board;
        qi_maze_board_parse(text, size, &board, &error);
        return 0;
    }
    static qi_maze_reach reach;
    must(qi_maze_search(maze, &reach) == QI_OK);
    char expected[16];
    snprintf(expected, sizeof expected, "%u\n", reach.winning_count);
    qi_buffer answer = {0};
    if (qi_maze_side(maze) <= 12) {
        must(qi_oracle_maze_answer(text, size, &answer));
        must(strcmp(answer.bytes, expected) == 0);
    }
    /* Written and read again it is the same maze. */
    const size_t length = qi_maze_write(maze, NULL, 0);
    char *const copy = malloc(length + 1);
    must(copy && qi_maze_write(maze, copy, length + 1) == length);
    qi_maze *again;
    must(qi_maze_parse(copy, length, NULL, &again, NULL) == QI_OK);
    must(qi_maze_side(again) == qi_maze_side(maze) && qi_maze_start(again) == qi_maze_start(maze));
    qi_maze_free(again);
    free(copy);
    qi_buffer_free(&answer);
    qi_maze_free(maze);
    return 0;
}
