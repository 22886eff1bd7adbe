#include "cli/picture.h"
#include "cli/lab/lab.h"

#include <stdlib.h>

/* Draws the report's board; false if it is too large or there is no memory. */
static bool draw_board(const qi_lab_failure_report *report, picture *drawing)
{
    enum { LARGEST = 60 };
    const qi_lab_case *const it = report->it;
    if (it->rows > LARGEST || it->columns > LARGEST)
        return false;
    qi_lab_point *const points = calloc((size_t)it->rows * it->columns, sizeof *points);
    bool good = points && qi_lab_failure_board(report, points);
    if (good && (good = picture_start(drawing, it->rows, it->columns)))
        for (size_t i = 0; i < (size_t)it->rows * it->columns; i++) {
            picture_cell *cell = &drawing->cells[i];
            cell->colour = (uint8_t)points[i].colour;
            cell->number = points[i].number;
            cell->last = points[i].last;
            cell->wrong = points[i].wrong;
        }
    free(points);
    return good;
}

void cli_lab_draw_stones(cli_out *out, const qi_lab_failure_report *report, cli_medium medium)
{
    picture drawing;
    if (!draw_board(report, &drawing)) {
        if (medium != CLI_SVG)
            cli_text(out, "(too large to show)\n");
        return;
    }
    if (medium == CLI_SVG) {
        qi_buffer sentence = {0};
        qi_lab_explain(report->failure, &sentence);
        drawing.title = "The smallest failing case";
        drawing.caption = sentence.bytes;
        picture_svg(out, &drawing);
        qi_buffer_free(&sentence);
    } else {
        picture_terminal(out, &drawing, (picture_style){.colour = medium == CLI_COLOURED});
    }
    picture_end(&drawing);
}
