#include "cli/json.h"
#include "cli/language.h"
#include "cli/nogo/nogo.h"
#include "cli/picture.h"
#include "cli/verbs.h"

/* ---- groups ------------------------------------------------------------------------------- */

typedef struct group_row {
    qi_point first; /* its first stone in reading order */
    qi_colour colour;
    qi_group_size size;
} group_row;

enum { GROUPS_SHOWN = 30, MOST_SIDE = 1000 };

/* Writes each group's liberties on its stones and collects the groups in reading order. Returns
 * their number. */
static size_t number_groups(const qi_nogo *game, picture *drawing, group_row *rows, size_t capacity)
{
    const qi_point points = drawing->rows * drawing->columns;
    size_t groups = 0;
    for (qi_point point = 0; point < points; point++) {
        const qi_point root = qi_nogo_group(game, point);
        if (root == QI_NO_POINT)
            continue;
        if (!drawing->cells[root].number) {
            /* The root may come later in reading order; its number tells that the group is known.
             */
            const group_row row = {.first = point,
                                   .colour = qi_nogo_at(game, point),
                                   .size = qi_nogo_measure_group(game, point, NULL, NULL, 0)};
            drawing->cells[root].number = row.size.liberties;
            if (groups < capacity)
                rows[groups] = row;
            groups++;
        }
        drawing->cells[point].number = drawing->cells[root].number;
    }
    return groups;
}

static void print_groups(cli_out *out, const qi_nogo *game, const group_row *rows, size_t groups)
{
    const uint32_t width = qi_nogo_columns(game);
    for (size_t i = 0; i < groups && i < GROUPS_SHOWN; i++)
        cli_printf(out, "%s at %u %u: %u {stone|stones}, %u {liberty|liberties}\n",
                   qi_colour_name(rows[i].colour), rows[i].first / width + 1,
                   rows[i].first % width + 1, rows[i].size.stones, rows[i].size.liberties);
    if (groups > GROUPS_SHOWN)
        cli_printf(out, "and %zu more groups\n", groups - GROUPS_SHOWN);
}

/* ---- the verb ----------------------------------------------------------------------------- */

/* Plays the moves of a file and marks the last one, or the wrong one. Returns CLI_DONE, CLI_NO
 * after explaining what is wrong, or CLI_BAD. */
static int play_moves(const cli_spec *spec, const char *path, qi_nogo *game, picture *drawing)
{
    nogo_judgement judgement;
    const int status = nogo_judge(spec, path, game, &judgement);
    if (status != CLI_GO_ON)
        return status;
    const qi_nogo_report report = judgement.report;
    if (report.last != QI_NO_POINT)
        drawing->cells[report.last].last = true;
    /* A game may be shown before it is finished. */
    if (report.fault != QI_NOGO_ILLEGAL_MOVE && report.fault != QI_NOGO_NOT_A_MOVE &&
        report.fault != QI_NOGO_ENDED_TOO_SOON)
        return CLI_DONE;
    cli_show_error(judgement.name);
    fputs(": ", stderr);
    char sentence[CLI_SENTENCE];
    cli_say("%s\n", cli_sentence(&judgement.message, sentence, sizeof sentence));
    if (report.group != QI_NO_POINT)
        drawing->cells[report.group].wrong = true;
    if (report.verdict != QI_NOGO_LEGAL && report.verdict != QI_NOGO_OFF_BOARD)
        drawing
            ->cells[qi_nogo_point(game, (uint32_t)report.row - 1,
                                  (uint32_t)report.column_played - 1)]
            .wrong = true;
    return CLI_NO;
}

static void print_board(cli_out *out, const qi_nogo *game, picture *drawing, picture_style style)
{
    group_row groups[GROUPS_SHOWN];
    const nogo_legal_counts counts = nogo_mark_points(game, drawing);
    const size_t count = number_groups(game, drawing, groups, GROUPS_SHOWN);
    picture_terminal(out, drawing, style);
    picture_legend(out, drawing, style);
    cli_printf(out, "\n%s to move%s\n", qi_colour_name(qi_nogo_to_move(game)),
               qi_nogo_can_move(game, qi_nogo_to_move(game)) ? "" : ", with no legal move: lost");
    cli_printf(out, "points legal for both %u, Black only %u, White only %u, nobody %u\n",
               counts.both, counts.black, counts.white, counts.neither);
    print_groups(out, game, groups, count);
}

static json_t *board_json(const qi_nogo *game, picture *drawing)
{
    const uint32_t rows = drawing->rows, columns = drawing->columns;
    const nogo_legal_counts counts = nogo_mark_points(game, drawing);
    json_t *groups = json_array(), *board = json_array();
    for (qi_point point = 0; point < rows * columns; point++) {
        const qi_point root = qi_nogo_group(game, point);
        if (root == QI_NO_POINT || drawing->cells[root].number)
            continue;
        const qi_group_size size = qi_nogo_measure_group(game, point, NULL, NULL, 0);
        drawing->cells[root].number = size.liberties;
        json_array_append_new(groups, json_pack("{s:s, s:o, s:I, s:I}", "colour",
                                                qi_nogo_at(game, point) == QI_BLACK ? "X" : "O",
                                                "first", cli_json_point(point, columns), "stones",
                                                (json_int_t)size.stones, "liberties",
                                                (json_int_t)size.liberties));
    }
    for (uint32_t row = 0; row < rows; row++) {
        char line[MOST_SIDE];
        for (uint32_t column = 0; column < columns; column++)
            line[column] = ".XO#"[qi_nogo_at(game, row * columns + column)];
        json_array_append_new(board, json_stringn(line, columns));
    }
    const qi_colour mover = qi_nogo_to_move(game);
    return json_pack("{s:o, s:s, s:b, s:{s:I, s:I, s:I, s:I}, s:o}", "board", board, "to_move",
                     mover == QI_BLACK ? "X" : "O", "lost", !qi_nogo_can_move(game, mover), "legal",
                     "both", (json_int_t)counts.both, "X", (json_int_t)counts.black, "O",
                     (json_int_t)counts.white, "neither", (json_int_t)counts.neither, "groups",
                     groups);
}

int cli_nogo_show(int argc, char **argv)
{
    bool ascii = false, json = false;
    int colour;
    const char *svg = NULL;
    nogo_reading reading = {0};
    const cli_option options[] = {
        CLI_DRAWING_OPTIONS(ascii, colour, svg),
        NOGO_READING_OPTIONS(reading),
        opt_flag("json", &json, "print the board and its groups as one line of JSON"),
        {0}};
    const cli_spec spec = {
        .command = "qi nogo show",
        .operands = "BOARD [MOVES]",
        .description =
            "Draws a board, after the moves in MOVES if given. Shows how many liberties\n"
            "each group has, and which points are legal for both sides, for one, or for none.\n",
        .options = options,
        .more = "Exit status: 0 done, 1 a move in MOVES is wrong (it is marked), 2 bad input.\n",
        .min_operands = 1,
        .max_operands = 2};
    int first;
    int status = cli_parse(&spec, argc, argv, &first);
    if (status != CLI_GO_ON)
        return status;
    qi_nogo *game;
    status = nogo_read(&spec, argv[first], &reading, &game);
    if (status != CLI_GO_ON)
        return status;
    picture drawing = {0};
    status = CLI_DONE;
    if (qi_nogo_rows(game) > MOST_SIDE || qi_nogo_columns(game) > MOST_SIDE)
        status = cli_fail(
            &spec, "found a board of %u x %u, expected at most %u x %u; cut a part out of it",
            qi_nogo_rows(game), qi_nogo_columns(game), MOST_SIDE, MOST_SIDE);
    else if (!picture_start(&drawing, qi_nogo_rows(game), qi_nogo_columns(game)))
        status = cli_fail_with(&spec, QI_NO_MEMORY);
    else if (first + 1 < argc)
        status = play_moves(&spec, argv[first + 1], game, &drawing);
    if (status != CLI_BAD && svg) {
        nogo_mark_points(game, &drawing);
        number_groups(game, &drawing, NULL, 0);
        drawing.title = "A NoGo board; the numbers on the stones are their groups' liberties";
        if (picture_save_svg(&spec, svg, &drawing) == CLI_BAD)
            status = CLI_BAD;
    } else if (status != CLI_BAD) {
        cli_out out;
        cli_out_stdout(&out);
        if (json)
            cli_print_json(&out, board_json(game, &drawing));
        else
            print_board(&out, game, &drawing,
                        (picture_style){cli_use_colour((cli_colour_mode)colour), ascii});
        status = cli_out_close(&spec, &out, status);
    }
    picture_end(&drawing);
    qi_nogo_free(game);
    return status;
}
