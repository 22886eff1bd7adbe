/* Judging a whole game, as the problem's special judge does. */
#include "nogo/rules/judge.h"

#include "base/text.h"
#include "nogo/rules/position.h"

/* Reads a number of up to five digits right here; 0 if it is missing or longer. */
static inline uint32_t read_digits(const char **at)
{
    uint32_t number = 0;
    const char *digit = *at;
    for (; (uint8_t)(*digit - '0') < 10 && digit - *at <= 5; digit++)
        number = number * 10 + (uint8_t)(*digit - '0');
    number = digit - *at <= 5 ? number : 0;
    *at = digit;
    return number;
}

/* qi_nogo_try for a game that began on an empty board: perhaps in reading order. */
static inline bool try_sweeping(qi_nogo *position, qi_colour colour, uint32_t cell)
{
    return colour == QI_BLACK ? qi_nogo_try_sweeping(position->colour, position->link,
                                                     position->stride, QI_BLACK, cell)
                              : qi_nogo_try_sweeping(position->colour, position->link,
                                                     position->stride, QI_WHITE, cell);
}

/* Plays lines that hold just a legal move as qi writes it: two numbers, one space, one newline.
 * Stops at the start of the first other line. */
static void play_plain_lines(qi_nogo *position, qi_scanner *scanner, qi_nogo_report *report)
{
    enum { LONGEST = 14 }; /* "123456 123456\n": nothing reads further before it stops */
    const char *at = scanner->at;
    uint32_t cell = 0;
    uint64_t played = 0;
    qi_colour to_move = position->to_move;
    const bool bare = position->stones[QI_BLACK] + position->stones[QI_WHITE] == 0;
    while (scanner->end - at >= LONGEST) {
        const char *next = at;
        const uint32_t row = read_digits(&next);
        if (*next++ != ' ')
            break;
        const uint32_t column = read_digits(&next);
        if (*next++ != '\n' || row - 1 >= position->rows || column - 1 >= position->columns)
            break;
        const uint32_t here = row * position->stride + column;
        if (position->colour[here] != QI_EMPTY ||
            !(bare ? try_sweeping(position, to_move, here)
                   : qi_nogo_try(position, (uint8_t)to_move, here)))
            break;
        cell = here;
        to_move = qi_opponent(to_move);
        at = next;
        played++;
    }
    if (played == 0)
        return;
    position->stones[position->to_move] += (uint32_t)(played + 1) / 2;
    position->stones[qi_opponent(position->to_move)] += (uint32_t)played / 2;
    position->to_move = to_move;
    scanner->at = scanner->line_start = at;
    scanner->line += played;
    report->last = qi_nogo_point_of_cell(position, cell);
    report->moves += played;
    report->correct_lines += played;
}

/* A line's two integers; false when it holds anything else. */
static bool read_move(qi_scanner *scanner, int64_t *row, int64_t *column)
{
    if (!qi_scan_integer(scanner, row))
        return false;
    const char *after_row = scanner->at;
    qi_skip_blanks(scanner);
    if (scanner->at == after_row || !qi_scan_integer(scanner, column))
        return false;
    qi_skip_blanks(scanner);
    return qi_at_line_end(scanner);
}

static qi_point point_of(const qi_nogo *position, int64_t row, int64_t column)
{
    if (row < 1 || column < 1 || row > position->rows || column > position->columns)
        return QI_NO_POINT;
    return (uint32_t)(row - 1) * position->columns + (uint32_t)(column - 1);
}

/* Judges what follows "-1 -1". */
static qi_nogo_fault judge_end(const qi_nogo *position, qi_scanner *scanner, qi_nogo_report *report)
{
    report->point = qi_nogo_first_legal(position, position->to_move);
    if (report->point != QI_NO_POINT)
        return QI_NOGO_ENDED_TOO_SOON;
    report->correct_lines++;
    qi_skip_space(scanner);
    return scanner->at < scanner->end ? QI_NOGO_TEXT_AFTER_END : QI_NOGO_COMPLETE;
}

static qi_nogo_fault judge_game(qi_nogo *position, qi_scanner *scanner, qi_nogo_report *report)
{
    for (;;) {
        play_plain_lines(position, scanner, report);
        qi_skip_space(scanner);
        report->line = scanner->line;
        report->column = (uint64_t)(scanner->at - scanner->line_start) + 1;
        if (scanner->at == scanner->end) {
            report->point = qi_nogo_first_legal(position, position->to_move);
            return report->point == QI_NO_POINT ? QI_NOGO_NO_END_LINE : QI_NOGO_CUT_SHORT;
        }
        int64_t row, column;
        if (!read_move(scanner, &row, &column)) {
            report->column = (uint64_t)(scanner->at - scanner->line_start) + 1;
            return QI_NOGO_NOT_A_MOVE;
        }
        if (row == -1 && column == -1)
            return judge_end(position, scanner, report);
        const qi_point point = point_of(position, row, column);
        report->verdict = qi_nogo_play(position, position->to_move, point, &report->group);
        if (report->verdict != QI_NOGO_LEGAL) {
            report->row = row;
            report->column_played = column;
            return QI_NOGO_ILLEGAL_MOVE;
        }
        report->last = point;
        report->moves++;
        report->correct_lines++;
    }
}

void qi_nogo_check(qi_nogo *position, const char *text, size_t length, qi_nogo_report *report)
{
    *report = (qi_nogo_report){.last = QI_NO_POINT, .group = QI_NO_POINT, .point = QI_NO_POINT};
    qi_nogo_need_groups(position);
    qi_scanner scanner = qi_scan(text, length);
    report->fault = judge_game(position, &scanner, report);
    report->to_move = position->to_move;
    if (report->fault == QI_NOGO_TEXT_AFTER_END) {
        report->line = scanner.line;
        report->column = (uint64_t)(scanner.at - scanner.line_start) + 1;
    }
}

unsigned qi_nogo_partial_score(uint64_t correct_lines)
{
    unsigned digits = 0;
    for (; correct_lines; correct_lines /= 10)
        digits++;
    return digits;
}

/* ---- in words ----------------------------------------------------------------------------- */

static qi_message explain_illegal(const qi_nogo *position, const qi_nogo_report *report)
{
    const char *const player = qi_colour_name(report->to_move);
    const unsigned long long line = report->line;
    const long long row = report->row, column = report->column_played;
    switch (report->verdict) {
    case QI_NOGO_OFF_BOARD:
        return qi_message_of("line %llu: %s's move at %lld %lld is off the board", line, player,
                             row, column);
    case QI_NOGO_OCCUPIED:
        return qi_message_of("line %llu: %s's move at %lld %lld is on a stone", line, player, row,
                             column);
    case QI_NOGO_CAPTURE:
        return qi_message_of("line %llu: %s's move at %lld %lld takes the last liberty of the "
                             "group at %u %u",
                             line, player, row, column, report->group / position->columns + 1,
                             report->group % position->columns + 1);
    case QI_NOGO_SUICIDE:
        return qi_message_of("line %llu: %s's move at %lld %lld leaves its own group without a "
                             "liberty",
                             line, player, row, column);
    case QI_NOGO_LEGAL:
    case QI_NOGO_CENTRE:
        break;
    }
    return (qi_message){0};
}

qi_message qi_nogo_explain_message(const qi_nogo *position, const qi_nogo_report *report)
{
    const char *const player = qi_colour_name(report->to_move);
    const unsigned long long line = report->line;
    const uint32_t row = report->point / position->columns + 1;
    const uint32_t column = report->point % position->columns + 1;
    switch (report->fault) {
    case QI_NOGO_COMPLETE:
        return qi_message_of("a complete game of %llu {move|moves}; %s has no legal move and loses",
                             (unsigned long long)report->moves, player);
    case QI_NOGO_NOT_A_MOVE:
        return qi_message_of("line %llu: not two integers", line);
    case QI_NOGO_ILLEGAL_MOVE:
        return explain_illegal(position, report);
    case QI_NOGO_ENDED_TOO_SOON:
        return qi_message_of("line %llu: -1 -1, but the game is not over: %s may play %u %u", line,
                             player, row, column);
    case QI_NOGO_CUT_SHORT:
        return qi_message_of("line %llu: the output ends, but the game is not over: %s may play "
                             "%u %u",
                             line, player, row, column);
    case QI_NOGO_NO_END_LINE:
        return qi_message_of("line %llu: the game is over, but -1 -1 is missing", line);
    case QI_NOGO_TEXT_AFTER_END:
        return qi_message_of("line %llu: text after -1 -1", line);
    }
    return (qi_message){0};
}
