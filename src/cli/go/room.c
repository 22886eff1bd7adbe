/* The verbs of the go room. */
#include "cli/cli.h"
#include "cli/verbs.h"

static const cli_verb verbs[] = {
    {"replay", "replay games and name the reason for every refused move", cli_go_replay},
    {"check", "judge a program's output: the first line that differs, and why", cli_go_check},
    {"show", "draw the board after a move of a game", cli_go_show},
    {"sgf", "replay game records: games, moves and illegal moves by reason", cli_go_sgf},
    {"gtp", "answer the Go Text Protocol", cli_go_gtp},
    {"generate", "print a valid input, the same for a seed on every machine", cli_go_generate},
    {"stress", "run a program on generated inputs and shrink the first failure", cli_go_stress},
    {"oracle", "a second opinion: the slow, independent referee", cli_go_oracle},
    {0}};

const cli_room cli_go_room = {"go", "Go (围棋): replay with exact superko", verbs};
