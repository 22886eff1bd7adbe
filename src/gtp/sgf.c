/* loadsgf and printsgf: a game record becomes the game behind the session, and back. */
#include "gtp/game.h"

#include <qi/sgf.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_BYTES = 1 << 26 };

/* ---- loading ------------------------------------------------------------------------------ */

/* The whole file, or NULL with errno. */
static char *read_file(const char *path, size_t *length)
{
    FILE *file = fopen(path, "rbe");
    if (!file)
        return NULL;
    char *text = NULL;
    size_t capacity = 1 << 14, used = 0;
    for (;;) {
        char *larger = capacity <= MOST_BYTES ? realloc(text, capacity) : NULL;
        if (!larger) {
            errno = capacity <= MOST_BYTES ? ENOMEM : EFBIG;
            break;
        }
        text = larger;
        const size_t got = fread(text + used, 1, capacity - used, file);
        used += got;
        if (used < capacity) {
            if (ferror(file)) {
                errno = EIO;
                break;
            }
            fclose(file);
            *length = used;
            return text;
        }
        capacity *= 2;
    }
    const int error = errno;
    free(text);
    fclose(file);
    errno = error;
    return NULL;
}

static bool fail_load(gtp_session *session, const char *path, const qi_text_error *error)
{
    return gtp_fail(session, "cannot load file: %s:%llu:%llu: found %s, expected %s", path,
                    (unsigned long long)error->line, (unsigned long long)error->column,
                    error->found, error->expected);
}

static bool fail_event(gtp_session *session, const char *path, const qi_sgf *sgf,
                       const qi_sgf_event *event, const char *why)
{
    uint64_t line, column;
    qi_sgf_place(sgf, event->at, &line, &column);
    return gtp_fail(session, "cannot load file: %s:%llu:%llu: %s", path, (unsigned long long)line,
                    (unsigned long long)column, why);
}

/* A setup after moves starts the game anew from the position that it makes. Who is to move matters
 * only at the start: later every move names its colour. */
static void take_setup(gtp_game *game, gtp_start *start, const qi_sgf_event *event)
{
    if (event->kind == QI_SGF_SETUP && game->move_count) {
        start->to_move = gtp_game_to_move(game);
        for (qi_point point = 0; point < start->rows * start->columns; point++)
            start->stones[point] = (uint8_t)game->kind->at(game, point);
        game->move_count = 0;
    }
    if (event->kind == QI_SGF_TURN)
        start->to_move = event->colour;
    else
        start->stones[event->point] = (uint8_t)event->colour;
}

/* White begins after handicap stones; PL may say otherwise later. */
static qi_colour first_to_move(const qi_sgf *sgf)
{
    qi_sgf_value value;
    char text[8];
    if (!qi_sgf_find(sgf, qi_sgf_first_game(sgf), "HA", 0, &value))
        return QI_BLACK;
    qi_sgf_decode(value, QI_SGF_SIMPLE_TEXT, text, sizeof text);
    uint32_t stones;
    return gtp_read_number(text, 2, UINT32_MAX, &stones) ? QI_WHITE : QI_BLACK;
}

/* Plays the main line of a record, up to `most` moves. The game is what it became when this
 * fails; the caller puts the old one back. */
static bool play_record(gtp_session *session, const char *path, const qi_sgf *sgf, size_t most)
{
    gtp_game *game = gtp_game_of(session);
    qi_sgf_walk walk;
    qi_text_error error;
    if (qi_sgf_walk_start(sgf, qi_sgf_first_game(sgf), &walk, &error) != QI_OK)
        return fail_load(session, path, &error);
    if (walk.rows > GTP_MOST_SIDE || walk.columns > GTP_MOST_SIDE)
        return gtp_fail(session, "cannot load file: %s: found a %ux%u board, expected at most %d",
                        path, walk.rows, walk.columns, GTP_MOST_SIDE);
    gtp_start start = {.rows = walk.rows, .columns = walk.columns, .to_move = first_to_move(sgf)};
    bool pending = true; /* the start has changed and is not set up yet */
    qi_sgf_event event = {.at = NULL};
    game->move_count = 0;
    for (size_t moves = 0; moves < most;) {
        if (qi_sgf_walk_next(&walk, &event, &error) != QI_OK)
            return fail_load(session, path, &error);
        if (event.kind == QI_SGF_END)
            break;
        if (event.kind != QI_SGF_MOVE) {
            take_setup(game, &start, &event);
            pending |= event.kind == QI_SGF_SETUP;
            continue;
        }
        const char *why = pending ? gtp_game_start(game, &start) : NULL;
        pending = false;
        if (!why)
            why = gtp_game_play(game, (gtp_move){event.colour, event.point});
        if (why)
            return fail_event(session, path, sgf, &event, why);
        moves++;
    }
    const char *why = pending ? gtp_game_start(game, &start) : NULL;
    return why ? gtp_fail(session, "cannot load file: %s: %s", path, why) : true;
}

/* Function:  Loads the main line of the first game of an SGF file; the old game stays when that
 *            fails. A setup after moves counts as a new start. The board has no holes then.
 * Arguments: a file name; and, if wanted, the number of the move to stop before, as in GNU Go
 * Fails:     syntax error, cannot load file (with file, line, column and the reason)
 * Returns:   nothing
 */
static bool loadsgf(gtp_session *session)
{
    gtp_game *game = gtp_game_of(session);
    const char *path = gtp_argument(session, 0);
    uint32_t number = 0;
    if (!path)
        return gtp_fail_syntax(session, "a file name");
    if (gtp_argument(session, 1) &&
        !gtp_read_number(gtp_argument(session, 1), 1, UINT32_MAX, &number))
        return gtp_fail_syntax(session, "the number of a move, from 1");
    size_t length;
    char *text = read_file(path, &length);
    if (!text)
        return gtp_fail(session, "cannot load file: %s: %s", path, strerror(errno));
    qi_sgf *sgf = NULL;
    qi_text_error error;
    const qi_result result = qi_sgf_parse(text, length, NULL, &sgf, &error);
    bool good = false;
    if (result == QI_BAD_TEXT) {
        good = fail_load(session, path, &error);
    } else if (result != QI_OK) {
        good = gtp_fail(session, "cannot load file: %s: %s", path, qi_result_text(result));
    } else {
        /* The record is played on the game itself, which is put aside meanwhile. */
        gtp_game aside = *game;
        game->moves = NULL;
        game->move_count = game->move_capacity = 0;
        good = play_record(session, path, sgf, number ? number - 1 : SIZE_MAX);
        if (good) {
            free(aside.moves);
        } else {
            free(game->moves);
            *game = aside;
            gtp_game_rebuild(game, game->move_count);
        }
    }
    qi_sgf_free(sgf);
    free(text);
    return good;
}

/* ---- printing ----------------------------------------------------------------------------- */

static bool say_bytes(void *context, const char *bytes, size_t count)
{
    gtp_say(context, "%.*s", (int)count, bytes);
    return true;
}

static bool write_bytes(void *context, const char *bytes, size_t count)
{
    return fwrite(bytes, 1, count, context) == count;
}

/* SGF has no word for holes: a comment on the game names them. */
static void note_holes(const gtp_start *start, qi_sgf_writer *writer)
{
    static const char title[] = "hollow";
    char text[sizeof title + GTP_MOST_POINTS * GTP_VERTEX_BYTES];
    size_t used = sizeof title - 1;
    memcpy(text, title, used);
    for (qi_point point = 0; point < start->rows * start->columns; point++)
        if (start->stones[point] == QI_WALL) {
            text[used++] = ' ';
            gtp_write_vertex(start, point, text + used);
            used += strlen(text + used);
        }
    if (used > sizeof title - 1)
        qi_sgf_write_text(writer, "GC", text, used);
}

static void write_record(const gtp_game *game, qi_sgf_writer *writer)
{
    const uint32_t rows = game->start.rows, columns = game->start.columns;
    char text[32];
    qi_sgf_start_game(writer, rows, columns, game->kind->sgf_rules);
    if (game->kind->may_pass) {
        const int length = snprintf(text, sizeof text, "%g", game->komi);
        qi_sgf_write_text(writer, "KM", text, (size_t)length);
    }
    note_holes(&game->start, writer);
    qi_sgf_write_setup(writer, game->start.stones, NULL, rows, columns);
    if (game->start.to_move == QI_WHITE)
        qi_sgf_write_text(writer, "PL", "W", 1);
    if (game->kind->over(game) && game->kind->result(game, text, sizeof text))
        qi_sgf_write_text(writer, "RE", text, strlen(text));
    for (size_t i = 0; i < game->move_count; i++)
        qi_sgf_write_move(writer, game->moves[i].colour, game->moves[i].point, columns);
    qi_sgf_close(writer);
}

/* Function:  Writes the game as SGF. Holes are only named in a comment on the game (GC), which
 *            loadsgf does not read.
 * Arguments: a file name; without one, the record is the answer
 * Fails:     cannot write file
 * Returns:   the record, or nothing when it went to a file
 */
static bool printsgf(gtp_session *session)
{
    const gtp_game *game = gtp_game_of(session);
    const char *path = gtp_argument(session, 0);
    if (!path) {
        qi_sgf_writer writer = {.sink = say_bytes, .context = session};
        write_record(game, &writer);
        return true;
    }
    FILE *file = fopen(path, "wbe");
    if (!file)
        return gtp_fail(session, "cannot write file: %s: %s", path, strerror(errno));
    qi_sgf_writer writer = {.sink = write_bytes, .context = file};
    write_record(game, &writer);
    if (fclose(file) != 0 || writer.failed)
        return gtp_fail(session, "cannot write file: %s: %s", path, strerror(errno));
    return true;
}

const gtp_command gtp_sgf_commands[] = {{"loadsgf", loadsgf}, {"printsgf", printsgf}, {0}};
