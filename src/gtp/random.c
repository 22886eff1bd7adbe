/* An engine of Go that plays at random: there is no Go player in the library, only the rules. */
#include "gtp/game.h"

/* A step from a point; QI_WALL when it leaves the board. */
static qi_colour look(const qi_go *board, qi_point point, int down, int right)
{
    const uint32_t columns = qi_go_columns(board);
    const qi_point there = qi_go_point(board, (uint32_t)((int)(point / columns) + down),
                                       (uint32_t)((int)(point % columns) + right));
    return qi_go_at(board, there);
}

static bool is_own_eye(const qi_go *board, qi_colour colour, qi_point point)
{
    static const int beside[4][2] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}};
    static const int across[4][2] = {{-1, -1}, {-1, 1}, {1, -1}, {1, 1}};
    for (int i = 0; i < 4; i++) {
        const qi_colour there = look(board, point, beside[i][0], beside[i][1]);
        if (there != colour && there != QI_WALL)
            return false;
    }
    /* An eye is false if the opponent has two diagonal points, or one at the edge. */
    int opposed = 0, edges = 0;
    for (int i = 0; i < 4; i++) {
        const qi_colour there = look(board, point, across[i][0], across[i][1]);
        opposed += there == qi_opponent(colour);
        edges += there == QI_WALL;
    }
    return opposed + (edges > 0) < 2;
}

static qi_result choose(void *context, const qi_gtp_question *question, qi_point *move)
{
    const qi_go *const board = question->go;
    const qi_colour colour = question->colour;
    qi_point points[GTP_MOST_POINTS];
    const size_t legal = qi_go_legal(board, colour, points, GTP_MOST_POINTS);
    uint32_t kept = 0;
    for (size_t i = 0; i < legal; i++)
        if (!is_own_eye(board, colour, points[i]))
            points[kept++] = points[i];
    qi_random *const random = context;
    *move = kept ? points[qi_random_below(random, kept)] : QI_NO_POINT;
    return QI_OK;
}

qi_gtp_engine qi_gtp_random_engine(qi_random *random)
{
    return (qi_gtp_engine){.description =
                               "no Go player: uniformly random legal moves that fill no own eye",
                           .choose = choose,
                           .context = random};
}
