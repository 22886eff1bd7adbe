#include "lab/generic.h"
#include "base/file.h"
#include "base/text.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_EXTRA = 3, LONGEST_PATH = 4096 };

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
    size_t count = 0;
    while (program->argv[count])
        count++;
    char **const argv = calloc(count + MOST_EXTRA + 1, sizeof *argv);
    if (!argv)
        return (qi_lab_run_result){.ending = QI_LAB_NOT_RUN, .code = ENOMEM};
    memcpy(argv, program->argv, count * sizeof *argv);
    for (int i = 0; extra && extra[i] && i < MOST_EXTRA; i++)
        argv[count++] = extra[i];
    const qi_lab_program whole = {program->path, argv, program->within};
    const qi_lab_run_result run =
        qi_lab_run(&whole, &problem->limits, input ? text_of(input) : "", input ? input->length : 0,
                   output, talk, problem->stop, NULL);
    free(argv);
    return run;
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

/* A word of an output, which may hold any bytes, and what follows it. */
typedef struct word {
    const char *text, *end;
    size_t length;
    unsigned line;
} word;

static word first_word(const qi_buffer *output)
{
    const char *const start = text_of(output);
    return (word){.text = start, .end = start + output->length, .line = 1};
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

/* Goes on to the next word, which is empty at the end. */
static bool next_word(word *it)
{
    it->text += it->length;
    for (; it->text < it->end && is_blank(*it->text); it->text++)
        it->line += *it->text == '\n';
    it->length = 0;
    while (it->text + it->length < it->end && !is_blank(it->text[it->length]))
        it->length++;
    return it->length > 0;
}

static void say_word(qi_string *to, const word *it)
{
    enum { MOST = 60 };
    if (!it->length) {
        qi_string_text(to, "the end");
        return;
    }
    qi_string_char(to, '\'');
    qi_string_show(to, it->text, it->length, MOST);
    qi_string_char(to, '\'');
}

static bool compare_words(qi_lab_any_case *it)
{
    word right = first_word(&it->expected), mine = first_word(&it->output);
    for (;;) {
        const bool more = next_word(&right);
        const bool mine_more = next_word(&mine);
        if (!more && !mine_more)
            return true;
        if (right.length == mine.length && memcmp(right.text, mine.text, mine.length) == 0)
            continue;
        qi_string sentence = qi_string_in(it->sentence, sizeof it->sentence);
        qi_string_text(&sentence, it->output.length ? "line " : "the output is empty; line ");
        qi_string_number(&sentence, mine.line);
        qi_string_text(&sentence, ": found ");
        say_word(&sentence, &mine);
        qi_string_text(&sentence, ", expected ");
        say_word(&sentence, &right);
        return false;
    }
}

/* False with errno. The folder is ours, and emptied in the end. */
static bool write_file(const char *folder, const char *name, const qi_buffer *text, char *path)
{
    if (snprintf(path, LONGEST_PATH, "%s/%s", folder, name) >= LONGEST_PATH) {
        errno = ENAMETOOLONG;
        return false;
    }
    const int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0666);
    if (file < 0)
        return false;
    const int error = qi_write_all(file, text_of(text), text->length);
    if (close(file) == 0)
        errno = error;
    return errno == 0;
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
    char input[LONGEST_PATH], output[LONGEST_PATH], answer[LONGEST_PATH];
    qi_buffer unused = {0}, talk = {0};
    const bool icpc = problem->convention == QI_LAB_ICPC;
    it->kind = QI_LAB_BROKEN;
    if (!write_file(problem->folder, "input", &it->input, input) ||
        !write_file(problem->folder, "output", &it->output, output) ||
        !write_file(problem->folder, "answer", &it->expected, answer)) {
        snprintf(it->sentence, sizeof it->sentence, "the checker's files cannot be written: %s",
                 strerror(errno));
    } else {
        char feedback[LONGEST_PATH + 1], message[LONGEST_PATH + 20];
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
        qi_string sentence = qi_string_in(it->sentence, sizeof it->sentence);
        qi_string_text(&sentence, it->kind == QI_LAB_BROKEN ? "the checker failed: " : "");
        qi_string_show(&sentence, text_of(&talk), strcspn(text_of(&talk), "\n"), 300);
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
