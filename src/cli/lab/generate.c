#include "cli/lab/lab.h"

#include <qi/go.h>
#include <qi/maze.h>
#include <qi/nogo.h>

lab_request cli_lab_default(const lab_game *game, bool stress)
{
    const uint32_t side = game == &lab_go ? 19 : 9;
    return (lab_request){.rows = side,
                         .columns = side,
                         .moves = stress ? 200 : 300,
                         .fill = LAB_ANY,
                         .walls = LAB_ANY,
                         .move_cells = LAB_ANY,
                         .games = LAB_ANY};
}

void cli_lab_families(const lab_game *game, lab_text *text)
{
    lab_puts(text, "Families:\n");
    for (const lab_family *family = game->families; family->name; family++)
        lab_printf(text, "  %-10s %s\n", family->name, family->purpose);
}

bool cli_lab_find_family(const cli_spec *spec, const lab_game *game, const char *name,
                         const lab_family **family)
{
    *family = name ? lab_find_family(game, name) : NULL;
    if (name && !*family) {
        lab_text names = {0};
        for (const lab_family *one = game->families; one->name; one++)
            lab_printf(&names, "%s%s",
                       one == game->families ? ""
                       : one[1].name         ? ", "
                                             : " or ",
                       one->name);
        cli_fail(spec, "--family: found '%s', expected %s", name, names.bytes ? names.bytes : "");
        lab_text_free(&names);
        return false;
    }
    return true;
}

static int percent(bool given, uint64_t value)
{
    return given ? (int)value : LAB_ANY;
}

int cli_lab_generate(const lab_game *game, int argc, char **argv)
{
    lab_request request = cli_lab_default(game, false);
    cli_board_size size = {request.rows, request.columns};
    uint64_t seed = 1, side = request.rows, fill = 0, walls = 0, cells = 0, games = 0;
    uint64_t moves = request.moves;
    bool fill_given = false, walls_given = false, cells_given = false, games_given = false;
    const char *family_name = NULL;
    const cli_option seed_option = {.name = "seed",
                                    .kind = CLI_NUMBER,
                                    .value = &seed,
                                    .argument = "S",
                                    .help = "another seed, another input (default 1)"};
    const cli_option family_option = {.name = "family",
                                      .kind = CLI_TEXT,
                                      .value = &family_name,
                                      .argument = "NAME",
                                      .help = "what kind of input (default: by the seed)"};
    const cli_option nogo_options[] = {seed_option,
                                       family_option,
                                       {.name = "size",
                                        .kind = CLI_BOARD,
                                        .value = &size,
                                        .argument = "N|RxC",
                                        .min = 1,
                                        .max = QI_NOGO_MOST_SIDE,
                                        .help = "the board (default 9)"},
                                       {.name = "fill",
                                        .kind = CLI_NUMBER,
                                        .value = &fill,
                                        .argument = "P",
                                        .max = 100,
                                        .given = &fill_given,
                                        .help = "percent of the points with stones (default: any)"},
                                       {0}};
    const cli_option go_options[] = {seed_option,
                                     family_option,
                                     {.name = "size",
                                      .kind = CLI_BOARD,
                                      .value = &size,
                                      .argument = "N|RxC",
                                      .min = 1,
                                      .max = QI_GO_MOST_SIDE,
                                      .help = "the board (default 19)"},
                                     {.name = "moves",
                                      .kind = CLI_NUMBER,
                                      .value = &moves,
                                      .argument = "N",
                                      .max = 1000000,
                                      .help = "moves in all (default 300)"},
                                     {.name = "games",
                                      .kind = CLI_NUMBER,
                                      .value = &games,
                                      .argument = "N",
                                      .min = 1,
                                      .max = 100000,
                                      .given = &games_given,
                                      .help = "so many games, of the family 'several'"},
                                     {0}};
    const cli_option maze_options[] = {
        seed_option,
        family_option,
        {.name = "size",
         .kind = CLI_NUMBER,
         .value = &side,
         .argument = "N",
         .min = QI_MAZE_LEAST_SIDE,
         .max = QI_MAZE_MOST_SIDE,
         .help = "cells on a side, the border included (default 9)"},
        {.name = "walls",
         .kind = CLI_NUMBER,
         .value = &walls,
         .argument = "P",
         .max = 100,
         .given = &walls_given,
         .help = "percent of the inner cells that are walls (default: by the family)"},
        {.name = "cells",
         .kind = CLI_NUMBER,
         .value = &cells,
         .argument = "P",
         .max = 100,
         .given = &cells_given,
         .help = "percent of the open cells that force a move (default: by the family)"},
        {0}};
    lab_text more = {0};
    cli_lab_families(game, &more);
    char command[32];
    snprintf(command, sizeof command, "qi %s generate", game->name);
    const cli_spec spec = {
        .command = command,
        .description =
            "Prints a valid input for the problem, the same for a seed on every machine.\n",
        .options = game == &lab_maze ? maze_options
                   : game == &lab_go ? go_options
                                     : nogo_options,
        .more = more.bytes};
    int first;
    int status = cli_parse(&spec, argc, argv, &first);
    const lab_family *family = NULL;
    if (status == CLI_GO_ON)
        status = cli_lab_find_family(&spec, game, family_name, &family) ? CLI_GO_ON : CLI_BAD;
    if (status != CLI_GO_ON) {
        lab_text_free(&more);
        return status;
    }
    request.rows = game == &lab_maze ? (uint32_t)side : size.rows;
    request.columns = game == &lab_maze ? (uint32_t)side : size.columns;
    request.moves = (uint32_t)moves;
    request.fill = percent(fill_given, fill);
    request.walls = percent(walls_given, walls);
    request.move_cells = percent(cells_given, cells);
    request.games = percent(games_given, games);
    qi_random random;
    lab_case_random(&random, seed, 0);
    uint32_t families = 0;
    while (game->families[families].name)
        families++;
    const uint32_t any = qi_random_below(&random, families);
    if (!family)
        family = &game->families[games_given && game == &lab_go ? families - 1 : any];

    lab_case it;
    lab_text text = {0};
    const bool made = family->make(&random, &request, &it);
    if (made)
        game->write(&it, &text);
    if (!made || text.failed) {
        status = cli_fail(&spec, "%s", qi_result_text(QI_NO_MEMORY));
    } else {
        cli_out out;
        cli_out_stdout(&out);
        cli_write(&out, text.bytes, text.length);
        status = cli_out_close(&spec, &out, CLI_DONE);
    }
    lab_case_free(&it);
    lab_text_free(&text);
    lab_text_free(&more);
    return status;
}
