#include "lab/growth.h"
#include "lab/schedule.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MOST_STEPS = 16 };

typedef struct step {
    uint32_t size;
    double seconds;
    bool over; /* ended before it was done */
} step;

typedef struct search {
    const qi_lab_setup *setup;
    uint64_t index;
    qi_lab_bench *bench;
    double deadline; /* of the bench's clock */
    step steps[MOST_STEPS];
    int count;
    uint64_t runs;
} search;

/* What was asked for in the case that is too slow. */
static qi_lab_request request_of(const search *work, qi_random *random)
{
    const qi_lab_game *const game = work->setup->game;
    qi_lab_case_random(random, work->setup->seed, work->index);
    return qi_lab_scheduled(game->schedule, random, work->index, qi_lab_count_families(game),
                            &work->setup->most);
}

/* The case at another size. */
static bool make(const search *work, uint32_t size, qi_lab_case *it)
{
    const qi_lab_setup *const setup = work->setup;
    const qi_lab_game *const game = setup->game;
    qi_random random;
    qi_lab_request request = request_of(work, &random);
    qi_lab_request_resize(game->schedule, &request, size);
    const qi_lab_family *const family =
        setup->family ? setup->family : qi_lab_family_in_turn(game, work->index);
    *it = (qi_lab_case){0};
    return qi_lab_make_scheduled(family, &random, &request, it);
}

static bool out_of_time(const search *work)
{
    return (work->bench->stop && atomic_load(work->bench->stop)) ||
           qi_lab_bench_clock(work->bench) > work->deadline;
}

/* Runs the program at a size, with `patience` times the limit. False when there is no result. */
static bool run(search *work, uint32_t size, double patience, step *it)
{
    qi_lab_case made;
    qi_lab_limits limits = work->setup->limits;
    limits.seconds *= patience;
    bool good = !out_of_time(work) && make(work, size, &made);
    if (good) {
        qi_buffer_clear(&work->bench->input);
        work->setup->game->write(&made, &work->bench->input);
        const qi_lab_run_result result =
            qi_lab_bench_run(work->bench, work->setup->program, &limits, &work->bench->output);
        work->runs++;
        *it = (step){size, result.cpu_seconds, result.ending == QI_LAB_TOO_LONG};
        good = result.ending != QI_LAB_NOT_RUN && result.ending != QI_LAB_STOPPED && !result.asleep;
        qi_lab_case_free(&made);
    }
    return good;
}

static bool is_slow(const search *work, const step *it)
{
    return it->over || it->seconds > work->setup->limits.seconds;
}

/* The power with which the last two measured times grow; 0 when they are too short to tell. What
 * even the smallest input takes is the start of the program. */
static double power_of(const search *work)
{
    const double start = work->steps[0].seconds;
    for (int i = work->count - 1; i > 1; i--) {
        const step *const large = &work->steps[i];
        const step *const small = &work->steps[i - 1];
        if (large->over || small->seconds - start < 0.01)
            continue;
        return log((large->seconds - start) / (small->seconds - start)) /
               log((double)large->size / small->size);
    }
    return 0;
}

static void say_power(double power, qi_buffer *text)
{
    static const char *const powers[] = {"", "n", "n²", "n³", "n⁴", "n⁵", "n⁶"};
    const int whole = (int)(power + 0.5);
    if (whole < 1 || whole > 6)
        return;
    if (fabs(power - whole) <= 0.25)
        qi_buffer_printf(text, ": about %s", powers[whole]);
    else
        qi_buffer_printf(text, ": about n^%.1f", power);
}

/* "n = 75 0.01 s, 150 0.20 s, 300 3.10 s: about n⁴": the last three of the sizes tried. */
static void say_growth(const search *work, uint32_t smallest, qi_lab_failure *failure)
{
    qi_buffer text = {0};
    qi_buffer_printf(&text, "it is too slow from about n = %u on", smallest);
    const int from = work->count > 3 ? work->count - 3 : 0;
    for (int i = from; i < work->count; i++)
        qi_buffer_printf(&text, "%s%u %s%.2f s", i == from ? "; n = " : ", ", work->steps[i].size,
                         work->steps[i].over ? "more than " : "", work->steps[i].seconds);
    say_power(power_of(work), &text);
    snprintf(failure->judgement.sentence, sizeof failure->judgement.sentence, "%s",
             text.bytes ? text.bytes : "");
    qi_buffer_free(&text);
}

bool qi_lab_find_slow_size(const qi_lab_setup *setup, uint64_t index, qi_lab_case *it,
                           qi_lab_failure *failure, qi_lab_bench *bench, double seconds,
                           qi_lab_shrinking *shrinking)
{
    enum { PATIENCE = 2, CLOSE = 16 /* sizes that differ by less than a part of this are alike */ };
    search work = {.setup = setup,
                   .index = index,
                   .bench = bench,
                   .deadline = qi_lab_bench_clock(bench) + seconds};
    const qi_lab_schedule *const schedule = setup->game->schedule;
    qi_random random;
    const qi_lab_request request = request_of(&work, &random);
    const uint32_t known = qi_lab_request_size(schedule, &request);
    uint32_t fast = schedule->smallest - 1, slow = 0;
    int halvings = 0;
    while (halvings + 1 < MOST_STEPS && known >> (halvings + 1) > schedule->smallest)
        halvings++;
    /* Doubling, until it is too slow. */
    for (; !slow; halvings--) {
        step *const now = &work.steps[work.count];
        if (halvings < 0 || !run(&work, known >> halvings, PATIENCE, now))
            return false;
        work.count++;
        *(is_slow(&work, now) ? &slow : &fast) = now->size;
    }
    /* Then by halves. */
    while (slow - fast > 1 + slow / CLOSE) {
        step between;
        const uint32_t middle = fast + (slow - fast) / 2;
        if (!run(&work, middle, 1, &between))
            break;
        *(is_slow(&work, &between) ? &slow : &fast) = middle;
    }
    qi_lab_case found;
    if (!make(&work, slow, &found))
        return false;
    qi_lab_case_free(it);
    *it = found;
    say_growth(&work, slow, failure);
    *shrinking = (qi_lab_shrinking){.tried = work.runs,
                                    .taken = slow < known,
                                    .complete = slow - fast <= 1 + slow / CLOSE,
                                    .by_size = true};
    return true;
}
