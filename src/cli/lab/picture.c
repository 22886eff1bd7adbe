/* The case of a finding, drawn: the position at the first wrong line, with the place marked. */
#include "cli/maze/picture.h"
#include "cli/lab/lab.h"
#include "cli/picture.h"

#include <qi/go.h>
#include <qi/nogo.h>

#include <stdlib.h>
#include <string.h>

static void mark_wrong(picture *drawing, qi_point point)
{
    if (point < drawing->rows * drawing->columns)
        drawing->cells[point].wrong = true;
}

/* ---- NoGo --------------------------------------------------------------------------------- */

/* The board after the right moves of the output, these numbered. */
static bool picture_nogo(const lab_finding *finding, picture *drawing)
{
    const lab_text *const input = &finding->bench->input;
    const lab_text *const output =
        finding->failure->which == 2 ? &finding->bench->other : &finding->bench->output;
    qi_nogo *game;
    if (qi_nogo_parse(input->bytes, input->length, 0, NULL, &game, NULL) != QI_OK)
        return false;
    qi_nogo_report report;
    qi_nogo_check(game, output->bytes ? output->bytes : "", output->length, &report);
    for (qi_point i = 0; i < drawing->rows * drawing->columns; i++)
        drawing->cells[i].colour = (uint8_t)qi_nogo_at(game, i);
    char *at = output->bytes;
    for (uint32_t move = 1; at && move <= report.moves; move++) {
        const unsigned long row = strtoul(at, &at, 10);
        const unsigned long column = strtoul(at, &at, 10);
        const qi_point point = qi_nogo_point(game, (uint32_t)row - 1, (uint32_t)column - 1);
        if (point != QI_NO_POINT)
            drawing->cells[point].number = move;
    }
    if (report.last != QI_NO_POINT)
        drawing->cells[report.last].last = true;
    if (finding->failure->kind == LAB_WRONG) {
        mark_wrong(drawing, finding->failure->judgement.mark);
        mark_wrong(drawing, report.group);
    }
    qi_nogo_free(game);
    return true;
}

/* ---- Go ----------------------------------------------------------------------------------- */

/* The board before the move that the wrong line is about, or at the end of the last game. */
static bool picture_go(const lab_finding *finding, picture *drawing)
{
    const lab_case *const it = finding->it;
    const lab_judgement *const judgement = &finding->failure->judgement;
    const bool wrong = judgement->after && (finding->failure->kind == LAB_WRONG ||
                                            finding->failure->kind == LAB_DIFFERENT);
    const size_t stop = wrong ? judgement->after : it->move_count;
    qi_go *game;
    if (qi_go_new(it->rows, it->columns, NULL, NULL, &game) != QI_OK)
        return false;
    size_t played = 0;
    for (uint32_t g = 0; g < it->games && (played < stop || g == 0); g++) {
        qi_go_clear(game);
        for (qi_point i = 0; i < it->rows * it->columns; i++)
            drawing->cells[i].number = 0;
        for (uint32_t i = 0; i < it->lengths[g] && played < stop; i++, played++) {
            const lab_move *const move = &it->moves[played];
            const qi_point point = move->row * it->columns + move->column;
            if (qi_go_play(game, (qi_colour)move->colour, point, NULL) == QI_GO_OK)
                drawing->cells[point].number = i + 1;
        }
    }
    for (qi_point i = 0; i < it->rows * it->columns; i++) {
        drawing->cells[i].colour = (uint8_t)qi_go_at(game, i);
        if (drawing->cells[i].colour == QI_EMPTY)
            drawing->cells[i].number = 0;
    }
    if (wrong)
        mark_wrong(drawing, judgement->mark);
    qi_go_free(game);
    return true;
}

/* ---- both --------------------------------------------------------------------------------- */

static bool picture_of(const lab_finding *finding, picture *drawing)
{
    enum { LARGEST = 60 };
    const lab_case *const it = finding->it;
    if (it->rows > LARGEST || it->columns > LARGEST ||
        !picture_start(drawing, it->rows, it->columns))
        return false;
    const bool good = finding->setup->game == &lab_nogo ? picture_nogo(finding, drawing)
                                                        : picture_go(finding, drawing);
    if (!good)
        picture_end(drawing);
    return good;
}

/* The maze of a finding, with the walk to its nearest winning board if it has one. */
typedef struct maze_drawing {
    qi_maze *maze;
    maze_walk walk;
    maze_picture picture;
} maze_drawing;

static bool begin_maze(const lab_finding *finding, bool colour, maze_drawing *drawing)
{
    const cli_spec spec = {.command = "qi maze stress"};
    const lab_text *const input = &finding->bench->input;
    *drawing = (maze_drawing){0};
    if (qi_maze_parse(input->bytes, input->length, NULL, &drawing->maze, NULL) != QI_OK)
        return false;
    drawing->picture = (maze_picture){.maze = drawing->maze, .colour = colour};
    qi_maze_walks *walks = NULL;
    if (finding->it->rows <= 30 && qi_maze_walks_new(drawing->maze, NULL, &walks) == QI_OK) {
        const qi_maze_board nearest = maze_nearest(walks);
        if (nearest != QI_MAZE_NO_BOARD &&
            maze_take_walk(&spec, walks, nearest, &drawing->walk) == CLI_GO_ON)
            drawing->picture.walk = &drawing->walk;
    }
    qi_maze_walks_free(walks);
    return true;
}

static void end_maze(maze_drawing *drawing)
{
    free(drawing->walk.cells);
    qi_maze_free(drawing->maze);
}

void cli_lab_draw(cli_out *out, const lab_finding *finding, bool colour)
{
    picture drawing;
    maze_drawing maze;
    if (finding->setup->game == &lab_maze) {
        if (begin_maze(finding, colour, &maze)) {
            maze_terminal(out, &maze.picture);
            if (maze.picture.walk)
                cli_printf(out, "(with a shortest walk to a winning board)\n");
            end_maze(&maze);
        }
    } else if (picture_of(finding, &drawing)) {
        picture_terminal(out, &drawing, (picture_style){.colour = colour});
        picture_end(&drawing);
    } else {
        cli_text(out, "(too large to show)\n");
    }
}

void cli_lab_draw_svg(cli_out *out, const lab_finding *finding)
{
    lab_text sentence = {0};
    lab_explain(finding->failure, &sentence);
    picture drawing;
    maze_drawing maze;
    if (finding->setup->game == &lab_maze) {
        if (begin_maze(finding, false, &maze)) {
            maze_svg(out, &maze.picture);
            end_maze(&maze);
        }
    } else if (picture_of(finding, &drawing)) {
        drawing.title = "The smallest failing case";
        drawing.caption = sentence.bytes;
        picture_svg(out, &drawing);
        picture_end(&drawing);
    }
    lab_text_free(&sentence);
}
