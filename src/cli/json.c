#include "cli/json.h"

#include <errno.h>
#include <float.h>
#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

/* Whether jansson ever got no memory. It leaves members out then, and does not always say so. */
static atomic_bool starved;

static void *allocate(size_t size)
{
    void *block = malloc(size);
    if (!block)
        atomic_store(&starved, true);
    return block;
}

void cli_start_json(void)
{
    json_set_alloc_funcs(allocate, free);
}

/* As text, to be freed, or NULL without memory for all of it. Frees the value. */
static char *dump(json_t *value)
{
    /* A decimal number of DBL_DIG digits is printed as it was written: 0.1, not
     * 0.10000000000000001. */
    char *text = json_dumps(value, JSON_COMPACT | JSON_REAL_PRECISION(DBL_DIG));
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

double cli_json_seconds(double seconds)
{
    return round(seconds * 1e6) / 1e6;
}

json_t *cli_json_point(uint32_t point, uint32_t columns)
{
    return json_pack("[i, i]", (int)(point / columns) + 1, (int)(point % columns) + 1);
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

json_t *cli_json_error(const char *file, const qi_text_error *error)
{
    return json_pack("{s:o, s:I, s:I, s:o, s:s}", "file", cli_json_text(file), "line",
                     (json_int_t)error->line, "column", (json_int_t)error->column, "found",
                     cli_json_text(error->found), "expected", error->expected);
}

int cli_print_verdict(const cli_spec *spec, bool correct, const char *sentence, bool json,
                      json_t *value)
{
    cli_out out;
    cli_out_stdout(&out);
    if (json)
        cli_print_json(&out, value);
    else
        cli_printf(&out, correct ? "correct: %s\n" : "wrong: %s\n", sentence);
    return cli_out_close(spec, &out, correct ? CLI_DONE : CLI_NO);
}
