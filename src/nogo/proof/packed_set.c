#include "nogo/proof/packed_set.h"

enum { FIRST_LOOSE = 64, MIN_LOOSE = 1 << 14, LOOSE_SHARE = 4 };

void qi_packed_set_start(packed_set *set, const qi_allocator *memory, const uint64_t *seams,
                         unsigned count)
{
    memset(set, 0, sizeof *set);
    set->memory = memory;
    set->count = count;
    for (unsigned i = 0; i < count; i++) {
        packed_part *const part = &set->part[i];
        part->first = i ? seams[i - 1] : 0;
        part->last = i + 1 < count ? seams[i] - 1 : UINT64_MAX;
        qi_mutex_init(&part->lock);
    }
}

void qi_packed_set_end(packed_set *set)
{
    for (unsigned i = 0; i < set->count; i++) {
        packed_part *const part = &set->part[i];
        qi_mutex_destroy(&part->lock);
        qi_release(set->memory, part->packed);
        qi_release(set->memory, part->loose);
    }
    set->count = 0;
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

/* The most bytes that a number in the part takes. */
static size_t widest(const packed_part *part)
{
    size_t bytes = 1;
    for (uint64_t range = part->last - part->first; range > 127; range >>= 7)
        bytes++;
    return bytes;
}

/* Packs the loose numbers together with the packed ones. */
static bool pack_loose(const qi_allocator *memory, packed_part *part)
{
    const size_t count = part->loose_count;
    uint64_t *const loose = qi_numbers_sort(part->loose, part->loose + part->loose_room, count);
    uint8_t *const packed = qi_allocate_array(memory, part->bytes + count * widest(part), 1);
    if (!packed)
        return false;
    packed_writer to = {packed, 0, part->first};
    packed_cursor old = packed_part_read(part);
    bool more = packed_next(&old);
    for (size_t i = 0; i < count || more;) {
        uint64_t number;
        if (more && (i == count || old.number <= loose[i])) {
            number = old.number;
            more = packed_next(&old);
        } else {
            number = loose[i];
        }
        while (i < count && loose[i] == number)
            i++;
        packed_append(&to, number);
    }
    qi_release(memory, part->packed);
    part->packed = packed;
    part->bytes = (size_t)(to.at - packed);
    part->count = to.count;
    part->loose_count = 0;
    return true;
}

/* Makes room for at least one loose number more. */
static bool make_room(const qi_allocator *memory, packed_part *part)
{
    const uint64_t share = part->count / LOOSE_SHARE;
    const size_t max = share > MIN_LOOSE ? (size_t)share : MIN_LOOSE;
    if (part->loose_room >= MIN_LOOSE && !pack_loose(memory, part))
        return false;
    if (part->loose_room >= max)
        return true;
    const size_t room = part->loose_room ? part->loose_room * 2 : FIRST_LOOSE;
    uint64_t *const loose =
        qi_enlarge(memory, part->loose, part->loose_count, 2 * room, sizeof *loose);
    if (!loose)
        return false;
    part->loose = loose;
    part->loose_room = room;
    return true;
}

bool qi_packed_set_add(packed_set *set, unsigned which, const uint64_t *numbers, size_t count)
{
    packed_part *const part = &set->part[which];
    qi_mutex_lock(&part->lock);
    bool good = true;
    while (good && count) {
        const size_t room = part->loose_room - part->loose_count;
        const size_t now = count < room ? count : room;
        if (now)
            memcpy(part->loose + part->loose_count, numbers, now * sizeof *numbers);
        part->loose_count += now;
        numbers += now;
        count -= now;
        if (count)
            good = make_room(set->memory, part);
    }
    qi_mutex_unlock(&part->lock);
    return good;
}

bool qi_packed_set_pack(packed_set *set, unsigned which)
{
    packed_part *const part = &set->part[which];
    if (part->loose_count && !pack_loose(set->memory, part))
        return false;
    qi_release(set->memory, part->loose);
    part->loose = NULL;
    part->loose_room = 0;
    return true;
}

uint64_t qi_packed_set_count(const packed_set *set)
{
    uint64_t count = 0;
    for (unsigned i = 0; i < set->count; i++)
        count += set->part[i].count;
    return count;
}
