/* Writes a collection that was read as a text with the same tree, for tests of the reader. */
#ifndef QI_FUZZ_SGF_TREE_H
#define QI_FUZZ_SGF_TREE_H

#include <qi/sgf.h>

/* ";" and the properties of a node, known or not. */
static inline void write_sgf_node(const qi_sgf *sgf, qi_sgf_node node, qi_sink *sink, void *context)
{
    qi_sgf_value name;
    size_t values;
    sink(context, ";", 1);
    for (size_t i = 0; qi_sgf_property(sgf, node, i, &name, &values); i++) {
        sink(context, name.text, name.length);
        for (size_t k = 0; k < values; k++) {
            const qi_sgf_value value = qi_sgf_property_value(sgf, node, i, k);
            sink(context, "[", 1);
            sink(context, value.text, value.length);
            sink(context, "]", 1);
        }
    }
}

/* Every node stands in parentheses with what is below it. */
static inline void write_sgf_tree(const qi_sgf *sgf, qi_sink *sink, void *context)
{
    for (qi_sgf_node node = qi_sgf_first_game(sgf); node != QI_SGF_NO_NODE;) {
        sink(context, "(", 1);
        write_sgf_node(sgf, node, sink, context);
        qi_sgf_node next = qi_sgf_child(sgf, node);
        while (next == QI_SGF_NO_NODE && node != QI_SGF_NO_NODE) {
            sink(context, ")", 1);
            next = qi_sgf_sibling(sgf, node);
            node = qi_sgf_parent(sgf, node);
        }
        node = next;
    }
}

#endif
