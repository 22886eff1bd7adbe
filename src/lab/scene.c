/* The position at the first wrong line of an output, with the place marked. */
#include "lab/scene.h"

#include "base/text.h"

#include <qi/go.h>
#include <qi/nogo.h>

static void mark_wrong(const qi_lab_case *it, qi_lab_point *points, qi_point point)
{
    if (point < it->rows * it->columns)
        points[point].wrong = true;
}

static uint32_t next_number(qi_scanner *scanner)
{
    int64_t number = 0;
    qi_skip_space(scanner);
    qi_scan_integer(scanner, &number);
    return (uint32_t)number;
}

/* The board after the right moves of the output. */
bool qi_lab_nogo_scene(const qi_lab_case *it, const qi_buffer *input, const qi_buffer *output,
                       const qi_lab_judgement *wrong, qi_lab_point *points)
{
    qi_nogo *game;
    if (qi_nogo_parse(input->bytes, input->length, 0, it->allocator, &game, NULL) != QI_OK)
        return false;
    qi_nogo_report report;
    qi_nogo_check(game, output->bytes ? output->bytes : "", output->length, &report);
    for (qi_point i = 0; i < it->rows * it->columns; i++)
        points[i] = (qi_lab_point){.colour = qi_nogo_at(game, i)};
    qi_scanner scanner = qi_scan(output->bytes, output->length);
    for (uint32_t move = 1; move <= report.moves; move++) {
        const uint32_t row = next_number(&scanner);
        const uint32_t column = next_number(&scanner);
        const qi_point point = qi_nogo_point(game, row - 1, column - 1);
        if (point != QI_NO_POINT)
            points[point].number = move;
    }
    if (report.last != QI_NO_POINT)
        points[report.last].last = true;
    if (wrong) {
        mark_wrong(it, points, wrong->mark);
        mark_wrong(it, points, report.group);
    }
    qi_nogo_free(game);
    return true;
}

/* The board before the move that the wrong line is about, or at the end of the last game. */
bool qi_lab_go_scene(const qi_lab_case *it, const qi_buffer *input, const qi_buffer *output,
                     const qi_lab_judgement *wrong, qi_lab_point *points)
{
    (void)input;
    (void)output;
    if (wrong && !wrong->after)
        wrong = NULL;
    const size_t stop = wrong ? wrong->after : it->move_count;
    qi_go *game;
    if (qi_go_new(it->rows, it->columns, NULL, it->allocator, &game) != QI_OK)
        return false;
    size_t played = 0;
    for (uint32_t g = 0; g < it->games && (played < stop || g == 0); g++) {
        qi_go_clear(game);
        for (qi_point i = 0; i < it->rows * it->columns; i++)
            points[i] = (qi_lab_point){.colour = QI_EMPTY};
        for (uint32_t i = 0; i < it->lengths[g] && played < stop; i++, played++) {
            const qi_lab_move *const move = &it->moves[played];
            const qi_point point = move->row * it->columns + move->column;
            if (qi_go_play(game, (qi_colour)move->colour, point, NULL) == QI_GO_OK)
                points[point].number = i + 1;
        }
    }
    for (qi_point i = 0; i < it->rows * it->columns; i++) {
        points[i].colour = qi_go_at(game, i);
        if (points[i].colour == QI_EMPTY)
            points[i].number = 0;
    }
    if (wrong)
        mark_wrong(it, points, wrong->mark);
    qi_go_free(game);
    return true;
}
