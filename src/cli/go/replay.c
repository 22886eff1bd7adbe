#include "cli/go/go.h"
#include "cli/verbs.h"

#include <qi/go_record.h>

/* ---- the ways to write a game -------------------------------------------------------------- */

static void write_verbose(const qi_go_record *record, cli_out *out)
{
    const qi_go *const game = qi_go_record_position(record);
    const qi_go_entry *const entries = qi_go_record_entries(record);
    const uint32_t columns = qi_go_columns(game);
    for (size_t i = 0; i < qi_go_record_count(record); i++) {
        if (entries[i].verdict == QI_GO_OK)
            continue;
        char move[QI_GO_MOVE_CAPACITY];
        char reason[96];
        qi_go_write_move(entries[i].move, columns, move, sizeof move);
        go_say_reason(record, &entries[i], out->translator, reason, sizeof reason);
        cli_printf(out, "line %llu: %s: miss %d: %s\n", (unsigned long long)entries[i].source, move,
                   (int)entries[i].verdict, reason);
    }
    const size_t capacity = (size_t)qi_go_rows(game) * (columns + 1) + 1;
    out->used += qi_go_write_board(game, cli_reserve(out, capacity), capacity);
}

static json_t *refusal_json(const qi_go_record *record, size_t index)
{
    const qi_go *const game = qi_go_record_position(record);
    const qi_go_entry *const entries = qi_go_record_entries(record), *entry = &entries[index];
    const bool ko = qi_go_rules_of(game).repetition == QI_GO_SIMPLE_KO;
    const char *const reasons[] = {"legal", "occupied", "suicide", ko ? "ko" : "superko"};
    const uint32_t columns = qi_go_columns(game);
    json_t *json = json_pack(
        "{s:I, s:I, s:s, s:i, s:i, s:i, s:s}", "move", (json_int_t)index + 1, "line",
        (json_int_t)entry->source, "colour", cli_json_colour(entry->move.colour), "row",
        (int)(entry->move.point / columns) + 1, "column", (int)(entry->move.point % columns) + 1,
        "miss", (int)entry->verdict, "reason", reasons[entry->verdict]);
    if (entry->verdict == QI_GO_SUPERKO) {
        json_t *repeats = json_object(); /* empty for the board at the start */
        if (entry->repeated) {
            const size_t earlier = qi_go_record_index_of_step(record, entry->repeated);
            json_object_set_new(repeats, "move", json_integer((json_int_t)earlier + 1));
            json_object_set_new(repeats, "line", json_integer((json_int_t)entries[earlier].source));
        }
        json_object_set_new(json, "repeats", repeats);
    }
    return json;
}

static json_t *game_json(const qi_go_record *record)
{
    const qi_go *const game = qi_go_record_position(record);
    const size_t count = qi_go_record_count(record);
    json_t *refused = json_array();
    for (size_t i = 0; i < count; i++)
        if (qi_go_record_entries(record)[i].verdict != QI_GO_OK)
            json_array_append_new(refused, refusal_json(record, i));
    return json_pack("{s:I, s:I, s:o, s:o, s:o}", "moves", (json_int_t)count, "accepted",
                     (json_int_t)qi_go_steps(game), "refused", refused, "captures",
                     go_captures_json(game), "board", go_board_json(game));
}

/* ---- the verb ----------------------------------------------------------------------------- */

typedef struct replay_output {
    bool json;
    int to; /* index into `targets` */
} replay_output;

enum { TO_BOARDS, TO_SGF };
static const char *const targets[] = {"boards", "sgf", NULL};

/* Writes each game of a text in the wanted form. */
static int write_games(const cli_spec *spec, go_text *text, const replay_output *output)
{
    cli_out out;
    cli_out_stdout(&out);
    json_t *list = output->json ? json_array() : NULL;
    while (text->reader.games_read < text->reader.games) {
        if (!go_read_game(text, SIZE_MAX)) {
            json_decref(list);
            return cli_fail_with(spec, QI_NO_MEMORY);
        }
        if (output->to == TO_SGF)
            (void)qi_go_write_sgf(text->record, cli_sink, &out); /* cli_out_close reports it */
        else if (output->json)
            json_array_append_new(list, game_json(text->record));
        else
            write_verbose(text->record, &out);
    }
    if (output->json)
        cli_print_json(&out, json_pack("{s:o}", "records", list));
    return cli_out_close(spec, &out, CLI_DONE);
}

/* Reads all games, then replays them. */
static int read_and_replay(const cli_spec *spec, const char *path, const go_options *chosen,
                           const replay_output *output)
{
    go_text text;
    int status = go_open_text(spec, path, chosen, &text);
    if (status == CLI_GO_ON)
        status = write_games(spec, &text, output);
    go_close_text(&text);
    return status;
}

/* Prints the output that the problem asks for. */
static int answer(const cli_spec *spec, const char *path, const go_options *chosen)
{
    cli_input input;
    const int status = cli_read(spec, path, &input);
    if (status != CLI_GO_ON)
        return status;
    const qi_go_rules rules = go_rules_of(chosen);
    const char *const input_name = input.name;
    qi_go *game = NULL;
    cli_out out;
    cli_out_stdout(&out);
    qi_text_error error;
    qi_result result = qi_go_new(chosen->size.rows, chosen->size.columns, &rules, NULL, &game);
    if (result == QI_OK)
        result = qi_go_answer(game, input.text, input.length, NULL, cli_sink, &out, &error);
    qi_go_free(game);
    cli_input_free(&input);
    /* QI_STOPPED is a write error, which cli_out_close reports. */
    return result == QI_OK || result == QI_STOPPED
               ? cli_out_close(spec, &out, CLI_DONE)
               : cli_fail_result(spec, input_name, result, &error);
}

int cli_go_replay(int argc, char **argv)
{
    go_options chosen = {0};
    replay_output output = {0};
    const cli_option options[] = {
        GO_OPTIONS(chosen),
        opt_choice("to", "WHAT", &output.to, "boards", targets,
                   "boards, or sgf: a record of each game with comments on refused moves"),
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
            "from 1, starting at the top left corner. The letter is the player's.\n"
            "Output for each game: a line for every refused move, which is then ignored, and\n"
            "the final board in the letters B, W and '.'.\n"
            "  miss 1   the point is occupied\n"
            "  miss 2   the stone would have no liberty (suicide)\n"
            "  miss 3   an earlier position would come back (superko)\n",
        .options = options,
        .json = &output.json,
        .max_operands = 1};
    int first;
    int status = cli_parse(&spec, argc, argv, &first);
    if (status != CLI_GO_ON)
        return status;
    if (output.to == TO_SGF && output.json)
        return cli_fail(&spec, "found --to sgf with --json, expected one of them");
    const bool plain = !cli_is_verbose() && !output.json && output.to == TO_BOARDS;
    return plain ? answer(&spec, argv[first], &chosen)
                 : read_and_replay(&spec, argv[first], &chosen, &output);
}
