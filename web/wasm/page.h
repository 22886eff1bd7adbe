/*
 * What scripts call: the page's, and the npm package's. Objects are handles; arrays are written
 * where the script says; texts are UTF-8 bytes with a length. Nothing here knows a rule: it all
 * goes through qi's own API.
 */
#ifndef QI_WEB_PAGE_H
#define QI_WEB_PAGE_H

#include <qi/base.h>

#define PAGE_EXPORT(name) __attribute__((export_name(#name)))

PAGE_EXPORT(allocate) void *page_allocate(size_t size);
PAGE_EXPORT(release) void page_release(void *memory);

/* ---- handles ------------------------------------------------------------------------------ */

typedef enum page_kind {
    PAGE_NOGO = 1,
    PAGE_GO,
    PAGE_MAZE,
    PAGE_SGF,
    PAGE_PLAYER,
    PAGE_SOLVER,
    PAGE_TEXT,
    PAGE_VERDICT
} page_kind;

/* Names an object by its kind, its slot and the slot's generation: a whole number below 2^52, or 0
 * for none. A freed object's handle stays wrong until its slot has been used 2^28 times more. */
typedef double page_handle;

/* A handle for a new object; 0, and the object released, without memory. An object that is NULL has
 * handle 0. */
page_handle page_keep(page_kind kind, void *object, void (*release)(void *object));

/* The object of a handle. A handle that is freed, of another kind or none at all ends the call: it
 * traps, and page_problem() says why. Calls find their objects first of all. */
void *page_find(page_handle handle, page_kind kind);

/* The same for indices: traps unless they are good. */
void page_expect(bool in_range);

/* A whole number from 0 to 2^53; traps if it is none. */
uint64_t page_whole(double number);

/* ---- texts -------------------------------------------------------------------------------- */

/* Where a writer's pieces go; `length` counts what did not fit too. */
typedef struct page_buffer {
    char *bytes;
    size_t capacity, length;
} page_buffer;

bool page_write(void *context, const char *bytes, size_t count);

#endif
