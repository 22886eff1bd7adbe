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

enum { QI_LAB_GOT = 96 };
/* Whether an output holds the right number and nothing else. `got` names what stands there,
 * `sentence` says it all: the number when it is right, else "expected 8, got 6". */
bool qi_lab_judge_count(uint32_t expected, const char *output, size_t length, char got[QI_LAB_GOT],
                        char *sentence, size_t capacity);

#endif
