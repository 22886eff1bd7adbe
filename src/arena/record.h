/* The folder of a match: one line of JSON per finished game, so that a match can be continued, and
 * an SGF record of each. */
#ifndef QI_ARENA_RECORD_H
#define QI_ARENA_RECORD_H

#include "arena/arena.h"
#include "base/buffer.h"

#include <jansson.h>

typedef struct arena_record {
    const char *folder;
    int log; /* descriptor of games.jsonl */
} arena_record;

/* Called for each finished game that is found in the folder. */
typedef void arena_found(void *context, const arena_game *game);

/* Opens or makes a match's folder. A folder of an earlier run must hold the same match; `found` is
 * called for its finished games. False, with one sentence in `why`, if this fails. */
bool arena_record_open(arena_record *record, const char *folder, const arena_settings *settings,
                       const arena_engine *engines, const arena_plan *plan, arena_found *found,
                       void *context, qi_buffer *why);

/* Keeps a finished game, with its record as SGF; false if it cannot be written. */
bool arena_record_game(arena_record *record, const arena_engine *engines, const arena_game *game,
                       const qi_buffer *sgf);

void arena_record_close(arena_record *record);

/* Reads a record without changing it: a folder, or the games.jsonl in it. The first one that is
 * read, while there are no engines, sets `settings`, `engines` and `plan`, with the most games that
 * there may be; later ones must be of the same match. plan->shard becomes the record's. Returns as
 * arena_record_open. */
bool arena_record_read(const char *path, arena_settings *settings, arena_engines *engines,
                       arena_plan *plan, arena_found *found, void *context, qi_buffer *why);

#endif
