#include "cli/nogo.h"

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
