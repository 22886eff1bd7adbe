#include "lab/verdict.h"

#include <qi/go.h>

#include <string.h>

enum { SIDE = 19 };

/* Whether a line could stand in an output: "miss 1" to "miss 3", or a row. */
static bool is_a_line(const char *line)
{
    size_t length = 0, stones = 0;
    for (; line[length]; length++)
        stones += line[length] == 'B' || line[length] == 'W' || line[length] == '.';
    if (length == sizeof "miss 1" - 1 && memcmp(line, "miss ", 5) == 0)
        return line[5] >= '1' && line[5] <= '3';
    return length == SIDE && stones == SIDE;
}

void qi_lab_go_verdict(qi_lab_piece input, qi_lab_piece output, qi_lab_verdict *verdict)
{
    qi_go_report report;
    qi_text_error error;
    const qi_result result = qi_go_check(input.bytes, input.length, output.bytes, output.length,
                                         SIDE, SIDE, NULL, NULL, &report, &error);
    if (result != QI_OK) {
        qi_lab_cannot(verdict, result, &error);
        return;
    }
    qi_go_explain(&report, verdict->sentence, sizeof verdict->sentence);
    verdict->kind = QI_RULED_ACCEPTED;
    verdict->points = 0;
    if (report.fault == QI_GO_CORRECT)
        verdict->points = QI_LAB_FULL_POINTS;
    else if (report.fault == QI_GO_ENDS_TOO_SOON || report.fault == QI_GO_TEXT_AFTER_END)
        verdict->kind = QI_RULED_MALFORMED;
    else
        verdict->kind = is_a_line(report.found) ? QI_RULED_WRONG : QI_RULED_MALFORMED;
}
