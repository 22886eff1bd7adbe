/* The position at the first wrong line of an output, with the place marked. */
#include "lab/finding.h"

#include <qi/go.h>
#include <qi/nogo.h>

#include <stdlib.h>

static void mark_wrong(const qi_lab_case *it, qi_lab_point *points, qi_point point)
{
    if (point < it->rows * it->columns)
        points[point].wrong = true;
}

/* The board after the right moves of the output. */
bool qi_lab_nogo_scene(const qi_lab_finding *finding, qi_lab_point *points)
{
    const qi_buffer *const input = &finding->bench->input;
    const qi_buffer *const output =
        finding->failure->which == 2 ? &finding->bench->other : &finding->bench->output;
    qi_nogo *game;
    if (qi_nogo_parse(input->bytes, input->length, 0, NULL, &game, NULL) != QI_OK)
        return false;
    qi_nogo_report report;
    qi_nogo_check(game, output->bytes ? output->bytes : "", output->length, &report);
    for (qi_point i = 0; i < finding->it->rows * finding->it->columns; i++)
        points[i] = (qi_lab_point){.colour = qi_nogo_at(game, i)};
    char *at = output->bytes;
    for (uint32_t move = 1; at && move <= report.moves; move++) {
        const unsigned long row = strtoul(at, &at, 10);
        const unsigned long column = strtoul(at, &at, 10);
        const qi_point point = qi_nogo_point(game, (uint32_t)row - 1, (uint32_t)column - 1);
        if (point != QI_NO_POINT)
            points[point].number = move;
    }
    if (report.last != QI_NO_POINT)
        points[report.last].last = true;
    if (finding->failure->kind == QI_LAB_WRONG) {
        mark_wrong(finding->it, points, finding->failure->judgement.mark);
        mark_wrong(finding->it, points, report.group);
    }
    qi_nogo_free(game);
    return true;
}

/* The board before the move that the wrong line is about, or at the end of the last game. */
bool qi_lab_go_scene(const qi_lab_finding *finding, qi_lab_point *points)
{
    const qi_lab_case *const it = finding->it;
    const qi_lab_judgement *const judgement = &finding->failure->judgement;
    const bool wrong = judgement->after && (finding->failure->kind == QI_LAB_WRONG ||
                                            finding->failure->kind == QI_LAB_DIFFERENT);
    const size_t stop = wrong ? judgement->after : it->move_count;
    qi_go *game;
    if (qi_go_new(it->rows, it->columns, NULL, NULL, &game) != QI_OK)
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
        mark_wrong(it, points, judgement->mark);
    qi_go_free(game);
    return true;
}
