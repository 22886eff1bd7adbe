#include "cli/json.h"
#include "cli/nogo/thinking.h"
#include "cli/verbs.h"

#include <qi/nogo_record.h>

#include <stdlib.h>
#include <string.h>

/* The Botzone judge's NoGo: 9 x 9, x and y from 0, (-1, -1) for 'no move yet'. */
enum { SIDE = 9 };

typedef struct table {
    const cli_spec *spec;
    qi_nogo_record *game;
    qi_nogo_player *player;
    size_t line; /* of the input */
} table;

static int complain(const table *at, qi_message found, qi_message expected)
{
    const qi_text_error error = {
        .line = at->line, .column = 1, .found_message = found, .expected_message = expected};
    return cli_fail_text("<stdin>", &error);
}

static qi_colour to_move(const table *at)
{
    return qi_nogo_to_move(qi_nogo_record_position(at->game));
}

/* Plays one side's move. Returns CLI_GO_ON, or CLI_BAD after explaining why. */
static int play(table *at, json_t *move)
{
    json_t *x = json_object_get(move, "x");
    json_t *y = json_object_get(move, "y");
    if (!json_is_integer(x) || !json_is_integer(y))
        return complain(at, qi_message_of("something else"),
                        qi_message_of("a move like {\"x\":4,\"y\":3}"));
    const json_int_t row = json_integer_value(x);
    const json_int_t column = json_integer_value(y);
    if (row == -1 && column == -1)
        return CLI_GO_ON;
    if (row < 0 || row >= SIDE || column < 0 || column >= SIDE)
        return complain(at, qi_message_of("the move %lld %lld", (long long)row, (long long)column),
                        qi_message_of("a point of the 9 x 9 board, from 0"));
    const qi_nogo_verdict verdict =
        qi_nogo_record_play(at->game, to_move(at), (qi_point)(row * SIDE + column), NULL);
    if (verdict == QI_NOGO_LEGAL)
        return CLI_GO_ON;
    return complain(at,
                    qi_message_of("the move %lld %lld (%s)", (long long)row, (long long)column,
                                  qi_nogo_verdict_text(verdict)),
                    qi_message_of("a legal move"));
}

/* The whole game so far: requests are the opponent's moves, responses ours. */
static int play_history(table *at, json_t *requests, json_t *responses)
{
    qi_nogo_record_seek(at->game, 0);
    qi_nogo_record_cut(at->game);
    const size_t count = json_array_size(requests);
    if (count == 0 || json_array_size(responses) + 1 != count)
        return complain(at, qi_message_of("something else"),
                        qi_message_of("one response less than requests"));
    int status = CLI_GO_ON;
    for (size_t i = 0; i < count && status == CLI_GO_ON; i++) {
        status = play(at, json_array_get(requests, i));
        if (status == CLI_GO_ON && i + 1 < count)
            status = play(at, json_array_get(responses, i));
    }
    return status;
}

/* Finds a move and plays it. */
static int answer(table *at, cli_out *out)
{
    qi_nogo_choice choice;
    const qi_result result = qi_nogo_player_choose(at->player, qi_nogo_record_position(at->game),
                                                   to_move(at), NULL, &choice);
    if (result != QI_OK)
        return cli_fail_with(at->spec, result);
    const qi_nogo_search_state *state = &choice.opinion;
    const qi_point move = choice.move;
    const int row = move == QI_NO_POINT ? -1 : (int)(move / SIDE);
    const int column = move == QI_NO_POINT ? -1 : (int)(move % SIDE);
    char debug[80];
    snprintf(debug, sizeof debug, "%llu playouts, %.1f %%%s", (unsigned long long)state->visits,
             100 * state->win_rate,
             state->outcome == QI_NOGO_WON    ? ", won"
             : state->outcome == QI_NOGO_LOST ? ", lost"
                                              : "");
    cli_print_json(
        out, json_pack("{s:{s:i,s:i},s:s}", "response", "x", row, "y", column, "debug", debug));
    if (move != QI_NO_POINT)
        qi_nogo_record_play(at->game, to_move(at), move, NULL);
    return CLI_GO_ON;
}

/* One line of input. */
static int take_turn(table *at, const qi_buffer *text, cli_out *out)
{
    json_error_t error;
    json_t *input = json_loads(text->bytes, 0, &error);
    if (!input) {
        cli_say("<stdin>:%zu:%d: found no JSON, expected the judge's request\n", at->line,
                error.column);
        return CLI_BAD;
    }
    json_t *requests = json_object_get(input, "requests");
    int status = requests ? play_history(at, requests, json_object_get(input, "responses"))
                          : play(at, input);
    json_decref(input);
    return status == CLI_GO_ON ? answer(at, out) : status;
}

static int serve(table *at, bool keep_running)
{
    static cli_out out;
    cli_out_stdout(&out);
    qi_buffer text = {0};
    int status = CLI_GO_ON;
    while (status == CLI_GO_ON && cli_read_line(stdin, &text)) {
        at->line++;
        if (text.bytes[strspn(text.bytes, " \t\r\n")] == '\0')
            continue;
        status = take_turn(at, &text, &out);
        if (status != CLI_GO_ON || !keep_running)
            break;
        cli_text(&out, ">>>BOTZONE_REQUEST_KEEP_RUNNING<<<\n");
        cli_flush(&out);
    }
    if (text.failed)
        status = cli_fail_with(at->spec, QI_NO_MEMORY);
    qi_buffer_free(&text);
    return cli_out_close(at->spec, &out, status == CLI_GO_ON ? CLI_DONE : status);
}

/* The empty board of a game, and who plays on it. */
static qi_result set_up(table *at, const nogo_thinking *thinking)
{
    qi_nogo_player_options options = nogo_thinking_options(thinking);
    options.never_resign = true; /* the judge does not accept resignations */
    qi_nogo *start;
    qi_result result = qi_nogo_new(SIDE, SIDE, NULL, &start);
    if (result != QI_OK)
        return result;
    result = qi_nogo_record_new(start, NULL, &at->game);
    qi_nogo_free(start);
    return result == QI_OK ? qi_nogo_player_new(&options, NULL, &at->player) : result;
}

int cli_nogo_botzone(int argc, char **argv)
{
    nogo_thinking thinking = {0};
    bool keep_running = false;
    const cli_option options[] = {
        NOGO_LEVEL_OPTION(thinking, NULL, "play at this level (see qi nogo play --help)"),
        NOGO_THINKING_OPTIONS(thinking, "192M"),
        opt_flag("keep-running", &keep_running,
                 "stay alive between moves (Botzone's long-running mode)"),
        {0}};
    const cli_spec spec = {
        .command = "qi nogo botzone",
        .description =
            "Answers the Botzone judge for NoGo on 9 x 9: reads one line of JSON with the\n"
            "game so far, and prints one line with the move. Without --level, --time or\n"
            "--playouts it thinks 0.85 s, to stay within the judge's second. x is the row\n"
            "and y the column, from 0; -1 -1 means that there is no legal move.\n",
        .options = options,
        .more = "Example:\n"
                "  echo '{\"requests\":[{\"x\":-1,\"y\":-1}],\"responses\":[]}' | qi nogo "
                "botzone\n"};
    int first;
    const int go_on = cli_parse(&spec, argc, argv, &first);
    if (go_on != CLI_GO_ON)
        return go_on;
    if (!thinking.level && !thinking.playouts && !(thinking.seconds > 0))
        thinking.seconds = 0.85;
    table at = {.spec = &spec};
    int status = nogo_thinking_load(&spec, &thinking);
    if (status == CLI_GO_ON) {
        const qi_result result = set_up(&at, &thinking);
        status = result == QI_OK ? serve(&at, keep_running) : cli_fail_with(&spec, result);
    }
    qi_nogo_player_free(at.player);
    qi_nogo_record_free(at.game);
    nogo_thinking_end(&thinking);
    return status;
}
