#include "lab/bench/bench.h"
#include "base/numbers.h"
#include "cli/json.h"
#include "cli/verbs.h"

#include <inttypes.h>
#include <string.h>

static const bench_engine *const rooms[] = {bench_nogo, bench_go, bench_maze};

/* Units per CPU second, from at least `seconds` of work; 0 when the engine failed. */
static double measure(const bench_engine *engine, double seconds)
{
    const double start = qi_cpu_seconds();
    uint64_t units = 0;
    double spent;
    do {
        const uint64_t done = engine->work();
        if (!done)
            return 0;
        units += done;
        spent = qi_cpu_seconds() - start;
    } while (spent < seconds);
    return (double)units / spent;
}

/* A line of the table, or an entry of the list; rate 0: only the signature. */
static void tell(cli_out *out, json_t *list, const bench_engine *engine, double rate,
                 uint64_t signature)
{
    char digest[20];
    snprintf(digest, sizeof digest, "%016" PRIx64, signature);
    if (list) {
        json_t *entry = json_pack("{s:s, s:s}", "engine", engine->name, "signature", digest);
        if (rate > 0) {
            json_object_set_new(entry, "rate", json_real(rate));
            json_object_set_new(entry, "unit", json_string(engine->unit));
        }
        json_array_append_new(list, entry);
    } else if (rate > 0) {
        cli_printf(out, "%-22s %14.0f %s/s   %s\n", engine->name, rate, engine->unit, digest);
        cli_flush(out);
    } else {
        cli_printf(out, "%-22s %s\n", engine->name, digest);
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
    for (size_t r = 0; r < sizeof rooms / sizeof *rooms; r++)
        for (const bench_engine *engine = rooms[r]; engine->name; engine++)
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
        opt_flag("json", &json, "print the table as one line of JSON"),
        {0}};
    const cli_spec spec = {
        .command = "qi bench",
        .description =
            "Measures every engine (units per CPU second, one thread) and prints a signature:\n"
            "a digest of its results on fixed seeds, the same on every machine. If a signature\n"
            "changes, behaviour has changed.\n",
        .options = options};
    int first;
    const int go_on = cli_parse(&spec, argc, argv, &first);
    if (go_on != CLI_GO_ON)
        return go_on;

    cli_out out;
    cli_out_stdout(&out);
    uint64_t total = QI_DIGEST_START;
    unsigned done = 0;
    const unsigned all = count_wanted(only);
    cli_progress progress;
    cli_progress_start(&progress);
    json_t *list = json ? json_array() : NULL;
    for (size_t r = 0; r < sizeof rooms / sizeof *rooms; r++)
        for (const bench_engine *engine = rooms[r]; engine->name; engine++) {
            if (!is_wanted(engine, only))
                continue;
            cli_progress_set(&progress, done++, all, 0);
            if (cli_progress_due(&progress))
                cli_progress_line(&progress, "measuring %s, %u of %u", engine->name, done, all);
            const uint64_t signature = engine->signature();
            if (!signature) {
                cli_flush(&out);
                json_decref(list);
                return cli_fail(&spec, "%s: %s", engine->name, qi_result_text(QI_NO_MEMORY));
            }
            total = qi_digest(total, signature);
            const double rate = only_signature ? 0 : measure(engine, seconds);
            if (!only_signature && !(rate > 0)) {
                json_decref(list);
                return cli_fail(&spec, "%s: %s", engine->name, qi_result_text(QI_NO_MEMORY));
            }
            cli_progress_end(&progress);
            tell(&out, list, engine, rate, signature);
        }
    if (!all) {
        json_decref(list);
        return cli_fail(&spec, "--only: found '%s', expected the start of an engine's name", only);
    }
    char digest[20];
    snprintf(digest, sizeof digest, "%016" PRIx64, total);
    if (list)
        cli_print_json(&out, json_pack("{s:o, s:s}", "engines", list, "signature", digest));
    else
        cli_printf(&out, "%-22s %s\n", "signature", digest);
    return cli_out_close(&spec, &out, CLI_DONE);
}
