/* Runs a fuzz target without a fuzzer: on every text of its corpus, and on texts made from them by
 * changing some bytes. `fuzz_corpus FOLDER [COUNT]`; writes TAP. A target must have a corpus. */
#include "base/random.h"

#include <dirent.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { LARGEST = 1 << 16 };

static size_t read_file(const char *folder, const char *name, uint8_t *bytes)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *const file = fopen(path, "rb");
    const size_t size = file ? fread(bytes, 1, LARGEST, file) : 0;
    if (file)
        fclose(file);
    return size;
}

/* Changes, doubles or cuts. */
static size_t change(qi_random *random, uint8_t *bytes, size_t size)
{
    for (uint32_t i = qi_random_below(random, 4) + 1; i && size; i--)
        bytes[qi_random_below(random, (uint32_t)size)] = (uint8_t)qi_random_below(random, 256);
    if (size && qi_random_below(random, 4) == 0)
        size = qi_random_below(random, (uint32_t)size);
    if (size && size < LARGEST / 2 && qi_random_below(random, 8) == 0) {
        memmove(bytes + size, bytes, size);
        size *= 2;
    }
    return size;
}

/* In a block of its own size, so that a step beyond its end is noticed. */
static void run(const uint8_t *bytes, size_t size)
{
    uint8_t *const copy = malloc(size ? size : 1);
    if (!copy)
        exit(2);
    memcpy(copy, bytes, size);
    LLVMFuzzerTestOneInput(copy, size);
    free(copy);
}

int main(int argc, char **argv)
{
    static uint8_t bytes[LARGEST];
    const uint32_t count = argc > 2 ? (uint32_t)strtoul(argv[2], NULL, 10) : 100;
    FILE *const out = fdopen(dup(1), "w"); /* a target may close its own way */
    DIR *const folder = argc > 1 ? opendir(argv[1]) : NULL;
    qi_random random;
    qi_random_seed(&random, 1);
    unsigned files = 0;
    for (const struct dirent *file = folder ? readdir(folder) : NULL; file;
         file = readdir(folder)) {
        if (file->d_name[0] == '.')
            continue;
        files++;
        run(bytes, read_file(argv[1], file->d_name, bytes));
        for (uint32_t i = 0; i < count; i++)
            run(bytes, change(&random, bytes, read_file(argv[1], file->d_name, bytes)));
    }
    if (folder)
        closedir(folder);
    if (out) {
        fprintf(out, "1..1\n%s 1 %u texts, each also changed %u times\n", files ? "ok" : "not ok",
                files, count);
        fclose(out);
    }
    return files == 0;
}
