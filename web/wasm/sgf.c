/* A game's tree from SGF, flattened to words for the script. */
#include <qi/sgf.h>

#include "base/buffer.h"
#include "base/memory.h"
#include "page.h"

/* For every node, parents first: its parent's number (from 0; UINT32_MAX for the root), the number
 * of its events, for each of them kind, colour and point; the number of its properties, for each of
 * them where its name stands in the text, the name's length and the number of its values, and for
 * each of these where it stands and its length. */
typedef struct page_sgf {
    uint32_t rows, columns, games, nodes;
    qi_buffer words;
    bool has_gap;
    qi_text_error gap; /* why a part of the text was left out */
} page_sgf;

static void free_tree(void *object)
{
    page_sgf *tree = object;
    qi_buffer_free(&tree->words);
    page_release(tree);
}

static void add(page_sgf *tree, size_t number)
{
    const uint32_t word = (uint32_t)number;
    qi_buffer_add(&tree->words, &word, sizeof word);
}

/* Writes a number for which a word was added at `at`. */
static void set(page_sgf *tree, size_t at, uint32_t number)
{
    if (!tree->words.failed)
        memcpy(tree->words.bytes + at, &number, sizeof number);
}

static bool add_events(page_sgf *tree, qi_sgf_walk *walk, qi_sgf_node node, qi_text_error *error)
{
    const size_t number_at = tree->words.length;
    add(tree, 0);
    uint32_t number = 0;
    qi_sgf_walk_node(walk, node);
    for (; !tree->words.failed; number++) {
        qi_sgf_event event;
        if (qi_sgf_walk_next(walk, &event, error) != QI_OK)
            return false;
        if (event.kind == QI_SGF_END)
            break;
        add(tree, event.kind);
        add(tree, event.colour);
        add(tree, event.point);
    }
    set(tree, number_at, number);
    return true;
}

static void add_properties(page_sgf *tree, const qi_sgf *sgf, qi_sgf_node node, const char *text)
{
    const size_t number_at = tree->words.length;
    add(tree, 0);
    uint32_t number = 0;
    qi_sgf_value name;
    size_t values;
    for (; !tree->words.failed && qi_sgf_property(sgf, node, number, &name, &values); number++) {
        add(tree, (size_t)(name.text - text));
        add(tree, name.length);
        add(tree, values);
        for (size_t i = 0; i < values; i++) {
            const qi_sgf_value value = qi_sgf_property_value(sgf, node, number, i);
            add(tree, (size_t)(value.text - text));
            add(tree, value.length);
        }
    }
    set(tree, number_at, number);
}

/* The next node of the tree below `root` in the order of the text. */
static qi_sgf_node after(const qi_sgf *sgf, qi_sgf_node node, qi_sgf_node root)
{
    if (qi_sgf_child(sgf, node) != QI_SGF_NO_NODE)
        return qi_sgf_child(sgf, node);
    while (node != root && qi_sgf_sibling(sgf, node) == QI_SGF_NO_NODE)
        node = qi_sgf_parent(sgf, node);
    return node == root ? QI_SGF_NO_NODE : qi_sgf_sibling(sgf, node);
}

static bool add_game(page_sgf *tree, const qi_sgf *sgf, uint32_t which, const char *text,
                     qi_text_error *error)
{
    qi_sgf_node root = qi_sgf_first_game(sgf);
    while (which-- > 0 && qi_sgf_sibling(sgf, root) != QI_SGF_NO_NODE)
        root = qi_sgf_sibling(sgf, root);
    qi_sgf_walk walk;
    if (qi_sgf_walk_start(sgf, root, &walk, error) != QI_OK)
        return false;
    tree->rows = walk.rows;
    tree->columns = walk.columns;
    for (qi_sgf_node game = qi_sgf_first_game(sgf); game != QI_SGF_NO_NODE;
         game = qi_sgf_sibling(sgf, game))
        tree->games++;
    for (qi_sgf_node node = root; node != QI_SGF_NO_NODE; node = after(sgf, node, root)) {
        /* nodes are numbered in the order of the text, so a tree's are in a row */
        add(tree, node == root ? UINT32_MAX : qi_sgf_parent(sgf, node) - root);
        if (!add_events(tree, &walk, node, error))
            return false;
        add_properties(tree, sgf, node, text);
        tree->nodes++;
    }
    return !tree->words.failed;
}

/* Reads game number `which` (from 0). 0 when the text is malformed: `error` says how. */
PAGE_EXPORT(sgf_parse)
page_handle page_sgf_parse(const char *text, size_t length, uint32_t which, qi_text_error *error)
{
    qi_sgf *sgf;
    if (qi_sgf_parse(text, length, NULL, &sgf, error) != QI_OK)
        return 0;
    page_sgf *tree = page_allocate(sizeof *tree);
    if (tree) {
        *tree = (page_sgf){.has_gap = qi_sgf_gaps(sgf) > 0};
        if (tree->has_gap)
            tree->gap = qi_sgf_gap_at(sgf, 0).why;
        if (!add_game(tree, sgf, which, text, error)) {
            free_tree(tree);
            tree = NULL;
        }
    }
    qi_sgf_free(sgf);
    return page_keep(PAGE_SGF, tree, free_tree);
}

/* Five words: rows, columns, games in the text, nodes, words. */
PAGE_EXPORT(sgf_sizes) void page_sgf_sizes(page_handle handle, uint32_t *sizes)
{
    const page_sgf *tree = page_find(handle, PAGE_SGF);
    sizes[0] = tree->rows;
    sizes[1] = tree->columns;
    sizes[2] = tree->games;
    sizes[3] = tree->nodes;
    sizes[4] = (uint32_t)(tree->words.length / sizeof *sizes);
}

/* Whether a part of the text was left out; `why` says where and why. */
PAGE_EXPORT(sgf_gap) bool page_sgf_gap(page_handle handle, qi_text_error *why)
{
    const page_sgf *tree = page_find(handle, PAGE_SGF);
    if (tree->has_gap)
        *why = tree->gap;
    return tree->has_gap;
}

PAGE_EXPORT(sgf_words) const void *page_sgf_words(page_handle handle)
{
    const page_sgf *tree = page_find(handle, PAGE_SGF);
    return tree->words.bytes;
}
