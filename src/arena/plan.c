#include "arena/arena.h"

arena_plan arena_make_plan(uint32_t engines, uint32_t games, bool gauntlet)
{
    const uint32_t pairings = gauntlet ? engines - 1 : engines * (engines - 1) / 2;
    return (arena_plan){engines, pairings, pairings * (games + (games & 1)), gauntlet, {1, 1}};
}

uint32_t arena_plan_due(const arena_plan *plan)
{
    const uint32_t games = plan->games, turn = 2 * plan->shard.parts; /* a pair for each part */
    uint32_t due = games / turn * 2;
    for (uint32_t number = games - games % turn; number < games; number++)
        due += arena_plan_has(plan, number);
    return due;
}

void arena_plan_game(const arena_plan *plan, uint32_t number, arena_game *game)
{
    uint32_t pairing = number / 2 % plan->pairings;
    uint32_t one = 0, other;
    if (plan->gauntlet) {
        other = pairing + 1;
    } else {
        while (pairing >= plan->engines - 1 - one) {
            pairing -= plan->engines - 1 - one;
            one++;
        }
        other = one + 1 + pairing;
    }
    game->number = number;
    game->opening = number / 2 / plan->pairings;
    game->player[QI_BLACK] = number % 2 ? other : one;
    game->player[QI_WHITE] = number % 2 ? one : other;
}
