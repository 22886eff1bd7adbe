#include "cli/json.h"

#include <errno.h>

void cli_print_json(cli_out *out, json_t *value)
{
    qi_buffer text = {0};
    if (json_write(&text, value) && qi_buffer_add_char(&text, '\n'))
        cli_write(out, text.bytes, text.length);
    else if (!out->file.error)
        out->file.error = ENOMEM;
    qi_buffer_free(&text);
    json_decref(value);
}

json_t *cli_json_point(uint32_t point, uint32_t columns)
{
    return json_pack("[i, i]", (int)(point / columns) + 1, (int)(point % columns) + 1);
}

json_t *cli_json_bytes(const char *bytes, size_t count)
{
    for (size_t at = 0; at < count;) {
        const size_t length = json_character(bytes + at, count - at);
        if (!length)
            return json_string("");
        at += length;
    }
    return json_stringn(bytes ? bytes : "", count);
}

json_t *cli_json_error(const char *file, const qi_text_error *error)
{
    return json_pack("{s:s, s:I, s:I, s:s, s:s}", "file", file, "line", (json_int_t)error->line,
                     "column", (json_int_t)error->column, "found", error->found, "expected",
                     error->expected);
}

int cli_print_verdict(const cli_spec *spec, bool correct, const char *sentence, json_t *value)
{
    cli_out out;
    cli_out_stdout(&out);
    if (value)
        cli_print_json(&out, value);
    else
        cli_printf(&out, "%s: %s\n", correct ? "correct" : "wrong", sentence);
    return cli_out_close(spec, &out, correct ? CLI_DONE : CLI_NO);
}
