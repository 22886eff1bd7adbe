#include <qi/go.h>
#include <qi/go_record.h>

#include "base/text.h"
#include "sgf/play.h"
#include "sgf/writer.h"

#include <stdio.h>
#include <string.h>

/* ---- reading ------------------------------------------------------------------------------ */

static qi_result fail_setup(const qi_go_sgf_reading *r, const char *at)
{
    uint64_t line, column;
    qi_sgf_place(r->sgf, at, &line, &column);
    return qi_text_fail_at(r->error, line, column,
                           qi_message_of("a setup that leaves a group without a liberty"),
                           qi_message_of("a liberty for every group"));
}

static qi_result set_up(void *context, const qi_sgf_setup *setup)
{
    const qi_go_sgf_reading *r = context;
    qi_go_record *const record = r->record;
    if (setup->count == 0 && !setup->turn_given)
        return QI_OK;
    const size_t count = qi_go_record_count(record);
    const uint64_t source = setup->at ? (uint64_t)(setup->at - r->text) : 0;
    qi_result result = qi_go_record_add_setup(record, setup->stones, (uint32_t)setup->count,
                                              setup->to_move, source);
    if (result == QI_OK)
        result = qi_go_record_seek(record, count + 1);
    if (result != QI_OK || qi_go_record_entries(record)[count].verdict == QI_GO_OK)
        return result;
    qi_go_record_cut(record, count);
    return fail_setup(r, setup->at);
}

static qi_result play(void *context, const qi_sgf_event *move)
{
    const qi_go_sgf_reading *r = context;
    const qi_result result = qi_go_record_add(r->record, (qi_move){move->point, move->colour},
                                              (uint64_t)(move->at - r->text));
    return result == QI_OK ? qi_go_record_seek(r->record, SIZE_MAX) : result;
}

static void set_turn(void *context, qi_colour colour)
{
    qi_go_sgf_reading *r = context;
    r->turn = colour;
}

static void report_unread(void *context, const qi_text_error *error)
{
    const qi_go_sgf_reading *r = context;
    r->unread(r->context, error);
}

qi_result qi_go_read_sgf(qi_go_sgf_reading *reading, qi_sgf_walk *walk, size_t max_moves,
                         qi_text_error *error)
{
    const qi_sgf_player player = {.set_up = set_up,
                                  .move = play,
                                  .turn = set_turn,
                                  .unread = reading->unread ? report_unread : NULL};
    reading->sgf = walk->sgf;
    reading->error = error;
    reading->turn = QI_EMPTY;
    qi_go_record_cut(reading->record, 0);
    return qi_sgf_play(walk, max_moves, &player, reading, error);
}

/* ---- writing ------------------------------------------------------------------------------ */

/* A comment gets one line for every refused move, as long as there is room. */
typedef struct remark_list {
    char text[1024];
    size_t length;
} remark_list;

static void add_remark(remark_list *remarks, const qi_go_entry *entry, uint32_t columns)
{
    char line[96], move[QI_GO_MOVE_CAPACITY] = "setup";
    if (entry->kind != QI_GO_SETUP)
        qi_go_write_move(entry->move, columns, move, sizeof move);
    const int length = snprintf(line, sizeof line, "%srefused: %s: %s", remarks->length ? "\n" : "",
                                move, qi_go_verdict_text(entry->verdict));
    if (length < 0 || (size_t)length >= sizeof remarks->text - remarks->length)
        return;
    memcpy(remarks->text + remarks->length, line, (size_t)length);
    remarks->length += (size_t)length;
}

/* A node with what a setup changes; at the start of a game these are properties of the root. */
static void write_setup(qi_sgf_writer *writer, const qi_go_record *record, const qi_go_entry *entry,
                        bool at_root)
{
    const qi_go *const game = qi_go_record_position(record);
    const qi_stone *const stones = qi_go_record_stones(record);
    uint8_t points[QI_GO_MAX_SIDE * QI_GO_MAX_SIDE] = {0};
    for (uint32_t i = entry->first; i < entry->first + entry->count; i++)
        points[stones[i].point] =
            stones[i].colour == QI_EMPTY ? QI_SGF_REMOVED : (uint8_t)stones[i].colour;
    if (!at_root)
        qi_sgf_start_node(writer);
    qi_sgf_write_setup(writer, points, qi_go_rows(game), qi_go_columns(game));
    if (entry->move.colour != QI_EMPTY)
        qi_sgf_write_text(writer, "PL", entry->move.colour == QI_BLACK ? "B" : "W", 1);
}

qi_result qi_go_write_sgf(const qi_go_record *record, qi_sink *sink, void *context)
{
    qi_sgf_writer writer = {.sink = sink, .context = context};
    const qi_go *const game = qi_go_record_position(record);
    const qi_go_entry *const entries = qi_go_record_entries(record);
    const size_t count = qi_go_record_count(record);
    const uint32_t columns = qi_go_columns(game);
    qi_sgf_start_game(&writer, qi_go_rows(game), columns, NULL);
    for (size_t i = 0; i <= count; i++) {
        remark_list remarks = {.length = 0};
        for (; i < count && entries[i].verdict != QI_GO_OK; i++)
            add_remark(&remarks, &entries[i], columns);
        if (remarks.length)
            qi_sgf_write_text(&writer, "C", remarks.text, remarks.length);
        if (i < count && entries[i].kind == QI_GO_SETUP)
            write_setup(&writer, record, &entries[i], i == 0);
        else if (i < count)
            qi_sgf_write_move(&writer, entries[i].move.colour, entries[i].move.point, columns);
    }
    qi_sgf_close(&writer);
    return writer.failed ? QI_STOPPED : QI_OK;
}
