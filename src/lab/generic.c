#include "lab/generic.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_ARGUMENTS = 1000, MOST_EXTRA = 3 };

void qi_lab_any_free(qi_lab_any_case *it)
{
    qi_buffer_free(&it->input);
    qi_buffer_free(&it->expected);
    qi_buffer_free(&it->output);
}

static const char *text_of(const qi_buffer *text)
{
    return text->bytes ? text->bytes : "";
}

/* Runs a helper with more arguments than its own. */
static qi_lab_run_result run_with(const qi_lab_any_problem *problem, const qi_lab_program *program,
                                  char *const *extra, const qi_buffer *input, qi_buffer *output,
                                  qi_buffer *talk)
{
    char *argv[MOST_ARGUMENTS + MOST_EXTRA + 1] = {0};
    int count = 0;
    while (count < MOST_ARGUMENTS && program->argv[count]) {
        argv[count] = program->argv[count];
        count++;
    }
    for (int i = 0; extra && extra[i] && i < MOST_EXTRA; i++)
        argv[count++] = extra[i];
    const qi_lab_program whole = {program->path, argv, program->within};
    return qi_lab_run(&whole, &problem->limits, input ? text_of(input) : "",
                      input ? input->length : 0, output, talk, problem->stop, NULL);
}

static void say(qi_lab_any_case *it, const char *what, const qi_lab_run_result *run)
{
    it->kind = QI_LAB_BROKEN;
    it->run = *run;
    snprintf(it->sentence, sizeof it->sentence, "%s %s%s", what,
             run->ending == QI_LAB_EXITED     ? "ends with an exit status that is not 0"
             : run->ending == QI_LAB_CRASHED  ? "crashed with "
             : run->ending == QI_LAB_TOO_LONG ? "is too slow"
                                              : "could not be run to its end",
             run->ending == QI_LAB_CRASHED ? qi_lab_signal_name(run->code) : "");
}

bool qi_lab_any_generate(const qi_lab_any_problem *problem, uint64_t seed, uint64_t size,
                         qi_lab_any_case *it)
{
    char seed_text[24], size_text[24];
    snprintf(seed_text, sizeof seed_text, "%llu", (unsigned long long)seed);
    snprintf(size_text, sizeof size_text, "%llu", (unsigned long long)size);
    char *const extra[] = {seed_text, size_text, NULL};
    const qi_lab_run_result run =
        run_with(problem, problem->generate, extra, NULL, &it->input, NULL);
    if (run.ending != QI_LAB_ENDED)
        say(it, "the generator", &run);
    return run.ending == QI_LAB_ENDED;
}

static bool is_valid(const qi_lab_any_problem *problem, const qi_lab_any_case *it)
{
    if (!problem->validate)
        return true;
    qi_buffer unused = {0};
    const qi_lab_run_result run =
        run_with(problem, problem->validate, NULL, &it->input, &unused, NULL);
    qi_buffer_free(&unused);
    return run.ending == QI_LAB_ENDED || (run.ending == QI_LAB_EXITED && run.code == 42);
}

/* ---- judging ------------------------------------------------------------------------------ */

typedef struct word {
    const char *text;
    int length;
    unsigned line;
} word;

static bool next_word(const char **at, word *it)
{
    for (; **at == ' ' || **at == '\t' || **at == '\r' || **at == '\n'; ++*at)
        it->line += **at == '\n';
    it->text = *at;
    it->length = (int)strcspn(*at, " \t\r\n");
    *at += it->length;
    return it->length > 0;
}

static void say_word(char *to, size_t capacity, const word *it)
{
    if (it->length)
        snprintf(to, capacity, "'%.*s'", it->length < 60 ? it->length : 60, it->text);
    else
        snprintf(to, capacity, "the end");
}

static bool compare_words(qi_lab_any_case *it)
{
    const char *expected = text_of(&it->expected);
    const char *got = text_of(&it->output);
    word right = {.line = 1}, mine = {.line = 1};
    for (;;) {
        const bool more = next_word(&expected, &right);
        const bool mine_more = next_word(&got, &mine);
        if (!more && !mine_more)
            return true;
        if (right.length == mine.length && memcmp(right.text, mine.text, (size_t)mine.length) == 0)
            continue;
        char found[80], wanted[80];
        say_word(found, sizeof found, &mine);
        say_word(wanted, sizeof wanted, &right);
        snprintf(it->sentence, sizeof it->sentence, "%sline %u: found %s, expected %s",
                 it->output.length ? "" : "the output is empty; ", mine.line, found, wanted);
        return false;
    }
}

static bool write_file(const char *folder, const char *name, const qi_buffer *text, char *path,
                       size_t capacity)
{
    snprintf(path, capacity, "%s/%s", folder, name);
    FILE *const file = fopen(path, "wb");
    if (!file)
        return false;
    fwrite(text_of(text), 1, text->length, file);
    return fclose(file) == 0;
}

/* The message that a checker in ICPC's convention has left, in place of what it said. */
static void read_message(const char *path, qi_buffer *talk)
{
    FILE *const file = fopen(path, "rb");
    if (!file)
        return;
    char text[300];
    const size_t length = fread(text, 1, sizeof text, file);
    fclose(file);
    if (length) {
        qi_buffer_clear(talk);
        qi_buffer_add(talk, text, length);
    }
}

/* What the checker says; its message becomes the sentence. */
static void ask_checker(const qi_lab_any_problem *problem, qi_lab_any_case *it)
{
    char input[512], output[512], answer[512];
    qi_buffer unused = {0}, talk = {0};
    const bool icpc = problem->convention == QI_LAB_ICPC;
    it->kind = QI_LAB_BROKEN;
    snprintf(it->sentence, sizeof it->sentence, "the checker's files cannot be written");
    if (write_file(problem->folder, "input", &it->input, input, sizeof input) &&
        write_file(problem->folder, "output", &it->output, output, sizeof output) &&
        write_file(problem->folder, "answer", &it->expected, answer, sizeof answer)) {
        char feedback[512], message[544];
        snprintf(feedback, sizeof feedback, "%s/", problem->folder);
        snprintf(message, sizeof message, "%sjudgemessage.txt", feedback);
        remove(message); /* of an earlier output */
        char *const extra[] = {input, icpc ? answer : output, icpc ? feedback : answer, NULL};
        const qi_lab_run_result run =
            run_with(problem, problem->check, extra, icpc ? &it->output : NULL, &unused, &talk);
        if (icpc)
            read_message(message, &talk);
        const int status = run.ending == QI_LAB_ENDED ? 0 : run.code;
        const bool ended = run.ending == QI_LAB_ENDED || run.ending == QI_LAB_EXITED;
        if (ended && status == (icpc ? 42 : 0))
            it->kind = QI_LAB_PASSED;
        else if (ended && (icpc ? status == 43 : status == 1 || status == 2 || status == 7))
            it->kind = QI_LAB_WRONG;
        snprintf(it->sentence, sizeof it->sentence, "%s%.300s",
                 it->kind == QI_LAB_BROKEN ? "the checker failed: " : "", text_of(&talk));
        it->sentence[strcspn(it->sentence, "\n")] = '\0';
        if (!it->sentence[0])
            snprintf(it->sentence, sizeof it->sentence, "the checker says no");
    }
    qi_buffer_free(&unused);
    qi_buffer_free(&talk);
}

static qi_lab_kind kind_of(qi_lab_ending ending)
{
    return ending == QI_LAB_ENDED       ? QI_LAB_PASSED
           : ending == QI_LAB_EXITED    ? QI_LAB_EXIT
           : ending == QI_LAB_CRASHED   ? QI_LAB_CRASH
           : ending == QI_LAB_TOO_LONG  ? QI_LAB_TIME
           : ending == QI_LAB_TOO_LARGE ? QI_LAB_MEMORY
           : ending == QI_LAB_TOO_MUCH  ? QI_LAB_OUTPUT
                                        : QI_LAB_BROKEN;
}

void qi_lab_any_examine(const qi_lab_any_problem *problem, qi_lab_any_case *it)
{
    it->sentence[0] = '\0';
    it->kind = QI_LAB_BROKEN;
    if (!is_valid(problem, it)) {
        snprintf(it->sentence, sizeof it->sentence, "the validator refuses the input");
        return;
    }
    qi_lab_run_result run =
        run_with(problem, problem->answer, NULL, &it->input, &it->expected, NULL);
    if (run.ending != QI_LAB_ENDED) {
        say(it, "the program that answers", &run);
        return;
    }
    for (int i = 0; i == 0 || (i == 1 && run.ending == QI_LAB_TOO_LONG); i++)
        run = run_with(problem, problem->program, NULL, &it->input, &it->output, NULL);
    it->run = run;
    it->kind = kind_of(run.ending);
    if (it->kind == QI_LAB_PASSED && problem->check) {
        ask_checker(problem, it);
    } else if (it->kind == QI_LAB_PASSED) {
        if (!compare_words(it))
            it->kind = QI_LAB_WRONG;
    } else {
        qi_buffer text = {0};
        const qi_lab_failure failure = {.kind = it->kind, .which = 1, .run = run};
        qi_lab_explain(&failure, &text);
        snprintf(it->sentence, sizeof it->sentence, "%s", text_of(&text));
        qi_buffer_free(&text);
    }
}

void qi_lab_any_listen(const qi_lab_any_problem *problem, const qi_lab_any_case *it,
                       qi_buffer *talk)
{
    qi_buffer unused = {0};
    run_with(problem, problem->program, NULL, &it->input, &unused, talk);
    qi_buffer_free(&unused);
}
