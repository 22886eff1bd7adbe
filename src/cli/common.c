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
    {.name = "position",
     .kind = CLI_TEXT,
     .argument = "LINE",
     .help = "this position, in one line, as BOARD (docs/formats.md)"},
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

bool cli_takes(const cli_spec *spec, const cli_option *option)
{
    return (spec->json || strcmp(option->name, "json") != 0) &&
           (spec->position || strcmp(option->name, "position") != 0);
}

int cli_print_version(void)
{
    printf("qi %s\n", qi_version());
    return CLI_DONE;
}

/* ---- help ---------------------------------------------------------------------------------- */

enum { CHINESE_BYTES = 3 }; /* of a Chinese character, and of the marks below */

/* Whether a text begins with one of the marks. */
static bool begins_with_any(const char *text, const char *marks)
{
    for (; *marks; marks += CHINESE_BYTES)
        if (strncmp(text, marks, CHINESE_BYTES) == 0)
            return true;
    return false;
}

/* Whether a line of `length` bytes may be broken before what follows: at Chinese characters, but
 * not before a mark that ends something or after one that begins it. */
static bool may_break(const char *line, size_t length)
{
    const char *const at = line + length;
    const bool after_chinese = at[-1] & 0x80;
    if (after_chinese && length >= CHINESE_BYTES && begins_with_any(at - CHINESE_BYTES, "（“《"))
        return false;
    if (!(*at & 0x80))
        return after_chinese;
    const bool begins = (unsigned char)*at >= 0xE0;
    return begins && !begins_with_any(at, "，。、；：？！）”》");
}

void cli_wrap(qi_buffer *text, const char *paragraph, size_t indent, size_t width)
{
    size_t column = indent;
    while (*paragraph) {
        /* A word with the blanks before it. */
        size_t blanks = strspn(paragraph, " "), length = blanks;
        do
            length++;
        while (paragraph[length] && paragraph[length] != ' ' && !may_break(paragraph, length));
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

/* Whether a line was broken only to be short, and `next` goes on with it. */
static bool goes_on(const char *line, size_t length, const char *next)
{
    enum { SHORT = 60, LABEL = 4 * CHINESE_BYTES };
    const char *const colon = strstr(next, "：");
    const bool label =
        next[strcspn(next, " :\n")] == ':' || (colon && colon - next <= LABEL); /* "Output:" */
    return qi_width(line, length) > SHORT && *next && !strchr(" \n", *next) && !label;
}

/* The column in which a line that goes on stands below itself: that of the second word in a list of
 * two columns. */
static size_t hanging_indent(const char *line, size_t length)
{
    const size_t indent = strspn(line, " ");
    for (size_t at = indent; indent && at + 2 < length; at++)
        if (line[at] == ' ' && line[at + 1] == ' ')
            return at + strspn(line + at, " ");
    return indent;
}

/* Adds text whose lines fit DEFAULT_WIDTH columns, and fills them again on a narrower terminal. */
static void add_paragraphs(qi_buffer *text, const char *english)
{
    enum { DEFAULT_WIDTH = 80 };
    const size_t width = cli_terminal_width();
    qi_buffer said = {.translator = text->translator}, line = {0};
    qi_buffer_say_text(&said, english);
    if (width >= DEFAULT_WIDTH)
        qi_buffer_add_text(text, qi_buffer_text(&said));
    else
        for (const char *at = qi_buffer_text(&said); *at;) {
            const size_t length = strcspn(at, "\n");
            const char *const next = at + length + (at[length] == '\n');
            const bool more = goes_on(at, length, next);
            qi_buffer_add(&line, at, length);
            if (more && !(at[length - 1] & 0x80)) /* Chinese needs no blank */
                qi_buffer_add_char(&line, ' ');
            at = next;
            if (more)
                continue;
            const char *const whole = qi_buffer_text(&line);
            const size_t indent = hanging_indent(whole, line.length);
            qi_buffer_add(text, whole, indent);
            cli_wrap(text, whole + indent, indent, width);
            qi_buffer_clear(&line);
        }
    text->failed |= said.failed || line.failed;
    qi_buffer_free(&said);
    qi_buffer_free(&line);
}

/* The value is typed, so it is not translated. */
static void add_default(qi_buffer *text, const char *value)
{
    static const char english[] = " (default: %s)";
    const char *const chinese =
        text->translator ? text->translator(NULL, english, sizeof english - 1) : NULL;
    const char *const format = chinese ? chinese : english;
    const size_t before = strcspn(format, "%");
    qi_buffer_add(text, format, before);
    qi_buffer_add_text(text, value);
    qi_buffer_add_text(text, format + before + strlen("%s"));
}

/* Adds the options of a verb, or the common ones that it takes. */
static void add_options(qi_buffer *text, const cli_spec *spec, const cli_option *options)
{
    enum { INDENT = 28, FIRST = 5, LONG = 8 };
    const size_t width = cli_terminal_width();
    int count = 0;
    while (options && options[count].name)
        count++;
    for (const cli_option *option = options; option && option->name; option++) {
        if (options == cli_common_options && !cli_takes(spec, option))
            continue;
        /* Few look further than the first five. */
        if (options == spec->options && count >= LONG && option == options + FIRST)
            qi_buffer_say_text(text, "\nMore options:\n");
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
            add_default(&help, option->default_value);
        cli_wrap(text, help.bytes ? help.bytes : "", INDENT, width);
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
    add_paragraphs(&text, spec->description);
    if (spec->options && spec->options->name)
        qi_buffer_say_text(&text, "\nOptions:\n");
    add_options(&text, spec, spec->options);
    qi_buffer_say_text(&text, "\nOptions of every verb:\n");
    add_options(&text, spec, cli_common_options);
    if (spec->more) {
        qi_buffer_add_text(&text, "\n");
        add_paragraphs(&text, spec->more);
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
