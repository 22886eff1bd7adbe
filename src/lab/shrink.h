/* How the cases of each game become smaller (lab_game.shrink). */
#ifndef QI_LAB_SHRINK_H
#define QI_LAB_SHRINK_H

#include "lab/lab.h"

bool lab_nogo_shrink(const lab_case *it, lab_try *attempt, void *context);
bool lab_go_shrink(const lab_case *it, lab_try *attempt, void *context);
bool lab_maze_shrink(const lab_case *it, lab_try *attempt, void *context);

#endif
