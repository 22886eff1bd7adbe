/*
 * The slow referees as programs: they read the problem's input and write its output, using the
 * memory of the output. False if the text is not a valid input or there is no memory.
 */
#ifndef QI_LAB_ORACLE_ANSWER_H
#define QI_LAB_ORACLE_ANSWER_H

#include "base/buffer.h"

/* The game in which both always play the first legal point in reading order. */
bool qi_oracle_nogo_answer(const char *text, size_t length, qi_buffer *output);
/* For boards of a given size, which the text does not contain. */
bool qi_oracle_go_answer(const char *text, size_t length, uint32_t rows, uint32_t columns,
                         qi_buffer *output);
/* The number of winning boards. */
bool qi_oracle_maze_answer(const char *text, size_t length, qi_buffer *output);

#endif
