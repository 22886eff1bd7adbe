/* The judge of walks: any text, in one small maze. */
#include "fuzz.h"
#include "maze/trail.h"

#include <qi/maze.h>

#include <string.h>

static const char text[] = "5\n"
                           "###############\n"
                           "###O11...BBB###\n"
                           "###M33###O12###\n"
                           "###O22...M13###\n"
                           "###############\n";

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    qi_maze *maze;
    must(qi_maze_parse(text, strlen(text), NULL, &maze, NULL) == QI_OK);
    qi_maze_verdict verdict;
    qi_text_error error = {0};
    const qi_result result = qi_maze_check_walks(maze, (const char *)data, size, &verdict, &error);
    must(result == QI_OK || (result == QI_BAD_TEXT && error.line >= 1));
    must(result != QI_OK || verdict.good || verdict.fault[0]);
    qi_maze_free(maze);
    return 0;
}
