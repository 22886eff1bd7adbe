/* The levels, weakest first: the only table of them. */
#include <qi/nogo_player.h>

static const qi_nogo_level levels[] = {
    {QI_NOGO_PLAIN, 30, 0, "plain UCT, 30 playouts"},
    {QI_NOGO_PLAIN, 300, 0, "plain UCT, 300 playouts"},
    {QI_NOGO_PLAIN, 3000, 0, "plain UCT, 3000 playouts"},
    {QI_NOGO_RAVE, 1000, 0, "RAVE, 1000 playouts"},
    {QI_NOGO_RAVE, 10000, 0, "RAVE, 10000 playouts"},
    {QI_NOGO_STRONG, 1000, 0, "the network, 1000 playouts"},
    {QI_NOGO_STRONG, 0, 1, "the network, 1 s a move"},
    {QI_NOGO_STRONG, 0, 5, "the network, 5 s a move"},
};
enum { LEVELS = sizeof levels / sizeof *levels };

unsigned qi_nogo_levels(void)
{
    return LEVELS;
}

const qi_nogo_level *qi_nogo_level_at(unsigned number)
{
    return number >= 1 && number <= LEVELS ? &levels[number - 1] : NULL;
}
