#include "cli/go/go.h"

#include <stdlib.h>

const char *const go_rules_choices[] = {"positional", "situational", "ko", "none", NULL};

qi_go_rules go_rules_of(const go_options *chosen)
{
    return (qi_go_rules){(qi_go_repetition)chosen->repetition, chosen->suicide};
}

qi_go *go_new_game(const cli_spec *spec, const go_options *chosen)
{
    const qi_go_rules rules = go_rules_of(chosen);
    qi_go *game = NULL;
    const qi_result result =
        qi_go_new(chosen->size.rows, chosen->size.columns, &rules, NULL, &game);
    if (result != QI_OK)
        cli_fail(spec, "%s", qi_result_text(result));
    return game;
}

/* ---- reading ------------------------------------------------------------------------------ */

static qi_result read_all_games(const go_options *chosen, bool lines, go_games *games,
                                qi_text_error *error)
{
    qi_go_reader reader;
    qi_result result = qi_go_read(&reader, games->input.text, games->input.length,
                                  chosen->size.rows, chosen->size.columns, lines, error);
    size_t capacity = 0;
    while (result == QI_OK) {
        if (games->count == capacity) {
            capacity = capacity ? 2 * capacity : 16;
            qi_go_record *larger = realloc(games->records, capacity * sizeof *larger);
            if (!larger)
                return QI_NO_MEMORY;
            games->records = larger;
        }
        qi_go_record record = {0};
        result = qi_go_read_game(&reader, NULL, &record, error);
        if (result == QI_OK)
            games->records[games->count++] = record;
        else
            qi_go_free_record(&record, NULL);
    }
    return result == QI_STOPPED ? QI_OK : result;
}

int go_read_games(const cli_spec *spec, const char *path, const go_options *chosen, bool lines,
                  go_games *games)
{
    *games = (go_games){0};
    const int status = cli_read(spec, path, &games->input);
    if (status != CLI_GO_ON)
        return status;
    qi_text_error error;
    const qi_result result = read_all_games(chosen, lines, games, &error);
    if (result == QI_OK)
        return CLI_GO_ON;
    cli_fail_result(spec, games->input.name, result, &error);
    go_free_games(games);
    return CLI_BAD;
}

void go_free_games(go_games *games)
{
    for (size_t i = 0; i < games->count; i++)
        qi_go_free_record(&games->records[i], NULL);
    free(games->records);
    cli_input_free(&games->input);
    *games = (go_games){0};
}

/* ---- replaying ---------------------------------------------------------------------------- */

static bool keep_refusal(void *context, const qi_go_refusal *refusal)
{
    go_refusals *refusals = context;
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

qi_result go_replay_record(qi_go *game, const qi_go_record *record, size_t count,
                           go_refusals *refusals)
{
    qi_go_clear(game);
    refusals->count = 0;
    const qi_result result = qi_go_replay(game, record->moves, count, keep_refusal, refusals);
    return result == QI_STOPPED ? QI_NO_MEMORY : result;
}

const char *go_move_text(qi_go_move move, uint32_t columns, char *text)
{
    char *end = qi_go_write_move(move, columns, text);
    end[-1] = '\0'; /* in place of the newline */
    return text;
}

void go_reason_text(const qi_go_record *record, const go_refusals *refusals,
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

void go_count_game(go_totals *totals, const qi_go *game, size_t moves)
{
    totals->games++;
    totals->moves += moves;
    const qi_go_memory memory = qi_go_measure_memory(game);
    if (memory.positions > totals->largest.positions)
        totals->largest = memory;
}
