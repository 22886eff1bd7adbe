/* The levels, weakest first: the only table of them. They are about equally far apart, measured by
 * bench/levels.py; all but the last play the same on every machine. */
#include <qi/nogo_player.h>

static const qi_nogo_level levels[] = {
    {QI_NOGO_PLAIN, 40, 0, "plain UCT, 40 playouts"},
    {QI_NOGO_PLAIN, 250, 0, "plain UCT, 250 playouts"},
    {QI_NOGO_RAVE, 60, 0, "RAVE, 60 playouts"},
    {QI_NOGO_RAVE, 170, 0, "RAVE, 170 playouts"},
    {QI_NOGO_RAVE, 400, 0, "RAVE, 400 playouts"},
    {QI_NOGO_RAVE, 1000, 0, "RAVE, 1000 playouts"},
    {QI_NOGO_RAVE, 3000, 0, "RAVE, 3000 playouts"},
    {QI_NOGO_POLICY, 1, 0, "the network's first choice"},
    {QI_NOGO_STRONG, 100, 0, "the network, 100 playouts"},
    {QI_NOGO_STRONG, 0, 1, "the network, 1 s a move"},
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
