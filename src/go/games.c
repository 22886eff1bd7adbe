#include "go/games.h"

#include <stdio.h>
#include <stdlib.h>

/* ---- reading ------------------------------------------------------------------------------ */

qi_result qi_go_read_games(const char *text, size_t length, uint32_t rows, uint32_t columns,
                           bool lines, qi_go_games *games, qi_text_error *error)
{
    *games = (qi_go_games){0};
    qi_go_reader reader;
    qi_result result = qi_go_read(&reader, text, length, rows, columns, lines, error);
    size_t capacity = 0;
    while (result == QI_OK) {
        if (games->count == capacity) {
            capacity = capacity ? 2 * capacity : 16;
            qi_go_moves *larger = realloc(games->records, capacity * sizeof *larger);
            if (!larger) {
                result = QI_NO_MEMORY;
                break;
            }
            games->records = larger;
        }
        qi_go_moves record = {0};
        result = qi_go_read_game(&reader, NULL, &record, error);
        if (result == QI_OK)
            games->records[games->count++] = record;
        else
            qi_go_free_moves(&record, NULL);
    }
    if (result == QI_STOPPED)
        return QI_OK;
    qi_go_free_games(games);
    return result;
}

void qi_go_free_games(qi_go_games *games)
{
    for (size_t i = 0; i < games->count; i++)
        qi_go_free_moves(&games->records[i], NULL);
    free(games->records);
    *games = (qi_go_games){0};
}

/* ---- replaying ---------------------------------------------------------------------------- */

static bool keep_refusal(void *context, const qi_go_refusal *refusal)
{
    qi_go_refusals *refusals = context;
    if (refusals->count == refusals->capacity) {
        const size_t capacity = refusals->capacity ? 2 * refusals->capacity : 256;
        qi_go_refusal *larger = realloc(refusals->list, capacity * sizeof *larger);
        if (!larger)
            return false;
        refusals->list = larger;
        refusals->capacity = capacity;
    }
    refusals->list[refusals->count++] = *refusal;
    return true;
}

void qi_go_free_refusals(qi_go_refusals *refusals)
{
    free(refusals->list);
    *refusals = (qi_go_refusals){0};
}

qi_result qi_go_replay_record(qi_go *game, const qi_go_moves *record, size_t count,
                              qi_go_refusals *refusals)
{
    qi_go_clear(game);
    refusals->count = 0;
    const qi_result result = qi_go_replay(game, record->list, count, keep_refusal, refusals);
    return result == QI_STOPPED ? QI_NO_MEMORY : result;
}

const char *qi_go_move_text(qi_go_move move, uint32_t columns, char *text)
{
    char *end = qi_go_write_move(move, columns, text);
    end[-1] = '\0'; /* in place of the newline */
    return text;
}

void qi_go_reason_text(const qi_go_moves *record, const qi_go_refusals *refusals,
                       const qi_go_refusal *refusal, char *text, size_t size)
{
    if (refusal->verdict != QI_GO_SUPERKO)
        snprintf(text, size, "%s", qi_go_verdict_text(refusal->verdict));
    else if (refusal->repeated == 0)
        snprintf(text, size, "the empty board would come back");
    else
        snprintf(
            text, size, "the position after line %llu would come back",
            (unsigned long long)record
                ->lines[qi_go_index_of_step(refusals->list, refusals->count, refusal->repeated)]);
}
