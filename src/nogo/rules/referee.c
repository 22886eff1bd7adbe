/* Judging a whole game, as the problem's special judge does. */
#include "base/text.h"
#include "nogo/rules/position.h"

/* A number of up to five digits right here; 0 when there is none or it is longer. */
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
static inline bool try_sweeping(qi_nogo *game, qi_colour colour, uint32_t cell)
{
    return colour == QI_BLACK
               ? qi_nogo_try_sweeping(game->colour, game->link, game->stride, QI_BLACK, cell)
               : qi_nogo_try_sweeping(game->colour, game->link, game->stride, QI_WHITE, cell);
}

/* Plays lines that hold just a legal move as qi writes it: two numbers, one space, one newline.
 * Stops at the start of the first other line. */
static void play_plain_lines(qi_nogo *game, qi_scanner *scanner, qi_nogo_report *report)
{
    enum { LONGEST = 14 }; /* "123456 123456\n": nothing reads further before it stops */
    const char *at = scanner->at;
    uint32_t cell = 0;
    uint64_t played = 0;
    qi_colour to_move = game->to_move;
    const bool bare = game->stones[QI_BLACK] + game->stones[QI_WHITE] == 0;
    while (scanner->end - at >= LONGEST) {
        const char *next = at;
        const uint32_t row = read_digits(&next);
        if (*next++ != ' ')
            break;
        const uint32_t column = read_digits(&next);
        if (*next++ != '\n' || row - 1 >= game->rows || column - 1 >= game->columns)
            break;
        const uint32_t here = row * game->stride + column;
        if (game->colour[here] != QI_EMPTY ||
            !(bare ? try_sweeping(game, to_move, here) : qi_nogo_try(game, (uint8_t)to_move, here)))
            break;
        cell = here;
        to_move = qi_opponent(to_move);
        at = next;
        played++;
    }
    if (played == 0)
        return;
    game->stones[game->to_move] += (uint32_t)(played + 1) / 2;
    game->stones[qi_opponent(game->to_move)] += (uint32_t)played / 2;
    game->to_move = to_move;
    scanner->at = scanner->line_start = at;
    scanner->line += played;
    report->last = qi_nogo_point_of_cell(game, cell);
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

static qi_point point_of(const qi_nogo *game, int64_t row, int64_t column)
{
    if (row < 1 || column < 1 || row > game->rows || column > game->columns)
        return QI_NO_POINT;
    return (uint32_t)(row - 1) * game->columns + (uint32_t)(column - 1);
}

/* Judges what follows "-1 -1". */
static qi_nogo_fault judge_end(const qi_nogo *game, qi_scanner *scanner, qi_nogo_report *report)
{
    report->point = qi_nogo_first_legal(game, game->to_move);
    if (report->point != QI_NO_POINT)
        return QI_NOGO_ENDED_TOO_SOON;
    report->correct_lines++;
    qi_skip_space(scanner);
    return scanner->at < scanner->end ? QI_NOGO_TEXT_AFTER_END : QI_NOGO_COMPLETE;
}

static qi_nogo_fault judge_game(qi_nogo *game, qi_scanner *scanner, qi_nogo_report *report)
{
    for (;;) {
        play_plain_lines(game, scanner, report);
        qi_skip_space(scanner);
        report->line = scanner->line;
        report->column = (uint64_t)(scanner->at - scanner->line_start) + 1;
        if (scanner->at == scanner->end) {
            report->point = qi_nogo_first_legal(game, game->to_move);
            return report->point == QI_NO_POINT ? QI_NOGO_NO_END_LINE : QI_NOGO_CUT_SHORT;
        }
        int64_t row, column;
        if (!read_move(scanner, &row, &column)) {
            report->column = (uint64_t)(scanner->at - scanner->line_start) + 1;
            return QI_NOGO_NOT_A_MOVE;
        }
        if (row == -1 && column == -1)
            return judge_end(game, scanner, report);
        const qi_point point = point_of(game, row, column);
        report->verdict = qi_nogo_play(game, game->to_move, point, &report->group);
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

void qi_nogo_check(qi_nogo *game, const char *text, size_t length, qi_nogo_report *report)
{
    *report = (qi_nogo_report){.last = QI_NO_POINT, .group = QI_NO_POINT, .point = QI_NO_POINT};
    qi_nogo_need_groups(game);
    qi_scanner scanner = qi_scan(text, length);
    report->fault = judge_game(game, &scanner, report);
    report->to_move = game->to_move;
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

static void say_point(qi_string *string, const qi_nogo *game, qi_point point)
{
    qi_string_number(string, (int64_t)(point / game->columns) + 1);
    qi_string_char(string, ' ');
    qi_string_number(string, (int64_t)(point % game->columns) + 1);
}

static void say_illegal(qi_string *string, const qi_nogo *game, const qi_nogo_report *report)
{
    qi_string_text(string, "'s move at ");
    qi_string_number(string, report->row);
    qi_string_char(string, ' ');
    qi_string_number(string, report->column_played);
    switch (report->verdict) {
    case QI_NOGO_OFF_BOARD:
        qi_string_text(string, " is off the board");
        break;
    case QI_NOGO_OCCUPIED:
        qi_string_text(string, " is on a stone");
        break;
    case QI_NOGO_CAPTURE:
        qi_string_text(string, " takes the last liberty of the group at ");
        say_point(string, game, report->group);
        break;
    case QI_NOGO_SUICIDE:
        qi_string_text(string, " leaves its own group without a liberty");
        break;
    case QI_NOGO_LEGAL:
    case QI_NOGO_CENTRE:
    case QI_NOGO_NO_MEMORY:
        break;
    }
}

void qi_nogo_explain(const qi_nogo *game, const qi_nogo_report *report, char *text, size_t capacity)
{
    const char *const player = qi_colour_name(report->to_move);
    qi_string string = qi_string_in(text, capacity);
    if (report->fault == QI_NOGO_COMPLETE) {
        qi_string_text(&string, "a complete game of ");
        qi_string_number(&string, (int64_t)report->moves);
        qi_string_text(&string, report->moves == 1 ? " move; " : " moves; ");
        qi_string_text(&string, player);
        qi_string_text(&string, " has no legal move and loses");
        return;
    }
    qi_string_text(&string, "line ");
    qi_string_number(&string, (int64_t)report->line);
    qi_string_text(&string, ": ");
    switch (report->fault) {
    case QI_NOGO_COMPLETE:
        break;
    case QI_NOGO_NOT_A_MOVE:
        qi_string_text(&string, "not two integers");
        break;
    case QI_NOGO_ILLEGAL_MOVE:
        qi_string_text(&string, player);
        say_illegal(&string, game, report);
        break;
    case QI_NOGO_ENDED_TOO_SOON:
    case QI_NOGO_CUT_SHORT:
        qi_string_text(&string, report->fault == QI_NOGO_CUT_SHORT
                                    ? "the output ends, but the game is not over: "
                                    : "-1 -1, but the game is not over: ");
        qi_string_text(&string, player);
        qi_string_text(&string, " may play ");
        say_point(&string, game, report->point);
        break;
    case QI_NOGO_NO_END_LINE:
        qi_string_text(&string, "the game is over, but -1 -1 is missing");
        break;
    case QI_NOGO_TEXT_AFTER_END:
        qi_string_text(&string, "text after -1 -1");
        break;
    }
}
