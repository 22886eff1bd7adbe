#include "cli/nogo/pieces.h"

#include "cli/json.h"

typedef struct piece_printer {
    cli_out *out;
    json_t *list; /* NULL: text */
} piece_printer;

static bool print_piece(void *context, const qi_nogo *position)
{
    const piece_printer *const printer = context;
    char line[128];
    qi_nogo_write_line(position, line, sizeof line);
    if (printer->list)
        json_array_append_new(printer->list, json_string(line));
    else
        cli_printf(printer->out, "%s\n", line);
    return true;
}

int nogo_print_pieces(const cli_spec *spec, cli_out *out, bool json, qi_nogo_solver *solver,
                      const qi_nogo *game, uint64_t most, uint64_t *nodes)
{
    piece_printer printer = {out, json ? json_array() : NULL};
    qi_nogo_solution solution = {0};
    const qi_result result =
        qi_nogo_solve_pieces(solver, game, (size_t)most, print_piece, &printer, &solution);
    const bool unknown = result == QI_OK && solution.outcome == QI_NOGO_UNKNOWN;
    *nodes += solution.nodes;
    if (json && unknown)
        cli_print_json(out, json_pack("{s:s, s:O, s:I}", "winner", "unknown", "pieces",
                                      printer.list, "positions", (json_int_t)*nodes));
    json_decref(printer.list);
    if (result != QI_OK)
        return cli_fail_with(spec, result);
    return unknown ? CLI_NO : CLI_GO_ON;
}
