/* JSON for the verbs: one value, one line. */
#ifndef QI_CLI_JSON_H
#define QI_CLI_JSON_H

#include "cli/cli.h"

#include <jansson.h>

/* Writes a value as one line, members in the order of their making, and frees it. */
void cli_print_json(cli_out *out, json_t *value);

#endif
