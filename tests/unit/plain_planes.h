/* The network's planes by the public API alone: slow, and sharing no code with the library's. */
#ifndef QI_TESTS_PLAIN_PLANES_H
#define QI_TESTS_PLAIN_PLANES_H

#include "check.h"

#include <qi/nogo.h>

/* Whether a point belongs to a plane of a position. */
static inline bool plain_plane(const qi_nogo *position, uint32_t plane, qi_point point)
{
    const qi_colour own = qi_nogo_to_move(position);
    const qi_colour other = own == QI_BLACK ? QI_WHITE : QI_BLACK;
    const qi_colour at = qi_nogo_at(position, point);
    switch (plane) {
    case 0:
        return at == own;
    case 1:
        return at == other;
    case 2:
        return qi_nogo_judge(position, own, point, NULL) == QI_NOGO_LEGAL;
    case 3:
        return qi_nogo_judge(position, other, point, NULL) == QI_NOGO_LEGAL;
    case 4:
    case 5:
    case 6:
        return qi_nogo_measure_group(position, point, NULL, NULL, 0).liberties == plane - 3;
    default:
        return at != QI_WALL;
    }
}

/* Compares a packed position with a game. */
static inline void check_packed(const qi_nogo *position, const uint8_t *packed)
{
    const uint32_t area = qi_nogo_rows(position) * qi_nogo_columns(position);
    const uint32_t bytes = (area + 7) / 8;
    for (uint32_t plane = 0; plane < 8; plane++)
        for (uint32_t i = 0; i < bytes * 8; i++)
            assert_int_equal(packed[plane * bytes + i / 8] >> (i % 8) & 1,
                             i < area && plain_plane(position, plane, i));
}

#endif
