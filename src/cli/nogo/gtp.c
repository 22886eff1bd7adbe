#include "cli/nogo/nogo.h"
#include "cli/verbs.h"

#include <qi/gtp.h>

#include <unistd.h>

/* Serves stdin and stdout. */
static int serve(const cli_spec *spec, const qi_gtp_nogo_options *options)
{
    qi_gtp *session;
    cli_out out;
    cli_out_stdout(&out);
    const qi_result result = qi_gtp_new_nogo(options, qi_file_write, &out.file, NULL, &session);
    if (result != QI_OK)
        return cli_fail_with(spec, result);
    qi_gtp_serve_descriptor(session, STDIN_FILENO);
    qi_gtp_free(session);
    return cli_out_close(spec, &out, CLI_DONE);
}

int cli_nogo_gtp(int argc, char **argv)
{
    cli_board_size size;
    bool no_centre_first = false, ponder = false, never_resign = false;
    nogo_reading reading = {0};
    nogo_thinking thinking = {0};
    const cli_option options[] = {
        opt_board("size", &size, "9", QI_GTP_MAX_SIDE, "the board to start with"),
        NOGO_LEVEL_OPTION(thinking, NULL, "play at this level (see qi nogo play --help)"),
        NOGO_THINKING_OPTIONS_OF(thinking, "512M", nogo_gtp_player_choices,
                                 "strong, policy (no search at all), playouts (random games) or "
                                 "random (legal moves)"),
        NOGO_CENTRE_OPTION(no_centre_first),
        opt_flag("ponder", &ponder, "think during the opponent's time"),
        opt_flag("never-resign", &never_resign, "play on when the loss is proven"),
        {0}};
    const cli_spec spec = {
        .command = "qi nogo gtp",
        .operands = "[BOARD]",
        .description =
            "Speaks the Go Text Protocol, version 2, on stdin and stdout, for NoGo: for a\n"
            "controller such as GoGui, gogui-twogtp or Sabaki. genmove searches as long as\n"
            "the controller's clock (time_settings, time_left) allows, or else as --time,\n"
            "--playouts or --level say. It resigns when it has no legal move or its loss is\n"
            "proven. docs/gtp.md describes every command.\n" NOGO_BOARD_NOTE,
        .options = options,
        .max_operands = 1,
        .position = &reading.line};
    int first;
    int status = cli_parse(&spec, argc, argv, &first);
    if (status == CLI_GO_ON)
        status = nogo_thinking_load(&spec, &thinking);
    if (status != CLI_GO_ON)
        return status;
    qi_nogo_player_options wanted = nogo_thinking_options(&thinking);
    wanted.no_centre_first = no_centre_first;
    wanted.ponder = ponder;
    wanted.never_resign = never_resign;
    qi_nogo_player *player = NULL;
    qi_nogo *board = NULL;
    qi_result result = qi_nogo_player_new(&wanted, NULL, &player);
    if (result == QI_OK && argv[first])
        status = nogo_read(&spec, argv[first], &reading, &board);
    else if (result == QI_OK)
        result = qi_nogo_new(size.rows, size.columns, NULL, &board);
    if (result != QI_OK)
        status = cli_fail_with(&spec, result);
    else if (board)
        status = nogo_check_side(&spec, board, QI_GTP_MAX_SIDE);
    if (status == CLI_GO_ON) {
        qi_gtp_engine engine = {.size = sizeof engine};
        qi_gtp_player_engine(player, &engine);
        status = serve(&spec, &(qi_gtp_nogo_options){.size = sizeof(qi_gtp_nogo_options),
                                                     .engine = &engine,
                                                     .start = board,
                                                     .no_centre_first = no_centre_first});
    }
    qi_nogo_free(board);
    qi_nogo_player_free(player);
    nogo_thinking_end(&thinking);
    return status;
}
