/* Making inputs, answering and validating them. */
#include "cli/json.h"
#include "cli/lab/lab.h"

cli_lab_wishes cli_lab_no_wishes(void)
{
    return (cli_lab_wishes){.side = CLI_ANY,
                            .moves = CLI_ANY,
                            .games = CLI_ANY,
                            .fill = CLI_ANY,
                            .walls = CLI_ANY,
                            .cells = CLI_ANY};
}

static int wish(uint64_t value)
{
    return value == CLI_ANY ? QI_LAB_ANY : (int)value;
}

qi_lab_request cli_lab_request(const cli_lab_wishes *wishes)
{
    const bool square = wishes->side != CLI_ANY;
    return (qi_lab_request){.size = sizeof(qi_lab_request),
                            .rows = square ? (uint32_t)wishes->side : wishes->size.rows,
                            .columns = square ? (uint32_t)wishes->side : wishes->size.columns,
                            .moves = (uint32_t)wishes->moves,
                            .fill = wish(wishes->fill),
                            .walls = wish(wishes->walls),
                            .move_cells = wish(wishes->cells),
                            .games = wish(wishes->games),
                            .min_size = wishes->range.min};
}

void cli_lab_families(const qi_lab_game *game, qi_buffer *text)
{
    text->translator = cli_translator();
    qi_buffer_say_text(text, "Families:\n");
    for (const qi_lab_family *family = game->families; family->name; family++) {
        qi_buffer_printf(text, "  %-10s ", family->name); /* not translated */
        qi_buffer_say_text(text, family->purpose);
        qi_buffer_add_char(text, '\n');
    }
}

cli_option cli_lab_family_option(const qi_lab_game *game, cli_lab_family_names *names,
                                 const char **value, const char *help)
{
    cli_option option = opt_text("family", "NAME", value, NULL, help);
    option.choices = names->names;
    size_t count = 0;
    for (const qi_lab_family *one = game->families; one->name && count < CLI_MAX_FAMILIES; one++)
        names->names[count++] = one->name;
    names->names[count] = NULL;
    return option;
}

int cli_lab_generate(const cli_game *parent, int argc, char **argv)
{
    const qi_lab_game *const game = parent->lab->game;
    cli_lab_wishes wishes = cli_lab_no_wishes();
    uint64_t seed = 0;
    const char *family_name = NULL;
    cli_lab_family_names names;
    cli_option options[2 + CLI_LAB_OPTIONS + 1] = {
        opt_number("seed", "S", &seed, "1", 0, 0, "seed of the input"),
        cli_lab_family_option(game, &names, &family_name,
                              "family of inputs to take it from (default: by the seed)")};
    parent->lab->options(CLI_GENERATE, &wishes, options + 2);
    qi_buffer more = {0};
    cli_lab_families(game, &more);
    char command[32];
    snprintf(command, sizeof command, "qi %s generate", parent->name);
    const cli_spec spec = {
        .command = command,
        .description =
            "Prints a valid input for the problem. A seed gives the same input on every machine.\n",
        .options = options,
        .more = more.bytes};
    int first;
    int status = cli_parse(&spec, argc, argv, &first);
    if (status == CLI_GO_ON) {
        const qi_lab_request request = cli_lab_request(&wishes);
        qi_lab_text text = {0};
        const qi_result result =
            qi_lab_generate(game->problem, family_name, &request, seed, 0, NULL, &text);
        status = result == QI_OK ? cli_print(&spec, text.bytes, text.length, CLI_DONE)
                                 : cli_fail_with(&spec, result);
        qi_lab_free_text(&text, NULL);
    }
    qi_buffer_free(&more);
    return status;
}

int cli_lab_oracle(const cli_game *parent, int argc, char **argv)
{
    const qi_lab_game *const game = parent->lab->game;
    cli_lab_wishes wishes = cli_lab_no_wishes();
    cli_option options[CLI_LAB_OPTIONS + 1] = {{0}};
    parent->lab->options(CLI_ORACLE, &wishes, options);
    char command[32];
    snprintf(command, sizeof command, "qi %s oracle", parent->name);
    const cli_spec spec = {
        .command = command,
        .operands = "[FILE]",
        .description =
            "A second opinion: answers the input in the problem's format with the oracle,\n"
            "which shares no code with the engine and is written only to be right.\n",
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
        status = cli_fail(&spec, "%s: the oracle cannot answer this input", input.name);
    else
        status = cli_print(&spec, output.bytes, output.length, CLI_DONE);
    qi_lab_case_free(&it);
    qi_buffer_free(&output);
    cli_input_free(&input);
    return status;
}

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

int cli_lab_validate(const cli_game *parent, int argc, char **argv)
{
    char command[32];
    snprintf(command, sizeof command, "qi %s validate", parent->name);
    bool json = false;
    const cli_spec spec = {
        .command = command,
        .operands = "[FILE]",
        .description =
            "Checks that an input is exactly what the problem's statement allows: its limits,\n"
            "and its grammar to the byte. The other verbs accept more. Says nothing if it is; if\n"
            "not, names the line and the column of the first violation.\n",
        .json = &json,
        .more = "Exit status: 0 valid, 1 not valid, 2 the file cannot be read.\n",
        .max_operands = 1};
    cli_input input;
    int status = cli_parse_and_read(&spec, argc, argv, &input);
    if (status != CLI_GO_ON)
        return status;
    qi_text_error error;
    const qi_result result =
        qi_lab_validate(parent->lab->game->problem, input.text, input.length, NULL, &error);
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
