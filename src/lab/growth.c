#include "base/message.h"
#include "lab/games.h"
#include "lab/stress.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MAX_STEPS = 24 };

typedef struct step {
    uint32_t size;
    double seconds;
    bool over; /* ended before it was done */
} step;

typedef struct search {
    const qi_lab_setup *setup;
    uint64_t index;
    qi_lab_bench *bench;
    double deadline;       /* of the bench's clock */
    step steps[MAX_STEPS]; /* by size */
    int count;
    uint64_t runs;
} search;

/* The request that made the case that is too slow. */
static qi_lab_request request_of(const search *work, qi_random *random)
{
    const qi_lab_game *const game = work->setup->game;
    qi_lab_case_random(random, work->setup->seed, work->index);
    return qi_lab_scheduled(game->schedule, random, work->index, qi_lab_count_families(game),
                            &work->setup->max);
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
    return (work->bench->stop && qi_stop_is_set(work->bench->stop)) ||
           qi_lab_bench_clock(work->bench) > work->deadline;
}

/* Runs the program at a size, with `factor` times the limit. False when there is no result. */
static bool run(search *work, uint32_t size, double factor, step *it)
{
    qi_lab_case made;
    qi_lab_limits limits = work->setup->limits;
    limits.seconds *= factor;
    bool good = !out_of_time(work) && make(work, size, &made);
    if (good) {
        qi_buffer_clear(&work->bench->input);
        work->setup->game->write(&made, &work->bench->input);
        const qi_lab_run_result result = qi_lab_bench_run(work->bench, work->setup, 1, &limits);
        work->runs++;
        *it = (step){size, result.cpu_seconds, result.ending == QI_LAB_TOO_LONG};
        good = result.ending != QI_LAB_NOT_RUN && result.ending != QI_LAB_STOPPED &&
               !qi_lab_run_was_idle(&result);
        qi_lab_case_free(&made);
    }
    return good;
}

static bool is_slow(const search *work, const step *it)
{
    return it->over || it->seconds > work->setup->limits.seconds;
}

/* Without what the start of the program takes: as much as the smallest size. */
static double own_seconds(const search *work, const step *it)
{
    return it->seconds - work->steps[0].seconds;
}

/* The largest step before number `below` that is clearly smaller than that one; -1 when there is
 * none. */
static int smaller_step(const search *work, int below)
{
    int i = below - 1;
    while (i >= 0 && 3 * work->steps[i].size > 2 * work->steps[below].size)
        i--;
    return i;
}

/* The power with which the times of the largest sizes grow; 0 if they are too short to measure. */
static double power_of(const search *work)
{
    for (int i = work->count - 1; i > 0; i--) {
        const int k = smaller_step(work, i);
        if (k < 1 || work->steps[i].over || own_seconds(work, &work->steps[k]) < 0.01)
            continue;
        return log(own_seconds(work, &work->steps[i]) / own_seconds(work, &work->steps[k])) /
               log((double)work->steps[i].size / work->steps[k].size);
    }
    return 0;
}

/* "n⁴" or "n^1.5"; "" when it is unknown. */
static void write_power(double power, char text[16])
{
    static const char *const powers[] = {"", "n", "n²", "n³", "n⁴", "n⁵", "n⁶"};
    const int whole = (int)(power + 0.5);
    text[0] = '\0';
    if (whole >= 1 && whole <= 6 && fabs(power - whole) <= 0.25)
        snprintf(text, 16, "%s", powers[whole]);
    else if (whole >= 1 && whole <= 6)
        snprintf(text, 16, "n^%.1f", power);
}

/* "n = 75 0.01 s, 150 0.20 s, 300 3.10 s: about n⁴": the largest sizes that were run to their end,
 * not too close, and the smallest that is too slow. */
static void say_growth(const search *work, uint32_t smallest, qi_lab_failure *failure)
{
    enum { SHOWN = 3 };
    int shown[SHOWN], count = 0, top = work->count - 1, slow = top;
    while (slow > 0 && work->steps[slow].size > smallest)
        slow--;
    while (top >= 0 && work->steps[top].over)
        top--;
    if (top < slow)
        shown[count++] = slow;
    for (; top >= 0 && count < SHOWN; top = smaller_step(work, top))
        shown[count++] = top;
    char times[SHOWN * 40] = "", power[16];
    for (int i = count - 1, used = 0; i >= 0; i--) {
        const step *const it = &work->steps[shown[i]];
        used += snprintf(times + used, sizeof times - (size_t)used, "%s%u %s%.2f s",
                         used ? ", " : "", it->size, it->over ? ">" : "", it->seconds);
    }
    write_power(power_of(work), power);
    qi_lab_say(&failure->verdict,
               !times[0] ? qi_message_of("it is too slow from about n = %u on", smallest)
               : !power[0]
                   ? qi_message_of("it is too slow from about n = %u on; n = %s", smallest, times)
                   : qi_message_of("it is too slow from about n = %u on; n = %s: about %s",
                                   smallest, times, power));
}

/* Keeps a step, in the order of sizes. */
static void keep_step(search *work, const step *it)
{
    int at = work->count++;
    for (; at > 0 && work->steps[at - 1].size > it->size; at--)
        work->steps[at] = work->steps[at - 1];
    work->steps[at] = *it;
}

static bool is_close(uint32_t fast, uint32_t slow)
{
    enum { CLOSE = 16 };
    return slow - fast <= 1 + slow / CLOSE;
}

bool qi_lab_find_slow_size(const qi_lab_setup *setup, uint64_t index, qi_lab_case *it,
                           qi_lab_failure *failure, qi_lab_bench *bench, double seconds,
                           qi_lab_shrinking *shrinking)
{
    enum { FIRST_FACTOR = 2 };
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
    while (halvings + 1 < MAX_STEPS / 2 && known >> (halvings + 1) > schedule->smallest)
        halvings++;
    /* Twice the size before until that is too slow; then halfway between the two. */
    for (uint32_t size = known >> halvings; work.count < MAX_STEPS && fast < known;) {
        step now;
        if (!run(&work, size, slow ? 1 : FIRST_FACTOR, &now))
            break;
        keep_step(&work, &now);
        *(is_slow(&work, &now) ? &slow : &fast) = size;
        if (slow && is_close(fast, slow))
            break;
        halvings -= !slow && halvings;
        size = slow ? fast + (slow - fast + 1) / 2 : known >> halvings;
    }
    qi_lab_case found;
    if (!slow || !make(&work, slow, &found))
        return false;
    qi_lab_case_free(it);
    *it = found;
    say_growth(&work, slow, failure);
    *shrinking = (qi_lab_shrinking){.tried = work.runs,
                                    .taken = slow < known,
                                    .complete = is_close(fast, slow),
                                    .by_size = true};
    return true;
}
