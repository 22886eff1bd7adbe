#include "cli/lab/lab.h"

int cli_lab_validate(const cli_room *room, int argc, char **argv)
{
    char command[32];
    snprintf(command, sizeof command, "qi %s validate", room->name);
    const cli_option options[] = {{0}};
    const cli_spec spec = {
        .command = command,
        .operands = "[FILE]",
        .description =
            "Tells whether an input is exactly what the problem's statement allows: its limits,\n"
            "and its grammar to the byte. The other verbs accept more. Says nothing if it is; if\n"
            "not, names the line and the column of the first violation.\n",
        .options = options,
        .more = "Exit status: 0 valid, 1 not valid, 2 the file cannot be read.\n",
        .max_operands = 1};
    cli_input input;
    int status = cli_parse_and_read(&spec, argc, argv, &input);
    if (status != CLI_GO_ON)
        return status;
    qi_text_error error;
    const qi_result result =
        qi_lab_validate(room->lab->game->problem, input.text, input.length, NULL, &error);
    if (result == QI_OK)
        status = CLI_DONE;
    else
        status = cli_fail_result(&spec, input.name, result, &error);
    if (result == QI_BAD_TEXT)
        status = CLI_NO;
    cli_input_free(&input);
    return status;
}
