/*
 * What self-play costs without a network: microseconds of one core a leaf, planes included. Logits
 * and values are random numbers made beforehand, so that only the library's work is measured.
 *
 *     selfplay [ROWS [COLUMNS [GAMES [VISITS [SECONDS [THREADS [EXACT]]]]]]]
 *
 * To compile it:
 *
 *     tools/train/build.sh build/libqigames-train.so
 *     gcc -std=c17 -D_GNU_SOURCE -O2 -Iinclude -Isrc bench/selfplay.c build/libqigames-train.so \
 *         -Wl,-rpath,build -o build/selfplay
 */
#include "base/host.h"
#include "base/random.h"
#include <qi/nogo_selfplay.h>
#include <stdio.h>
#include <stdlib.h>

enum { SLACK = 4096 };

static uint32_t argument(int argc, char **argv, int index, uint32_t otherwise)
{
    return argc > index ? (uint32_t)strtoul(argv[index], NULL, 10) : otherwise;
}

/* Roughly normal with the given spread: trained networks have about 2 to 3 between their logits. */
static float spread(qi_random *random, float by)
{
    float sum = 0;
    for (int i = 0; i < 12; i++)
        sum += (float)(qi_random_next(random) >> 40) * (1.0F / 16777216.0F);
    return (sum - 6.0F) * by;
}

static double processor_seconds(void)
{
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

int main(int argc, char **argv)
{
    qi_nogo_pool_options options = {
        .size = sizeof options, .rows = argument(argc, argv, 1, 9), .seed = 1, .opening_max = 6};
    options.columns = argument(argc, argv, 2, options.rows);
    options.games = argument(argc, argv, 3, 4096);
    options.visits = argument(argc, argv, 4, 32);
    const double seconds = argument(argc, argv, 5, 5);
    options.threads = argument(argc, argv, 6, 1);
    options.exact_points = argument(argc, argv, 7, 0);
    options.first_opening_max = options.rows * options.columns / 2;
    qi_nogo_pool *pool;
    if (qi_nogo_pool_new(&options, NULL, &pool) != QI_OK)
        return 1;
    const size_t area = (size_t)options.rows * options.columns;
    const size_t position_bytes = QI_NOGO_PLANES * ((area + 7) / 8);
    float *policy = malloc((options.games * area + SLACK) * sizeof *policy);
    float *value = malloc(((size_t)options.games + SLACK) * sizeof *value);
    uint8_t *planes = malloc(options.games * position_bytes);
    if (!policy || !value || !planes)
        return 1;
    qi_random random;
    qi_random_seed(&random, 1);
    for (size_t i = 0; i < options.games * area + SLACK; i++)
        policy[i] = spread(&random, 2.5F);
    for (size_t i = 0; i < (size_t)options.games + SLACK; i++)
        value[i] = spread(&random, 0.3F);
    qi_nogo_pool_step(pool, NULL, NULL, planes, NULL);
    const double start = qi_seconds(), began = processor_seconds();
    do {
        const uint32_t shift = qi_random_below(&random, SLACK);
        qi_nogo_pool_step(pool, policy + shift, value + shift, planes, NULL);
        qi_nogo_pool_samples(pool, SIZE_MAX, &(qi_nogo_samples){.planes = NULL});
    } while (qi_seconds() - start < seconds);
    const double elapsed = qi_seconds() - start, used = processor_seconds() - began;
    qi_nogo_pool_stats stats = {.size = sizeof stats};
    qi_nogo_pool_stats_of(pool, &stats);
    printf("%ux%u, %u games, %u visits: %.2f us of processor a leaf (%.2f us elapsed), "
           "%.0f leaves/s, %.0f samples/s; %.1f moves a game, %.1f%% of visits exact\n",
           options.rows, options.columns, options.games, options.visits,
           1e6 * used / (double)stats.evaluations, 1e6 * elapsed / (double)stats.evaluations,
           (double)stats.evaluations / elapsed, (double)stats.samples / elapsed,
           stats.games ? (double)stats.moves / (double)stats.games : 0,
           100.0 * (double)stats.exact / (double)(stats.exact + stats.evaluations));
    qi_nogo_pool_free(pool);
    free(planes);
    free(value);
    free(policy);
    return 0;
}
