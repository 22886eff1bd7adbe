/* What the verbs of NoGo read: boards, positions in one line, game records, outputs. */
#include "cli/nogo/nogo.h"

#include <qi/nogo_record.h>
#include <qi/sgf.h>

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char line_letters[] = "0123456789xo._/:";

/* Whether an operand is a position in one line, or was meant as one, and not a file. */
static bool is_line(const char *word)
{
    if (word[strspn(word, line_letters)])
        return false;
    return strchr(word, ':') ||
           (strchr(word, '/') && word[0] != '.' && word[0] != '/' && access(word, F_OK) != 0);
}

static int fail_to_move(const cli_spec *spec, const char *name)
{
    return cli_fail(spec, "'%s' says who is to move; leave --to-move out", name);
}

static int read_line(const cli_spec *spec, const char *line, const nogo_reading *reading,
                     qi_nogo **position)
{
    if (reading->to_move_given)
        return fail_to_move(spec, line);
    qi_text_error error;
    const qi_result result = qi_nogo_parse_line(line, strlen(line), NULL, position, &error);
    return result == QI_OK ? CLI_GO_ON : cli_fail_result(spec, "<position>", result, &error);
}

/* Skips a byte order mark and white space. */
static const char *begin_of(const cli_input *input)
{
    const char *at = input->text, *const end = at + input->length;
    if (input->length >= 3 && memcmp(at, "\xef\xbb\xbf", 3) == 0)
        at += 3;
    while (at < end && strchr(" \t\r\n", *at) && *at)
        at++;
    return at;
}

/* Whether a text is a game record. */
static bool is_sgf(const cli_input *input)
{
    const char *const begin = begin_of(input);
    return begin < input->text + input->length && *begin == '(';
}

/* Reads the position after at most `max_moves` moves of a record's main line. */
static qi_result parse_record(const cli_input *input, size_t max_moves, qi_nogo **position,
                              qi_text_error *error)
{
    qi_nogo_record *record;
    qi_result result =
        qi_nogo_record_parse(input->text, input->length, max_moves, NULL, &record, NULL, error);
    if (result == QI_OK)
        result = qi_nogo_copy(qi_nogo_record_position(record), NULL, position);
    qi_nogo_record_free(record);
    return result;
}

/* Whether a text begins with a position in one line. */
static bool has_lines(const cli_input *input)
{
    const char *const begin = begin_of(input), *const end = input->text + input->length;
    const char *at = begin;
    bool separated = false;
    for (; at < end && *at && strchr(line_letters, *at); at++)
        separated |= *at == '/' || *at == ':';
    return separated && (at == end || *at == '\n' || *at == '\r');
}

qi_result nogo_parse_line(const char *line, size_t length, uint32_t max, qi_nogo **position,
                          qi_text_error *error)
{
    const qi_result result = qi_nogo_parse_line(line, length, NULL, position, error);
    if (result != QI_OK)
        return result;
    const uint32_t rows = qi_nogo_rows(*position), columns = qi_nogo_columns(*position);
    if (rows <= max && columns <= max)
        return QI_OK;
    return qi_text_fail_at(error, 1, 1, qi_message_of("a board of %u x %u", rows, columns),
                           qi_message_of("at most %u x %u", max, max));
}

/* Reads a text as a board, or the position after `max_moves` moves of a record. */
static int parse(const cli_spec *spec, const cli_input *input, const nogo_reading *reading,
                 size_t max_moves, qi_nogo **position)
{
    const bool sgf = is_sgf(input);
    if (sgf && reading->to_move_given)
        return fail_to_move(spec, input->name);
    const unsigned flags = QI_NOGO_HOLES | (reading->to_move_given ? QI_NOGO_ANY_COUNT : 0U);
    qi_text_error error;
    const qi_result result =
        sgf ? parse_record(input, max_moves, position, &error)
            : qi_nogo_parse(input->text, input->length, flags, NULL, position, &error);
    if (result != QI_OK)
        return cli_fail_result(spec, input->name, result, &error);
    if (reading->to_move_given)
        qi_nogo_set_up(*position, NULL, 0, reading->to_move == 0 ? QI_BLACK : QI_WHITE, NULL);
    return CLI_GO_ON;
}

int nogo_read_lines(const cli_spec *spec, const char *path, const nogo_reading *reading,
                    cli_input *lines, qi_nogo **position)
{
    *lines = (cli_input){0};
    *position = NULL;
    if (path && (path == reading->line || is_line(path)))
        return read_line(spec, path, reading, position);
    cli_input input;
    int status = cli_read(spec, path, &input);
    if (status != CLI_GO_ON)
        return status;
    const bool many = has_lines(&input);
    if (many && reading->to_move_given)
        status = fail_to_move(spec, input.name);
    else if (!many)
        status = parse(spec, &input, reading, SIZE_MAX, position);
    if (many && status == CLI_GO_ON)
        *lines = input;
    else
        cli_input_free(&input);
    return status;
}

int nogo_read(const cli_spec *spec, const char *path, const nogo_reading *reading,
              qi_nogo **position)
{
    cli_input lines;
    int status = nogo_read_lines(spec, path, reading, &lines, position);
    if (!lines.text)
        return status;
    const char *const begin = begin_of(&lines);
    size_t length = (size_t)(lines.text + lines.length - begin);
    while (length && strchr(" \t\r\n", begin[length - 1]))
        length--;
    qi_text_error error;
    const qi_result result = qi_nogo_parse_line(begin, length, NULL, position, &error);
    if (result != QI_OK)
        status = cli_fail_result(spec, lines.name, result, &error);
    cli_input_free(&lines);
    return status;
}

/* ---- outputs -------------------------------------------------------------------------------- */

/* Writes the moves of a record's main line as a program writes them, `mover` being first. A pass,
 * which NoGo does not know, is a move off the board. */
static qi_result write_moves(const qi_sgf *sgf, qi_colour mover, qi_buffer *moves,
                             qi_text_error *error)
{
    qi_sgf_walk walk;
    qi_sgf_event event;
    qi_result result = qi_sgf_walk_start(sgf, qi_sgf_first_game(sgf), &walk, error);
    while (result == QI_OK) {
        result = qi_sgf_walk_next(&walk, &event, error);
        if (result != QI_OK || event.kind == QI_SGF_END)
            break;
        if (event.kind != QI_SGF_MOVE)
            continue;
        if (event.colour != mover) {
            uint64_t line, column;
            qi_sgf_place(sgf, event.at, &line, &column);
            return qi_text_fail_at(error, line, column,
                                   qi_message_of("a move of %s", qi_colour_name(event.colour)),
                                   qi_message_of("a move of %s", qi_colour_name(mover)));
        }
        mover = qi_opponent(mover);
        if (event.point == QI_NO_POINT)
            qi_buffer_add_text(moves, "0 0\n");
        else
            qi_buffer_printf(moves, "%u %u\n", event.point / walk.columns + 1,
                             event.point % walk.columns + 1);
    }
    return result;
}

/* Judges a text, or the moves of a record; a record that is `whole` claims that the game is over
 * after them. */
static qi_result judge(const cli_input *input, qi_nogo *position, bool whole, qi_verdict *found,
                       qi_text_error *error)
{
    const qi_judging how = {.size = sizeof how, .position = position};
    found->size = sizeof *found;
    if (!is_sgf(input))
        return qi_judge(QI_NOGO, &how, NULL, 0, input->text, input->length, NULL, found, error);
    qi_sgf *sgf;
    qi_result result = qi_sgf_parse(input->text, input->length, NULL, &sgf, error);
    if (result != QI_OK)
        return result;
    qi_buffer moves = {0};
    result = write_moves(sgf, qi_nogo_to_move(position), &moves, error);
    qi_sgf_free(sgf);
    if (whole)
        qi_buffer_add_text(&moves, "-1 -1\n");
    if (moves.failed)
        result = QI_NO_MEMORY;
    if (result == QI_OK)
        result = qi_judge(QI_NOGO, &how, NULL, 0, qi_buffer_text(&moves), moves.length, NULL, found,
                          error);
    qi_buffer_free(&moves);
    return result;
}

static int judge_input(const cli_spec *spec, const cli_input *input, qi_nogo *position, bool whole,
                       nogo_verdict *verdict)
{
    qi_text_error error;
    const qi_result result = judge(input, position, whole, &verdict->found, &error);
    verdict->name = input->name;
    return result == QI_OK ? CLI_GO_ON : cli_fail_result(spec, input->name, result, &error);
}

int nogo_judge(const cli_spec *spec, const char *path, qi_nogo *position, bool whole,
               nogo_verdict *verdict)
{
    cli_input input;
    int status = cli_read(spec, path, &input);
    if (status == CLI_GO_ON) {
        status = judge_input(spec, &input, position, whole, verdict);
        cli_input_free(&input);
    }
    return status;
}

int nogo_judge_record(const cli_spec *spec, const char *path, const nogo_reading *reading,
                      qi_nogo **position, nogo_verdict *verdict)
{
    static const char no_record[] = "'%s' is no game record: name a board and the moves";
    if (path == reading->line || is_line(path))
        return cli_fail(spec, no_record, path);
    cli_input input;
    int status = cli_read(spec, path, &input);
    if (status != CLI_GO_ON)
        return status;
    if (!is_sgf(&input))
        status = cli_fail(spec, no_record, input.name);
    if (status == CLI_GO_ON)
        status = parse(spec, &input, reading, 0, position);
    if (status == CLI_GO_ON)
        status = judge_input(spec, &input, *position, true, verdict);
    cli_input_free(&input);
    return status;
}
