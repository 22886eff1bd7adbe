#include "cli/nogo/nogo.h"
#include "cli/verbs.h"

#include <qi/nogo_proof.h>
#include <qi/nogo_solve.h>

/* Where the strategy went wrong: the position, and the move if there was one. */
static void print_fault(cli_out *out, const qi_nogo *position, const qi_nogo_walk *account)
{
    const uint32_t columns = qi_nogo_columns(position);
    if (account->end == QI_NOGO_WALK_ILLEGAL)
        cli_printf(out, "wrong: the answer %u %u is not legal here\n", account->move / columns + 1,
                   account->move % columns + 1);
    else
        cli_text(out, "wrong: the strategy leads to a lost position\n");
    for (uint32_t point = 0; point < qi_nogo_rows(position) * columns; point++) {
        const uint64_t black = account->black >> point & 1, white = account->white >> point & 1;
        cli_printf(out, "%c%s", ".XO"[black + 2 * white], (point + 1) % columns ? "" : "\n");
    }
}

static json_t *verdict_json(const qi_nogo *position, qi_colour winner, const qi_nogo_walk *account)
{
    const bool proved = account->end == QI_NOGO_WALK_WON;
    json_t *json =
        json_pack("{s:b, s:o, s:s, s:I, s:I, s:I}", "proved", proved, "position",
                  nogo_position_json(position), "winner", cli_json_colour(winner), "answers",
                  (json_int_t)account->answers, "positions", (json_int_t)account->positions,
                  "small_endings", (json_int_t)account->endings);
    if (account->end == QI_NOGO_WALK_ILLEGAL)
        json_object_set_new(json, "illegal_move",
                            cli_json_point(account->move, qi_nogo_columns(position)));
    return json;
}

typedef struct verifying {
    const cli_stream *from;
    cli_progress progress;
    double started;
} verifying;

/* Asked every few hundred positions. */
static bool look(void *context, const qi_nogo_walk *so_far)
{
    verifying *v = context;
    if (!cli_progress_due(&v->progress))
        return true;
    const double elapsed = qi_seconds() - v->started;
    cli_progress_set(&v->progress, cli_stream_share(v->from), 1, 0);
    cli_progress_line(&v->progress, "%.1f M answers, %.1f M positions, %.0f k answers/s",
                      (double)so_far->answers / 1e6, (double)so_far->positions / 1e6,
                      (double)so_far->answers / 1e3 / (elapsed > 0 ? elapsed : 1));
    return true;
}

static int verify(const cli_spec *spec, cli_stream *from, uint32_t threads, bool json)
{
    qi_nogo *position;
    qi_colour winner;
    qi_nogo_walk account = {.size = sizeof account};
    qi_text_error error;
    verifying v = {.from = from, .started = qi_seconds()};
    const qi_nogo_walk_limits limits = {
        .size = sizeof(qi_nogo_walk_limits), .threads = threads, .watch = look, .context = &v};
    const double start = qi_cpu_seconds();
    cli_progress_start(&v.progress);
    const qi_result result =
        qi_nogo_check_proof(cli_source, from, &limits, NULL, &position, &winner, &account, &error);
    cli_progress_end(&v.progress);
    if (result == QI_STOPPED) /* the source says why */
        return cli_stream_close(spec, from, CLI_BAD);
    if (result != QI_OK)
        return cli_stream_close(spec, from, cli_fail_result(spec, from->name, result, &error));
    const bool proved = account.end == QI_NOGO_WALK_WON;
    cli_answer answer;
    cli_answer_start(&answer, json);
    if (json)
        cli_answer_add(&answer, NULL, NULL, verdict_json(position, winner, &account), NULL);
    else if (!proved)
        print_fault(&answer.out, position, &account);
    else
        cli_printf(&answer.out,
                   "proved: %s wins\nanswers %llu, positions %llu, small endings %llu\n",
                   nogo_letter(winner), (unsigned long long)account.answers,
                   (unsigned long long)account.positions, (unsigned long long)account.endings);
    if (proved && !json)
        cli_remark("%.2f CPU seconds\n", qi_cpu_seconds() - start);
    qi_nogo_free(position);
    return cli_stream_close(spec, from, cli_answer_end(spec, &answer, proved ? CLI_DONE : CLI_NO));
}

int cli_nogo_verify(int argc, char **argv)
{
    bool json = false;
    uint64_t threads;
    const cli_option options[] = {opt_jobs(&threads, "1", 64, "number of threads"), {0}};
    const cli_spec spec = {
        .command = "qi nogo verify",
        .operands = "[FILE]",
        .description =
            "Checks a proof written by 'qi nogo solve --proof', using only the plain rules:\n"
            "tries every move of the loser against the strategy. The exit status is 0 if it\n"
            "is a proof, 1 if it is not.\n"
            "\n"
            "Input (FILE or standard input): a proof.\n",
        .options = options,
        .json = &json,
        .max_operands = 1};
    int first;
    int status = cli_parse(&spec, argc, argv, &first);
    if (status != CLI_GO_ON)
        return status;
    cli_stream from;
    status = cli_refuse_compressed(&spec, NULL, argv[first]);
    if (status == CLI_GO_ON)
        status = cli_stream_open(&spec, argv[first], &from);
    return status == CLI_GO_ON ? verify(&spec, &from, (uint32_t)threads, json) : status;
}
