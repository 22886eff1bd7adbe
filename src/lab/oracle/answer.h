/*
 * The slow referees as programs: the problem's input in, the problem's output out, reading the text
 * themselves, with the memory of the output. False when the text is not an input or there is none.
 */
#ifndef QI_LAB_ORACLE_ANSWER_H
#define QI_LAB_ORACLE_ANSWER_H

#include "base/buffer.h"

/* The game in which both always play the first legal point in reading order. */
bool qi_oracle_nogo_answer(const char *text, size_t length, qi_buffer *output);
/* For boards of a given size; the text does not tell it. */
bool qi_oracle_go_answer(const char *text, size_t length, uint32_t rows, uint32_t columns,
                         qi_buffer *output);
/* The number of winning boards. */
bool qi_oracle_maze_answer(const char *text, size_t length, qi_buffer *output);

#endif
