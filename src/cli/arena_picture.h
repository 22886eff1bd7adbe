/* A match as a picture. */
#ifndef QI_CLI_ARENA_PICTURE_H
#define QI_CLI_ARENA_PICTURE_H

#include "arena/match.h"
#include "cli/cli.h"

/* A whole SVG document: the ratings with their 95 % intervals, the strongest engine first, and
 * below how often each beat each other one. */
void arena_svg(cli_out *out, const arena_match *match);

#endif
