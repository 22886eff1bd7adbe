#include "cli/go/go.h"

#include <qi/sgf.h>

#include <string.h>

static bool write_out(void *context, const char *bytes, size_t count)
{
    cli_write(context, bytes, count);
    return true;
}

/* A comment may grow by one line for every refused move; what is too much is left out. */
typedef struct remark_list {
    char text[1024];
    size_t length;
} remark_list;

static void add_remark(remark_list *remarks, const qi_go_refusal *refusal, uint32_t columns)
{
    char line[96], move[QI_GO_LONGEST_LINE];
    const int length =
        snprintf(line, sizeof line, "%srefused: %s: %s", remarks->length ? "\n" : "",
                 go_move_text(refusal->move, columns, move), qi_go_verdict_text(refusal->verdict));
    if (length < 0 || (size_t)length >= sizeof remarks->text - remarks->length)
        return;
    memcpy(remarks->text + remarks->length, line, (size_t)length);
    remarks->length += (size_t)length;
}

void go_write_sgf(cli_out *out, const qi_go_record *record, const go_options *chosen,
                  const go_refusals *refusals)
{
    const uint32_t columns = chosen->size.columns;
    qi_sgf_writer writer = {.sink = write_out, .context = out};
    qi_sgf_start_game(&writer, chosen->size.rows, columns, NULL);
    size_t next = 0; /* refusal */
    for (size_t i = 0; i <= record->count; i++) {
        remark_list remarks = {.length = 0};
        for (; next < refusals->count && refusals->list[next].index == i; next++, i++)
            add_remark(&remarks, &refusals->list[next], columns);
        if (remarks.length)
            qi_sgf_write_text(&writer, "C", remarks.text, remarks.length);
        if (i < record->count)
            qi_sgf_write_move(&writer, record->moves[i].colour, record->moves[i].point, columns);
    }
    qi_sgf_close(&writer);
}
