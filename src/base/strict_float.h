/*
 * Floating point that is the same on every machine. Include it before anything else.
 *
 * C lets a compiler round a product and a sum once instead of twice where the machine can
 * ('contraction'), so the same source gives other numbers with -march=native. In a file that
 * includes this it may not: gcc obeys whatever its options say, clang unless it is given
 * -ffp-contract=fast, which overrules every source. Code that never adds to a product needs no such
 * care. What the standard leaves open beyond that (more precision in between, as the x87 has) is
 * refused here. An evaluation method of 16 is as good as 0: it says that the machine also computes
 * in _Float16 (gcc with AVX512-FP16), and float is still computed in float.
 */
#ifndef QI_BASE_STRICT_FLOAT_H
#define QI_BASE_STRICT_FLOAT_H

#include <float.h>

_Static_assert(FLT_EVAL_METHOD == 0 || FLT_EVAL_METHOD == 16,
               "float arithmetic is not done in float");

#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#elif defined(__GNUC__) /* which does not know the standard's way */
#pragma GCC optimize("fp-contract=off")
#endif

#endif
