#include "nogo/proof/shelves.h"

enum { FIRST_LOOSE = 64, LEAST_LOOSE = 1 << 14, LOOSE_SHARE = 4 };

void qi_shelves_start(proof_shelves *shelves, const qi_allocator *memory, const uint64_t *seams,
                      unsigned count)
{
    memset(shelves, 0, sizeof *shelves);
    shelves->memory = memory;
    shelves->count = count;
    for (unsigned i = 0; i < count; i++) {
        proof_shelf *const shelf = &shelves->shelf[i];
        shelf->first = i ? seams[i - 1] : 0;
        shelf->last = i + 1 < count ? seams[i] - 1 : UINT64_MAX;
        qi_mutex_init(&shelf->lock);
    }
}

void qi_shelves_end(proof_shelves *shelves)
{
    for (unsigned i = 0; i < shelves->count; i++) {
        proof_shelf *const shelf = &shelves->shelf[i];
        qi_mutex_destroy(&shelf->lock);
        qi_release(shelves->memory, shelf->packed);
        qi_release(shelves->memory, shelf->loose);
    }
    shelves->count = 0;
}

uint64_t *qi_numbers_sort(uint64_t *numbers, uint64_t *spare, size_t count)
{
    uint64_t differ = 0;
    for (size_t i = 1; i < count; i++)
        differ |= numbers[i] ^ numbers[0];
    for (unsigned shift = 0; shift < 64; shift += 8) {
        if (!(differ >> shift & 255))
            continue;
        size_t place[256] = {0};
        for (size_t i = 0; i < count; i++)
            place[numbers[i] >> shift & 255]++;
        size_t sum = 0;
        for (unsigned byte = 0; byte < 256; byte++) {
            const size_t here = place[byte];
            place[byte] = sum;
            sum += here;
        }
        for (size_t i = 0; i < count; i++)
            spare[place[numbers[i] >> shift & 255]++] = numbers[i];
        uint64_t *const sorted = spare;
        spare = numbers;
        numbers = sorted;
    }
    return numbers;
}

/* The most bytes that a number on the shelf takes. */
static size_t widest(const proof_shelf *shelf)
{
    size_t bytes = 1;
    for (uint64_t range = shelf->last - shelf->first; range > 127; range >>= 7)
        bytes++;
    return bytes;
}

/* Packs the loose numbers together with the packed ones. */
static bool pack_loose(const qi_allocator *memory, proof_shelf *shelf)
{
    const size_t count = shelf->loose_count;
    uint64_t *const loose = qi_numbers_sort(shelf->loose, shelf->loose + shelf->loose_room, count);
    uint8_t *const packed = qi_allocate_array(memory, shelf->bytes + count * widest(shelf), 1);
    if (!packed)
        return false;
    proof_packer to = {packed, 0, shelf->first};
    proof_cursor old = shelf_read(shelf);
    bool more = shelf_next(&old);
    for (size_t i = 0; i < count || more;) {
        uint64_t number;
        if (more && (i == count || old.number <= loose[i])) {
            number = old.number;
            more = shelf_next(&old);
        } else {
            number = loose[i];
        }
        while (i < count && loose[i] == number)
            i++;
        shelf_pack(&to, number);
    }
    qi_release(memory, shelf->packed);
    shelf->packed = packed;
    shelf->bytes = (size_t)(to.at - packed);
    shelf->count = to.count;
    shelf->loose_count = 0;
    return true;
}

/* Makes room for at least one loose number more. */
static bool make_room(const qi_allocator *memory, proof_shelf *shelf)
{
    const uint64_t share = shelf->count / LOOSE_SHARE;
    const size_t most = share > LEAST_LOOSE ? (size_t)share : LEAST_LOOSE;
    if (shelf->loose_room >= LEAST_LOOSE && !pack_loose(memory, shelf))
        return false;
    if (shelf->loose_room >= most)
        return true;
    const size_t room = shelf->loose_room ? shelf->loose_room * 2 : FIRST_LOOSE;
    uint64_t *const loose = qi_allocate_array(memory, room, 2 * sizeof *loose);
    if (!loose)
        return false;
    if (shelf->loose_count)
        memcpy(loose, shelf->loose, shelf->loose_count * sizeof *loose);
    qi_release(memory, shelf->loose);
    shelf->loose = loose;
    shelf->loose_room = room;
    return true;
}

bool qi_shelf_put(proof_shelves *shelves, unsigned which, const uint64_t *numbers, size_t count)
{
    proof_shelf *const shelf = &shelves->shelf[which];
    qi_mutex_lock(&shelf->lock);
    bool good = true;
    while (good && count) {
        const size_t room = shelf->loose_room - shelf->loose_count;
        const size_t now = count < room ? count : room;
        if (now)
            memcpy(shelf->loose + shelf->loose_count, numbers, now * sizeof *numbers);
        shelf->loose_count += now;
        numbers += now;
        count -= now;
        if (count)
            good = make_room(shelves->memory, shelf);
    }
    qi_mutex_unlock(&shelf->lock);
    return good;
}

bool qi_shelf_tidy(proof_shelves *shelves, unsigned which)
{
    proof_shelf *const shelf = &shelves->shelf[which];
    if (shelf->loose_count && !pack_loose(shelves->memory, shelf))
        return false;
    qi_release(shelves->memory, shelf->loose);
    shelf->loose = NULL;
    shelf->loose_room = 0;
    return true;
}

uint64_t qi_shelves_count(const proof_shelves *shelves)
{
    uint64_t count = 0;
    for (unsigned i = 0; i < shelves->count; i++)
        count += shelves->shelf[i].count;
    return count;
}
