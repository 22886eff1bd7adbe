/*
 * Evaluating positions with a network, without a search.
 *
 * A qi_nogo_net never changes once it is loaded: any number of threads may use one. A
 * qi_nogo_net_worker is the memory one thread works in. Evaluating takes no memory.
 */
#ifndef QI_NOGO_NET_EVALUATE_H
#define QI_NOGO_NET_EVALUATE_H

#include <qi/nogo_net.h>

typedef struct qi_nogo_net_worker qi_nogo_net_worker;

/* "best", "portable", "vector", "avx2", "avx512"; NULL for any other number. */
const char *qi_nogo_net_path_name(qi_nogo_net_path path);

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
qi_result qi_nogo_net_info_of(const qi_nogo_net *net, qi_nogo_net_info *info);

/* The planes of a position. QI_TOO_LARGE when a side is longer than QI_NOGO_SEARCH_MAX_SIDE. */
qi_result qi_nogo_planes_of(const qi_nogo *position, qi_nogo_planes *planes);

/* ---- evaluating --------------------------------------------------------------------------- */

/* The buffers one thread needs to evaluate positions of one size with `net`, which must outlive
 * them. QI_BAD_ARGUMENT unless 1 <= rows, columns <= QI_NOGO_SEARCH_MAX_SIDE; QI_NO_MEMORY. */
qi_result qi_nogo_net_worker_new(const qi_nogo_net *net, uint32_t rows, uint32_t columns,
                                 const qi_allocator *allocator, qi_nogo_net_worker **worker);

/* Frees a worker; NULL is allowed. */
void qi_nogo_net_worker_free(qi_nogo_net_worker *worker);

/* The network's opinion of a position. */
typedef struct qi_nogo_evaluation {
    /* How good a move on each point is, legal or not: logits (natural logarithms) in 256ths.
     * Entry row * columns + column is a point's; those beyond the board are not written. */
    int16_t policy[QI_NOGO_SEARCH_MAX_SIDE * QI_NOGO_SEARCH_MAX_SIDE];
    /* The logit of winning for the side to move, in 4096ths: -8 to 8. */
    int16_t value;
} qi_nogo_evaluation;

/* Judges a position. */
void qi_nogo_net_evaluate(qi_nogo_net_worker *worker, const qi_nogo_planes *planes,
                          qi_nogo_evaluation *answer);

/* ---- from logits to chances --------------------------------------------------------------- */

/* The softmax of the policy over `count` points, at most 65535: share[i] belongs to points[i], and
 * shares are parts of 65535, each at least 1, so that no move is excluded for good; their sum is
 * 65535 but for rounding. In integers: the same on every machine. `policy` is the array of an
 * evaluation; `points` NULL means the points 0 .. count-1. */
void qi_nogo_policy_shares(const int16_t *policy, const uint16_t *points, size_t count,
                           uint16_t *share);

/* The chance of winning for the side to move, in parts of 65535: 1 / (1 + e^-v) for the value v of
 * an evaluation. Never falls as the value rises; the shares of v and -v sum to 65535, but 0 has
 * 32768. */
uint16_t qi_nogo_win_share(int16_t value);

/* Whether this build and this machine have a path. */
bool qi_nogo_net_has_path(qi_nogo_net_path path);

#endif
