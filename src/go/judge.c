/* The judge of outputs: replays the input and looks for the first line that differs. */
#include "base/memory.h"
#include "base/text.h"
#include "go/games.h"

#include <qi/go_record.h>

/* A line of the output without its end. */
typedef struct output_line {
    const char *text;
    size_t length;
} output_line;

typedef struct go_judge {
    qi_scanner output;
    qi_go_record *record; /* of the present game; each entry's source is its line */
    qi_go_report *report;
} go_judge;

/* ---- comparing ---------------------------------------------------------------------------- */

/* The next line, with blanks at its end left out; false at the end of the output. */
static bool next_line(qi_scanner *output, output_line *line)
{
    if (output->at == output->end)
        return false;
    const char *start = output->at;
    while (output->at < output->end && *output->at != '\n')
        output->at++;
    const char *end = output->at;
    while (end > start && (end[-1] == ' ' || end[-1] == '\t' || end[-1] == '\r'))
        end--;
    *line = (output_line){start, (size_t)(end - start)};
    return true;
}

static void copy_line(output_line line, char *text, size_t size)
{
    qi_writer writer = qi_write_into(text, size);
    for (size_t i = 0; i < line.length; i++) {
        const char c = line.text[i];
        qi_put(&writer, c >= 0x20 && c < 0x7f ? c : '?');
    }
    qi_put_end(&writer);
}

/* Compares the next line of the output with the right one. If they differ, the report gets the
 * place, both lines and the fault. */
static bool expect_line(go_judge *judge, output_line expected, qi_go_fault fault)
{
    output_line found = {"", 0};
    const bool any = next_line(&judge->output, &found);
    if (any && found.length == expected.length &&
        memcmp(found.text, expected.text, expected.length) == 0) {
        qi_skip_line_end(&judge->output);
        return true;
    }
    qi_go_report *report = judge->report;
    report->fault = any ? fault : QI_GO_ENDS_TOO_SOON;
    report->line = judge->output.line;
    copy_line(expected, report->expected, sizeof report->expected);
    copy_line(found, report->found, sizeof report->found);
    return false;
}

static bool expect_refusal(go_judge *judge, const qi_go_entry *entries, size_t index)
{
    const qi_go_entry *entry = &entries[index];
    char miss[] = "miss 0";
    miss[5] = (char)('0' + entry->verdict);
    if (expect_line(judge, (output_line){miss, sizeof miss - 1}, QI_GO_WRONG_REASON))
        return true;
    qi_go_report *report = judge->report;
    report->move = index + 1;
    report->input_line = entry->source;
    report->what = entry->move;
    report->moves += index;
    report->verdict = entry->verdict;
    if (entry->verdict == QI_GO_SUPERKO && entry->repeated)
        report->repeated_line =
            entries[qi_go_record_index_of_step(judge->record, entry->repeated)].source;
    return false;
}

static bool expect_board(go_judge *judge)
{
    char board[QI_GO_MAX_SIDE * (QI_GO_MAX_SIDE + 1) + 1];
    const qi_go *const game = qi_go_record_position(judge->record);
    qi_go_write_board(game, board, sizeof board);
    const uint32_t columns = qi_go_columns(game);
    for (uint32_t row = 0; row < qi_go_rows(game); row++) {
        const output_line expected = {board + (size_t)row * (columns + 1), columns};
        if (expect_line(judge, expected, QI_GO_WRONG_ROW))
            continue;
        qi_go_report *report = judge->report;
        report->row = row + 1;
        if (report->fault == QI_GO_WRONG_ROW) {
            report->column = 1;
            while (report->column <= columns &&
                   report->found[report->column - 1] == report->expected[report->column - 1])
                report->column++;
        }
        return false;
    }
    return true;
}

/* Compares with the game in the record; false when a line differs. */
static bool expect_game(go_judge *judge)
{
    const qi_go_entry *const entries = qi_go_record_entries(judge->record);
    const size_t count = qi_go_record_count(judge->record);
    judge->report->game++;
    for (size_t i = 0; i < count; i++)
        if (entries[i].verdict != QI_GO_OK && !expect_refusal(judge, entries, i))
            return false;
    judge->report->moves += count;
    return expect_board(judge);
}

static void expect_end(go_judge *judge)
{
    output_line line;
    qi_scanner output = judge->output;
    qi_skip_space(&output);
    if (output.at == output.end)
        return;
    next_line(&output, &line);
    judge->report->fault = QI_GO_TEXT_AFTER_END;
    judge->report->line = output.line;
    copy_line(line, judge->report->found, sizeof judge->report->found);
}

/* ---- the whole ---------------------------------------------------------------------------- */

/* Compares game after game, up to the first line that differs. */
qi_result qi_go_check_games(qi_go_next_game *next, void *context, const char *output, size_t length,
                            uint32_t rows, uint32_t columns, const qi_go_rules *rules,
                            const qi_allocator *allocator, qi_go_report *report)
{
    go_judge judge = {.output = qi_scan(output, length), .report = report};
    *report = (qi_go_report){.columns = columns};
    qi_result result = qi_go_record_new(rows, columns, rules, allocator, &judge.record);
    if (result != QI_OK)
        return result;
    do
        result = next(context, judge.record);
    while (result == QI_OK && expect_game(&judge));
    if (result == QI_STOPPED)
        expect_end(&judge);
    qi_go_record_free(judge.record);
    return result == QI_STOPPED ? QI_OK : result;
}

/* An input as text. */
typedef struct text_games {
    qi_go_reader reader;
    const qi_allocator *allocator;
    qi_go_moves moves;
} text_games;

static qi_result read_next(void *context, qi_go_record *record)
{
    text_games *const games = (text_games *)context;
    const qi_result result = qi_go_read_game(&games->reader, games->allocator, &games->moves, NULL);
    return result == QI_OK ? qi_go_record_moves(record, &games->moves, games->moves.count) : result;
}

qi_result qi_go_check(const char *input, size_t input_length, const char *output,
                      size_t output_length, uint32_t rows, uint32_t columns,
                      const qi_go_rules *rules, const qi_allocator *allocator, qi_go_report *report,
                      qi_text_error *error)
{
    text_games games = {.allocator = allocator};
    qi_result result = qi_go_read(&games.reader, input, input_length, rows, columns, true, error);
    if (result == QI_OK)
        result = qi_go_look_through(games.reader, allocator, &games.moves, error);
    if (result == QI_OK)
        result = qi_go_check_games(read_next, &games, output, output_length, rows, columns, rules,
                                   allocator, report);
    qi_go_free_moves(&games.moves, allocator);
    return result;
}

/* ---- in words ----------------------------------------------------------------------------- */

enum { LONGEST_SHOWN = 100 };

/* A line as a message shows it; the buffer holds it. */
static const char *show_line(const char *line, char buffer[LONGEST_SHOWN])
{
    if (!line[0])
        return "an empty line";
    qi_writer text = qi_write_into(buffer, LONGEST_SHOWN);
    qi_put(&text, '\'');
    qi_put_text(&text, line);
    qi_put(&text, '\'');
    qi_put_end(&text);
    return buffer;
}

/* A line that a refused move calls for. */
static qi_message explain_refusal(const qi_go_report *report, const char *found,
                                  const char *expected)
{
    const unsigned long long line = report->line, game = report->game, number = report->move;
    const unsigned long long input = report->input_line;
    char move[QI_GO_MOVE_CAPACITY];
    qi_go_write_move(report->what, report->columns, move, sizeof move);
    if (report->verdict != QI_GO_SUPERKO)
        return qi_message_of(
            "line %llu: found %s, expected %s; game %llu, move %llu (%s in line %llu of the "
            "input): %s",
            line, found, expected, game, number, move, input, qi_go_verdict_text(report->verdict));
    if (!report->repeated_line)
        return qi_message_of(
            "line %llu: found %s, expected %s; game %llu, move %llu (%s in line %llu of the "
            "input): the empty board would come back",
            line, found, expected, game, number, move, input);
    return qi_message_of(
        "line %llu: found %s, expected %s; game %llu, move %llu (%s in line %llu of the "
        "input): the position after line %llu would come back",
        line, found, expected, game, number, move, input,
        (unsigned long long)report->repeated_line);
}

qi_message qi_go_explain_message(const qi_go_report *report)
{
    if (report->fault == QI_GO_CORRECT)
        return qi_message_of("%llu {game|games}, every line is right",
                             (unsigned long long)report->game);
    char one[LONGEST_SHOWN], other[LONGEST_SHOWN];
    const unsigned long long line = report->line, game = report->game;
    const char *const found =
        report->fault == QI_GO_ENDS_TOO_SOON ? "the end" : show_line(report->found, one);
    if (report->fault == QI_GO_TEXT_AFTER_END)
        return qi_message_of("line %llu: found %s, expected %s", line, found, "the end");
    const char *const expected = show_line(report->expected, other);
    if (report->move)
        return explain_refusal(report, found, expected);
    if (report->fault == QI_GO_WRONG_ROW)
        return qi_message_of("line %llu: found %s, expected %s; row %u of the final board of game "
                             "%llu, from column %u",
                             line, found, expected, report->row, game, report->column);
    return qi_message_of("line %llu: found %s, expected %s; row %u of the final board of game %llu",
                         line, found, expected, report->row, game);
}
