#include "cli/nogo/botzone_protocol.h"
#include "cli/nogo/nogo.h"
#include "cli/verbs.h"

#include <string.h>

typedef struct table {
    const cli_spec *spec;
    qi_botzone game;
    qi_nogo_player *player;
    size_t line; /* of the input */
} table;

/* Explains what is wrong with a turn. */
static int complain(const table *at, qi_botzone_fault fault)
{
    const long long row = at->game.row, column = at->game.column;
    qi_text_error error = {.line = at->line,
                           .column = 1,
                           .found_message = qi_message_of("something else"),
                           .expected_message = qi_message_of("a move like {\"x\":4,\"y\":3}")};
    if (fault == QI_BOTZONE_NO_MEMORY)
        return cli_fail_with(at->spec, QI_NO_MEMORY);
    if (fault == QI_BOTZONE_NO_JSON) {
        error.found_message = qi_message_of("no JSON");
        error.expected_message = qi_message_of("the judge's request");
    } else if (fault == QI_BOTZONE_UNEVEN) {
        error.expected_message = qi_message_of("one response less than requests");
    } else if (fault == QI_BOTZONE_OFF_BOARD) {
        error.found_message = qi_message_of("the move %lld %lld", row, column);
        error.expected_message = qi_message_of("a point of the 9 x 9 board, from 0");
    } else if (fault == QI_BOTZONE_ILLEGAL) {
        error.found_message = qi_message_of("the move %lld %lld (%s)", row, column,
                                            qi_nogo_verdict_text(at->game.verdict));
        error.expected_message = qi_message_of("a legal move");
    }
    return cli_fail_text("<stdin>", &error);
}

/* One line of input. */
static int take_turn(table *at, const char *line, cli_out *out)
{
    qi_nogo_choice choice = {.size = sizeof choice};
    char text[160];
    const qi_botzone_fault fault = qi_botzone_take(&at->game, line);
    if (fault != QI_BOTZONE_GOOD)
        return complain(at, fault);
    const qi_nogo *const now = at->game.position;
    const qi_result result =
        qi_nogo_player_choose(at->player, now, qi_nogo_to_move(now), NULL, &choice);
    if (result != QI_OK)
        return cli_fail_with(at->spec, result);
    const int length = qi_botzone_answer(&at->game, &choice, text, sizeof text);
    cli_sink(out, text, (size_t)length);
    return CLI_GO_ON;
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
        status = take_turn(at, text.bytes, &out);
        if (status != CLI_GO_ON || !keep_running)
            break;
        cli_text(&out, QI_BOTZONE_KEEP_RUNNING);
        cli_flush(&out);
    }
    if (text.failed) {
        status = cli_fail_with(at->spec, QI_NO_MEMORY);
    } else if (at->line == 0) {
        status = cli_fail(at->spec, "found no request on standard input, expected a line of JSON");
        const char *const *const examples = cli_examples(at->spec->command);
        cli_hint("%s", examples[0]);
    }
    qi_buffer_free(&text);
    return cli_out_close(at->spec, &out, status == CLI_GO_ON ? CLI_DONE : status);
}

int cli_nogo_botzone(int argc, char **argv)
{
    nogo_thinking thinking = {0};
    bool no_centre_first = false, keep_running = false;
    const cli_option options[] = {
        opt_flag("keep-running", &keep_running,
                 "stay alive between moves (Botzone's long-running mode)"),
        NOGO_LEVEL_OPTION(thinking, NULL, "play at this level (see qi nogo play --help)"),
        NOGO_THINKING_OPTIONS(thinking, "192M"),
        NOGO_CENTRE_OPTION(no_centre_first),
        {0}};
    const cli_spec spec = {
        .command = "qi nogo botzone",
        .description =
            "Answers the Botzone judge for NoGo on 9 x 9: reads one line of JSON with the\n"
            "game so far, and prints one line with the move. Without --level, --time or\n"
            "--playouts it thinks 0.85 s, to stay within the judge's second. x is the row\n"
            "and y the column, from 0; -1 -1 means that there is no legal move.\n",
        .options = options};
    int first;
    const int go_on = cli_parse(&spec, argc, argv, &first);
    if (go_on != CLI_GO_ON)
        return go_on;
    if (!thinking.level && !thinking.playouts && !(thinking.seconds > 0))
        thinking.seconds = 0.85;
    table at = {.spec = &spec};
    int status = nogo_thinking_load(&spec, &thinking);
    if (status == CLI_GO_ON) {
        qi_nogo_player_options wanted = nogo_thinking_options(&thinking);
        wanted.no_centre_first = no_centre_first;
        wanted.never_resign = true; /* the judge does not accept resignations */
        const qi_result result = qi_nogo_player_new(&wanted, NULL, &at.player);
        status = result == QI_OK ? serve(&at, keep_running) : cli_fail_with(&spec, result);
    }
    qi_nogo_player_free(at.player);
    qi_botzone_end(&at.game);
    nogo_thinking_end(&thinking);
    return status;
}
