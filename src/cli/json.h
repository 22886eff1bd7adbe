/* JSON for the verbs: one value, one line. */
#ifndef QI_CLI_JSON_H
#define QI_CLI_JSON_H

#include "cli/cli.h"

#include <jansson.h>

/* To be called before the first value is made. */
void cli_start_json(void);

/* Writes a value as one line, with members in the order in which they were added and fractions
 * with at most 6 digits, and frees it. Without memory for all of it nothing is written, and the
 * output has failed. */
void cli_print_json(cli_out *out, json_t *value);

/* malloc; without memory no value is printed any more. */
void *cli_json_allocate(size_t size);

/* A point as [row, column], both from 1; QI_NO_POINT is null. */
json_t *cli_json_point(qi_point point, uint32_t columns);
/* "black" or "white". */
const char *cli_json_colour(qi_colour colour);
/* 0 is null. */
json_t *cli_json_number(uint64_t number);
/* A board as the rows of its text, without their line ends. */
json_t *cli_json_rows(const char *text, uint32_t rows, uint32_t columns);

/* A text that somebody else made: bytes that are not UTF-8 become U+FFFD. NULL is no bytes. */
json_t *cli_json_bytes(const char *bytes, size_t count);
json_t *cli_json_text(const char *text);

/* An answer on stdout, as text or as one JSON object. */
typedef struct cli_answer {
    cli_out out;
    bool json;
    bool has_content;
    json_t *value; /* with `json`: the object */
} cli_answer;

void cli_answer_start(cli_answer *answer, bool json);
/* Says one thing: adds `value` to a list or (`list` NULL) to the object as `key`, all its members
 * if `key` is NULL too; or prints the text. `value` is freed in any case; a format that is NULL
 * prints nothing. */
void cli_answer_add(cli_answer *answer, json_t *list, const char *key, json_t *value,
                    const char *format, ...) __attribute__((format(printf, 5, 6)));
/* Prints the object and closes stdout. Returns as cli_out_close. */
int cli_answer_end(const cli_spec *spec, cli_answer *answer, int status);

/* Answers a line of a text, in any thread: QI_OK with the `value` to print, and whether it says
 * `no`; QI_BAD_TEXT with the column and the fault in `error`; QI_STOPPED when `stop` was set. */
typedef qi_result cli_line_answer(void *context, const char *line, size_t length,
                                  const qi_stop *stop, json_t **value, bool *no,
                                  qi_text_error *error);
/* Answers all lines that are not blank, in order, each by a line of JSON as soon as it and those
 * before it are known; what is wrong with a line is said, too. A signal ends it after a whole line.
 * Returns the exit status (batch.c). */
int cli_answer_lines(const cli_spec *spec, const cli_input *input, uint32_t jobs,
                     cli_line_answer *answer, void *context);

/* Found or expected in a text: what alone stands between quotation marks loses them. */
json_t *cli_json_plain(const char *text);
/* An error in a text and its place. */
json_t *cli_json_error(const char *file, const qi_text_error *error);

/* Prints the verdict of a judge: "correct: " or "wrong: " and the sentence, or, with `json`, an
 * object that goes on with `more`, which is freed. */
void cli_print_verdict(cli_out *out, bool correct, const char *reason, const qi_message *sentence,
                       bool json, json_t *more);
/* Prints it on stdout and returns the exit status. */
int cli_answer_verdict(const cli_spec *spec, bool correct, const char *reason,
                       const qi_message *sentence, bool json, json_t *more);

#endif
