/* The inside of a qi_nogo_search, shared with the part that needs a host (threads, clocks). */
#ifndef QI_NOGO_SEARCH_INSIDE_H
#define QI_NOGO_SEARCH_INSIDE_H

#include "nogo/search_tree.h"

struct qi_nogo_search {
    qi_allocator allocator;
    qi_nogo_search_options options;
    qi_net net;
    qi_tree tree; /* tree.root is 0 while there is no position */
    qi_tree_worker worker;
};

/* Whether thinking on is of no use: there is no choice, or the outcome is proven. */
bool qi_search_is_over(const qi_nogo_search *search);

#endif
