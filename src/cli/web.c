#include "cli/cli.h"
#include "cli/verbs.h"

#include <string.h>

int cli_web(int argc, char **argv)
{
    const char *path;
    const cli_option options[] = {
        opt_output("FILE", &path, "qi.html", "where to write it; - is standard output"), {0}};
    const cli_spec spec = {
        .command = "qi web",
        .description =
            "Writes the page: the three games in one html file that needs nothing else.\n"
            "Open it in any browser, from disk.\n",
        .options = options};
    int first;
    const int status = cli_parse(&spec, argc, argv, &first);
    if (status != CLI_GO_ON)
        return status;
    if (!cli_page_length)
        return cli_fail(&spec, "this qi was built without the page; './dev web' builds it");
    static cli_out out;
    if (cli_out_open(&spec, path, &out) != CLI_GO_ON)
        return CLI_BAD;
    cli_write(&out, (const char *)cli_page, cli_page_length);
    const int written = cli_out_close(&spec, &out, CLI_DONE);
    if (written == CLI_DONE && strcmp(path, "-") != 0)
        cli_remark("%s: %zu bytes; open it in a browser\n", path, cli_page_length);
    return written;
}
