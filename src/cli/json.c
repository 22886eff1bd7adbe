#include "cli/json.h"

#include <errno.h>
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

void cli_print_json(cli_out *out, json_t *value)
{
    char *text = json_dumps(value, JSON_COMPACT);
    if (!text || atomic_load(&starved)) {
        if (!out->file.error)
            out->file.error = ENOMEM;
    } else {
        cli_write(out, text, strlen(text));
        cli_text(out, "\n");
    }
    free(text);
    json_decref(value);
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
