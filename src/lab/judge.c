#include "lab/judge.h"

#include "base/memory.h"
#include "base/text.h"
#include "lab/verdict.h"

#include <qi/go.h>
#include <qi/maze.h>
#include <qi/nogo.h>

#include <string.h>

/* ---- lines -------------------------------------------------------------------------------- */

typedef struct line {
    const char *text;
    int length; /* without blanks at the end */
} line;

/* Reads the next line of a text; false at its end. Very long lines are cut. */
static bool next_line(const char **at, const char *end, line *it)
{
    if (*at == end)
        return false;
    const char *stop = memchr(*at, '\n', (size_t)(end - *at));
    const char *const after = stop ? stop + 1 : end;
    if (!stop)
        stop = end;
    while (stop > *at && (stop[-1] == ' ' || stop[-1] == '\t' || stop[-1] == '\r'))
        stop--;
    it->text = *at;
    it->length = stop - *at > 1 << 20 ? 1 << 20 : (int)(stop - *at);
    *at = after;
    return true;
}

static bool same(const line *a, const line *b)
{
    return a->length == b->length && memcmp(a->text, b->text, (size_t)a->length) == 0;
}

/* The first line in which two texts differ, from 1; 0 when there is none. Blanks at the end of
 * lines and blank lines at the end of the texts do not count. A line that is not there is empty. */
static uint64_t first_difference(const char *a, size_t a_length, const char *b, size_t b_length,
                                 line *of_a, line *of_b)
{
    const char *const a_end = a + a_length;
    const char *const b_end = b + b_length;
    for (uint64_t number = 1;; number++) {
        *of_a = *of_b = (line){"", 0};
        const bool more_a = next_line(&a, a_end, of_a);
        const bool more_b = next_line(&b, b_end, of_b);
        if (!more_a && !more_b)
            return 0;
        if (!same(of_a, of_b))
            return number;
    }
}

/* A line as a message shows it: quoted, cut, "nothing" when empty. */
static const char *quoted(const line *it, char *buffer, size_t capacity)
{
    qi_string string = qi_string_in(buffer, capacity);
    if (!it->length)
        return "nothing";
    qi_string_char(&string, '\'');
    const size_t length = (size_t)it->length;
    qi_string_text(&string, qi_string_show(&string, it->text, length, 60) < length ? "...'" : "'");
    return buffer;
}

void qi_lab_compare(const char *first, size_t first_length, const char *second,
                    size_t second_length, qi_lab_judgement *judgement)
{
    line one, other;
    char one_text[256], other_text[256];
    *judgement = (qi_lab_judgement){.mark = QI_NO_POINT};
    judgement->line = first_difference(first, first_length, second, second_length, &one, &other);
    judgement->right = !judgement->line;
    if (judgement->right)
        return;
    qi_string sentence = qi_string_in(judgement->sentence, sizeof judgement->sentence);
    qi_string_text(&sentence, "line ");
    qi_string_number(&sentence, (int64_t)judgement->line);
    qi_string_text(&sentence, ": the first program prints ");
    qi_string_text(&sentence, quoted(&one, one_text, sizeof one_text));
    qi_string_text(&sentence, ", the second ");
    qi_string_text(&sentence, quoted(&other, other_text, sizeof other_text));
}

static qi_result cannot_judge(qi_result result, qi_lab_judgement *judgement)
{
    qi_string sentence = qi_string_in(judgement->sentence, sizeof judgement->sentence);
    qi_string_text(&sentence, qi_result_text(result));
    return result;
}

/* ---- NoGo --------------------------------------------------------------------------------- */

/* Line `number` of an output, which is not a move: "line 3: found 'Black 2 3', expected two
 * integers". */
static void say_no_move(const char *output, size_t length, uint64_t number,
                        qi_lab_judgement *judgement)
{
    line found = {"", 0};
    char text[256];
    const char *at = output;
    for (uint64_t i = 0; i < number; i++)
        next_line(&at, output + length, &found);
    qi_string sentence = qi_string_in(judgement->sentence, sizeof judgement->sentence);
    qi_string_text(&sentence, "line ");
    qi_string_number(&sentence, (int64_t)number);
    qi_string_text(&sentence, ": found ");
    qi_string_text(&sentence, quoted(&found, text, sizeof text));
    qi_string_text(&sentence, ", expected ");
    qi_string_text(&sentence, "two integers");
}

qi_result qi_lab_nogo_judge(const qi_lab_case *it, const char *input, size_t input_length,
                            const char *output, size_t output_length, qi_lab_judgement *judgement)
{
    *judgement = (qi_lab_judgement){.mark = QI_NO_POINT};
    qi_nogo *game;
    const qi_result result = qi_nogo_parse(input, input_length, 0, it->allocator, &game, NULL);
    if (result != QI_OK)
        return cannot_judge(result, judgement);
    qi_nogo_report report;
    qi_nogo_check(game, output, output_length, &report);
    judgement->right = report.fault == QI_NOGO_COMPLETE;
    if (!judgement->right) {
        judgement->line = report.line;
        judgement->after = (size_t)report.moves;
        qi_nogo_explain(game, &report, judgement->sentence, sizeof judgement->sentence);
        if (report.fault == QI_NOGO_NOT_A_MOVE)
            say_no_move(output, output_length, report.line, judgement);
        if (report.fault == QI_NOGO_ILLEGAL_MOVE && report.row >= 1 && report.row <= it->rows &&
            report.column_played >= 1 && report.column_played <= it->columns)
            judgement->mark = (qi_point)((report.row - 1) * it->columns + report.column_played - 1);
        else
            judgement->mark = report.point;
    }
    qi_nogo_free(game);
    return QI_OK;
}

/* ---- Go ----------------------------------------------------------------------------------- */

/* The place in the list of all moves that a report is about: before the refused move, or at the
 * end of the game. */
static size_t moves_before(const qi_lab_case *it, const qi_go_report *report)
{
    size_t moves = 0;
    for (uint64_t game = 1; game < report->game && game <= it->games; game++)
        moves += it->lengths[game - 1];
    if (report->move)
        moves += (size_t)report->move - 1;
    else if (report->game >= 1 && report->game <= it->games)
        moves += it->lengths[report->game - 1];
    return moves;
}

qi_result qi_lab_go_judge(const qi_lab_case *it, const char *input, size_t input_length,
                          const char *output, size_t output_length, qi_lab_judgement *judgement)
{
    *judgement = (qi_lab_judgement){.mark = QI_NO_POINT};
    qi_go_report report;
    const qi_result result = qi_go_check(input, input_length, output, output_length, it->rows,
                                         it->columns, NULL, it->allocator, &report, NULL);
    if (result != QI_OK)
        return cannot_judge(result, judgement);
    judgement->right = report.fault == QI_GO_CORRECT;
    if (judgement->right)
        return QI_OK;
    judgement->line = report.line;
    judgement->after = moves_before(it, &report);
    if (report.move)
        judgement->mark = report.what.point;
    else if (report.row && report.column)
        judgement->mark = (report.row - 1) * it->columns + report.column - 1;
    qi_go_explain(&report, judgement->sentence, sizeof judgement->sentence);
    return QI_OK;
}

/* ---- Maze Tac Toe ------------------------------------------------------------------------- */

qi_result qi_lab_maze_judge(const qi_lab_case *it, const char *input, size_t input_length,
                            const char *output, size_t output_length, qi_lab_judgement *judgement)
{
    *judgement = (qi_lab_judgement){.mark = QI_NO_POINT};
    const qi_allocator memory = qi_allocator_or_default(it->allocator);
    qi_maze *maze;
    qi_result result = qi_maze_parse(input, input_length, it->allocator, &maze, NULL);
    if (result != QI_OK)
        return cannot_judge(result, judgement);
    qi_maze_reach *const reach = qi_allocate(&memory, sizeof *reach);
    result = reach ? qi_maze_search(maze, reach) : QI_NO_MEMORY;
    qi_maze_free(maze);
    char got[QI_LAB_GOT];
    if (result == QI_OK)
        judgement->right = qi_lab_judge_count(reach->winning_count, output, output_length, got,
                                              judgement->sentence,
                                              sizeof judgement->sentence) == QI_RULED_ACCEPTED;
    qi_release(&memory, reach);
    return result == QI_OK ? QI_OK : cannot_judge(result, judgement);
}
