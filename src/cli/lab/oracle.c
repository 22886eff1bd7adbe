#include "cli/lab/lab.h"

int cli_lab_oracle(const cli_room *room, int argc, char **argv)
{
    const qi_lab_game *const game = room->lab->game;
    cli_lab_wishes wishes = cli_lab_no_wishes();
    cli_option options[CLI_LAB_OPTIONS + 1] = {{0}};
    room->lab->options(CLI_ORACLE, &wishes, options);
    char command[32];
    snprintf(command, sizeof command, "qi %s oracle", room->name);
    const cli_spec spec = {
        .command = command,
        .operands = "[FILE]",
        .description =
            "A second opinion: answers the input in the problem's format with the slow\n"
            "referee. It shares no code with the engine and is written only to be right.\n",
        .options = options,
        .max_operands = 1};
    cli_input input;
    int status = cli_parse_and_read(&spec, argc, argv, &input);
    if (status != CLI_GO_ON)
        return status;
    /* The engine's reader is only used to explain what is wrong with a bad input. */
    qi_lab_case it = {.rows = wishes.size.rows, .columns = wishes.size.columns};
    qi_text_error error = {0};
    qi_buffer output = {0};
    const qi_result result = game->read(&it, input.text, input.length, &error);
    const bool answered = result == QI_OK && game->oracle(&it, input.text, input.length, &output);
    if (result != QI_OK)
        status = cli_fail_result(&spec, input.name, result, &error);
    else if (!answered)
        status = cli_fail(&spec, "%s: the slow referee cannot answer this input", input.name);
    else
        status = cli_print(&spec, output.bytes, output.length, CLI_DONE);
    qi_lab_case_free(&it);
    qi_buffer_free(&output);
    cli_input_free(&input);
    return status;
}
