#include "lab/stress.h"
#include "base/host.h"
#include "base/processes.h"
#include "base/workers.h"
#include "lab/games.h"
#include "lab/lab.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void qi_lab_bench_free(qi_lab_bench *bench)
{
    qi_buffer_free(&bench->input);
    qi_buffer_free(&bench->output);
    qi_buffer_free(&bench->other);
    qi_buffer_free(&bench->expected);
    qi_buffer_free(&bench->talk);
}

double qi_lab_bench_clock(const qi_lab_bench *bench)
{
    return qi_cpu_seconds() + bench->seconds;
}

qi_lab_run_result qi_lab_bench_run(qi_lab_bench *bench, const qi_lab_setup *setup, int which,
                                   const qi_lab_limits *limits)
{
    const qi_lab_run_result result =
        qi_lab_run(which == 1 ? setup->program : setup->against, limits, bench->input.bytes,
                   bench->input.length, which == 1 ? &bench->output : &bench->other,
                   bench->heard == which ? &bench->talk : NULL, bench->stop, bench->number);
    bench->seconds += result.cpu_seconds + result.idle_seconds;
    return result;
}

/* ---- one case ----------------------------------------------------------------------------- */

bool qi_lab_setup_case(const qi_lab_setup *setup, uint64_t index, qi_lab_case *it)
{
    qi_lab_request request = setup->max;
    request.growing = true;
    *it = (qi_lab_case){0};
    return qi_lab_make_case(setup->game, setup->family, &request, setup->seed, index, it);
}

/* How a run that ended so failed; QI_LAB_PASSED when its output is yet to be judged. */
static qi_lab_kind kind_of(qi_lab_ending ending)
{
    switch (ending) {
    case QI_LAB_ENDED:
        return QI_LAB_PASSED;
    case QI_LAB_EXITED:
        return QI_LAB_EXIT;
    case QI_LAB_CRASHED:
        return QI_LAB_CRASH;
    case QI_LAB_TOO_LONG:
        return QI_LAB_TIME;
    case QI_LAB_TOO_LARGE:
        return QI_LAB_MEMORY;
    case QI_LAB_TOO_MUCH:
        return QI_LAB_OUTPUT;
    case QI_LAB_NOT_RUN:
    case QI_LAB_STOPPED:
        break;
    }
    return QI_LAB_BROKEN;
}

/* "line 3: found 'Black 2 3', expected two integers" */
static void show_line(const qi_buffer *output, const char *expected, qi_verdict *verdict)
{
    char found[QI_LAB_QUOTED];
    qi_lab_say(verdict,
               qi_message_of(
                   "line %llu: found %s, expected %s", (unsigned long long)verdict->line,
                   qi_lab_quote_line(qi_buffer_text(output), output->length, verdict->line, found),
                   expected));
}

/* Judges the output of one program. False when there is no memory for it, which is not the
 * program's fault. */
static bool judge_output(const qi_lab_setup *setup, const qi_lab_case *it,
                         const qi_lab_bench *bench, int which, qi_verdict *verdict,
                         qi_lab_failure *failure)
{
    const qi_buffer *const output = which == 1 ? &bench->output : &bench->other;
    if (setup->game->judge(it, qi_buffer_text(output), output->length, verdict) != QI_OK) {
        failure->kind = QI_LAB_BROKEN;
        failure->run.code = ENOMEM;
        return false;
    }
    if (verdict->fault == QI_FAULT_NOT_A_MOVE)
        show_line(output, "two integers", verdict);
    return true;
}

static void judge(const qi_lab_setup *setup, const qi_lab_case *it, qi_lab_bench *bench, int which,
                  qi_lab_failure *failure)
{
    const qi_buffer *const output = which == 1 ? &bench->output : &bench->other;
    if (setup->game->check) {
        setup->game->check(setup, bench, failure);
        return;
    }
    if (!judge_output(setup, it, bench, which, &failure->verdict, failure) ||
        failure->verdict.right)
        return;
    failure->kind = QI_LAB_WRONG;
    failure->printed_nothing = !output->length;
}

/* Runs one of the programs; its output is judged unless the two are only to be compared. */
static void examine_one(const qi_lab_setup *setup, const qi_lab_case *it, qi_lab_bench *bench,
                        int which, bool judged, qi_lab_failure *failure)
{
    failure->which = which;
    /* Too slow if two runs exceed the limit: a busy machine makes programs slower. */
    const int max = bench->once ? 1 : 2;
    for (int i = 0; i == 0 || (i < max && failure->run.ending == QI_LAB_TOO_LONG); i++)
        failure->run = qi_lab_bench_run(bench, setup, which, &setup->limits);
    failure->kind = kind_of(failure->run.ending);
    if (failure->kind == QI_LAB_PASSED && judged)
        judge(setup, it, bench, which, failure);
}

/* The two programs differ; our judge says which of them is right. */
static void say_who_is_right(const qi_lab_setup *setup, const qi_lab_case *it,
                             const qi_lab_bench *bench, qi_lab_failure *failure)
{
    qi_verdict verdicts[2];
    for (int i = 0; i < 2; i++)
        if (!judge_output(setup, it, bench, i + 1, &verdicts[i], failure))
            return;
    qi_verdict *const verdict = &failure->verdict;
    const qi_verdict *const wrong = &verdicts[verdicts[0].right ? 1 : 0];
    verdict->mark = wrong->mark;
    verdict->after = wrong->after;
    failure->right = verdicts[0].right ? "the first" : verdicts[1].right ? "the second" : "neither";
}

/* Whether a program was still at work when it reached a limit. */
static bool reached_limit(const qi_lab_failure *failure)
{
    return failure->kind == QI_LAB_TIME || failure->kind == QI_LAB_MEMORY ||
           failure->kind == QI_LAB_OUTPUT;
}

/* Runs the second program after the first. False when that settles the case: it failed, not
 * counting limits, or the two differ. */
static bool examine_other(const qi_lab_setup *setup, const qi_lab_case *it, qi_lab_bench *bench,
                          qi_lab_failure *failure)
{
    const qi_lab_failure first = *failure;
    const bool many_right = setup->game->many_right;
    examine_one(setup, it, bench, 2, many_right, failure);
    if (failure->kind != QI_LAB_PASSED && !reached_limit(failure))
        return false;
    const bool answered = failure->kind == QI_LAB_PASSED;
    *failure = first;
    if (many_right || !answered)
        return true;
    failure->verdict.size = sizeof failure->verdict;
    qi_lab_compare(qi_buffer_text(&bench->output), bench->output.length,
                   qi_buffer_text(&bench->other), bench->other.length, &failure->verdict);
    if (failure->verdict.right)
        return true; /* two programs may share a mistake */
    failure->kind = QI_LAB_DIFFERENT;
    say_who_is_right(setup, it, bench, failure);
    return false;
}

void qi_lab_examine(const qi_lab_setup *setup, const qi_lab_case *it, qi_lab_bench *bench,
                    qi_lab_failure *failure)
{
    *failure = (qi_lab_failure){.kind = QI_LAB_BROKEN, .verdict = {.mark = QI_NO_POINT}};
    qi_buffer_clear(&bench->input);
    setup->game->write(it, &bench->input);
    if (bench->input.failed)
        return;
    if (setup->game->prepare && !setup->game->prepare(setup, bench, failure))
        return;
    examine_one(setup, it, bench, 1, false, failure);
    if (failure->kind != QI_LAB_PASSED)
        return;
    if (setup->against && !examine_other(setup, it, bench, failure))
        return;
    judge(setup, it, bench, 1, failure);
}

/* ---- many cases --------------------------------------------------------------------------- */

typedef struct campaign {
    const qi_lab_setup *setup;
    const qi_host *host;
    qi_lab_report *report;
    void *context;
    /* The failing case with the smallest number so far; cases above it are of no interest. */
    atomic_uint_fast64_t first_failure;
    qi_mutex lock; /* over the outcome */
    qi_lab_outcome *outcome;
    unsigned jobs;
    atomic_int *numbers; /* what each thread runs, */
    struct worker {
        atomic_uint_fast64_t index; /* for which case, */
        qi_stop stop;               /* and whether it has to end that */
        qi_lab_bench bench;
    } * workers;
} campaign;

/* Keeps the failure if it is the first so far. */
static void keep(campaign *all, uint64_t index, qi_lab_case *it, const qi_lab_failure *failure)
{
    qi_lab_outcome *const outcome = all->outcome;
    qi_mutex_lock(&all->lock);
    if (index < atomic_load(&all->first_failure)) {
        atomic_store(&all->first_failure, index);
        outcome->tally.failed = true;
        qi_lab_case_free(&outcome->it);
        outcome->it = *it;
        *it = (qi_lab_case){0};
        outcome->failure = *failure;
        for (unsigned i = 0; i < all->jobs; i++)
            if (atomic_load(&all->workers[i].index) > index)
                qi_stop_set(&all->workers[i].stop);
    }
    qi_mutex_unlock(&all->lock);
}

static void raise_to(uint64_t *max, uint64_t value)
{
    if (value > *max)
        *max = value;
}

static const qi_lab_family *family_of(const qi_lab_setup *setup, uint64_t index,
                                      const qi_lab_case *it)
{
    if (setup->game->family)
        return setup->game->family(it);
    return setup->family ? setup->family : qi_lab_family_in_turn(setup->game, index);
}

/* Counts a case that was examined, and what the program took if it was right. */
static void note(campaign *all, uint64_t index, const qi_lab_case *it,
                 const qi_lab_failure *failure)
{
    const qi_lab_run_result *const run = &failure->run;
    qi_lab_tally *const tally = &all->outcome->tally;
    qi_mutex_lock(&all->lock);
    raise_to(&tally->largest, qi_lab_case_size(it));
    if (failure->kind == QI_LAB_PASSED) {
        qi_lab_family_tally *const one =
            &tally->families[family_of(all->setup, index, it) - all->setup->game->families];
        one->cases++;
        tally->cases++;
        raise_to(&one->largest, qi_lab_case_size(it));
        if (run->cpu_seconds > one->seconds)
            one->seconds = run->cpu_seconds;
        if (run->cpu_seconds > tally->seconds)
            tally->seconds = run->cpu_seconds;
        if (!run->memory_below) {
            raise_to(&one->memory, run->memory);
            raise_to(&tally->memory, run->memory);
        }
    }
    qi_mutex_unlock(&all->lock);
}

static bool make_case(const qi_lab_setup *setup, uint64_t index, qi_lab_bench *bench,
                      qi_lab_case *it, qi_lab_failure *failure)
{
    return setup->game->generate ? setup->game->generate(setup, index, bench, it, failure)
                                 : qi_lab_setup_case(setup, index, it);
}

static bool work(void *context, uint32_t number, uint64_t index)
{
    campaign *const all = context;
    struct worker *const worker = &all->workers[number - 1];
    atomic_store(&worker->index, index);
    if (index > atomic_load(&all->first_failure))
        return false;
    worker->bench.stop = &worker->stop;
    worker->bench.number = &all->numbers[number - 1];
    qi_lab_case it = {0};
    qi_lab_failure failure = {.kind = QI_LAB_BROKEN};
    if (make_case(all->setup, index, &worker->bench, &it, &failure))
        qi_lab_examine(all->setup, &it, &worker->bench, &failure);
    note(all, index, &it, &failure);
    const bool failed = failure.kind != QI_LAB_PASSED && failure.run.ending != QI_LAB_STOPPED;
    if (failed)
        keep(all, index, &it, &failure);
    qi_lab_case_free(&it);
    return !failed;
}

static bool watch(void *context, uint64_t taken)
{
    campaign *const all = context;
    (void)taken;
    qi_processes_end_orphans(all->numbers, all->jobs);
    qi_mutex_lock(&all->lock);
    const qi_lab_tally tally = all->outcome->tally;
    qi_mutex_unlock(&all->lock);
    const bool going =
        !qi_host_stops(all->host) && (!all->report || all->report(all->context, &tally));
    for (unsigned i = 0; !going && i < all->jobs; i++)
        qi_stop_set(&all->workers[i].stop);
    return going;
}

qi_result qi_lab_campaign(const qi_lab_setup *setup, const qi_lab_cases *cases, const qi_host *host,
                          qi_lab_report *report, void *context, qi_lab_outcome *outcome)
{
    *outcome = (qi_lab_outcome){0};
    for (const qi_lab_family *family = setup->game->families; family->name; family++)
        outcome->tally.families[outcome->tally.family_count++].family = family;
    campaign all = {.setup = setup,
                    .host = host,
                    .report = report,
                    .context = context,
                    .outcome = outcome,
                    .jobs = cases->jobs,
                    .numbers = calloc(cases->jobs, sizeof *all.numbers),
                    .workers = calloc(cases->jobs, sizeof *all.workers)};
    atomic_init(&all.first_failure, UINT64_MAX);
    qi_mutex_init(&all.lock);
    qi_result result = QI_NO_MEMORY;
    if (all.numbers && all.workers)
        result = qi_lab_take_cases(cases, host, &(qi_lab_series){work, watch, &all});
    qi_processes_end_orphans(NULL, 0);
    outcome->index = atomic_load(&all.first_failure);
    for (unsigned i = 0; all.workers && i < all.jobs; i++)
        qi_lab_bench_free(&all.workers[i].bench);
    qi_mutex_destroy(&all.lock);
    free(all.numbers);
    free(all.workers);
    return result;
}
