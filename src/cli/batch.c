/* Many questions in one text: a line each, an answer as a line of JSON each, in order. */
#include "base/workers.h"
#include "cli/json.h"

#include <stdlib.h>
#include <string.h>

typedef struct line_answer {
    json_t *value;        /* NULL: the line is wrong */
    qi_text_error *error; /* then; NULL without memory */
    bool known, no;
} line_answer;

typedef struct batch {
    const cli_spec *spec;
    const cli_input *input;
    cli_line_answer *answer;
    void *context;
    cli_watch watch;
    qi_mutex lock; /* protects all that follows */
    const char *at;
    uint64_t line; /* the number of that at `at` */
    size_t taken, printed, count;
    line_answer *answers; /* of the lines that are not blank */
    int status;
    qi_result failure;
    cli_out out;
    qi_workers workers;
} batch;

/* A line without the white space at its ends, and the place where it begins. */
typedef struct line_text {
    const char *text;
    size_t length;
    uint64_t line, before; /* `before`: bytes to its left */
} line_text;

/* Finds the next line that is not blank. */
static bool next_line(batch *b, line_text *found)
{
    static const char white[] = " \t\r";
    const char *const end = b->input->text + b->input->length;
    while (b->at < end) {
        const char *begin = b->at;
        const char *stop = memchr(begin, '\n', (size_t)(end - begin));
        stop = stop ? stop : end;
        b->at = stop < end ? stop + 1 : end;
        const char *const left = begin;
        while (begin < stop && memchr(white, *begin, sizeof white - 1))
            begin++;
        while (begin < stop && memchr(white, stop[-1], sizeof white - 1))
            stop--;
        *found = (line_text){begin, (size_t)(stop - begin), b->line++, (uint64_t)(begin - left)};
        if (found->length)
            return true;
    }
    return false;
}

static void rewind_lines(batch *b)
{
    b->at = b->input->text;
    b->line = 1;
}

/* Prints the answers that are known up to the first that is not. */
static void print_known(batch *b)
{
    for (; b->printed < b->count && b->answers[b->printed].known; b->printed++) {
        line_answer *const one = &b->answers[b->printed];
        if (one->error) {
            cli_fail_text(b->input->name, one->error);
            one->value = json_pack("{s:o}", "error", cli_json_error(b->input->name, one->error));
            b->status = CLI_BAD;
            free(one->error);
        } else if (one->no && b->status == CLI_DONE) {
            b->status = CLI_NO;
        }
        cli_print_json(&b->out, one->value);
        cli_flush(&b->out);
        one->value = NULL;
    }
    if (b->out.file.error)
        qi_stop_set(&b->watch.stop);
}

static void keep(batch *b, size_t index, qi_result result, line_answer one,
                 const qi_text_error *error)
{
    if (result == QI_BAD_TEXT) {
        one.error = malloc(sizeof *one.error);
        if (one.error)
            *one.error = *error;
        else
            result = QI_NO_MEMORY;
    }
    one.known = result == QI_OK || result == QI_BAD_TEXT;
    if (!one.known && result != QI_STOPPED) {
        b->failure = result;
        qi_stop_set(&b->watch.stop);
    }
    b->answers[index] = one;
    print_known(b);
}

static void work(void *context, uint32_t number)
{
    (void)number;
    batch *const b = context;
    for (;;) {
        line_text line;
        qi_text_error error = {0};
        line_answer one = {0};
        qi_mutex_lock(&b->lock);
        const size_t index = b->taken;
        const bool more = !qi_stop_is_set(&b->watch.stop) && next_line(b, &line);
        b->taken += more;
        qi_mutex_unlock(&b->lock);
        if (!more)
            return;
        const qi_result result = b->answer(b->context, line.text, line.length, &b->watch.stop,
                                           &one.value, &one.no, &error);
        error.line = line.line;
        error.column += line.before;
        qi_mutex_lock(&b->lock);
        keep(b, index, result, one, &error);
        qi_mutex_unlock(&b->lock);
    }
}

static int run(batch *b, uint32_t jobs)
{
    qi_mutex_init(&b->lock);
    json_object_seed(0); /* before there are threads */
    cli_out_stdout(&b->out);
    cli_watch_start(&b->watch);
    qi_workers_open(&b->workers, NULL, jobs - 1);
    qi_workers_start(&b->workers, work, b);
    work(b, 0);
    qi_workers_close(&b->workers);
    qi_mutex_destroy(&b->lock);
    if (b->failure != QI_OK)
        b->status = cli_fail_with(b->spec, b->failure);
    for (size_t i = b->printed; i < b->taken; i++) {
        json_decref(b->answers[i].value);
        free(b->answers[i].error);
    }
    return cli_watch_end(&b->watch, cli_out_close(b->spec, &b->out, b->status));
}

int cli_answer_lines(const cli_spec *spec, const cli_input *input, uint32_t jobs,
                     cli_line_answer *answer, void *context)
{
    batch *const b = calloc(1, sizeof *b);
    if (!b)
        return cli_fail_with(spec, QI_NO_MEMORY);
    b->spec = spec;
    b->input = input;
    b->answer = answer;
    b->context = context;
    line_text line;
    for (rewind_lines(b); next_line(b, &line);)
        b->count++;
    rewind_lines(b);
    b->answers = calloc(b->count + 1, sizeof *b->answers);
    const int status = b->answers ? run(b, jobs) : cli_fail_with(spec, QI_NO_MEMORY);
    free(b->answers);
    free(b);
    return status;
}
