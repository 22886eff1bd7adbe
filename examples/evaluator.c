/* An engine that judges positions by its own evaluator and searches with the library; it speaks
 * GTP:
 *
 *     cc evaluator.c $(pkg-config --cflags --libs qigames) -o mine
 *     qi arena mine=./mine @level:1
 *
 * Put your network in the place of `judge`: it gets up to 16 positions at once. */
#include <qi/gtp.h>
#include <qi/nogo_search.h>
#include <stdio.h>

static uint32_t count_points(const uint32_t *rows)
{
    uint32_t count = 0;
    for (uint32_t row = 0; row < QI_NOGO_SEARCH_MAX_SIDE; row++)
        for (uint32_t rest = rows[row]; rest; rest &= rest - 1)
            count++;
    return count;
}

/* A side with more legal points than the other is ahead, and a good move is one that the other side
 * could have played too. */
static qi_result judge(void *context, const qi_nogo_leaf *const *leaves, uint32_t count,
                       qi_nogo_estimate *estimates)
{
    (void)context;
    for (uint32_t i = 0; i < count; i++) {
        qi_nogo_planes planes = {{{0}}};
        qi_nogo_leaf_planes(leaves[i], &planes);
        const float own = (float)count_points(planes.row[QI_PLANE_OWN_LEGAL]);
        const float other = (float)count_points(planes.row[QI_PLANE_OTHER_LEGAL]);
        estimates[i].value = own / (own + other);
        uint32_t rows, columns;
        qi_nogo_leaf_size(leaves[i], &rows, &columns);
        for (uint32_t point = 0; point < rows * columns; point++) {
            const uint32_t theirs = planes.row[QI_PLANE_OTHER_LEGAL][point / columns];
            estimates[i].policy[point] = theirs >> point % columns & 1 ? 1.5F : 0;
        }
    }
    return QI_OK;
}

static bool print(void *context, const char *bytes, size_t count)
{
    return fwrite(bytes, 1, count, context) == count && fflush(context) == 0;
}

int main(void)
{
    const qi_nogo_evaluator evaluator = {.size = sizeof evaluator, .evaluate = judge, .batch = 16};
    const qi_nogo_player_options options = {
        .size = sizeof options, .evaluator = &evaluator, .playouts = 400};
    qi_nogo_player *player = NULL;
    qi_gtp *session = NULL;
    qi_result result = qi_nogo_player_new(&options, NULL, &player);
    if (result == QI_OK) {
        qi_gtp_engine engine = {.size = sizeof engine};
        qi_gtp_player_engine(player, &engine);
        result = qi_gtp_new_nogo(
            &(qi_gtp_nogo_options){.size = sizeof(qi_gtp_nogo_options), .engine = &engine}, print,
            stdout, NULL, &session);
    }
    if (result == QI_OK)
        qi_gtp_serve_descriptor(session, 0);
    else
        fprintf(stderr, "%s\n", qi_result_text(result));
    qi_gtp_free(session);
    qi_nogo_player_free(player);
    return result != QI_OK;
}
