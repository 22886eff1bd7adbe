#include "base/vertex.h"

#include "base/text.h"

static const char letters[] = "ABCDEFGHJKLMNOPQRSTUVWXYZ"; /* no I */
enum { LETTERS = sizeof letters - 1 };

char qi_vertex_letter(uint32_t column)
{
    return letters[column];
}

size_t qi_vertex_write(uint32_t rows, uint32_t columns, qi_point point, char text[QI_VERTEX_BYTES])
{
    const uint32_t column = point % columns;
    char *at = text;
    if (column >= LETTERS)
        *at++ = letters[column / LETTERS - 1];
    *at++ = letters[column % LETTERS];
    at = qi_write_number(at, rows - point / columns);
    *at = '\0';
    return (size_t)(at - text);
}

/* The place of a letter among those in use, or LETTERS. */
static uint32_t place_of(char c)
{
    const char upper = c >= 'a' && c <= 'z' ? (char)(c - 'a' + 'A') : c;
    uint32_t place = 0;
    while (place < LETTERS && letters[place] != upper)
        place++;
    return place;
}

qi_result qi_vertex_read(uint32_t rows, uint32_t columns, const char *word, size_t length,
                         qi_point *point)
{
    enum { MOST_DIGITS = 9 };
    const char *at = word, *const end = word + length;
    uint32_t column = at < end ? place_of(*at++) : LETTERS;
    if (column < LETTERS && columns > LETTERS && at < end && place_of(*at) < LETTERS)
        column = (column + 1) * LETTERS + place_of(*at++);
    else if (column == LETTERS)
        return QI_BAD_TEXT;
    if (at == end || end - at > MOST_DIGITS)
        return QI_BAD_TEXT;
    uint32_t row = 0;
    for (; at < end; at++) {
        if (*at < '0' || *at > '9')
            return QI_BAD_TEXT;
        row = row * 10 + (uint32_t)(*at - '0');
    }
    if (row == 0)
        return QI_BAD_TEXT;
    if (column >= columns || row > rows)
        return QI_BAD_ARGUMENT;
    *point = (rows - row) * columns + column;
    return QI_OK;
}
