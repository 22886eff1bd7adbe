/* Says whether a move is legal, and why not. Prints:
 * 1 2: it takes the last liberty of a group of the opponent */
#include <qi/qi.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
    const char *const line = "o./x.:x"; /* the rows from the top, then who moves */
    qi_nogo *position;
    qi_text_error error;
    if (qi_nogo_parse_line(line, strlen(line), NULL, &position, &error) != QI_OK) {
        fprintf(stderr, "column %d: expected %s\n", (int)error.column, error.expected);
        return 1;
    }
    const qi_point point = qi_nogo_point(position, 0, 1);
    const qi_nogo_verdict verdict = qi_nogo_judge(position, QI_BLACK, point, NULL);
    printf("1 2: %s\n", qi_nogo_verdict_text(verdict));
    qi_nogo_free(position);
}
