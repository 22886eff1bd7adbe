/* The inside of a qi_nogo_record. */
#ifndef QI_NOGO_PLAY_RECORD_H
#define QI_NOGO_PLAY_RECORD_H

#include <qi/nogo_record.h>

#include "base/memory.h"

struct qi_nogo_record {
    qi_allocator allocator;
    qi_nogo *start, *now; /* `now` is `start` after the first `place` moves */
    qi_move *moves;
    size_t count, capacity, place;
    bool no_centre;
    qi_nogo_end end; /* as it was set */
    qi_colour winner;
    char *name[3]; /* by colour, or NULL; that of QI_EMPTY is the comment */
};

/* Whether the first stone on a board without stones may not be put on the centre, as some
 * tournaments have it. Not so at first. */
void qi_nogo_record_forbid_centre(qi_nogo_record *record, bool forbid);

#endif
