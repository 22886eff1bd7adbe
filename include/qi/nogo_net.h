/*
 * qi/nogo_net.h - the network that judges NoGo positions.
 *
 * This header may still change from one version to the next.
 *
 * A network looks at a position through eight planes of bits and says two things: how likely each
 * point is to be the best move (the policy), and how likely the side to move is to win (the value).
 * It is a residual network of 3 x 3 convolutions computed in integers; the same weights give the
 * same numbers, bit for bit, on every path and on every machine. Searches and players use one:
 *
 *     qi_nogo_net *net;
 *     if (qi_nogo_net_load(bytes, size, QI_NOGO_NET_BEST, NULL, &net, NULL) == QI_OK) {
 *         const qi_nogo_player_options options = {.size = sizeof options, .net = net};
 *         ...
 *         qi_nogo_net_free(net);
 *     }
 *
 * Threads. A qi_nogo_net never changes once it is loaded: any number of threads may use one.
 * Everything here is part of the freestanding core.
 */
#ifndef QI_NOGO_NET_H
#define QI_NOGO_NET_H

#include <qi/nogo_player.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- loading ------------------------------------------------------------------------------ */

/* How to compute. Every path gives the same numbers. */
typedef enum qi_nogo_net_path {
    QI_NOGO_NET_BEST,     /* the fastest on this machine */
    QI_NOGO_NET_PORTABLE, /* plain C */
    QI_NOGO_NET_VECTOR,   /* vectors of 128 bits: SSE2 on x86-64, SIMD128 in WebAssembly */
    QI_NOGO_NET_AVX2,
    QI_NOGO_NET_AVX512 /* with VNNI: since Cascade Lake and Zen 4 */
} qi_nogo_net_path;

#define QI_NOGO_NET_PATHS 5U

/* Reads the weights of a network (docs/network.md has the format) from `size` bytes, which need not
 * be trusted or kept. Free with qi_nogo_net_free. QI_BAD_DATA: these are not the weights of a
 * network; `reason`, when not NULL, gets an English phrase that says why, e.g. "the checksum does
 * not match" (it is never freed). QI_UNSUPPORTED: there is no such path here. QI_NO_MEMORY. */
QI_API qi_result qi_nogo_net_load(const void *bytes, size_t size, qi_nogo_net_path path,
                                  const qi_allocator *allocator, qi_nogo_net **net,
                                  const char **reason);

/* The network that comes with the library. QI_UNSUPPORTED, QI_NO_MEMORY. */
QI_API qi_result qi_nogo_net_builtin(qi_nogo_net_path path, const qi_allocator *allocator,
                                     qi_nogo_net **net);

/* Frees a network once no worker uses it; NULL is allowed. */
QI_API void qi_nogo_net_free(qi_nogo_net *net);

/* ---- what the network sees ---------------------------------------------------------------- */

/* Sets of points, for the side to move. */
enum {
    QI_PLANE_OWN,         /* stones of the side to move */
    QI_PLANE_OTHER,       /* stones of the other side */
    QI_PLANE_OWN_LEGAL,   /* points the side to move may play */
    QI_PLANE_OTHER_LEGAL, /* points the other may play */
    QI_PLANE_ONE_LIBERTY, /* stones of groups, of both sides, with exactly one liberty */
    QI_PLANE_TWO_LIBERTIES,
    QI_PLANE_THREE_LIBERTIES,
    QI_PLANE_BOARD, /* every point that is not a hole */
    QI_PLANE_COUNT
};

/* Bit c of row[plane][r] is the point in row r and column c. Bits outside the board are ignored. */
typedef struct qi_nogo_planes {
    uint32_t row[QI_PLANE_COUNT][QI_NOGO_SEARCH_MAX_SIDE];
} qi_nogo_planes;

#ifdef __cplusplus
}
#endif
#endif
