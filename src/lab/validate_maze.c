#include "lab/strict.h"
#include "lab/validate.h"

#include <qi/maze.h>

enum { LEAST_SIDE = 3, MOST_SIDE = 25 };

/* A row, as far as white space and lengths go; which letters make a cell is the reader's to say. */
static qi_result read_line(qi_scanner *scanner, uint32_t side, qi_text_error *error)
{
    for (uint32_t i = 0; i < 3 * side; i++) {
        const int c = qi_peek(scanner);
        if (c < '!' || c > '~')
            return qi_strict_fail(scanner, error, "a row of %u characters", 3 * side);
        scanner->at++;
    }
    return qi_strict_line_end(scanner, "the row", error);
}

static qi_result read_strictly(const char *input, size_t length, qi_text_error *error)
{
    qi_scanner scanner = qi_scan(input, length);
    uint32_t side = 0;
    qi_result result = qi_strict_number(&scanner, "n", LEAST_SIDE, MOST_SIDE, &side, error);
    if (result == QI_OK)
        result = qi_strict_line_end(&scanner, "n", error);
    for (uint32_t row = 0; row < side && result == QI_OK; row++)
        result = read_line(&scanner, side, error);
    return result == QI_OK ? qi_strict_end(&scanner, error) : result;
}

static bool comes_first(const qi_text_error *one, const qi_text_error *other)
{
    return one->line < other->line || (one->line == other->line && one->column < other->column);
}

qi_result qi_lab_maze_validate(const char *input, size_t length, const qi_allocator *allocator,
                               qi_text_error *error)
{
    qi_text_error of_space, of_cells;
    qi_maze *maze;
    const qi_result strict = read_strictly(input, length, &of_space);
    const qi_result read = qi_maze_parse(input, length, allocator, &maze, &of_cells);
    if (read == QI_OK)
        qi_maze_free(maze);
    else if (read != QI_BAD_TEXT)
        return read;
    const bool cells = read != QI_OK && (strict == QI_OK || comes_first(&of_cells, &of_space));
    if (error && (cells || strict != QI_OK))
        *error = cells ? of_cells : of_space;
    return cells ? read : strict;
}
