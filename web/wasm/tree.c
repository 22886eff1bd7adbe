/* The tree of an SGF record for the page: which node follows which, and where each is written. */
#include "sgf/tree.h"
#include "page.h"

/* Three words a node in the order of the text, after the number of nodes of the first game: its
 * parent (QI_SGF_NO_NODE for the root), and where its properties begin and end. NULL when the text
 * is malformed, and then `error` says how. The caller releases it. */
PAGE_EXPORT(sgf_tree)
uint32_t *page_sgf_tree(const char *text, size_t length, qi_text_error *error)
{
    qi_sgf *sgf;
    if (qi_sgf_parse(text, length, NULL, &sgf, error) != QI_OK)
        return NULL;
    const qi_sgf_node second = qi_sgf_sibling(sgf, qi_sgf_first_game(sgf));
    const uint32_t count = second == QI_SGF_NO_NODE ? sgf->node_list.count : second;
    uint32_t *tree = page_allocate((1 + 3 * (size_t)count) * sizeof *tree);
    if (tree)
        tree[0] = count;
    for (uint32_t i = 0; tree && i < count; i++) {
        const sgf_node *node = qi_sgf_node_at(sgf, i);
        uint32_t *words = tree + 1 + 3 * (size_t)i;
        words[0] = qi_sgf_parent(sgf, i);
        words[1] = words[2] = 0;
        if (node->properties) {
            const sgf_property *last =
                qi_sgf_property_at(sgf, node->first_property + node->properties - 1);
            const qi_sgf_value value = qi_sgf_value_at(sgf, last->first_value + last->values - 1);
            words[1] = qi_sgf_property_at(sgf, node->first_property)->name;
            words[2] = (uint32_t)(value.text - text + (ptrdiff_t)value.length) + 1;
        }
    }
    qi_sgf_free(sgf);
    return tree;
}
