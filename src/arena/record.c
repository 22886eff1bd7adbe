#include "arena/record.h"

#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* ---- lines of JSON ------------------------------------------------------------------------ */

/* Writes a value as one line; false with errno, and then nothing of it is left. (A line that a kill
 * cut off is taken out by the next run.) */
static bool append_line(int descriptor, json_t *value)
{
    char *text = json_dumps(value, JSON_COMPACT);
    json_decref(value);
    if (!text)
        return false;
    const size_t length = strlen(text);
    text[length] = '\n'; /* over the terminator, which write does not need */
    const off_t end = lseek(descriptor, 0, SEEK_END);
    const int error = qi_write_all(descriptor, text, length + 1);
    /* Where this fails, the next run cuts it off. */
    const bool whole = !error || (end >= 0 && ftruncate(descriptor, end) == 0);
    (void)whole;
    free(text);
    errno = error;
    return !error;
}

/* The match as the first line describes it: a folder with a different line holds a different
 * match. */
static json_t *describe_match(const arena_settings *settings, const arena_engine *engines,
                              const arena_plan *plan)
{
    json_t *names = json_array();
    for (uint32_t i = 0; i < plan->engines; i++) {
        const size_t room = 4 * strlen(engines[i].command) + 1;
        char *command = malloc(room);
        if (command)
            arena_escape(engines[i].command, command, room);
        json_array_append_new(names, json_pack("{s:s, s:s}", "name", engines[i].name, "command",
                                               command ? command : ""));
        free(command);
    }
    return json_pack("{s:o, s:i, s:f, s:f, s:i, s:I, s:b}", "engines", names, "size",
                     (int)settings->size, "seconds", settings->seconds, "grace", settings->grace,
                     "openings", (int)settings->openings, "seed", (json_int_t)settings->seed,
                     "gauntlet", plan->gauntlet);
}

static json_t *describe_game(const arena_engine *engines, const arena_game *game)
{
    return json_pack(
        "{s:i, s:i, s:s, s:s, s:s, s:s, s:s, s:i, s:[f,f], s:[f,f]}", "game", (int)game->number,
        "opening", (int)game->opening, "black", engines[game->player[QI_BLACK]].name, "white",
        engines[game->player[QI_WHITE]].name, "winner",
        game->winner == QI_BLACK ? "black" : "white", "end", arena_end_names[game->end], "reason",
        game->reason, "moves", (int)game->moves, "cpu", game->spent[QI_BLACK],
        game->spent[QI_WHITE], "longest", game->longest[QI_BLACK], game->longest[QI_WHITE]);
}

/* A finished game from its line; false when the line is not one of this plan's. */
static bool read_game(const json_t *line, const arena_plan *plan, arena_game *game)
{
    const json_t *number = json_object_get(line, "game");
    const char *winner = json_string_value(json_object_get(line, "winner"));
    const char *end = json_string_value(json_object_get(line, "end"));
    const char *reason = json_string_value(json_object_get(line, "reason"));
    const json_int_t value = json_integer_value(number);
    if (!json_is_integer(number) || value < 0 || !winner || !end || !reason)
        return false;
    if (value >= plan->games)
        return true; /* a longer match was played before; its other games do not count here */
    arena_plan_game(plan, (uint32_t)value, game);
    game->winner = strcmp(winner, "black") == 0 ? QI_BLACK : QI_WHITE;
    for (int i = 0; i < ARENA_STOPPED; i++)
        if (strcmp(arena_end_names[i], end) == 0)
            game->end = (arena_end)i;
    game->moves = (uint32_t)json_integer_value(json_object_get(line, "moves"));
    snprintf(game->reason, sizeof game->reason, "%s", reason);
    const json_t *spent = json_object_get(line, "cpu"), *longest = json_object_get(line, "longest");
    for (size_t i = 0; i < 2; i++) {
        game->spent[QI_BLACK + i] = json_real_value(json_array_get(spent, i));
        game->longest[QI_BLACK + i] = json_real_value(json_array_get(longest, i));
    }
    return true;
}

/* Reads the lines of an earlier run. A last line that was cut off is a game to play again, and is
 * taken out of the file. */
static bool read_log(FILE *log, json_t *match, const arena_plan *plan, arena_found *found,
                     void *context, char *why, size_t capacity)
{
    char *line = NULL;
    size_t room = 0;
    ssize_t length;
    long whole = 0;
    bool good = true;
    for (size_t number = 1; good && (length = getline(&line, &room, log)) > 0; number++) {
        json_t *value = line[length - 1] == '\n' ? json_loads(line, 0, NULL) : NULL;
        arena_game game = {.number = UINT32_MAX};
        if (!value && feof(log))
            break;
        if (number == 1 ? !json_equal(value, match) : !value || !read_game(value, plan, &game)) {
            snprintf(why, capacity,
                     number == 1 ? "it holds another match (its first line differs)"
                                 : "line %zu of games.jsonl is not a finished game",
                     number);
            good = false;
        } else if (number > 1 && game.number != UINT32_MAX) {
            found(context, &game);
        }
        json_decref(value);
        whole = ftell(log);
    }
    free(line);
    if (good && ftruncate(fileno(log), whole) != 0) {
        snprintf(why, capacity, "%s", strerror(errno));
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

bool arena_record_open(arena_record *record, const char *folder, const arena_settings *settings,
                       const arena_engine *engines, const arena_plan *plan, arena_found *found,
                       void *context, char *why, size_t capacity)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/games.jsonl", folder);
    record->folder = folder;
    if (mkdir(folder, 0777) != 0 && errno != EEXIST) {
        snprintf(why, capacity, "%s", strerror(errno));
        return false;
    }
    record->log = open(path, O_RDWR | O_CREAT | O_APPEND | O_NOFOLLOW | O_CLOEXEC, 0666);
    const bool locked = record->log >= 0 && lock_log(record->log);
    const int copy = locked ? fcntl(record->log, F_DUPFD_CLOEXEC, 0) : -1;
    FILE *log = copy < 0 ? NULL : fdopen(copy, "r");
    if (!log) {
        snprintf(why, capacity, "%s",
                 record->log >= 0 && !locked && errno == EWOULDBLOCK
                     ? "another match is being played there"
                     : strerror(errno));
        if (copy >= 0)
            close(copy);
        if (record->log >= 0)
            close(record->log);
        return false;
    }
    json_t *match = describe_match(settings, engines, plan);
    struct stat status;
    const bool fresh = fstat(record->log, &status) == 0 && status.st_size == 0;
    bool good;
    if (fresh) {
        good = append_line(record->log, json_incref(match));
        if (!good)
            snprintf(why, capacity, "%s", strerror(errno));
    } else {
        good = read_log(log, match, plan, found, context, why, capacity);
    }
    json_decref(match);
    fclose(log);
    if (!good)
        close(record->log);
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

bool arena_record_game(arena_record *record, const arena_engine *engines, const arena_game *game,
                       const qi_buffer *sgf)
{
    return write_sgf(record->folder, game, sgf) &&
           append_line(record->log, describe_game(engines, game));
}

void arena_record_close(arena_record *record)
{
    close(record->log);
}
