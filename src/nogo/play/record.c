#include "nogo/play/record.h"

#include "nogo/rules/position.h"

#include <qi/nogo_playouts.h>

/* ---- making records ----------------------------------------------------------------------- */

qi_result qi_nogo_record_new(const qi_nogo *start, const qi_allocator *allocator,
                             qi_nogo_record **record)
{
    const qi_allocator memory = qi_allocator_or_default(allocator);
    qi_nogo_record *made = qi_allocate(&memory, sizeof *made);
    if (!made)
        return QI_NO_MEMORY;
    *made = (qi_nogo_record){.allocator = memory};
    const qi_result result = qi_nogo_record_restart(made, start);
    if (result != QI_OK)
        qi_nogo_record_free(made);
    else
        *record = made;
    return result;
}

void qi_nogo_record_free(qi_nogo_record *record)
{
    if (!record)
        return;
    const qi_allocator memory = record->allocator;
    qi_nogo_free(record->start);
    qi_nogo_free(record->now);
    qi_release(&memory, record->moves);
    for (int i = 0; i < 3; i++)
        qi_release(&memory, record->name[i]);
    qi_release(&memory, record);
}

qi_result qi_nogo_record_restart(qi_nogo_record *record, const qi_nogo *start)
{
    qi_nogo *first, *now;
    qi_result result = qi_nogo_copy(start, &record->allocator, &first);
    if (result != QI_OK)
        return result;
    result = qi_nogo_copy(start, &record->allocator, &now);
    if (result != QI_OK) {
        qi_nogo_free(first);
        return result;
    }
    qi_nogo_free(record->start);
    qi_nogo_free(record->now);
    record->start = first;
    record->now = now;
    record->count = record->place = 0;
    record->end = QI_NOGO_NOT_OVER;
    return QI_OK;
}

void qi_nogo_record_forbid_centre(qi_nogo_record *record, bool forbid)
{
    record->no_centre = forbid;
}

/* ---- moves -------------------------------------------------------------------------------- */

const qi_nogo *qi_nogo_record_start(const qi_nogo_record *record)
{
    return record->start;
}

const qi_nogo *qi_nogo_record_position(const qi_nogo_record *record)
{
    return record->now;
}

size_t qi_nogo_record_count(const qi_nogo_record *record)
{
    return record->count;
}

size_t qi_nogo_record_place(const qi_nogo_record *record)
{
    return record->place;
}

const qi_move *qi_nogo_record_moves(const qi_nogo_record *record)
{
    return record->moves;
}

static bool is_forbidden_centre(const qi_nogo_record *record, qi_point point)
{
    const qi_nogo *position = record->now;
    return record->no_centre && position->stones[QI_BLACK] + position->stones[QI_WHITE] == 0 &&
           position->rows % 2 && position->columns % 2 &&
           point == qi_nogo_point(position, position->rows / 2, position->columns / 2);
}

qi_nogo_verdict qi_nogo_record_judge(const qi_nogo_record *record, qi_colour colour, qi_point point,
                                     qi_point *group)
{
    const qi_nogo_verdict verdict = qi_nogo_judge(record->now, colour, point, group);
    return verdict == QI_NOGO_LEGAL && is_forbidden_centre(record, point) ? QI_NOGO_CENTRE
                                                                          : verdict;
}

/* Makes room for more moves after the present place. */
static bool reserve(qi_nogo_record *record, size_t more)
{
    if (record->capacity - record->place >= more)
        return true;
    qi_move *const moves =
        qi_grow(&record->allocator, record->moves, record->count,
                record->place + more - record->count, &record->capacity, sizeof *moves);
    if (moves)
        record->moves = moves;
    return moves != NULL;
}

qi_result qi_nogo_record_play(qi_nogo_record *record, qi_colour colour, qi_point point,
                              qi_nogo_verdict *verdict, qi_point *group)
{
    const qi_nogo_verdict judged = qi_nogo_record_judge(record, colour, point, group);
    if (verdict)
        *verdict = judged;
    if (judged != QI_NOGO_LEGAL)
        return QI_BAD_ARGUMENT;
    if (!reserve(record, 1))
        return QI_NO_MEMORY;
    qi_nogo_play(record->now, colour, point, NULL);
    record->moves[record->place++] = (qi_move){point, colour};
    record->count = record->place;
    record->end = QI_NOGO_NOT_OVER;
    return QI_OK;
}

/* Takes the last stone back. Groups are hard to split, so they are built again when needed. */
static void take_back(qi_nogo_record *record)
{
    qi_nogo *position = record->now;
    const qi_move move = record->moves[--record->place];
    position->colour[qi_nogo_cell(position, move.point)] = QI_EMPTY;
    position->stones[move.colour]--;
    position->to_move = record->place ? qi_opponent(record->moves[record->place - 1].colour)
                                      : record->start->to_move;
    qi_nogo_forget_groups(position);
}

void qi_nogo_record_seek(qi_nogo_record *record, size_t place)
{
    while (record->place > place)
        take_back(record);
    while (record->place < place && record->place < record->count) {
        const qi_move move = record->moves[record->place++];
        qi_nogo_play(record->now, move.colour, move.point, NULL);
    }
}

void qi_nogo_record_cut(qi_nogo_record *record)
{
    if (record->count > record->place)
        record->end = QI_NOGO_NOT_OVER;
    record->count = record->place;
}

/* Where the moves of a simulation go. */
typedef struct tail {
    qi_nogo_record *record;
    qi_colour to_move;
} tail;

static bool append(void *context, const qi_point *points, size_t count)
{
    tail *to = context;
    qi_nogo_record *record = to->record;
    if (!reserve(record, record->count - record->place + count))
        return false;
    for (size_t i = 0; i < count; i++, to->to_move = qi_opponent(to->to_move))
        record->moves[record->count++] = (qi_move){points[i], to->to_move};
    return true;
}

qi_result qi_nogo_record_play_out(qi_nogo_record *record, qi_nogo_policy policy, uint64_t seed)
{
    qi_nogo_record_cut(record);
    qi_nogo *copy;
    qi_result result = qi_nogo_copy(record->now, &record->allocator, &copy);
    if (result != QI_OK)
        return result;
    tail to = {record, record->now->to_move};
    result = qi_nogo_simulate(copy, policy, seed, append, &to);
    qi_nogo_free(copy);
    record->end = QI_NOGO_NOT_OVER;
    if (result != QI_OK)
        record->count = record->place;
    return result == QI_STOPPED ? QI_NO_MEMORY : result;
}

/* ---- the result --------------------------------------------------------------------------- */

qi_nogo_end qi_nogo_record_result(const qi_nogo_record *record, qi_colour *winner)
{
    qi_colour ignored = QI_EMPTY;
    winner = winner ? winner : &ignored;
    /* Goes to the end of the game and back; the record is unchanged afterwards. */
    qi_nogo_record there = *record;
    qi_nogo_record_seek(&there, record->count);
    const qi_colour to_move = qi_nogo_to_move(there.now);
    const bool over = !qi_nogo_can_move(there.now, to_move);
    qi_nogo_record_seek(&there, record->place);
    *winner = over ? qi_opponent(to_move) : record->end ? record->winner : QI_EMPTY;
    return over ? QI_NOGO_BY_NO_MOVE : record->end;
}

qi_result qi_nogo_record_set_result(qi_nogo_record *record, qi_nogo_end end, qi_colour winner)
{
    if (end == QI_NOGO_BY_NO_MOVE || (unsigned)end > QI_NOGO_BY_UNKNOWN ||
        (end != QI_NOGO_NOT_OVER && winner != QI_BLACK && winner != QI_WHITE))
        return QI_BAD_ARGUMENT;
    record->end = end;
    record->winner = winner;
    return QI_OK;
}

/* ---- names -------------------------------------------------------------------------------- */

static qi_result set_text(qi_nogo_record *record, int which, const char *text)
{
    const size_t length = strlen(text);
    char *copy = qi_allocate(&record->allocator, length + 1);
    if (!copy)
        return QI_NO_MEMORY;
    memcpy(copy, text, length + 1);
    qi_release(&record->allocator, record->name[which]);
    record->name[which] = copy;
    return QI_OK;
}

const char *qi_nogo_record_name(const qi_nogo_record *record, qi_colour colour)
{
    return colour <= QI_WHITE && record->name[colour] ? record->name[colour] : "";
}

qi_result qi_nogo_record_set_name(qi_nogo_record *record, qi_colour colour, const char *name)
{
    return colour <= QI_WHITE ? set_text(record, (int)colour, name) : QI_BAD_ARGUMENT;
}
