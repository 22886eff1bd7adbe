/*
 * Pictures of boards with stones, for the terminal and as SVG, both drawn from one description.
 * NoGo and Go share it. The web page uses the same colours.
 */
#ifndef QI_CLI_PICTURE_H
#define QI_CLI_PICTURE_H

#include "cli/cli.h"

/* The mark on an empty point. */
typedef enum picture_mark {
    PICTURE_PLAIN = 0,
    PICTURE_BOTH,       /* legal for both */
    PICTURE_ONLY_BLACK, /* legal for Black only */
    PICTURE_ONLY_WHITE, /* legal for White only */
    PICTURE_NEITHER     /* legal for neither */
} picture_mark;

/* Marks who may play on an empty point. */
static inline picture_mark picture_legal(bool black, bool white)
{
    return black && white ? PICTURE_BOTH
           : black        ? PICTURE_ONLY_BLACK
           : white        ? PICTURE_ONLY_WHITE
                          : PICTURE_NEITHER;
}

typedef struct picture_cell {
    uint8_t colour;  /* a qi_colour; QI_WALL draws a hole */
    uint8_t mark;    /* a picture_mark, for an empty point */
    bool last;       /* the last move */
    bool cursor;     /* where the person's cursor is (terminal only) */
    bool wrong;      /* something is wrong here: a refused move, a group left without liberties */
    uint32_t number; /* written on the stone or point in SVG (liberties, a move); 0: nothing */
    float heat;      /* 0 to 1 colours an empty point from cold to hot; negative: no colour */
    char label[8];   /* short text on an empty point in SVG, e.g. a win rate */
} picture_cell;

typedef struct picture {
    uint32_t rows, columns;
    picture_cell *cells; /* rows * columns, in reading order */
    const char *title;   /* one line; SVG's title, or NULL */
    const char *caption; /* one line under the SVG board, or NULL */
} picture;

/* Makes a picture of empty cells without marks; false if there is no memory. */
bool picture_start(picture *drawing, uint32_t rows, uint32_t columns);
void picture_end(picture *drawing);

typedef struct picture_style {
    bool colour;           /* use terminal colours */
    bool ascii;            /* only ASCII characters */
    uint32_t first, count; /* rows to draw; count 0: all */
} picture_style;

/* The board with row and column numbers from 1. */
void picture_terminal(cli_out *out, const picture *drawing, picture_style style);
/* The lines above its first row, and the columns before its first cell; cells are two wide. */
uint32_t picture_header(const picture *drawing);
uint32_t picture_indent(const picture *drawing);
/* One line that explains the marks in the picture. */
void picture_legend(cli_out *out, const picture *drawing, picture_style style);
/* A text within an SVG document. */
void picture_svg_text(cli_out *out, const char *text);
/* A whole SVG document. */
void picture_svg(cli_out *out, const picture *drawing);
/* Writes it to a file ("-" is stdout). Returns CLI_GO_ON, or CLI_BAD after explaining why. */
int picture_save_svg(const cli_spec *spec, const char *path, const picture *drawing);

/* A whole SVG document of a match (arena_picture.c). */
struct arena_match;
void picture_arena(cli_out *out, const struct arena_match *match);

#endif
