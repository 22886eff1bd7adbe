#include "cli/go/go.h"
#include "cli/json.h"
#include "cli/verbs.h"
#include "go/sgf.h"

typedef struct replay {
    const cli_spec *spec;
    go_options chosen;
    go_text text;
    qi_go *game;
    qi_go_refusals refusals; /* of the game just replayed */
} replay;

/* ---- the ways to write a game -------------------------------------------------------------- */

static void write_board(const replay *run, cli_out *out)
{
    const size_t size = (size_t)run->chosen.size.rows * (run->chosen.size.columns + 1);
    qi_go_write_board(run->game, cli_reserve(out, size));
    out->used += size;
}

static void write_verbose(const replay *run, const qi_go_moves *record, cli_out *out)
{
    for (size_t i = 0; i < run->refusals.count; i++) {
        const qi_go_refusal *refusal = &run->refusals.list[i];
        char move[QI_GO_LONGEST_LINE];
        char reason[96];
        qi_go_reason_text(record, &run->refusals, refusal, reason, sizeof reason);
        cli_printf(out, "line %llu: %s: miss %d: %s\n",
                   (unsigned long long)record->lines[refusal->index],
                   qi_go_move_text(refusal->move, run->chosen.size.columns, move),
                   (int)refusal->verdict, reason);
    }
    write_board(run, out);
}

static json_t *refusal_json(const replay *run, const qi_go_moves *record,
                            const qi_go_refusal *refusal)
{
    const char *const reasons[] = {"legal", "occupied", "suicide",
                                   run->chosen.repetition == QI_GO_SIMPLE_KO ? "ko" : "superko"};
    const uint32_t columns = run->chosen.size.columns;
    json_t *json =
        json_pack("{s:I, s:I, s:s, s:i, s:i, s:i, s:s}", "move", (json_int_t)refusal->index + 1,
                  "line", (json_int_t)record->lines[refusal->index], "colour",
                  refusal->move.colour == QI_BLACK ? "B" : "W", "row",
                  (int)(refusal->move.point / columns) + 1, "column",
                  (int)(refusal->move.point % columns) + 1, "miss", (int)refusal->verdict, "reason",
                  reasons[refusal->verdict]);
    if (refusal->verdict == QI_GO_SUPERKO) {
        json_t *repeats = json_object(); /* empty for the board at the start */
        if (refusal->repeated) {
            const size_t index =
                qi_go_index_of_step(run->refusals.list, run->refusals.count, refusal->repeated);
            json_object_set_new(repeats, "move", json_integer((json_int_t)index + 1));
            json_object_set_new(repeats, "line", json_integer((json_int_t)record->lines[index]));
        }
        json_object_set_new(json, "repeats", repeats);
    }
    return json;
}

static json_t *game_json(const replay *run, const qi_go_moves *record)
{
    json_t *refused = json_array();
    for (size_t i = 0; i < run->refusals.count; i++)
        json_array_append_new(refused, refusal_json(run, record, &run->refusals.list[i]));
    json_t *board = json_array();
    char text[QI_GO_MOST_SIDE * (QI_GO_MOST_SIDE + 1)];
    const uint32_t columns = run->chosen.size.columns;
    qi_go_write_board(run->game, text);
    for (uint32_t row = 0; row < run->chosen.size.rows; row++)
        json_array_append_new(board, json_stringn(text + (size_t)row * (columns + 1), columns));
    return json_pack("{s:I, s:I, s:o, s:{s:I, s:I}, s:o}", "moves", (json_int_t)record->count,
                     "played", (json_int_t)(record->count - run->refusals.count), "refused",
                     refused, "captures", "black", (json_int_t)qi_go_captures(run->game, QI_BLACK),
                     "white", (json_int_t)qi_go_captures(run->game, QI_WHITE), "board", board);
}

/* ---- the verb ----------------------------------------------------------------------------- */

typedef struct replay_output {
    bool verbose, json;
    int to; /* index into `targets` */
} replay_output;

enum { TO_BOARDS, TO_SGF };
static const char *const targets[] = {"boards", "sgf", NULL};

/* Replays games that are in memory and writes each in the wanted form. */
static int replay_games(replay *run, const replay_output *output)
{
    cli_out out;
    cli_out_stdout(&out);
    qi_sgf_writer writer = {.sink = cli_sink, .context = &out};
    json_t *list = output->json ? json_array() : NULL;
    for (size_t i = 0; i < run->text.games.count; i++) {
        const qi_go_moves *record = &run->text.games.records[i];
        const qi_result result =
            qi_go_replay_record(run->game, record, record->count, &run->refusals);
        if (result != QI_OK) {
            json_decref(list);
            return cli_fail_with(run->spec, result);
        }
        if (output->to == TO_SGF)
            qi_go_write_sgf(&writer, run->chosen.size.rows, run->chosen.size.columns, record,
                            &run->refusals);
        else if (output->json)
            json_array_append_new(list, game_json(run, record));
        else
            write_verbose(run, record, &out);
    }
    if (output->json)
        cli_print_json(&out, json_pack("{s:o}", "games", list));
    return cli_out_close(run->spec, &out, CLI_DONE);
}

/* Reads all games, then replays them. */
static int read_and_replay(replay *run, const char *path, const replay_output *output)
{
    int status =
        go_read_text(run->spec, path, &run->chosen, output->verbose || output->json, &run->text);
    if (status != CLI_GO_ON)
        return status;
    run->game = go_new_game(run->spec, &run->chosen);
    status = run->game ? replay_games(run, output) : CLI_BAD;
    qi_go_free(run->game);
    qi_go_free_refusals(&run->refusals);
    go_free_text(&run->text);
    return status;
}

/* Prints the output that the problem asks for. */
static int answer(replay *run, const char *path)
{
    cli_input input;
    int status = cli_read(run->spec, path, &input);
    if (status != CLI_GO_ON)
        return status;
    status = CLI_BAD;
    run->game = go_new_game(run->spec, &run->chosen);
    if (run->game) {
        cli_out out;
        cli_out_stdout(&out);
        qi_text_error error;
        const qi_result result =
            qi_go_answer(run->game, input.text, input.length, NULL, cli_sink, &out, &error);
        /* QI_STOPPED is a write error, which cli_out_close reports. */
        status = result == QI_OK || result == QI_STOPPED
                     ? cli_out_close(run->spec, &out, CLI_DONE)
                     : cli_fail_result(run->spec, input.name, result, &error);
    }
    qi_go_free(run->game);
    cli_input_free(&input);
    return status;
}

int cli_go_replay(int argc, char **argv)
{
    replay run = {0};
    replay_output output = {0};
    const cli_option options[] = {
        GO_OPTIONS(run.chosen),
        opt_letter(
            'v',
            opt_flag("verbose", &output.verbose,
                     "tell the line and the reason of each refused move, and what it repeats")),
        opt_choice("to", "WHAT", &output.to, "boards", targets,
                   "boards, or sgf: a record of each game with comments on refused moves"),
        opt_flag("json", &output.json, "print everything as one line of JSON"),
        {0}};
    const cli_spec spec = {
        .command = "qi go replay",
        .operands = "[FILE]",
        .description =
            "Replays games of Go from empty boards and names the reason for every refused\n"
            "move.\n"
            "\n"
            "Input (FILE or standard input): the number of games; for each game the number\n"
            "of its moves, then a line 'B x y' or 'W x y' for each move: row x and column y,\n"
            "from 1, starting at the top left corner. The letter tells who plays.\n"
            "Output for each game: a line for every refused move, which is then ignored, and\n"
            "the final board in the letters B, W and '.'.\n"
            "  miss 1   the point is occupied\n"
            "  miss 2   the stone would have no liberty (suicide)\n"
            "  miss 3   an earlier position would come back (superko)\n",
        .options = options,
        .more = "Examples:\n"
                "  printf '1\\n2\\nB 1 1\\nW 1 1\\n' | qi go replay --size 3\n"
                "  qi go replay --verbose games.txt\n"
                "  qi go replay --to sgf games.txt >games.sgf\n",
        .max_operands = 1};
    int first;
    int status = cli_parse(&spec, argc, argv, &first);
    if (status != CLI_GO_ON)
        return status;
    if (output.to == TO_SGF && (output.json || output.verbose))
        return cli_fail(&spec, "found --to sgf with --json or --verbose, expected one of them");
    run.spec = &spec;
    const bool plain = !output.verbose && !output.json && output.to == TO_BOARDS;
    return plain ? answer(&run, argv[first]) : read_and_replay(&run, argv[first], &output);
}
