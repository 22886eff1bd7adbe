#include "cli/lab/lab.h"
#include "cli/language.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool cli_make_folder(const char *folder)
{
    qi_buffer path = {0};
    bool good = true;
    for (const char *at = folder; good && *at; at++) {
        qi_buffer_add_char(&path, *at);
        if ((at[1] == '/' || !at[1]) && !path.failed)
            good = mkdir(path.bytes, 0777) == 0 || errno == EEXIST;
    }
    qi_buffer_free(&path);
    return good;
}

static int open_in(const cli_spec *spec, const char *folder, const char *name, cli_out *out,
                   qi_buffer *path)
{
    qi_buffer_clear(path);
    qi_buffer_printf(path, "%s/%s", folder, name);
    return path->failed ? cli_fail_with(spec, QI_NO_MEMORY) : cli_out_open(spec, path->bytes, out);
}

bool cli_lab_mark_stale(const char *folder, uint64_t cases)
{
    qi_buffer path = {0};
    qi_buffer_printf(&path, "%s/report.md", folder);
    FILE *const report = path.failed ? NULL : fopen(path.bytes, "r+");
    qi_buffer_free(&path);
    if (!report)
        return false;
    static const char title[] = "## Since then";
    qi_buffer chinese = {0}, text = {0}, told = {0};
    cli_put_chinese(&chinese, title, sizeof title - 1);
    char line[256];
    bool marked = false;
    while (fgets(line, sizeof line, report)) {
        line[strcspn(line, "\n")] = '\0';
        marked |= strcmp(line, title) == 0 || (chinese.bytes && strcmp(line, chinese.bytes) == 0);
    }
    qi_buffer_printf(&text, "\n%s\n\nOut of date: %llu cases have passed since.\n", title,
                     (unsigned long long)cases);
    if (!text.failed)
        cli_translate(&told, text.bytes);
    fseek(report, 0, SEEK_END);
    const bool tell = !marked && told.bytes && !told.failed;
    if (tell)
        fputs(told.bytes, report);
    qi_buffer_free(&chinese);
    qi_buffer_free(&text);
    qi_buffer_free(&told);
    return fclose(report) == 0 && tell;
}

int cli_lab_save(const cli_spec *spec, const cli_room *room, const qi_lab_finding *finding,
                 const char *folder)
{
    const qi_lab_setup *const setup = finding->setup;
    qi_lab_bench *const bench = finding->bench;
    if (!cli_make_folder(folder))
        return cli_fail(spec, "cannot make the folder '%s': %s", folder, strerror(errno));
    qi_buffer talk = {0}, english = {0}, report = {0}, path = {0}, unused = {0}, expected = {0};
    if (!setup->game->answer(finding->it, bench->input.bytes, bench->input.length, &expected))
        qi_buffer_clear(&expected);
    /* One more run to collect stderr: sanitizers and assertions say more than a signal. */
    qi_lab_run(finding->failure->which == 2 ? setup->against : setup->program, &setup->limits,
               bench->input.bytes, bench->input.length, &unused, &talk, bench->stop, NULL);
    qi_lab_finding_report(finding, &expected, &talk, &english);
    if (!english.failed)
        cli_translate(&report, english.bytes);
    const struct {
        const char *name;
        const qi_buffer *text;
    } files[] = {{"input.txt", &bench->input},
                 {"expected.txt", &expected},
                 {"got.txt", &bench->output},
                 {"got2.txt", setup->against ? &bench->other : NULL},
                 {"report.md", &report}};
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
            cli_write(&out, files[i].text->bytes ? files[i].text->bytes : "",
                      files[i].text->length);
            status = cli_out_close(spec, &out, CLI_GO_ON);
        }
    }
    if (status == CLI_GO_ON)
        status = open_in(spec, folder, "case.svg", &out, &path);
    if (status == CLI_GO_ON) {
        room->lab->draw(&out, finding, CLI_SVG);
        status = cli_out_close(spec, &out, CLI_GO_ON);
    }
    qi_buffer_free(&expected);
    qi_buffer_free(&talk);
    qi_buffer_free(&english);
    qi_buffer_free(&report);
    qi_buffer_free(&path);
    qi_buffer_free(&unused);
    return status;
}
