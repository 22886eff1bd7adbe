#include "lab/verdict.h"

#include "base/text.h"

#include <qi/maze.h>

qi_lab_ruling qi_lab_judge_count(uint32_t expected, const char *output, size_t length,
                                 char got[QI_LAB_GOT], char *sentence, size_t capacity)
{
    qi_scanner scanner = qi_scan(output, length);
    qi_skip_space(&scanner);
    qi_text_error error;
    int64_t number = -1;
    qi_text_fail(&scanner, &error, "a number");
    const bool is_number = qi_scan_integer(&scanner, &number);
    const bool alone = is_number && qi_scan_end(&scanner, NULL) == QI_OK;
    qi_string found = qi_string_in(got, QI_LAB_GOT);
    qi_string text = qi_string_in(sentence, capacity);
    if (is_number)
        qi_string_number(&found, number);
    else
        qi_string_text(&found, error.found);
    const bool right = is_number && number == expected;
    if (right && alone) {
        qi_string_number(&text, expected);
        return QI_RULED_ACCEPTED;
    }
    qi_string_text(&text, "expected ");
    qi_string_number(&text, expected);
    if (right) {
        qi_text_fail(&scanner, &error, "a number");
        found = qi_string_in(got, QI_LAB_GOT);
        qi_string_text(&found, error.found);
        qi_string_text(&text, " and nothing more");
    }
    qi_string_text(&text, ", got ");
    qi_string_text(&text, got);
    if (right)
        qi_string_text(&text, " after the number");
    return alone ? QI_RULED_WRONG : QI_RULED_MALFORMED;
}

void qi_lab_maze_verdict(qi_lab_piece input, qi_lab_piece output, qi_lab_verdict *verdict)
{
    qi_maze *maze;
    qi_text_error error;
    qi_maze_reach reach;
    qi_result result = qi_maze_parse(input.bytes, input.length, NULL, &maze, &error);
    if (result == QI_OK) {
        result = qi_maze_search(maze, &reach);
        qi_maze_free(maze);
    }
    if (result != QI_OK) {
        qi_lab_cannot(verdict, result, &error);
        return;
    }
    char got[QI_LAB_GOT];
    verdict->kind = qi_lab_judge_count(reach.winning_count, output.bytes, output.length, got,
                                       verdict->sentence, sizeof verdict->sentence);
    verdict->points = verdict->kind == QI_RULED_ACCEPTED ? QI_LAB_FULL_POINTS : 0;
}
