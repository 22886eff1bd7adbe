#include "lab/strict.h"
#include "lab/validate.h"

enum { MOST_GAMES = 100, MOST_MOVES = 2000, SIDE = 19 };

/* Reads "B 3 4"; `last` is the colour before, 0 at the start of a game. */
static qi_result read_move(qi_scanner *scanner, int *last, qi_text_error *error)
{
    const int colour = qi_peek(scanner);
    if ((colour != 'B' && colour != 'W') || colour == *last)
        return qi_strict_fail(scanner, error,
                              !*last         ? "a move: 'B' or 'W', a row and a column"
                              : *last == 'B' ? "a move of White, who follows Black: 'W'"
                                             : "a move of Black, who follows White: 'B'");
    *last = colour;
    scanner->at++;
    uint32_t row = 0, column = 0;
    qi_result result = qi_strict_blank(scanner, "the colour", error);
    if (result == QI_OK)
        result = qi_strict_number(scanner, "a row", 1, SIDE, &row, error);
    if (result == QI_OK)
        result = qi_strict_blank(scanner, "the row", error);
    if (result == QI_OK)
        result = qi_strict_number(scanner, "a column", 1, SIDE, &column, error);
    return result == QI_OK ? qi_strict_line_end(scanner, "the column", error) : result;
}

static qi_result read_game(qi_scanner *scanner, qi_text_error *error)
{
    uint32_t moves = 0;
    qi_result result = qi_strict_number(scanner, "a number of moves", 0, MOST_MOVES, &moves, error);
    if (result == QI_OK)
        result = qi_strict_line_end(scanner, "the number of moves", error);
    int last = 0;
    for (uint32_t move = 0; move < moves && result == QI_OK; move++)
        result = read_move(scanner, &last, error);
    return result;
}

qi_result qi_lab_go_validate(const char *input, size_t length, const qi_allocator *allocator,
                             qi_text_error *error)
{
    (void)allocator;
    qi_scanner scanner = qi_scan(input, length);
    uint32_t games = 0;
    qi_result result =
        qi_strict_number(&scanner, "a number of games", 1, MOST_GAMES, &games, error);
    if (result == QI_OK)
        result = qi_strict_line_end(&scanner, "the number of games", error);
    for (uint32_t game = 0; game < games && result == QI_OK; game++)
        result = read_game(&scanner, error);
    return result == QI_OK ? qi_strict_end(&scanner, error) : result;
}
