/* The judges of the three games (qi_lab_game.judge): is this output right for this input, and if
 * not, what is wrong in one sentence? */
#ifndef QI_LAB_JUDGE_H
#define QI_LAB_JUDGE_H

#include "lab/lab.h"

qi_result qi_lab_nogo_judge(const qi_lab_case *it, const char *input, size_t input_length,
                            const char *output, size_t output_length, qi_lab_judgement *judgement);
qi_result qi_lab_go_judge(const qi_lab_case *it, const char *input, size_t input_length,
                          const char *output, size_t output_length, qi_lab_judgement *judgement);
qi_result qi_lab_maze_judge(const qi_lab_case *it, const char *input, size_t input_length,
                            const char *output, size_t output_length, qi_lab_judgement *judgement);

#endif
