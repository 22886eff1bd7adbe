/*
 * Linked into a second build of the command: its malloc and kin return NULL on demand.
 * STARVE_AT=K refuses the K-th block, STARVE_FROM=K that one and all that follow. STARVE_COUNT
 * names a file that gets the number of blocks asked for.
 */
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static atomic_size_t asked;
static size_t refused_at, refused_from;

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *block, size_t size);
void *__real_aligned_alloc(size_t alignment, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *block, size_t size);
void *__wrap_aligned_alloc(size_t alignment, size_t size);
char *__wrap_strdup(const char *text);

static void write_count(void)
{
    FILE *file = fopen(getenv("STARVE_COUNT"), "w");
    if (file) {
        fprintf(file, "%zu\n", atomic_load(&asked));
        fclose(file);
    }
}

__attribute__((constructor)) static void start(void)
{
    const char *at = getenv("STARVE_AT"), *from = getenv("STARVE_FROM");
    refused_at = at ? strtoul(at, NULL, 10) : 0;
    refused_from = from ? strtoul(from, NULL, 10) : 0;
    if (getenv("STARVE_COUNT"))
        atexit(write_count);
}

static bool refuses(void)
{
    const size_t number = atomic_fetch_add(&asked, 1) + 1;
    return number == refused_at || (refused_from && number >= refused_from);
}

void *__wrap_malloc(size_t size)
{
    return refuses() ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    return refuses() ? NULL : __real_calloc(count, size);
}

void *__wrap_realloc(void *block, size_t size)
{
    return refuses() ? NULL : __real_realloc(block, size);
}

void *__wrap_aligned_alloc(size_t alignment, size_t size)
{
    return refuses() ? NULL : __real_aligned_alloc(alignment, size);
}

char *__wrap_strdup(const char *text)
{
    const size_t size = strlen(text) + 1;
    char *copy = refuses() ? NULL : __real_malloc(size);
    return copy ? memcpy(copy, text, size) : NULL;
}
