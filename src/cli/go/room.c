/* The verbs of the go room, and what it tells the laboratory. */
#include "cli/lab/lab.h"
#include "cli/verbs.h"

#include <qi/go.h>

static int lab_options(cli_lab_verb verb, cli_lab_wishes *wishes, cli_option *table)
{
    int count = 0;
    table[count++] = opt_board("size", &wishes->size, "19", QI_GO_MOST_SIDE,
                               verb == CLI_STRESS ? "size of the board that the program plays on"
                                                  : "size of the board");
    if (verb == CLI_GENERATE) {
        table[count++] =
            opt_number("moves", "N", &wishes->moves, "300", 0, 1000000, "moves in all games");
        table[count++] = opt_number("games", "N", &wishes->games, NULL, 1, 100000,
                                    "number of games, of the family 'several'");
    } else if (verb == CLI_STRESS) {
        table[count++] =
            opt_number("moves-min", "N", &wishes->least, "0", 0, 100000, "fewest moves in a game");
        table[count++] = opt_number("moves-max", "N", &wishes->moves, NULL, 1, 100000,
                                    "most moves in a game (default: 2000)");
        table[count++] = opt_number("games-max", "N", &wishes->games, NULL, 1, 1000,
                                    "most games in a case (default: 100)");
    }
    return count;
}

static const struct cli_lab lab = {&qi_lab_go, lab_options, cli_lab_draw_stones};

static const cli_verb verbs[] = {
    {"replay", "replay games and explain every refused move", .run = cli_go_replay},
    {"check", "judge a program's output, and explain the first wrong line", .run = cli_go_check},
    {"show", "draw the board after a move of a game", .run = cli_go_show},
    {"sgf", "replay SGF files and count illegal moves by reason", .run = cli_go_sgf},
    {"gtp", "speak the Go Text Protocol", .run = cli_go_gtp},
    CLI_LAB_VERBS,
    {0}};

const cli_room cli_go_room = {"go", "Go (围棋): replay with exact superko", verbs, &lab};
