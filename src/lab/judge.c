/* The judge of the three problems (qi/judge.h): asks the judge of each game, and says in one form
 * what it found. */
#include "nogo/rules/judge.h"
#include "base/memory.h"
#include "go/games.h"
#include "lab/games.h"
#include "maze/trail.h"

#include <string.h>

enum { GO_SIDE = 19 };

qi_verdict qi_lab_no_verdict(void)
{
    return (qi_verdict){.size = sizeof(qi_verdict),
                        .mark = QI_NO_POINT,
                        .last = QI_NO_POINT,
                        .group = QI_NO_POINT,
                        .legal = QI_NO_POINT};
}

static void copy_text(const char *text, char *copy, size_t size)
{
    qi_writer writer = qi_write_into(copy, size);
    qi_put_text(&writer, text);
    qi_put_end(&writer);
}

/* ---- NoGo --------------------------------------------------------------------------------- */

qi_verdict qi_lab_verdict_of_nogo(const qi_nogo *position, const qi_nogo_report *report)
{
    static const qi_fault faults[] = {[QI_NOGO_COMPLETE] = QI_FAULT_NONE,
                                      [QI_NOGO_NOT_A_MOVE] = QI_FAULT_NOT_A_MOVE,
                                      [QI_NOGO_ILLEGAL_MOVE] = QI_FAULT_ILLEGAL_MOVE,
                                      [QI_NOGO_ENDED_TOO_SOON] = QI_FAULT_NOT_OVER,
                                      [QI_NOGO_CUT_SHORT] = QI_FAULT_ENDS_TOO_SOON,
                                      [QI_NOGO_NO_END_LINE] = QI_FAULT_NO_END_LINE,
                                      [QI_NOGO_TEXT_AFTER_END] = QI_FAULT_TEXT_AFTER_END};
    const uint32_t rows = qi_nogo_rows(position), columns = qi_nogo_columns(position);
    qi_verdict verdict = qi_lab_no_verdict();
    verdict.fault = faults[report->fault];
    verdict.right = verdict.fault == QI_FAULT_NONE;
    verdict.line = verdict.right ? 0 : report->line;
    verdict.after = (size_t)report->moves;
    verdict.reason = report->verdict;
    verdict.correct_lines = report->correct_lines;
    verdict.score = qi_nogo_partial_score(report->correct_lines);
    verdict.to_move = report->to_move;
    verdict.last = report->last;
    verdict.group = report->group;
    verdict.legal = report->point;
    verdict.mark = report->point;
    if (report->fault == QI_NOGO_ILLEGAL_MOVE && report->row >= 1 && report->row <= rows &&
        report->column_played >= 1 && report->column_played <= columns)
        verdict.mark = (qi_point)((report->row - 1) * columns + report->column_played - 1);
    qi_lab_say(&verdict, qi_nogo_explain_message(position, report));
    return verdict;
}

static qi_result judge_nogo(const qi_judging *how, const char *input, size_t input_length,
                            const char *output, size_t output_length, const qi_allocator *allocator,
                            qi_verdict *verdict, qi_text_error *error)
{
    qi_nogo *own = NULL;
    if (!how->position) {
        const qi_result result = qi_nogo_parse(input, input_length, 0, allocator, &own, error);
        if (result != QI_OK)
            return result;
    }
    qi_nogo *const position = own ? own : how->position;
    qi_nogo_report report;
    qi_nogo_check(position, output, output_length, &report);
    *verdict = qi_lab_verdict_of_nogo(position, &report);
    qi_nogo_free(own);
    return QI_OK;
}

/* ---- Go ----------------------------------------------------------------------------------- */

qi_verdict qi_lab_verdict_of_go(const qi_go_report *report)
{
    static const qi_fault faults[] = {[QI_GO_CORRECT] = QI_FAULT_NONE,
                                      [QI_GO_WRONG_REASON] = QI_FAULT_WRONG_REASON,
                                      [QI_GO_WRONG_ROW] = QI_FAULT_WRONG_ROW,
                                      [QI_GO_ENDS_TOO_SOON] = QI_FAULT_ENDS_TOO_SOON,
                                      [QI_GO_TEXT_AFTER_END] = QI_FAULT_TEXT_AFTER_END};
    qi_verdict verdict = qi_lab_no_verdict();
    verdict.fault = faults[report->fault];
    verdict.right = verdict.fault == QI_FAULT_NONE;
    verdict.line = report->line;
    verdict.after = (size_t)report->moves;
    verdict.reason = report->verdict;
    verdict.game = report->game;
    verdict.move = report->move;
    verdict.input_line = report->input_line;
    verdict.row = report->row;
    if (report->move)
        verdict.mark = report->what.point;
    else if (report->row && report->column)
        verdict.mark = (report->row - 1) * report->columns + report->column - 1;
    copy_text(report->expected, verdict.expected, sizeof verdict.expected);
    copy_text(report->found, verdict.found, sizeof verdict.found);
    qi_lab_say(&verdict, qi_go_explain_message(report));
    return verdict;
}

static qi_result judge_go(const qi_judging *how, const char *input, size_t input_length,
                          const char *output, size_t output_length, const qi_allocator *allocator,
                          qi_verdict *verdict, qi_text_error *error)
{
    const uint32_t rows = how->rows ? how->rows : GO_SIDE;
    const uint32_t columns = how->columns ? how->columns : GO_SIDE;
    qi_go_report report;
    if (rows > QI_GO_MAX_SIDE || columns > QI_GO_MAX_SIDE)
        return QI_BAD_ARGUMENT;
    const qi_result result = qi_go_check(input, input_length, output, output_length, rows, columns,
                                         &how->rules, allocator, &report, error);
    if (result == QI_OK)
        *verdict = qi_lab_verdict_of_go(&report);
    return result;
}

/* ---- Maze Tac Toe ------------------------------------------------------------------------- */

qi_verdict qi_lab_verdict_of_count(uint32_t expected, const char *output, size_t length)
{
    qi_verdict verdict = qi_lab_no_verdict();
    qi_scanner scanner = qi_scan(output, length);
    qi_skip_space(&scanner);
    qi_text_error error;
    int64_t number = -1;
    qi_text_fail(&scanner, &error, "end of input");
    const bool is_number = qi_scan_integer(&scanner, &number);
    const bool alone = is_number && qi_scan_end(&scanner, NULL) == QI_OK;
    const bool same = is_number && number == expected;
    if (same && !alone)
        qi_text_fail(&scanner, &error, "end of input");
    else if (is_number)
        error.found_message = qi_message_of("%lld", (long long)number);
    qi_message_write(&error.found_message, NULL, NULL, verdict.found, sizeof verdict.found);
    const qi_message number_expected = qi_message_of("%u", expected);
    qi_message_write(&number_expected, NULL, NULL, verdict.expected, sizeof verdict.expected);
    verdict.right = same && alone;
    verdict.fault = verdict.right ? QI_FAULT_NONE : QI_FAULT_WRONG_COUNT;
    qi_lab_say(&verdict,
               verdict.right ? number_expected
               : same ? qi_message_of("expected %u and nothing more, got %s after the number",
                                      expected, verdict.found)
                      : qi_message_of("expected %u, got %s", expected, verdict.found));
    return verdict;
}

static qi_result judge_count(const qi_maze *maze, const char *output, size_t length,
                             const qi_allocator *allocator, qi_verdict *verdict)
{
    const qi_allocator memory = qi_allocator_or_default(allocator);
    qi_maze_reach *const reach = (qi_maze_reach *)qi_allocate(&memory, sizeof *reach);
    const qi_result result = reach ? qi_maze_search(maze, reach) : QI_NO_MEMORY;
    if (result == QI_OK)
        *verdict = qi_lab_verdict_of_count(reach->winning_count, output, length);
    qi_release(&memory, reach);
    return result;
}

static qi_result judge_walks(const qi_maze *maze, const char *output, size_t length,
                             qi_verdict *verdict, qi_text_error *error)
{
    qi_maze_verdict found;
    const qi_result result = qi_maze_check_walks(maze, output, length, &found, error);
    if (result != QI_OK)
        return result;
    *verdict = qi_lab_no_verdict();
    verdict->right = found.good;
    verdict->fault = found.good ? QI_FAULT_NONE : QI_FAULT_WRONG_WALK;
    verdict->line = found.good ? 0 : found.line;
    verdict->walks = found.walks;
    qi_lab_say(verdict, found.good ? qi_message_of("%u {walk|walks}", found.walks)
                                   : qi_message_of("line %llu: %s", (unsigned long long)found.line,
                                                   found.fault));
    if (!found.good) /* its parts are translated one by one */
        verdict->message = found.message;
    return QI_OK;
}

static qi_result judge_maze(const qi_judging *how, const char *input, size_t input_length,
                            const char *output, size_t output_length, const qi_allocator *allocator,
                            qi_verdict *verdict, qi_text_error *error)
{
    qi_maze *own = NULL;
    if (!how->maze) {
        const qi_result result = qi_maze_parse(input, input_length, allocator, &own, error);
        if (result != QI_OK)
            return result;
    }
    const qi_maze *const maze = own ? own : how->maze;
    const qi_result result = how->walks
                                 ? judge_walks(maze, output, output_length, verdict, error)
                                 : judge_count(maze, output, output_length, allocator, verdict);
    qi_maze_free(own);
    return result;
}

/* ---- all ---------------------------------------------------------------------------------- */

qi_result qi_judge(qi_problem problem, const qi_judging *how, const char *input,
                   size_t input_length, const char *output, size_t output_length,
                   const qi_allocator *allocator, qi_verdict *verdict, qi_text_error *error)
{
    static const qi_judging standard = {.size = sizeof(qi_judging)};
    qi_judging known;
    qi_verdict found;
    if (!qi_struct_read(&known, sizeof known, how ? how : &standard))
        return QI_BAD_ARGUMENT;
    qi_result result = QI_BAD_ARGUMENT;
    switch (problem) {
    case QI_NOGO:
        result = judge_nogo(&known, input, input_length, output, output_length, allocator, &found,
                            error);
        break;
    case QI_GO:
        result =
            judge_go(&known, input, input_length, output, output_length, allocator, &found, error);
        break;
    case QI_MAZE:
        result = judge_maze(&known, input, input_length, output, output_length, allocator, &found,
                            error);
        break;
    }
    return result == QI_OK ? qi_struct_write(verdict, &found, sizeof found) : result;
}
