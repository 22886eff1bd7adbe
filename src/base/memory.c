/* The hosted build's allocator. Not part of the freestanding core. */
#include "base/memory.h"

#include <stdlib.h>

static void *host_allocate(void *context, size_t size)
{
    (void)context;
    return malloc(size);
}

static void host_release(void *context, void *block)
{
    (void)context;
    free(block);
}

const qi_allocator qi_default_allocator = {host_allocate, host_release, NULL};
