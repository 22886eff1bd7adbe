#include "cli/gtp.h"
#include "cli/cli.h"
#include "cli/nogo/player.h"
#include "cli/verbs.h"
#include "gtp/hollow.h"
#include "gtp/nogo.h"

#include <string.h>
#include <unistd.h>

/* Makes holes at the vertices of a list; CLI_GO_ON, or explains what is wrong with it. */
static int read_holes(const cli_spec *spec, const char *list, gtp_start *start)
{
    static const char between[] = " \t,";
    size_t length;
    for (const char *at = list + strspn(list, between); (length = strcspn(at, between));
         at += length, at += strspn(at, between)) {
        char word[GTP_VERTEX_BYTES] = "";
        if (length < sizeof word)
            memcpy(word, at, length);
        if (!gtp_start_hole(start, word))
            return cli_fail(spec,
                            "--hollow: found '%.*s', expected vertices of the %ux%u board, "
                            "all different",
                            (int)length, at, start->rows, start->columns);
    }
    return CLI_GO_ON;
}

int cli_nogo_gtp(int argc, char **argv)
{
    cli_board_size size = {9, 9};
    const char *holes = "";
    bool random = false;
    nogo_search_habits habits = {.thinking = NOGO_THINKING_DEFAULTS};
    const cli_option options[] = {{.name = "size",
                                   .kind = CLI_BOARD,
                                   .value = &size,
                                   .argument = "N|RxC",
                                   .help = "the board to start with (default 9)",
                                   .min = 1,
                                   .max = 25},
                                  {.name = "hollow",
                                   .kind = CLI_TEXT,
                                   .value = &holes,
                                   .argument = "VERTEX,...",
                                   .help = "points that are no part of that board, such as D4,E5"},
                                  NOGO_THINKING_OPTIONS(habits.thinking),
                                  {.name = "ponder",
                                   .kind = CLI_FLAG,
                                   .value = &habits.ponder,
                                   .help = "think on while the opponent thinks"},
                                  {.name = "never-resign",
                                   .kind = CLI_FLAG,
                                   .value = &habits.never_resign,
                                   .help = "play on when the loss is proven"},
                                  {.name = "random",
                                   .kind = CLI_FLAG,
                                   .value = &random,
                                   .help = "no search: uniformly random legal moves"},
                                  {0}};
    const cli_spec spec = {
        .command = "qi nogo gtp",
        .description =
            "Answers the Go Text Protocol, version 2, on stdin and stdout, for NoGo: for a\n"
            "controller such as GoGui, gogui-twogtp or Sabaki. genmove searches: as long as\n"
            "the controller's clock (time_settings, time_left) allows, else as long as --time or\n"
            "--playouts say. It resigns when it has no legal move or its loss is proven.\n"
            "docs/gtp.md describes every command.\n",
        .options = options,
        .more = "Example:\n  printf 'genmove b\\nshowboard\\n' | qi nogo gtp --size 9\n"};
    int first;
    const int go_on = cli_parse(&spec, argc, argv, &first);
    if (go_on != CLI_GO_ON)
        return go_on;
    gtp_start start = {.rows = size.rows, .columns = size.columns, .to_move = QI_BLACK};
    const int bad = read_holes(&spec, holes, &start);
    if (bad != CLI_GO_ON)
        return bad;

    nogo_player *player =
        random ? nogo_random_player(habits.thinking.seed) : nogo_search_player(&habits);
    gtp_session *session =
        player ? gtp_nogo_open(size.rows, size.columns, player, cli_gtp_to_stdout, NULL) : NULL;
    int status = CLI_DONE;
    if (session && !gtp_game_start(gtp_game_of(session), &start))
        gtp_serve(session, STDIN_FILENO);
    else
        status = cli_fail(&spec, "%s", qi_result_text(QI_NO_MEMORY));
    gtp_nogo_close(session);
    if (player)
        player->kind->release(player);
    return status;
}
