#include "lab/bench/bench.h"
#include "base/numbers.h"
#include "cli/json.h"
#include "cli/verbs.h"

#include <inttypes.h>
#include <string.h>

static const bench_engine *const games[] = {bench_nogo, bench_go, bench_maze};

/* Units per CPU second, from at least `seconds` of work; 0 when the engine failed. */
static double measure(const bench_engine *engine, double seconds)
{
    const double start = qi_cpu_seconds();
    uint64_t units = 0;
    double spent;
    do {
        const uint64_t done = engine->work(engine->which);
        if (!done)
            return 0;
        units += done;
        spent = qi_cpu_seconds() - start;
    } while (spent < seconds);
    return (double)units / spent;
}

/* A line of the table, or an entry of the list; rate 0: only the signature. */
static void print_engine(cli_answer *answer, json_t *list, const bench_engine *engine, double rate,
                         uint64_t signature)
{
    char digest[20];
    snprintf(digest, sizeof digest, "%016" PRIx64, signature);
    json_t *const entry = json_pack("{s:s, s:s}", "name", engine->name, "signature", digest);
    if (rate > 0) {
        json_object_set_new(entry, "rate", json_integer((json_int_t)(rate + 0.5)));
        json_object_set_new(entry, "unit", json_string(engine->unit));
        cli_answer_add(answer, list, NULL, entry, "%-22s %14.0f %s/s   %s\n", engine->name, rate,
                       engine->unit, digest);
        cli_flush(&answer->out);
    } else {
        cli_answer_add(answer, list, NULL, entry, "%-22s %s\n", engine->name, digest);
    }
}

/* Whether an engine is asked for: its name begins so. */
static bool is_wanted(const bench_engine *engine, const char *only)
{
    return !only || strncmp(engine->name, only, strlen(only)) == 0;
}

static unsigned count_wanted(const char *only)
{
    unsigned count = 0;
    for (size_t r = 0; r < sizeof games / sizeof *games; r++)
        for (const bench_engine *engine = games[r]; engine->name; engine++)
            count += is_wanted(engine, only);
    return count;
}

int cli_bench(int argc, char **argv)
{
    bool only_signature = false, json = false;
    const char *only = NULL;
    double seconds;
    const cli_option options[] = {
        opt_flag("signature", &only_signature, "print only the signatures"),
        opt_text("only", "NAME", &only, NULL, "only engines whose name starts with NAME"),
        opt_seconds("time", "T", &seconds, "0.5s", "CPU time for each figure"),
        {0}};
    const cli_spec spec = {
        .command = "qi bench",
        .description =
            "Measures every engine (units per CPU second, one thread) and prints a signature:\n"
            "a digest of its results on fixed seeds, the same on every machine. If a signature\n"
            "changes, behaviour has changed.\n",
        .options = options,
        .json = &json};
    int first;
    const int go_on = cli_parse(&spec, argc, argv, &first);
    if (go_on != CLI_GO_ON)
        return go_on;

    const unsigned all = count_wanted(only);
    if (!all)
        return cli_fail(&spec, "--only: found '%s', expected the start of an engine's name", only);
    cli_answer answer;
    cli_answer_start(&answer, json);
    uint64_t total = QI_DIGEST_START;
    unsigned done = 0;
    cli_progress progress;
    cli_progress_start(&progress);
    json_t *const list = json_array();
    for (size_t r = 0; r < sizeof games / sizeof *games; r++)
        for (const bench_engine *engine = games[r]; engine->name; engine++) {
            if (!is_wanted(engine, only))
                continue;
            cli_progress_set(&progress, done++, all, 0);
            if (cli_progress_due(&progress))
                cli_progress_line(&progress, "measuring %s, %u of %u", engine->name, done, all);
            const uint64_t signature = engine->signature(engine->which);
            const double rate = signature && !only_signature ? measure(engine, seconds) : 0;
            if (!signature || (!only_signature && !(rate > 0))) {
                json_decref(list);
                answer.has_content = false;
                cli_answer_end(&spec, &answer, CLI_BAD);
                return cli_fail(&spec, "%s: %s", engine->name, qi_result_text(QI_NO_MEMORY));
            }
            total = qi_digest(total, signature);
            cli_progress_end(&progress);
            print_engine(&answer, list, engine, rate, signature);
        }
    char digest[20];
    snprintf(digest, sizeof digest, "%016" PRIx64, total);
    cli_answer_add(&answer, NULL, "engines", list, NULL);
    cli_answer_add(&answer, NULL, "signature", json_string(digest), "%-22s %s\n", "signature",
                   digest);
    return cli_answer_end(&spec, &answer, CLI_DONE);
}
