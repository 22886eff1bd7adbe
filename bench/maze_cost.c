/* Measures the search of a maze: prints side, boards reached, and CPU seconds of reading and of a
 * search, each the least of some rounds. For bench/maze.py. */
#include <qi/maze.h>

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double cpu_seconds(void)
{
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static double smaller_of(double a, double b)
{
    return a < b ? a : b;
}

int main(int argc, char **argv)
{
    enum { LONGEST = 4 << 20 };
    char *text = malloc(LONGEST);
    const int rounds = argc > 1 ? atoi(argv[1]) : 1;
    const size_t length = text ? fread(text, 1, LONGEST, stdin) : 0;
    double reading = 1e9, searching = 1e9;
    qi_maze_reach reach;
    uint32_t side = 0;
    for (int round = 0; round < rounds; round++) {
        const double start = cpu_seconds();
        qi_maze *maze;
        if (qi_maze_parse(text, length, NULL, &maze, NULL) != QI_OK)
            return 1;
        const double read = cpu_seconds();
        if (qi_maze_search(maze, &reach) != QI_OK)
            return 1;
        searching = smaller_of(searching, cpu_seconds() - read);
        reading = smaller_of(reading, read - start);
        side = qi_maze_side(maze);
        qi_maze_free(maze);
    }
    printf("%u %u %.9f %.9f\n", side, reach.winning_count + reach.open_count, reading, searching);
    free(text);
    return 0;
}
