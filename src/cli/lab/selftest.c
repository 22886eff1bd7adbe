#include "base/host.h"
#include "cli/json.h"
#include "cli/lab/lab.h"
#include "cli/verbs.h"

#include <errno.h>

typedef struct selftest {
    double end;     /* when to stop, by the clock; 0: never */
    double seconds; /* or how long that is */
    uint64_t count; /* of cases, or 0 */
    uint32_t parts; /* that share them */
    cli_progress progress;
    cli_watch signals;
} selftest;

static bool watch(void *context, uint64_t cases)
{
    selftest *const test = context;
    cases /= test->parts;
    cli_progress_set(&test->progress, (double)cases, (double)test->count, test->seconds);
    if (cli_progress_due(&test->progress))
        cli_progress_line(&test->progress, "%llu cases, no difference", (unsigned long long)cases);
    return !(test->end > 0) || qi_seconds() < test->end;
}

static void print(cli_out *out, const qi_lab_comparison *found, bool interrupted)
{
    cli_text(out, "game       cases     compared\n");
    for (int i = 0; i < QI_LAB_GAMES; i++)
        cli_printf(out, "%-5s %10llu %12llu %s\n", qi_lab_games[i]->name,
                   (unsigned long long)found->cases[i], (unsigned long long)found->positions[i],
                   qi_lab_games[i]->compared);
    uint64_t cases = 0;
    for (int i = 0; i < QI_LAB_GAMES; i++)
        cases += found->cases[i];
    if (!found->difference.length)
        cli_text(out, !cases        ? "no case was compared\n"
                      : interrupted ? "no difference (interrupted)\n"
                                    : "no difference\n");
    else
        cli_printf(out, "engine and oracle differ: %s\n%s", found->difference.bytes,
                   qi_buffer_text(&found->input));
}

static json_t *comparison_json(const qi_lab_comparison *found)
{
    json_t *games = json_object();
    for (int i = 0; i < QI_LAB_GAMES; i++)
        json_object_set_new(games, qi_lab_games[i]->name,
                            json_pack("{s:I, s:I}", "cases", (json_int_t)found->cases[i],
                                      "compared", (json_int_t)found->positions[i]));
    json_t *json = json_pack("{s:b, s:o}", "agree", !found->difference.length, "problems", games);
    if (found->difference.length) {
        json_object_set_new(json, "difference", json_string(found->difference.bytes));
        json_object_set_new(json, "input", json_string(qi_buffer_text(&found->input)));
    }
    return json;
}

int cli_fail_cases(const cli_spec *spec)
{
    return cli_fail(spec, "%s",
                    errno == EAGAIN ? qi_start_error(EAGAIN) : qi_result_text(QI_NO_MEMORY));
}

int cli_selftest(int argc, char **argv)
{
    uint64_t jobs = cli_cores(), count = 0, seed;
    qi_shard shard;
    double seconds;
    bool count_given = false, time_given = false, json = false;
    const cli_option options[] = {
        opt_given(&time_given, opt_seconds("time", "T", &seconds, "5s",
                                           "run for this long, unless --count is given")),
        opt_given(&count_given, opt_number("count", "N", &count, NULL, 1, 0, "number of cases")),
        opt_jobs(&jobs, NULL, 256, "number of threads (default: one per core)"),
        opt_number("seed", "S", &seed, "1", 0, 0, "seed of the cases"),
        opt_shard(&shard, "only part K of N of the cases, for several machines"),
        {0}};
    const cli_spec spec = {
        .command = "qi selftest",
        .description =
            "Compares the engines of all three games with their oracles, which share no\n"
            "code with them, on cases from all generators: every verdict, group, legal move,\n"
            "repeated position, winning board and shortest walk. The exit status is 1 if\n"
            "they differ.\n",
        .options = options,
        .json = &json};
    int first;
    const int go_on = cli_parse(&spec, argc, argv, &first);
    if (go_on != CLI_GO_ON)
        return go_on;
    const qi_lab_cases cases = {0, count_given ? count : UINT64_MAX, shard, (unsigned)jobs};
    const bool timed = !count_given || time_given;
    selftest test = {.end = timed ? qi_seconds() + seconds : 0,
                     .seconds = timed ? seconds : 0,
                     .count = count / shard.parts,
                     .parts = shard.parts};
    const qi_host host = {.size = sizeof host, .stop = &test.signals.stop};
    qi_lab_comparison found;
    const double cpu = qi_cpu_seconds();
    cli_progress_start(&test.progress);
    cli_watch_start(&test.signals);
    errno = 0;
    const qi_result result = qi_lab_compare_engines(&cases, seed, &host, watch, &test, &found);
    cli_progress_end(&test.progress);
    const double spent = qi_cpu_seconds() - cpu;
    int status = CLI_BAD;
    if (result == QI_NO_MEMORY) {
        cli_fail_cases(&spec);
    } else {
        cli_out out;
        cli_out_stdout(&out);
        if (json)
            cli_print_json(&out, comparison_json(&found));
        else
            print(&out, &found, qi_stop_is_set(&test.signals.stop));
        cli_flush(&out);
        cli_remark("%.1f CPU s, %.0f a second\n", spent,
                   (double)(found.positions[0] + found.positions[1] + found.positions[2]) /
                       (spent + 1e-9));
        status = cli_out_close(&spec, &out, found.difference.length ? CLI_NO : CLI_DONE);
    }
    qi_lab_comparison_free(&found);
    return cli_watch_end(&test.signals, status);
}
