/* A match as a picture: the ratings with their 95 % intervals, the strongest engine first, and
 * below how often each beat each other one. */
#include "arena/arena.h"
#include "cli/picture.h"

#include <string.h>

enum { LINE = 26, NAMES = 190, SCALE = 320, CELL = 52, MARGIN = 16, GAP = 34, LONGEST = 24 };

/* The range of the ratings, with their intervals as far as these say something. */
typedef struct scale {
    double low, high;
} scale;

static double reach(const arena_row *row)
{
    enum { MAX = 600 }; /* an interval that is wider says nothing */
    return row->rating.error < MAX ? row->rating.error : MAX;
}

static scale scale_of(const arena_row *rows, uint32_t engines)
{
    scale it = {rows[0].rating.elo, rows[0].rating.elo};
    for (uint32_t i = 0; i < engines; i++) {
        const double low = rows[i].rating.elo - reach(&rows[i]);
        const double high = rows[i].rating.elo + reach(&rows[i]);
        it.low = low < it.low ? low : it.low;
        it.high = high > it.high ? high : it.high;
    }
    const double spare = 0.04 * (it.high - it.low) + 1;
    return (scale){it.low - spare, it.high + spare};
}

static double place(const scale *it, double elo)
{
    return NAMES + SCALE * (elo - it->low) / (it->high - it->low);
}

/* A name, cut where it is too long. */
static void put_name(cli_out *out, double x, double y, const char *anchor, const char *name)
{
    char text[LONGEST + 4];
    size_t length = strlen(name);
    if (length > LONGEST)
        for (length = LONGEST; (name[length] & 0xC0) == 0x80; length--)
            ;
    snprintf(text, sizeof text, "%.*s%s", (int)length, name, name[length] ? "..." : "");
    cli_printf(out, "<text x=\"%g\" y=\"%g\" text-anchor=\"%s\">", x, y, anchor);
    picture_svg_text(out, text);
    cli_text(out, "</text>\n");
}

static void draw_ratings(cli_out *out, const arena_row *rows, const uint32_t *order,
                         uint32_t engines)
{
    const scale it = scale_of(rows, engines);
    const double bottom = MARGIN + (double)LINE * engines;
    static const double grow[] = {2, 2.5, 2}; /* 10, 20, 50, 100 and so on */
    double step = 10;
    for (size_t i = 0; step * 6 < it.high - it.low; i++)
        step *= grow[i % 3];
    for (int64_t tick = (int64_t)(it.low / step); step * (double)tick < it.high; tick++) {
        const double elo = step * (double)tick;
        if (elo > it.low)
            cli_printf(out,
                       "<path class=\"grid\" d=\"M%.1f %dV%.0f\"/><text class=\"small\" x=\"%.1f\" "
                       "y=\"%.0f\" text-anchor=\"middle\">%.0f</text>\n",
                       place(&it, elo), MARGIN, bottom, place(&it, elo), bottom + 14, elo);
    }
    for (uint32_t i = 0; i < engines; i++) {
        const arena_row *row = &rows[order[i]];
        const double y = MARGIN + LINE * (i + 0.5), x = place(&it, row->rating.elo);
        put_name(out, NAMES - 12, y + 5, "end", row->name);
        cli_printf(out, "<path class=\"interval\" d=\"M%.1f %.1fH%.1f\"/>",
                   place(&it, row->rating.elo - reach(row)), y,
                   place(&it, row->rating.elo + reach(row)));
        cli_printf(out,
                   "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"5\"/><text class=\"small\" x=\"%d\" "
                   "y=\"%.1f\">%+.0f, %u/%u</text>\n",
                   x, y, NAMES + SCALE + 10, y + 4, row->rating.elo, row->won, row->games);
    }
}

/* How often the engine of a row beat that of a column; blue is often, red seldom. */
static void draw_pairings(cli_out *out, const arena_match *match, const arena_row *rows,
                          const uint32_t *order, double top)
{
    const uint32_t engines = match->score.engines;
    for (uint32_t i = 0; i < engines; i++) {
        const double y = top + (double)LINE * i;
        put_name(out, NAMES - 12, y + 18, "end", rows[order[i]].name);
        cli_printf(out,
                   "<text class=\"small\" x=\"%d\" y=\"%g\" text-anchor=\"middle\">%u</text>\n",
                   NAMES + CELL * (int)i + CELL / 2, top - 6, i + 1);
        for (uint32_t k = 0; k < engines; k++) {
            const uint32_t won = match->score.won[order[i]][order[k]];
            const uint32_t lost = match->score.won[order[k]][order[i]];
            if (won + lost == 0)
                continue;
            const double share = (double)won / (won + lost);
            const double heat = share < 0.5 ? 1 - 2 * share : 2 * share - 1;
            cli_printf(out,
                       "<rect x=\"%d\" y=\"%g\" width=\"%d\" height=\"%d\" fill=\"%s\" "
                       "fill-opacity=\"%.2f\"/><text class=\"small\" x=\"%d\" y=\"%g\" "
                       "text-anchor=\"middle\">%u-%u</text>\n",
                       NAMES + CELL * (int)k + 1, y + 1, CELL - 2, LINE - 2,
                       share < 0.5 ? "#c8452c" : "#2f6fb0", 0.08 + 0.6 * heat,
                       NAMES + CELL * (int)k + CELL / 2, y + 18, won, lost);
        }
    }
}

void picture_arena(cli_out *out, const arena_match *match)
{
    const uint32_t engines = match->score.engines;
    arena_row rows[ARENA_MAX_ENGINES];
    uint32_t order[ARENA_MAX_ENGINES];
    arena_make_table(match, rows, order);
    const double top = 2 * MARGIN + (double)LINE * engines + GAP;
    const int wide = NAMES + CELL * (int)engines + MARGIN, plain = NAMES + SCALE + 130;
    const int width = wide > plain ? wide : plain;
    const int height = (int)top + LINE * (int)engines + MARGIN;
    cli_printf(out,
               "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
               "viewBox=\"0 0 %d %d\">\n<title>%u games: ratings in Elo with their 95 %% "
               "intervals, and who beat whom</title>\n",
               width, height, width, height, match->totals.games);
    cli_text(out, "<style>text{font:14px sans-serif;fill:#222}.small{font-size:12px}"
                  ".grid{stroke:#ccc}.interval{stroke:#2f6fb0;stroke-width:3}circle{fill:#163e66}"
                  "</style>\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n");
    draw_ratings(out, rows, order, engines);
    draw_pairings(out, match, rows, order, top);
    cli_text(out, "</svg>\n");
}
