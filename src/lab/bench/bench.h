/* The engines `qi bench` measures. Each game lists its engines in the file of its name. */
#ifndef QI_LAB_BENCH_BENCH_H
#define QI_LAB_BENCH_BENCH_H

#include <stdint.h>

typedef struct bench_engine {
    const char *name; /* "nogo.simulate" */
    const char *unit; /* what `work` counts, e.g. "moves" */
    /* A digest (base/hash.h) of results on fixed seeds: the same on every machine, and different
     * when behaviour changes; 0 without memory. At most some tenths of a second. */
    uint64_t (*signature)(int which);
    /* Some work of a hundredth to a tenth of a second; returns the units done, 0 on failure. */
    uint64_t (*work)(int which);
    int which; /* of the ways to do it */
} bench_engine;

/* Each ends with a {0} entry. */
extern const bench_engine bench_nogo[], bench_go[], bench_maze[];

#endif
