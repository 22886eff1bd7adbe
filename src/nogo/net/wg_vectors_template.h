/*
 * A template: the vectors of winograd_template.h, WG_BYTES16 bytes of activations and WG_BYTES32
 * bytes of sums.
 */
#include <stdint.h>

/* Before a loop over vectors that are to stay in registers. */
#if defined(__clang__)
#define WG_UNROLL _Pragma("clang loop unroll(full)")
#else
#define WG_UNROLL _Pragma("GCC unroll 32")
#endif

typedef int16_t wg16 __attribute__((vector_size(WG_BYTES16), may_alias));  /* activations */
typedef int16_t wgw16 __attribute__((vector_size(WG_BYTES32), may_alias)); /* weights */
typedef uint32_t wg32 __attribute__((vector_size(WG_BYTES32), may_alias)); /* sums */
typedef int32_t wgs32 __attribute__((vector_size(WG_BYTES32), may_alias));

enum {
    WG_LANES16 = WG_BYTES16 / 2,
    WG_LANES32 = WG_BYTES32 / 4,
    WG_PARTS = WG_LANES16 / WG_LANES32 /* vectors of sums for one of activations */
};
