/* The verbs of the go room, and what it tells the laboratory. */
#include "cli/lab/lab.h"
#include "cli/verbs.h"

#include <qi/go.h>

static int lab_options(cli_lab_verb verb, cli_lab_wishes *wishes, cli_option *table)
{
    int count = 0;
    table[count++] = opt_board("size", &wishes->size, "19", QI_GO_MOST_SIDE,
                               verb == CLI_STRESS ? "the board the program plays on" : "the board");
    if (verb == CLI_GENERATE) {
        table[count++] =
            opt_number("moves", "N", &wishes->moves, "300", 0, 1000000, "moves in all");
        table[count++] = opt_number("games", "N", &wishes->games, NULL, 1, 100000,
                                    "so many games, of the family 'several'");
    } else if (verb == CLI_STRESS) {
        table[count++] = opt_number("moves-max", "N", &wishes->moves, "200", 1, 100000,
                                    "moves in a case at most");
    }
    return count;
}

static const struct cli_lab lab = {&qi_lab_go, lab_options, cli_lab_draw_stones};

static const cli_verb verbs[] = {
    {"replay", "replay games and name the reason for every refused move", .run = cli_go_replay},
    {"check", "judge a program's output: the first line that differs, and why",
     .run = cli_go_check},
    {"show", "draw the board after a move of a game", .run = cli_go_show},
    {"sgf", "replay game records: games, moves and illegal moves by reason", .run = cli_go_sgf},
    {"gtp", "answer the Go Text Protocol", .run = cli_go_gtp},
    CLI_LAB_VERBS,
    {0}};

const cli_room cli_go_room = {"go", "Go (围棋): replay with exact superko", verbs, &lab};
