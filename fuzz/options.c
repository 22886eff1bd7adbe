/* Options: any words against a table with every kind. What is accepted is within its bounds, and
 * the command that repeats it can be written. */
#include "fuzz.h"

#include "cli/options.h"

#include <string.h>

enum { MAX_WORDS = 24 };

/* The lines of a text, from words[1] on. */
static int split(char *text, char **words)
{
    int count = 1;
    words[0] = "verb";
    for (char *word = strtok(text, "\n"); word && count < MAX_WORDS; word = strtok(NULL, "\n"))
        words[count++] = word;
    words[count] = NULL;
    return count;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    be_quiet();
    static const char *const choices[] = {"one", "two", NULL};
    bool flag = false, given = false;
    uint64_t number, bytes, milliseconds;
    const char *text = NULL;
    int choice;
    double seconds;
    cli_board_size board;
    cli_range range = {0};
    qi_shard shard;
    const cli_option options[] = {
        opt_letter('f', opt_flag("flag", &flag, "a flag")),
        opt_given(&given, opt_number("number", "N", &number, "5", 2, 100, "a number")),
        opt_text("text", "TEXT", &text, NULL, "a text"),
        opt_choice("choice", "C", &choice, "one", choices, "a choice"),
        opt_seconds("seconds", "T", &seconds, "1s", "a time"),
        opt_milliseconds("limit", &milliseconds, "20ms", 1, 5000, "a limit"),
        opt_bytes("bytes", "SIZE", &bytes, "1M", "a size"),
        opt_board("board", &board, "9", 25, "a board"),
        opt_range("range", "MIN-MAX|RxC", &range, 2, 25, "a range"),
        opt_shard(&shard, "a part"),
        {0}};
    const cli_spec spec = {.command = "qi verb",
                           .operands = "[FILE]...",
                           .description = "A verb.\n",
                           .options = options,
                           .max_operands = -1};
    char *const copy = malloc(size + 1);
    must(copy);
    memcpy(copy, data, size);
    copy[size] = '\0';
    char *words[MAX_WORDS + 1];
    const int count = split(copy, words);
    int first = 0;
    const int status = cli_parse(&spec, count, words, &first);
    must(status == CLI_GO_ON || status == CLI_DONE || status == CLI_BAD);
    if (status == CLI_GO_ON) {
        must(number >= 2 && number <= 100 && choice >= 0 && choice < 2 && seconds >= 0);
        must(!range.rows || (range.rows >= 2 && range.rows <= 25 && range.min <= range.rows));
        must(board.rows >= 1 && board.rows <= 25 && board.columns >= 1 && board.columns <= 25);
        must(shard.part >= 1 && shard.part <= shard.parts && shard.parts <= QI_MAX_PARTS);
        must(milliseconds >= 1 && milliseconds <= 5000);
        must(first >= 1 && first <= count);
        qi_buffer again = {0};
        cli_repeat(&spec, "", words + first, &again);
        must(!again.failed && strncmp(again.bytes, "qi verb", 7) == 0);
        qi_buffer_free(&again);
    }
    free(copy);
    return 0;
}
