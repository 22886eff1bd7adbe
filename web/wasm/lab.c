/* The laboratory: inputs made to order, right outputs, and a judge of outputs. */
#include "lab/lab.h"
#include "base/memory.h"
#include "page.h"

/* ---- texts -------------------------------------------------------------------------------- */

PAGE_EXPORT(lab_family) const char *page_lab_family(uint32_t problem, uint32_t index)
{
    return qi_lab_family_name((qi_problem)problem, index, NULL);
}

PAGE_EXPORT(lab_purpose) const char *page_lab_purpose(uint32_t problem, uint32_t index)
{
    const char *purpose = NULL;
    qi_lab_family_name((qi_problem)problem, index, &purpose);
    return purpose;
}

static void free_text(void *text)
{
    qi_lab_free_text(text, NULL);
    page_release(text);
}

static page_handle keep_text(qi_result result, qi_lab_text text)
{
    qi_lab_text *kept = result == QI_OK ? page_allocate(sizeof *kept) : NULL;
    if (kept)
        *kept = text;
    else
        qi_lab_free_text(&text, NULL);
    return page_keep(PAGE_TEXT, kept, free_text);
}

/* Where a text is, and its length. */
PAGE_EXPORT(lab_text) const qi_lab_text *page_lab_text(page_handle handle)
{
    return page_find(handle, PAGE_TEXT);
}

/* Without rows, of the problem's usual size. */
static qi_lab_request request_for(uint32_t problem, uint32_t rows, uint32_t columns)
{
    qi_lab_request request = {.size = sizeof request};
    qi_lab_default_request((qi_problem)problem, &request);
    if (rows) {
        request.rows = rows;
        request.columns = columns;
    }
    return request;
}

/* An input; 0 when there is none such. Without `moves` as many as usual; without such a family,
 * any. */
PAGE_EXPORT(lab_generate)
page_handle page_lab_generate(uint32_t problem, uint32_t family, uint32_t rows, uint32_t columns,
                              uint32_t moves, double seed)
{
    qi_lab_request request = request_for(problem, rows, columns);
    if (moves)
        request.moves = moves;
    qi_lab_text input = {0};
    const qi_result result = qi_lab_generate((qi_problem)problem, page_lab_family(problem, family),
                                             &request, page_whole(seed), 0, NULL, &input);
    return keep_text(result, input);
}

/* A right output; 0 when the input is malformed, and then `error` says how. */
PAGE_EXPORT(lab_answer)
page_handle page_lab_answer(uint32_t problem, uint32_t rows, uint32_t columns, const char *input,
                            size_t length, qi_text_error *error)
{
    const qi_lab_request request = request_for(problem, rows, columns);
    qi_lab_text output = {0};
    const qi_result result = qi_lab_answer((qi_problem)problem, QI_LAB_ENGINE, &request, input,
                                           length, NULL, &output, error);
    return keep_text(result, output);
}

/* ---- verdicts --------------------------------------------------------------------------- */

/* What scripts read of a verdict, in words of four bytes. */
typedef struct facts {
    uint32_t right, line, after, mark;
    uint32_t rows, columns;
    uint32_t verdict;        /* of a move that is refused */
    uint32_t group;          /* NoGo: whose liberties would be gone */
    uint32_t correct, score; /* NoGo: right lines, and the marks for them */
} facts;

typedef struct page_verdict {
    facts facts;
    qi_verdict verdict;
    qi_lab_point *points;
} page_verdict;

static void free_verdict(void *object)
{
    page_verdict *it = object;
    page_release(it->points);
    page_release(it);
}

/* Judges an output; 0 when the input is malformed, and then `error` says how. */
PAGE_EXPORT(lab_judge)
page_handle page_lab_judge(uint32_t problem, uint32_t rows, uint32_t columns, const char *input,
                           size_t length, const char *output, size_t output_length,
                           qi_text_error *error)
{
    const qi_lab_request request = request_for(problem, rows, columns);
    page_expect(problem < QI_LAB_GAMES);
    if (problem == QI_GO) /* whose input does not say its size */
        page_expect(request.rows <= QI_GO_MAX_SIDE && request.columns <= QI_GO_MAX_SIDE);
    qi_lab_case board = {.rows = request.rows, .columns = request.columns, .keep_lines = true};
    page_verdict *it = page_allocate(sizeof *it);
    if (it)
        *it = (page_verdict){0};
    if (!it || qi_lab_games[problem]->read(&board, input, length, error) != QI_OK ||
        qi_lab_games[problem]->judge(&board, output, output_length, &it->verdict) != QI_OK) {
        page_release(it);
        qi_lab_case_free(&board);
        return 0;
    }
    it->facts = (facts){.right = it->verdict.right,
                        .line = (uint32_t)it->verdict.line,
                        .after = (uint32_t)it->verdict.after,
                        .mark = it->verdict.mark,
                        .rows = board.rows,
                        .columns = board.columns,
                        .verdict = it->verdict.reason,
                        .group = it->verdict.group,
                        .correct = (uint32_t)it->verdict.correct_lines,
                        .score = it->verdict.score};
    const size_t points = (size_t)board.rows * board.columns;
    it->points =
        qi_lab_games[problem]->failure_board ? page_allocate(points * sizeof *it->points) : NULL;
    if (it->points) {
        const qi_buffer out = {.bytes = (char *)output, .length = output_length};
        memset(it->points, 0, points * sizeof *it->points);
        qi_lab_games[problem]->failure_board(&board, &out, it->verdict.right ? NULL : &it->verdict,
                                             it->points);
    }
    qi_lab_case_free(&board);
    return page_keep(PAGE_VERDICT, it, free_verdict);
}

PAGE_EXPORT(lab_facts) const facts *page_lab_facts(page_handle handle)
{
    const page_verdict *it = page_find(handle, PAGE_VERDICT);
    return &it->facts;
}

/* What the judge says, in English; and to be translated. */
PAGE_EXPORT(lab_sentence) const char *page_lab_sentence(page_handle handle)
{
    const page_verdict *it = page_find(handle, PAGE_VERDICT);
    return it->verdict.sentence;
}

PAGE_EXPORT(lab_message) const qi_message *page_lab_message(page_handle handle)
{
    const page_verdict *it = page_find(handle, PAGE_VERDICT);
    return &it->verdict.message;
}

/* For every point of the board at the first wrong line its colour, and the number of its move. */
PAGE_EXPORT(lab_scene)
void page_lab_scene(page_handle handle, uint8_t *colours, uint32_t *numbers)
{
    const page_verdict *it = page_find(handle, PAGE_VERDICT);
    for (size_t i = 0; it->points && i < (size_t)it->facts.rows * it->facts.columns; i++) {
        colours[i] = (uint8_t)it->points[i].colour;
        numbers[i] = it->points[i].number;
    }
}
