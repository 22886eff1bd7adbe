/* A template: vectors of WG_BYTES bytes for winograd_template.h. */
#include <stdint.h>

/* Before a loop over vectors that are to stay in registers. */
#if defined(__clang__)
#define WG_UNROLL _Pragma("clang loop unroll(full)")
#else
#define WG_UNROLL _Pragma("GCC unroll 32")
#endif

typedef int16_t wg16 __attribute__((vector_size(WG_BYTES), may_alias));
typedef uint32_t wg32 __attribute__((vector_size(WG_BYTES), may_alias));
typedef int32_t wgs32 __attribute__((vector_size(WG_BYTES), may_alias));

enum { WG_LANES16 = WG_BYTES / 2, WG_LANES32 = WG_BYTES / 4 };
