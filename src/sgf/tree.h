/* The tree that the SGF reader builds, for the reader, the walk and the writer. */
#ifndef QI_SGF_TREE_H
#define QI_SGF_TREE_H

#include "base/memory.h"
#include "base/text.h"
#include <qi/sgf.h>

/* Nodes, properties and values lie in three arrays in the order of the text; they name each other
 * and the text by index, so that 32 bits are enough. */
typedef struct sgf_node {
    qi_sgf_node parent, child, last_child, sibling;
    uint32_t first_property, properties : 31;
    uint32_t opens_tree : 1; /* it follows a "(" */
} sgf_node;

typedef struct sgf_property {
    uint32_t name, name_length; /* as written, lower-case letters included */
    uint32_t first_value, values;
} sgf_property;

typedef struct sgf_value {
    uint32_t start, length;
} sgf_value;

/* A piece of the text that was left out. */
typedef struct sgf_gap {
    uint32_t start, length;
    bool is_game;
} sgf_gap;

typedef struct sgf_list {
    void *items;
    uint32_t count;
    size_t capacity;
} sgf_list;

struct qi_sgf {
    qi_allocator allocator;
    const char *text;
    uint32_t length;
    uint32_t games;
    qi_sgf_node last_game; /* while reading */
    sgf_list node_list, property_list, value_list, gap_list;
    qi_text_error error; /* why the reading failed, or the last game was lost */
};

static inline const sgf_node *qi_sgf_node_at(const qi_sgf *sgf, qi_sgf_node node)
{
    return (const sgf_node *)sgf->node_list.items + node;
}

static inline const sgf_property *qi_sgf_property_at(const qi_sgf *sgf, uint32_t property)
{
    return (const sgf_property *)sgf->property_list.items + property;
}

static inline qi_sgf_value qi_sgf_value_at(const qi_sgf *sgf, uint32_t value)
{
    const sgf_value *at = (const sgf_value *)sgf->value_list.items + value;
    return (qi_sgf_value){sgf->text + at->start, at->length};
}

/* Whether a property has this name, lower-case letters left out. */
bool qi_sgf_is(const qi_sgf *sgf, const sgf_property *property, const char *name);

/* A scanner that stands at a place of the text, for error messages. */
qi_scanner qi_sgf_scanner(const qi_sgf *sgf, const char *at);

static inline bool qi_sgf_is_space(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r'); /* \t \n \v \f \r */
}

/* The number of games; at least 1. */
size_t qi_sgf_games(const qi_sgf *sgf);

/* How to read a value's text: in QI_SGF_TEXT (comments) line breaks count, in QI_SGF_SIMPLE_TEXT
 * (names, places) they are spaces. */
typedef enum qi_sgf_text_kind { QI_SGF_TEXT, QI_SGF_SIMPLE_TEXT } qi_sgf_text_kind;

/* Writes what a value means, null-terminated and cut to `capacity` bytes: escapes resolved, soft
 * line breaks removed, line breaks of any kind as "\n", other white space as spaces. Returns the
 * length of the whole, which is at most value.length; `buffer` may be NULL when capacity is 0. */
size_t qi_sgf_decode(qi_sgf_value value, qi_sgf_text_kind kind, char *buffer, size_t capacity);

#endif
