/* Making a failing case of a stress run smaller. */
#include "base/numbers.h"
#include "lab/stress.h"

#include <stdlib.h>

/* ---- inputs that were tried ------------------------------------------------------------- */

/* A set of 64-bit digests of inputs; starts as {0}. Two inputs with one digest do no harm: one of
 * them is not tried. */
typedef struct seen_inputs {
    uint64_t *slots; /* 0: empty */
    size_t capacity; /* a power of two, or 0 */
    size_t count;
} seen_inputs;

/* The slot of the digest, or the empty one where it belongs. */
static uint64_t *slot_of(const seen_inputs *seen, uint64_t digest)
{
    size_t at = (size_t)digest & (seen->capacity - 1);
    while (seen->slots[at] && seen->slots[at] != digest)
        at = (at + 1) & (seen->capacity - 1);
    return &seen->slots[at];
}

static bool grow(seen_inputs *seen)
{
    enum { MIN = 256 };
    seen_inputs larger = {.capacity = seen->capacity ? 2 * seen->capacity : MIN,
                          .count = seen->count};
    larger.slots = calloc(larger.capacity, sizeof *larger.slots);
    if (!larger.slots)
        return false;
    for (size_t i = 0; i < seen->capacity; i++)
        if (seen->slots[i])
            *slot_of(&larger, seen->slots[i]) = seen->slots[i];
    free(seen->slots);
    *seen = larger;
    return true;
}

/* Whether the input is new; from now on it is not. Without memory all inputs stay new. */
static bool add_input(seen_inputs *seen, const qi_buffer *input)
{
    /* At least a quarter of the slots stays empty. */
    if (4 * seen->count >= 3 * seen->capacity && !grow(seen))
        return true;
    uint64_t digest = qi_digest_text(QI_DIGEST_START, input->bytes, input->length);
    digest += !digest; /* which is an empty slot */
    uint64_t *const slot = slot_of(seen, digest);
    if (*slot)
        return false;
    *slot = digest;
    seen->count++;
    return true;
}

static void free_inputs(seen_inputs *seen)
{
    free(seen->slots);
    *seen = (seen_inputs){0};
}

/* ---- trying smaller cases ----------------------------------------------------------------- */

typedef struct shrinker {
    const qi_lab_setup *setup;
    qi_lab_bench *bench;
    qi_lab_case *best;
    qi_lab_failure *failure;
    qi_lab_case better; /* what was just taken */
    double deadline;    /* of the bench's clock */
    bool no_memory;     /* for smaller cases */
    uint64_t in_vain;   /* tries since something was taken, */
    double since;       /* which was then, by the bench's clock */
    seen_inputs known;
    qi_lab_shrinking so_far;
    void (*progress)(void *context, const qi_lab_shrinking *so_far, const qi_lab_case *it);
    void *context;
} shrinker;

/* Nobody reads a large board, and there only the size matters: few tries are enough. */
static bool is_readable(const qi_lab_case *it)
{
    enum { READABLE = 400 };
    return it->text.length ||
           (it->cells ? (size_t)it->rows * it->columns : it->move_count) <= READABLE;
}

static bool gives_up(const shrinker *work)
{
    enum { TRIES_WHEN_LARGE = 200, SLOW_TRIES = 30, SECONDS_WHEN_LARGE = 5 };
    if (work->in_vain <= SLOW_TRIES || is_readable(work->best))
        return false;
    return work->in_vain > TRIES_WHEN_LARGE ||
           qi_lab_bench_clock(work->bench) - work->since > SECONDS_WHEN_LARGE;
}

static bool out_of_time(const shrinker *work)
{
    return work->no_memory || (work->bench->stop && qi_stop_is_set(work->bench->stop)) ||
           qi_lab_bench_clock(work->bench) > work->deadline;
}

/* Whether the case's input has not been tried yet. */
static bool is_new(shrinker *work, const qi_lab_case *it)
{
    qi_buffer *const input = &work->bench->input;
    qi_buffer_clear(input);
    work->setup->game->write(it, input);
    return input->failed || add_input(&work->known, input);
}

static bool attempt(void *context, const qi_lab_case *smaller)
{
    shrinker *const work = context;
    if (out_of_time(work) || gives_up(work))
        return false;
    if (!smaller)
        return true;
    if (smaller->text.failed) {
        work->no_memory = true;
        return false;
    }
    if (!is_new(work, smaller))
        return false;
    qi_lab_failure failure;
    qi_lab_examine(work->setup, smaller, work->bench, &failure);
    work->so_far.tried++;
    work->in_vain++;
    if (work->progress)
        work->progress(work->context, &work->so_far, work->best);
    if (failure.kind != work->failure->kind || failure.which != work->failure->which)
        return false;
    if (!qi_lab_case_copy(&work->better, smaller)) {
        work->no_memory = true;
        qi_lab_case_free(&work->better);
        return false;
    }
    *work->failure = failure;
    work->so_far.taken++;
    work->in_vain = 0;
    work->since = qi_lab_bench_clock(work->bench);
    return true;
}

/* Case number `number` of the families, just smaller than the best. */
static qi_result make_below(const shrinker *work, uint64_t number, qi_lab_case *it)
{
    const qi_lab_setup *const setup = work->setup;
    qi_lab_request request = setup->max;
    request.games = QI_LAB_ANY;
    if (!setup->game->below(work->best, &request))
        return QI_STOPPED;
    qi_random random;
    qi_lab_case_random(&random, ~setup->seed, number);
    const qi_lab_family *const family =
        setup->family ? setup->family : qi_lab_family_in_turn(setup->game, number);
    return family->make(&random, &request, it) ? QI_OK : QI_NO_MEMORY;
}

/* Looks for a smaller generated case that fails: there may be one when no small step fails. */
static bool find_fresh(shrinker *work)
{
    enum { MAX_MADE = 2000, MAX_RUNS = 600 };
    const qi_lab_game *const game = work->setup->game;
    const uint64_t before = work->so_far.tried;
    bool taken = false;
    qi_result made = QI_OK;
    for (uint64_t i = 0; i < MAX_MADE && work->so_far.tried - before < MAX_RUNS && !taken &&
                         made != QI_STOPPED && !out_of_time(work) && !gives_up(work);
         i++) {
        qi_lab_case fresh = {0};
        made = game->fresh ? game->fresh(work->setup, i, work->best, work->bench, &fresh)
                           : make_below(work, i, &fresh);
        taken = made == QI_OK && attempt(work, &fresh);
        qi_lab_case_free(&fresh);
    }
    if (taken) {
        qi_lab_case_free(work->best);
        *work->best = work->better;
    }
    return taken;
}

/* The inputs of a generator that was asked for less are tried before all others: of a text that is
 * not understood, small steps take long. */
static void shrink_to_the_end(shrinker *work)
{
    const qi_lab_game *const game = work->setup->game;
    if (game->fresh)
        find_fresh(work);
    do {
        while (game->shrink(work->best, attempt, work)) {
            qi_lab_case_free(work->best);
            *work->best = work->better;
        }
    } while (!game->fresh && find_fresh(work));
    free_inputs(&work->known);
}

/* Shrinks a case on which the program does not end in time, and gives smaller ones a part of the
 * time only. Whether the last of them takes the whole time is seen at the end: if not, false, and
 * nothing was changed. */
static bool shrink_quickly(shrinker *work, double passing_seconds)
{
    enum { TIME_FACTOR = 4 };
    const double shortest = 0.1;
    const qi_lab_setup *const setup = work->setup;
    qi_lab_setup quick = *setup;
    quick.limits.seconds =
        TIME_FACTOR * passing_seconds > shortest ? TIME_FACTOR * passing_seconds : shortest;
    const qi_lab_failure before = *work->failure;
    qi_lab_case whole = {.allocator = work->best->allocator};
    if (quick.limits.seconds > setup->limits.seconds / 2 || !qi_lab_case_copy(&whole, work->best)) {
        qi_lab_case_free(&whole);
        return false;
    }
    work->setup = &quick;
    work->bench->once = true;
    shrink_to_the_end(work);
    work->setup = setup;
    qi_lab_failure after;
    qi_lab_examine(setup, work->best, work->bench, &after);
    work->bench->once = false;
    const bool good = after.kind == before.kind && after.which == before.which;
    *work->failure = good ? after : before;
    if (!good) {
        qi_lab_case_free(work->best);
        *work->best = whole;
        work->so_far = (qi_lab_shrinking){0};
    } else {
        qi_lab_case_free(&whole);
    }
    return good;
}

qi_lab_shrinking qi_lab_shrink(const qi_lab_setup *setup, qi_lab_case *it, qi_lab_failure *failure,
                               qi_lab_bench *bench, double seconds, double passing_seconds,
                               void (*progress)(void *context, const qi_lab_shrinking *so_far,
                                                const qi_lab_case *it),
                               void *context)
{
    shrinker work = {.setup = setup,
                     .bench = bench,
                     .best = it,
                     .failure = failure,
                     .deadline = qi_lab_bench_clock(bench) + seconds,
                     .since = qi_lab_bench_clock(bench),
                     .progress = progress,
                     .context = context};
    if (failure->kind != QI_LAB_TIME || !shrink_quickly(&work, passing_seconds))
        shrink_to_the_end(&work);
    work.so_far.complete = !out_of_time(&work);
    return work.so_far;
}
