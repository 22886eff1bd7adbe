#include "cli/lab/lab.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int open_in(const cli_spec *spec, const char *folder, const char *name, cli_out *out,
                   qi_buffer *path)
{
    qi_buffer_clear(path);
    qi_buffer_printf(path, "%s/%s", folder, name);
    return path->failed ? cli_fail_with(spec, QI_NO_MEMORY) : cli_out_open(spec, path->bytes, out);
}

/* Reads the report of an earlier failure. Only an ordinary file counts: somebody may have put a
 * link there, or a pipe that never ends. */
static bool read_report(const char *path, qi_buffer *text)
{
    enum { PIECE = 1 << 14 };
    struct stat status;
    const int file = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    ssize_t got = file >= 0 && fstat(file, &status) == 0 && S_ISREG(status.st_mode) ? 1 : -1;
    while (got > 0 && qi_buffer_reserve(text, PIECE)) {
        got = read(file, text->bytes + text->length, PIECE);
        text->length += got > 0 ? (size_t)got : 0;
    }
    if (file >= 0)
        close(file);
    return got == 0 && !text->failed;
}

bool cli_lab_mark_stale(const char *folder, uint64_t cases)
{
    static const char mark[] = "\n<!-- out of date -->\n"; /* in every language */
    qi_buffer path = {0}, report = {.translator = cli_translator()};
    qi_buffer_printf(&path, "%s/report.md", folder);
    bool good = !path.failed && read_report(path.bytes, &report) &&
                !memmem(qi_buffer_text(&report), report.length, mark, sizeof mark - 1);
    if (good) {
        qi_buffer_add_text(&report, mark);
        qi_buffer_say(&report, "## Since then\n\nOut of date: %llu cases have passed since.\n",
                      (unsigned long long)cases);
    }
    qi_file file;
    good = good && !report.failed && qi_file_open(&file, path.bytes);
    if (good) {
        qi_file_write(&file, report.bytes, report.length);
        good = qi_file_keep(&file);
    }
    qi_buffer_free(&path);
    qi_buffer_free(&report);
    return good;
}

int cli_lab_save(const cli_spec *spec, const struct cli_lab *lab,
                 const qi_lab_failure_report *report, const char *folder)
{
    const qi_lab_setup *const setup = report->setup;
    qi_lab_bench *const bench = report->bench;
    if (!cli_make_folder(folder))
        return cli_fail(spec, "cannot make the folder '%s': %s", folder, strerror(errno));
    qi_buffer text = {.translator = cli_translator()}, path = {0};
    if (!setup->external && !setup->game->answer(report->it, &bench->expected))
        qi_buffer_clear(&bench->expected);
    qi_lab_report_write(report, &text);
    const struct {
        const char *name;
        const qi_buffer *text;
    } files[] = {{"input.txt", &bench->input},
                 {"expected.txt", &bench->expected},
                 {"got.txt", &bench->output},
                 {"got2.txt", setup->against ? &bench->other : NULL},
                 {"report.md", &text}};
    cli_out out;
    int status = CLI_GO_ON;
    for (size_t i = 0; i < sizeof files / sizeof *files && status == CLI_GO_ON; i++) {
        if (!files[i].text) { /* nor may one of an earlier failure stay */
            qi_buffer_clear(&path);
            qi_buffer_printf(&path, "%s/%s", folder, files[i].name);
            if (!path.failed)
                unlink(path.bytes);
            continue;
        }
        status = open_in(spec, folder, files[i].name, &out, &path);
        if (status == CLI_GO_ON) {
            cli_write(&out, qi_buffer_text(files[i].text), files[i].text->length);
            status = cli_out_close(spec, &out, CLI_GO_ON);
        }
    }
    if (status == CLI_GO_ON && !setup->external)
        status = open_in(spec, folder, "case.svg", &out, &path);
    if (status == CLI_GO_ON && !setup->external) {
        lab->draw(&out, report, CLI_SVG);
        status = cli_out_close(spec, &out, CLI_GO_ON);
    }
    qi_buffer_free(&text);
    qi_buffer_free(&path);
    return status;
}
