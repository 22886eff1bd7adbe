#include "cli/nogo/facts.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_CELLS = 48 };

/* Facts name a board by its size alone. */
int nogo_checkpoint_accept(const nogo_checkpoint *kept, const char *option, const qi_nogo *game)
{
    const qi_point cells = qi_nogo_rows(game) * qi_nogo_columns(game);
    if (cells > MOST_CELLS)
        return cli_fail(kept->spec,
                        "%s: facts exist only about boards of at most %d cells without holes; "
                        "this board has %u cells",
                        option, MOST_CELLS, cells);
    for (qi_point point = 0; point < cells; point++)
        if (qi_nogo_at(game, point) == QI_WALL)
            return cli_fail(kept->spec,
                            "%s: facts exist only about boards of at most %d cells without "
                            "holes; this board has a hole",
                            option, MOST_CELLS);
    return CLI_GO_ON;
}

int nogo_checkpoint_save(const nogo_checkpoint *kept)
{
    if (!kept->path)
        return CLI_GO_ON;
    qi_file file;
    uint64_t facts = 0;
    bool good = qi_file_open(&file, kept->path);
    if (good) {
        qi_nogo_write_facts(kept->solver, qi_file_write, &file, &facts);
        good = qi_file_keep(&file);
    }
    if (!good)
        return cli_fail(kept->spec, "cannot write '%s': %s", kept->path, strerror(file.error));
    cli_remark("saved %" PRIu64 " facts in %s\n", facts, kept->path);
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
static int learn_file(const nogo_checkpoint *kept, const char *path, uint64_t *facts)
{
    cli_input input;
    const int status = cli_read(kept->spec, path, &input);
    if (status != CLI_GO_ON)
        return status;
    const bool damaged = qi_nogo_read_facts(kept->solver, input.text, input.length, facts) != QI_OK;
    const bool foreign = damaged && !*facts && !begins_like_facts(&input);
    cli_input_free(&input);
    if (foreign)
        return cli_fail(kept->spec, "%s: not a file written by --save", path);
    if (damaged)
        cli_say("%s: damaged; what is damaged is ignored\n", path);
    return CLI_GO_ON;
}

int nogo_checkpoint_load(const nogo_checkpoint *kept)
{
    if (!kept->path || access(kept->path, F_OK) != 0)
        return CLI_GO_ON;
    uint64_t facts;
    const int status = learn_file(kept, kept->path, &facts);
    if (status == CLI_GO_ON && facts)
        cli_remark("read %" PRIu64 " facts from %s\n", facts, kept->path);
    return status;
}

int nogo_checkpoint_join(const nogo_checkpoint *kept, char *const *paths)
{
    uint64_t all = 0;
    unsigned files = 0;
    for (; *paths; paths++) {
        uint64_t facts;
        if (access(*paths, F_OK) != 0) {
            cli_say("%s: no such file; goes on without it\n", *paths);
            continue;
        }
        const int status = learn_file(kept, *paths, &facts);
        if (status != CLI_GO_ON)
            return status;
        all += facts;
        files++;
    }
    cli_remark("read %" PRIu64 " facts from %u files\n", all, files);
    return CLI_GO_ON;
}

/* ---- the positions that the next round is to solve ------------------------------------------ */

typedef struct piece_teller {
    cli_answer *answer;
    json_t *list;
} piece_teller;

static bool tell_piece(void *context, const qi_nogo *position)
{
    const piece_teller *const teller = context;
    char *const line = nogo_line(position);
    if (line)
        cli_tell(teller->answer, teller->list, NULL, json_string(line), "%s\n", line);
    free(line);
    return line;
}

int nogo_tell_pieces(const cli_spec *spec, cli_answer *answer, qi_nogo_solver *solver,
                     const qi_nogo *game, uint64_t most, uint64_t *nodes)
{
    piece_teller teller = {answer, json_array()};
    qi_nogo_solution solution = {0};
    const qi_result result =
        qi_nogo_solve_pieces(solver, game, (size_t)most, tell_piece, &teller, &solution);
    *nodes += solution.nodes;
    if (result != QI_OK || solution.outcome != QI_NOGO_UNKNOWN) {
        json_decref(teller.list);
        return result == QI_OK ? CLI_GO_ON : cli_fail_with(spec, result);
    }
    cli_tell(answer, NULL, "position", nogo_position_json(game), NULL);
    cli_tell(answer, NULL, "winner", json_string("unknown"), NULL);
    cli_tell(answer, NULL, "pieces", teller.list, NULL);
    cli_tell(answer, NULL, "positions", json_integer((json_int_t)*nodes), NULL);
    return CLI_NO;
}
