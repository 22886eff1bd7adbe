/* Shortest walks by one search or the other, for tests: qi_maze_walks_new chooses. */
#ifndef QI_MAZE_WALK_H
#define QI_MAZE_WALK_H

#include <qi/maze.h>

/* `by_routes`: over routes, for which the maze must be fit (routes.h); else over states. */
qi_result qi_maze_walks_by(const qi_maze *maze, const qi_maze_set *wanted, bool by_routes,
                           qi_maze_walks **walks);

#endif
