#include "lab/stress.h"
#include "base/clock.h"

#include "lab/judge.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void lab_bench_free(lab_bench *bench)
{
    qi_buffer_free(&bench->input);
    qi_buffer_free(&bench->output);
    qi_buffer_free(&bench->other);
}

/* ---- one case ----------------------------------------------------------------------------- */

/* The families take turns. */
static const lab_family *pick_family(const lab_setup *setup, uint64_t index)
{
    uint64_t families = 1; /* every game has some */
    while (setup->game->families[families].name)
        families++;
    return setup->family ? setup->family : &setup->game->families[index % families];
}

bool lab_make_case(const lab_setup *setup, uint64_t index, lab_case *it)
{
    qi_random random;
    lab_case_random(&random, setup->seed, index);
    const lab_request request = setup->game->schedule(&random, index, &setup->most);
    return pick_family(setup, index)->make(&random, &request, it);
}

static lab_kind kind_of(lab_ending ending)
{
    switch (ending) {
    case LAB_ENDED:
        return LAB_PASSED;
    case LAB_EXITED:
        return LAB_EXIT;
    case LAB_CRASHED:
        return LAB_CRASH;
    case LAB_TOO_LONG:
        return LAB_TIME;
    case LAB_TOO_LARGE:
        return LAB_MEMORY;
    case LAB_TOO_MUCH:
        return LAB_OUTPUT;
    case LAB_NOT_RUN:
    case LAB_STOPPED:
        break;
    }
    return LAB_BROKEN;
}

static const char *text_of(const qi_buffer *text)
{
    return text->bytes ? text->bytes : "";
}

/* Runs one of the programs; its output is judged unless the two are only to be compared. */
static void examine_one(const lab_setup *setup, const lab_case *it, lab_bench *bench, int which,
                        bool judged, lab_failure *failure)
{
    qi_buffer *const output = which == 1 ? &bench->output : &bench->other;
    failure->which = which;
    failure->run =
        lab_run(which == 1 ? setup->program : setup->against, &setup->limits, bench->input.bytes,
                bench->input.length, output, NULL, bench->stop, bench->group);
    failure->kind = kind_of(failure->run.ending);
    if (failure->kind != LAB_PASSED || !judged)
        return;
    setup->game->judge(it, bench->input.bytes, bench->input.length, text_of(output), output->length,
                       &failure->judgement);
    if (!failure->judgement.right)
        failure->kind = LAB_WRONG;
}

/* Two programs differ; our own judge knows which of them is right. */
static void say_who_is_right(const lab_setup *setup, const lab_case *it, const lab_bench *bench,
                             lab_failure *failure)
{
    lab_judgement judgements[2];
    const qi_buffer *const outputs[2] = {&bench->output, &bench->other};
    for (int i = 0; i < 2; i++)
        setup->game->judge(it, bench->input.bytes, bench->input.length, text_of(outputs[i]),
                           outputs[i]->length, &judgements[i]);
    lab_judgement *const told = &failure->judgement;
    const lab_judgement *const wrong = &judgements[judgements[0].right ? 1 : 0];
    told->mark = wrong->mark;
    told->after = wrong->after;
    const size_t used = strlen(told->sentence);
    snprintf(told->sentence + used, sizeof told->sentence - used, "; %s is right",
             judgements[0].right   ? "the first"
             : judgements[1].right ? "the second"
                                   : "neither");
}

void lab_examine(const lab_setup *setup, const lab_case *it, lab_bench *bench, lab_failure *failure)
{
    *failure = (lab_failure){.kind = LAB_BROKEN, .judgement = {.mark = QI_NO_POINT}};
    qi_buffer_clear(&bench->input);
    setup->game->write(it, &bench->input);
    if (bench->input.failed)
        return;
    const bool judged = !setup->against || setup->game->many_right;
    examine_one(setup, it, bench, 1, judged, failure);
    if (failure->kind != LAB_PASSED || !setup->against)
        return;
    examine_one(setup, it, bench, 2, judged, failure);
    if (failure->kind != LAB_PASSED || judged)
        return;
    failure->which = 1;
    lab_compare(text_of(&bench->output), bench->output.length, text_of(&bench->other),
                bench->other.length, &failure->judgement);
    if (!failure->judgement.right) {
        failure->kind = LAB_DIFFERENT;
        say_who_is_right(setup, it, bench, failure);
    }
}

void lab_explain(const lab_failure *failure, qi_buffer *text)
{
    const lab_run_result *const run = &failure->run;
    if (failure->which == 2)
        qi_buffer_add_text(text, "the second program: ");
    switch (failure->kind) {
    case LAB_PASSED:
        qi_buffer_add_text(text, "nothing is wrong");
        break;
    case LAB_WRONG:
    case LAB_DIFFERENT:
        qi_buffer_add_text(text, failure->judgement.sentence);
        break;
    case LAB_CRASH:
        qi_buffer_printf(text, "it crashed with %s (signal %d)", lab_signal_name(run->code),
                         run->code);
        break;
    case LAB_EXIT:
        qi_buffer_printf(text, "it ended with exit status %d, expected 0", run->code);
        break;
    case LAB_TIME:
        qi_buffer_add_text(text, "it did not end within the time limit");
        break;
    case LAB_MEMORY:
        qi_buffer_add_text(text, "it took more memory than the limit");
        break;
    case LAB_OUTPUT:
        qi_buffer_add_text(text, "it printed more than the limit");
        break;
    case LAB_BROKEN:
        qi_buffer_printf(text, "it could not be run: %s", strerror(run->code));
        break;
    }
}

/* ---- many cases --------------------------------------------------------------------------- */

struct lab_campaign {
    const lab_setup *setup;
    atomic_uint_fast64_t next; /* the next case to take */
    uint64_t end;              /* one past the last */
    atomic_uint_fast64_t cases, largest;
    atomic_bool stop;
    atomic_uint running; /* threads */
    /* The failing case with the smallest number so far; cases above it are of no interest. */
    atomic_uint_fast64_t first_failure;
    pthread_mutex_t lock; /* over the two below */
    lab_case failed_case;
    lab_failure failure;
    unsigned jobs;
    pthread_t *threads;
    atomic_int *groups; /* what each thread runs */
    atomic_uint started;
};

/* Keeps the failure if it is the first so far. */
static void keep(lab_campaign *campaign, uint64_t index, lab_case *it, const lab_failure *failure)
{
    pthread_mutex_lock(&campaign->lock);
    if (index < atomic_load(&campaign->first_failure)) {
        atomic_store(&campaign->first_failure, index);
        lab_case_free(&campaign->failed_case);
        campaign->failed_case = *it;
        *it = (lab_case){0};
        campaign->failure = *failure;
    }
    pthread_mutex_unlock(&campaign->lock);
}

static void note_size(lab_campaign *campaign, uint64_t size)
{
    uint_fast64_t largest = atomic_load(&campaign->largest);
    while (size > largest && !atomic_compare_exchange_weak(&campaign->largest, &largest, size))
        ;
}

static void *work(void *argument)
{
    lab_campaign *const campaign = argument;
    lab_bench bench = {.stop = &campaign->stop,
                       .group = &campaign->groups[atomic_fetch_add(&campaign->started, 1)]};
    while (!atomic_load(&campaign->stop)) {
        const uint64_t index = atomic_fetch_add(&campaign->next, 1);
        if (index >= campaign->end || index > atomic_load(&campaign->first_failure))
            break;
        lab_case it;
        lab_failure failure = {.kind = LAB_BROKEN};
        if (lab_make_case(campaign->setup, index, &it))
            lab_examine(campaign->setup, &it, &bench, &failure);
        note_size(campaign, it.cells ? it.rows : it.move_count);
        if (failure.kind == LAB_PASSED)
            atomic_fetch_add(&campaign->cases, 1);
        else if (failure.run.ending != LAB_STOPPED)
            keep(campaign, index, &it, &failure);
        lab_case_free(&it);
    }
    lab_bench_free(&bench);
    atomic_fetch_sub(&campaign->running, 1);
    return NULL;
}

lab_campaign *lab_campaign_start(const lab_setup *setup, uint64_t first, uint64_t count,
                                 unsigned jobs)
{
    lab_campaign *const campaign = calloc(1, sizeof *campaign);
    if (!campaign)
        return NULL;
    campaign->setup = setup;
    atomic_init(&campaign->next, first);
    campaign->end = count > UINT64_MAX - first ? UINT64_MAX : first + count;
    atomic_init(&campaign->first_failure, UINT64_MAX);
    atomic_init(&campaign->running, jobs);
    campaign->jobs = jobs;
    campaign->threads = calloc(jobs, sizeof *campaign->threads);
    campaign->groups = calloc(jobs, sizeof *campaign->groups);
    pthread_mutex_init(&campaign->lock, NULL);
    unsigned started = 0;
    while (campaign->threads && campaign->groups && started < jobs &&
           pthread_create(&campaign->threads[started], NULL, work, campaign) == 0)
        started++;
    if (started < jobs) {
        atomic_store(&campaign->stop, true);
        for (unsigned i = 0; i < started; i++)
            pthread_join(campaign->threads[i], NULL);
        campaign->jobs = 0;
        lab_campaign_end(campaign, &(uint64_t){0}, &(lab_case){0}, &(lab_failure){0});
        return NULL;
    }
    return campaign;
}

void lab_campaign_tally(lab_campaign *campaign, lab_tally *tally)
{
    tally->cases = atomic_load(&campaign->cases);
    tally->largest = atomic_load(&campaign->largest);
    tally->failed = atomic_load(&campaign->first_failure) != UINT64_MAX;
    tally->finished = atomic_load(&campaign->running) == 0;
}

void lab_campaign_stop(lab_campaign *campaign)
{
    atomic_store(&campaign->stop, true);
}

void lab_campaign_sweep(lab_campaign *campaign)
{
    lab_end_orphans(campaign->groups, campaign->jobs);
}

bool lab_campaign_end(lab_campaign *campaign, uint64_t *index, lab_case *it, lab_failure *failure)
{
    for (unsigned i = 0; i < campaign->jobs; i++)
        pthread_join(campaign->threads[i], NULL);
    *index = atomic_load(&campaign->first_failure);
    *it = campaign->failed_case;
    *failure = campaign->failure;
    pthread_mutex_destroy(&campaign->lock);
    free(campaign->threads);
    free(campaign->groups);
    free(campaign);
    return *index != UINT64_MAX;
}

/* ---- making it smaller -------------------------------------------------------------------- */

typedef struct shrinker {
    const lab_setup *setup;
    lab_bench *bench;
    lab_case *best;
    lab_failure *failure;
    lab_case better; /* what was just taken */
    double deadline;
    lab_shrinking so_far;
    void (*told)(void *context, const lab_shrinking *so_far, const lab_case *it);
    void *context;
} shrinker;

static bool out_of_time(const shrinker *work)
{
    return (work->bench->stop && atomic_load(work->bench->stop)) || qi_seconds() > work->deadline;
}

static bool attempt(void *context, const lab_case *smaller)
{
    shrinker *const work = context;
    if (out_of_time(work))
        return false;
    lab_failure failure;
    lab_examine(work->setup, smaller, work->bench, &failure);
    work->so_far.tried++;
    if (work->told)
        work->told(work->context, &work->so_far, work->best);
    if (failure.kind != work->failure->kind || failure.which != work->failure->which)
        return false;
    if (!lab_case_copy(&work->better, smaller)) {
        lab_case_free(&work->better);
        return false;
    }
    *work->failure = failure;
    work->so_far.taken++;
    return true;
}

/* Where no small step leads on, a smaller case may still fail: looks among fresh ones. */
static bool find_below(shrinker *work)
{
    enum { TRIES = 2000 };
    lab_request request = work->setup->most;
    if (!work->setup->game->below(work->best, &request))
        return false;
    bool taken = false;
    for (uint64_t i = 0; i < TRIES && !taken && !out_of_time(work); i++) {
        qi_random random;
        lab_case_random(&random, ~work->setup->seed, i);
        lab_case fresh;
        if (pick_family(work->setup, i)->make(&random, &request, &fresh))
            taken = attempt(work, &fresh);
        lab_case_free(&fresh);
    }
    if (taken) {
        lab_case_free(work->best);
        *work->best = work->better;
    }
    return taken;
}

lab_shrinking lab_shrink(
    const lab_setup *setup, lab_case *it, lab_failure *failure, lab_bench *bench, double seconds,
    void (*told)(void *context, const lab_shrinking *so_far, const lab_case *it), void *context)
{
    shrinker work = {.setup = setup,
                     .bench = bench,
                     .best = it,
                     .failure = failure,
                     .deadline = qi_seconds() + seconds,
                     .told = told,
                     .context = context};
    do {
        while (setup->game->shrink(it, attempt, &work)) {
            lab_case_free(it);
            *it = work.better;
        }
    } while (find_below(&work));
    work.so_far.complete = !out_of_time(&work);
    return work.so_far;
}
