/*
 * The clever parts that a build can leave out: -DQI_WITHOUT=QI_FAST_AVX2, or several joined by '|'.
 * './dev bench --worth' measures what each earns (docs/notes.md). Without the first group all
 * results stay the same, as a test checks; without the others the searches visit other positions.
 */
#ifndef QI_BASE_FAST_H
#define QI_BASE_FAST_H

#define QI_FAST_AVX512 1
#define QI_FAST_AVX2 2
#define QI_FAST_SSE2 4 /* in the network and the walks of mazes */
#define QI_FAST_BMI2 8
#define QI_FAST_STRIPS 16
#define QI_FAST_SWEEPS 32
#define QI_FAST_HUGE_PAGES 64
#define QI_FAST_SAME 127 /* all of the above */

#define QI_FAST_SYMMETRY 128
#define QI_FAST_TABLE 256
#define QI_FAST_ORDER 512
#define QI_FAST_SOLVER 1024
#define QI_FAST_ENDINGS 2048
#define QI_FAST_JOINING 4096
#define QI_FAST_GROWTH 8192
#define QI_FAST_GRAPH_KEYS 16384
#define QI_FAST_LINE_KEYS 32768
#define QI_FAST_HISTORY 65536

#ifndef QI_WITHOUT
#define QI_WITHOUT 0
#endif

/* Whether a part is there. */
#define QI_HAS_FAST(part) (!((QI_WITHOUT) & (part)))

#endif
