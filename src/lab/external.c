#include "lab/external.h"
#include "base/file.h"
#include "base/random.h"
#include "base/text.h"
#include "lab/games.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MAX_EXTRA = 3, LONGEST_PATH = 4096 };

/* Runs one of the problem's programs with more arguments than its own. */
static qi_lab_run_result run_with(const qi_lab_setup *setup, qi_lab_bench *bench,
                                  const qi_lab_program *program, char *const *extra,
                                  const qi_buffer *input, qi_buffer *output, qi_buffer *talk)
{
    size_t count = 0;
    while (program->argv[count])
        count++;
    char **const argv = calloc(count + MAX_EXTRA + 1, sizeof *argv);
    if (!argv)
        return (qi_lab_run_result){.ending = QI_LAB_NOT_RUN, .code = ENOMEM};
    memcpy(argv, program->argv, count * sizeof *argv);
    for (int i = 0; extra && extra[i] && i < MAX_EXTRA; i++)
        argv[count++] = extra[i];
    const qi_lab_program whole = {program->path, argv, program->within};
    const qi_lab_run_result run =
        qi_lab_run(&whole, &setup->external->limits, input ? qi_buffer_text(input) : "",
                   input ? input->length : 0, output, talk, bench->stop, bench->number);
    bench->seconds += run.cpu_seconds + run.idle_seconds;
    free(argv);
    return run;
}

static void break_off(qi_lab_failure *failure, const char *what, const qi_lab_run_result *run)
{
    failure->kind = QI_LAB_BROKEN;
    failure->run = *run;
    const qi_message message =
        run->ending == QI_LAB_CRASHED
            ? qi_message_of("%s crashed with %s", what, qi_lab_signal_name(run->code))
            : qi_message_of(run->ending == QI_LAB_EXITED
                                ? "%s ends with an exit status that is not 0"
                            : run->ending == QI_LAB_TOO_LONG ? "%s is too slow"
                                                             : "%s could not be run to its end",
                            what);
    qi_lab_say(&failure->verdict, message);
}

/* ---- inputs ------------------------------------------------------------------------------- */

/* Small sizes first, and more and more large ones among them. */
static uint32_t size_at(uint64_t index, uint64_t seed, uint32_t max)
{
    enum { FIRST = 4, DOUBLES_EVERY = 16 };
    const uint64_t doublings = index / DOUBLES_EVERY < 40 ? index / DOUBLES_EVERY : 40;
    const uint64_t limit = (uint64_t)FIRST << doublings;
    qi_random random;
    qi_lab_case_random(&random, seed, index);
    return 1 + qi_random_below(&random, limit < max ? (uint32_t)limit : max);
}

static bool run_generator(const qi_lab_setup *setup, uint64_t seed, uint32_t size,
                          qi_lab_bench *bench, qi_lab_case *it, qi_lab_failure *failure)
{
    char seed_text[24], size_text[24];
    snprintf(seed_text, sizeof seed_text, "%llu", (unsigned long long)seed);
    snprintf(size_text, sizeof size_text, "%u", size);
    char *const extra[] = {seed_text, size_text, NULL};
    *it = (qi_lab_case){.rows = size};
    const qi_lab_run_result run =
        run_with(setup, bench, setup->external->generate, extra, NULL, &it->text, NULL);
    if (run.ending != QI_LAB_ENDED)
        break_off(failure, "the generator", &run);
    else if (!setup->external->validate)
        it->relations = qi_lab_external_relations(&it->text);
    return run.ending == QI_LAB_ENDED;
}

static bool generate(const qi_lab_setup *setup, uint64_t index, qi_lab_bench *bench,
                     qi_lab_case *it, qi_lab_failure *failure)
{
    const uint32_t size = size_at(index, setup->seed, setup->external->size);
    return run_generator(setup, setup->seed + index, size, bench, it, failure);
}

/* Some seeds of every size, from the smallest on. */
static qi_result generate_fresh(const qi_lab_setup *setup, uint64_t number,
                                const qi_lab_case *large, qi_lab_bench *bench, qi_lab_case *it)
{
    enum { SEEDS = 20 };
    qi_lab_failure failure;
    uint32_t size = 1;
    for (uint64_t step = number / SEEDS; step && size < large->rows; step--)
        size += 1 + size / 4;
    if (size >= large->rows)
        return QI_STOPPED;
    return run_generator(setup, 1 + number % SEEDS, size, bench, it, &failure) ? QI_OK
                                                                               : QI_BAD_DATA;
}

static const qi_lab_family sizes[] = {{.name = "1-9"},
                                      {.name = "10-99"},
                                      {.name = "100-999"},
                                      {.name = "1000-9999"},
                                      {.name = "10000-99999"},
                                      {.name = "100000-999999"},
                                      {.name = "1000000-9999999"},
                                      {.name = "10000000-99999999"},
                                      {.name = "100000000-999999999"},
                                      {.name = "1000000000-9999999999"},
                                      {0}};

static const qi_lab_family *size_of(const qi_lab_case *it)
{
    const qi_lab_family *family = sizes;
    for (uint32_t size = it->rows; size >= 10; size /= 10)
        family++;
    return family;
}

static void write_input(const qi_lab_case *it, qi_buffer *text)
{
    qi_buffer_add(text, qi_buffer_text(&it->text), it->text.length);
}

static qi_message describe(const qi_lab_case *it)
{
    return qi_message_of("an input of %zu {byte|bytes}", it->text.length);
}

/* ---- right outputs ------------------------------------------------------------------------ */

static bool is_valid(const qi_lab_setup *setup, qi_lab_bench *bench, qi_lab_failure *failure)
{
    if (!setup->external->validate)
        return true;
    qi_buffer unused = {0};
    failure->run =
        run_with(setup, bench, setup->external->validate, NULL, &bench->input, &unused, NULL);
    qi_buffer_free(&unused);
    return failure->run.ending == QI_LAB_ENDED ||
           (failure->run.ending == QI_LAB_EXITED && failure->run.code == 42);
}

static bool prepare(const qi_lab_setup *setup, qi_lab_bench *bench, qi_lab_failure *failure)
{
    if (!is_valid(setup, bench, failure)) {
        qi_lab_say(&failure->verdict, qi_message_of("the validator refuses the input"));
        return false;
    }
    const qi_lab_run_result run = run_with(setup, bench, setup->external->answer, NULL,
                                           &bench->input, &bench->expected, NULL);
    if (run.ending != QI_LAB_ENDED)
        break_off(failure, "the program that answers", &run);
    return run.ending == QI_LAB_ENDED;
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
    const char *const start = qi_buffer_text(output);
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

enum { LONGEST_SHOWN = 250 };

/* A word as a message shows it; the buffer holds it. */
static const char *show_word(const word *it, char buffer[LONGEST_SHOWN])
{
    enum { MAX = 60 };
    if (!it->length)
        return "the end";
    qi_writer text = qi_write_into(buffer, LONGEST_SHOWN);
    qi_put(&text, '\'');
    qi_put_shown(&text, it->text, it->length, MAX);
    qi_put(&text, '\'');
    qi_put_end(&text);
    return buffer;
}

static bool compare_words(const qi_lab_bench *bench, qi_lab_failure *failure)
{
    word right = first_word(&bench->expected), mine = first_word(&bench->output);
    for (;;) {
        const bool more = next_word(&right);
        const bool mine_more = next_word(&mine);
        if (!more && !mine_more)
            return true;
        if (right.length == mine.length && memcmp(right.text, mine.text, mine.length) == 0)
            continue;
        char found[LONGEST_SHOWN], expected[LONGEST_SHOWN];
        failure->printed_nothing = !bench->output.length;
        qi_lab_say(&failure->verdict,
                   qi_message_of("line %llu: found %s, expected %s", (unsigned long long)mine.line,
                                 show_word(&mine, found), show_word(&right, expected)));
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
    const int error = qi_write_all(file, qi_buffer_text(text), text->length);
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

/* Runs the checker; its message becomes the sentence. */
static void ask_checker(const qi_lab_setup *setup, qi_lab_bench *bench, qi_lab_failure *failure)
{
    const qi_lab_external *const problem = setup->external;
    char input[LONGEST_PATH], output[LONGEST_PATH], answer[LONGEST_PATH];
    failure->kind = QI_LAB_BROKEN;
    if (!write_file(problem->folder, "input", &bench->input, input) ||
        !write_file(problem->folder, "output", &bench->output, output) ||
        !write_file(problem->folder, "answer", &bench->expected, answer)) {
        qi_lab_say(&failure->verdict,
                   qi_message_of("the checker's files cannot be written: %s", strerror(errno)));
        return;
    }
    qi_buffer unused = {0}, talk = {0};
    const bool icpc = problem->convention == QI_LAB_ICPC;
    char feedback[LONGEST_PATH + 1], message[LONGEST_PATH + 20];
    snprintf(feedback, sizeof feedback, "%s/", problem->folder);
    snprintf(message, sizeof message, "%sjudgemessage.txt", feedback);
    remove(message); /* of an earlier output */
    char *const extra[] = {input, icpc ? answer : output, icpc ? feedback : answer, NULL};
    const qi_lab_run_result run =
        run_with(setup, bench, problem->check, extra, icpc ? &bench->output : NULL, &unused, &talk);
    if (icpc)
        read_message(message, &talk);
    const int status = run.ending == QI_LAB_ENDED ? 0 : run.code;
    const bool ended = run.ending == QI_LAB_ENDED || run.ending == QI_LAB_EXITED;
    if (ended && status == (icpc ? 42 : 0))
        failure->kind = QI_LAB_PASSED;
    else if (ended && (icpc ? status == 43 : status == 1 || status == 2 || status == 7))
        failure->kind = QI_LAB_WRONG;
    else
        failure->run = run;
    char words[sizeof failure->verdict.message.arguments];
    qi_writer line = {words, sizeof words, 0};
    qi_put_shown(&line, qi_buffer_text(&talk), strcspn(qi_buffer_text(&talk), "\n"), 300);
    qi_put_end(&line);
    qi_lab_say(&failure->verdict, failure->kind == QI_LAB_BROKEN
                                      ? qi_message_of("the checker failed: %s", words)
                                  : words[0] ? qi_message_of("%s", words)
                                             : qi_message_of("the checker says no"));
    qi_buffer_free(&unused);
    qi_buffer_free(&talk);
}

static void check(const qi_lab_setup *setup, qi_lab_bench *bench, qi_lab_failure *failure)
{
    if (setup->external->check)
        ask_checker(setup, bench, failure);
    else if (!compare_words(bench, failure))
        failure->kind = QI_LAB_WRONG;
}

const qi_lab_game qi_lab_external_game = {.families = sizes,
                                          .grows = "bytes",
                                          .write = write_input,
                                          .shrink = qi_lab_external_shrink,
                                          .describe = describe,
                                          .generate = generate,
                                          .prepare = prepare,
                                          .check = check,
                                          .fresh = generate_fresh,
                                          .family = size_of};
