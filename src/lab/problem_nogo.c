/* NoGo as stress, packages and the self-test see it (qi_lab_game). */
#include "base/memory.h"
#include "base/text.h"
#include "lab/games.h"
#include "lab/oracle/nogo.h"

/* ---- cases -------------------------------------------------------------------------------- */

static void write_case(const qi_lab_case *it, qi_buffer *text)
{
    qi_buffer_add_number(text, it->rows);
    if (it->rows != it->columns) {
        qi_buffer_add_char(text, ' ');
        qi_buffer_add_number(text, it->columns);
    }
    qi_buffer_add_char(text, '\n');
    if (!qi_buffer_reserve(text, (size_t)it->rows * (it->columns + 1)))
        return;
    for (uint32_t row = 0; row < it->rows; row++) {
        for (uint32_t column = 0; column < it->columns; column++)
            text->bytes[text->length++] = ".XO#"[it->cells[(size_t)row * it->columns + column]];
        text->bytes[text->length++] = '\n';
    }
    text->bytes[text->length] = '\0';
}

static qi_result read_board(qi_lab_case *it, const char *text, size_t length, qi_text_error *error)
{
    *it = (qi_lab_case){.allocator = it->allocator};
    qi_nogo *position;
    const qi_result result = qi_nogo_parse(text, length, 0, it->allocator, &position, error);
    if (result != QI_OK)
        return result;
    const bool good = qi_lab_case_board(it, qi_nogo_rows(position), qi_nogo_columns(position));
    if (good)
        qi_nogo_points(position, it->cells);
    qi_nogo_free(position);
    return good ? QI_OK : QI_NO_MEMORY;
}

static qi_message describe(const qi_lab_case *it)
{
    uint32_t stones = 0;
    for (uint32_t i = 0; i < it->rows * it->columns; i++)
        stones += it->cells[i] != QI_EMPTY;
    return qi_message_of("%ux%u, %u {stone|stones}", it->rows, it->columns, stones);
}

static bool below(const qi_lab_case *it, qi_lab_request *request)
{
    const bool square = it->rows == it->columns;
    request->rows = it->rows - (square || it->rows > it->columns);
    request->columns = it->columns - (square || it->columns > it->rows);
    return it->rows * it->columns > 9;
}

/* The case's position; Black is to move. */
static qi_result position_of(const qi_lab_case *it, qi_nogo **position)
{
    const qi_allocator memory = qi_allocator_or_default(it->allocator);
    const uint32_t points = it->rows * it->columns;
    size_t count = 0;
    qi_result result = qi_nogo_new(it->rows, it->columns, it->allocator, position);
    if (result != QI_OK)
        return result;
    for (qi_point i = 0; i < points; i++)
        count += it->cells[i] != QI_EMPTY;
    qi_stone *const stones = (qi_stone *)qi_allocate_array(&memory, count + 1, sizeof *stones);
    count = 0;
    for (qi_point i = 0; stones && i < points; i++)
        if (it->cells[i] != QI_EMPTY)
            stones[count++] = (qi_stone){i, (qi_colour)it->cells[i]};
    result = stones ? qi_nogo_set_up(*position, stones, count, QI_BLACK, NULL) : QI_NO_MEMORY;
    qi_release(&memory, stones);
    if (result != QI_OK)
        qi_nogo_free(*position);
    return result;
}

/* ---- outputs ------------------------------------------------------------------------------ */

typedef struct move_writer {
    qi_buffer *text;
    uint32_t columns;
} move_writer;

static bool write_moves(void *context, const qi_point *moves, size_t count)
{
    const move_writer *const writer = (const move_writer *)context;
    for (size_t i = 0; i < count; i++) {
        qi_buffer_add_number(writer->text, moves[i] / writer->columns + 1);
        qi_buffer_add_char(writer->text, ' ');
        qi_buffer_add_number(writer->text, moves[i] % writer->columns + 1);
        qi_buffer_add_char(writer->text, '\n');
    }
    return !writer->text->failed;
}

static bool answer(const qi_lab_case *it, qi_buffer *output)
{
    qi_nogo *position;
    if (position_of(it, &position) != QI_OK)
        return false;
    move_writer writer = {output, it->columns};
    const qi_result result = qi_nogo_simulate(position, QI_NOGO_FIRST, 0, write_moves, &writer);
    qi_nogo_free(position);
    return result == QI_OK && qi_buffer_add_text(output, "-1 -1\n");
}

static bool oracle(const qi_lab_case *it, const char *input, size_t length, qi_buffer *output)
{
    (void)it;
    return qi_oracle_nogo_answer(input, length, output);
}

static qi_result judge(const qi_lab_case *it, const char *output, size_t length,
                       qi_verdict *verdict)
{
    qi_nogo_report report;
    qi_nogo *position;
    const qi_result result = position_of(it, &position);
    if (result != QI_OK)
        return result;
    qi_nogo_check(position, output, length, &report);
    *verdict = qi_lab_verdict_of_nogo(position, &report);
    qi_nogo_free(position);
    return QI_OK;
}

static uint32_t next_number(qi_scanner *scanner)
{
    int64_t number = 0;
    qi_skip_space(scanner);
    qi_scan_integer(scanner, &number);
    return (uint32_t)number;
}

/* The board after the right moves of the output. */
static bool failure_board(const qi_lab_case *it, const qi_buffer *output, const qi_verdict *wrong,
                          qi_lab_point *points)
{
    qi_nogo *position;
    if (position_of(it, &position) != QI_OK)
        return false;
    qi_nogo_report report;
    qi_nogo_check(position, qi_buffer_text(output), output->length, &report);
    for (qi_point i = 0; i < it->rows * it->columns; i++)
        points[i] = (qi_lab_point){.colour = qi_nogo_at(position, i)};
    qi_scanner scanner = qi_scan(output->bytes, output->length);
    for (uint32_t move = 1; move <= report.moves; move++) {
        const uint32_t row = next_number(&scanner);
        const uint32_t column = next_number(&scanner);
        const qi_point point = qi_nogo_point(position, row - 1, column - 1);
        if (point != QI_NO_POINT)
            points[point].number = move;
    }
    if (report.last != QI_NO_POINT)
        points[report.last].last = true;
    if (wrong && wrong->mark != QI_NO_POINT)
        points[wrong->mark].wrong = true;
    if (wrong && report.group != QI_NO_POINT)
        points[report.group].wrong = true;
    qi_nogo_free(position);
    return true;
}

const qi_lab_game qi_lab_nogo = {.problem = QI_NOGO,
                                 .name = "nogo",
                                 .families = qi_lab_nogo_families,
                                 .grows = "rows",
                                 .compared = "positions",
                                 .many_right = true,
                                 .schedule = &qi_lab_nogo_schedule,
                                 .write = write_case,
                                 .read = read_board,
                                 .shrink = qi_lab_nogo_shrink,
                                 .below = below,
                                 .answer = answer,
                                 .oracle = oracle,
                                 .judge = judge,
                                 .describe = describe,
                                 .failure_board = failure_board};
