/* The readers of NoGo boards. What that of texts accepts the oracle must accept, and a game from
 * there must pass the judge. What is written as a line must be read as the same position. */
#include "fuzz.h"

#include "base/buffer.h"
#include "lab/oracle/nogo.h"
#include "nogo/rules/judge.h"

#include <qi/nogo.h>

#include <string.h>

static bool write_moves(void *context, const qi_point *moves, size_t count)
{
    qi_buffer *const text = context;
    uint32_t columns;
    memcpy(&columns, text->bytes, sizeof columns); /* stands before the moves */
    for (size_t i = 0; i < count; i++)
        qi_buffer_printf(text, "%u %u\n", moves[i] / columns + 1, moves[i] % columns + 1);
    return true;
}

enum { LONGEST = 500 /* of a text that is worth its time: boards of up to 20 x 20 */ };

/* Plays the game out twice: once for its moves, once to have them judged. */
static void play_out(const char *text, size_t size, uint32_t columns)
{
    qi_buffer moves = {0};
    qi_buffer_add(&moves, (const char *)&columns, sizeof columns);
    qi_nogo *position;
    must(qi_nogo_parse(text, size, 0, NULL, &position, NULL) == QI_OK);
    must(qi_nogo_simulate(position, QI_NOGO_RANDOM, size, write_moves, &moves) == QI_OK);
    qi_buffer_add_text(&moves, "-1 -1\n");
    qi_nogo_free(position);
    must(qi_nogo_parse(text, size, 0, NULL, &position, NULL) == QI_OK);
    qi_nogo_report report;
    qi_nogo_check(position, moves.bytes + sizeof columns, moves.length - sizeof columns, &report);
    must(report.fault == QI_NOGO_COMPLETE);
    qi_nogo_free(position);
    qi_buffer_free(&moves);
}

static void write_and_read_line(const qi_nogo *position)
{
    char line[2][LONGEST * 8], text[2][LONGEST * 8];
    const size_t length = qi_nogo_write_line(position, line[0], sizeof line[0]);
    if (length >= sizeof line[0])
        return;
    qi_nogo *read;
    must(qi_nogo_parse_line(line[0], length, NULL, &read, NULL) == QI_OK);
    must(qi_nogo_write_line(read, line[1], sizeof line[1]) == length);
    must(strcmp(line[0], line[1]) == 0);
    must(qi_nogo_write(position, text[0], sizeof text[0]) ==
         qi_nogo_write(read, text[1], sizeof text[1]));
    must(strcmp(text[0], text[1]) == 0);
    qi_nogo_free(read);
}

static void read_line(const char *text, size_t size)
{
    qi_nogo *position;
    qi_text_error error = {0};
    const qi_result result = qi_nogo_parse_line(text, size, NULL, &position, &error);
    if (result == QI_OK) {
        write_and_read_line(position);
        qi_nogo_free(position);
    } else {
        must(result != QI_BAD_TEXT || (error.line >= 1 && error.column >= 1));
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *const text = (const char *)data;
    if (size > LONGEST)
        return 0;
    read_line(text, size);
    for (unsigned flags = 0; flags < 4; flags++) {
        qi_nogo *position;
        qi_text_error error = {0};
        const qi_result result = qi_nogo_parse(text, size, flags, NULL, &position, &error);
        if (result != QI_OK) {
            must(result != QI_BAD_TEXT || (error.line >= 1 && error.column >= 1));
            continue;
        }
        const uint32_t columns = qi_nogo_columns(position);
        qi_oracle_nogo oracle;
        must(qi_oracle_nogo_read(&oracle, text, size, NULL));
        must(oracle.rows == qi_nogo_rows(position) && oracle.columns == columns);
        for (qi_point i = 0; i < oracle.rows * columns; i++)
            must(qi_nogo_at(position, i) == oracle.cells[i]);
        must(qi_oracle_nogo_dead(&oracle) == QI_NO_POINT);
        write_and_read_line(position);
        qi_oracle_nogo_end(&oracle);
        qi_nogo_free(position);
        if (flags == 0)
            play_out(text, size, columns);
    }
    return 0;
}
