/* loadsgf and printsgf: a game record becomes the game behind the session, and back. */
#include "gtp/session.h"

#include "base/buffer.h"
#include "base/file.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { MAX_BYTES = 1 << 26 };

/* ---- loading ------------------------------------------------------------------------------ */

/* Reads the whole file; false with errno. */
static bool read_file(const char *path, qi_buffer *text)
{
    enum { PIECE = 1 << 14 };
    const int file = qi_open_input(path);
    if (file < 0)
        return false;
    int error = 0;
    ptrdiff_t got = PIECE;
    while (!error && got > 0) {
        if (text->length > MAX_BYTES) {
            error = EFBIG;
        } else if (!qi_buffer_reserve(text, PIECE)) {
            error = ENOMEM;
        } else {
            got = qi_read_some(file, text->bytes + text->length, PIECE);
            text->length += got > 0 ? (size_t)got : 0;
            if (got < 0)
                error = errno;
        }
    }
    close(file);
    errno = error;
    return !error;
}

bool qi_gtp_size_fits(qi_gtp_loading *from, uint32_t rows, uint32_t columns)
{
    if (rows <= QI_GTP_MAX_SIDE && columns <= QI_GTP_MAX_SIDE)
        return true;
    snprintf(from->error.found, sizeof from->error.found, "a %ux%u board", columns, rows);
    snprintf(from->error.expected, sizeof from->error.expected, "at most %u", QI_GTP_MAX_SIDE);
    return false;
}

static bool load(qi_gtp *session, const char *path, const qi_buffer *text, size_t max)
{
    qi_gtp_loading from = {.text = text->bytes, .length = text->length, .max = max};
    const qi_result result = session->game->load(session, &from);
    const qi_text_error *const error = &from.error;
    char place[64] = "";
    if (result == QI_BAD_TEXT || from.refused)
        snprintf(place, sizeof place, ":%llu:%llu", (unsigned long long)error->line,
                 (unsigned long long)error->column);
    if (from.refused)
        return qi_gtp_fail(session, "cannot load file: %s%s: %s", path, place, from.refused);
    if (result == QI_BAD_TEXT || result == QI_TOO_LARGE)
        return qi_gtp_fail(session, "cannot load file: %s%s: found %s, expected %s", path, place,
                           error->found, error->expected);
    return result == QI_OK ||
           qi_gtp_fail(session, "cannot load file: %s: %s", path, qi_result_text(result));
}

/* Function:  Loads the main line of the first game of an SGF file; the old game stays when that
 *            fails. A setup after moves counts as a new start. In Go the komi (KM) is taken over
 *            when the file has one; in NoGo the holes that printsgf names are made again. The
 *            colour of the move it stops before is to move, but PL is believed first.
 * Arguments: a file name; and, if wanted, the number of the move to stop before
 * Fails:     syntax error, cannot load file (with file, line, column and the reason)
 * Returns:   nothing
 */
static bool loadsgf(qi_gtp *session)
{
    const char *path = qi_gtp_argument(session, 0);
    uint32_t number = 0;
    if (!path)
        return qi_gtp_fail_syntax(session, "a file name");
    if (qi_gtp_argument(session, 1) &&
        !qi_gtp_parse_number(qi_gtp_argument(session, 1), 1, UINT32_MAX, &number))
        return qi_gtp_fail_syntax(session, "the number of a move, from 1");
    if (session->no_files)
        return qi_gtp_fail(session, "cannot load file: files are not allowed here");
    qi_buffer text = {.allocator = &session->allocator};
    const bool good = read_file(path, &text)
                          ? load(session, path, &text, number ? number - 1 : SIZE_MAX)
                          : qi_gtp_fail(session, "cannot load file: %s: %s", path, strerror(errno));
    qi_buffer_free(&text);
    if (good)
        qi_gtp_forget(session);
    return good;
}

/* ---- printing ----------------------------------------------------------------------------- */

static bool say_bytes(void *context, const char *bytes, size_t count)
{
    qi_gtp *const session = context;
    return qi_gtp_say(session, "%.*s", (int)count, bytes);
}

/* Function:  Writes the game as SGF. SGF has no holes: the first line of a comment on the game
 *            (GC) names them.
 * Arguments: a file name; without one, the record is the answer
 * Fails:     cannot write file
 * Returns:   the record, or nothing when it went to a file
 */
static bool printsgf(qi_gtp *session)
{
    const char *path = qi_gtp_argument(session, 0);
    if (!path) {
        const qi_result result = session->game->write(session, say_bytes, session);
        return result == QI_OK || qi_gtp_fail(session, "%s", qi_result_text(result));
    }
    if (session->no_files)
        return qi_gtp_fail(session, "cannot write file: files are not allowed here");
    qi_file file;
    if (!qi_file_open(&file, path))
        return qi_gtp_fail(session, "cannot write file: %s: %s", path, strerror(file.error));
    const qi_result result = session->game->write(session, qi_file_write, &file);
    if (result != QI_OK && !file.error) {
        qi_file_drop(&file);
        return qi_gtp_fail(session, "cannot write file: %s: %s", path, qi_result_text(result));
    }
    return qi_file_keep(&file) ||
           qi_gtp_fail(session, "cannot write file: %s: %s", path, strerror(file.error));
}

const qi_gtp_command qi_gtp_sgf_commands[] = {{"loadsgf", loadsgf}, {"printsgf", printsgf}, {0}};
