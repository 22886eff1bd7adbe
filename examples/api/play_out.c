/* Plays a random game of NoGo to its end. Prints: Black wins after 45 moves */
#include <qi/qi.h>
#include <stdio.h>

static bool count_moves(void *context, const qi_point *moves, size_t count)
{
    (void)moves;
    *(size_t *)context += count;
    return true;
}

int main(void)
{
    qi_nogo *position;
    size_t moves = 0;
    if (qi_nogo_new(7, 7, NULL, &position) != QI_OK)
        return 1;
    if (qi_nogo_simulate(position, QI_NOGO_RANDOM, 2026, count_moves, &moves) == QI_OK)
        printf("%s wins after %zu moves\n",
               qi_nogo_to_move(position) == QI_BLACK ? "White" : "Black", moves);
    qi_nogo_free(position);
}
