/* The verbs of the nogo room. */
#include "cli/cli.h"
#include "cli/verbs.h"

static const cli_verb verbs[] = {
    {"simulate", "play a game out from a board and print the moves", cli_nogo_simulate},
    {"check", "judge a program's output: complete, or the first wrong line and why",
     cli_nogo_check},
    {"show", "draw a board: liberties, and who may play where", cli_nogo_show},
    {"analyze", "find the best moves of a position", cli_nogo_analyze},
    {"play", "play against the search", cli_nogo_play},
    {"solve", "say who wins with best play, and prove it", cli_nogo_solve},
    {"verify", "check a proof of 'solve' with the plain rules alone", cli_nogo_verify},
    {"gtp", "answer the Go Text Protocol", cli_nogo_gtp},
    {"botzone", "answer the Botzone judge", cli_nogo_botzone},
    {"generate", "print a valid input, the same for a seed on every machine", cli_nogo_generate},
    {"stress", "run a program on generated inputs and shrink the first failure", cli_nogo_stress},
    {"oracle", "a second opinion: the slow, independent referee", cli_nogo_oracle},
    {0}};

const cli_room cli_nogo_room = {
    "nogo", "NoGo (不围棋): no move may leave a group without a liberty", verbs};
