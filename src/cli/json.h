/* JSON for the verbs: one value, one line. */
#ifndef QI_CLI_JSON_H
#define QI_CLI_JSON_H

#include "cli/cli.h"

#include <jansson.h>

/* Writes a value as one line, members in the order of their making, and frees it. */
void cli_print_json(cli_out *out, json_t *value);

/* What a check has come to: the value, which is freed, or without one "correct: " or "wrong: " and
 * the sentence. Returns the exit status. */
int cli_print_verdict(const cli_spec *spec, bool correct, const char *sentence, json_t *value);

#endif
