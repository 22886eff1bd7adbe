/*
 * The problem's own output, the quick way.
 *
 * Nothing may be printed before the whole text is known to be well-formed, but the moves need not
 * be kept: each game is replayed as soon as it is read, and its answer is kept in short, a digit
 * for every refused move and then the rows of the board.
 */
#include "cli/go/go.h"

#include "base/buffer.h"

#include <string.h>

typedef struct answers {
    qi_buffer text;
    size_t board; /* bytes of a board's rows */
    qi_go_record record;
    go_totals *totals;
} answers;

static bool keep_digit(void *context, const qi_go_refusal *refusal)
{
    answers *kept = context;
    kept->text.bytes[kept->text.length++] =
        (char)('0' + refusal->verdict); /* there is room for every move */
    kept->totals->verdicts[refusal->verdict]++;
    return true;
}

static qi_result replay_text(const cli_input *input, qi_go *game, answers *kept,
                             qi_text_error *error)
{
    qi_go_reader reader;
    qi_result result = qi_go_read(&reader, input->text, input->length, qi_go_rows(game),
                                  qi_go_columns(game), false, error);
    while (result == QI_OK) {
        result = qi_go_read_game(&reader, NULL, &kept->record, error);
        if (result != QI_OK)
            break;
        if (!qi_buffer_reserve(&kept->text, kept->record.count + kept->board))
            return QI_NO_MEMORY;
        qi_go_clear(game);
        result = qi_go_replay(game, kept->record.moves, kept->record.count, keep_digit, kept);
        qi_go_write_board(game, kept->text.bytes + kept->text.length);
        kept->text.length += kept->board;
        go_count_game(kept->totals, game, kept->record.count);
    }
    return result == QI_STOPPED ? QI_OK : result;
}

static void write_answers(const answers *kept, cli_out *out)
{
    static const char line[] = "miss 0\n"; /* 8 bytes, of which 7 count */
    const char *end = kept->text.bytes + kept->text.length;
    for (const char *at = kept->text.bytes; at < end;) {
        if (*at >= '0' && *at <= '9') {
            char *text = cli_reserve(out, sizeof line);
            memcpy(text, line, sizeof line);
            text[5] = *at++;
            out->used += sizeof line - 1;
        } else {
            cli_write(out, at, kept->board);
            at += kept->board;
        }
    }
}

int go_replay_plain(const cli_spec *spec, const char *path, const go_options *chosen,
                    go_totals *totals)
{
    cli_input input;
    int status = cli_read(spec, path, &input);
    if (status != CLI_GO_ON)
        return status;
    status = CLI_BAD;
    qi_go *game = go_new_game(spec, chosen);
    if (game) {
        answers kept = {.board = (size_t)qi_go_rows(game) * (qi_go_columns(game) + 1),
                        .totals = totals};
        qi_text_error error;
        const qi_result result = replay_text(&input, game, &kept, &error);
        if (result == QI_OK) {
            cli_out out;
            cli_out_stdout(&out);
            write_answers(&kept, &out);
            status = cli_out_close(spec, &out, CLI_DONE);
        } else {
            cli_fail_result(spec, input.name, result, &error);
        }
        qi_go_free_record(&kept.record, NULL);
        qi_buffer_free(&kept.text);
    }
    qi_go_free(game);
    cli_input_free(&input);
    return status;
}
