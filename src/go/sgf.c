#include "go/sgf.h"

#include "base/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { UNTOUCHED = 0xff };

void qi_go_sgf_add(qi_go_sgf_tally *sum, const qi_go_sgf_tally *one)
{
    sum->games += one->games;
    sum->moves += one->moves;
    sum->passes += one->passes;
    sum->setup += one->setup;
    sum->unread += one->unread;
    for (size_t i = 0; i < sizeof sum->refused / sizeof *sum->refused; i++)
        sum->refused[i] += one->refused[i];
}

uint64_t qi_go_sgf_refused(const qi_go_sgf_tally *of)
{
    return of->refused[QI_GO_OCCUPIED] + of->refused[QI_GO_SUICIDE] + of->refused[QI_GO_SUPERKO];
}

/* ---- reading ------------------------------------------------------------------------------ */

static qi_result fail_at(const qi_sgf *sgf, const char *at, qi_text_error *error, const char *found,
                         const char *expected)
{
    uint64_t line, column;
    qi_sgf_place(sgf, at, &line, &column);
    return qi_text_fail_at(error, line, column, qi_message_of("%s", found),
                           qi_message_of("%s", expected));
}

static bool keep_move(qi_go_moves *record, qi_go_move move)
{
    if (record->count == record->capacity) {
        const size_t capacity = record->capacity ? 2 * record->capacity : 512;
        qi_go_move *larger = realloc(record->list, capacity * sizeof *larger);
        if (!larger)
            return false;
        record->list = larger;
        record->capacity = capacity;
    }
    record->list[record->count++] = move;
    return true;
}

/* A board of the game's size, empty. */
static qi_result prepare(qi_go_sgf_replay *replay, uint32_t rows, uint32_t columns)
{
    replay->tally = (qi_go_sgf_tally){.games = 1};
    replay->setting_up = false;
    replay->record.count = 0;
    qi_go *const game = replay->game;
    if (game && qi_go_rows(game) == rows && qi_go_columns(game) == columns) {
        qi_go_clear(game);
        return QI_OK;
    }
    qi_go_free(game);
    replay->game = NULL;
    return qi_go_new(rows, columns, &replay->rules, NULL, &replay->game);
}

/* Stones put on empty points can be written as moves: each group keeps its final liberties, or the
 * points where its own stones are still to come, so nothing is captured on the way. Removing stones
 * cannot be written as moves. */
static qi_result take_setup(qi_go_sgf_replay *replay, const qi_sgf *sgf, const qi_sgf_event *event,
                            qi_text_error *error)
{
    replay->tally.setup++;
    if (!replay->setting_up)
        memset(replay->setup, UNTOUCHED, sizeof replay->setup);
    replay->setting_up = true;
    uint8_t *const point = &replay->setup[event->point];
    if (*point == event->colour)
        return QI_OK;
    if (replay->as_moves) {
        if (event->colour == QI_EMPTY || *point != UNTOUCHED ||
            qi_go_at(replay->game, event->point) != QI_EMPTY)
            return fail_at(sgf, event->at, error, "a setup that takes a stone off",
                           "a game that can be told by moves alone");
        if (!keep_move(&replay->record, (qi_go_move){event->point, event->colour}))
            return QI_NO_MEMORY;
    }
    *point = (uint8_t)event->colour;
    return QI_OK;
}

/* The stones of one node are one step. */
static qi_result finish_setup(qi_go_sgf_replay *replay, const qi_sgf *sgf, const char *at,
                              qi_text_error *error)
{
    if (!replay->setting_up)
        return QI_OK;
    qi_go_stone stones[QI_GO_SGF_POINTS];
    size_t count = 0;
    for (qi_point point = 0; point < QI_GO_SGF_POINTS; point++)
        if (replay->setup[point] != UNTOUCHED)
            stones[count++] = (qi_go_stone){point, (qi_colour)replay->setup[point]};
    replay->setting_up = false;
    const qi_result result =
        qi_go_set_up(replay->game, stones, count, qi_go_to_move(replay->game), NULL);
    if (result == QI_BAD_ARGUMENT)
        return fail_at(sgf, at, error, "a setup that leaves a group without a liberty",
                       "a liberty for every group");
    return result;
}

static qi_result take_move(qi_go_sgf_replay *replay, const qi_sgf_event *event)
{
    replay->tally.moves++;
    if (event->point == QI_NO_POINT) {
        replay->tally.passes++;
        return qi_go_pass(replay->game, event->colour);
    }
    if (replay->as_moves && !keep_move(&replay->record, (qi_go_move){event->point, event->colour}))
        return QI_NO_MEMORY;
    uint32_t repeated;
    const qi_go_verdict verdict = qi_go_play(replay->game, event->colour, event->point, &repeated);
    if (verdict == QI_GO_NO_MEMORY)
        return QI_NO_MEMORY;
    if (verdict != QI_GO_OK) {
        replay->tally.refused[verdict]++;
        if (replay->refused)
            replay->refused(replay->context, replay, event, verdict, repeated);
    }
    return QI_OK;
}

qi_result qi_go_sgf_play(qi_go_sgf_replay *replay, qi_sgf_walk *walk, qi_text_error *error)
{
    const char *setup_at = NULL;
    qi_sgf_node setup_node = QI_SGF_NO_NODE;
    qi_result result = prepare(replay, walk->rows, walk->columns);
    while (result == QI_OK) {
        qi_sgf_event event;
        qi_text_error wrong;
        const bool tell = replay->tally.unread < QI_GO_SGF_TOLD; /* finding a place takes time */
        result = qi_sgf_walk_next(walk, &event, tell ? &wrong : NULL);
        if (result == QI_BAD_TEXT) {
            replay->tally.unread++;
            if (replay->unread && tell)
                replay->unread(replay->context, &wrong);
            result = QI_OK;
            continue;
        }
        if (result == QI_OK && (event.kind != QI_SGF_SETUP || event.node != setup_node))
            result = finish_setup(replay, walk->sgf, setup_at, error);
        if (result != QI_OK || event.kind == QI_SGF_END)
            break;
        if (event.kind == QI_SGF_SETUP) {
            if (event.node != setup_node)
                setup_at = event.at;
            setup_node = event.node;
            result = take_setup(replay, walk->sgf, &event, error);
        } else if (event.kind == QI_SGF_MOVE) {
            result = take_move(replay, &event);
        }
    }
    return result;
}

void qi_go_sgf_end(qi_go_sgf_replay *replay)
{
    qi_go_free_moves(&replay->record, NULL);
    qi_go_free(replay->game);
    replay->game = NULL;
}

/* ---- writing ------------------------------------------------------------------------------ */

/* A comment gets one line for every refused move, as long as there is room. */
typedef struct remark_list {
    char text[1024];
    size_t length;
} remark_list;

static void add_remark(remark_list *remarks, const qi_go_entry *entry, uint32_t columns)
{
    char line[96], move[QI_GO_LONGEST_LINE];
    const int length =
        snprintf(line, sizeof line, "%srefused: %s: %s", remarks->length ? "\n" : "",
                 qi_go_move_text(entry->move, columns, move), qi_go_verdict_text(entry->verdict));
    if (length < 0 || (size_t)length >= sizeof remarks->text - remarks->length)
        return;
    memcpy(remarks->text + remarks->length, line, (size_t)length);
    remarks->length += (size_t)length;
}

void qi_go_write_sgf(qi_sgf_writer *writer, const qi_go_record *record)
{
    const qi_go *const game = qi_go_record_position(record);
    const qi_go_entry *const entries = qi_go_record_entries(record);
    const size_t count = qi_go_record_count(record);
    const uint32_t columns = qi_go_columns(game);
    qi_sgf_start_game(writer, qi_go_rows(game), columns, NULL);
    for (size_t i = 0; i <= count; i++) {
        remark_list remarks = {.length = 0};
        for (; i < count && entries[i].verdict != QI_GO_OK; i++)
            add_remark(&remarks, &entries[i], columns);
        if (remarks.length)
            qi_sgf_write_text(writer, "C", remarks.text, remarks.length);
        if (i < count)
            qi_sgf_write_move(writer, entries[i].move.colour, entries[i].move.point, columns);
    }
    qi_sgf_close(writer);
}
