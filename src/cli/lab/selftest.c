#include "lab/selftest.h"
#include "base/clock.h"
#include "cli/cli.h"
#include "cli/verbs.h"

#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

enum { GAMES = 3, MOST_JOBS = 256 };

static const qi_lab_game *const games[GAMES] = {&qi_lab_nogo, &qi_lab_go, &qi_lab_maze};

typedef struct selftest {
    uint64_t seed, count;
    atomic_uint_fast64_t next; /* the next case; they go to the games in turn */
    atomic_bool stop;
    atomic_uint running;
    atomic_uint_fast64_t cases[GAMES], positions[GAMES];
    pthread_mutex_t lock; /* over the two below */
    qi_buffer input, difference;
} selftest;

static void *work(void *argument)
{
    selftest *const test = argument;
    qi_buffer input = {0};
    qi_buffer difference = {0};
    while (!atomic_load(&test->stop)) {
        const uint64_t index = atomic_fetch_add(&test->next, 1);
        if (index >= test->count)
            break;
        const int game = (int)(index % GAMES);
        const uint64_t positions =
            qi_lab_selftest(games[game], test->seed, index / GAMES, &input, &difference);
        atomic_fetch_add(&test->cases[game], 1);
        atomic_fetch_add(&test->positions[game], positions);
        if (difference.length) {
            atomic_store(&test->stop, true);
            pthread_mutex_lock(&test->lock);
            if (!test->difference.length) {
                qi_buffer_printf(&test->difference, "%s, case %llu: %s", games[game]->name,
                                 (unsigned long long)(index / GAMES), difference.bytes);
                qi_buffer_add(&test->input, input.bytes ? input.bytes : "", input.length);
            }
            pthread_mutex_unlock(&test->lock);
        }
    }
    qi_buffer_free(&input);
    qi_buffer_free(&difference);
    atomic_fetch_sub(&test->running, 1);
    return NULL;
}

/* Runs the threads; false when none could be started. */
static bool run(selftest *test, uint64_t jobs, double seconds)
{
    pthread_t threads[MOST_JOBS];
    uint64_t started = 0;
    atomic_store(&test->running, (unsigned)jobs);
    while (started < jobs && pthread_create(&threads[started], NULL, work, test) == 0)
        started++;
    atomic_fetch_sub(&test->running, (unsigned)(jobs - started));
    const double start = qi_seconds();
    cli_progress progress;
    cli_progress_start(&progress);
    while (atomic_load(&test->running)) {
        usleep(10000);
        if (seconds > 0 && qi_seconds() - start > seconds)
            atomic_store(&test->stop, true);
        if (cli_progress_due(&progress))
            cli_progress_line(&progress, "%llu cases, no difference",
                              (unsigned long long)atomic_load(&test->next));
    }
    cli_progress_end(&progress);
    for (uint64_t i = 0; i < started; i++)
        pthread_join(threads[i], NULL);
    return started > 0;
}

int cli_selftest(int argc, char **argv)
{
    const long cores = sysconf(_SC_NPROCESSORS_ONLN);
    uint64_t jobs = cores > 0 && cores < MOST_JOBS ? (uint64_t)cores : 1;
    uint64_t count = 0, seed = 1;
    double seconds = 5;
    bool count_given = false, time_given = false;
    const cli_option options[] = {{.name = "time",
                                   .kind = CLI_SECONDS,
                                   .value = &seconds,
                                   .argument = "T",
                                   .given = &time_given,
                                   .help = "for so long (default 5s, unless --count is given)"},
                                  {.name = "count",
                                   .kind = CLI_NUMBER,
                                   .value = &count,
                                   .argument = "N",
                                   .given = &count_given,
                                   .help = "so many cases"},
                                  {.name = "jobs",
                                   .kind = CLI_NUMBER,
                                   .value = &jobs,
                                   .argument = "J",
                                   .min = 1,
                                   .max = MOST_JOBS,
                                   .help = "threads (default: one per core)"},
                                  {.name = "seed",
                                   .kind = CLI_NUMBER,
                                   .value = &seed,
                                   .argument = "S",
                                   .help = "another seed, other cases (default 1)"},
                                  {0}};
    const cli_spec spec = {
        .command = "qi selftest",
        .description =
            "Holds the engines of all three games against the slow referees, which share no code\n"
            "with them, on cases from all generators: every verdict, group, legal move, repeated\n"
            "position, winning board and shortest walk. Exit status 1 when the two differ.\n",
        .options = options};
    int first;
    const int go_on = cli_parse(&spec, argc, argv, &first);
    if (go_on != CLI_GO_ON)
        return go_on;
    selftest test = {.seed = seed, .count = count_given ? count : UINT64_MAX};
    pthread_mutex_init(&test.lock, NULL);
    const double cpu = qi_cpu_seconds();
    if (!run(&test, jobs, count_given && !time_given ? 0 : seconds))
        return cli_fail(&spec, "cannot start a thread");
    const double spent = qi_cpu_seconds() - cpu;
    uint64_t total = 0;
    cli_out out;
    cli_out_stdout(&out);
    for (int i = 0; i < GAMES; i++) {
        const uint64_t positions = atomic_load(&test.positions[i]);
        cli_printf(&out, "%-5s %10llu cases %12llu %s\n", games[i]->name,
                   (unsigned long long)atomic_load(&test.cases[i]), (unsigned long long)positions,
                   games[i] == &qi_lab_maze ? "boards" : "positions");
        total += positions;
    }
    const bool same = !test.difference.length;
    if (same)
        cli_text(&out, "no difference\n");
    else
        cli_printf(&out, "engine and oracle differ: %s\n%s", test.difference.bytes,
                   test.input.bytes ? test.input.bytes : "");
    cli_flush(&out);
    fprintf(stderr, "%.1f CPU s, %.0f a second\n", spent, (double)total / (spent + 1e-9));
    pthread_mutex_destroy(&test.lock);
    qi_buffer_free(&test.input);
    qi_buffer_free(&test.difference);
    return cli_out_close(&spec, &out, same ? CLI_DONE : CLI_NO);
}
