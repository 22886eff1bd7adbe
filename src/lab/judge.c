#include "lab/judge.h"

#include "base/text.h"

#include <qi/go.h>
#include <qi/nogo.h>

#include <stdio.h>
#include <string.h>

/* ---- lines -------------------------------------------------------------------------------- */

typedef struct line {
    const char *text;
    int length; /* without blanks at the end */
} line;

/* The next line of a text; false at its end. Lines longer than anybody writes are cut. */
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
    for (int i = 0; i < it->length && i < 60; i++) {
        const unsigned char c = (unsigned char)it->text[i];
        qi_string_char(&string, c >= 0x20 && c != 0x7f ? (char)c : '?');
    }
    qi_string_text(&string, it->length > 60 ? "...'" : "'");
    return buffer;
}

void lab_compare(const char *expected, size_t expected_length, const char *output,
                 size_t output_length, lab_judgement *judgement)
{
    line wanted, got;
    char wanted_text[80], got_text[80];
    *judgement = (lab_judgement){.mark = QI_NO_POINT};
    judgement->line =
        first_difference(expected, expected_length, output, output_length, &wanted, &got);
    judgement->right = !judgement->line;
    if (!judgement->right)
        snprintf(judgement->sentence, sizeof judgement->sentence,
                 "line %llu: found %s, expected %s", (unsigned long long)judgement->line,
                 quoted(&got, got_text, sizeof got_text),
                 quoted(&wanted, wanted_text, sizeof wanted_text));
}

/* ---- NoGo --------------------------------------------------------------------------------- */

void lab_nogo_judge(const lab_case *it, const char *input, size_t input_length, const char *output,
                    size_t output_length, lab_judgement *judgement)
{
    *judgement = (lab_judgement){.mark = QI_NO_POINT};
    qi_nogo *game;
    if (qi_nogo_parse(input, input_length, 0, NULL, &game, NULL) != QI_OK) {
        snprintf(judgement->sentence, sizeof judgement->sentence, "the input cannot be read");
        return;
    }
    qi_nogo_report report;
    qi_nogo_check(game, output, output_length, &report);
    judgement->right = report.fault == QI_NOGO_COMPLETE;
    if (!judgement->right) {
        judgement->line = report.line;
        judgement->after = report.moves;
        qi_nogo_explain(game, &report, judgement->sentence, sizeof judgement->sentence);
        if (report.fault == QI_NOGO_ILLEGAL_MOVE && report.row >= 1 && report.row <= it->rows &&
            report.column_played >= 1 && report.column_played <= it->columns)
            judgement->mark = (qi_point)((report.row - 1) * it->columns + report.column_played - 1);
        else
            judgement->mark = report.point;
    }
    qi_nogo_free(game);
}

/* ---- Go ----------------------------------------------------------------------------------- */

/* Looks for the refusal that stands in a given line of the right output. */
typedef struct refusal_search {
    uint64_t lines_left; /* until that line */
    bool found;
    qi_go_refusal refusal;
} refusal_search;

static bool count_refusal(void *context, const qi_go_refusal *refusal)
{
    refusal_search *const search = context;
    search->found = --search->lines_left == 0;
    search->refusal = *refusal;
    return !search->found;
}

/* Says what line `number` of the right output is about. */
static void explain_line(const lab_case *it, uint64_t number, lab_judgement *judgement, char *text,
                         size_t capacity)
{
    refusal_search search = {.lines_left = number};
    qi_go *game;
    text[0] = '\0';
    if (qi_go_new(it->rows, it->columns, NULL, NULL, &game) != QI_OK)
        return;
    const lab_move *next = it->moves;
    for (uint32_t g = 0; g < it->games && !search.found && search.lines_left; g++) {
        char which[40] = "";
        if (it->games > 1)
            snprintf(which, sizeof which, "game %u, ", g + 1);
        qi_go_clear(game);
        for (uint32_t i = 0; i < it->lengths[g] && !search.found; i++, next++) {
            const qi_go_move move = {next->row * it->columns + next->column,
                                     (qi_colour)next->colour};
            qi_go_replay(game, &move, 1, count_refusal, &search);
            if (!search.found)
                continue;
            judgement->mark = move.point;
            judgement->after = (size_t)(next - it->moves);
            const int used =
                snprintf(text, capacity, "%smove %u, %s at %u %u: %s", which, i + 1,
                         move.colour == QI_BLACK ? "Black" : "White", next->row + 1U,
                         next->column + 1U, qi_go_verdict_text(search.refusal.verdict));
            if (search.refusal.verdict == QI_GO_SUPERKO && used > 0 && (size_t)used < capacity)
                snprintf(text + used, capacity - (size_t)used, ", as after %u accepted move%s",
                         search.refusal.repeated, search.refusal.repeated == 1 ? "" : "s");
        }
        if (search.found)
            break;
        if (search.lines_left <= it->rows) {
            judgement->after = (size_t)(next - it->moves);
            snprintf(text, capacity, "%srow %llu of the final board", which,
                     (unsigned long long)search.lines_left);
            break;
        }
        search.lines_left -= it->rows;
    }
    qi_go_free(game);
}

void lab_go_judge(const lab_case *it, const char *input, size_t input_length, const char *output,
                  size_t output_length, lab_judgement *judgement)
{
    lab_text expected = {0};
    if (!lab_go.answer(it, input, input_length, &expected)) {
        *judgement = (lab_judgement){.mark = QI_NO_POINT};
        snprintf(judgement->sentence, sizeof judgement->sentence, "the input cannot be read");
    } else {
        lab_compare(expected.bytes, expected.length, output, output_length, judgement);
    }
    if (!judgement->right && judgement->line) {
        char what[160];
        explain_line(it, judgement->line, judgement, what, sizeof what);
        const size_t used = strlen(judgement->sentence);
        if (what[0])
            snprintf(judgement->sentence + used, sizeof judgement->sentence - used, " (%s)", what);
    }
    lab_text_free(&expected);
}

/* ---- Maze Tac Toe ------------------------------------------------------------------------- */

void lab_maze_judge(const lab_case *it, const char *input, size_t input_length, const char *output,
                    size_t output_length, lab_judgement *judgement)
{
    lab_text expected = {0};
    if (!lab_maze.answer(it, input, input_length, &expected)) {
        *judgement = (lab_judgement){.mark = QI_NO_POINT};
        snprintf(judgement->sentence, sizeof judgement->sentence, "the input cannot be read");
    } else {
        lab_compare(expected.bytes, expected.length, output, output_length, judgement);
    }
    lab_text_free(&expected);
}
