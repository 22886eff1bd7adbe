/* The results of a match, as numbers. */
#include "arena/match.h"

static uint32_t games_of(const arena_score *score, uint32_t engine, uint32_t *won)
{
    uint32_t games = 0;
    *won = 0;
    for (uint32_t k = 0; k < score->engines; k++) {
        *won += score->won[engine][k];
        games += score->won[engine][k] + score->won[k][engine];
    }
    return games;
}

arena_row arena_row_of(const arena_match *match, uint32_t engine)
{
    arena_row row = {.name = match->engines[engine].name,
                     .faults = match->totals.faulty[engine],
                     .spent = match->totals.spent[engine],
                     .slowest = match->totals.longest[engine]};
    row.games = games_of(&match->score, engine, &row.won);
    return row;
}

void arena_make_table(const arena_match *match, arena_row *rows, uint32_t *order)
{
    const uint32_t count = match->score.engines;
    arena_rating ratings[ARENA_MOST_ENGINES];
    arena_rate(&match->score, ratings);
    for (uint32_t i = 0; i < count; i++) {
        rows[i] = arena_row_of(match, i);
        rows[i].rating = ratings[i];
        uint32_t k = i;
        for (; k > 0 && ratings[order[k - 1]].elo < ratings[i].elo; k--)
            order[k] = order[k - 1];
        order[k] = i;
    }
}

bool arena_next_pairing(const arena_match *match, arena_pairing *pairing)
{
    const arena_score *const score = &match->score;
    uint32_t i = pairing->first, k = pairing->second + 1;
    for (; i < score->engines; i++, k = i + 1)
        for (; k < score->engines; k++)
            if (score->won[i][k] + score->won[k][i]) {
                const uint32_t won = score->won[i][k], lost = score->won[k][i];
                const uint32_t *pairs = score->pairs[i][k];
                *pairing = (arena_pairing){.first = i,
                                           .second = k,
                                           .won = won,
                                           .lost = lost,
                                           .pairs = {pairs[0], pairs[1], pairs[2]},
                                           .share = qi_wilson(won, won + lost)};
                return true;
            }
    return false;
}
