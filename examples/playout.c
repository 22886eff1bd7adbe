/* Plays a random NoGo game on an empty 9x9 board and says who wins. */
#include <qi/nogo.h>
#include <stdio.h>

static bool print_moves(void *context, const qi_point *moves, size_t count)
{
    const uint32_t columns = *(const uint32_t *)context;
    for (size_t i = 0; i < count; i++)
        printf("%u %u\n", moves[i] / columns + 1, moves[i] % columns + 1);
    return true;
}

int main(void)
{
    qi_nogo *position;
    uint32_t columns = 9;
    if (qi_nogo_new(9, columns, NULL, &position) != QI_OK)
        return 1;
    qi_nogo_simulate(position, QI_NOGO_RANDOM, 2026, print_moves, &columns);
    printf("%s wins\n", qi_nogo_to_move(position) == QI_BLACK ? "White" : "Black");
    qi_nogo_free(position);
}
