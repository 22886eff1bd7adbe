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
