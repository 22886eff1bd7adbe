/* The record of a match: any lines after the first. What is found are games of the plan; the match
 * adds them up, and each counts once. */
#include "fuzz.h"

#include "arena/arena.h"

#include <string.h>
#include <unistd.h>

static char folder[256];

static arena_match new_match(void)
{
    return (arena_match){.settings = {.size = 3, .seconds = 1, .seed = 1},
                         .plan = arena_make_plan(2, 6, false),
                         .score = {.engines = 2}};
}

static bool open_match(arena_match *match, qi_buffer *why)
{
    must(arena_add_recorded(&match->engines, "a", "a"));
    must(arena_add_recorded(&match->engines, "b", "b"));
    return arena_record_open(match, folder, why);
}

/* Writes a first line that fits, and the bytes. */
static void write_log(const uint8_t *data, size_t size)
{
    qi_buffer why = {0};
    char path[320];
    arena_match match = new_match();
    snprintf(path, sizeof path, "%s/games.jsonl", folder);
    unlink(path);
    must(open_match(&match, &why));
    must(write(match.log, data, size) == (ssize_t)size);
    arena_record_close(&match);
    arena_match_end(&match);
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
    enum { MAX_GAMES = 1000 };
    qi_buffer why = {0};
    char path[320];
    snprintf(path, sizeof path, "%s/games.jsonl", folder);
    FILE *const file = fopen(path, "w");
    must(file && fwrite(data, 1, size, file) == size);
    must(fclose(file) == 0);
    arena_match match = {0};
    if (arena_record_read(&match, folder, MAX_GAMES, &why))
        must(match.engines.count >= 2 && match.plan.pairings && match.plan.shard.parts &&
             match.totals.games <= match.plan.games);
    else
        must(why.length);
    qi_buffer_free(&why);
    arena_match_end(&match);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (!folder[0]) {
        const char *const base = getenv("TMPDIR");
        snprintf(folder, sizeof folder, "%s/fuzz-arena-XXXXXX", base ? base : P_tmpdir);
        must(mkdtemp(folder) && atexit(remove_folder) == 0);
    }
    write_log(data, size);
    for (int i = 0; i < 2; i++) { /* what was mended by the first reading is whole for the second */
        arena_match match = new_match();
        qi_buffer why = {0};
        if (open_match(&match, &why))
            arena_record_close(&match);
        else
            must(why.length);
        must(match.totals.games <= match.plan.games);
        qi_buffer_free(&why);
        arena_match_end(&match);
    }
    read_as_whole(data, size);
    return 0;
}
