#include "cli/maze.h"

#include <stdlib.h>

int cli_maze_read(const cli_spec *spec, const char *path, qi_maze **maze)
{
    cli_input input;
    const int go_on = cli_read(spec, path, &input);
    if (go_on != CLI_GO_ON)
        return go_on;
    qi_text_error error;
    const qi_result result = qi_maze_parse(input.text, input.length, NULL, maze, &error);
    const int status =
        result == QI_OK ? CLI_GO_ON : cli_fail_result(spec, input.name, result, &error);
    cli_input_free(&input);
    return status;
}

void cli_maze_print_json(cli_out *out, json_t *value)
{
    char *text = json_dumps(value, JSON_COMPACT);
    if (text) {
        cli_text(out, text);
        cli_text(out, "\n");
    }
    free(text);
    json_decref(value);
}
