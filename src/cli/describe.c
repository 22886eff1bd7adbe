/* Verbs and options as JSON, for whatever is generated from them: manual pages, completion. */
#include "cli/json.h"

static json_t *option_json(const cli_option *option)
{
    static const char *const kinds[] = {
        [CLI_FLAG] = "flag",     [CLI_NUMBER] = "number",    [CLI_TEXT] = "text",
        [CLI_CHOICE] = "choice", [CLI_SECONDS] = "time",     [CLI_MILLISECONDS] = "milliseconds",
        [CLI_BYTES] = "size",    [CLI_BOARD] = "board size", [CLI_SHARD] = "part"};
    const char letter[] = {option->letter, '\0'};
    json_t *json = json_pack("{s:s, s:s, s:s}", "name", option->name, "kind", kinds[option->kind],
                             "help", option->help);
    if (option->letter)
        json_object_set_new(json, "letter", json_string(letter));
    if (option->argument)
        json_object_set_new(json, "argument", json_string(option->argument));
    if (option->usual)
        json_object_set_new(json, "default", json_string(option->usual));
    if (option->kind == CLI_NUMBER || option->kind == CLI_MILLISECONDS ||
        option->kind == CLI_BOARD) {
        json_object_set_new(json, "min", json_integer((json_int_t)option->min));
        if (option->max)
            json_object_set_new(json, "max", json_integer((json_int_t)option->max));
    }
    if (option->choices) {
        json_t *choices = json_array();
        for (const char *const *choice = option->choices; *choice; choice++)
            json_array_append_new(choices, json_string(*choice));
        json_object_set_new(json, "choices", choices);
    }
    return json;
}

int cli_describe(const cli_spec *spec)
{
    json_t *options = json_array();
    for (const cli_option *option = spec->options; option && option->name; option++)
        json_array_append_new(options, option_json(option));
    cli_out out;
    cli_out_stdout(&out);
    cli_print_json(&out,
                   json_pack("{s:s, s:s, s:s, s:o, s:s}", "command", spec->command, "operands",
                             spec->operands ? spec->operands : "", "description", spec->description,
                             "options", options, "more", spec->more ? spec->more : ""));
    return cli_out_close(spec, &out, CLI_DONE);
}

static json_t *verbs_json(const cli_verb *verbs)
{
    json_t *list = json_array();
    for (; verbs->name; verbs++)
        json_array_append_new(
            list, json_pack("{s:s, s:s}", "name", verbs->name, "summary", verbs->summary));
    return list;
}

int cli_describe_verbs(const cli_room *const *rooms, const cli_verb *common)
{
    static const cli_spec spec = {.command = "qi"};
    json_t *list = json_array();
    for (; *rooms; rooms++)
        json_array_append_new(list,
                              json_pack("{s:s, s:s, s:o}", "name", (*rooms)->name, "summary",
                                        (*rooms)->summary, "verbs", verbs_json((*rooms)->verbs)));
    cli_out out;
    cli_out_stdout(&out);
    cli_print_json(&out, json_pack("{s:o, s:o}", "rooms", list, "verbs", verbs_json(common)));
    return cli_out_close(&spec, &out, CLI_DONE);
}
