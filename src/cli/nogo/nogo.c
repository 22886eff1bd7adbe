#include "cli/nogo/nogo.h"

#include <string.h>

const char *const nogo_colour_choices[] = {"X", "O", NULL};

int nogo_read(const cli_spec *spec, const char *path, const nogo_reading *reading, qi_nogo **game)
{
    cli_input input;
    int status = cli_read(spec, path, &input);
    if (status != CLI_GO_ON)
        return status;
    unsigned flags = 0;
    if (reading->to_move_given)
        flags |= QI_NOGO_ANY_COUNT;
    if (reading->holes)
        flags |= QI_NOGO_HOLES;
    qi_text_error error;
    const qi_result result = qi_nogo_parse(input.text, input.length, flags, NULL, game, &error);
    if (result != QI_OK)
        status = cli_fail_result(spec, input.name, result, &error);
    else if (reading->to_move_given)
        qi_nogo_set_to_move(*game, reading->to_move == 0 ? QI_BLACK : QI_WHITE);
    cli_input_free(&input);
    return status;
}

int nogo_read_line(const cli_spec *spec, const char *line, qi_nogo **game)
{
    qi_text_error error;
    const qi_result result = qi_nogo_parse_line(line, strlen(line), NULL, game, &error);
    return result == QI_OK ? CLI_GO_ON : cli_fail_result(spec, "--position", result, &error);
}

int nogo_judge(const cli_spec *spec, const char *path, qi_nogo *game, nogo_judgement *judgement)
{
    cli_input moves;
    const int status = cli_read(spec, path, &moves);
    if (status != CLI_GO_ON)
        return status;
    judgement->name = moves.name;
    qi_nogo_check(game, moves.text, moves.length, &judgement->report);
    judgement->message = qi_nogo_explain_message(game, &judgement->report);
    cli_input_free(&moves);
    return CLI_GO_ON;
}

nogo_legal_counts nogo_mark_points(const qi_nogo *game, picture *drawing)
{
    nogo_legal_counts counts = {0};
    const qi_point points = drawing->rows * drawing->columns;
    for (qi_point point = 0; point < points; point++) {
        picture_cell *cell = &drawing->cells[point];
        cell->colour = (uint8_t)qi_nogo_at(game, point);
        if (cell->colour != QI_EMPTY)
            continue;
        const bool black = qi_nogo_judge(game, QI_BLACK, point, NULL) == QI_NOGO_LEGAL;
        const bool white = qi_nogo_judge(game, QI_WHITE, point, NULL) == QI_NOGO_LEGAL;
        cell->mark = (uint8_t)picture_legal(black, white);
        counts.both += black && white;
        counts.black += black && !white;
        counts.white += white && !black;
        counts.neither += !black && !white;
    }
    return counts;
}
