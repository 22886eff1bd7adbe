/* The options of every verb, and --help. */
#include "cli/cli.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *const languages[] = {"zh", "en", NULL};
static const char *const colour_choices[] = {"auto", "always", "never", NULL};
static const char *const simd_choices[] = {"best", "portable", "vector", "avx2", "avx512", NULL};

const cli_option cli_common_options[] = {
    {.name = "lang",
     .kind = CLI_CHOICE,
     .argument = "zh|en",
     .choices = languages,
     .help = "language of messages (default: by the locale)",
     .variable = "QI_LANG"},
    {.name = "color",
     .kind = CLI_CHOICE,
     .argument = "WHEN",
     .choices = colour_choices,
     .help = "use colours: auto (on a terminal), always or never",
     .variable = "QI_COLOR"},
    {.name = "ascii",
     .kind = CLI_FLAG,
     .help = "draw boards with ASCII characters only",
     .variable = "QI_ASCII"},
    {.name = "simd",
     .kind = CLI_CHOICE,
     .argument = "PATH",
     .choices = simd_choices,
     .help = "best, portable, vector, avx2 or avx512; the results are the same",
     .variable = "QI_SIMD"},
    {.name = "verbose",
     .kind = CLI_FLAG,
     .help = "print the place of and the reason for every illegal move",
     .letter = 'v',
     .variable = "QI_VERBOSE"},
    {.name = "quiet",
     .kind = CLI_FLAG,
     .help = "no progress and no remarks on stderr, only errors",
     .letter = 'q',
     .variable = "QI_QUIET"},
    {.name = "json", .kind = CLI_FLAG, .help = "print one line of JSON (docs/json.md)"},
    {.name = "version", .kind = CLI_FLAG, .help = "print the version and exit", .letter = 'V'},
    {.name = "help", .kind = CLI_FLAG, .help = "print this help and exit", .letter = 'h'},
    {0}};

static bool is_set(const char *variable)
{
    const char *const value = getenv(variable);
    return value && *value;
}

bool cli_is_quiet(void)
{
    return is_set("QI_QUIET");
}

bool cli_is_verbose(void)
{
    return is_set("QI_VERBOSE");
}

bool cli_is_ascii(void)
{
    return is_set("QI_ASCII");
}

const char *cli_simd(void)
{
    const char *const path = getenv("QI_SIMD");
    return path && *path ? path : "best";
}

bool cli_use_colour(void)
{
    const char *const when = getenv("QI_COLOR");
    if (when && strcmp(when, "always") == 0)
        return true;
    return !(when && strcmp(when, "never") == 0) && cli_is_able_terminal(STDOUT_FILENO) &&
           !is_set("NO_COLOR");
}

/* Whether a word is the option, by its letter, or its name and possibly "=VALUE". */
static bool is_option(const cli_option *option, const char *word)
{
    if (option->letter && word[0] == '-' && word[1] == option->letter && !word[2])
        return true;
    const size_t length = strlen(option->name);
    return strncmp(word, "--", 2) == 0 && strncmp(word + 2, option->name, length) == 0 &&
           (!word[2 + length] || (option->choices && word[2 + length] == '='));
}

/* Keeps the value of a common option at argv[*i]. Returns CLI_GO_ON; CLI_NO for any other word;
 * CLI_BAD after explaining why. */
static int take_common_option(int argc, char *const *argv, int *i)
{
    static const cli_spec spec = {.command = "qi"};
    const cli_option *option = cli_common_options;
    while (option->variable && !is_option(option, argv[*i]))
        option++;
    if (!option->variable)
        return CLI_NO;
    const char *value = "1";
    if (option->choices) {
        const char *const equals = strchr(argv[*i], '=');
        value = equals ? equals + 1 : *i + 1 < argc ? argv[++*i] : "";
        int choice;
        const cli_option read = {option->name, CLI_CHOICE, .value = &choice,
                                 .choices = option->choices};
        const int status = cli_read_option(&spec, &read, value);
        if (status != CLI_GO_ON)
            return status;
    }
    return cli_set_variable(option->variable, value) ? CLI_GO_ON
                                                     : cli_fail_with(&spec, QI_NO_MEMORY);
}

int cli_take_common(int *argc, char **argv)
{
    int kept = 1, i = 1;
    for (; i < *argc && strcmp(argv[i], "--") != 0; i++) {
        char *const word = argv[i];
        const int status = take_common_option(*argc, argv, &i);
        if (status == CLI_BAD)
            return status;
        if (status == CLI_NO)
            argv[kept++] = word;
    }
    while (i < *argc)
        argv[kept++] = argv[i++];
    argv[kept] = NULL;
    *argc = kept;
    return CLI_GO_ON;
}

int cli_print_version(void)
{
    printf("qi %s\n", qi_version());
    return CLI_DONE;
}

/* ---- help ---------------------------------------------------------------------------------- */

/* Adds a paragraph that begins in column `indent`, in lines of at most `width` columns. */
static void add_wrapped(qi_buffer *text, const char *paragraph, size_t indent, size_t width)
{
    size_t column = indent;
    while (*paragraph) {
        /* A word with the blanks before it; Chinese breaks anywhere. */
        size_t blanks = strspn(paragraph, " "), length = blanks;
        do
            length++;
        while (paragraph[length] && paragraph[length] != ' ' &&
               !((unsigned char)paragraph[length] >= 0xE0 && (paragraph[length] & 0xC0) == 0xC0) &&
               !((paragraph[length - 1] & 0x80) && !(paragraph[length] & 0x80)));
        if (column > indent && column + qi_width(paragraph, length) > width) {
            qi_buffer_printf(text, "\n%*s", (int)indent, "");
            column = indent;
            paragraph += blanks;
            length -= blanks;
        }
        qi_buffer_add(text, paragraph, length);
        column += qi_width(paragraph, length);
        paragraph += length;
    }
    qi_buffer_add_char(text, '\n');
}

/* Adds the options of a verb, or the common ones that it takes. */
static void add_options(qi_buffer *text, const cli_spec *spec, const cli_option *options)
{
    enum { INDENT = 28 };
    const size_t width = cli_terminal_width();
    for (const cli_option *option = options; option && option->name; option++) {
        if (!spec->json && strcmp(option->name, "json") == 0)
            continue;
        char left[80];
        char letter[8] = "    ";
        if (option->letter)
            snprintf(letter, sizeof letter, "-%c, ", option->letter);
        snprintf(left, sizeof left, "%s--%s%s%s", letter, option->name, option->argument ? " " : "",
                 option->argument ? option->argument : "");
        if (strlen(left) > 24)
            qi_buffer_printf(text, "  %s\n  %-24s  ", left, "");
        else
            qi_buffer_printf(text, "  %-24s  ", left);
        qi_buffer help = {.translator = text->translator};
        qi_buffer_say_text(&help, option->help);
        if (option->default_value)
            qi_buffer_say(&help, " (default: %s)", option->default_value);
        add_wrapped(text, help.bytes ? help.bytes : "", INDENT, width);
        text->failed |= help.failed;
        qi_buffer_free(&help);
    }
}

int cli_print_help(const cli_spec *spec)
{
    qi_buffer text = {.translator = cli_translator()};
    qi_buffer_say(&text, CLI_USAGE, spec->command, spec->operands ? " " : "",
                  spec->operands ? spec->operands : "");
    qi_buffer_add_text(&text, "\n\n");
    qi_buffer_say_text(&text, spec->description);
    if (spec->options && spec->options->name)
        qi_buffer_say_text(&text, "\nOptions:\n");
    add_options(&text, spec, spec->options);
    qi_buffer_say_text(&text, "\nOptions of every verb:\n");
    add_options(&text, spec, cli_common_options);
    if (spec->more) {
        qi_buffer_add_text(&text, "\n");
        qi_buffer_say_text(&text, spec->more);
    }
    const char *const *const examples = cli_examples(spec->command);
    if (examples) {
        qi_buffer_add_text(&text, "\n");
        qi_buffer_say_text(&text, "Examples:\n");
        qi_buffer_printf(&text, "  %s\n  %s\n", examples[0], examples[1]);
    }
    const bool good = !text.failed && fputs(text.bytes, stdout) >= 0;
    const int status = text.failed ? cli_fail_with(spec, QI_NO_MEMORY) : CLI_DONE;
    qi_buffer_free(&text);
    return good ? CLI_DONE : status;
}
