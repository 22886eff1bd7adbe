#include "arena/arena.h"

#include <math.h>
#include <string.h>

static const double elo_scale = 173.717792761; /* 400 / log(10) */

static double expected(double difference)
{
    return 1 / (1 + exp(-difference));
}

/* Inverts a positive definite matrix in place (Gauss-Jordan); false when it is singular. */
static bool invert(double matrix[ARENA_MAX_ENGINES][ARENA_MAX_ENGINES], uint32_t size)
{
    for (uint32_t k = 0; k < size; k++) {
        const double pivot = matrix[k][k];
        if (fabs(pivot) < 1e-12)
            return false;
        matrix[k][k] = 1;
        for (uint32_t j = 0; j < size; j++)
            matrix[k][j] /= pivot;
        for (uint32_t i = 0; i < size; i++) {
            if (i == k)
                continue;
            const double factor = matrix[i][k];
            matrix[i][k] = 0;
            for (uint32_t j = 0; j < size; j++)
                matrix[i][j] -= factor * matrix[k][j];
        }
    }
    return true;
}

/* The games between two engines, the half-won one included. */
static double games_between(const arena_score *score, uint32_t i, uint32_t k)
{
    const uint32_t games = score->won[i][k] + score->won[k][i];
    return i != k && games ? games + 1.0 : 0;
}

void arena_rate(const arena_score *score, arena_rating *ratings)
{
    const uint32_t size = score->engines;
    double strength[ARENA_MAX_ENGINES] = {0}; /* natural logarithm of the odds */
    /* Newton's method on one rating at a time; the likelihood is concave. */
    for (int round = 0; round < 2000; round++) {
        double change = 0;
        for (uint32_t i = 0; i < size; i++) {
            double slope = 0, curve = 0;
            for (uint32_t k = 0; k < size; k++) {
                const double games = games_between(score, i, k);
                if (games <= 0)
                    continue;
                const double p = expected(strength[i] - strength[k]);
                slope += score->won[i][k] + 0.5 - games * p;
                curve += games * p * (1 - p);
            }
            if (curve > 0) {
                double step = slope / curve;
                step = step > 1 ? 1 : step < -1 ? -1 : step;
                strength[i] += step;
                change += fabs(step);
            }
        }
        if (change < 1e-9)
            break;
    }
    double mean = 0;
    for (uint32_t i = 0; i < size; i++)
        mean += strength[i] / size;

    /* Fisher's information; adding a constant to all directions fixes the mean at 0. */
    static const double fix = 1;
    double information[ARENA_MAX_ENGINES][ARENA_MAX_ENGINES];
    for (uint32_t i = 0; i < size; i++)
        for (uint32_t k = 0; k < size; k++)
            information[i][k] = fix;
    for (uint32_t i = 0; i < size; i++)
        for (uint32_t k = 0; k < size; k++) {
            const double games = games_between(score, i, k);
            if (games <= 0)
                continue;
            const double p = expected(strength[i] - strength[k]);
            information[i][i] += games * p * (1 - p);
            information[i][k] -= games * p * (1 - p);
        }
    const bool known = invert(information, size);
    for (uint32_t i = 0; i < size; i++) {
        /* Undo what the constant added: it adds 1 / (fix * size^2) to every entry. */
        const double variance = information[i][i] - 1 / (fix * size * size);
        ratings[i].elo = elo_scale * (strength[i] - mean);
        ratings[i].error = known && variance > 0 ? 1.96 * elo_scale * sqrt(variance) : INFINITY;
    }
}

double arena_log_likelihood_ratio(const uint32_t pairs[3], double elo0, double elo1)
{
    /* Normal approximation on pairs, whose games are not independent: they share an opening. A
     * fraction of a pair in each class keeps the variance from being zero. */
    const double prior = 1e-3;
    double count = 0, mean = 0, variance = 0;
    for (int i = 0; i < 3; i++)
        count += pairs[i] + prior;
    if (pairs[0] + pairs[1] + pairs[2] == 0)
        return 0;
    for (int i = 0; i < 3; i++)
        mean += (pairs[i] + prior) / count * i / 2;
    for (int i = 0; i < 3; i++)
        variance += (pairs[i] + prior) / count * (i / 2.0 - mean) * (i / 2.0 - mean);
    const double s0 = expected(elo0 / elo_scale), s1 = expected(elo1 / elo_scale);
    return count * (s1 - s0) * (2 * mean - s0 - s1) / (2 * variance);
}

/* ---- the results -------------------------------------------------------------------------- */

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
    arena_row row = {.name = match->engines.list[engine].name,
                     .faults = match->totals.faulty[engine],
                     .spent = match->totals.spent[engine],
                     .slowest = match->totals.longest[engine]};
    row.games = games_of(&match->score, engine, &row.won);
    return row;
}

void arena_make_table(const arena_match *match, arena_row *rows, uint32_t *order)
{
    const uint32_t count = match->score.engines;
    arena_rating ratings[ARENA_MAX_ENGINES];
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
