/* Playing many random games: the choice of an engine, and the general way for larger boards. */
#include "nogo/playout/playout.h"

#include "base/fast.h"
#include "base/host.h"
#include "base/workers.h"
#include "nogo/rules/position.h"

#include <qi/nogo_playouts.h>

#include <stddef.h>

/* ---- small boards -------------------------------------------------------------------------- */

#if QI_PLAYOUT_VECTORS
static bool machine_has_avx512(void)
{
    return QI_HAS_FAST(QI_FAST_AVX512) && __builtin_cpu_supports("avx512f") &&
           __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512vbmi2") &&
           __builtin_cpu_supports("avx512vpopcntdq");
}

static bool machine_has_avx2(void)
{
    return QI_HAS_FAST(QI_FAST_AVX2) && __builtin_cpu_supports("avx2") &&
           __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
           __builtin_cpu_supports("popcnt");
}

/* AMD's Zen 1 and Zen 2 take some hundred cycles to deposit bits. */
static bool machine_draws_slowly(void)
{
    return __builtin_cpu_is("znver1") || __builtin_cpu_is("znver2");
}
#endif

/* The engine of a path, or NULL. The best is the one that was measured fastest: AVX-512, AVX2,
 * portable. */
static qi_playout_engine *engine_of(qi_nogo_path path)
{
#if QI_PLAYOUT_VECTORS
    if ((path == QI_NOGO_BEST_PATH || path == QI_NOGO_AVX512) && machine_has_avx512())
        return qi_playout_avx512;
    if ((path == QI_NOGO_AVX2 || (path == QI_NOGO_BEST_PATH && !machine_draws_slowly())) &&
        machine_has_avx2())
        return qi_playout_avx2;
#endif
    return path == QI_NOGO_BEST_PATH || path == QI_NOGO_PORTABLE ? qi_playout_plain : NULL;
}

bool qi_nogo_has_path(qi_nogo_path path)
{
    return engine_of(path) != NULL;
}

static void play_small(const qi_nogo *from, qi_playout_engine *engine, uint64_t first,
                       uint64_t count, uint64_t seed, qi_nogo_stats *stats)
{
    qi_small_frame frame;
    qi_small position;
    qi_small_read(from, &frame, &position);
    const qi_colour colour = qi_nogo_to_move(from);
    qi_playout_sums sums = {0, 0};
    engine(&frame, &position, colour, seed, first, count, &sums);
    stats->games += count;
    stats->moves += sums.moves;
    stats->black_wins += colour == QI_BLACK ? sums.first_wins : count - sums.first_wins;
}

/* ---- any board ----------------------------------------------------------------------------- */

static uint64_t stones(const qi_nogo *position)
{
    return (uint64_t)qi_nogo_stones(position, QI_BLACK) + qi_nogo_stones(position, QI_WHITE);
}

static qi_result play_large(const qi_nogo *position, uint64_t first, uint64_t count, uint64_t seed,
                            qi_nogo_stats *stats)
{
    for (uint64_t i = 0; i < count; i++) {
        qi_nogo *copy;
        qi_result result = qi_nogo_copy(position, &position->allocator, &copy);
        if (result != QI_OK)
            return result;
        const uint64_t random = qi_playout_game(seed, first + i);
        result = qi_nogo_simulate(copy, QI_NOGO_RANDOM, random, NULL, NULL);
        if (result == QI_OK) {
            stats->games++;
            stats->moves += stones(copy) - stones(position);
            stats->black_wins += qi_nogo_to_move(copy) == QI_WHITE;
        }
        qi_nogo_free(copy);
        if (result != QI_OK)
            return result;
    }
    return QI_OK;
}

/* ---- both ---------------------------------------------------------------------------------- */

qi_result qi_nogo_playouts_part(const qi_nogo *position, qi_nogo_path path, uint64_t first,
                                uint64_t count, uint64_t seed, qi_nogo_stats *stats)
{
    qi_playout_engine *const engine = engine_of(path);
    if (!engine)
        return QI_UNSUPPORTED;
    if (!qi_small_fits(qi_nogo_rows(position), qi_nogo_columns(position)))
        return play_large(position, first, count, seed, stats);
    play_small(position, engine, first, count, seed, stats);
    return QI_OK;
}

uint64_t qi_playout_block(const qi_nogo *position)
{
    enum { SMALL_BLOCK = 16384, LARGE_BLOCK_POINTS = 1 << 20 };
    const uint64_t points = (uint64_t)qi_nogo_rows(position) * qi_nogo_columns(position);
    return qi_small_fits(qi_nogo_rows(position), qi_nogo_columns(position))
               ? SMALL_BLOCK
               : 1 + LARGE_BLOCK_POINTS / points;
}

/* Block by block, so that it can be stopped in between. */
static qi_result play_watched(const qi_nogo *position, uint64_t count, uint64_t seed,
                              const qi_nogo_playouts_options *options, qi_nogo_stats *stats)
{
    const uint64_t block = options->watch || options->host ? qi_playout_block(position) : count;
    for (uint64_t first = 0; first < count;) {
        if (qi_host_stops(options->host))
            return QI_STOPPED;
        const uint64_t part = count - first < block ? count - first : block;
        const qi_result result =
            qi_nogo_playouts_part(position, options->path, first, part, seed, stats);
        if (result != QI_OK)
            return result;
        first += part;
        if (first < count && options->watch && !options->watch(options->context, stats))
            return QI_STOPPED;
    }
    return QI_OK;
}

qi_result qi_nogo_playouts(const qi_nogo *position, uint64_t count, uint64_t seed,
                           const qi_nogo_playouts_options *options, qi_nogo_stats *stats)
{
    qi_nogo_playouts_options wanted;
    if (!qi_struct_read(&wanted, sizeof wanted, options))
        return QI_BAD_ARGUMENT;
    const uint32_t threads = qi_threads_wanted(wanted.threads);
    if (!threads || !qi_host_is_complete(wanted.host))
        return QI_BAD_ARGUMENT;
    if (!qi_nogo_has_path(wanted.path))
        return QI_UNSUPPORTED;
    seed = qi_playout_seed(seed, wanted.first);
    qi_nogo_stats sum = {0, 0, 0};
    qi_result result = QI_UNSUPPORTED;
#if QI_HAS_THREADS
    if (threads > 1)
        result = qi_playout_together(position, count, seed, &wanted, &sum);
#endif
    if (result == QI_UNSUPPORTED)
        result = play_watched(position, count, seed, &wanted, &sum);
    if (result == QI_OK)
        *stats = sum;
    return result;
}
