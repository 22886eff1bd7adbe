#include "cli/picture.h"

#include <stdlib.h>
#include <string.h>

bool picture_start(picture *drawing, uint32_t rows, uint32_t columns)
{
    const size_t count = (size_t)rows * columns;
    *drawing = (picture){.rows = rows, .columns = columns};
    drawing->cells = calloc(count, sizeof *drawing->cells);
    for (size_t i = 0; drawing->cells && i < count; i++)
        drawing->cells[i].heat = -1;
    return drawing->cells;
}

void picture_end(picture *drawing)
{
    free(drawing->cells);
    drawing->cells = NULL;
}

/* ---- the terminal ------------------------------------------------------------------------- */

/* How each kind of cell looks: Unicode, ASCII, and what it means. */
typedef struct glyph {
    const char *unicode, *ascii, *meaning;
} glyph;

static const glyph black_stone = {"●", "X", "Black"}, white_stone = {"○", "O", "White"};
static const glyph hole = {" ", " ", "not part of the board"};
static const glyph marks[] = {[PICTURE_PLAIN] = {"·", ".", "empty"},
                              [PICTURE_BOTH] = {"·", ".", "both may play"},
                              [PICTURE_ONLY_BLACK] = {"▪", "x", "only Black may play"},
                              [PICTURE_ONLY_WHITE] = {"▫", "o", "only White may play"},
                              [PICTURE_NEITHER] = {"×", "-", "nobody may play"}};
enum { MARKS = sizeof marks / sizeof *marks };

static const glyph *glyph_of(const picture_cell *cell)
{
    switch (cell->colour) {
    case QI_BLACK:
        return &black_stone;
    case QI_WHITE:
        return &white_stone;
    case QI_WALL:
        return &hole;
    default:
        return &marks[cell->mark < MARKS ? cell->mark : PICTURE_PLAIN];
    }
}

/* The attributes of a cell: colours that the terminal's theme defines, on its own background. */
static const char *attributes_of(const picture_cell *cell)
{
    static const char *const heat_scale[] = {"34", "36", "32", "33", "31"}; /* blue to red */
    enum { STEPS = sizeof heat_scale / sizeof *heat_scale };
    if (cell->wrong)
        return "1;31";
    if (cell->cursor)
        return "1;7";
    if (cell->last)
        return "1;32";
    if (cell->colour != QI_EMPTY)
        return "1";
    const int step = (int)(cell->heat * STEPS);
    return cell->heat >= 0 ? heat_scale[step < STEPS ? step : STEPS - 1]
           : cell->mark == PICTURE_PLAIN || cell->mark == PICTURE_BOTH ? "2"
                                                                       : "0";
}

static void draw_cell(cli_out *out, const picture_cell *cell, char gap, picture_style style)
{
    const glyph *look = glyph_of(cell);
    const char *text = style.ascii ? look->ascii
                       : style.colour && cell->heat >= 0 && cell->colour == QI_EMPTY
                           ? "■"
                           : look->unicode;
    const char before = cell->cursor ? '[' : cell->wrong ? '!' : cell->last ? '>' : gap;
    if (!style.colour) {
        cli_printf(out, "%c%s", before, text);
        return;
    }
    if (before == ']')
        cli_printf(out, "\033[1;7m]\033[0;%sm%s\033[0m", attributes_of(cell), text);
    else
        cli_printf(out, "\033[%sm%c%s\033[0m", attributes_of(cell), before, text);
}

static int digits_of(uint32_t number)
{
    return snprintf(NULL, 0, "%u", number);
}

/* Column numbers, written downwards when they have several digits. */
static void draw_column_numbers(cli_out *out, const picture *drawing, int indent)
{
    uint32_t power = 1;
    for (int line = 1; line < digits_of(drawing->columns); line++)
        power *= 10;
    for (; power; power /= 10) {
        cli_printf(out, "%*s", indent, "");
        for (uint32_t column = 1; column <= drawing->columns; column++)
            cli_printf(out, " %c", column >= power ? (char)('0' + column / power % 10) : ' ');
        cli_text(out, "\n");
    }
}

uint32_t picture_header(const picture *drawing)
{
    return (uint32_t)digits_of(drawing->columns);
}

uint32_t picture_indent(const picture *drawing)
{
    return (uint32_t)digits_of(drawing->rows);
}

void picture_terminal(cli_out *out, const picture *drawing, picture_style style)
{
    const int indent = digits_of(drawing->rows);
    const uint32_t end = style.count ? style.first + style.count : drawing->rows;
    draw_column_numbers(out, drawing, indent);
    for (uint32_t row = style.first; row < end; row++) {
        cli_printf(out, "%*u", indent, row + 1);
        const picture_cell *cell = &drawing->cells[(size_t)row * drawing->columns];
        char gap = ' ';
        for (uint32_t column = 0; column < drawing->columns; column++, cell++) {
            draw_cell(out, cell, gap, style);
            gap = cell->cursor ? ']' : ' ';
        }
        if (gap == ']')
            cli_text(out, style.colour ? "\033[1;7m]\033[0m" : "]");
        cli_text(out, "\n");
    }
}

void picture_legend(cli_out *out, const picture *drawing, picture_style style)
{
    enum { STONES = 2, KINDS = STONES + MARKS };
    const glyph *kinds[KINDS] = {&black_stone, &white_stone};
    bool there[KINDS] = {false}, last = false, wrong = false;
    for (int mark = PICTURE_BOTH; mark < MARKS; mark++)
        kinds[STONES + mark] = &marks[mark];
    for (size_t i = 0; i < (size_t)drawing->rows * drawing->columns; i++) {
        const picture_cell *const cell = &drawing->cells[i];
        for (int kind = 0; kind < KINDS; kind++)
            there[kind] |= glyph_of(cell) == kinds[kind];
        last |= cell->last;
        wrong |= cell->wrong;
    }
    const char *gap = "";
    for (int kind = 0; kind < KINDS; kind++)
        if (there[kind]) {
            cli_printf(out, "%s%s %s", gap, style.ascii ? kinds[kind]->ascii : kinds[kind]->unicode,
                       kinds[kind]->meaning);
            gap = "   ";
        }
    if (last)
        cli_printf(out, "%s> %s", gap, "last move");
    if (wrong)
        cli_printf(out, "%s! %s", last ? "   " : gap, "what is wrong");
    cli_text(out, "\n");
}

/* ---- SVG ---------------------------------------------------------------------------------- */

enum { STEP = 32, EDGE = 40, DETAIL_LIMIT = 60 /* larger boards get no numbers */ };

static void svg_piece(cli_out *out, const char *text, size_t length)
{
    for (const char *end = text + length; text < end; text++) {
        const char *const name = *text == '&'   ? "&amp;"
                                 : *text == '<' ? "&lt;"
                                 : *text == '>' ? "&gt;"
                                                : NULL;
        cli_write(out, name ? name : text, name ? strlen(name) : 1);
    }
}

void picture_svg_text(cli_out *out, const char *text)
{
    svg_piece(out, text, strlen(text));
}

static void svg_label(cli_out *out, uint32_t x, uint32_t y, int size, const char *fill,
                      const char *text)
{
    cli_printf(out, "<text x=\"%u\" y=\"%u\" font-size=\"%d\" fill=\"%s\">", x, y, size, fill);
    picture_svg_text(out, text);
    cli_text(out, "</text>\n");
}

static void svg_number(cli_out *out, uint32_t x, uint32_t y, int size, const char *fill,
                       uint32_t number)
{
    char text[16];
    snprintf(text, sizeof text, "%u", number);
    svg_label(out, x, y, size, fill, text);
}

/* A square around a point; `look` are its other attributes. */
static void svg_square(cli_out *out, int x, int y, int side, const char *look)
{
    cli_printf(out, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" %s/>\n", x - side / 2,
               y - side / 2, side, side, look);
}

static void svg_heat(cli_out *out, const picture_cell *cell, int x, int y)
{
    /* From blue over pale wood to red. */
    const double heat = cell->heat < 0 ? 0 : cell->heat > 1 ? 1 : cell->heat;
    const int red = heat < 0.5 ? (int)(60 + 340 * heat) : 230;
    const int blue = heat < 0.5 ? (int)(200 - 200 * heat) : (int)(100 - 160 * (heat - 0.5));
    const int green = heat < 0.5 ? (int)(110 + 160 * heat) : (int)(190 - 260 * (heat - 0.5));
    char look[64];
    snprintf(look, sizeof look, "fill=\"rgb(%d,%d,%d)\" fill-opacity=\"0.85\"", red, green, blue);
    svg_square(out, x, y, STEP, look);
}

static void svg_mark(cli_out *out, const picture_cell *cell, int x, int y)
{
    if (cell->mark == PICTURE_ONLY_BLACK)
        svg_square(out, x, y, 8, "fill=\"#111\"");
    else if (cell->mark == PICTURE_ONLY_WHITE)
        svg_square(out, x, y, 8, "fill=\"#fff\" stroke=\"#6b4a1b\"");
    else if (cell->mark == PICTURE_NEITHER)
        cli_printf(out,
                   "<path d=\"M%d %dl10 10m0-10l-10 10\" stroke=\"#a02020\" "
                   "stroke-width=\"2.5\"/>\n",
                   x - 5, y - 5);
}

static void svg_cell(cli_out *out, const picture_cell *cell, int x, int y, bool detail)
{
    if (cell->colour == QI_WALL) {
        svg_square(out, x, y, STEP, "fill=\"#000\"");
        return;
    }
    if (cell->colour == QI_EMPTY) {
        if (cell->heat >= 0)
            svg_heat(out, cell, x, y);
        svg_mark(out, cell, x, y);
    } else {
        cli_printf(out, "<circle cx=\"%d\" cy=\"%d\" r=\"14\" fill=\"%s\" stroke=\"#333\"/>\n", x,
                   y, cell->colour == QI_BLACK ? "#111" : "#fafafa");
    }
    const bool on_black = cell->colour == QI_BLACK;
    if (detail && cell->number)
        svg_number(out, (uint32_t)x, (uint32_t)y + 5, 14, on_black ? "#ffd84a" : "#7a5200",
                   cell->number);
    else if (detail && cell->label[0])
        svg_label(out, (uint32_t)x, (uint32_t)y + 4, 11, "#111", cell->label);
    if (cell->last)
        cli_printf(out,
                   "<circle cx=\"%d\" cy=\"%d\" r=\"14\" fill=\"none\" stroke=\"#00c8d8\" "
                   "stroke-width=\"3\"/>\n",
                   x, y);
    if (cell->wrong)
        svg_square(out, x, y, STEP - 2, "fill=\"none\" stroke=\"#e02020\" stroke-width=\"3\"");
}

/* A line where two points of the board lie side by side, so that holes are left out. */
static void svg_lines(cli_out *out, const picture *drawing)
{
    cli_text(out, "<path stroke=\"#6b4a1b\" stroke-width=\"1\" d=\"");
    for (uint32_t row = 0; row < drawing->rows; row++)
        for (uint32_t column = 0; column < drawing->columns; column++) {
            const picture_cell *cell = &drawing->cells[(size_t)row * drawing->columns + column];
            const uint32_t x = EDGE + column * STEP, y = EDGE + row * STEP;
            if (cell->colour == QI_WALL)
                continue;
            if (column + 1 < drawing->columns && cell[1].colour != QI_WALL)
                cli_printf(out, "M%u %uh%d", x, y, STEP);
            if (row + 1 < drawing->rows && cell[drawing->columns].colour != QI_WALL)
                cli_printf(out, "M%u %uv%d", x, y, STEP);
        }
    cli_text(out, "\"/>\n");
}

static void svg_coordinates(cli_out *out, const picture *drawing)
{
    for (uint32_t column = 0; column < drawing->columns; column++)
        svg_number(out, EDGE + column * STEP, 16, 11, "#4a3210", column + 1);
    for (uint32_t row = 0; row < drawing->rows; row++)
        svg_number(out, 11, EDGE + row * STEP + 4, 11, "#4a3210", row + 1);
}

enum { CAPTION_LINE = 18, CAPTION_LETTER = 7 /* wide, about */, CAPTION_MARGIN = 12 };

/* Breaks the caption between words into lines that fit the picture, and writes them from `top` down
 * unless `out` is NULL. Returns their number. */
static uint32_t caption_lines(cli_out *out, const picture *drawing, uint32_t width, uint32_t top)
{
    const size_t max = (width - 2 * CAPTION_MARGIN) / CAPTION_LETTER;
    uint32_t lines = 0;
    for (const char *text = drawing->caption; text && *text; lines++) {
        size_t length = strlen(text);
        if (length > max) {
            length = max;
            while (length && text[length] != ' ')
                length--;
            if (!length) /* a word that does not fit anyway */
                length = strcspn(text, " ");
        }
        if (out) {
            cli_printf(out, "<text x=\"%d\" y=\"%u\" font-size=\"13\" text-anchor=\"start\">",
                       CAPTION_MARGIN, top + lines * CAPTION_LINE + CAPTION_LINE / 2);
            svg_piece(out, text, length);
            cli_text(out, "</text>\n");
        }
        text += length;
        text += strspn(text, " ");
    }
    return lines;
}

void picture_svg(cli_out *out, const picture *drawing)
{
    const uint32_t width = 2 * EDGE + (drawing->columns - 1) * STEP;
    const uint32_t board = 2 * EDGE + (drawing->rows - 1) * STEP;
    const uint32_t height = board + CAPTION_LINE * caption_lines(NULL, drawing, width, 0) +
                            (drawing->caption ? CAPTION_LINE / 2 : 0);
    const bool detail = drawing->rows <= DETAIL_LIMIT && drawing->columns <= DETAIL_LIMIT;
    cli_printf(out,
               "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%u\" height=\"%u\" "
               "viewBox=\"0 0 %u %u\" font-family=\"sans-serif\" text-anchor=\"middle\">\n",
               width, height, width, height);
    if (drawing->title) {
        cli_text(out, "<title>");
        picture_svg_text(out, drawing->title);
        cli_text(out, "</title>\n");
    }
    cli_printf(out, "<rect width=\"%u\" height=\"%u\" fill=\"#dcb35c\"/>\n", width, height);
    svg_lines(out, drawing);
    svg_coordinates(out, drawing);
    for (uint32_t row = 0; row < drawing->rows; row++)
        for (uint32_t column = 0; column < drawing->columns; column++)
            svg_cell(out, &drawing->cells[(size_t)row * drawing->columns + column],
                     (int)(EDGE + column * STEP), (int)(EDGE + row * STEP), detail);
    caption_lines(out, drawing, width, board);
    cli_text(out, "</svg>\n");
}

int picture_save_svg(const cli_spec *spec, const char *path, const picture *drawing)
{
    cli_out out;
    const int status = cli_out_open(spec, path, &out);
    if (status != CLI_GO_ON)
        return status;
    picture_svg(&out, drawing);
    return cli_out_close(spec, &out, CLI_GO_ON);
}
