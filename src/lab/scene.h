/* The board that goes with a judgement (qi_lab_game.scene). */
#ifndef QI_LAB_SCENE_H
#define QI_LAB_SCENE_H

#include "lab/lab.h"

bool qi_lab_nogo_scene(const qi_lab_case *it, const qi_buffer *input, const qi_buffer *output,
                       const qi_lab_judgement *wrong, qi_lab_point *points);
bool qi_lab_go_scene(const qi_lab_case *it, const qi_buffer *input, const qi_buffer *output,
                     const qi_lab_judgement *wrong, qi_lab_point *points);

#endif
