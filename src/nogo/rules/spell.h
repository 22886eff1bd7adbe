/* Moves as lines "row column", from 1, spelled from a table of ready-made numbers. */
#ifndef QI_NOGO_RULES_SPELL_H
#define QI_NOGO_RULES_SPELL_H

#include <qi/nogo.h>

/* "12 " or "12\n": a coordinate ready to be copied. */
typedef struct qi_coordinate {
    char text[7];
    uint8_t length;
} qi_coordinate;

typedef struct qi_nogo_speller {
    qi_coordinate *rows, *columns;
    uint32_t width;
    uint64_t by_width;
    qi_allocator allocator;
} qi_nogo_speller;

/* Room for one move; writing it may touch all of these bytes. */
enum { QI_NOGO_MOVE_BYTES = 2 * sizeof(qi_coordinate) };

qi_result qi_nogo_speller_start(qi_nogo_speller *speller, const qi_nogo *game,
                                const qi_allocator *allocator);
/* Writes moves at `at`, which has room for QI_NOGO_MOVE_BYTES each; returns the end. */
char *qi_nogo_spell(const qi_nogo_speller *speller, const qi_point *moves, size_t count, char *at);
void qi_nogo_speller_end(qi_nogo_speller *speller);

#endif
