#include "cli/nogo/nogo.h"
#include "cli/verbs.h"

enum { GROUPS_SHOWN = 30, MAX_SIDE = 1000 };

static void print_group(cli_out *out, const qi_nogo *position, qi_point first, qi_group_size size)
{
    const uint32_t width = qi_nogo_columns(position);
    cli_printf(out, "%s at %u %u: %u {stone|stones}, %u {liberty|liberties}\n",
               qi_colour_name(qi_nogo_at(position, first)), first / width + 1, first % width + 1,
               size.stones, size.liberties);
}

static json_t *group_json(const qi_nogo *position, qi_point first, qi_group_size size)
{
    const uint32_t columns = qi_nogo_columns(position);
    return json_pack("{s:s, s:i, s:i, s:I, s:I}", "colour",
                     cli_json_colour(qi_nogo_at(position, first)), "row",
                     (int)(first / columns) + 1, "column", (int)(first % columns) + 1, "stones",
                     (json_int_t)size.stones, "liberties", (json_int_t)size.liberties);
}

/* Writes each group's liberties on its stones, and prints the first groups in reading order or adds
 * all of them to a list. */
static void number_groups(const qi_nogo *position, picture *drawing, cli_out *out, json_t *list)
{
    size_t groups = 0;
    for (qi_point point = 0; point < drawing->rows * drawing->columns; point++) {
        const qi_point root = qi_nogo_group(position, point);
        if (root == QI_NO_POINT)
            continue;
        /* The root may come later in reading order; its number says that the group is known. */
        if (!drawing->cells[root].number) {
            const qi_group_size size = qi_nogo_measure_group(position, point, NULL, NULL, 0);
            drawing->cells[root].number = size.liberties;
            if (list)
                json_array_append_new(list, group_json(position, point, size));
            else if (out && groups++ < GROUPS_SHOWN)
                print_group(out, position, point, size);
        }
        drawing->cells[point].number = drawing->cells[root].number;
    }
    if (groups > GROUPS_SHOWN)
        cli_printf(out, "and %zu more groups\n", groups - GROUPS_SHOWN);
}

/* Plays the moves of a file and marks the last one, or the wrong one. Returns CLI_DONE, CLI_NO
 * after explaining what is wrong, or CLI_BAD. */
static int play_moves(const cli_spec *spec, const char *path, qi_nogo *position, picture *drawing)
{
    nogo_verdict verdict;
    const int status = nogo_judge(spec, path, position, false, &verdict);
    if (status != CLI_GO_ON)
        return status;
    const qi_verdict *const found = &verdict.found;
    if (found->last != QI_NO_POINT)
        drawing->cells[found->last].last = true;
    /* A game may be shown before it is finished. */
    if (found->fault != QI_FAULT_ILLEGAL_MOVE && found->fault != QI_FAULT_NOT_A_MOVE &&
        found->fault != QI_FAULT_NOT_OVER)
        return CLI_DONE;
    cli_show_error(verdict.name);
    fputs(": ", stderr);
    char sentence[CLI_SENTENCE];
    cli_say("%s\n", cli_sentence(&found->message, sentence, sizeof sentence));
    if (found->group != QI_NO_POINT)
        drawing->cells[found->group].wrong = true;
    if (found->fault == QI_FAULT_ILLEGAL_MOVE && found->mark != QI_NO_POINT)
        drawing->cells[found->mark].wrong = true;
    return CLI_NO;
}

static void print_board(cli_out *out, const qi_nogo *position, picture *drawing)
{
    const picture_style style = {.colour = cli_use_colour(), .ascii = cli_is_ascii()};
    const nogo_legal_counts counts = nogo_mark_points(position, drawing);
    picture_terminal(out, drawing, style);
    picture_legend(out, drawing, style);
    cli_printf(out, "\n%s to move%s\n", qi_colour_name(qi_nogo_to_move(position)),
               qi_nogo_legal(position, qi_nogo_to_move(position), NULL, 0) > 0
                   ? ""
                   : ", with no legal move: lost");
    cli_printf(out, "points legal for both %u, Black only %u, White only %u, nobody %u\n",
               counts.both, counts.black, counts.white, counts.neither);
    number_groups(position, drawing, out, NULL);
}

static json_t *board_json(const qi_nogo *position, picture *drawing)
{
    const nogo_legal_counts counts = nogo_mark_points(position, drawing);
    json_t *groups = json_array(), *board = json_array();
    number_groups(position, drawing, NULL, groups);
    for (uint32_t row = 0; row < drawing->rows; row++) {
        char line[MAX_SIDE];
        for (uint32_t column = 0; column < drawing->columns; column++)
            line[column] = ".XO#"[qi_nogo_at(position, row * drawing->columns + column)];
        json_array_append_new(board, json_stringn(line, drawing->columns));
    }
    const qi_colour mover = qi_nogo_to_move(position);
    return json_pack("{s:o, s:o, s:s, s:b, s:{s:I, s:I, s:I, s:I}, s:o}", "board", board,
                     "position", nogo_position_json(position), "to_move", cli_json_colour(mover),
                     "over", qi_nogo_legal(position, mover, NULL, 0) == 0, "legal", "both",
                     (json_int_t)counts.both, "black", (json_int_t)counts.black, "white",
                     (json_int_t)counts.white, "neither", (json_int_t)counts.neither, "groups",
                     groups);
}

static int draw(const cli_spec *spec, const qi_nogo *position, picture *drawing,
                const cli_drawing *how, int status)
{
    cli_out out;
    if (cli_out_open(spec, how->svg ? how->svg : "-", &out) != CLI_GO_ON)
        return CLI_BAD;
    if (how->svg) {
        nogo_mark_points(position, drawing);
        number_groups(position, drawing, NULL, NULL);
        drawing->title = "A NoGo board; the numbers on the stones are their groups' liberties";
        picture_svg(&out, drawing);
    } else if (how->json) {
        cli_print_json(&out, board_json(position, drawing));
    } else {
        print_board(&out, position, drawing);
    }
    return cli_out_close(spec, &out, status);
}

int cli_nogo_show(int argc, char **argv)
{
    static const char built_in[] = "2x3x/x1x3x/1x5/3o1o1/o1oxo2/7/1o1o3:x";
    cli_drawing how = {0};
    nogo_reading reading = {0};
    bool sample = false;
    const cli_option options[] = {opt_flag("sample", &sample, "draw a board that is built in"),
                                  CLI_DRAWING_OPTIONS(how),
                                  NOGO_READING_OPTION(reading),
                                  {0}};
    const cli_spec spec = {
        .command = "qi nogo show",
        .operands = "[BOARD [MOVES]]",
        .description =
            "Draws a board, after the moves in MOVES if given. Shows how many liberties\n"
            "each group has, and which points are legal for both sides, for one, or for "
            "none.\n" NOGO_BOARD_NOTE,
        .options = options,
        .json = &how.json,
        .more = "Exit status: 0 done, 1 a move in MOVES is wrong (it is marked), 2 bad input.\n",
        .max_operands = 2,
        .position = &reading.line};
    int first;
    qi_nogo *position = NULL;
    picture drawing = {0};
    int status = cli_parse(&spec, argc, argv, &first);
    if (status == CLI_GO_ON && sample && reading.line)
        status = cli_fail(&spec, "found --sample and --position, expected one of them");
    if (status == CLI_GO_ON)
        status = nogo_read(&spec, sample ? built_in : argv[first], &reading, &position);
    if (status != CLI_GO_ON)
        return status;
    const char *const moves = sample ? argv[first] : argv[first] ? argv[first + 1] : NULL;
    const uint32_t rows = qi_nogo_rows(position), columns = qi_nogo_columns(position);
    status = CLI_DONE;
    if (rows > MAX_SIDE || columns > MAX_SIDE)
        status = cli_fail(
            &spec, "found a board of %u x %u, expected at most %u x %u; cut a part out of it", rows,
            columns, MAX_SIDE, MAX_SIDE);
    else if (!picture_start(&drawing, rows, columns))
        status = cli_fail_with(&spec, QI_NO_MEMORY);
    else if (moves)
        status = play_moves(&spec, moves, position, &drawing);
    if (status != CLI_BAD)
        status = draw(&spec, position, &drawing, &how, status);
    picture_end(&drawing);
    qi_nogo_free(position);
    return status;
}
