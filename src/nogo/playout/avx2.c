/* Random games on small boards with AVX2: four in step. Bits are counted and drawn with BMI2
 * instructions, which processors have had since AVX2. */
#include "nogo/playout/playout.h"

#if QI_PLAYOUT_VECTORS
#include "base/memory.h"

#include <immintrin.h>

#define LANES 4
#define LANES_FN static inline __attribute__((always_inline, target("avx2,bmi,bmi2,popcnt")))
#include "nogo/playout/vectors_template.h"

#include "nogo/playout/lanes_template.h"

__attribute__((target("avx2,bmi,bmi2,popcnt"))) void
qi_playout_avx2(const qi_small_frame *frame, const qi_small *position, qi_colour colour,
                uint64_t seed, uint64_t first, uint64_t count, qi_playout_sums *sums)
{
    lanes_play(frame, position, colour, seed, first, count, sums);
}
#endif
