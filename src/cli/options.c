#include "cli/cli.h"

#include <errno.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_OPTIONS = 64, FIRST_ID = 256, JSON_ID = FIRST_ID + MAX_OPTIONS, POSITION_ID };

static int count_options(const cli_spec *spec)
{
    int count = 0;
    while (spec->options && spec->options[count].name)
        count++;
    return count;
}

/* ---- mistyped words ------------------------------------------------------------------------ */

static size_t smaller_of(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* How many letters must be changed, added, removed or swapped with the next one. */
static size_t distance(const char *from, size_t rows, const char *to, size_t columns)
{
    size_t table[CLI_LONGEST_WORD + 1][CLI_LONGEST_WORD + 1];
    for (size_t row = 0; row <= rows; row++)
        table[row][0] = row;
    for (size_t column = 0; column <= columns; column++)
        table[0][column] = column;
    for (size_t row = 1; row <= rows; row++)
        for (size_t column = 1; column <= columns; column++) {
            const bool same = from[row - 1] == to[column - 1];
            size_t steps = smaller_of(table[row - 1][column], table[row][column - 1]) + 1;
            steps = smaller_of(steps, table[row - 1][column - 1] + !same);
            if (row > 1 && column > 1 && from[row - 1] == to[column - 2] &&
                from[row - 2] == to[column - 1])
                steps = smaller_of(steps, table[row - 2][column - 2] + 1);
            table[row][column] = steps;
        }
    return table[rows][columns];
}

void cli_suggest(cli_suggestion *suggestion, const char *candidate)
{
    enum { LETTERS_A_MISTAKE = 3, MIN_BEGINNING = 3 };
    const size_t length = strlen(suggestion->word), other = strlen(candidate);
    if (length > CLI_LONGEST_WORD || other > CLI_LONGEST_WORD)
        return;
    /* A word that was left unfinished is one mistake. */
    const bool beginning =
        length >= MIN_BEGINNING && strncmp(suggestion->word, candidate, length) == 0;
    const size_t steps = beginning ? 1 : distance(suggestion->word, length, candidate, other);
    const size_t max = suggestion->nearest ? suggestion->steps - 1
                                           : (length > other ? length : other) / LETTERS_A_MISTAKE;
    if (steps <= max && !(suggestion->nearest && suggestion->steps == 0)) {
        suggestion->nearest = candidate;
        suggestion->steps = steps;
    }
}

/* ---- reading values ------------------------------------------------------------------------ */

/* Reads the number that a text starts with; `rest` is what follows it. */
static bool read_number(const char *text, uint64_t *number, const char **rest)
{
    if (*text < '0' || *text > '9')
        return false;
    char *end;
    errno = 0;
    *number = strtoull(text, &end, 10);
    *rest = end;
    return errno == 0;
}

static bool within(const cli_option *option, uint64_t number)
{
    return number >= option->min && (option->max == 0 || number <= option->max);
}

/* A number without a unit. */
static bool is_bare(const char *text)
{
    return *text && text[strspn(text, "0123456789")] == '\0';
}

static bool read_seconds(const char *text, double *seconds)
{
    static const struct {
        const char *unit;
        double seconds;
    } units[] = {{"", 1}, {"s", 1}, {"ms", 1e-3}, {"m", 60}, {"min", 60}, {"h", 3600}};
    if ((*text < '0' || *text > '9') && *text != '.')
        return false;
    char *end;
    const double value = strtod(text, &end);
    if (end == text || !(value >= 0 && value < 1e9))
        return false;
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (strcmp(end, units[i].unit) == 0) {
            *seconds = value * units[i].seconds;
            return true;
        }
    return false;
}

/* A time with a unit, in milliseconds. */
static bool read_milliseconds(const cli_option *option, const char *text, uint64_t *milliseconds)
{
    double seconds;
    if (is_bare(text) || !read_seconds(text, &seconds))
        return false;
    *milliseconds = (uint64_t)(seconds * 1e3 + 0.5);
    return within(option, *milliseconds);
}

/* Reads 12, 2k or 1.5M: k is `base`, M its square. `rest` is what follows. */
static bool read_scaled(const char *text, uint64_t base, uint64_t *number, const char **rest)
{
    enum { MAX_SCALE = 1000000 };
    static const char suffixes[] = "KMGT";
    if (!read_number(text, number, rest))
        return false;
    uint64_t unit = 1, part = 0, scale = 1;
    if (**rest == '.')
        for ((*rest)++; **rest >= '0' && **rest <= '9' && scale < MAX_SCALE; (*rest)++) {
            part = 10 * part + (uint64_t)(**rest - '0');
            scale *= 10;
        }
    const char *const suffix =
        **rest ? strchr(suffixes, **rest >= 'a' ? **rest - 'a' + 'A' : **rest) : NULL;
    for (const char *at = suffixes; suffix && at <= suffix; at++)
        unit *= base;
    if ((scale > 1 && !suffix) || *number > UINT64_MAX / unit ||
        part * unit / scale > UINT64_MAX - *number * unit)
        return false;
    *number = *number * unit + part * unit / scale;
    *rest += suffix != NULL;
    return true;
}

static bool read_count(const char *text, uint64_t *count)
{
    const char *rest;
    return read_scaled(text, 1000, count, &rest) && !*rest;
}

static bool read_bytes(const cli_option *option, const char *text, uint64_t *bytes)
{
    const char *rest;
    return !is_bare(text) && read_scaled(text, 1024, bytes, &rest) &&
           (!*rest || strcmp(rest, "iB") == 0 || strcmp(rest, "B") == 0) && within(option, *bytes);
}

static bool read_board_size(const cli_option *option, const char *text, cli_board_size *size)
{
    uint64_t rows, columns;
    const char *rest;
    if (!read_number(text, &rows, &rest))
        return false;
    columns = rows;
    if ((*rest == 'x' || *rest == 'X') && !read_number(rest + 1, &columns, &rest))
        return false;
    if (*rest || !within(option, rows) || !within(option, columns) || rows > UINT32_MAX ||
        columns > UINT32_MAX)
        return false;
    *size = (cli_board_size){(uint32_t)rows, (uint32_t)columns};
    return true;
}

static bool read_range(const cli_option *option, const char *text, cli_range *range)
{
    uint64_t min = 0;
    const char *const dash = strchr(text, '-'), *rest;
    if (dash && (!read_number(text, &min, &rest) || rest != dash))
        return false;
    cli_board_size size;
    if (!read_board_size(option, dash ? dash + 1 : text, &size) || min > size.rows ||
        (size.rows != size.columns && !strchr(option->argument, 'x')))
        return false;
    *range = (cli_range){(uint32_t)min, size.rows, size.columns};
    return true;
}

static bool read_shard(const char *text, qi_shard *shard)
{
    uint64_t part, parts;
    const char *rest;
    if (!read_number(text, &part, &rest) || *rest != '/' || !read_number(rest + 1, &parts, &rest) ||
        *rest || part < 1 || part > parts || parts > QI_MAX_PARTS)
        return false;
    *shard = (qi_shard){(uint32_t)part, (uint32_t)parts};
    return true;
}

static bool read_choice(const cli_option *option, const char *text, int *choice)
{
    for (int i = 0; option->choices[i]; i++)
        if (strcmp(option->choices[i], text) == 0) {
            *choice = i;
            return true;
        }
    return false;
}

/* A value of any kind. */
typedef union any_value {
    bool flag;
    uint64_t number;
    const char *text;
    int choice;
    double seconds;
    cli_board_size board;
    cli_range range;
    qi_shard shard;
} any_value;

static bool read_value(const cli_option *option, const char *text, any_value *value)
{
    switch (option->kind) {
    case CLI_FLAG:
        value->flag = true;
        return true;
    case CLI_NUMBER:
        return read_count(text, &value->number) && within(option, value->number);
    case CLI_TEXT:
        value->text = text;
        return !option->choices || read_choice(option, text, &(int){0});
    case CLI_CHOICE:
        return read_choice(option, text, &value->choice);
    case CLI_SECONDS:
        return read_seconds(text, &value->seconds);
    case CLI_MILLISECONDS:
        return read_milliseconds(option, text, &value->number);
    case CLI_BYTES:
        return read_bytes(option, text, &value->number);
    case CLI_BOARD:
        return read_board_size(option, text, &value->board);
    case CLI_RANGE:
        return read_range(option, text, &value->range);
    case CLI_SHARD:
        return read_shard(text, &value->shard);
    }
    return false;
}

static size_t size_of(cli_kind kind)
{
    static const size_t sizes[] = {
        [CLI_FLAG] = sizeof(bool),       [CLI_NUMBER] = sizeof(uint64_t),
        [CLI_TEXT] = sizeof(char *),     [CLI_CHOICE] = sizeof(int),
        [CLI_SECONDS] = sizeof(double),  [CLI_MILLISECONDS] = sizeof(uint64_t),
        [CLI_BYTES] = sizeof(uint64_t),  [CLI_BOARD] = sizeof(cli_board_size),
        [CLI_RANGE] = sizeof(cli_range), [CLI_SHARD] = sizeof(qi_shard)};
    return sizes[kind];
}

/* Reads a text into the option's value; a bad text leaves it unchanged. */
static bool set_value(const cli_option *option, const char *text)
{
    any_value value;
    if (!read_value(option, text, &value))
        return false;
    memcpy(option->value, &value, size_of(option->kind));
    return true;
}

/* Explains that a time limit or a size needs a unit: a bare number could be meant either way. */
static int fail_bare(const cli_spec *spec, const cli_option *option, const char *text)
{
    const bool is_time = option->kind == CLI_MILLISECONDS;
    const char *const small = is_time ? "ms" : "M", *const large = is_time ? "s" : "G";
    const double step = is_time ? 1000 : 1024;
    const double number = strtod(text, NULL);
    /* 2000 is 2s or 2000ms; of a small number nobody knows which is meant. */
    return cli_fail(spec, "--%s: found '%s' without a unit: write %g%s or %s%s", option->name, text,
                    number < 100 ? number : number / step, large, text, small);
}

static int fail_value(const cli_spec *spec, const cli_option *option, const char *text)
{
    if ((option->kind == CLI_MILLISECONDS || option->kind == CLI_BYTES) && is_bare(text))
        return fail_bare(spec, option, text);
    static const char *const formats[] = {
        [CLI_NUMBER] = "a whole number from %llu to %llu",
        [CLI_SECONDS] = "a time such as 1.5, 300ms, 2m or 1h",
        [CLI_MILLISECONDS] = "a time such as 1.5s or 300ms, from %llu to %llu ms",
        [CLI_BYTES] = "a size such as 64M or 4G",
        [CLI_BOARD] = "a board size such as 9 or 3x5, sides from %llu to %llu",
        [CLI_RANGE] = "a number or a range such as 9 or 3-9, from %llu to %llu",
        [CLI_SHARD] = "a part K/N such as 2/4, K from %llu to N, N at most %llu"};
    const char *const number = option->max   ? formats[CLI_NUMBER]
                               : option->min ? "a whole number of at least %llu"
                                             : "a whole number";
    qi_buffer expected = {.translator = cli_translator()};
    for (int i = 0; option->choices && option->choices[i]; i++) {
        qi_buffer_say(&expected, "%s", i == 0 ? "" : option->choices[i + 1] ? ", " : " or ");
        qi_buffer_add_text(&expected, option->choices[i]);
    }
    if (!option->choices)
        qi_buffer_say(&expected, option->kind == CLI_NUMBER ? number : formats[option->kind],
                      (unsigned long long)option->min, (unsigned long long)option->max);
    cli_fail(spec, "--%s: found '%s', expected %s", option->name, text,
             expected.bytes ? expected.bytes : "");
    qi_buffer_free(&expected);
    return CLI_BAD;
}

int cli_read_option(const cli_spec *spec, const cli_option *option, const char *text)
{
    return set_value(option, text) ? CLI_GO_ON : fail_value(spec, option, text);
}

static int fail_usage(const cli_spec *spec)
{
    cli_say(CLI_USAGE "\n", spec->command, spec->operands ? " " : "",
            spec->operands ? spec->operands : "");
    cli_say("Try '%s --help'.\n", spec->command);
    return CLI_BAD;
}

/* The option that was meant by a long one that is unknown, or NULL. */
static const char *nearest_option(const cli_spec *spec, const char *word)
{
    char name[CLI_LONGEST_WORD + 1];
    const size_t length = strcspn(word + 2, "=");
    if (length > CLI_LONGEST_WORD)
        return NULL;
    memcpy(name, word + 2, length);
    name[length] = '\0';
    cli_suggestion suggestion = {.word = name};
    for (const cli_option *option = spec->options; option && option->name; option++)
        cli_suggest(&suggestion, option->name);
    for (const cli_option *option = cli_common_options; option->name; option++)
        if (cli_takes(spec, option))
            cli_suggest(&suggestion, option->name);
    return suggestion.nearest;
}

/* getopt did not take an option; `optopt` is its letter, 0 for an unknown long one, or its id. */
static int fail_option(const cli_spec *spec, const char *word, bool lacks_argument)
{
    const char *why = lacks_argument ? "needs an argument"
                      : optopt > 0   ? "takes no argument"
                                     : "is unknown or ambiguous";
    const char *meant = optopt == 0 ? nearest_option(spec, word) : NULL;
    const cli_option *same = spec->options; /* the first with this letter */
    while (same && same->name && same->name[0] != optopt)
        same++;
    if (optopt > 0 && optopt < FIRST_ID && !lacks_argument && same && same->name)
        cli_fail(spec, "found option '-%c', which is unknown; did you mean '--%s'?", optopt,
                 same->name);
    else if (optopt > 0 && optopt < FIRST_ID)
        cli_fail(spec, "found option '-%c', which %s", optopt, lacks_argument ? why : "is unknown");
    else if (meant)
        cli_fail(spec, "found option '%s', which %s; did you mean '--%s'?", word, why, meant);
    else
        cli_fail(spec, "found option '%s', which %s", word, why);
    return fail_usage(spec);
}

/* Returns CLI_GO_ON, or CLI_BAD after explaining that there are too few or too many. */
static int check_operands(const cli_spec *spec, int count, char *const *operands)
{
    const int min = spec->min_operands, max = spec->max_operands;
    int standard = 0; /* operands that are standard input */
    for (int i = 0; spec->max_operands > 1 && i < count; i++)
        standard += strcmp(operands[i], "-") == 0;
    if (standard > 1)
        return cli_fail(spec, "found '-' twice: only one file can be standard input");
    if (count >= min && (spec->max_operands < 0 || count <= max))
        return CLI_GO_ON;
    if (count < min)
        cli_fail(spec,
                 max == min ? "found %d {operand|operands}, expected %d"
                            : "found %d {operand|operands}, expected at least %d",
                 count, min);
    else {
        cli_fail(spec, "found '%s', expected no further operand", operands[max]);
        cli_hint_operand(spec, operands[max]);
    }
    return fail_usage(spec);
}

/* Takes the option that getopt calls `id`. Returns CLI_GO_ON, or CLI_BAD after explaining why. */
static int take_option(const cli_spec *spec, int id, char *text)
{
    if (id == JSON_ID && !spec->json)
        return cli_fail(spec, "--json: this verb prints no JSON");
    if (id == JSON_ID) {
        *spec->json = true;
        return CLI_GO_ON;
    }
    if (id == POSITION_ID && spec->position) {
        *spec->position = text;
        return CLI_GO_ON;
    }
    const cli_option *option = spec->options;
    for (int i = 0; option && option->name; i++, option++)
        if (id == FIRST_ID + i || (option->letter && id == option->letter))
            break;
    if (!option || !option->name)
        return fail_usage(spec);
    if (option->given)
        *option->given = true;
    return cli_read_option(spec, option, text);
}

int cli_parse(const cli_spec *spec, int argc, char **argv, int *first)
{
    struct option longs[MAX_OPTIONS + 5];
    char letters[2 * MAX_OPTIONS + 5] = ":hV";
    size_t letters_used = 3;
    const int count = count_options(spec);
    memset(longs, 0, sizeof longs);
    for (int i = 0; i < count && i < MAX_OPTIONS; i++) {
        const cli_option *option = &spec->options[i];
        if (option->default_value && !set_value(option, option->default_value))
            abort(); /* the table is wrong */
        const bool has_argument = option->kind != CLI_FLAG;
        longs[i].name = option->name;
        longs[i].has_arg = has_argument ? required_argument : no_argument;
        longs[i].val = FIRST_ID + i;
        if (option->letter) {
            letters[letters_used++] = option->letter;
            if (has_argument)
                letters[letters_used++] = ':';
        }
    }
    letters[letters_used] = '\0';
    longs[count].name = "help";
    longs[count].has_arg = optional_argument;
    longs[count].val = 'h';
    longs[count + 1] = (struct option){.name = "version", .val = 'V'};
    longs[count + 2] = (struct option){.name = "json", .val = JSON_ID};
    if (spec->position)
        longs[count + 3] =
            (struct option){.name = "position", .has_arg = required_argument, .val = POSITION_ID};

    optind = 0;
    opterr = 0;
    int id;
    while ((id = getopt_long(argc, argv, letters, longs, NULL)) != -1) {
        if (id == 'h' && optarg && strcmp(optarg, "json") == 0)
            return cli_describe(spec);
        if (id == 'h')
            return cli_print_help(spec);
        if (id == 'V')
            return cli_print_version();
        /* On BSD and Windows it also returns ':' for an unwanted argument. */
        if (id == '?' || id == ':')
            return fail_option(spec, argv[optind - 1], id == ':' && !strchr(argv[optind - 1], '='));
        if (take_option(spec, id, optarg) != CLI_GO_ON)
            return CLI_BAD;
    }
    *first = optind;
    if (spec->position && *spec->position) {
        if (spec->max_operands > 0 && argc - optind >= spec->max_operands)
            return cli_fail(spec, "found '%s' and --position, expected one of them", argv[optind]);
        /* getopt has moved the option before the operands: there is room. */
        argv[--*first] = *spec->position;
    }
    return check_operands(spec, argc - *first, argv + *first);
}

/* ---- the command that repeats a run -------------------------------------------------------- */

/* Adds a blank and a word, quoted for a shell if necessary. */
static void put_word(qi_buffer *to, const char *word)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                "_-+=./,:@%";
    if (word && *word && strspn(word, plain) == strlen(word)) {
        qi_buffer_printf(to, " %s", word);
        return;
    }
    qi_buffer_add_text(to, " '");
    for (; word && *word; word++)
        if (*word == '\'')
            qi_buffer_add_text(to, "'\\''");
        else
            qi_buffer_add_char(to, *word);
    qi_buffer_add_char(to, '\'');
}

static bool has_default(const cli_option *option)
{
    any_value default_value = {.number = 0};
    if (option->default_value && !read_value(option, option->default_value, &default_value))
        return false;
    if (option->kind != CLI_TEXT)
        return memcmp(option->value, &default_value, size_of(option->kind)) == 0;
    const char *text = *(const char **)option->value;
    return text == default_value.text ||
           (text && default_value.text && strcmp(text, default_value.text) == 0);
}

/* In the largest unit that needs no fraction. */
static void put_bytes(qi_buffer *to, unsigned long long bytes)
{
    static const char *const units[] = {"B", "K", "M", "G", "T"};
    int unit = 0;
    while (unit < 4 && bytes && bytes % 1024 == 0) {
        bytes /= 1024;
        unit++;
    }
    qi_buffer_printf(to, " %llu%s", bytes, units[unit]);
}

static void put_range(qi_buffer *to, const cli_range *range)
{
    qi_buffer_add_char(to, ' ');
    if (range->min)
        qi_buffer_printf(to, "%u-", range->min);
    qi_buffer_printf(to, range->columns == range->rows ? "%u" : "%ux%u", range->rows,
                     range->columns);
}

static void put_value(qi_buffer *to, const cli_option *option)
{
    const cli_board_size *board = option->value;
    const cli_range *range = option->value;
    const qi_shard *shard = option->value;
    const unsigned long long *number = option->value;
    switch (option->kind) {
    case CLI_FLAG:
        break;
    case CLI_TEXT:
        put_word(to, *(const char **)option->value);
        break;
    case CLI_CHOICE:
        put_word(to, option->choices[*(int *)option->value]);
        break;
    case CLI_NUMBER:
        qi_buffer_printf(to, " %llu", *number);
        break;
    case CLI_MILLISECONDS:
        qi_buffer_printf(to, *number % 1000 ? " %llums" : " %llus",
                         *number % 1000 ? *number : *number / 1000);
        break;
    case CLI_BYTES:
        put_bytes(to, *number);
        break;
    case CLI_SECONDS:
        qi_buffer_printf(to, " %g", *(double *)option->value);
        break;
    case CLI_BOARD:
        qi_buffer_printf(to, " %ux%u", board->rows, board->columns);
        break;
    case CLI_RANGE:
        put_range(to, range);
        break;
    case CLI_SHARD:
        qi_buffer_printf(to, " %u/%u", shard->part, shard->parts);
        break;
    }
}

void cli_repeat(const cli_spec *spec, const char *extra, char *const *operands, qi_buffer *text)
{
    qi_buffer_printf(text, "%s%s", spec->command, extra);
    const int count = count_options(spec);
    for (int i = 0; i < count; i++) {
        const cli_option *option = &spec->options[i];
        if (option->aside || has_default(option))
            continue;
        qi_buffer_printf(text, " --%s", option->name);
        put_value(text, option);
    }
    qi_buffer_add_text(text, " --");
    for (; *operands; operands++)
        put_word(text, *operands);
}
