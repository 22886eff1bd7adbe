#include "arena/arena.h"

#include "base/chunk.h"
#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* ---- lines of JSON ------------------------------------------------------------------------ */

/* How the line of a game ends: ',"check":"01234567"}', the CRC of what is before. */
static const char check_field[] = ",\"check\":\"%08x\"}";
enum { CHECK_LENGTH = 20 };

/* Writes a value as one line, with its CRC if that is wanted; false with errno, and then nothing of
 * it is left. (A line that a kill cut off is taken out by the next run.) */
static bool append_line(int descriptor, json_t *value, bool checked)
{
    char *const plain = json_dumps(value, JSON_COMPACT);
    json_decref(value);
    char *const text = plain ? malloc(strlen(plain) + CHECK_LENGTH + 2) : NULL;
    size_t length = plain ? strlen(plain) : 0;
    if (text)
        memcpy(text, plain, length + 1);
    free(plain);
    if (!text)
        return false;
    if (checked) {
        length--; /* the last brace */
        length += (size_t)sprintf(text + length, check_field, qi_crc32(text, length));
    }
    text[length] = '\n';
    const off_t end = lseek(descriptor, 0, SEEK_END);
    int error = qi_write_all(descriptor, text, length + 1);
    if (!error && fsync(descriptor) != 0)
        error = errno;
    /* Where this fails, the next run cuts it off. */
    const bool whole = !error || (end >= 0 && ftruncate(descriptor, end) == 0);
    (void)whole;
    free(text);
    errno = error;
    return !error;
}

/* The match as the first line describes it: a folder with a different line holds a different
 * match. */
static json_t *describe_match(const arena_match *match)
{
    const arena_settings *const settings = &match->settings;
    const arena_plan *const plan = &match->plan;
    json_t *names = json_array();
    for (uint32_t i = 0; i < plan->engines; i++) {
        const arena_engine *const engine = &match->engines.list[i];
        const size_t room = 4 * strlen(engine->command) + 1;
        char *command = malloc(room);
        if (command)
            arena_escape(engine->command, command, room);
        json_array_append_new(names, json_pack("{s:s, s:s}", "name", engine->name, "command",
                                               command ? command : ""));
        free(command);
    }
    json_t *line = json_pack("{s:o, s:i, s:f, s:f, s:i, s:I, s:b}", "engines", names, "size",
                             (int)settings->size, "seconds", settings->seconds, "grace",
                             settings->grace, "openings", (int)settings->openings, "seed",
                             (json_int_t)settings->seed, "gauntlet", plan->gauntlet);
    if (plan->shard.parts > 1)
        json_object_set_new(line, "shard",
                            json_sprintf("%u/%u", plan->shard.part, plan->shard.parts));
    return line;
}

static json_t *describe_game(const arena_match *match, const arena_game *game)
{
    const arena_engine *const engines = match->engines.list;
    return json_pack(
        "{s:i, s:i, s:s, s:s, s:s, s:s, s:s, s:i, s:[f,f], s:[f,f]}", "game", (int)game->number,
        "opening", (int)game->opening, "black", engines[game->player[QI_BLACK]].name, "white",
        engines[game->player[QI_WHITE]].name, "winner",
        game->winner == QI_BLACK ? "black" : "white", "end", arena_end_names[game->end], "reason",
        game->reason, "moves", (int)game->moves, "cpu", game->spent[QI_BLACK],
        game->spent[QI_WHITE], "longest", game->longest[QI_BLACK], game->longest[QI_WHITE]);
}

/* ---- reading a line ----------------------------------------------------------------------- */

enum { MAX_SHOWN = 60 };

/* A line that is read, and what is wrong with it. */
typedef struct log_row {
    const json_t *object;
    size_t number; /* from 1 */
    qi_buffer *why;
} log_row;

/* Notes what is wrong with a field. Returns false. */
static bool refuse(const log_row *row, const char *field, const json_t *found, const char *format,
                   ...) __attribute__((format(printf, 4, 5)));

static bool refuse(const log_row *row, const char *field, const json_t *found, const char *format,
                   ...)
{
    char shown[MAX_SHOWN];
    qi_buffer expected = {.translator = row->why->translator};
    va_list arguments;
    va_start(arguments, format);
    qi_buffer_vsay(&expected, format, arguments);
    va_end(arguments);
    char *const text = found ? json_dumps(found, JSON_ENCODE_ANY | JSON_COMPACT) : NULL;
    arena_escape(text ? text : "nothing", shown, sizeof shown);
    free(text);
    qi_buffer_say(row->why, "games.jsonl:%zu: %s: found %s, expected %s", row->number, field, shown,
                  qi_buffer_text(&expected));
    qi_buffer_free(&expected);
    return false;
}

static bool read_whole(const log_row *row, const char *field, uint32_t min, uint32_t max,
                       uint32_t *number)
{
    const json_t *const value = json_object_get(row->object, field);
    if (!json_is_integer(value) || json_integer_value(value) < min ||
        json_integer_value(value) > max)
        return min == max ? refuse(row, field, value, "%u", min)
                          : refuse(row, field, value, "%u to %u", min, max);
    *number = (uint32_t)json_integer_value(value);
    return true;
}

/* Reads a field that is one of some words; `*which` becomes the index of the word. */
static bool read_word(const log_row *row, const char *field, const char *const *words, size_t count,
                      size_t *which)
{
    const json_t *const value = json_object_get(row->object, field);
    const char *const text = json_string_value(value);
    for (*which = 0; text && *which < count; ++*which)
        if (strcmp(text, words[*which]) == 0)
            return true;
    qi_buffer list = {.translator = row->why->translator};
    for (size_t i = 0; i < count; i++)
        qi_buffer_say(&list, "%s\"%s\"", i == 0 ? "" : i + 1 < count ? ", " : " or ", words[i]);
    refuse(row, field, value, "%s", list.bytes ? list.bytes : "a word");
    qi_buffer_free(&list);
    return false;
}

/* Checks that a field is the name of the engine that plays this colour by the plan. */
static bool read_name(const log_row *row, const char *field, const char *name)
{
    size_t which;
    return read_word(row, field, &name, 1, &which);
}

/* Reads the seconds of Black and of White. */
static bool read_seconds(const log_row *row, const char *field, double seconds[3])
{
    const json_t *const pair = json_object_get(row->object, field);
    bool good = json_is_array(pair) && json_array_size(pair) == 2;
    for (size_t i = 0; good && i < 2; i++) {
        const json_t *const value = json_array_get(pair, i);
        seconds[QI_BLACK + i] = json_number_value(value);
        good = json_is_number(value) && seconds[QI_BLACK + i] >= 0;
    }
    return good || refuse(row, field, pair, "two times in seconds");
}

static bool read_reason(const log_row *row, arena_game *game)
{
    const json_t *const value = json_object_get(row->object, "reason");
    const char *const text = json_string_value(value);
    if (!text || strlen(text) >= sizeof game->reason)
        return refuse(row, "reason", value, "a text of at most %zu bytes", sizeof game->reason - 1);
    memcpy(game->reason, text, strlen(text) + 1);
    return true;
}

/* Checks the winner: in these ways only the side to move ends a game, and it loses. */
static bool fits_result(const log_row *row, const arena_game *game)
{
    const bool ended_by_mover = game->end <= ARENA_PASSED;
    const qi_colour mover = game->moves % 2 ? QI_WHITE : QI_BLACK;
    return !ended_by_mover || game->winner != mover ||
           refuse(row, "winner", json_object_get(row->object, "winner"),
                  "\"%s\": after %u moves the other side is to move, and loses",
                  mover == QI_BLACK ? "white" : "black", game->moves);
}

/* Reads a finished game; false with the reason when it cannot be one of this match. */
static bool read_game(const log_row *row, const arena_match *match, arena_game *game)
{
    const arena_engine *const engines = match->engines.list;
    const uint32_t points = match->settings.size * match->settings.size;
    static const char *const colours[] = {"black", "white"};
    size_t winner, end;
    uint32_t number;
    if (!json_is_object(row->object))
        return refuse(row, "line", row->object, "a finished game as an object of JSON");
    if (!read_whole(row, "game", 0, UINT32_MAX - 1, &number))
        return false;
    arena_plan_game(&match->plan, number, game);
    if (!read_whole(row, "opening", game->opening, game->opening, &game->opening) ||
        !read_name(row, "black", engines[game->player[QI_BLACK]].name) ||
        !read_name(row, "white", engines[game->player[QI_WHITE]].name) ||
        !read_word(row, "winner", colours, 2, &winner) ||
        !read_word(row, "end", arena_end_names, ARENA_STOPPED, &end) || !read_reason(row, game) ||
        !read_whole(row, "moves", 0, points, &game->moves) ||
        !read_seconds(row, "cpu", game->spent) || !read_seconds(row, "longest", game->longest))
        return false;
    game->winner = winner == 0 ? QI_BLACK : QI_WHITE;
    game->end = (arena_end)end;
    return fits_result(row, game);
}

/* Whether the CRC of a line fits; one of an earlier version has none. */
static bool fits_check(const log_row *row, const char *line, size_t length)
{
    const json_t *const check = json_object_get(row->object, "check");
    char expected[CHECK_LENGTH + 1];
    if (!check)
        return true;
    const size_t before = length > CHECK_LENGTH ? length - CHECK_LENGTH - 1 : 0; /* a line end */
    snprintf(expected, sizeof expected, check_field, qi_crc32(line, before));
    return (before && memcmp(line + before, expected, CHECK_LENGTH) == 0) ||
           refuse(row, "check", check, "%.8s, as this line was written", expected + 10);
}

/* Leaves a line out that is wrong: what was written to `why` is kept for the user. */
static void leave_out(arena_match *match, qi_buffer *why)
{
    match->damaged.translator = why->translator;
    qi_buffer_say(&match->damaged, "%s; the line is left out\n", qi_buffer_text(why));
    qi_buffer_clear(why);
}

/* Reads the lines of an earlier run, and adds its games. A last line that was cut off is a game to
 * play again: `log` is left where it begins. */
static bool read_log(FILE *log, arena_match *match, qi_buffer *why)
{
    char *line = NULL, fault[JSON_ERROR_TEXT_LENGTH];
    size_t room = 0;
    ssize_t length;
    long whole = 0;
    bool good = true;
    json_t *const first = describe_match(match);
    for (size_t number = 1; good && (length = getline(&line, &room, log)) > 0; number++) {
        json_error_t error;
        json_t *value =
            line[length - 1] == '\n'
                ? json_loadb(line, (size_t)length, JSON_REJECT_DUPLICATES | JSON_DECODE_ANY, &error)
                : NULL;
        arena_game game;
        const log_row row = {value, number, why};
        if (!value && feof(log))
            break;
        if (number == 1 && !json_equal(value, first)) {
            qi_buffer_say(why, "it holds another match (its first line differs)");
            good = false;
        } else if (number > 1 && !value) {
            arena_escape(error.text, fault, sizeof fault);
            qi_buffer_say(why, "games.jsonl:%zu:%d: found no JSON (%s)", number, error.column,
                          fault);
            leave_out(match, why);
        } else if (number > 1 &&
                   (!fits_check(&row, line, (size_t)length) || !read_game(&row, match, &game))) {
            leave_out(match, why);
        } else if (number > 1 && game.number < match->plan.games &&
                   !arena_match_add(match, &game)) {
            qi_buffer_say(why, "%s", qi_result_text(QI_NO_MEMORY));
            good = false;
        } /* else of a longer match: its other games do not count here */
        json_decref(value);
        whole = ftell(log);
    }
    free(line);
    json_decref(first);
    if (fseek(log, whole, SEEK_SET) != 0) {
        qi_buffer_say(why, "%s", strerror(errno));
        return false;
    }
    return good;
}

/* Locks the log for as long as it is open. A match that has just been killed may not have let go of
 * it yet: waits a moment. */
static bool lock_log(int log)
{
    enum { TRIES = 40 };
    const struct timespec moment = {.tv_nsec = 50000000};
    for (unsigned i = 0; flock(log, LOCK_EX | LOCK_NB) != 0; i++) {
        if (errno != EWOULDBLOCK || i == TRIES)
            return false;
        nanosleep(&moment, NULL);
    }
    return true;
}

bool arena_record_open(arena_match *match, const char *folder, qi_buffer *why)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/games.jsonl", folder);
    if (mkdir(folder, 0777) != 0 && errno != EEXIST) {
        qi_buffer_say(why, "%s", strerror(errno));
        return false;
    }
    match->log = open(path, O_RDWR | O_CREAT | O_APPEND | O_NOFOLLOW | O_CLOEXEC, 0666);
    const bool locked = match->log >= 0 && lock_log(match->log);
    const int copy = locked ? fcntl(match->log, F_DUPFD_CLOEXEC, 0) : -1;
    FILE *log = copy < 0 ? NULL : fdopen(copy, "r");
    bool good = log != NULL;
    if (!good) {
        qi_buffer_say(why, "%s",
                      match->log >= 0 && !locked && errno == EWOULDBLOCK
                          ? "another match is being played there"
                          : strerror(errno));
        if (copy >= 0)
            close(copy);
    } else {
        struct stat status;
        good = read_log(log, match, why);
        /* Drop a truncated last line; it may be the first one. */
        if (good &&
            !(ftruncate(match->log, ftell(log)) == 0 && fstat(match->log, &status) == 0 &&
              (status.st_size > 0 || append_line(match->log, describe_match(match), false)))) {
            qi_buffer_say(why, "%s", strerror(errno));
            good = false;
        }
        fclose(log);
    }
    if (good)
        match->folder = folder;
    else if (match->log >= 0)
        close(match->log);
    return good;
}

/* ---- reading a record that was written elsewhere ------------------------------------------- */

/* Reads who plays in a match from the first line of its record. */
static bool read_match(const json_t *line, uint32_t games, arena_match *match)
{
    arena_settings *const settings = &match->settings;
    json_t *list;
    const char *name, *command;
    json_int_t size, openings, seed;
    int gauntlet;
    if (json_unpack((json_t *)line, "{s:o, s:I, s:F, s:F, s:I, s:I, s:b}", "engines", &list, "size",
                    &size, "seconds", &settings->seconds, "grace", &settings->grace, "openings",
                    &openings, "seed", &seed, "gauntlet", &gauntlet) != 0 ||
        size < 2 || size > ARENA_MAX_SIDE || json_array_size(list) < 2 ||
        json_array_size(list) > ARENA_MAX_ENGINES)
        return false;
    settings->size = (uint32_t)size;
    settings->openings = (uint32_t)openings;
    settings->seed = (uint64_t)seed;
    for (size_t i = 0; i < json_array_size(list); i++)
        if (json_unpack(json_array_get(list, i), "{s:s, s:s}", "name", &name, "command",
                        &command) != 0 ||
            !arena_add_recorded(&match->engines, name, command))
            return false;
    match->plan = arena_make_plan(match->engines.count, games ? games : ARENA_MAX_GAMES, gauntlet);
    match->score.engines = match->engines.count;
    return true;
}

/* Reads which part of its match a record is; without a word it is the whole. */
static bool read_shard(const json_t *match, qi_shard *shard)
{
    const json_t *const text = json_object_get(match, "shard");
    *shard = (qi_shard){1, 1};
    return !text ||
           (json_is_string(text) &&
            sscanf(json_string_value(text), "%7u/%7u", &shard->part, &shard->parts) == 2 &&
            shard->part >= 1 && shard->part <= shard->parts && shard->parts <= QI_MAX_PARTS);
}

bool arena_record_read(arena_match *match, const char *path, uint32_t games, qi_buffer *why)
{
    char inside[4096];
    snprintf(inside, sizeof inside, "%s/games.jsonl", path);
    FILE *log = fopen(inside, "re");
    if (!log && errno == ENOTDIR)
        log = fopen(path, "re");
    if (!log) {
        qi_buffer_say(why, "%s", strerror(errno));
        return false;
    }
    json_t *const line = json_loadf(log, JSON_DISABLE_EOF_CHECK, NULL);
    bool good = (match->engines.count || read_match(line, games, match)) &&
                read_shard(line, &match->plan.shard);
    json_decref(line);
    rewind(log);
    if (good)
        good = read_log(log, match, why);
    else
        qi_buffer_say(why, "its first line is not that of a match");
    fclose(log);
    return good;
}

/* ---- SGF ---------------------------------------------------------------------------------- */

static bool write_sgf(const char *folder, const arena_game *game, const qi_buffer *sgf)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/%05u.sgf", folder, game->number + 1);
    qi_file file;
    if (!qi_file_open(&file, path)) {
        errno = file.error;
        return false;
    }
    if (sgf->failed)
        file.error = ENOMEM;
    else
        qi_file_write(&file, sgf->bytes, sgf->length);
    const bool kept = qi_file_keep(&file);
    errno = file.error;
    return kept;
}

bool arena_record_game(const arena_match *match, const arena_game *game, const qi_buffer *sgf)
{
    return write_sgf(match->folder, game, sgf) &&
           append_line(match->log, describe_game(match, game), true);
}

void arena_record_close(arena_match *match)
{
    if (match->folder)
        close(match->log);
    match->folder = NULL;
}
