/* The record of a match: any lines after the first. What is found are games of the plan; the match
 * adds them up, and each counts once. */
#include "fuzz.h"

#include "arena/match.h"

#include <string.h>
#include <unistd.h>

static const arena_engine engines[] = {{"a", "a"}, {"b", "b"}};

static char folder[256];

/* Writes a first line that fits, and the bytes. */
static void write_log(const arena_settings *settings, const arena_plan *plan, const uint8_t *data,
                      size_t size)
{
    qi_buffer why = {0};
    char path[320];
    arena_record record;
    snprintf(path, sizeof path, "%s/games.jsonl", folder);
    unlink(path);
    must(arena_record_open(&record, folder, settings, engines, plan, NULL, NULL, &why));
    must(write(record.log, data, size) == (ssize_t)size);
    arena_record_close(&record);
}

static void note_game(void *context, const arena_game *game)
{
    const arena_match *const match = context;
    must(game->number < match->plan.games && game->moves <= ARENA_MOST_MOVES);
}

static void remove_folder(void)
{
    char path[320];
    snprintf(path, sizeof path, "%s/games.jsonl", folder);
    unlink(path);
    rmdir(folder);
}

/* The record of somebody else: the first line is theirs, too. */
static void read_as_whole(const uint8_t *data, size_t size)
{
    qi_buffer why = {0};
    char path[320];
    snprintf(path, sizeof path, "%s/games.jsonl", folder);
    FILE *const file = fopen(path, "w");
    must(file && fwrite(data, 1, size, file) == size);
    must(fclose(file) == 0);
    arena_match match = {0};
    arena_engines read = {.count = 0};
    if (arena_record_read(folder, &match.settings, &read, &match.plan, note_game, &match, &why))
        must(read.count >= 2 && match.plan.pairings && match.plan.shard.parts);
    else
        must(why.length);
    qi_buffer_free(&why);
    arena_free_engines(&read);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (!folder[0]) {
        const char *const base = getenv("TMPDIR");
        snprintf(folder, sizeof folder, "%s/fuzz-arena-XXXXXX", base ? base : P_tmpdir);
        must(mkdtemp(folder) && atexit(remove_folder) == 0);
    }
    const arena_settings settings = {.size = 3, .seconds = 1, .seed = 1};
    const arena_plan plan = arena_make_plan(2, 6, false);
    arena_match match = {.settings = settings, .engines = engines, .plan = plan};
    must(arena_match_start(&match));
    write_log(&settings, &plan, data, size);
    for (int i = 0; i < 2; i++) { /* what was mended by the first reading is whole for the second */
        arena_record record;
        qi_buffer why = {0};
        if (arena_record_open(&record, folder, &settings, engines, &plan, arena_match_add, &match,
                              &why))
            arena_record_close(&record);
        else
            must(why.length);
        qi_buffer_free(&why);
    }
    must(match.totals.games <= plan.games);
    arena_match_end(&match);
    read_as_whole(data, size);
    return 0;
}
