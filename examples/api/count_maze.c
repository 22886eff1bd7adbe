/* Counts the winning boards of a maze. Prints: 1 boards */
#include <qi/qi.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
    const char *const text = "5\n###############\n###BBBM11O12###\n###.........###\n"
                             "###......O13###\n###############\n";
    qi_maze *maze = NULL;
    qi_maze_walks *walks = NULL;
    if (qi_maze_parse(text, strlen(text), NULL, &maze, NULL) != QI_OK ||
        qi_maze_walks_new(maze, NULL, &walks) != QI_OK)
        return 1;
    const qi_maze_set *const boards = qi_maze_walks_boards(walks);
    uint32_t count = 0;
    for (qi_maze_board at = QI_MAZE_NO_BOARD;
         (at = qi_maze_set_next(boards, at)) != QI_MAZE_NO_BOARD; count++)
        printf("%u steps to board %u\n", qi_maze_walks_length(walks, at), at);
    printf("%u boards\n", count);
    qi_maze_walks_free(walks);
    qi_maze_free(maze);
}
