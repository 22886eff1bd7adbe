#include "lab/tried.h"
#include "base/hash.h"

#include <stdlib.h>

static uint64_t digest_of(const qi_buffer *input)
{
    uint64_t digest = qi_digest(QI_DIGEST_START, input->length);
    for (size_t i = 0; i < input->length; i++)
        digest = qi_digest(digest, (unsigned char)input->bytes[i]);
    return digest ? digest : 1;
}

/* The slot of the digest, or the empty one where it belongs. */
static uint64_t *slot_of(const qi_lab_tried *tried, uint64_t digest)
{
    size_t at = (size_t)digest & (tried->capacity - 1);
    while (tried->slots[at] && tried->slots[at] != digest)
        at = (at + 1) & (tried->capacity - 1);
    return &tried->slots[at];
}

static bool grow(qi_lab_tried *tried)
{
    enum { LEAST = 256 };
    qi_lab_tried larger = {.capacity = tried->capacity ? 2 * tried->capacity : LEAST,
                           .count = tried->count};
    larger.slots = calloc(larger.capacity, sizeof *larger.slots);
    if (!larger.slots)
        return false;
    for (size_t i = 0; i < tried->capacity; i++)
        if (tried->slots[i])
            *slot_of(&larger, tried->slots[i]) = tried->slots[i];
    free(tried->slots);
    *tried = larger;
    return true;
}

bool qi_lab_tried_add(qi_lab_tried *tried, const qi_buffer *input)
{
    /* At least a quarter of the slots stays empty. */
    if (4 * tried->count >= 3 * tried->capacity && !grow(tried))
        return true;
    const uint64_t digest = digest_of(input);
    uint64_t *const slot = slot_of(tried, digest);
    if (*slot)
        return false;
    *slot = digest;
    tried->count++;
    return true;
}

void qi_lab_tried_free(qi_lab_tried *tried)
{
    free(tried->slots);
    *tried = (qi_lab_tried){0};
}
