#include "cli/nogo/endings_file.h"

#include "cluster/cluster.h"

int nogo_endings_load(const cli_spec *spec, const char *path, bool needed, qi_nogo_solver *solver,
                      cli_input *input)
{
    const cli_spec own = {.command = spec->command}; /* every machine reads for itself */
    int status = CLI_GO_ON;
    if (needed)
        status = cli_read(&own, path, input);
    if (needed && status == CLI_GO_ON &&
        qi_nogo_use_endings(solver, input->text, input->length) != QI_OK)
        status = cli_fail(spec, "%s: not a table written by --make-table, or a damaged one", path);
    uint64_t bad = status != CLI_GO_ON;
    cluster_add(&bad, 1);
    return bad ? CLI_BAD : CLI_GO_ON;
}

int nogo_endings_save(const cli_spec *spec, const char *path, const qi_nogo_solver *solver)
{
    cli_out out;
    const int status = cli_out_open(spec, path, &out);
    if (status != CLI_GO_ON)
        return status;
    uint64_t count = 0;
    const qi_result result = qi_nogo_write_endings(solver, cli_sink, &out, &count);
    if (result != QI_OK && !out.file.error) {
        cli_out_drop(&out);
        return cli_fail_result(spec, path, result, NULL);
    }
    const int closed = cli_out_close(spec, &out, CLI_GO_ON);
    if (closed == CLI_GO_ON)
        cli_remark("table of %llu endings in %s\n", (unsigned long long)count, path);
    return closed;
}
