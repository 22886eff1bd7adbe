/* A game of NoGo as the page needs it: a starting position, the moves, and a place in them. */
#ifndef QI_WEB_NOGO_H
#define QI_WEB_NOGO_H

#include <qi/nogo.h>

typedef struct page_nogo {
    qi_nogo *start; /* where the record begins */
    qi_nogo *now;   /* `start` after the first `at` moves */
    uint32_t *moves;
    uint32_t count, capacity, at;
} page_nogo;

/* Reads a board as qi_nogo_parse does; NULL on failure. */
page_nogo *page_nogo_read(const char *text, size_t length, unsigned flags, qi_text_error *error);
void page_nogo_start(const page_nogo *game, uint8_t *stones);
uint32_t page_nogo_play(page_nogo *game, uint32_t point, uint32_t *group);
void page_nogo_set_to_move(page_nogo *game, uint32_t colour);

#endif
