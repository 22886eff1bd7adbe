#include "cli/cli.h"
#include "cli/gtp.h"
#include "cli/verbs.h"
#include "protocol/gtp_nogo.h"

#include <unistd.h>

int cli_nogo_gtp(int argc, char **argv)
{
    cli_board_size size = {9, 9};
    uint64_t seed = 0;
    const cli_option options[] = {{.name = "size",
                                   .kind = CLI_BOARD,
                                   .value = &size,
                                   .argument = "N|RxC",
                                   .help = "the board to start with (default 9)",
                                   .min = 1,
                                   .max = 25},
                                  {.name = "seed",
                                   .kind = CLI_NUMBER,
                                   .value = &seed,
                                   .argument = "N",
                                   .help = "seed of the player's random numbers (default 0)"},
                                  {0}};
    const cli_spec spec = {
        .command = "qi nogo gtp",
        .description =
            "Answers the Go Text Protocol, version 2, on stdin and stdout, for NoGo: for a\n"
            "controller such as GoGui, gogui-twogtp or Sabaki. genmove resigns when it has no\n"
            "legal move. docs/gtp.md describes every command.\n",
        .options = options,
        .more = "Example:\n  printf 'genmove b\\nshowboard\\n' | qi nogo gtp --size 9\n"};
    int first;
    const int go_on = cli_parse(&spec, argc, argv, &first);
    if (go_on != CLI_GO_ON)
        return go_on;

    nogo_player *player = nogo_random_player(seed);
    gtp_session *session =
        player ? gtp_nogo_open(size.rows, size.columns, player, cli_gtp_to_stdout, NULL) : NULL;
    int status = CLI_DONE;
    if (session)
        gtp_serve(session, STDIN_FILENO);
    else
        status = cli_fail(&spec, "%s", qi_result_text(QI_NO_MEMORY));
    gtp_nogo_close(session);
    if (player)
        player->kind->release(player);
    return status;
}
