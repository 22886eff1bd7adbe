/* Files of what the solver has proved: those of --save and --facts. */
#include "cli/nogo/facts.h"

#include <qi/nogo_proof.h>

#include <inttypes.h>
#include <string.h>
#include <unistd.h>

int nogo_accept_facts(const cli_spec *spec, const qi_nogo *position, const char *option)
{
    enum { MAX_CELLS = 48 };
    const qi_point cells = qi_nogo_rows(position) * qi_nogo_columns(position);
    if (cells > MAX_CELLS)
        return cli_fail(spec,
                        "%s: facts exist only about boards of at most %d cells without holes; "
                        "this board has %u cells",
                        option, MAX_CELLS, cells);
    for (qi_point point = 0; point < cells; point++)
        if (qi_nogo_at(position, point) == QI_WALL)
            return cli_fail(spec,
                            "%s: facts exist only about boards of at most %d cells without "
                            "holes; this board has a hole",
                            option, MAX_CELLS);
    return CLI_GO_ON;
}

int nogo_save_facts(const cli_spec *spec, const qi_nogo_solver *solver, const char *path)
{
    if (!path)
        return CLI_GO_ON;
    qi_file file;
    uint64_t facts = 0;
    bool good = qi_file_open(&file, path);
    if (good) {
        qi_nogo_write_facts(solver, qi_file_write, &file, &facts);
        good = qi_file_keep(&file);
    }
    if (!good)
        return cli_fail(spec, "cannot write '%s': %s", path, strerror(file.error));
    cli_remark("saved %" PRIu64 " facts in %s\n", facts, path);
    return CLI_GO_ON;
}

/* Whether all there is of a file begins as those of --save do: then it was one, also when nothing
 * else is left of it. */
static bool begins_like_facts(const cli_input *input)
{
    static const char magic[] = "QIFACTS\1"; /* qi/nogo_solve.h */
    const size_t length = input->length < sizeof magic - 1 ? input->length : sizeof magic - 1;
    return length == 0 || memcmp(input->text, magic, length) == 0;
}

/* Learns what a file holds. Returns CLI_GO_ON, or CLI_BAD after explaining why not. */
static int learn_file(const cli_spec *spec, qi_nogo_solver *solver, const char *path,
                      uint64_t *facts)
{
    cli_input input;
    const int status = cli_read(spec, path, &input);
    if (status != CLI_GO_ON)
        return status;
    const bool damaged = qi_nogo_read_facts(solver, input.text, input.length, facts) != QI_OK;
    const bool foreign = damaged && !*facts && !begins_like_facts(&input);
    cli_input_free(&input);
    if (foreign)
        return cli_fail(spec, "%s: not a file written by --save", path);
    if (damaged)
        cli_say("%s: damaged; what is damaged is ignored\n", path);
    return CLI_GO_ON;
}

int nogo_load_facts(const cli_spec *spec, qi_nogo_solver *solver, const char *path)
{
    if (!path || access(path, F_OK) != 0)
        return CLI_GO_ON;
    uint64_t facts;
    const int status = learn_file(spec, solver, path, &facts);
    if (status == CLI_GO_ON && facts)
        cli_remark("read %" PRIu64 " facts from %s\n", facts, path);
    return status;
}

int nogo_join_facts(const cli_spec *spec, qi_nogo_solver *solver, char *const *paths)
{
    uint64_t all = 0;
    unsigned files = 0;
    for (; *paths; paths++) {
        uint64_t facts;
        if (access(*paths, F_OK) != 0) {
            cli_say("%s: no such file; goes on without it\n", *paths);
            continue;
        }
        const int status = learn_file(spec, solver, *paths, &facts);
        if (status != CLI_GO_ON)
            return status;
        all += facts;
        files++;
    }
    cli_remark("read %" PRIu64 " facts from %u files\n", all, files);
    return CLI_GO_ON;
}
