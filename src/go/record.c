/* Records: entries with their verdicts. */
#include "base/memory.h"
#include "go/games.h"
#include <qi/go.h>
#include <qi/go_record.h>

struct qi_go_record {
    qi_allocator allocator;
    qi_go *position; /* after the first `place` entries */
    qi_go_entry *entries;
    uint32_t *made; /* made[s - 1] is the entry that made step s; as long as `entries` */
    uint32_t count, place;
    qi_stone *stones; /* of the setups, in order */
    uint32_t stone_count;
    size_t capacity, stone_capacity;
};

qi_result qi_go_record_new(uint32_t rows, uint32_t columns, const qi_go_rules *rules,
                           const qi_allocator *allocator, qi_go_record **record)
{
    const qi_allocator from = qi_allocator_or_default(allocator);
    qi_go_record *made = (qi_go_record *)qi_allocate_zeroed(&from, 1, sizeof *made);
    if (!made)
        return QI_NO_MEMORY;
    made->allocator = from;
    const qi_result result = qi_go_new(rows, columns, rules, allocator, &made->position);
    if (result == QI_OK)
        *record = made;
    else
        qi_release(&from, made);
    return result;
}

void qi_go_record_free(qi_go_record *record)
{
    if (!record)
        return;
    const qi_allocator allocator = record->allocator;
    qi_go_free(record->position);
    qi_release(&allocator, record->entries);
    qi_release(&allocator, record->made);
    qi_release(&allocator, record->stones);
    qi_release(&allocator, record);
}

/* ---- changing ----------------------------------------------------------------------------- */

/* Makes room for more entries. */
static bool reserve(qi_go_record *record, size_t more)
{
    if (more > UINT32_MAX / 2 - record->count)
        return false;
    size_t entry_room = record->capacity, made_room = record->capacity;
    qi_go_entry *const entries = (qi_go_entry *)qi_grow(
        &record->allocator, record->entries, record->count, more, &entry_room, sizeof *entries);
    if (!entries)
        return false;
    record->entries = entries;
    uint32_t *const made = (uint32_t *)qi_grow(&record->allocator, record->made, record->count,
                                               more, &made_room, sizeof *made);
    if (!made)
        return false;
    record->made = made;
    record->capacity = made_room;
    return true;
}

/* Adds a move where there is room. */
static void put_move(qi_go_record *record, qi_move move, uint64_t source)
{
    record->entries[record->count++] =
        (qi_go_entry){.kind = move.point == QI_NO_POINT ? QI_GO_PASS : QI_GO_MOVE,
                      .move = move,
                      .repeated = UINT32_MAX,
                      .source = source};
}

qi_result qi_go_record_add(qi_go_record *record, qi_move move, uint64_t source)
{
    if (!reserve(record, 1))
        return QI_NO_MEMORY;
    put_move(record, move, source);
    return QI_OK;
}

static bool reserve_stones(qi_go_record *record, uint32_t count)
{
    if (count > UINT32_MAX - record->stone_count)
        return false;
    qi_stone *const stones =
        (qi_stone *)qi_grow(&record->allocator, record->stones, record->stone_count, count,
                            &record->stone_capacity, sizeof *stones);
    if (stones)
        record->stones = stones;
    return stones != NULL;
}

qi_result qi_go_record_add_setup(qi_go_record *record, const qi_stone *stones, uint32_t count,
                                 qi_colour to_move, uint64_t source)
{
    if ((unsigned)to_move > QI_WHITE)
        return QI_BAD_ARGUMENT;
    for (uint32_t i = 0; i < count; i++)
        if (qi_go_at(record->position, stones[i].point) == QI_WALL ||
            (unsigned)stones[i].colour > QI_WHITE)
            return QI_BAD_ARGUMENT;
    if (!reserve(record, 1) || !reserve_stones(record, count))
        return QI_NO_MEMORY;
    if (count)
        memcpy(&record->stones[record->stone_count], stones, count * sizeof *stones);
    record->entries[record->count++] = (qi_go_entry){.kind = QI_GO_SETUP,
                                                     .move = {QI_NO_POINT, to_move},
                                                     .first = record->stone_count,
                                                     .count = count,
                                                     .repeated = UINT32_MAX,
                                                     .source = source};
    record->stone_count += count;
    return QI_OK;
}

void qi_go_record_cut(qi_go_record *record, size_t count)
{
    if (count == 0) {
        qi_go_clear(record->position);
        record->count = record->place = record->stone_count = 0;
    }
    if (count >= record->count)
        return;
    if (record->place > count)
        qi_go_record_seek(record, count);
    for (uint32_t i = record->count; i > count; i--)
        record->stone_count -= record->entries[i - 1].count;
    record->count = (uint32_t)count;
}

/* ---- going through ------------------------------------------------------------------------ */

static qi_result carry_out(const qi_go_record *record, qi_go_entry *entry)
{
    qi_go *const game = record->position;
    const qi_colour colour = entry->move.colour;
    if (entry->kind == QI_GO_MOVE)
        return qi_go_play(game, colour, entry->move.point, &entry->verdict, &entry->repeated);
    qi_result result = QI_OK;
    if (entry->kind == QI_GO_PASS)
        result = qi_go_pass(game, colour);
    else if (entry->count || colour != QI_EMPTY)
        result =
            qi_go_set_up(game, entry->count ? &record->stones[entry->first] : NULL, entry->count,
                         colour != QI_EMPTY ? colour : qi_go_to_move(game), NULL);
    entry->verdict = result == QI_OK             ? QI_GO_OK
                     : entry->kind == QI_GO_PASS ? QI_GO_OFF_BOARD
                                                 : QI_GO_SUICIDE;
    return result;
}

/* Carries the entry at the place out; false without memory. */
static bool go_on(qi_go_record *record)
{
    const uint32_t before = qi_go_steps(record->position);
    qi_go_entry *const entry = &record->entries[record->place];
    if (carry_out(record, entry) == QI_NO_MEMORY)
        return false;
    entry->step = qi_go_steps(record->position);
    if (entry->step > before)
        record->made[before] = record->place;
    record->place++;
    return true;
}

qi_result qi_go_record_seek(qi_go_record *record, size_t place)
{
    while (record->place > place) {
        const uint32_t before = --record->place ? record->entries[record->place - 1].step : 0;
        if (qi_go_steps(record->position) > before)
            qi_go_undo(record->position);
    }
    while (record->place < place && record->place < record->count)
        if (!go_on(record))
            return QI_NO_MEMORY;
    return QI_OK;
}

qi_result qi_go_record_moves(qi_go_record *record, const qi_go_moves *moves, size_t count)
{
    qi_go_record_cut(record, 0);
    if (!reserve(record, count))
        return QI_NO_MEMORY;
    for (size_t i = 0; i < count; i++)
        put_move(record, moves->list[i], moves->lines ? moves->lines[i] : 0);
    return qi_go_record_seek(record, count);
}

/* ---- asking ------------------------------------------------------------------------------- */

const qi_go *qi_go_record_position(const qi_go_record *record)
{
    return record->position;
}

size_t qi_go_record_count(const qi_go_record *record)
{
    return record->count;
}

size_t qi_go_record_place(const qi_go_record *record)
{
    return record->place;
}

const qi_go_entry *qi_go_record_entries(const qi_go_record *record)
{
    return record->entries;
}

const qi_stone *qi_go_record_stones(const qi_go_record *record)
{
    return record->stones;
}

size_t qi_go_record_index_of_step(const qi_go_record *record, uint32_t step)
{
    return record->made[step - 1];
}
