/* What to do about the mistakes of newcomers: a line after the error. */
#include "cli/cli.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

void cli_hint(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    cli_say("hint: ");
    cli_vsay(format, arguments);
    cli_show_error("\n");
    va_end(arguments);
}

/* "9" or "3x5". */
static bool is_board_size(const char *word)
{
    const size_t rows = strspn(word, "0123456789");
    const size_t columns = word[rows] == 'x' ? strspn(word + rows + 1, "0123456789") : 0;
    return rows && rows < 4 && columns < 4 && (columns ? !word[rows + 1 + columns] : !word[rows]);
}

static bool has_option(const cli_spec *spec, const char *name)
{
    const cli_option *option = spec->options;
    while (option && option->name && strcmp(option->name, name) != 0)
        option++;
    return option && option->name;
}

/* Whether the first operand is a NoGo board. */
static bool takes_board(const cli_spec *spec)
{
    return spec->operands && strstr(spec->operands, "BOARD");
}

/* An empty board of a size, in one line. */
static void add_empty_board(qi_buffer *line, const char *size)
{
    const long rows = strtol(size, NULL, 10);
    const char *const x = strchr(size, 'x');
    const char *const columns = x ? x + 1 : size;
    for (long row = 0; row < rows; row++)
        qi_buffer_printf(line, "%s%s", row ? "/" : "", columns);
    qi_buffer_add_text(line, ":x");
}

void cli_hint_operand(const cli_spec *spec, const char *word)
{
    if (is_board_size(word)) {
        qi_buffer line = {0};
        add_empty_board(&line, word);
        if (has_option(spec, "empty"))
            cli_hint("for an empty board: %s --empty %s", spec->command, word);
        else if (has_option(spec, "size"))
            cli_hint("for a board of this size: %s --size %s", spec->command, word);
        else if (takes_board(spec) && strtol(word, NULL, 10) <= 25 && line.bytes)
            cli_hint("for an empty board: %s %s", spec->command, line.bytes);
        qi_buffer_free(&line);
    } else if (has_option(spec, "output") && spec->max_operands == 0) {
        cli_hint("to write there: %s -o %s", spec->command, word);
    } else if (spec->max_operands == 0 && access(word, F_OK) == 0) {
        cli_hint("%s reads no file", spec->command);
    }
}

static bool is_folder(const char *path)
{
    struct stat about;
    return stat(path, &about) == 0 && S_ISDIR(about.st_mode);
}

/* About a path as Windows writes them; false for any other. */
static bool hint_windows_path(const char *path)
{
    const bool drive = path[0] && path[1] == ':' && (path[2] == '\\' || path[2] == '/');
    if (drive)
        cli_hint("C:\\folder\\file is /mnt/c/folder/file in WSL, /c/folder/file in Git Bash");
    else if (strchr(path, '\\'))
        cli_hint("folders are separated by '/' here");
    return drive || strchr(path, '\\');
}

void cli_hint_file(const cli_spec *spec, const char *path, int error)
{
    if (error == EISDIR)
        cli_hint("this is a folder; name a file in it");
    else if (error == ENOENT && !hint_windows_path(path))
        cli_hint_operand(spec, path);
}

void cli_hint_program(const char *name)
{
    if (is_folder(name))
        cli_hint("this is a folder; name a program or a source in it");
    else if (access(name, X_OK) == 0 && !strchr(name, '/'))
        cli_hint("for the program in this folder: ./%s", name);
    else if (access(name, R_OK) == 0)
        cli_hint(
            "neither a program (chmod +x) nor a source whose ending qi knows: .c .cc .cpp .cxx "
            ".rs .go .pas .java .py");
    else
        hint_windows_path(name);
}

void cli_hint_text(const cli_spec *spec, const char *file, const qi_text_error *error)
{
    if (error->line != 1 || error->column != 1 || strcmp(error->found, "'('") != 0)
        return;
    if (strncmp(spec->command, "qi go ", 6) == 0)
        cli_hint("for an SGF record: qi go sgf --to moves %s | %s", file, spec->command);
    else
        cli_hint("this looks like an SGF record; %s reads boards as text", spec->command);
}

void cli_hint_swapped(const cli_spec *spec, const char *output,
                      bool (*is_input)(const char *text, size_t length))
{
    cli_input input;
    if (!output || strcmp(output, "-") == 0 || access(output, R_OK) != 0 ||
        cli_read(spec, output, &input) != CLI_GO_ON)
        return;
    if (is_input(input.text, input.length))
        cli_hint("the two files may be swapped: %s %s", spec->command, spec->operands);
    cli_input_free(&input);
}
