/* The levels, weakest first: the only table of them. bench/levels.py measures how far apart they
 * are; all but the last play the same on every machine. */
#include "nogo/play/player.h"

/* engine, playouts, seconds, temperature, description */
static const qi_nogo_level levels[] = {
    {QI_NOGO_PLAYOUTS, 8, 0, 0, "random games, 8 playouts"},
    {QI_NOGO_PLAYOUTS, 40, 0, 0, "random games, 40 playouts"},
    {QI_NOGO_POLICY, 1, 0, 3, "the network's policy, temperature 3"},
    {QI_NOGO_POLICY, 1, 0, 2.4, "the network's policy, temperature 2.4"},
    {QI_NOGO_POLICY, 1, 0, 1.9, "the network's policy, temperature 1.9"},
    {QI_NOGO_POLICY, 1, 0, 1.5, "the network's policy, temperature 1.5"},
    {QI_NOGO_POLICY, 1, 0, 1, "the network's policy, temperature 1"},
    {QI_NOGO_POLICY, 1, 0, 0, "the network's first choice"},
    {QI_NOGO_STRONG, 100, 0, 0, "the network, 100 playouts"},
    {QI_NOGO_STRONG, 0, 1, 0, "the network, 1 s a move"},
};
enum { LEVELS = sizeof levels / sizeof *levels };

const qi_nogo_level *qi_nogo_levels(unsigned *count)
{
    *count = LEVELS;
    return levels;
}

const qi_nogo_level *qi_nogo_level_at(unsigned number)
{
    return number >= 1 && number <= LEVELS ? &levels[number - 1] : NULL;
}
