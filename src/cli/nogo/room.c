/* The verbs of the nogo room, and what it tells the laboratory. */
#include "cli/lab/lab.h"
#include "cli/verbs.h"

#include <qi/nogo.h>

static int lab_options(cli_lab_verb verb, cli_lab_wishes *wishes, cli_option *table)
{
    int count = 0;
    if (verb == CLI_GENERATE) {
        table[count++] =
            opt_board("size", &wishes->size, "9", QI_NOGO_MOST_SIDE, "size of the board");
        table[count++] = opt_number("fill", "P", &wishes->fill, NULL, 0, 100,
                                    "percentage of points with stones (default: any)");
    } else if (verb == CLI_STRESS) {
        table[count++] =
            opt_number("size-min", "N", &wishes->least, "0", 0, 2000, "smallest side of the board");
        table[count++] = opt_board("size-max", &wishes->size, NULL, 2000,
                                   "largest board; RxC allows rectangles too (default: 600)");
    }
    return count;
}

static const struct cli_lab lab = {&qi_lab_nogo, lab_options, cli_lab_draw_stones};

static const cli_verb verbs[] = {
    {"simulate", "play a game to its end and print the moves", .run = cli_nogo_simulate},
    {"check", "judge a program's output, and explain the first wrong line", .run = cli_nogo_check},
    {"show", "draw a board with liberties and legal points", .run = cli_nogo_show},
    {"analyze", "find the best moves of a position", .run = cli_nogo_analyze},
    {"play", "play against the search", .run = cli_nogo_play},
    {"solve", "find out who wins with best play, and prove it", .run = cli_nogo_solve},
    {"verify", "check a proof by 'solve', using only the plain rules", .run = cli_nogo_verify},
    {"gtp", "speak the Go Text Protocol", .run = cli_nogo_gtp},
    {"botzone", "answer the Botzone judge", .run = cli_nogo_botzone},
    CLI_LAB_VERBS,
    {0}};

const cli_room cli_nogo_room = {
    "nogo", "NoGo (不围棋): no move may leave a group without a liberty", verbs, &lab};
