/* What every fuzz target shares: the entry that libFuzzer calls, and `must`, which stops it. */
#ifndef QI_FUZZ_H
#define QI_FUZZ_H

#include <fcntl.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define must(condition)                                                                            \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #condition);                \
            abort();                                                                               \
        }                                                                                          \
    } while (0)

/* Answers and complaints go nowhere from now on; libFuzzer has its own way to stderr. */
static inline void be_quiet(void)
{
    static bool quiet;
    if (quiet)
        return;
    const int nowhere = open("/dev/null", O_WRONLY);
    must(nowhere >= 0 && dup2(nowhere, STDOUT_FILENO) >= 0);
    close(nowhere);
    FILE *const silent = fopen("/dev/null", "w");
    must(silent);
    stderr = silent;
    quiet = true;
}

#endif
