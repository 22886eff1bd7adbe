#include "nogo/search/graph.h"

#include "base/fast.h"
#include "base/memory.h"

enum {
    NODE_SLOTS = sizeof(qi_graph_node) / sizeof(uint64_t),
    EDGE_SLOTS = sizeof(qi_graph_edge) / sizeof(uint64_t),
    FIRST_INDEX = 1 << 10,
    INDEX_PART = 16 /* of the memory, for the index at most */
};

/* ---- slots -------------------------------------------------------------------------------- */

static void start_slots(qi_slots *slots, size_t memory, const qi_allocator *allocator)
{
    /* Half of it: there are two blocks. */
    const size_t max = memory / 2 / sizeof(uint64_t);
    memset(slots, 0, sizeof *slots);
    slots->allocator = allocator;
    slots->capacity = max > UINT32_MAX / 2 ? UINT32_MAX / 2 : (uint32_t)max;
}

static void end_slots(qi_slots *slots)
{
    qi_release(slots->allocator, slots->block);
    qi_release(slots->allocator, slots->spare);
}

/* Swaps the two blocks; the new one in use has at least `wanted` slots. False without memory. Two
 * alternating blocks are cheaper than new ones, which the system must clear. */
static bool change_slots(qi_slots *slots, uint32_t wanted)
{
    if (slots->spare_allocated < wanted) {
        qi_release(slots->allocator, slots->spare);
        slots->spare_allocated = 0;
        slots->spare =
            (uint64_t *)qi_allocate_array(slots->allocator, wanted, sizeof *slots->spare);
        if (!slots->spare)
            return false;
        slots->spare_allocated = wanted;
    }
    uint64_t *const block = slots->spare;
    const uint32_t allocated = slots->spare_allocated;
    slots->spare = slots->block;
    slots->spare_allocated = slots->allocated;
    slots->block = block;
    slots->allocated = allocated;
    return true;
}

/* Makes room for `size` more slots, doubling; false when that is too much or there is no memory. */
static bool make_room(qi_slots *slots, uint32_t size)
{
    enum { FIRST = 1 << 13 };
    if (slots->allocated >= slots->used + size)
        return true;
    if (slots->capacity - slots->used < size)
        return false;
    uint64_t wanted = slots->allocated ? (uint64_t)slots->allocated * 2 : FIRST;
    while (wanted < (uint64_t)slots->used + size)
        wanted *= 2;
    wanted = wanted < slots->capacity ? wanted : slots->capacity;
    const uint64_t *const full = slots->block;
    if (!change_slots(slots, (uint32_t)wanted))
        return false;
    if (full)
        memcpy(slots->block, full, slots->used * sizeof *full);
    return true;
}

/* Allocates `size` slots; returns their offset or 0. Invalidates pointers into the block. */
static uint32_t take_slots(qi_slots *slots, uint32_t size)
{
    if (!make_room(slots, size))
        return 0;
    const uint32_t offset = slots->used;
    slots->used += size;
    return offset;
}

/* ---- the graph ---------------------------------------------------------------------------- */

void qi_graph_start(qi_graph *graph, size_t memory, const qi_allocator *allocator)
{
    memset(graph, 0, sizeof *graph);
    start_slots(&graph->slots, memory - memory / INDEX_PART, allocator);
    graph->index_max = memory / INDEX_PART / sizeof *graph->index;
}

void qi_graph_end(qi_graph *graph)
{
    qi_release(graph->slots.allocator, graph->index);
    end_slots(&graph->slots);
}

static void clear_index(qi_graph *graph)
{
    if (graph->index)
        memset(graph->index, 0, graph->index_size * sizeof *graph->index);
}

void qi_graph_clear(qi_graph *graph)
{
    graph->slots.used = 1;
    clear_index(graph);
    graph->root = 0;
    graph->nodes = 0;
    graph->epoch++;
}

/* ---- the index ---------------------------------------------------------------------------- */

/* Where in the index a hash is, or the empty place where it would be. There always is one. */
static uint32_t place_of(const qi_graph *graph, uint64_t hash)
{
    uint32_t place = (uint32_t)hash & (graph->index_size - 1);
    while (graph->index[place] && qi_graph_node_at(graph, graph->index[place])->hash != hash)
        place = (place + 1) & (graph->index_size - 1);
    return place;
}

uint32_t qi_graph_find(const qi_graph *graph, uint64_t hash)
{
    return graph->index && QI_HAS_FAST(QI_FAST_JOINING) ? graph->index[place_of(graph, hash)] : 0;
}

static uint32_t size_of(uint32_t count)
{
    return NODE_SLOTS + count * EDGE_SLOTS;
}

static void index_all(qi_graph *graph)
{
    clear_index(graph);
    for (uint32_t node = 1; node < graph->slots.used;) {
        const qi_graph_node *header = qi_graph_node_at(graph, node);
        graph->index[place_of(graph, header->hash)] = node;
        node += size_of(header->count);
    }
}

/* Keeps half of the index empty; false when that cannot be. */
static bool make_index(qi_graph *graph)
{
    const uint64_t wanted = 2 * (graph->nodes + 1);
    if (graph->index_size >= wanted)
        return true;
    uint32_t size = graph->index_size ? graph->index_size : FIRST_INDEX;
    while (size < wanted)
        size *= 2;
    uint32_t *index = NULL;
    if (size <= graph->index_max)
        index = (uint32_t *)qi_allocate_array(graph->slots.allocator, size, sizeof *index);
    if (!index)
        return false;
    qi_release(graph->slots.allocator, graph->index);
    graph->index = index;
    graph->index_size = size;
    index_all(graph);
    return true;
}

uint32_t qi_graph_add(qi_graph *graph, uint64_t hash, uint32_t count)
{
    if (!make_index(graph))
        return 0;
    const uint32_t node = take_slots(&graph->slots, size_of(count));
    if (!node)
        return 0;
    *qi_graph_node_at(graph, node) = (qi_graph_node){.hash = hash, .count = (uint16_t)count};
    graph->index[place_of(graph, hash)] = node;
    graph->nodes++;
    return node;
}

size_t qi_graph_memory(const qi_graph *graph)
{
    return (size_t)graph->slots.used * sizeof *graph->slots.block +
           (size_t)graph->index_size * sizeof *graph->index;
}

/* ---- forgetting --------------------------------------------------------------------------- */

/* Copies a node to the end of the slots in use and leaves its new offset in place of its value,
 * with no visits as a sign. */
static uint32_t move_node(qi_graph *graph, const qi_graph *old, uint32_t node)
{
    qi_graph_node *header = qi_graph_node_at(old, node);
    if (header->visits == 0)
        return header->value;
    const uint32_t size = size_of(header->count);
    const uint32_t moved = take_slots(&graph->slots, size);
    memcpy(graph->slots.block + moved, old->slots.block + node, size * sizeof(uint64_t));
    graph->nodes++;
    header->visits = 0;
    header->value = moved;
    return moved;
}

/* Moves what the edges of a moved node lead to. */
static void move_below(qi_graph *graph, const qi_graph *old, uint32_t node, uint32_t min)
{
    qi_graph_node *header = qi_graph_node_at(graph, node);
    header->visits = 1;
    for (uint32_t i = 0; i < header->count; i++) {
        qi_graph_edge *edge = &qi_graph_edges(graph, node)[i];
        if (edge->node) {
            const qi_graph_node *below = qi_graph_node_at(old, edge->node);
            edge->node =
                below->visits == 0 || below->visits >= min ? move_node(graph, old, edge->node) : 0;
        } else if (edge->value == 0) {
            edge->visits = 0; /* drop a visit still under way: its end is not reported */
        }
        header->visits += edge->visits;
    }
}

bool qi_graph_keep(qi_graph *graph, uint32_t node, uint32_t min)
{
    /* No more than is there now; so moving needs no memory. */
    if (!change_slots(&graph->slots, graph->slots.used))
        return false;
    const qi_graph old = {.slots = {.block = graph->slots.spare}};
    graph->slots.used = 1;
    graph->nodes = 0;
    graph->epoch++;
    graph->root = move_node(graph, &old, node);
    /* Breadth first. */
    for (uint32_t done = graph->root; done < graph->slots.used;) {
        move_below(graph, &old, done, min);
        done += size_of(qi_graph_node_at(graph, done)->count);
    }
    index_all(graph);
    return true;
}

bool qi_graph_prune(qi_graph *graph)
{
    enum { LEVELS = 32 };
    uint64_t slots[LEVELS] = {0}; /* of nodes by the powers of two of their visits */
    for (uint32_t node = 1; node < graph->slots.used;) {
        const qi_graph_node *header = qi_graph_node_at(graph, node);
        const uint32_t size = size_of(header->count);
        slots[31 - __builtin_clz(header->visits | 1)] += size;
        node += size;
    }
    uint32_t level = 0;
    for (uint64_t won = 0; level < LEVELS - 1 && won < graph->slots.used / 2; level++)
        won += slots[level];
    const uint32_t before = graph->slots.used;
    return qi_graph_keep(graph, graph->root, (uint32_t)1 << level) && graph->slots.used < before;
}
