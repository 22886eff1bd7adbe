#include "cli/gtp.h"
#include "cli/go/go.h"
#include "cli/verbs.h"
#include "gtp/go.h"

#include <unistd.h>

int cli_go_gtp(int argc, char **argv)
{
    cli_board_size size = {19, 19};
    uint64_t seed = 0;
    int repetition = QI_GO_POSITIONAL;
    bool suicide = false;
    const cli_option options[] = {
        {.name = "size",
         .kind = CLI_BOARD,
         .value = &size,
         .argument = "N|RxC",
         .help = "the board to start with (default 19)",
         .min = 1,
         .max = 25},
        {.name = "rules",
         .kind = CLI_CHOICE,
         .value = &repetition,
         .argument = "R",
         .help = "repetition: positional (default), situational, ko or none",
         .choices = go_rules_choices},
        {.name = "suicide",
         .kind = CLI_FLAG,
         .value = &suicide,
         .help = "suicide is a legal move: it takes one's own group off"},
        {.name = "seed",
         .kind = CLI_NUMBER,
         .value = &seed,
         .argument = "N",
         .help = "seed of the random moves (default 0)"},
        {0}};
    const cli_spec spec = {
        .command = "qi go gtp",
        .description =
            "Answers the Go Text Protocol, version 2, on stdin and stdout: exact rules for a\n"
            "controller such as GoGui, gogui-twogtp or Sabaki. There is no Go player here: "
            "genmove\n"
            "plays a uniformly random legal move that does not fill an own eye, else it passes.\n"
            "docs/gtp.md describes every command.\n",
        .options = options,
        .more = "Example:\n  printf 'play b D4\\nshowboard\\n' | qi go gtp --size 9\n"};
    int first;
    const int go_on = cli_parse(&spec, argc, argv, &first);
    if (go_on != CLI_GO_ON)
        return go_on;

    const qi_go_rules rules = {(qi_go_repetition)repetition, suicide};
    gtp_session *session =
        gtp_go_open(size.rows, size.columns, &rules, seed, cli_gtp_to_stdout, NULL);
    if (!session)
        return cli_fail(&spec, "%s", qi_result_text(QI_NO_MEMORY));
    gtp_serve(session, STDIN_FILENO);
    gtp_go_close(session);
    return CLI_DONE;
}
