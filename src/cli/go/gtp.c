#include "cli/go/go.h"
#include "cli/verbs.h"

#include <qi/gtp.h>

#include <unistd.h>

int cli_go_gtp(int argc, char **argv)
{
    go_options chosen = {0};
    uint64_t seed;
    const cli_option options[] = {
        opt_board("size", &chosen.size, "19", QI_GTP_MAX_SIDE, "the board to start with"),
        GO_RULES_OPTIONS(chosen),
        opt_number("seed", "N", &seed, "1", 0, 0, "seed of the random moves"),
        {0}};
    const cli_spec spec = {
        .command = "qi go gtp",
        .description =
            "Speaks the Go Text Protocol, version 2, on stdin and stdout: exact rules for a\n"
            "controller such as GoGui, gogui-twogtp or Sabaki. There is no Go engine here:\n"
            "genmove plays a random legal move that does not fill an own eye, or passes.\n"
            "docs/gtp.md describes every command.\n",
        .options = options};
    int first;
    const int go_on = cli_parse(&spec, argc, argv, &first);
    if (go_on != CLI_GO_ON)
        return go_on;

    const qi_gtp_go_options wanted = {.size = sizeof wanted,
                                      .rows = chosen.size.rows,
                                      .columns = chosen.size.columns,
                                      .rules = go_rules_of(&chosen),
                                      .seed = seed};
    qi_gtp *session;
    cli_out out;
    cli_out_stdout(&out);
    const qi_result result = qi_gtp_new_go(&wanted, qi_file_write, &out.file, NULL, &session);
    if (result != QI_OK)
        return cli_fail_with(&spec, result);
    qi_gtp_serve_descriptor(session, STDIN_FILENO);
    qi_gtp_free(session);
    return cli_out_close(&spec, &out, CLI_DONE);
}
