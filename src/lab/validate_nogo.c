#include "lab/strict.h"
#include "lab/validate.h"

#include <qi/nogo.h>

enum { MOST_SIDE = 600 };

static qi_result read_row(qi_scanner *scanner, uint32_t side, qi_text_error *error)
{
    for (uint32_t column = 0; column < side; column++) {
        const int cell = qi_peek(scanner);
        if (cell != 'X' && cell != 'O' && cell != '.')
            return qi_strict_fail(scanner, error, "'X', 'O' or '.' (column %u of %u)", column + 1,
                                  side);
        scanner->at++;
    }
    return qi_strict_line_end(scanner, "the row", error);
}

static qi_result read_board(qi_scanner *scanner, qi_text_error *error)
{
    uint32_t side = 0;
    qi_result result = qi_strict_number(scanner, "n", 1, MOST_SIDE, &side, error);
    if (result == QI_OK)
        result = qi_strict_line_end(scanner, "n", error);
    for (uint32_t row = 0; row < side && result == QI_OK; row++)
        result = read_row(scanner, side, error);
    return result == QI_OK ? qi_strict_end(scanner, error) : result;
}

qi_result qi_lab_nogo_validate(const char *input, size_t length, const qi_allocator *allocator,
                               qi_text_error *error)
{
    qi_scanner scanner = qi_scan(input, length);
    qi_result result = read_board(&scanner, error);
    if (result != QI_OK)
        return result;
    qi_nogo *game;
    result = qi_nogo_parse(input, length, QI_NOGO_ANY_COUNT, allocator, &game, error);
    if (result != QI_OK)
        return result;
    const uint32_t black = qi_nogo_stones(game, QI_BLACK), white = qi_nogo_stones(game, QI_WHITE);
    qi_nogo_free(game);
    if (black == white)
        return QI_OK;
    scanner = qi_scan(input, length);
    while (!qi_skip_line_end(&scanner)) /* to the first row */
        scanner.at++;
    return qi_text_fail_found(&scanner, error, qi_message_of("%u 'X' and %u 'O'", black, white),
                              "as many 'X' as 'O'");
}
