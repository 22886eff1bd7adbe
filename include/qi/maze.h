/* qi/maze.h */
#ifndef QI_MAZE_H
#define QI_MAZE_H

#include <qi/base.h>

#endif
