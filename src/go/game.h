/*
 * The inside of a qi_go, for the files of this folder only.
 *
 * The board is a row of cells with a wall around it: one column of wall serves as the right border
 * of a row and the left border of the next. The neighbours of cell c are c - 1, c + 1, c - stride
 * and c + stride, without any test for the border.
 *
 * A group is known by one of its cells, its head. Its stones form a ring through `next`, all of
 * them know their head, and the head's entry in `groups` counts the stones and the edges that lead
 * from a stone to an empty cell. Edges are not liberties (an empty cell may be counted by several
 * stones), but they merge by addition and there are none exactly when there are no liberties. A
 * cell without a stone is its own head. Its entry belongs to no group, but is counted up and down
 * like one, which saves a test.
 */
#ifndef QI_GO_GAME_H
#define QI_GO_GAME_H

#include "base/memory.h"

#include <qi/go.h>

enum {
    QI_GO_MAX_POINTS = QI_GO_MAX_SIDE * QI_GO_MAX_SIDE,
    QI_GO_MAX_CELLS = (QI_GO_MAX_SIDE + 2) * (QI_GO_MAX_SIDE + 1) + 1,
    NO_GROUP = 0 /* a wall: the head of stones while their group is made anew */
};

typedef struct go_group {
    uint16_t edges;
    uint16_t stones;
} go_group;

/*
 * The history: what every step changed, in 16-bit words, read backwards.
 *
 * A word holds a cell (12 bits), what became of it (3 bits), and whether it is the last word of its
 * step. A move writes a word for every captured stone, and then its own; so the stream can be cut
 * into steps from its end without any index.
 *
 * Positions are found through a table of chains. Node s belongs to the position after step s and
 * holds 32 bits of its hash, the tag, and the next older node of its chain. A chain knows its
 * newest node, so that taking back a step unhooks it, and has marks, two for every tag in it, so
 * that one look at the chain almost always proves a new position new. Each position is in
 * the table once: moves never repeat one, and passes and setups that do are left out.
 */
enum {
    GO_CELL = 0x0fff,
    GO_WHAT_SHIFT = 12,
    GO_STEP_END = 0x8000,
    GO_PASS_CELL = 0, /* cells of the wall stand for steps that are not moves */
    GO_SETUP_CELL = 1
};

typedef enum go_what {
    GO_PUT_BLACK = 0,
    GO_PUT_WHITE,
    GO_TAKE_BLACK,
    GO_TAKE_WHITE,
    GO_BLACK_TO_WHITE,
    GO_WHITE_TO_BLACK,
    GO_BLACK_MOVED, /* nothing changes here: a pass, a setup, or a suicide of one stone */
    GO_WHITE_MOVED
} go_what;

typedef struct go_node {
    uint32_t tag;
    uint32_t next; /* a step + 1, or 0; or GO_LEFT_OUT */
} go_node;

#define GO_LEFT_OUT UINT32_MAX

typedef struct go_chain {
    uint32_t newest; /* a step + 1, or 0 */
    uint32_t marks;  /* go_marks(tag) of every tag in the chain; after an undo maybe others too */
} go_chain;

typedef struct go_history {
    uint32_t steps;     /* the number of the last step */
    uint32_t attention; /* before a step is added to this one, qi_go_history_tend is called */
    uint32_t tag_mask;  /* all ones; fewer in tests, to force collisions */

    uint16_t *words;
    size_t word_count, word_capacity;

    go_node *nodes; /* node s for step s */
    size_t node_capacity;

    go_chain *chains; /* chain_count is a power of two */
    uint32_t chain_count;
    size_t chain_capacity;

    /* The cells after every `interval` steps, so that no walk back is longer than that; each is
     * preceded by its word_count. */
    uint8_t *checkpoints;
    uint32_t interval;
    size_t checkpoint_capacity;
} go_history;

struct qi_go {
    qi_allocator allocator;
    uint32_t rows, columns, points, stride, cells;
    int32_t steps[5]; /* to the neighbours of a cell, and to itself */
    qi_go_rules rules;
    bool remembers; /* positions matter, so the table is kept */
    uint8_t mover;  /* who moved last */
    uint64_t hash;
    uint64_t captures[3]; /* by colour */
    go_history history;
    uint8_t colours[QI_GO_MAX_CELLS];
    uint8_t seen[QI_GO_MAX_CELLS]; /* bit 1 << colour: a stone of it stood here at some time */
    uint16_t head[QI_GO_MAX_CELLS];
    uint16_t next[QI_GO_MAX_CELLS];
    go_group groups[QI_GO_MAX_CELLS];
    uint16_t cell_of[QI_GO_MAX_POINTS];
    uint16_t point_of[QI_GO_MAX_CELLS];
    uint64_t keys[QI_GO_MAX_CELLS][2]; /* of Black and White */
};

static inline uint64_t go_key(const qi_go *game, unsigned cell, unsigned colour)
{
    return game->keys[cell][colour - QI_BLACK];
}

static inline uint16_t go_word(unsigned cell, go_what what)
{
    return (uint16_t)(cell | (unsigned)what << GO_WHAT_SHIFT);
}

static inline go_what go_what_of(uint16_t word)
{
    return (go_what)(word >> GO_WHAT_SHIFT & 7);
}

/* Returns the colour that made a step, from its last word. */
static inline unsigned go_mover_of(uint16_t last_word)
{
    return go_what_of(last_word) & 1 ? QI_WHITE : QI_BLACK;
}

/* The state of the word's cell before the step, or `now` when the word changes nothing. */
static inline uint8_t go_before(uint16_t word, uint8_t now)
{
    static const uint8_t before[] = {QI_EMPTY, QI_EMPTY, QI_BLACK, QI_WHITE, QI_BLACK, QI_WHITE};
    const go_what what = go_what_of(word);
    return what < GO_BLACK_MOVED ? before[what] : now;
}

/* ---- history.c ---------------------------------------------------------------------------- */

qi_result qi_go_history_new(qi_go *game);
void qi_go_history_free(qi_go *game);
/* Forgets every step and remembers the present position as step 0. */
void qi_go_history_clear(qi_go *game);
qi_result qi_go_history_copy(const qi_go *game, qi_go *copy);
/* Makes room for a step; called before the board changes. */
qi_result qi_go_history_tend(qi_go *game);
/* Recomputes `attention` after steps were taken away. */
void qi_go_history_attend(qi_go *game);
/* The step after which the board was as `wanted` first (and `mover` had moved, when that matters),
 * or UINT32_MAX. `hash` is the hash of `wanted`. */
uint32_t qi_go_history_find(const qi_go *game, const uint8_t *wanted, uint64_t hash,
                            unsigned mover);
/* After a step that may repeat a position (a pass, a setup): remembers it if it is new. */
void qi_go_history_remember(qi_go *game);
/* Before the newest position is left: forgets it, if it is in the table. */
void qi_go_history_forget(qi_go *game);
/* Sets `earlier` to the position after a step; returns the number of words up to that step. */
size_t qi_go_history_restore(const qi_go *game, uint32_t step, uint8_t *earlier);

/* For tests: only `bits` bits of a hash are used to find positions. On a fresh game only. */
void qi_go_weaken_hash(qi_go *game, unsigned bits);

static inline uint32_t go_tag(const qi_go *game, uint64_t hash, unsigned mover)
{
    /* Under situational superko the two players' situations go to different chains. */
    if (game->rules.repetition == QI_GO_SITUATIONAL && mover == QI_WHITE)
        hash = ~hash;
    return (uint32_t)(hash >> 32) & game->history.tag_mask;
}

/* Whether the next step needs qi_go_history_tend: a step writes fewer words than there are cells,
 * a setup included. */
static inline bool go_history_full(const qi_go *game)
{
    return game->history.steps == game->history.attention ||
           game->history.word_capacity - game->history.word_count < game->cells;
}

static inline void go_history_put(qi_go *game, uint16_t word)
{
    game->history.words[game->history.word_count++] = word;
}

static inline go_chain *go_chain_of(const qi_go *game, uint32_t tag)
{
    return &game->history.chains[tag & (game->history.chain_count - 1)];
}

/* Two of 32 marks, by the highest bits of a tag: the lowest ones choose the chain. */
static inline uint32_t go_marks(uint32_t tag)
{
    return 1U << (tag >> 27) | 1U << (tag >> 22 & 31);
}

/* Whether the table may hold a position with this tag; almost always it does not. */
static inline bool go_history_may_know(const qi_go *game, uint32_t tag)
{
    return !(~go_chain_of(game, tag)->marks & go_marks(tag));
}

/* Hooks a node into its chain, as the newest. */
static inline void go_history_hook(qi_go *game, uint32_t step, uint32_t tag)
{
    go_chain *chain = go_chain_of(game, tag);
    game->history.nodes[step] = (go_node){tag, chain->newest};
    *chain = (go_chain){step + 1, chain->marks | go_marks(tag)};
}

/* Remembers the position just reached, which is new. */
static inline void go_history_add(qi_go *game)
{
    go_history_hook(game, game->history.steps, go_tag(game, game->hash, game->mover));
}

/* ---- the neighbours of a cell and the edges to them, for playing and undoing --------------- */

/* More edges than any group can have: the entry of a cell without a stone never runs out of
 * them. */
enum { GO_MANY_EDGES = 0x8000 };

/* The neighbours of a cell are numbers 0 to 3; number 4 is the cell itself. They are computed where
 * needed, which is cheaper than an array. */
static inline unsigned go_neighbour(const qi_go *game, unsigned cell, unsigned number)
{
    return cell + (unsigned)game->steps[number];
}

static inline go_group *go_group_of(qi_go *game, unsigned cell)
{
    return &game->groups[game->head[cell]];
}

/* A stone is put on a cell or removed: the groups around lose an edge each, or get it back. Entries
 * that are not groups are counted too, which does no harm and saves a test. */
static inline void go_close_edges(qi_go *game, unsigned cell)
{
    for (unsigned i = 0; i < 4; i++)
        go_group_of(game, go_neighbour(game, cell, i))->edges--;
}

static inline void go_open_edges(qi_go *game, unsigned cell)
{
    for (unsigned i = 0; i < 4; i++)
        go_group_of(game, go_neighbour(game, cell, i))->edges++;
}

/* A cell without a stone is its own head, with many edges. */
static inline void go_make_groupless(qi_go *game, unsigned cell)
{
    game->head[cell] = (uint16_t)cell;
    game->groups[cell] = (go_group){GO_MANY_EDGES, 0};
}

static inline bool go_is_stone(const qi_go *game, unsigned cell)
{
    return game->colours[cell] == QI_BLACK || game->colours[cell] == QI_WHITE;
}

#endif
