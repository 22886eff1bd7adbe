/*
 * The module's memory: what libc would bring, and an allocator over WebAssembly's linear memory.
 *
 * Blocks are rounded up to powers of two and freed blocks wait in one list per size, so a room that
 * makes and frees positions of the same size all day never grows the memory.
 */
#include "base/memory.h"
#include "page.h"

#include <stdbool.h>

#define PAGE_BYTES 65536U

extern unsigned char __heap_base; /* set by the linker: where its own data ends */

void *memcpy(void *restrict to, const void *restrict from, size_t count)
{
    return __builtin_memcpy(to, from, count); /* one memory.copy instruction */
}

void *memmove(void *to, const void *from, size_t count)
{
    return __builtin_memmove(to, from, count);
}

void *memset(void *to, int byte, size_t count)
{
    return __builtin_memset(to, byte, count);
}

int memcmp(const void *left, const void *right, size_t count)
{
    const unsigned char *a = left;
    const unsigned char *b = right;
    for (size_t i = 0; i < count; i++)
        if (a[i] != b[i])
            return a[i] < b[i] ? -1 : 1;
    return 0;
}

void *memchr(const void *bytes, int byte, size_t count)
{
    const unsigned char *at = bytes;
    for (const unsigned char *const end = at + count; at < end; at++)
        if (*at == (unsigned char)byte)
            return (void *)at;
    return NULL;
}

size_t strlen(const char *text)
{
    const char *end = text;
    while (*end)
        end++;
    return (size_t)(end - text);
}

int strcmp(const char *left, const char *right)
{
    while (*left && *left == *right) {
        left++;
        right++;
    }
    return (unsigned char)*left - (unsigned char)*right;
}

enum { SMALLEST = 5, LARGEST = 31, HEADER = 16 };

/* In front of every block; a freed block keeps its place in the list here. */
typedef struct block {
    uint32_t size_log;
    struct block *next;
} block;

/* A module has one memory, so the state of its allocator belongs to the module. */
static block *free_blocks[LARGEST + 1];
static uintptr_t top;

static void *take_new(uint32_t size_log)
{
    const size_t size = (size_t)1 << size_log;
    if (!top)
        top = ((uintptr_t)&__heap_base + HEADER - 1) & ~(uintptr_t)(HEADER - 1);
    const size_t have = (size_t)__builtin_wasm_memory_size(0) * PAGE_BYTES;
    if (size > have - top) {
        const size_t pages = (size - (have - top) + PAGE_BYTES - 1) / PAGE_BYTES;
        if (__builtin_wasm_memory_grow(0, pages) == SIZE_MAX)
            return NULL;
    }
    block *fresh = (block *)top;
    top += size;
    fresh->size_log = size_log;
    return fresh;
}

void *page_allocate(size_t size)
{
    if (size > ((size_t)1 << (LARGEST - 1)))
        return NULL;
    uint32_t size_log = SMALLEST;
    while (((size_t)1 << size_log) < size + HEADER)
        size_log++;
    block *found = free_blocks[size_log];
    if (found)
        free_blocks[size_log] = found->next;
    else if (!(found = take_new(size_log)))
        return NULL;
    return (unsigned char *)found + HEADER;
}

void page_release(void *memory)
{
    if (!memory)
        return;
    block *freed = (block *)((unsigned char *)memory - HEADER);
    freed->next = free_blocks[freed->size_log];
    free_blocks[freed->size_log] = freed;
}

static void *allocate(void *context, size_t size)
{
    (void)context;
    return page_allocate(size);
}

static void release(void *context, void *memory)
{
    (void)context;
    page_release(memory);
}

void *qi_resize(void *block, size_t count, size_t capacity)
{
    return qi_enlarge(&qi_default_allocator, block, count, capacity, 1);
}

const qi_allocator qi_default_allocator = {allocate, release, NULL};

PAGE_EXPORT(version) const char *page_version(void)
{
    return qi_version();
}
