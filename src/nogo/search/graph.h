/*
 * The memory of the search: positions and the moves between them.
 *
 * Every position that was judged is a node, whatever order of moves led there, so the moves
 * of a game make a graph without cycles. A move keeps its own visits: how often it was chosen
 * where it starts; what the position behind it is worth, that position knows.
 *
 * Values are chances of winning in parts of QI_GRAPH_ONE, in integers: sums are exact and the same
 * everywhere.
 */
#ifndef QI_NOGO_SEARCH_GRAPH_H
#define QI_NOGO_SEARCH_GRAPH_H

#include <qi/nogo.h>

#define QI_GRAPH_ONE 0xffffffU

typedef struct qi_graph_edge {
    uint32_t node; /* the position behind the move; 0: not in memory */
    uint32_t visits;
    uint32_t value : 24; /* for the side that moves, as last looked up */
    int32_t outcome : 8; /* qi_nogo_outcome for the side that moves */
    uint16_t cell;
    uint16_t share; /* of the policy, in parts of 65535 */
} qi_graph_edge;

typedef struct qi_graph_node {
    uint64_t hash;
    uint32_t visits; /* 1 and those of its moves */
    uint32_t value;  /* for the side to move */
    uint16_t own;    /* the evaluator's value of this position, in parts of 65535 */
    uint16_t count;  /* of edges, which lie behind it, those with the larger shares first */
    int8_t outcome;  /* qi_nogo_outcome for the side to move */
    uint8_t bare;    /* the outcome was known at once: it has no edge, or only one that wins */
    uint8_t tried;   /* the solver's last limit of nodes here, as a power of two */
    uint8_t unused;
} qi_graph_node;

_Static_assert(sizeof(qi_graph_edge) == 16 && sizeof(qi_graph_node) == 24, "whole slots");

/* One block of slots of 8 bytes that grows by doubling, and a second block for what is copied.
 * Nodes are named by the offset of their first slot, because blocks move; offset 0 means 'no node'.
 */
typedef struct qi_slots {
    const qi_allocator *allocator;
    uint64_t *block;          /* moves when it grows: keep offsets, not pointers */
    uint32_t allocated, used; /* in slots */
    uint64_t *spare;          /* the other block: what is kept of a graph, or grows, is copied */
    uint32_t spare_allocated;
    uint32_t capacity; /* the most to allocate */
} qi_slots;

typedef struct qi_graph {
    qi_slots slots;
    uint32_t root; /* 0: none */
    uint64_t nodes;
    uint32_t *index;     /* of nodes by their hashes: offsets, 0 for an empty place */
    uint32_t index_size; /* a power of two, or 0 */
    size_t index_max;
    uint32_t epoch; /* changes when offsets do */
} qi_graph;

void qi_graph_start(qi_graph *graph, size_t memory, const qi_allocator *allocator);
void qi_graph_end(qi_graph *graph);

/* Forgets all positions. */
void qi_graph_clear(qi_graph *graph);

static inline qi_graph_node *qi_graph_node_at(const qi_graph *graph, uint32_t node)
{
    return (qi_graph_node *)(void *)(graph->slots.block + node);
}

static inline qi_graph_edge *qi_graph_edges(const qi_graph *graph, uint32_t node)
{
    return (qi_graph_edge *)(void *)(graph->slots.block + node +
                                     sizeof(qi_graph_node) / sizeof(uint64_t));
}

/* The position with this hash, or 0. */
uint32_t qi_graph_find(const qi_graph *graph, uint64_t hash);

/* Allocates a position with `count` moves, all but its hash and count unset; 0 when the memory is
 * full. Invalidates pointers into the graph. */
uint32_t qi_graph_add(qi_graph *graph, uint64_t hash, uint32_t count);

/* Makes `node` the root and keeps what can be reached from it by positions with at least `min`
 * visits; all offsets change. False without memory; then nothing has changed. */
bool qi_graph_keep(qi_graph *graph, uint32_t node, uint32_t min);

/* Forgets the positions with the fewest visits, about half of them; false when nothing is won. */
bool qi_graph_prune(qi_graph *graph);

/* Bytes in use. */
size_t qi_graph_memory(const qi_graph *graph);

#endif
