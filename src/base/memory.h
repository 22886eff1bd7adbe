/* Memory for the library: the caller's allocator, or the build's own. */
#ifndef QI_BASE_MEMORY_H
#define QI_BASE_MEMORY_H

#include <qi/base.h>
#include <string.h> /* the only libc the core needs: tools/freestanding/string.h */

/* malloc and free on a hosted build (memory.c); the page brings its own. */
extern const qi_allocator qi_default_allocator;

/* A block of `capacity` bytes of that allocator with the first `count` bytes of `block`, which is
 * given back; NULL when there is no memory, and `block` is then as it was. */
void *qi_resize(void *block, size_t count, size_t capacity);

/* Asks the system for huge pages (2 MiB) under a large block that is read all over the place: fewer
 * page faults, and fewer TLB misses. The system may ignore it. */
#if __STDC_HOSTED__
void qi_prefer_huge_pages(void *block, size_t size);
#else
static inline void qi_prefer_huge_pages(void *block, size_t size)
{
    (void)block, (void)size;
}
#endif

static inline qi_allocator qi_allocator_or_default(const qi_allocator *allocator)
{
    return allocator ? *allocator : qi_default_allocator;
}

static inline void *qi_allocate(const qi_allocator *allocator, size_t size)
{
    return allocator->allocate(allocator->context, size ? size : 1);
}

/* An array of `count` elements, or NULL when the product does not fit a size_t. */
static inline void *qi_allocate_array(const qi_allocator *allocator, size_t count, size_t size)
{
    if (size && count > SIZE_MAX / size)
        return NULL;
    return qi_allocate(allocator, count * size);
}

/* The same, every byte 0. */
static inline void *qi_allocate_zeroed(const qi_allocator *allocator, size_t count, size_t size)
{
    void *block = qi_allocate_array(allocator, count, size);
    if (block)
        memset(block, 0, count * size);
    return block;
}

static inline void qi_release(const qi_allocator *allocator, void *block)
{
    if (block)
        allocator->release(allocator->context, block);
}

/* Structs that may grow, see "Sizes" in qi/base.h. A new member goes to the end of one, and never
 * into its padding, which older callers leave unset. */

/* Whether a caller's struct has a size that may be true. */
bool qi_struct_is_sized(const void *given);

/* Reads a caller's struct into one of this library's, of `size` bytes; NULL: all zero. False when
 * it must be refused. */
bool qi_struct_read(void *known, size_t size, const void *given);

/* Fills a caller's struct in from one of this library's. QI_BAD_ARGUMENT: it is not sized. */
qi_result qi_struct_write(void *given, const void *known, size_t size);

/* The same for an element of a caller's array, whose elements have `element` bytes. */
static inline void qi_element_write(void *array, size_t element, size_t index, const void *known,
                                    size_t size)
{
    memcpy((char *)array + index * element, known, element < size ? element : size);
}

/* Reads such an element; what it lacks is zero. */
static inline void qi_element_read(void *known, size_t size, const void *array, size_t element,
                                   size_t index)
{
    memset(known, 0, size);
    memcpy(known, (const char *)array + index * element, element < size ? element : size);
}

/* An array with room for `capacity` elements that begins with the `count` elements of `block`,
 * which is given back. NULL when there is no memory; `block` is then as it was. */
static inline void *qi_enlarge(const qi_allocator *allocator, void *block, size_t count,
                               size_t capacity, size_t size)
{
    void *larger = qi_allocate_array(allocator, capacity, size);
    if (larger && block)
        memcpy(larger, block, count * size);
    if (larger)
        qi_release(allocator, block);
    return larger;
}

/* Returns an array with room for `more` elements after its first `count`: `array` itself, or one of
 * at least twice the capacity with those elements, and `array` is released. NULL without memory;
 * `array` is then still valid. */
static inline void *qi_grow(const qi_allocator *allocator, void *array, size_t count, size_t more,
                            size_t *capacity, size_t size)
{
    enum { FIRST = 16 };
    if (array && *capacity - count >= more)
        return array;
    if (more > SIZE_MAX / 2 - count)
        return NULL;
    size_t larger = count + more > FIRST ? count + more : FIRST;
    if (larger < 2 * *capacity)
        larger = 2 * *capacity;
    void *const grown = qi_enlarge(allocator, array, count, larger, size);
    if (grown)
        *capacity = larger;
    return grown;
}

#endif
