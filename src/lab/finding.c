#include "lab/finding.h"

#include <string.h>

const char *lab_kind_text(lab_kind kind)
{
    static const char *const names[] = {
        [LAB_PASSED] = "no failure",      [LAB_WRONG] = "wrong answer",
        [LAB_DIFFERENT] = "difference",   [LAB_CRASH] = "crash",
        [LAB_EXIT] = "exit status",       [LAB_TIME] = "time limit",
        [LAB_MEMORY] = "memory limit",    [LAB_OUTPUT] = "output limit",
        [LAB_BROKEN] = "could not be run"};
    return names[kind];
}

/* The size of the small case, and what it was shrunk from. */
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

void lab_finding_headline(const lab_finding *finding, lab_text *text)
{
    lab_printf(text, "%s: ", lab_kind_text(finding->failure->kind));
    if (finding->index != UINT64_MAX)
        lab_printf(text, "case %llu, ", (unsigned long long)finding->index);
    put_size(finding, text);
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

void lab_finding_report(const lab_finding *finding, const lab_text *expected, const lab_text *talk,
                        lab_text *text)
{
    const lab_game *const game = finding->setup->game;
    lab_printf(text, "# %s: %s\n\n", game->name, lab_kind_text(finding->failure->kind));
    lab_explain(finding->failure, text);
    lab_puts(text, ".\n\n");
    put_size(finding, text);
    lab_printf(text, ".\n\n![the case](case.svg)\n\nAgain:\n\n    %s\n", finding->command);
    put_block(text, "Input (input.txt)", &finding->bench->input);
    put_block(text,
              game->many_right ? "A right output, one of many (expected.txt)"
                               : "The right output (expected.txt)",
              expected);
    put_block(text, "What the program printed (got.txt)", &finding->bench->output);
    if (finding->setup->against)
        put_block(text, "What the second program printed (got2.txt)", &finding->bench->other);
    if (talk->length)
        put_block(text, "What it wrote to stderr", talk);
}

bool lab_oracle_agrees(const lab_finding *finding)
{
    enum { MOST_POINTS = 400, MOST_MOVES = 5000 };
    const lab_game *const game = finding->setup->game;
    const lab_case *const it = finding->it;
    const lab_text *const input = &finding->bench->input;
    if (it->rows * it->columns > MOST_POINTS || it->move_count > MOST_MOVES)
        return true;
    lab_text ours = {0};
    lab_text theirs = {0};
    const bool agrees = game->answer(it, input->bytes, input->length, &ours) &&
                        game->oracle(it, input->bytes, input->length, &theirs) &&
                        ours.length == theirs.length &&
                        memcmp(ours.bytes, theirs.bytes, ours.length) == 0;
    lab_text_free(&ours);
    lab_text_free(&theirs);
    return agrees;
}
