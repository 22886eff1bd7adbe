#include "cli/go/go.h"
#include "cli/picture.h"
#include "cli/verbs.h"

#include <qi/go_record.h>

typedef struct go_view {
    const cli_spec *spec;
    go_options chosen;
    go_text text;
    uint64_t number; /* of the game, from 1 */
    uint64_t move;   /* replay up to this move */
    const qi_go *game;
    picture drawing;
    qi_buffer place; /* says which game and move this is */
} go_view;

/* ---- what is on the board ------------------------------------------------------------------ */

static void mark_points(const qi_go *game, picture *drawing)
{
    const qi_point points = drawing->rows * drawing->columns;
    for (qi_point point = 0; point < points; point++) {
        picture_cell *cell = &drawing->cells[point];
        cell->colour = (uint8_t)qi_go_at(game, point);
        if (cell->colour != QI_EMPTY) {
            cell->number = qi_go_measure_group(game, point, NULL, NULL, 0).liberties;
            continue;
        }
        const bool black = qi_go_judge(game, QI_BLACK, point, NULL) == QI_GO_OK;
        const bool white = qi_go_judge(game, QI_WHITE, point, NULL) == QI_GO_OK;
        cell->mark = (uint8_t)picture_legal(black, white);
    }
}

/* The entry that the picture stops at: played, or refused. NULL at the start. */
static const qi_go_entry *last_entry(const go_view *view)
{
    return view->move ? &qi_go_record_entries(view->text.record)[view->move - 1] : NULL;
}

static void mark_last_move(const go_view *view)
{
    const qi_go_entry *last = last_entry(view);
    if (!last)
        return;
    view->drawing.cells[last->move.point].last = last->verdict == QI_GO_OK;
    view->drawing.cells[last->move.point].wrong = last->verdict != QI_GO_OK;
}

/* ---- in words ----------------------------------------------------------------------------- */

/* False without memory. */
static bool describe_place(go_view *view, qi_translator *translator)
{
    const unsigned long long game = view->number, games = view->text.reader.games;
    const unsigned long long after = view->move;
    const size_t moves = view->text.moves.count;
    const qi_go_entry *last = last_entry(view);
    qi_buffer *const text = &view->place;
    char move[QI_GO_MOVE_CAPACITY], reason[CLI_SENTENCE];
    text->translator = translator;
    if (last)
        qi_go_write_move(last->move, view->chosen.size.columns, move, sizeof move);
    if (!last) {
        qi_buffer_say(text, "game %llu of %llu, after move %llu of %zu", game, games, after, moves);
    } else if (last->verdict == QI_GO_OK) {
        qi_buffer_say(text, "game %llu of %llu, after move %llu of %zu: %s", game, games, after,
                      moves, move);
    } else {
        go_say_reason(view->text.record, last, translator, reason, sizeof reason);
        qi_buffer_say(text, "game %llu of %llu, after move %llu of %zu: %s, miss %d: %s", game,
                      games, after, moves, move, (int)last->verdict, reason);
    }
    return !text->failed;
}

/* Every move that was not refused is a step. */
static uint64_t count_refused(const go_view *view)
{
    return view->move - qi_go_steps(view->game);
}

static void print_groups_in_danger(cli_out *out, const qi_go *game)
{
    const qi_point points = qi_go_rows(game) * qi_go_columns(game);
    bool known[QI_GO_MAX_SIDE * QI_GO_MAX_SIDE] = {false}; /* groups, by their root */
    for (qi_point point = 0; point < points; point++) {
        const qi_point root = qi_go_group(game, point);
        if (root == QI_NO_POINT || known[root])
            continue;
        known[root] = true;
        qi_point last;
        const qi_group_size size = qi_go_measure_group(game, point, NULL, &last, 1);
        if (size.liberties == 1)
            cli_printf(out, "%s at %u %u: %u {stone|stones}, the last liberty is %u %u\n",
                       qi_colour_name(qi_go_at(game, point)), point / qi_go_columns(game) + 1,
                       point % qi_go_columns(game) + 1, size.stones, last / qi_go_columns(game) + 1,
                       last % qi_go_columns(game) + 1);
    }
}

static void print_board(const go_view *view, cli_out *out, picture_style style)
{
    picture_terminal(out, &view->drawing, style);
    picture_legend(out, &view->drawing, style);
    cli_printf(out, "\n%s\n", view->place.bytes);
    cli_printf(out, "refused so far %llu, captured by Black %llu, by White %llu\n",
               (unsigned long long)count_refused(view),
               (unsigned long long)qi_go_captures(view->game, QI_BLACK),
               (unsigned long long)qi_go_captures(view->game, QI_WHITE));
    print_groups_in_danger(out, view->game);
}

/* ---- the verb ----------------------------------------------------------------------------- */

/* Replays the chosen game up to the chosen move. Returns CLI_GO_ON, or CLI_BAD after explaining
 * why. */
static int replay_to_move(go_view *view, bool move_given)
{
    const uint64_t games = view->text.reader.games;
    if (!games)
        return cli_fail(view->spec, "%s: found no game, expected at least one",
                        view->text.input.name);
    if (view->number > games)
        return cli_fail(view->spec, "--game: found %llu, expected a number from 1 to %llu",
                        (unsigned long long)view->number, (unsigned long long)games);
    for (uint64_t i = 1; i <= view->number; i++) {
        const uint64_t moves = i < view->number ? 0 : move_given ? view->move : SIZE_MAX;
        if (!go_read_game(&view->text, (size_t)moves))
            return cli_fail_with(view->spec, QI_NO_MEMORY);
    }
    const size_t count = view->text.moves.count;
    if (!move_given)
        view->move = count;
    if (view->move > count)
        return cli_fail(view->spec, "--move: found %llu, expected a number from 0 to %zu",
                        (unsigned long long)view->move, count);
    view->game = qi_go_record_position(view->text.record);
    if (!picture_start(&view->drawing, view->chosen.size.rows, view->chosen.size.columns))
        return cli_fail_with(view->spec, QI_NO_MEMORY);
    return CLI_GO_ON;
}

static json_t *view_json(const go_view *view)
{
    return json_pack("{s:I, s:I, s:o, s:s, s:I, s:o}", "game", (json_int_t)view->number, "move",
                     (json_int_t)view->move, "board", go_board_json(view->game), "to_move",
                     cli_json_colour(qi_go_to_move(view->game)), "refused_moves",
                     (json_int_t)count_refused(view), "captures", go_captures_json(view->game));
}

static int draw(go_view *view, const cli_drawing *how)
{
    const bool english = how->svg || how->json;
    if (!describe_place(view, english ? NULL : cli_translator()))
        return cli_fail_with(view->spec, QI_NO_MEMORY);
    mark_points(view->game, &view->drawing);
    mark_last_move(view);
    cli_out out;
    if (cli_out_open(view->spec, how->svg ? how->svg : "-", &out) != CLI_GO_ON)
        return CLI_BAD;
    if (how->svg) {
        view->drawing.title = "A Go board; the numbers on the stones are their groups' liberties";
        view->drawing.caption = view->place.bytes;
        picture_svg(&out, &view->drawing);
    } else if (how->json) {
        cli_print_json(&out, view_json(view));
    } else {
        print_board(view, &out,
                    (picture_style){.colour = cli_use_colour(), .ascii = cli_is_ascii()});
    }
    return cli_out_close(view->spec, &out, CLI_DONE);
}

int cli_go_show(int argc, char **argv)
{
    go_view view = {0};
    cli_drawing how = {0};
    bool move_given = false;
    const cli_option options[] = {
        opt_number("game", "G", &view.number, "1", 1, 0, "number of the game in the file"),
        opt_given(&move_given,
                  opt_number("move", "K", &view.move, NULL, 0, 0,
                             "stop after move K, counting refused moves (default: the last)")),
        CLI_DRAWING_OPTIONS(how),
        GO_OPTIONS(view.chosen),
        {0}};
    const cli_spec spec = {
        .command = "qi go show",
        .operands = "[FILE]",
        .description =
            "Draws the board after a move of a game. Shows which points are legal for both\n"
            "sides, for one, or for none, and which groups have only one liberty left. A\n"
            "refused move is marked, and the reason is given.\n",
        .options = options,
        .json = &how.json,
        .max_operands = 1};
    int first;
    int status = cli_parse(&spec, argc, argv, &first);
    if (status != CLI_GO_ON)
        return status;
    view.spec = &spec;
    status = go_open_text(&spec, argv[first], &view.chosen, &view.text);
    if (status == CLI_GO_ON)
        status = replay_to_move(&view, move_given);
    if (status == CLI_GO_ON)
        status = draw(&view, &how);
    qi_buffer_free(&view.place);
    picture_end(&view.drawing);
    go_close_text(&view.text);
    return status;
}
