/* Points of a board as people and GTP write them: "D4", columns A to Z without I from the left,
 * rows from 1 at the bottom. Wider boards go on with AA, AB and so on. */
#ifndef QI_BASE_VERTEX_H
#define QI_BASE_VERTEX_H

#include <qi/base.h>

enum { QI_VERTEX_BYTES = 12 }; /* a vertex as text, with its end */

/* The letter of a column below 25. */
char qi_vertex_letter(uint32_t column);

/* Writes a point of a board of at most 650 columns; returns the length. */
size_t qi_vertex_write(uint32_t rows, uint32_t columns, qi_point point, char text[QI_VERTEX_BYTES]);

/* Reads a whole word, in letters of either case. QI_BAD_TEXT: it is no vertex; QI_BAD_ARGUMENT: it
 * is not on this board. */
qi_result qi_vertex_read(uint32_t rows, uint32_t columns, const char *word, size_t length,
                         qi_point *point);

#endif
