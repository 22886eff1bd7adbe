#include "cli/cli.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- input -------------------------------------------------------------------------------- */

/* Reads a descriptor to its end. A map would be a little faster, but a file that somebody shortens
 * meanwhile would kill the program. */
static int read_all(int descriptor, cli_input *input)
{
    enum { PIECE = (1 << 16) - 1, MAX_AT_ONCE = 1 << 24 };
    /* The largest text that makes sense is that of a whole game on the largest board, 5 GB. Devices
     * may never end. */
    const size_t longest = (size_t)6 << 30, longest_of_device = 16 << 20;
    struct stat status = {0};
    qi_buffer text = {0};
    size_t wanted = PIECE;
    if (fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode) && status.st_size > PIECE)
        wanted = (size_t)status.st_size + 1; /* one more to see the end */
    while (qi_buffer_reserve(&text, text.length < wanted ? wanted - text.length : 1)) {
        const size_t capacity = text.capacity - text.length - 1;
        const ptrdiff_t got = qi_read_some(descriptor, text.bytes + text.length,
                                           capacity < MAX_AT_ONCE ? capacity : MAX_AT_ONCE);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0 || text.length > (S_ISCHR(status.st_mode) ? longest_of_device : longest)) {
            const int error = got < 0 ? errno : EFBIG;
            qi_buffer_free(&text);
            return error;
        }
        if (got == 0) {
            input->text = text.bytes;
            input->length = text.length;
            return 0;
        }
        text.length += (size_t)got;
    }
    qi_buffer_free(&text);
    return ENOMEM;
}

int cli_refuse_compressed(const cli_spec *spec, const char *option, const char *path)
{
    const size_t length = path ? strlen(path) : 0;
    if (length <= 3 || strcmp(path + length - 3, ".gz") != 0)
        return CLI_GO_ON;
    if (!option)
        return cli_fail(spec, "'%s' is compressed; use: zcat '%s' | %s -", path, path,
                        spec->command);
    return cli_fail(spec, "%s writes no compressed file '%s'; afterwards: gzip '%.*s'", option,
                    path, (int)length - 3, path);
}

int cli_stream_open(const cli_spec *spec, const char *path, cli_stream *stream)
{
    const bool standard = !path || strcmp(path, "-") == 0;
    *stream = (cli_stream){.name = standard ? "<stdin>" : path};
    stream->descriptor = standard ? STDIN_FILENO : qi_open_input(path);
    if (stream->descriptor < 0) {
        const int error = errno;
        cli_fail(spec, "cannot read '%s': %s", path, strerror(error));
        cli_hint_file(spec, path, error);
        return CLI_BAD;
    }
    if (standard && cli_is_terminal(STDIN_FILENO))
        cli_remark("%s: type the input, then Ctrl-D; or name a file\n", spec->command);
    return CLI_GO_ON;
}

bool cli_source(void *context, char *bytes, size_t capacity, size_t *count)
{
    cli_stream *stream = context;
    ptrdiff_t got;
    do
        got = qi_read_some(stream->descriptor, bytes, capacity);
    while (got < 0 && errno == EINTR);
    stream->error = got < 0 ? errno : 0;
    *count = got < 0 ? 0 : (size_t)got;
    return got >= 0;
}

double cli_stream_share(const cli_stream *stream)
{
    struct stat about;
    const off_t at = lseek(stream->descriptor, 0, SEEK_CUR);
    if (at < 0 || fstat(stream->descriptor, &about) != 0 || about.st_size < at || !about.st_size)
        return 0;
    return (double)at / (double)about.st_size;
}

int cli_stream_close(const cli_spec *spec, cli_stream *stream, int status)
{
    if (stream->descriptor != STDIN_FILENO)
        close(stream->descriptor);
    if (stream->error) {
        cli_fail(spec, "cannot read '%s': %s", stream->name, strerror(stream->error));
        cli_hint_file(spec, stream->name, stream->error);
        return CLI_BAD;
    }
    return status;
}

int cli_read(const cli_spec *spec, const char *path, cli_input *input)
{
    cli_stream stream;
    const int status = cli_stream_open(spec, path, &stream);
    if (status != CLI_GO_ON)
        return status;
    *input = (cli_input){.name = stream.name};
    stream.error = read_all(stream.descriptor, input);
    return cli_stream_close(spec, &stream, CLI_GO_ON);
}

int cli_parse_and_read(const cli_spec *spec, int argc, char **argv, cli_input *input)
{
    int first;
    const int status = cli_parse(spec, argc, argv, &first);
    return status == CLI_GO_ON ? cli_read(spec, argv[first], input) : status;
}

void cli_input_free(cli_input *input)
{
    free((void *)input->text);
    *input = (cli_input){0};
}

bool cli_read_line(FILE *from, qi_buffer *line)
{
    qi_buffer_clear(line);
    int c;
    while ((c = getc(from)) != EOF && qi_buffer_add_char(line, (char)c) && c != '\n')
        continue;
    return line->length && !line->failed;
}

bool cli_make_folder(const char *folder)
{
    qi_buffer path = {0};
    bool good = true;
    for (const char *at = folder; good && *at; at++) {
        qi_buffer_add_char(&path, *at);
        if ((at[1] == '/' || !at[1]) && !path.failed)
            good = qi_make_folder(path.bytes);
    }
    if (path.failed) {
        errno = ENOMEM;
        good = false;
    }
    const int error = errno;
    qi_buffer_free(&path);
    errno = error;
    return good;
}

/* ---- output ------------------------------------------------------------------------------- */

void cli_out_stdout(cli_out *out)
{
    out->file = (qi_file){.descriptor = STDOUT_FILENO};
    out->name = "<stdout>";
    out->translator = cli_translator();
    out->used = 0;
}

int cli_out_open(const cli_spec *spec, const char *path, cli_out *out)
{
    cli_out_stdout(out);
    if (strcmp(path, "-") == 0)
        return CLI_GO_ON;
    out->name = path;
    out->translator = NULL;
    if (!qi_file_open(&out->file, path))
        return cli_fail(spec, "cannot write '%s': %s", path, strerror(out->file.error));
    return CLI_GO_ON;
}

void cli_flush(cli_out *out)
{
    if (out->used)
        qi_file_write(&out->file, out->buffer, out->used);
    out->used = 0;
}

void cli_write(cli_out *out, const char *bytes, size_t count)
{
    if (count > sizeof out->buffer - out->used)
        cli_flush(out);
    if (count > sizeof out->buffer) {
        qi_file_write(&out->file, bytes, count);
        return;
    }
    memcpy(out->buffer + out->used, bytes, count);
    out->used += count;
}

bool cli_sink(void *out, const char *bytes, size_t count)
{
    cli_write(out, bytes, count);
    return !((cli_out *)out)->file.error;
}

/* Writes what was made for people, and frees it. */
static void write_said(cli_out *out, qi_buffer *text)
{
    if (!text->failed)
        cli_write(out, text->bytes ? text->bytes : "", text->length);
    else
        out->file.error = out->file.error ? out->file.error : ENOMEM;
    qi_buffer_free(text);
}

void cli_text(cli_out *out, const char *text)
{
    qi_buffer said = {.translator = out->translator};
    if (!out->translator) {
        cli_write(out, text, strlen(text));
        return;
    }
    qi_buffer_say_text(&said, text);
    write_said(out, &said);
}

void cli_vprintf(cli_out *out, const char *format, va_list arguments)
{
    qi_buffer said = {.translator = out->translator};
    char small[512];
    va_list again;
    va_copy(again, arguments);
    const bool as_it_is = !out->translator && !strchr(format, '|');
    const int length = as_it_is ? vsnprintf(small, sizeof small, format, again) : -1;
    va_end(again);
    if (length >= 0 && length < (int)sizeof small) {
        cli_write(out, small, (size_t)length);
        return;
    }
    qi_buffer_vsay(&said, format, arguments);
    write_said(out, &said);
}

void cli_printf(cli_out *out, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    cli_vprintf(out, format, arguments);
    va_end(arguments);
}

void cli_out_drop(cli_out *out)
{
    if (out->file.descriptor != STDOUT_FILENO)
        qi_file_drop(&out->file);
}

int cli_out_close(const cli_spec *spec, cli_out *out, int status)
{
    cli_flush(out);
    if (out->file.descriptor != STDOUT_FILENO)
        qi_file_keep(&out->file);
    if (out->file.error)
        return cli_fail(spec, "cannot write '%s': %s", out->name, strerror(out->file.error));
    return status;
}

int cli_print(const cli_spec *spec, const char *bytes, size_t count, int status)
{
    cli_out out;
    cli_out_stdout(&out);
    cli_write(&out, bytes, count);
    return cli_out_close(spec, &out, status);
}
