/*
 * The output that the problem asks for, made quickly.
 *
 * Nothing may be written before the whole text is known to be well-formed, but the moves need not
 * be kept: each game is replayed as soon as it is read, and its answer is kept in a short form, a
 * digit for every refused move and then the rows of the board.
 */
#include "base/buffer.h"
#include "go/games.h"

#include <string.h>

typedef struct answers {
    qi_buffer text;
    size_t board; /* bytes of a board's rows */
    qi_go_moves moves;
} answers;

static bool keep_digit(void *context, const qi_go_refusal *refusal)
{
    answers *kept = context;
    kept->text.bytes[kept->text.length++] =
        (char)('0' + refusal->verdict); /* there is room for every move */
    return true;
}

static qi_result replay_text(const char *text, size_t length, qi_go *game, answers *kept,
                             qi_text_error *error)
{
    qi_go_reader reader;
    qi_result result =
        qi_go_read(&reader, text, length, qi_go_rows(game), qi_go_columns(game), false, error);
    while (result == QI_OK) {
        result = qi_go_read_game(&reader, kept->text.allocator, &kept->moves, error);
        if (result != QI_OK)
            break;
        if (!qi_buffer_reserve(&kept->text, kept->moves.count + kept->board))
            return QI_NO_MEMORY;
        qi_go_clear(game);
        result = qi_go_replay(game, kept->moves.list, kept->moves.count, keep_digit, kept);
        qi_go_write_board(game, kept->text.bytes + kept->text.length);
        kept->text.length += kept->board;
    }
    return result == QI_STOPPED ? QI_OK : result;
}

static qi_result tell_answers(const answers *kept, qi_sink *sink, void *context)
{
    static const char line[8] = "miss 0\n"; /* of which 7 bytes count */
    char piece[1 << 14];
    char *to = piece;
    const char *const full = piece + sizeof piece - QI_GO_MAX_SIDE * (QI_GO_MAX_SIDE + 1);
    const char *const end = kept->text.bytes + kept->text.length;
    for (const char *at = kept->text.bytes; at < end;) {
        if (to > full) {
            if (!sink(context, piece, (size_t)(to - piece)))
                return QI_STOPPED;
            to = piece;
        }
        if (*at >= '0' && *at <= '9') {
            memcpy(to, line, sizeof line);
            to[5] = *at++;
            to += sizeof line - 1;
        } else {
            memcpy(to, at, kept->board);
            to += kept->board;
            at += kept->board;
        }
    }
    return sink(context, piece, (size_t)(to - piece)) ? QI_OK : QI_STOPPED;
}

qi_result qi_go_answer(qi_go *game, const char *text, size_t length, const qi_allocator *allocator,
                       qi_sink *sink, void *context, qi_text_error *error)
{
    answers kept = {.text = {.allocator = allocator},
                    .board = (size_t)qi_go_rows(game) * (qi_go_columns(game) + 1)};
    qi_result result = replay_text(text, length, game, &kept, error);
    if (result == QI_OK && kept.text.length)
        result = tell_answers(&kept, sink, context);
    qi_go_free_moves(&kept.moves, allocator);
    qi_buffer_free(&kept.text);
    return result;
}
