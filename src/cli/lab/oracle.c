#include "cli/lab/lab.h"

#include <qi/go.h>

int cli_lab_oracle(const lab_game *game, int argc, char **argv)
{
    cli_board_size size = {19, 19};
    const cli_option go_options[] = {{.name = "size",
                                      .kind = CLI_BOARD,
                                      .value = &size,
                                      .argument = "N|RxC",
                                      .min = 1,
                                      .max = QI_GO_MOST_SIDE,
                                      .help = "the board (default 19)"},
                                     {0}};
    const cli_option no_options[] = {{0}};
    char command[32];
    snprintf(command, sizeof command, "qi %s oracle", game->name);
    const cli_spec spec = {
        .command = command,
        .operands = "[FILE]",
        .description = "A second opinion: answers the input in the problem's format with the slow "
                       "referee, which\n"
                       "shares no code with the engine and is written only to be plainly right.\n",
        .options = game == &lab_go ? go_options : no_options,
        .max_operands = 1};
    int first;
    int status = cli_parse(&spec, argc, argv, &first);
    if (status != CLI_GO_ON)
        return status;
    cli_input input;
    status = cli_read(&spec, first < argc ? argv[first] : NULL, &input);
    if (status != CLI_GO_ON)
        return status;
    /* The engine's reader is only asked what is wrong with a bad input. */
    lab_case it = {.rows = size.rows, .columns = size.columns};
    qi_text_error error = {0};
    lab_text output = {0};
    if (!game->read(&it, input.text, input.length, &error)) {
        status = error.line ? cli_fail_text(input.name, &error)
                            : cli_fail(&spec, "%s", qi_result_text(QI_NO_MEMORY));
    } else if (!game->oracle(&it, input.text, input.length, &output)) {
        status = cli_fail(&spec, "%s: the slow referee cannot answer this input", input.name);
    } else {
        cli_out out;
        cli_out_stdout(&out);
        cli_write(&out, output.bytes, output.length);
        status = cli_out_close(&spec, &out, CLI_DONE);
    }
    lab_case_free(&it);
    lab_text_free(&output);
    cli_input_free(&input);
    return status;
}
