/*
 * The program that a problem's package brings as its validator: reads an input from standard input
 * and tells whether it is exactly what the statement allows. A template, with these parameters:
 *
 *     VALIDATOR  the function that decides (lab/validate.h)
 *     QI_ICPC    defined: exit status 42 for a valid input and 43 for another, else 0 and 3
 */
#include "lab/validate.h"

#include <stdio.h>
#include <stdlib.h>

#ifdef QI_ICPC
enum { IS_VALID = 42, IS_NOT = 43 };
#else
enum { IS_VALID = 0, IS_NOT = 3 };
#endif

int main(void)
{
    enum { MOST = 1 << 24 }; /* more than any valid input has */
    char *const text = (char *)malloc(MOST);
    if (!text) {
        fprintf(stderr, "FAIL no memory\n");
        return 1;
    }
    const size_t length = fread(text, 1, MOST, stdin);
    qi_text_error error;
    const qi_result result = VALIDATOR(text, length, NULL, &error);
    free(text);
    if (result == QI_OK)
        return IS_VALID;
    if (result == QI_BAD_TEXT)
        fprintf(stderr, "FAIL line %llu, column %llu: found %s, expected %s\n",
                (unsigned long long)error.line, (unsigned long long)error.column, error.found,
                error.expected);
    else
        fprintf(stderr, "FAIL %s\n", qi_result_text(result));
    return result == QI_BAD_TEXT ? IS_NOT : 1;
}
