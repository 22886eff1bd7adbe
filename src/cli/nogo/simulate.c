#include "cli/nogo/playouts.h"
#include "cli/verbs.h"

#include <stdlib.h>
#include <string.h>

/* The moves may be too many to be kept: their list is written piece by piece. */
typedef struct list_writer {
    cli_out out;
    uint32_t columns;
    bool begun;
} list_writer;

static bool write_list(void *context, const qi_point *moves, size_t count)
{
    list_writer *writer = context;
    for (size_t i = 0; i < count; i++) {
        cli_printf(&writer->out, "%s[%u,%u]", writer->begun ? "," : "",
                   moves[i] / writer->columns + 1, moves[i] % writer->columns + 1);
        writer->begun = true;
    }
    return !writer->out.file.error;
}

/* Plays the game out and prints its moves. QI_STOPPED is a write error, which cli_out_close
 * reports. */
static int simulate(const cli_spec *spec, qi_nogo *game, qi_nogo_policy policy, uint64_t seed)
{
    cli_out out;
    cli_out_stdout(&out);
    const qi_result result = qi_nogo_simulate_text(game, policy, seed, qi_file_write, &out.file);
    if (result != QI_OK && result != QI_STOPPED)
        return cli_fail_with(spec, result);
    return cli_out_close(spec, &out, CLI_DONE);
}

static int simulate_json(const cli_spec *spec, qi_nogo *game, qi_nogo_policy policy, uint64_t seed)
{
    list_writer writer = {.columns = qi_nogo_columns(game)};
    cli_out_stdout(&writer.out);
    char *const position = nogo_line(game);
    if (!position)
        return cli_fail_with(spec, QI_NO_MEMORY);
    cli_text(&writer.out, "{\"position\":\"");
    cli_write(&writer.out, position, strlen(position));
    cli_printf(&writer.out, "\",\"to_move\":\"%s\",\"played\":[",
               nogo_letter(qi_nogo_to_move(game)));
    free(position);
    const qi_result result = qi_nogo_simulate(game, policy, seed, write_list, &writer);
    if (result != QI_OK && result != QI_STOPPED)
        return cli_fail_with(spec, result);
    cli_printf(&writer.out, "],\"winner\":\"%s\"}\n",
               nogo_letter(qi_opponent(qi_nogo_to_move(game))));
    return cli_out_close(spec, &writer.out, CLI_DONE);
}

int cli_nogo_simulate(int argc, char **argv)
{
    static const char *const policies[] = {"first", "random", NULL};
    int policy;
    uint64_t seed;
    nogo_reading reading = {0};
    nogo_playouts playouts = {0};
    const cli_option options[] = {
        opt_choice("policy", "P", &policy, "first", policies,
                   "first: the first legal point in reading order; random: any legal point"),
        opt_number("seed", "N", &seed, "1", 0, 0, "seed of the random policy and of --playouts"),
        NOGO_PLAYOUTS_OPTIONS(playouts),
        NOGO_READING_OPTIONS(reading),
        {0}};
    const cli_spec spec = {
        .command = "qi nogo simulate",
        .operands = "[FILE]",
        .description =
            "Plays a NoGo game from a board to its end and prints the moves.\n"
            "\n"
            "Input (FILE or standard input): 'n' or 'rows columns', then the rows: X is\n"
            "Black, O is White, and . is an empty point. Black moves first.\n"
            "Output: a line 'row column' for each move, counted from 1, Black's first.\n"
            "'-1 -1' marks the end: the side to move has no legal move and loses.\n"
            "With --playouts: how many random games each side wins, and how long they are.\n",
        .options = options,
        .more = "Examples:\n"
                "  printf '3\\nXOO\\nXO.\\nX..\\n' | qi nogo simulate\n"
                "  qi nogo simulate --policy random --seed 7 board.txt\n"
                "  qi nogo simulate --playouts 1000000 --threads 4 board.txt\n"
                "  qi nogo simulate --playouts 10000 --by-move --svg rates.svg board.txt\n",
        .max_operands = 1,
        .instead = &reading.line};
    int first;
    qi_nogo *game = NULL;
    int status = cli_parse(&spec, argc, argv, &first);
    if (status == CLI_GO_ON)
        status = nogo_playouts_check(&spec, &playouts);
    if (status == CLI_GO_ON)
        status = nogo_read(&spec, argv[first], &reading, &game);
    if (status != CLI_GO_ON)
        return status;
    const qi_nogo_policy how = policy == 0 ? QI_NOGO_FIRST : QI_NOGO_RANDOM;
    if (playouts.games)
        status = nogo_playouts_run(&spec, game, &playouts, seed);
    else
        status = (playouts.json ? simulate_json : simulate)(&spec, game, how, seed);
    qi_nogo_free(game);
    return status;
}
