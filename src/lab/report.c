/* A failure that stress found, in words and as a board to draw. */
#include "lab/stress.h"

#include <errno.h>
#include <string.h>

const char *qi_lab_kind_text(qi_lab_kind kind)
{
    static const char *const names[] = {
        [QI_LAB_PASSED] = "no failure",      [QI_LAB_WRONG] = "wrong answer",
        [QI_LAB_DIFFERENT] = "difference",   [QI_LAB_CRASH] = "crash",
        [QI_LAB_EXIT] = "exit status",       [QI_LAB_TIME] = "time limit",
        [QI_LAB_MEMORY] = "memory limit",    [QI_LAB_OUTPUT] = "output limit",
        [QI_LAB_BROKEN] = "could not be run"};
    return names[kind];
}

static void explain_time(qi_lab_limit limit, qi_buffer *text)
{
    qi_buffer_say_text(
        text, limit == QI_LAB_LIMIT_SLEEP ? "it waits for something that never comes"
              : limit == QI_LAB_LIMIT_CLOCK
                  ? "it did not end in 200 times the time limit, though it used little CPU time"
              : limit == QI_LAB_LIMIT_CHILDREN
                  ? "it did not end within the time limit: its children, for which it did not "
                    "wait, count too"
              : limit == QI_LAB_LIMIT_UNSEEN
                  ? "it did not end within three times the time limit: it starts processes too "
                    "short to be measured"
                  : "it did not end within the time limit");
}

static void explain_memory(qi_lab_limit limit, qi_buffer *text)
{
    if (limit == QI_LAB_LIMIT_PROCESSES)
        qi_buffer_say(text, "it started more than %d processes", QI_LAB_MAX_PROCESSES);
    else
        qi_buffer_say_text(
            text, limit == QI_LAB_LIMIT_FILE_SIZE ? "it wrote a file larger than the memory limit"
                  : limit == QI_LAB_LIMIT_FILES
                      ? "its files in memory without a name were larger than the memory limit"
                  : limit == QI_LAB_LIMIT_GROUP
                      ? "its processes together took more memory than the limit"
                      : "it took more memory than the limit");
}

void qi_lab_explain(const qi_lab_failure *failure, qi_buffer *text)
{
    const qi_lab_run_result *const run = &failure->run;
    if (failure->which == 2)
        qi_buffer_say_text(text, "the second program: ");
    switch (failure->kind) {
    case QI_LAB_PASSED:
        qi_buffer_say_text(text, "nothing is wrong");
        break;
    case QI_LAB_WRONG:
    case QI_LAB_DIFFERENT:
        if (failure->printed_nothing)
            qi_buffer_say_text(text, "the output is empty; ");
        qi_buffer_say_message(text, &failure->verdict.message);
        if (failure->right)
            qi_buffer_say(text, "; %s is right", failure->right);
        break;
    case QI_LAB_CRASH:
        qi_buffer_say(text, "it crashed with %s (signal %d)", qi_lab_signal_name(run->code),
                      run->code);
        break;
    case QI_LAB_EXIT:
        qi_buffer_say(text, "it ended with exit status %d, expected 0", run->code);
        break;
    case QI_LAB_TIME:
        if (failure->verdict.message.format)
            qi_buffer_say_message(text, &failure->verdict.message);
        else
            explain_time(run->limit, text);
        break;
    case QI_LAB_MEMORY:
        explain_memory(run->limit, text);
        break;
    case QI_LAB_OUTPUT:
        qi_buffer_say_text(text, "it printed more than the limit");
        break;
    case QI_LAB_BROKEN:
        if (failure->verdict.message.format)
            qi_buffer_say_message(text, &failure->verdict.message);
        else
            qi_buffer_say(text, "it could not be run: %s",
                          qi_start_error(run->code ? run->code : ENOMEM));
        break;
    }
}

/* The size of the small case, and what it was shrunk from. */
static void put_size(const qi_lab_failure_report *report, qi_buffer *text)
{
    const qi_lab_shrinking *const shrinking = &report->shrinking;
    const qi_message size = report->setup->game->describe(report->it);
    qi_buffer_say_message(text, &size);
    if (!shrinking->tried)
        return;
    if (shrinking->by_size)
        qi_buffer_say_text(text, shrinking->complete ? "; the smallest size that is too slow"
                                                     : "; a smaller size may be too slow, too");
    else if (!shrinking->taken)
        qi_buffer_say(text, "; nothing smaller fails");
    else
        qi_buffer_say(text, "; shrunk from %s", report->was);
    qi_buffer_say(text, " (%llu {run|runs}%s)", (unsigned long long)shrinking->tried,
                  shrinking->complete ? "" : ", not to the end");
}

void qi_lab_report_headline(const qi_lab_failure_report *report, qi_buffer *text)
{
    qi_buffer_say(text, "%s: ", qi_lab_kind_text(report->failure->kind));
    if (report->index != UINT64_MAX)
        qi_buffer_say(text, "case %llu, ", (unsigned long long)report->index);
    put_size(report, text);
}

/* The length of the first line, with its end. */
static size_t line_length(const char *text, size_t length)
{
    const char *const end = memchr(text, '\n', length);
    return end ? (size_t)(end + 1 - text) : length;
}

static void put_block(qi_buffer *to, const char *title, const qi_buffer *text)
{
    enum { MAX = 8192 };
    const size_t length = text->length < MAX ? text->length : MAX;
    qi_buffer_say(to, "\n## %s\n\n", title);
    if (!length) {
        qi_buffer_say_text(to, "(nothing)\n");
        return;
    }
    qi_buffer_add_text(to, "    ");
    for (size_t i = 0; i < length;) {
        const size_t line = line_length(text->bytes + i, length - i);
        qi_buffer_show(to, text->bytes + i, line, true);
        i += line;
        if (i < length)
            qi_buffer_add_text(to, "    ");
    }
    if (text->bytes[length - 1] != '\n')
        qi_buffer_add_char(to, '\n');
    if (length < text->length)
        qi_buffer_add_text(to, "    ...\n");
}

/* Adds a sentence, with its full stop. */
static void put_sentence(qi_buffer *to, qi_buffer *sentence)
{
    qi_buffer_say(to, "%s.", qi_buffer_text(sentence));
    qi_buffer_add_text(to, "\n\n");
    to->failed |= sentence->failed;
    qi_buffer_free(sentence);
}

/* Above the command that repeats the case. */
static void put_case(const qi_lab_failure_report *report, qi_buffer *text)
{
    const qi_lab_game *const game = report->setup->game;
    qi_buffer sentence = {.translator = text->translator};
    qi_buffer_add_text(text, "# ");
    if (report->setup->external)
        qi_lab_report_headline(report, text);
    else
        qi_buffer_say(text, "%s: %s", game->name, qi_lab_kind_text(report->failure->kind));
    qi_buffer_add_text(text, "\n\n");
    qi_lab_explain(report->failure, &sentence);
    put_sentence(text, &sentence);
    if (!report->setup->external) {
        put_size(report, &sentence);
        put_sentence(text, &sentence);
        qi_buffer_add_text(text, "![the case](case.svg)\n\n");
    }
}

void qi_lab_report_write(const qi_lab_failure_report *report, qi_buffer *text)
{
    const qi_lab_bench *const bench = report->bench;
    put_case(report, text);
    qi_buffer_say(text, "Again:\n\n    %s\n", report->command);
    put_block(text, "Input (input.txt)", &bench->input);
    put_block(text,
              report->setup->game->many_right ? "A right output, one of many (expected.txt)"
                                              : "The right output (expected.txt)",
              &bench->expected);
    put_block(text, "What the program printed (got.txt)", &bench->output);
    if (report->setup->against)
        put_block(text, "What the second program printed (got2.txt)", &bench->other);
    if (bench->talk.length)
        put_block(text, "What it wrote to stderr", &bench->talk);
}

bool qi_lab_oracle_agrees(const qi_lab_failure_report *report)
{
    enum { MAX_POINTS = 400, MAX_MOVES = 5000 };
    const qi_lab_game *const game = report->setup->game;
    const qi_lab_case *const it = report->it;
    const qi_buffer *const input = &report->bench->input;
    if (!game->oracle || it->rows * it->columns > MAX_POINTS || it->move_count > MAX_MOVES)
        return true;
    qi_buffer ours = {0};
    qi_buffer theirs = {0};
    const bool agrees =
        game->answer(it, &ours) && game->oracle(it, input->bytes, input->length, &theirs) &&
        ours.length == theirs.length && memcmp(ours.bytes, theirs.bytes, ours.length) == 0;
    qi_buffer_free(&ours);
    qi_buffer_free(&theirs);
    return agrees;
}

bool qi_lab_failure_board(const qi_lab_failure_report *report, qi_lab_point *points)
{
    const qi_lab_failure *const failure = report->failure;
    const qi_lab_bench *const bench = report->bench;
    const bool wrong = failure->kind == QI_LAB_WRONG || failure->kind == QI_LAB_DIFFERENT;
    return report->setup->game->failure_board(report->it,
                                              failure->which == 2 ? &bench->other : &bench->output,
                                              wrong ? &failure->verdict : NULL, points);
}
