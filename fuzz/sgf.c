/* The reader of game records: the main lines are walked, every value is decoded, and what is
 * written again reads as the same tree, with all properties, known or not. */
#include "fuzz.h"
#include "sgf_tree.h"

#include "base/buffer.h"
#include "sgf/tree.h"

#include <qi/sgf.h>

#include <string.h>

static bool collect(void *context, const char *bytes, size_t count)
{
    qi_buffer *const text = context;
    qi_buffer_add(text, bytes, count);
    return !text->failed;
}

static size_t walk_games(const qi_sgf *sgf)
{
    size_t events = 0;
    for (qi_sgf_node game = qi_sgf_first_game(sgf); game != QI_SGF_NO_NODE;
         game = qi_sgf_sibling(sgf, game)) {
        qi_sgf_walk walk;
        qi_text_error error;
        if (qi_sgf_walk_start(sgf, game, &walk, &error) != QI_OK)
            continue;
        must(walk.rows <= QI_SGF_MAX_SIDE && walk.columns <= QI_SGF_MAX_SIDE);
        qi_sgf_event event = {.kind = QI_SGF_MOVE};
        while (events < 100000) {
            const qi_result result = qi_sgf_walk_next(&walk, &event, &error);
            if (result == QI_OK && event.kind == QI_SGF_END)
                break;
            if (result == QI_OK && event.kind == QI_SGF_SETUP)
                must(event.point < walk.rows * walk.columns);
            events++;
        }
        qi_sgf_value value;
        char buffer[64];
        for (size_t i = 0; qi_sgf_find(sgf, game, "C", i, &value); i++)
            must(qi_sgf_decode(value, QI_SGF_TEXT, buffer, sizeof buffer) <= value.length);
    }
    return events;
}

static bool same(qi_sgf_value left, qi_sgf_value right)
{
    return left.length == right.length && memcmp(left.text, right.text, left.length) == 0;
}

/* Whether two nodes have the same properties, known or not, with the same values. */
static void must_be_same_node(const qi_sgf *left, qi_sgf_node at, const qi_sgf *right,
                              qi_sgf_node there)
{
    for (size_t property = 0;; property++) {
        qi_sgf_value name = {"", 0}, other = {"", 0};
        size_t values = 0, others = 0;
        const bool more = qi_sgf_property(left, at, property, &name, &values);
        must(more == qi_sgf_property(right, there, property, &other, &others));
        if (!more)
            return;
        must(same(name, other) && values == others);
        for (size_t i = 0; i < values; i++)
            must(same(qi_sgf_property_value(left, at, property, i),
                      qi_sgf_property_value(right, there, property, i)));
    }
}

/* Whether two collections are the same games, variations and markup. */
static void must_be_same(const qi_sgf *left, const qi_sgf *right)
{
    qi_sgf_node at = qi_sgf_first_game(left), there = qi_sgf_first_game(right);
    while (at != QI_SGF_NO_NODE) {
        must(there != QI_SGF_NO_NODE);
        must_be_same_node(left, at, right, there);
        qi_sgf_node next = qi_sgf_child(left, at), beside = qi_sgf_child(right, there);
        must((next == QI_SGF_NO_NODE) == (beside == QI_SGF_NO_NODE));
        while (next == QI_SGF_NO_NODE && at != QI_SGF_NO_NODE) {
            next = qi_sgf_sibling(left, at);
            beside = qi_sgf_sibling(right, there);
            must((next == QI_SGF_NO_NODE) == (beside == QI_SGF_NO_NODE));
            at = qi_sgf_parent(left, at);
            there = qi_sgf_parent(right, there);
        }
        at = next;
        there = beside;
    }
    must(there == QI_SGF_NO_NODE);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    qi_sgf *sgf;
    qi_text_error error = {0};
    if (qi_sgf_parse((const char *)data, size, NULL, &sgf, &error) != QI_OK) {
        must(error.line >= 1 && error.column >= 1);
        return 0;
    }
    const size_t events = walk_games(sgf);
    qi_buffer written = {0};
    write_sgf_tree(sgf, collect, &written);
    must(!written.failed);
    qi_sgf *again;
    must(qi_sgf_parse(written.bytes, written.length, NULL, &again, &error) == QI_OK);
    must(qi_sgf_games(again) == qi_sgf_games(sgf) && walk_games(again) == events);
    must_be_same(sgf, again);
    qi_sgf_free(again);
    qi_sgf_free(sgf);
    qi_buffer_free(&written);
    return 0;
}
