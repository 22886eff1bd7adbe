#include "cli/json.h"
#include "cli/lab/lab.h"

/* `error` NULL: it is valid. */
static int print_json(const cli_spec *spec, const qi_text_error *error, const char *file)
{
    json_t *json = json_pack("{s:b}", "valid", !error);
    if (error)
        json_object_set_new(json, "error", cli_json_error(file, error));
    cli_out out;
    cli_out_stdout(&out);
    cli_print_json(&out, json);
    return cli_out_close(spec, &out, error ? CLI_NO : CLI_DONE);
}

int cli_lab_validate(const cli_room *room, int argc, char **argv)
{
    char command[32];
    snprintf(command, sizeof command, "qi %s validate", room->name);
    bool json = false;
    const cli_option options[] = {opt_flag("json", &json, "print the verdict as one line of JSON"),
                                  {0}};
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
    if (json && (result == QI_OK || result == QI_BAD_TEXT))
        status = print_json(&spec, result == QI_OK ? NULL : &error, input.name);
    else if (result == QI_OK)
        status = CLI_DONE;
    else
        status = cli_fail_result(&spec, input.name, result, &error);
    if (result == QI_BAD_TEXT && !json)
        status = CLI_NO;
    cli_input_free(&input);
    return status;
}
