/*
 * qi/nogo_net.h - the learnt judge of NoGo positions: a policy and a value from one network.
 *
 * A network looks at a position through eight planes of bits and says two things: how likely each
 * point is to be the best move (the policy), and how likely the side to move is to win (the
 * value). It is a residual network of 3 x 3 convolutions computed in integers; the same weights
 * and the same planes give the same numbers, bit for bit, on every path and on every machine.
 *
 *     qi_nogo_net *net;
 *     qi_nogo_net_worker *worker;
 *     if (qi_nogo_net_builtin(QI_NOGO_NET_BEST, NULL, &net) == QI_OK &&
 *         qi_nogo_net_worker_new(net, 9, 9, NULL, &worker) == QI_OK) {
 *         qi_nogo_planes planes;
 *         qi_nogo_evaluation answer;
 *         qi_nogo_planes_of(position, &planes);
 *         qi_nogo_net_evaluate(worker, &planes, &answer);
 *         double chance = qi_nogo_win_share(answer.value) / 65535.0;
 *     }
 *
 * Threads. A qi_nogo_net never changes once it is loaded: any number of threads may use one. A
 * qi_nogo_net_worker is the memory one thread works in; make one per thread and board size, once.
 * Evaluating takes no memory. Everything here is part of the freestanding core.
 */
#ifndef QI_NOGO_NET_H
#define QI_NOGO_NET_H

#include <qi/nogo.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct qi_nogo_net qi_nogo_net;
typedef struct qi_nogo_net_worker qi_nogo_net_worker;

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

/* Whether this build and this machine have a path. */
QI_API bool qi_nogo_net_has_path(qi_nogo_net_path path);

/* "best", "portable", "vector", "avx2", "avx512"; NULL for any other number. */
QI_API const char *qi_nogo_net_path_name(qi_nogo_net_path path);

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

/* The properties of a network. */
typedef struct qi_nogo_net_info {
    size_t size;             /* see "Sizes" in qi/base.h */
    char name[33];           /* as its maker called it */
    uint32_t channels;       /* of the convolutions */
    uint32_t blocks;         /* of two convolutions each */
    uint64_t positions;      /* that it was trained on */
    size_t memory;           /* bytes it takes here */
    qi_nogo_net_path path;   /* how it is computed; never QI_NOGO_NET_BEST */
    uint32_t point_products; /* multiply-adds for each point of a board, by the definition */
} qi_nogo_net_info;

/* QI_BAD_ARGUMENT: the size is wrong. */
QI_API qi_result qi_nogo_net_info_of(const qi_nogo_net *net, qi_nogo_net_info *info);

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

/* The planes of a position. QI_TOO_LARGE when a side is longer than QI_NOGO_SEARCH_MAX_SIDE. */
QI_API qi_result qi_nogo_planes_of(const qi_nogo *position, qi_nogo_planes *planes);

/* ---- evaluating --------------------------------------------------------------------------- */

/* The buffers one thread needs to evaluate positions of one size with `net`, which must outlive
 * them. QI_BAD_ARGUMENT unless 1 <= rows, columns <= QI_NOGO_SEARCH_MAX_SIDE; QI_NO_MEMORY. */
QI_API qi_result qi_nogo_net_worker_new(const qi_nogo_net *net, uint32_t rows, uint32_t columns,
                                        const qi_allocator *allocator, qi_nogo_net_worker **worker);

/* Frees a worker; NULL is allowed. */
QI_API void qi_nogo_net_worker_free(qi_nogo_net_worker *worker);

/* The network's opinion of a position. */
typedef struct qi_nogo_evaluation {
    /* How good a move on each point is, legal or not: logits (natural logarithms) in 256ths.
     * Entry row * columns + column is a point's; those beyond the board are not written. */
    int16_t policy[QI_NOGO_SEARCH_MAX_SIDE * QI_NOGO_SEARCH_MAX_SIDE];
    /* The logit of winning for the side to move, in 4096ths: -8 to 8. */
    int16_t value;
} qi_nogo_evaluation;

/* Judges a position. */
QI_API void qi_nogo_net_evaluate(qi_nogo_net_worker *worker, const qi_nogo_planes *planes,
                                 qi_nogo_evaluation *answer);

/* ---- from logits to chances --------------------------------------------------------------- */

/* The softmax of the policy over `count` points, at most 65535: share[i] belongs to points[i], and
 * shares are parts of 65535, each at least 1, so that no move is excluded for good; their sum is
 * 65535 but for rounding. In integers: the same on every machine. `policy` is the array of an
 * evaluation; `points` NULL means the points 0 .. count-1. */
QI_API void qi_nogo_policy_shares(const int16_t *policy, const uint16_t *points, size_t count,
                                  uint16_t *share);

/* The chance of winning for the side to move, in parts of 65535: 1 / (1 + e^-v) for the value v of
 * an evaluation. Never falls as the value rises; the shares of v and -v sum to 65535, but 0 has
 * 32768. */
QI_API uint16_t qi_nogo_win_share(int16_t value);

#ifdef __cplusplus
}
#endif
#endif
