/* How the cases of each game become smaller (qi_lab_game.shrink). */
#ifndef QI_LAB_SHRINK_H
#define QI_LAB_SHRINK_H

#include "lab/lab.h"

bool qi_lab_nogo_shrink(const qi_lab_case *it, qi_lab_try *attempt, void *context);
bool qi_lab_go_shrink(const qi_lab_case *it, qi_lab_try *attempt, void *context);
bool qi_lab_maze_shrink(const qi_lab_case *it, qi_lab_try *attempt, void *context);

#endif
