#include "base/clock.h"
#include "cli/json.h"
#include "cli/verbs.h"

#include <qi/nogo_solve.h>

/* Where the strategy went wrong: the position, and the move if there was one. */
static void print_fault(cli_out *out, const qi_nogo *game, const qi_nogo_walk *account)
{
    const uint32_t columns = qi_nogo_columns(game);
    if (account->end == QI_NOGO_WALK_ILLEGAL)
        cli_printf(out, "wrong: the answer %u %u is not legal here\n", account->move / columns + 1,
                   account->move % columns + 1);
    else
        cli_text(out, "wrong: the strategy leads to a lost position\n");
    for (uint32_t point = 0; point < qi_nogo_rows(game) * columns; point++) {
        const uint64_t black = account->black >> point & 1, white = account->white >> point & 1;
        cli_printf(out, "%c%s", ".XO"[black + 2 * white], (point + 1) % columns ? "" : "\n");
    }
}

static json_t *verdict_json(const qi_nogo *game, qi_colour winner, const qi_nogo_walk *account)
{
    const bool proved = account->end == QI_NOGO_WALK_WON;
    json_t *json = json_pack(
        "{s:b, s:s, s:I, s:I, s:I}", "proved", proved, "winner", winner == QI_BLACK ? "X" : "O",
        "answers", (json_int_t)account->answers, "positions", (json_int_t)account->positions,
        "small_endings", (json_int_t)account->minimax);
    if (account->end == QI_NOGO_WALK_ILLEGAL)
        json_object_set_new(json, "illegal", cli_json_point(account->move, qi_nogo_columns(game)));
    return json;
}

int cli_nogo_verify(int argc, char **argv)
{
    bool json = false;
    const cli_option options[] = {opt_flag("json", &json, "print the verdict as one line of JSON"),
                                  {0}};
    const cli_spec spec = {
        .command = "qi nogo verify",
        .operands = "[FILE]",
        .description =
            "Checks a proof written by 'qi nogo solve --proof', using only the plain rules:\n"
            "tries every move of the loser against the strategy. The exit status is 0 if it\n"
            "is a proof, 1 if it is not.\n",
        .options = options,
        .max_operands = 1};
    cli_input input;
    int status = cli_parse_and_read(&spec, argc, argv, &input);
    if (status != CLI_GO_ON)
        return status;
    qi_nogo *game;
    qi_colour winner;
    qi_nogo_walk account;
    qi_text_error error;
    const double start = qi_cpu_seconds();
    const qi_result result =
        qi_nogo_check_proof(input.text, input.length, NULL, &game, &winner, &account, &error);
    const char *const name = input.name;
    cli_input_free(&input);
    if (result != QI_OK)
        return cli_fail_result(&spec, name, result, &error);
    cli_out out;
    cli_out_stdout(&out);
    if (json) {
        cli_print_json(&out, verdict_json(game, winner, &account));
    } else if (account.end == QI_NOGO_WALK_WON) {
        cli_printf(&out, "proved: %s wins\n", winner == QI_BLACK ? "X" : "O");
        cli_printf(&out, "answers %llu, positions %llu, small endings %llu\n",
                   (unsigned long long)account.answers, (unsigned long long)account.positions,
                   (unsigned long long)account.minimax);
        cli_remark("%.2f CPU seconds\n", qi_cpu_seconds() - start);
    } else {
        print_fault(&out, game, &account);
    }
    qi_nogo_free(game);
    return cli_out_close(&spec, &out, account.end == QI_NOGO_WALK_WON ? CLI_DONE : CLI_NO);
}
