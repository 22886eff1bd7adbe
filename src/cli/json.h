/* JSON for the verbs: one value, one line. */
#ifndef QI_CLI_JSON_H
#define QI_CLI_JSON_H

#include "cli/cli.h"

#include <jansson.h>

/* To be called before the first value is made. */
void cli_start_json(void);

/* Writes a value as one line, with members in the order in which they were added and fractions
 * with at most 15 digits, and frees it. Without memory for all of it nothing is written, and the
 * output has failed. */
void cli_print_json(cli_out *out, json_t *value);

/* Seconds of a clock that counts microseconds: no digits after those. */
double cli_json_seconds(double seconds);

/* A point as [row, column], both from 1. */
json_t *cli_json_point(uint32_t point, uint32_t columns);

/* A text that somebody else made: bytes that are not UTF-8 become U+FFFD. NULL is no bytes. */
json_t *cli_json_bytes(const char *bytes, size_t count);
json_t *cli_json_text(const char *text);

/* What is wrong with a text, and where. */
json_t *cli_json_error(const char *file, const qi_text_error *error);

/* Prints the result of a check: with `json` the value, which is freed, else "correct: " or "wrong:
 * " and the sentence. Returns the exit status. */
int cli_print_verdict(const cli_spec *spec, bool correct, const char *sentence, bool json,
                      json_t *value);

#endif
