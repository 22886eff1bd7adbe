#include "cli/lab/lab.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

const char *cli_lab_kind(lab_kind kind)
{
    static const char *const names[] = {
        [LAB_PASSED] = "no failure",      [LAB_WRONG] = "wrong answer",
        [LAB_DIFFERENT] = "difference",   [LAB_CRASH] = "crash",
        [LAB_EXIT] = "exit status",       [LAB_TIME] = "time limit",
        [LAB_MEMORY] = "memory limit",    [LAB_OUTPUT] = "output limit",
        [LAB_BROKEN] = "could not be run"};
    return names[kind];
}

/* The size of the small case, and how it was come by. */
static void put_size(const lab_finding *finding, lab_text *text)
{
    const lab_shrinking *const shrinking = &finding->shrinking;
    finding->setup->game->describe(finding->it, text);
    if (!shrinking->tried)
        return;
    if (!shrinking->taken)
        lab_printf(text, "; nothing smaller fails");
    else
        lab_printf(text, "; shrunk from %s", finding->was);
    lab_printf(text, " (%llu runs%s)", (unsigned long long)shrinking->tried,
               shrinking->complete ? "" : ", not to the end");
}

void cli_lab_tell(cli_out *out, const lab_finding *finding, bool colour)
{
    lab_text size = {0};
    lab_text sentence = {0};
    put_size(finding, &size);
    lab_explain(finding->failure, &sentence);
    cli_printf(out, "%s: ", cli_lab_kind(finding->failure->kind));
    if (finding->index != UINT64_MAX)
        cli_printf(out, "case %llu, ", (unsigned long long)finding->index);
    cli_printf(out, "%s\n\n", size.bytes ? size.bytes : "");
    cli_lab_draw(out, finding, colour);
    cli_printf(out, "\n%s\n", sentence.bytes ? sentence.bytes : "");
    lab_text_free(&size);
    lab_text_free(&sentence);
}

/* ---- the folder --------------------------------------------------------------------------- */

static int open_in(const cli_spec *spec, const char *folder, const char *name, cli_out *out,
                   lab_text *path)
{
    lab_text_clear(path);
    lab_printf(path, "%s/%s", folder, name);
    return path->failed ? cli_fail(spec, "%s", qi_result_text(QI_NO_MEMORY))
                        : cli_out_open(spec, path->bytes, out);
}

static int save_text(const cli_spec *spec, const char *folder, const char *name,
                     const lab_text *text)
{
    cli_out out;
    lab_text path = {0};
    int status = open_in(spec, folder, name, &out, &path);
    if (status == CLI_GO_ON) {
        cli_write(&out, text->bytes ? text->bytes : "", text->length);
        status = cli_out_close(spec, &out, CLI_GO_ON);
    }
    lab_text_free(&path);
    return status;
}

/* At most some kilobytes of a text as an indented block. */
static void put_block(lab_text *to, const char *title, const lab_text *text)
{
    enum { MOST = 8192 };
    const size_t length = text->length < MOST ? text->length : MOST;
    lab_printf(to, "\n## %s\n\n", title);
    if (!length) {
        lab_puts(to, "(nothing)\n");
        return;
    }
    lab_puts(to, "    ");
    for (size_t i = 0; i < length; i++) {
        lab_putc(to, text->bytes[i]);
        if (text->bytes[i] == '\n' && i + 1 < length)
            lab_puts(to, "    ");
    }
    if (text->bytes[length - 1] != '\n')
        lab_putc(to, '\n');
    if (length < text->length)
        lab_puts(to, "    ...\n");
}

static void put_report(const lab_finding *finding, const lab_text *expected, const lab_text *talk,
                       lab_text *text)
{
    const lab_game *const game = finding->setup->game;
    lab_printf(text, "# %s: %s\n\n", game->name, cli_lab_kind(finding->failure->kind));
    lab_explain(finding->failure, text);
    lab_puts(text, ".\n\n");
    put_size(finding, text);
    lab_printf(text, ".\n\n![the case](case.svg)\n\nAgain:\n\n    %s\n", finding->command);
    put_block(text, "Input (input.txt)", &finding->bench->input);
    put_block(text,
              game == &lab_nogo ? "A right output, one of many (expected.txt)"
                                : "The right output (expected.txt)",
              expected);
    put_block(text, "What the program printed (got.txt)", &finding->bench->output);
    if (finding->setup->against)
        put_block(text, "What the second program printed (got2.txt)", &finding->bench->other);
    if (talk->length)
        put_block(text, "What it wrote to stderr", talk);
}

/* Makes a folder and those it lies in. */
static bool make_folder(const char *folder)
{
    lab_text path = {0};
    bool good = true;
    for (const char *at = folder; good && *at; at++) {
        lab_putc(&path, *at);
        if ((at[1] == '/' || !at[1]) && !path.failed)
            good = mkdir(path.bytes, 0777) == 0 || errno == EEXIST;
    }
    lab_text_free(&path);
    return good;
}

int cli_lab_save(const cli_spec *spec, const lab_finding *finding, const char *folder)
{
    const lab_setup *const setup = finding->setup;
    lab_bench *const bench = finding->bench;
    if (!make_folder(folder))
        return cli_fail(spec, "cannot make the folder '%s': %s", folder, strerror(errno));
    lab_text talk = {0};
    lab_text text = {0};
    lab_text path = {0};
    lab_text unused = {0};
    lab_text expected = {0};
    if (!setup->game->answer(finding->it, bench->input.bytes, bench->input.length, &expected))
        lab_text_clear(&expected);
    /* A last run, for its stderr: sanitizers and assertions tell more than a signal. */
    lab_run(finding->failure->which == 2 ? setup->against : setup->program, &setup->limits,
            bench->input.bytes, bench->input.length, &unused, &talk, NULL, NULL);
    put_report(finding, &expected, &talk, &text);
    int status = save_text(spec, folder, "input.txt", &bench->input);
    if (status == CLI_GO_ON)
        status = save_text(spec, folder, "expected.txt", &expected);
    if (status == CLI_GO_ON)
        status = save_text(spec, folder, "got.txt", &bench->output);
    if (status == CLI_GO_ON && setup->against)
        status = save_text(spec, folder, "got2.txt", &bench->other);
    if (status == CLI_GO_ON)
        status = save_text(spec, folder, "report.md", &text);
    cli_out out;
    if (status == CLI_GO_ON)
        status = open_in(spec, folder, "case.svg", &out, &path);
    if (status == CLI_GO_ON) {
        cli_lab_draw_svg(&out, finding);
        status = cli_out_close(spec, &out, CLI_GO_ON);
    }
    lab_text_free(&expected);
    lab_text_free(&talk);
    lab_text_free(&text);
    lab_text_free(&path);
    lab_text_free(&unused);
    return status;
}
