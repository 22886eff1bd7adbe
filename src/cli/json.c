#include "cli/json.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

/* Whether jansson ever got no memory. It leaves members out then, and does not always say so. */
static atomic_bool starved;

void *cli_json_allocate(size_t size)
{
    void *block = malloc(size);
    if (!block)
        atomic_store(&starved, true);
    return block;
}

void cli_start_json(void)
{
    json_set_alloc_funcs(cli_json_allocate, free);
}

/* As text, to be freed, or NULL without memory for all of it. Frees the value. */
static char *dump(json_t *value)
{
    enum { DIGITS = 6 }; /* what is measured is known no better */
    char *text = json_dumps(value, JSON_COMPACT | JSON_REAL_PRECISION(DIGITS));
    json_decref(value);
    if (!atomic_load(&starved))
        return text;
    free(text);
    return NULL;
}

void cli_print_json(cli_out *out, json_t *value)
{
    char *text = dump(value);
    if (!text) {
        if (!out->file.error)
            out->file.error = ENOMEM;
    } else {
        cli_write(out, text, strlen(text));
        cli_write(out, "\n", 1);
    }
    free(text);
}

json_t *cli_json_point(qi_point point, uint32_t columns)
{
    if (point == QI_NO_POINT)
        return json_null();
    return json_pack("[i, i]", (int)(point / columns) + 1, (int)(point % columns) + 1);
}

const char *cli_json_colour(qi_colour colour)
{
    return colour == QI_BLACK ? "black" : "white";
}

json_t *cli_json_number(uint64_t number)
{
    return number ? json_integer((json_int_t)number) : json_null();
}

json_t *cli_json_rows(const char *text, uint32_t rows, uint32_t columns)
{
    json_t *const list = json_array();
    for (uint32_t row = 0; row < rows; row++)
        json_array_append_new(list, json_stringn(text + (size_t)row * (columns + 1), columns));
    return list;
}

json_t *cli_json_bytes(const char *bytes, size_t count)
{
    json_t *value = json_stringn(bytes ? bytes : "", count);
    if (value)
        return value;
    qi_buffer text = {0};
    for (size_t at = 0, length; at < count && !text.failed; at += length ? length : 1) {
        length = qi_character_length(bytes + at, count - at);
        if (length)
            qi_buffer_add(&text, bytes + at, length);
        else
            qi_buffer_add_text(&text, "\xef\xbf\xbd"); /* U+FFFD */
    }
    if (!text.failed)
        value = json_stringn(text.bytes, text.length);
    qi_buffer_free(&text);
    return value;
}

json_t *cli_json_text(const char *text)
{
    return cli_json_bytes(text, strlen(text));
}

json_t *cli_json_plain(const char *text)
{
    const size_t length = strlen(text);
    const bool quoted =
        length > 2 && text[0] == '\'' && strchr(text + 1, '\'') == text + length - 1;
    return quoted ? cli_json_bytes(text + 1, length - 2) : cli_json_text(text);
}

json_t *cli_json_error(const char *file, const qi_text_error *error)
{
    return json_pack("{s:o, s:I, s:I, s:o, s:o}", "file", cli_json_text(file), "line",
                     (json_int_t)error->line, "column", (json_int_t)error->column, "found",
                     cli_json_plain(error->found), "expected", cli_json_plain(error->expected));
}

void cli_answer_start(cli_answer *answer, bool json)
{
    cli_out_stdout(&answer->out);
    answer->json = json;
    answer->has_content = false;
    answer->value = json ? json_object() : NULL;
}

void cli_answer_add(cli_answer *answer, json_t *list, const char *key, json_t *value,
                    const char *format, ...)
{
    answer->has_content = true;
    if (answer->json && list) {
        json_array_append_new(list, value);
    } else if (answer->json && key) {
        json_object_set_new(answer->value, key, value);
    } else if (answer->json) {
        json_object_update(answer->value, value);
        json_decref(value);
    } else {
        json_decref(value);
        va_list arguments;
        va_start(arguments, format);
        if (format)
            cli_vprintf(&answer->out, format, arguments);
        va_end(arguments);
    }
}

int cli_answer_end(const cli_spec *spec, cli_answer *answer, int status)
{
    if (answer->json && answer->has_content)
        cli_print_json(&answer->out, answer->value);
    else
        json_decref(answer->value);
    return cli_out_close(spec, &answer->out, status);
}

void cli_print_verdict(cli_out *out, bool correct, const char *reason, const qi_message *sentence,
                       bool json, json_t *more)
{
    char text[CLI_SENTENCE];
    qi_message_write(sentence, json ? NULL : out->translator, NULL, text, sizeof text);
    if (!json) {
        cli_printf(out, correct ? "correct: %s\n" : "wrong: %s\n", text);
        return;
    }
    json_t *const verdict =
        json_pack("{s:b, s:s, s:s}", "ok", correct, "reason", reason, "message", text);
    const bool good = json_object_update(verdict, more) == 0;
    cli_print_json(out, good ? json_incref(verdict) : NULL);
    json_decref(verdict);
    json_decref(more);
}

int cli_answer_verdict(const cli_spec *spec, bool correct, const char *reason,
                       const qi_message *sentence, bool json, json_t *more)
{
    cli_out out;
    cli_out_stdout(&out);
    cli_print_verdict(&out, correct, reason, sentence, json, more);
    return cli_out_close(spec, &out, correct ? CLI_DONE : CLI_NO);
}

/* ---- verbs and options, for what is generated from them: manual pages, completion ---------- */

static json_t *option_json(const cli_option *option)
{
    static const char *const kinds[] = {
        [CLI_FLAG] = "flag",     [CLI_NUMBER] = "number",    [CLI_TEXT] = "text",
        [CLI_CHOICE] = "choice", [CLI_SECONDS] = "time",     [CLI_MILLISECONDS] = "milliseconds",
        [CLI_BYTES] = "size",    [CLI_BOARD] = "board size", [CLI_RANGE] = "range",
        [CLI_SHARD] = "part"};
    const char letter[] = {option->letter, '\0'};
    json_t *json = json_pack("{s:s, s:s, s:s}", "name", option->name, "kind", kinds[option->kind],
                             "help", option->help);
    if (option->letter)
        json_object_set_new(json, "letter", json_string(letter));
    if (option->argument)
        json_object_set_new(json, "argument", json_string(option->argument));
    if (option->default_value)
        json_object_set_new(json, "default", json_string(option->default_value));
    if (option->kind == CLI_NUMBER || option->kind == CLI_MILLISECONDS ||
        option->kind == CLI_BOARD || option->kind == CLI_RANGE) {
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

static json_t *options_json(const cli_option *options)
{
    json_t *list = json_array();
    for (const cli_option *option = options; option && option->name; option++)
        json_array_append_new(list, option_json(option));
    return list;
}

int cli_describe(const cli_spec *spec)
{
    const char *const *const lines = cli_examples(spec->command);
    cli_out out;
    cli_out_stdout(&out);
    cli_print_json(&out,
                   json_pack("{s:s, s:s, s:s, s:o, s:b, s:b, s:s, s:o}", "command", spec->command,
                             "operands", spec->operands ? spec->operands : "", "description",
                             spec->description, "options", options_json(spec->options), "json",
                             spec->json != NULL, "position", spec->position != NULL, "more",
                             spec->more ? spec->more : "", "examples",
                             lines ? json_pack("[s, s]", lines[0], lines[1]) : json_array()));
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

int cli_describe_verbs(const cli_game *const *games, const cli_verb *common)
{
    static const cli_spec spec = {.command = "qi"};
    json_t *list = json_array();
    for (; *games; games++)
        json_array_append_new(list,
                              json_pack("{s:s, s:s, s:o}", "name", (*games)->name, "summary",
                                        (*games)->summary, "verbs", verbs_json((*games)->verbs)));
    cli_out out;
    cli_out_stdout(&out);
    cli_print_json(&out, json_pack("{s:o, s:o, s:o}", "games", list, "verbs", verbs_json(common),
                                   "options", options_json(cli_common_options)));
    return cli_out_close(&spec, &out, CLI_DONE);
}
