#include "cli/json.h"

static int write_piece(const char *bytes, size_t count, void *out)
{
    cli_write(out, bytes, count);
    return 0;
}

void cli_print_json(cli_out *out, json_t *value)
{
    json_dump_callback(value, write_piece, out, JSON_COMPACT);
    cli_text(out, "\n");
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
