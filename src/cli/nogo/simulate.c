#include "base/quotient.h"
#include "base/text.h"
#include "cli/nogo/playouts.h"
#include "cli/verbs.h"

#include <stdlib.h>
#include <string.h>

/* ---- writing moves ------------------------------------------------------------------------ */

/* "12 " or "12\n": a coordinate ready to be copied. */
typedef struct coordinate {
    char text[7];
    uint8_t length;
} coordinate;

typedef struct move_writer {
    cli_out out;
    coordinate *rows, *columns;
    uint32_t width;
    uint64_t by_width;
} move_writer;

static coordinate *spell(uint32_t count, char after)
{
    coordinate *list = malloc(count * sizeof *list);
    for (uint32_t i = 0; list && i < count; i++) {
        char *end = qi_write_number(list[i].text, i + 1);
        *end++ = after;
        list[i].length = (uint8_t)(end - list[i].text);
    }
    return list;
}

static bool start_writer(move_writer *writer, const qi_nogo *game)
{
    cli_out_stdout(&writer->out);
    writer->width = qi_nogo_columns(game);
    writer->by_width = qi_reciprocal(writer->width);
    writer->rows = spell(qi_nogo_rows(game), ' ');
    writer->columns = spell(writer->width, '\n');
    return writer->rows && writer->columns;
}

static bool write_moves(void *context, const qi_point *moves, size_t count)
{
    enum { EIGHT = sizeof(coordinate), LONGEST_MOVE = 2 * EIGHT, STEP = 1024 };
    move_writer *writer = context;
    const coordinate *const columns = writer->columns;
    const uint32_t width = writer->width;
    /* Moves often stay in a row: only a change of row takes a division. */
    qi_point row_start = 0;
    const coordinate *row = writer->rows;
    size_t row_length = row->length;
    for (size_t start = 0; start < count; start += STEP) {
        const size_t end = count - start < STEP ? count : start + STEP;
        char *const begin = cli_reserve(&writer->out, STEP * LONGEST_MOVE);
        char *at = begin;
        for (size_t i = start; i < end; i++) {
            if (moves[i] - row_start >= width) {
                const uint32_t number = qi_quotient(moves[i], writer->by_width);
                row_start = number * width;
                row = &writer->rows[number];
                row_length = row->length;
            }
            const coordinate *const column = &columns[moves[i] - row_start];
            /* Eight bytes each, of which `length` count. */
            memcpy(at, row, EIGHT);
            memcpy(at + row_length, column, EIGHT);
            at += row_length + column->length;
        }
        writer->out.used += (size_t)(at - begin);
    }
    return !writer->out.error;
}

/* ---- the verb ----------------------------------------------------------------------------- */

int cli_nogo_simulate(int argc, char **argv)
{
    static const char *const policies[] = {"first", "random", NULL};
    int policy = 0;
    uint64_t seed = 1;
    nogo_reading reading = {0};
    nogo_playouts playouts = {.threads = 1};
    const cli_option options[] = {
        {.name = "policy",
         .kind = CLI_CHOICE,
         .value = &policy,
         .argument = "P",
         .choices = policies,
         .help = "first: first legal point in reading order (default); random: uniform"},
        {.name = "seed",
         .kind = CLI_NUMBER,
         .value = &seed,
         .argument = "N",
         .help = "seed of the random policy and of --playouts (default 1)"},
        NOGO_PLAYOUTS_OPTIONS(playouts),
        NOGO_READING_OPTIONS(reading),
        {0}};
    const cli_spec spec = {
        .command = "qi nogo simulate",
        .operands = "[FILE]",
        .description =
            "Plays a NoGo game out from a board to its very end and prints the moves.\n"
            "\n"
            "Input (FILE or standard input): 'n' or 'rows columns', then the rows, with X for\n"
            "Black, O for White and . for an empty point. Black is to move.\n"
            "Output: 'row column' for each move, from 1, Black first; '-1 -1' when the side to\n"
            "move has no legal move and has lost.\n"
            "With --playouts: how many random games each side wins, and how long they are.\n",
        .options = options,
        .more = "Examples:\n"
                "  printf '3\\nXOO\\nXO.\\nX..\\n' | qi nogo simulate\n"
                "  qi nogo simulate --policy random --seed 7 board.txt\n"
                "  qi nogo simulate --playouts 1000000 --threads 4 board.txt\n"
                "  qi nogo simulate --playouts 10000 --by-move --svg rates.svg board.txt\n",
        .max_operands = 1};
    int first;
    int status = cli_parse(&spec, argc, argv, &first);
    if (status == CLI_GO_ON)
        status = nogo_playouts_check(&spec, &playouts);
    if (status != CLI_GO_ON)
        return status;
    qi_nogo *game;
    status = nogo_read(&spec, argv[first], &reading, &game);
    if (status != CLI_GO_ON)
        return status;
    if (playouts.games) {
        status = nogo_playouts_run(&spec, game, &playouts, seed);
        qi_nogo_free(game);
        return status;
    }

    move_writer writer;
    if (start_writer(&writer, game)) {
        const qi_result result = qi_nogo_simulate(
            game, policy == 0 ? QI_NOGO_FIRST : QI_NOGO_RANDOM, seed, write_moves, &writer);
        /* QI_STOPPED is a write error, told by cli_out_close. */
        if (result == QI_OK || result == QI_STOPPED) {
            cli_text(&writer.out, "-1 -1\n");
            status = cli_out_close(&spec, &writer.out, CLI_DONE);
        } else {
            status = cli_fail(&spec, "%s", qi_result_text(result));
        }
    } else {
        status = cli_fail(&spec, "%s", qi_result_text(QI_NO_MEMORY));
    }
    free(writer.rows);
    free(writer.columns);
    qi_nogo_free(game);
    return status;
}
