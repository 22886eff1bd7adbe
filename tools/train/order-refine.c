/* Refines a network: tries small changes of its weights on whole boards, and keeps what helps. */
#include "solver-order.h"

#include "arithmetic.h"
#include "base/random.h"
#include "base/workers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MAX_BOARDS = 64, MAX_ATTEMPTS = 64 };

/* What the logarithm of all counts together may rise by before an attempt is given up: a quarter.
 */
static const double MAX_RISE = 0.2231435513142097;

/* A change of the weights past the hidden units, and of what these count. */
typedef struct change {
    int32_t direct[SOLVE_FEATURES], output[SOLVE_HIDDEN];
} change;

typedef struct attempt {
    weights net;
    change step;
    uint64_t count[MAX_BOARDS]; /* positions that the boards take */
    double rise;                /* of the sum of their logarithms, over the best before */
    unsigned number;            /* in the round */
} attempt;

/* A round of attempts, and who works on it. */
typedef struct refinery {
    weights best;
    uint64_t count[MAX_BOARDS]; /* with the best network; 0 when not known yet */
    char **board;
    unsigned boards, attempts;
    attempt attempt[MAX_ATTEMPTS];
} refinery;

/* A number between -`width` and `width` for one weight in eight, 0 for the others. */
static int32_t nudge(qi_random *random, int32_t width)
{
    if (qi_random_below(random, 8) != 0)
        return 0;
    return (int32_t)qi_random_below(random, 2 * (uint32_t)width + 1) - width;
}

/* Up to an eighth, a sixteenth ... of a unit; features that never occurred keep no weight. */
static void disturb(const weights *net, qi_random *random, change *by)
{
    const unsigned shift = 3 + qi_random_below(random, 4);
    for (unsigned f = 0; f < SOLVE_FEATURES; f++)
        by->direct[f] =
            net->direct[f] ? nudge(random, SOLVE_NET_ONE * SOLVE_OUTPUT_ONE >> shift) : 0;
    for (unsigned j = 0; j < SOLVE_HIDDEN; j++)
        by->output[j] = nudge(random, SOLVE_OUTPUT_ONE >> shift);
}

static void apply(weights *net, const change *by)
{
    for (unsigned f = 0; f < SOLVE_FEATURES; f++)
        net->direct[f] += by->direct[f];
    for (unsigned j = 0; j < SOLVE_HIDDEN; j++)
        net->output[j] = (int16_t)(net->output[j] + by->output[j]);
}

/* Counts the positions of the boards, in turn, until those so far take much more than with the best
 * network, or a move that has to be the first is not. */
static void weigh(const refinery *r, attempt *a)
{
    a->rise = 0;
    for (unsigned i = 0; i < r->boards && a->rise <= MAX_RISE; i++) {
        const double before = (double)r->count[i];
        if (strchr(r->board[i], '=')) {
            a->rise += comes_first(&a->net, r->board[i]) ? 0 : 2 * MAX_RISE;
            continue;
        }
        const uint64_t max = (uint64_t)(before * train_exp(MAX_RISE - a->rise));
        a->count[i] = count_positions(&a->net, r->board[i], max);
        if (before > 0)
            a->rise += train_log((double)a->count[i]) - train_log(before);
    }
}

static void weigh_some(void *context, uint32_t number, uint32_t first, uint32_t end)
{
    refinery *const r = context;
    (void)number;
    for (uint32_t i = first; i < end; i++)
        weigh(r, &r->attempt[i]);
}

/* Weighs all attempts; with as many threads as there are processors, which changes no count. */
static void weigh_all(refinery *r)
{
    const long processors = sysconf(_SC_NPROCESSORS_ONLN);
    const uint32_t threads =
        processors > 0 && processors < r->attempts ? (uint32_t)processors : r->attempts;
    qi_workers workers;
    qi_workers_open(&workers, NULL, threads - 1);
    qi_workers_run(&workers, weigh_some, r, r->attempts, 1);
    qi_workers_close(&workers);
}

static void add(change *sum, const change *by)
{
    for (unsigned f = 0; f < SOLVE_FEATURES; f++)
        sum->direct[f] += by->direct[f];
    for (unsigned j = 0; j < SOLVE_HIDDEN; j++)
        sum->output[j] += by->output[j];
}

/* Best first. */
static int compare(const void *left, const void *right)
{
    const attempt *a = left, *b = right;
    return a->rise != b->rise ? (a->rise > b->rise) - (a->rise < b->rise)
                              : (a->number > b->number) - (a->number < b->number);
}

/* A round. What helped in the one before may help again: its steps come first, best first, each
 * added to those before it except the best, which the network has. All others are new. Returns how
 * many helped now. */
static unsigned try_round(refinery *r, qi_random *random, unsigned helped)
{
    for (unsigned i = 0; i < r->attempts; i++) {
        attempt *a = &r->attempt[i];
        a->number = i;
        if (i >= helped)
            disturb(&r->best, random, &a->step);
        else if (i >= 2)
            add(&a->step, &r->attempt[i - 1].step);
        a->net = r->best;
        apply(&a->net, &a->step);
    }
    weigh_all(r);
    qsort(r->attempt, r->attempts, sizeof *r->attempt, compare);
    for (helped = 0; helped < r->attempts && r->attempt[helped].rise < 0; helped++)
        ;
    if (helped > 0) {
        r->best = r->attempt->net;
        memcpy(r->count, r->attempt->count, sizeof r->count);
    }
    return helped;
}

/* A move can only be held where it is. */
static void check_held(const refinery *r)
{
    for (unsigned i = 0; i < r->boards; i++)
        if (strchr(r->board[i], '=') && !comes_first(&r->best, r->board[i])) {
            fprintf(stderr, "solver-order: %s: another move comes first before refining\n",
                    r->board[i]);
            exit(2);
        }
}

int refine(char **arguments, int boards)
{
    static refinery room; /* a network has to be aligned */
    refinery *const r = &room;
    memset(r, 0, sizeof *r);
    const char *const out = arguments[4];
    qi_random random;
    qi_random_seed(&random, strtoull(arguments[0], NULL, 10));
    const unsigned rounds = (unsigned)strtoul(arguments[1], NULL, 10);
    const unsigned long attempts = strtoul(arguments[2], NULL, 10);
    if (boards > MAX_BOARDS || attempts < 1 || attempts > MAX_ATTEMPTS)
        give_up("too many boards or attempts");
    read_net(arguments[3], &r->best);
    save_net(&r->best, out);
    r->board = arguments + 5;
    r->boards = (unsigned)boards;
    check_held(r);
    r->attempt->net = r->best;
    weigh(r, r->attempt);
    memcpy(r->count, r->attempt->count, sizeof r->count);
    r->attempts = (unsigned)attempts;
    unsigned helped = 0;
    for (unsigned round = 0; round <= rounds; round++) {
        if (round > 0)
            helped = try_round(r, &random, helped);
        if (round > 0 && helped == 0)
            continue;
        fprintf(stderr, "round %u:", round);
        for (unsigned i = 0; i < r->boards; i++)
            fprintf(stderr, " %llu", (unsigned long long)r->count[i]);
        fputc('\n', stderr);
        save_net(&r->best, out);
    }
    return 0;
}
