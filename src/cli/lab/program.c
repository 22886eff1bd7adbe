/* Programs to run: commands with quotes, and sources that are compiled first. */
#include "base/host.h"
#include "base/processes.h"
#include "cli/lab/lab.h"

#include <errno.h>
#include <ftw.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* How a source is compiled and run, by its ending. {in} is the source, {dir} a temporary folder,
 * {out} a file in it, {name} the source's name without folder and ending. */
static const struct {
    const char *ending, *compile, *run;
} languages[] = {{".c", "cc -O2 -o {out} {in} -lm", "{out}"},
                 {".cc", "g++ -O2 -o {out} {in}", "{out}"},
                 {".cpp", "g++ -O2 -o {out} {in}", "{out}"},
                 {".cxx", "g++ -O2 -o {out} {in}", "{out}"},
                 {".rs", "rustc -O -o {out} {in}", "{out}"},
                 {".go", "go build -o {out} {in}", "{out}"},
                 {".pas", "fpc -O2 -o{out} {in}", "{out}"},
                 {".java", "javac -d {dir} {in}", "java -cp {dir} {name}"},
                 {".py", NULL, "python3 {in}"}};
enum { LANGUAGES = sizeof languages / sizeof *languages };

void cli_words_free(char **words)
{
    for (size_t i = 0; words && words[i]; i++)
        free(words[i]);
    free(words);
}

/* The word that begins here, as a shell would read it: '...', "..." and \ quote. NULL without
 * memory. */
static char *next_word(const char **at)
{
    qi_buffer word = {0};
    char quote = '\0';
    for (; **at && (quote || (**at != ' ' && **at != '\t')); ++*at) {
        if (quote ? **at == quote : **at == '\'' || **at == '"')
            quote = quote ? '\0' : **at;
        else if (**at == '\\' && quote != '\'' && (*at)[1])
            qi_buffer_add_char(&word, *++*at);
        else
            qi_buffer_add_char(&word, **at);
    }
    return qi_buffer_take(&word);
}

/* Lists of words are there whole or, without memory, not at all: a command that has lost a word
 * would run another program. */

static char **split(const char *command)
{
    char **words = calloc(strlen(command) / 2 + 2, sizeof *words);
    for (size_t count = 0; words && *(command += strspn(command, " \t")); count++)
        if (!(words[count] = next_word(&command))) {
            cli_words_free(words);
            words = NULL;
        }
    return words;
}

static char **copy_words(char *const *from, size_t count)
{
    char **words = calloc(count + 1, sizeof *words);
    for (size_t i = 0; words && i < count; i++)
        if (!(words[i] = strdup(from[i]))) {
            cli_words_free(words);
            words = NULL;
        }
    return words;
}

/* The values of the braces. */
typedef struct places {
    const char *in, *folder;
    char *name; /* owned */
} places;

/* Replaces the braces in a word, which is freed. */
static char *fill_in(char *word, const places *there)
{
    const struct {
        const char *brace, *value, *more;
    } values[] = {{"{in}", there->in, ""},
                  {"{dir}", there->folder, ""},
                  {"{out}", there->folder, "/program"},
                  {"{name}", there->name, ""}};
    qi_buffer text = {0};
    for (const char *at = word; at && *at;) {
        size_t i = 0;
        while (i < 4 && strncmp(at, values[i].brace, strlen(values[i].brace)) != 0)
            i++;
        if (i == 4) {
            qi_buffer_add_char(&text, *at++);
            continue;
        }
        qi_buffer_printf(&text, "%s%s", values[i].value ? values[i].value : "", values[i].more);
        at += strlen(values[i].brace);
    }
    free(word);
    return qi_buffer_take(&text);
}

static char **fill_all(char **words, const places *there)
{
    for (size_t i = 0; words && words[i]; i++)
        if (!(words[i] = fill_in(words[i], there))) {
            for (size_t rest = i + 1; words[rest]; rest++)
                free(words[rest]);
            cli_words_free(words);
            words = NULL;
        }
    return words;
}

/* Whether a compiler's line begins an error: "a.c:1:2: error: ...", "error[E0425]: ...". */
static bool begins_error(const char *line)
{
    static const char *const marks[] = {"error:", "Error:", "error[", "错误："};
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
        if (strstr(line, marks[i]))
            return true;
    return false;
}

/* Shows what a compiler printed up to its second error, and closes it. What follows the first is
 * often only its consequence. */
static void show_messages(FILE *messages)
{
    rewind(messages);
    char *line = NULL;
    size_t capacity = 0;
    unsigned errors = 0;
    bool enough = false;
    while (getline(&line, &capacity, messages) > 0) {
        errors += begins_error(line);
        enough |= errors > 1 || (errors && strstr(line, ": In ")); /* "a.c: In function 'f':" */
        if (!enough)
            cli_show_error(line);
    }
    if (errors > 1)
        cli_say("and %u more {error|errors}\n", errors - 1);
    free(line);
    fclose(messages);
}

/* Which limit a compiler has reached; NULL: none. */
static const char *compiler_limit(pid_t pid, bool late, const qi_lab_limits *limits)
{
    qi_use use;
    qi_processes_measure(pid, false, &use);
    if (use.memory > limits->memory && use.processes > 1)
        qi_processes_measure(pid, true, &use);
    if (use.memory > limits->memory)
        return "it took more than 4 GB of memory";
    return late || use.cpu_seconds > limits->seconds
               ? "it did not end within 300 s of CPU time or 600 s"
               : NULL;
}

/* Runs the compiler and shows on stderr what it prints, also on its stdout. CLI_NO when it was
 * stopped. */
static int compile(const cli_spec *spec, char **words, const qi_stop *stop)
{
    static const double LOOK_EVERY = 0.1;
    static const qi_lab_limits limits = {.seconds = 300, .memory = (uint64_t)4 << 30};
    const struct timespec moment = {0, 5000000};
    const char *over = NULL;
    double looked = qi_seconds();
    const double end = looked + 2 * limits.seconds;
    qi_lab_program compiler;
    if (!words[0] || !qi_lab_program_find(&compiler, words))
        return cli_fail(spec, "cannot run '%s': %s", words[0] ? words[0] : "",
                        strerror(words[0] ? errno : ENOENT));
    FILE *const messages = tmpfile();
    const int file = messages ? fileno(messages) : -1;
    const qi_start how = {.path = compiler.path,
                          .argv = words,
                          .descriptors = {-1, file, file},
                          .cpu_seconds = limits.seconds,
                          .file_size = limits.memory};
    const pid_t pid = qi_processes_start(&how);
    const int error = errno;
    qi_lab_program_free(&compiler);
    int result = 0;
    while (pid > 0 && waitpid(pid, &result, WNOHANG) == 0) {
        nanosleep(&moment, NULL);
        const double now = qi_seconds();
        if (!over && now - looked > LOOK_EVERY) {
            looked = now;
            over = compiler_limit(pid, now > end, &limits);
        }
        if (over || (stop && qi_stop_is_set(stop))) {
            qi_processes_end_below(pid);
            kill(pid, SIGKILL);
        }
    }
    if (messages)
        show_messages(messages);
    if (pid < 0)
        return cli_fail(spec, "cannot run '%s': %s", words[0], qi_start_error(error));
    if (stop && (qi_stop_is_set(stop) || (WIFSIGNALED(result) && qi_processes_stops_soon(stop))))
        return CLI_NO;
    if (over)
        return cli_fail(spec, "'%s' could not compile the program: %s", words[0], over);
    if (result)
        return cli_fail(spec, "'%s' could not compile the program", words[0]);
    return CLI_GO_ON;
}

char *cli_make_temporary(void)
{
    const char *const base = getenv("TMPDIR");
    qi_buffer path = {0};
    qi_buffer_printf(&path, "%s/qi-XXXXXX", base && *base ? base : "/tmp");
    char *const folder = qi_buffer_take(&path);
    if (folder && mkdtemp(folder))
        return folder;
    free(folder);
    return NULL;
}

/* Without folder and ending. */
static char *bare_name(const char *path, const char *ending)
{
    const char *const slash = strrchr(path, '/');
    char *const name = strdup(slash ? slash + 1 : path);
    if (name)
        name[strlen(name) - strlen(ending)] = '\0';
    return name;
}

/* Compiles a source and sets the words that run it. */
static int build(const cli_spec *spec, const char *how, int language, cli_program *program)
{
    program->folder = cli_make_temporary();
    places there = {.in = program->words[0],
                    .folder = program->folder,
                    .name = bare_name(program->words[0], languages[language].ending)};
    int status = !program->folder ? cli_fail(spec, "cannot make a folder for what is compiled: %s",
                                             strerror(errno))
                 : !there.name    ? cli_fail_with(spec, QI_NO_MEMORY)
                                  : CLI_GO_ON;
    if (status == CLI_GO_ON && program->sandbox) /* where root's programs are nobody's */
        chmod(program->folder, 0755);
    const char *const command = how ? how : languages[language].compile;
    if (status == CLI_GO_ON && command) {
        char **const words = fill_all(split(command), &there);
        status = words ? compile(spec, words, program->stop) : cli_fail_with(spec, QI_NO_MEMORY);
        cli_words_free(words);
    }
    if (status == CLI_GO_ON) {
        char **const start = fill_all(split(languages[language].run), &there);
        size_t own = 0, given = 0;
        while (start && start[own])
            own++;
        while (program->words[given])
            given++;
        char **const all = start ? calloc(own + given, sizeof *all) : NULL;
        if (all) {
            memcpy(all, start, own * sizeof *all);
            memcpy(all + own, program->words + 1, (given - 1) * sizeof *all);
            free(start);
            free(program->words[0]);
            free(program->words);
            program->words = all;
        } else {
            cli_words_free(start);
            status = cli_fail_with(spec, QI_NO_MEMORY);
        }
    }
    free(there.name);
    return status;
}

/* The language of a source, or -1. */
static int language_of(const char *path)
{
    const char *const ending = strrchr(path, '.');
    for (int i = 0; ending && i < LANGUAGES; i++)
        if (strcmp(ending, languages[i].ending) == 0)
            return access(path, R_OK) == 0 && access(path, X_OK) != 0 ? i : -1;
    return -1;
}

static int find(const cli_spec *spec, const char *how, cli_program *program)
{
    if (!program->words)
        return cli_fail_with(spec, QI_NO_MEMORY);
    const char *const name = program->words[0];
    const int language = name ? language_of(name) : -1;
    if (how && language < 0)
        return cli_fail(spec, "--compile: '%s' is not a source in a language that qi knows",
                        name ? name : "");
    const int status = language >= 0 ? build(spec, how, language, program) : CLI_GO_ON;
    if (status != CLI_GO_ON)
        return status;
    struct stat about;
    const char *const first = program->words[0] ? program->words[0] : "";
    const bool folder = strchr(first, '/') && stat(first, &about) == 0 && S_ISDIR(about.st_mode);
    if (*first && !folder && qi_lab_program_find(&program->program, program->words))
        return program->sandbox ? cli_sandbox(spec, program) : CLI_GO_ON;
    cli_fail(spec, "cannot run '%s': %s", first,
             strerror(folder   ? EISDIR
                      : *first ? errno
                               : ENOENT));
    cli_hint_program(first);
    return CLI_BAD;
}

int cli_program_open(const cli_spec *spec, char *const *argv, const char *how, cli_program *program)
{
    size_t count = 0;
    while (argv[count])
        count++;
    program->words = copy_words(argv, count);
    return find(spec, how, program);
}

int cli_program_open_command(const cli_spec *spec, const char *command, cli_program *program)
{
    program->words = split(command);
    return find(spec, NULL, program);
}

static int remove_entry(const char *path, const struct stat *status, int kind, struct FTW *where)
{
    (void)status;
    (void)kind;
    (void)where;
    remove(path);
    return 0; /* and on with the rest */
}

void cli_program_close(cli_program *program)
{
    enum { DESCRIPTORS = 8 };
    qi_lab_program_free(&program->program);
    cli_words_free(program->words);
    if (program->folder)
        nftw(program->folder, remove_entry, DESCRIPTORS, FTW_DEPTH | FTW_PHYS);
    free(program->folder);
    *program = (cli_program){0};
}
