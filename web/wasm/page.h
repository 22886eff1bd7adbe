/*
 * What scripts call: the page's, and the npm package's. Handles are addresses; arrays are written
 * where the script says; texts are UTF-8 bytes with a length. Nothing here knows a rule: it all
 * goes through qi's own API.
 */
#ifndef QI_WEB_PAGE_H
#define QI_WEB_PAGE_H

#include <qi/base.h>

#define PAGE_EXPORT(name) __attribute__((export_name(#name)))

PAGE_EXPORT(allocate) void *page_allocate(size_t size);
PAGE_EXPORT(release) void page_release(void *memory);

/* Where a writer's pieces go; `length` counts what did not fit too. */
typedef struct page_buffer {
    char *bytes;
    size_t capacity, length;
} page_buffer;

bool page_write(void *context, const char *bytes, size_t count);

#endif
