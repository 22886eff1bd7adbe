/* What a mistyped word was meant to be. */
#include "cli/cli.h"

#include <string.h>

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* How many letters must be changed, added, removed or swapped with the next one. */
static size_t distance(const char *from, size_t rows, const char *to, size_t columns)
{
    size_t table[CLI_LONGEST_WORD + 1][CLI_LONGEST_WORD + 1];
    for (size_t row = 0; row <= rows; row++)
        table[row][0] = row;
    for (size_t column = 0; column <= columns; column++)
        table[0][column] = column;
    for (size_t row = 1; row <= rows; row++)
        for (size_t column = 1; column <= columns; column++) {
            const bool same = from[row - 1] == to[column - 1];
            size_t steps = least(table[row - 1][column], table[row][column - 1]) + 1;
            steps = least(steps, table[row - 1][column - 1] + !same);
            if (row > 1 && column > 1 && from[row - 1] == to[column - 2] &&
                from[row - 2] == to[column - 1])
                steps = least(steps, table[row - 2][column - 2] + 1);
            table[row][column] = steps;
        }
    return table[rows][columns];
}

void cli_suggest(cli_suggestion *suggestion, const char *candidate)
{
    enum { LETTERS_A_MISTAKE = 3, LEAST_BEGINNING = 3 };
    const size_t length = strlen(suggestion->word), other = strlen(candidate);
    if (length > CLI_LONGEST_WORD || other > CLI_LONGEST_WORD)
        return;
    /* A word that was left unfinished is one mistake. */
    const bool beginning =
        length >= LEAST_BEGINNING && strncmp(suggestion->word, candidate, length) == 0;
    const size_t steps = beginning ? 1 : distance(suggestion->word, length, candidate, other);
    const size_t most = suggestion->nearest ? suggestion->steps - 1
                                            : (length > other ? length : other) / LETTERS_A_MISTAKE;
    if (steps <= most && !(suggestion->nearest && suggestion->steps == 0)) {
        suggestion->nearest = candidate;
        suggestion->steps = steps;
    }
}
