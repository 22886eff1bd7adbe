/*
 * The learnt network on every path of this machine: are the numbers those of the definition, and
 * how fast do they come? With no build system:
 *
 *     gcc -O3 -std=c17 -D_GNU_SOURCE -pthread -Iinclude -Isrc -Itests/unit -o net bench/net.c \
 *         $(python3 tools/core-sources.py --all) -lm && ./net
 *
 * (`./net T` measures for T seconds a line, `./net --digest FILE` prints a digest of a network's
 * numbers on positions of many boards.)
 *
 * First all paths are compared with naive loops on random networks and positions. Then each path
 * evaluates positions of 9 x 9; the least CPU time of some rounds counts, the paths taking turns.
 * Multiply-adds are those of the 3 x 3 convolutions by definition, whatever a path really does.
 * The peak is that of a loop in registers of the instruction that the path multiplies with: a
 * convolution with fewer products (src/nogo/net/winograd.h) can be above it.
 */
#include "nogo/net/net.h"
#include "net_positions.h"
#include "nogo/net/evaluate.h"
#include "plain_net.h"

#include <inttypes.h>
#include <stdio.h>
#include <time.h>
#if QI_NN_X86
#include <immintrin.h>
#endif

static double cpu_clock(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void fail(const char *why)
{
    fprintf(stderr, "bench/net: %s\n", why);
    exit(1);
}

/* ---- positions and networks ----------------------------------------------------------------- */

static qi_nogo_net *load(const plain_net *plain, qi_nogo_net_path path)
{
    const plain_bytes file = plain_write(plain);
    qi_nogo_net *net = NULL;
    if (qi_nogo_net_load(file.bytes, file.size, path, NULL, &net, NULL) != QI_OK)
        fail("a network is refused");
    free(file.bytes);
    return net;
}

/* ---- the same numbers ----------------------------------------------------------------------- */

static bool alike(const plain_net *plain, const qi_nogo_net *net, uint32_t rows, uint32_t columns,
                  qi_random *random)
{
    qi_nogo_planes planes;
    qi_nogo_evaluation right, answer;
    qi_nogo_net_worker *worker;
    if (qi_nogo_net_worker_new(net, rows, columns, NULL, &worker) != QI_OK)
        fail("no memory");
    random_position(rows, columns, qi_random_below(random, rows * columns), true, random, &planes);
    plain_evaluate(plain, &planes, rows, columns, &right);
    qi_nogo_net_evaluate(worker, &planes, &answer);
    qi_nogo_net_worker_free(worker);
    return answer.value == right.value &&
           memcmp(answer.policy, right.policy, rows * columns * sizeof *right.policy) == 0;
}

static void compare(void)
{
    uint32_t count[QI_NOGO_NET_PATHS] = {0}, wrong[QI_NOGO_NET_PATHS] = {0};
    qi_random random;
    qi_random_seed(&random, 1);
    for (uint32_t channels = 16; channels <= 96; channels += 16)
        for (int kind = PLAIN_SENSIBLE; kind <= PLAIN_EXTREME; kind++) {
            plain_net *plain = plain_make(channels, 1 + qi_random_below(&random, 3), 32, 64,
                                          (plain_kind)kind, qi_random_next(&random));
            for (uint32_t path = 1; path < QI_NOGO_NET_PATHS; path++) {
                if (!qi_nogo_net_has_path((qi_nogo_net_path)path))
                    continue;
                qi_nogo_net *net = load(plain, (qi_nogo_net_path)path);
                for (uint32_t i = 0; i < 6; i++, count[path]++) {
                    const uint32_t rows = i ? 1 + qi_random_below(&random, 13) : 9;
                    const uint32_t columns = i ? 1 + qi_random_below(&random, 25) : 9;
                    wrong[path] += !alike(plain, net, rows, columns, &random);
                }
                qi_nogo_net_free(net);
            }
            plain_free(plain);
        }
    bool good = true;
    for (uint32_t path = 1; path < QI_NOGO_NET_PATHS; path++) {
        const char *const name = qi_nogo_net_path_name((qi_nogo_net_path)path);
        if (count[path])
            printf("%-9s %u evaluations, %u differ from the definition\n", name, count[path],
                   wrong[path]);
        else
            printf("%-9s not on this machine\n", name);
        good &= !wrong[path];
    }
    fflush(stdout);
    if (!good)
        exit(1);
}

/* ---- the peak ------------------------------------------------------------------------------- */

/* Multiply-adds a second of a loop in registers: enough sums that none waits for itself. */
enum { PEAK_TURNS = 1 << 21 };

#if QI_NN_X86
__attribute__((noinline)) static double peak_sse2(void)
{
    __m128i sum[8], a = _mm_set1_epi16(3), b = _mm_set1_epi16(5);
    for (int i = 0; i < 8; i++)
        sum[i] = _mm_set1_epi32(i);
    const double start = cpu_clock();
    for (int turn = 0; turn < PEAK_TURNS; turn++) {
        _Pragma("GCC unroll 8") for (int i = 0; i < 8; i++)
        {
            __asm__("" : "+x"(a));
            sum[i] = _mm_add_epi32(sum[i], _mm_madd_epi16(a, b));
        }
    }
    const double seconds = cpu_clock() - start;
    for (int i = 0; i < 8; i++)
        __asm__ volatile("" ::"x"(sum[i]));
    return 8.0 * 8 * PEAK_TURNS / seconds;
}

__attribute__((noinline, target("avx2"))) static double peak_avx2(void)
{
    __m256i sum[10], a = _mm256_set1_epi16(3), b = _mm256_set1_epi16(5);
    for (int i = 0; i < 10; i++)
        sum[i] = _mm256_set1_epi32(i);
    const double start = cpu_clock();
    for (int turn = 0; turn < PEAK_TURNS; turn++) {
        _Pragma("GCC unroll 10") for (int i = 0; i < 10; i++)
        {
            __asm__("" : "+x"(a));
            sum[i] = _mm256_add_epi32(sum[i], _mm256_madd_epi16(a, b));
        }
    }
    const double seconds = cpu_clock() - start;
    for (int i = 0; i < 10; i++)
        __asm__ volatile("" ::"x"(sum[i]));
    return 10.0 * 16 * PEAK_TURNS / seconds;
}

__attribute__((noinline, target("avx512f,avx512bw,avx512vl,avx512vnni"))) static double
peak_avx512(void)
{
    __m512i sum[20], a = _mm512_set1_epi8(3), b = _mm512_set1_epi8(5);
    for (int i = 0; i < 20; i++)
        sum[i] = _mm512_set1_epi32(i);
    const double start = cpu_clock();
    for (int turn = 0; turn < PEAK_TURNS; turn++) {
        _Pragma("GCC unroll 20") for (int i = 0; i < 20; i++) sum[i] =
            _mm512_dpbusd_epi32(sum[i], a, b);
    }
    for (int i = 0; i < 20; i++)
        __asm__ volatile("" ::"v"(sum[i]));
    const double seconds = cpu_clock() - start;
    return 20.0 * 64 * PEAK_TURNS / seconds;
}
#endif

static double peak_once(qi_nogo_net_path path)
{
#if QI_NN_X86
    if (path == QI_NOGO_NET_AVX512)
        return peak_avx512();
    if (path == QI_NOGO_NET_AVX2)
        return peak_avx2();
    return peak_sse2();
#else
    (void)path;
    return 0;
#endif
}

/* ---- the speed ------------------------------------------------------------------------------ */

enum { POSITIONS = 16 };

typedef struct contender {
    qi_nogo_net_worker *worker;
    qi_nogo_net *net;
    double whole, convolutions; /* the least seconds of an evaluation */
    double peak;                /* multiply-adds a second */
} contender;

static double time_some(contender *it, const qi_nogo_planes *planes, bool whole, double seconds)
{
    const double start = cpu_clock();
    double now;
    uint64_t count = 0;
    do {
        for (uint32_t i = 0; i < POSITIONS; i++) {
            qi_nogo_evaluation answer;
            if (whole)
                qi_nogo_net_evaluate(it->worker, &planes[i], &answer);
            else
                it->net->how->convolve(it->worker, &planes[i]);
        }
        count += POSITIONS;
        now = cpu_clock();
    } while (now - start < seconds);
    return (now - start) / (double)count;
}

static double smaller_of(double a, double b)
{
    return a > 0 && a < b ? a : b;
}

static void race(uint32_t channels, uint32_t blocks, uint32_t side, double seconds)
{
    enum { ROUNDS = 8 };
    plain_net *plain = plain_make(channels, blocks, 32, 64, PLAIN_SENSIBLE, 1);
    qi_nogo_planes planes[POSITIONS];
    qi_random random;
    qi_random_seed(&random, 1);
    for (uint32_t i = 0; i < POSITIONS; i++)
        random_position(side, side, 4 * i, false, &random, &planes[i]);
    contender all[QI_NOGO_NET_PATHS] = {0};
    for (uint32_t path = 1; path < QI_NOGO_NET_PATHS; path++)
        if (qi_nogo_net_has_path((qi_nogo_net_path)path)) {
            all[path].net = load(plain, (qi_nogo_net_path)path);
            if (qi_nogo_net_worker_new(all[path].net, side, side, NULL, &all[path].worker))
                fail("no memory");
        }
    for (uint32_t round = 0; round < ROUNDS; round++)
        for (uint32_t path = 1; path < QI_NOGO_NET_PATHS; path++) {
            contender *const it = &all[path];
            if (!it->net)
                continue;
            const double share = seconds / ROUNDS / 2;
            const double peak = peak_once((qi_nogo_net_path)path);
            it->peak = peak > it->peak ? peak : it->peak;
            it->whole = smaller_of(it->whole, time_some(it, planes, true, share));
            it->convolutions = smaller_of(it->convolutions, time_some(it, planes, false, share));
        }
    qi_nogo_net_info info = {.size = sizeof info};
    for (uint32_t path = 1; path < QI_NOGO_NET_PATHS; path++) {
        const contender *const it = &all[path];
        if (!it->net)
            continue;
        qi_nogo_net_info_of(it->net, &info);
        const double products = (double)info.point_products * side * side;
        printf("%ux%-3u %2ux%-2u  %-9s %9.1f %9.0f %9.1f %9.1f %8.0f %% %8.2f\n", channels, blocks,
               side, side, qi_nogo_net_path_name((qi_nogo_net_path)path), 1e6 * it->whole,
               1 / it->whole, 1e-9 * products / it->convolutions, 1e-9 * it->peak,
               it->peak > 0 ? 100 * products / it->convolutions / it->peak : 0,
               it->whole / it->convolutions);
        qi_nogo_net_worker_free(it->worker);
        qi_nogo_net_free(it->net);
    }
    plain_free(plain);
    fflush(stdout);
}

/* Prints the digest of a network's numbers; every path must give the same. */
static int digest(const char *path)
{
    FILE *const file = fopen(path, "rb");
    static unsigned char bytes[4 << 20];
    const size_t size = file ? fread(bytes, 1, sizeof bytes, file) : 0;
    if (file)
        fclose(file);
    uint64_t first = 0;
    for (uint32_t i = 1; i < QI_NOGO_NET_PATHS; i++) {
        qi_nogo_net *net;
        if (!qi_nogo_net_has_path((qi_nogo_net_path)i))
            continue;
        if (qi_nogo_net_load(bytes, size, (qi_nogo_net_path)i, NULL, &net, NULL) != QI_OK)
            fail("the network is refused");
        const uint64_t found = net_digest(net);
        qi_nogo_net_free(net);
        if (first && found != first)
            fail("the paths differ");
        first = found;
    }
    printf("%016" PRIx64 "\n", first);
    return 0;
}

int main(int argc, char **argv)
{
    if (argc == 3 && strcmp(argv[1], "--digest") == 0)
        return digest(argv[2]);
    const double seconds = argc > 1 ? strtod(argv[1], NULL) : 1;
    compare();
    printf("\n%-6s %-5s  %-9s %9s %9s %9s %9s %10s %8s\n", "", "", "", "us", "evals/s", "G mul/s",
           "peak", "of peak", "whole");
    race(32, 4, 9, seconds);
    race(48, 5, 9, seconds);
    race(64, 6, 9, seconds);
    race(48, 5, 13, seconds);
    return 0;
}
