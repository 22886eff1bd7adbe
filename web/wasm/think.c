/*
 * The opponent in the page: plain Monte-Carlo. Every legal move gets random games; the one that
 * promises most gets the most.
 */
#include "nogo.h"
#include "page.h"

#include "base/memory.h"

typedef struct page_think {
    qi_nogo *root;
    qi_colour colour;
    uint32_t candidates;
    uint32_t *points, *visits, *wins;
    uint64_t seed;
    uint32_t playouts;
} page_think;

PAGE_EXPORT(think_free) void page_think_free(page_think *think)
{
    if (!think)
        return;
    qi_nogo_free(think->root);
    page_release(think->points);
    page_release(think);
}

/* Begins to think about a game's position; NULL when memory is lacking. */
PAGE_EXPORT(think_new) page_think *page_think_new(const page_nogo *game, uint32_t seed)
{
    page_think *think = page_allocate(sizeof *think);
    if (!think)
        return NULL;
    *think = (page_think){.seed = (uint64_t)seed << 32};
    const qi_colour colour = qi_nogo_to_move(game->now);
    const uint32_t legal = (uint32_t)qi_nogo_legal(game->now, colour, NULL, 0);
    think->points = page_allocate((size_t)legal * 3 * sizeof *think->points + 1);
    if (!think->points || qi_nogo_copy(game->now, NULL, &think->root) != QI_OK) {
        page_think_free(think);
        return NULL;
    }
    think->colour = colour;
    think->candidates = legal;
    think->visits = think->points + legal;
    think->wins = think->visits + legal;
    memset(think->visits, 0, (size_t)legal * 2 * sizeof *think->visits);
    qi_nogo_legal(game->now, colour, think->points, legal);
    return think;
}

static uint32_t choose(const page_think *think)
{
    uint32_t best = 0;
    float best_value = -1.0F;
    const float curiosity = __builtin_sqrtf((float)think->playouts + 1.0F);
    for (uint32_t i = 0; i < think->candidates; i++) {
        const float visits = (float)think->visits[i];
        const float value = ((float)think->wins[i] + 0.5F) / (visits + 1.0F) +
                            0.7F * curiosity / (float)(think->candidates) / (visits + 1.0F);
        if (value > best_value) {
            best_value = value;
            best = i;
        }
    }
    return best;
}

/* Plays random games; returns how many were played in all. */
PAGE_EXPORT(think_run) uint32_t page_think_run(page_think *think, uint32_t playouts)
{
    for (uint32_t n = 0; think->candidates && n < playouts; n++) {
        const uint32_t i = choose(think);
        qi_nogo *game;
        if (qi_nogo_copy(think->root, NULL, &game) != QI_OK)
            break;
        qi_nogo_play(game, think->colour, think->points[i], NULL);
        qi_nogo_simulate(game, QI_NOGO_RANDOM, think->seed++, NULL, NULL);
        think->visits[i]++;
        think->wins[i] += qi_nogo_to_move(game) != think->colour;
        think->playouts++;
        qi_nogo_free(game);
    }
    return think->playouts;
}

/* How the candidates stand: three arrays of `think_candidates` numbers each. */
PAGE_EXPORT(think_candidates) uint32_t page_think_candidates(const page_think *think)
{
    return think->candidates;
}

/* points[i], visits[i], and the win rate of the colour to move in thousandths. */
PAGE_EXPORT(think_read)
void page_think_read(const page_think *think, uint32_t *points, uint32_t *visits, uint32_t *rates)
{
    for (uint32_t i = 0; i < think->candidates; i++) {
        points[i] = think->points[i];
        visits[i] = think->visits[i];
        rates[i] = think->visits[i] ? think->wins[i] * 1000ULL / think->visits[i] : 0;
    }
}

/* The move to play: the one looked at most; QI_NO_POINT when there is none. */
PAGE_EXPORT(think_best) uint32_t page_think_best(const page_think *think)
{
    uint32_t best = QI_NO_POINT;
    uint32_t most = 0;
    for (uint32_t i = 0; i < think->candidates; i++)
        if (best == QI_NO_POINT || think->visits[i] > most) {
            best = think->points[i];
            most = think->visits[i];
        }
    return best;
}
