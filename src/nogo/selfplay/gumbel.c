#include "nogo/selfplay/gumbel.h"

#include "base/memory.h"
#include "nogo/selfplay/real.h"

/* ---- keys ----------------------------------------------------------------------------------- */

enum { CELL_BITS = 10, CELL_MASK = (1 << CELL_BITS) - 1, LOST_BITS = 9, MAX_POINTS = 640 };
_Static_assert((int)QI_BOARD_CELLS <= (int)CELL_MASK, "a cell fits a key");
_Static_assert(QI_BOARD_SIDE *QI_BOARD_SIDE <= MAX_POINTS, "a board fits the scratch arrays");

/* Of equal probabilities the first cell is the larger key. */
static uint32_t key_of(float probability, uint32_t cell)
{
    return qi_bits_of_real(probability) >> LOST_BITS << CELL_BITS | (CELL_MASK - cell);
}

static float probability_of(uint32_t key)
{
    return qi_real_of_bits(key >> CELL_BITS << LOST_BITS);
}

static uint32_t cell_of(uint32_t key)
{
    return CELL_MASK - (key & CELL_MASK);
}

static float log_of(uint32_t key)
{
    const float min = 1e-30F;
    const float probability = probability_of(key);
    return qi_log(probability > min ? probability : min);
}

/* ---- judging -------------------------------------------------------------------------------- */

void qi_gumbel_clear(qi_gumbel *tree)
{
    memset(&tree->nodes[0], 0, sizeof tree->nodes[0]);
    tree->node_count = 1;
    tree->key_count = 0;
}

static float cut(float value, float min, float max)
{
    const float not_below = value > min ? value : min; /* also for what is not a number */
    return not_below < max ? not_below : max;
}

void qi_gumbel_expand(qi_gumbel *tree, uint32_t index, const uint64_t *legal, uint32_t words,
                      const uint16_t *point, const float *logits, float value)
{
    enum { LANES = 8 };
    uint16_t cell[MAX_POINTS];
    float weight[MAX_POINTS];
    qi_gumbel_node *node = &tree->nodes[index];
    uint32_t count = 0;
    for (uint32_t word = 0; word < words; word++)
        for (uint64_t rest = legal[word]; rest; rest &= rest - 1) {
            cell[count] = (uint16_t)(word * 64 + (uint32_t)__builtin_ctzll(rest));
            weight[count] = logits[point[cell[count]]];
            count++;
        }
    uint32_t full = count;
    for (; full % LANES; full++)
        weight[full] = -1e30F; /* counts for nothing */
    float max = -1e30F;
    for (uint32_t i = 0; i < full; i++) {
        weight[i] = cut(weight[i], -1e30F, 1e30F);
        max = weight[i] > max ? weight[i] : max;
    }
    float sums[LANES] = {0};
    for (uint32_t i = 0; i < full; i += LANES)
        for (uint32_t lane = 0; lane < LANES; lane++) {
            weight[i + lane] = qi_exp(weight[i + lane] - max);
            sums[lane] += weight[i + lane];
        }
    float sum = 0;
    for (uint32_t lane = 0; lane < LANES; lane++)
        sum += sums[lane];
    const float scale = 1.0F / sum;
    node->keys = tree->key_count;
    node->legal = (uint16_t)count;
    uint32_t *const keys = tree->keys + tree->key_count;
    for (uint32_t i = 0; i < count; i++)
        keys[i] = key_of(weight[i] * scale, cell[i]);
    tree->key_count += count;
    node->value = cut(value, -1.0F, 1.0F);
}

void qi_gumbel_prove(qi_gumbel *tree, uint32_t index, qi_nogo_outcome outcome)
{
    tree->nodes[index].outcome = (int8_t)outcome;
    tree->nodes[index].value = (float)outcome;
}

void qi_gumbel_back_up(qi_gumbel *tree, uint32_t index)
{
    qi_gumbel_node *node = &tree->nodes[index];
    float value = node->visits ? (float)node->outcome : node->value;
    bool proved = !node->visits && node->outcome;
    for (;;) {
        node->visits++;
        node->total += value;
        if (!index)
            return;
        const int8_t outcome = node->outcome;
        index = node->parent;
        node = &tree->nodes[index];
        if (proved) {
            node->refuted = (uint16_t)(node->refuted + (outcome == QI_NOGO_WON));
            proved = !node->outcome && (outcome == QI_NOGO_LOST || node->refuted == node->legal);
            if (proved)
                node->outcome = (int8_t)-outcome;
        }
        value = node->outcome ? (float)node->outcome : -value;
    }
}

bool qi_gumbel_keep(qi_gumbel *tree, uint32_t child)
{
    const qi_gumbel_node *node = &tree->nodes[child];
    if (!node->legal)
        return false;
    memmove(tree->keys, tree->keys + node->keys, node->legal * sizeof *tree->keys);
    tree->nodes[0] = (qi_gumbel_node){.value = node->value, .legal = node->legal};
    tree->node_count = 1;
    tree->key_count = tree->nodes[0].legal;
    return true;
}

/* ---- choosing ------------------------------------------------------------------------------- */

/* The value of the move that leads to a node. */
static float value_of(const qi_gumbel_node *child)
{
    if (child->outcome)
        return (float)-child->outcome;
    return -child->total / (float)child->visits;
}

/* Statistics of a node's children. */
typedef struct view {
    float scale; /* of values before they are added to log policies */
    float mixed; /* the value of untried moves */
    float tried; /* the policy's sum over tried moves */
    float top;   /* the largest scaled value of all */
} view;

static view look(const qi_gumbel *tree, const qi_gumbel_rules *rules, const qi_gumbel_node *node)
{
    float policy = 0, value = 0, best = -1;
    uint32_t max = 0;
    for (uint32_t i = node->child; i; i = tree->nodes[i].next) {
        const qi_gumbel_node *child = &tree->nodes[i];
        const float q = value_of(child);
        policy += child->prior;
        value += child->prior * q;
        best = q > best ? q : best;
        max = child->visits > max ? child->visits : max;
    }
    const float visits = (float)(node->visits - 1);
    const float average = policy > 0 ? value / policy : node->value;
    view seen;
    seen.scale = (rules->visit_offset + (float)max) * rules->value_scale * 0.5F;
    seen.mixed = (node->value + visits * average) / (1.0F + visits);
    seen.tried = policy;
    seen.top = seen.scale * (best > seen.mixed ? best : seen.mixed);
    return seen;
}

/* The policy left for untried moves. */
static float untried_policy(const qi_gumbel_node *node, const view *seen)
{
    return node->tried < node->legal && seen->tried < 1.0F ? 1.0F - seen->tried : 0.0F;
}

/* Sees to it that the key after the tried ones is the largest of the rest. */
static void sort_next(qi_gumbel_node *node, uint32_t *keys)
{
    if (node->sorted)
        return;
    uint32_t best = keys[node->tried];
    for (uint32_t i = node->tried + 1U; i < node->legal; i++)
        best = keys[i] > best ? keys[i] : best;
    uint32_t at = node->tried;
    while (keys[at] != best)
        at++;
    keys[at] = keys[node->tried];
    keys[node->tried] = best;
    node->sorted = true;
}

/* Makes a child of the first untried move. */
static uint32_t add_child(qi_gumbel *tree, uint32_t parent)
{
    const uint32_t index = tree->node_count++;
    qi_gumbel_node *node = &tree->nodes[parent];
    const uint32_t key = tree->keys[node->keys + node->tried];
    tree->nodes[index] = (qi_gumbel_node){.prior = probability_of(key),
                                          .move = (uint16_t)cell_of(key),
                                          .parent = (uint16_t)parent,
                                          .next = node->child};
    node->child = (uint16_t)index;
    node->tried++;
    node->sorted = false;
    return index;
}

/* Below the root: the move whose improved policy exceeds its share of the visits most. */
static uint32_t choose_below(qi_gumbel *tree, const qi_gumbel_rules *rules, uint32_t index)
{
    qi_gumbel_node *node = &tree->nodes[index];
    uint32_t *const keys = tree->keys + node->keys;
    if (node->tried < node->legal)
        sort_next(node, keys);
    if (!node->child)
        return add_child(tree, index);
    const view seen = look(tree, rules, node);
    const float rest = qi_exp(seen.scale * seen.mixed - seen.top);
    float sum = rest * untried_policy(node, &seen);
    for (uint32_t i = node->child; i; i = tree->nodes[i].next) {
        const qi_gumbel_node *child = &tree->nodes[i];
        sum += child->prior * qi_exp(seen.scale * value_of(child) - seen.top);
    }
    const float share = 1.0F / (float)node->visits, scale = 1.0F / (sum > 0 ? sum : 1.0F);
    float best = -2;
    uint32_t chosen = 0;
    for (uint32_t i = node->child; i; i = tree->nodes[i].next) {
        const qi_gumbel_node *child = &tree->nodes[i];
        const float improved =
            child->prior * qi_exp(seen.scale * value_of(child) - seen.top) * scale;
        const float excess = improved - (float)child->visits * share;
        if (excess > best) {
            best = excess;
            chosen = i;
        }
    }
    if (node->tried < node->legal && probability_of(keys[node->tried]) * rest * scale > best)
        return add_child(tree, index);
    return chosen;
}

/* ---- the root ------------------------------------------------------------------------------- */

static float gumbel_noise(qi_random *random)
{
    const float uniform = ((float)(qi_random_next(random) >> 41) + 0.5F) * (1.0F / 8388608.0F);
    return -qi_log(-qi_log(uniform));
}

static uint32_t binary_log(uint32_t number) /* rounded up; of at least 2 */
{
    return 32U - (uint32_t)__builtin_clz(number - 1);
}

static uint32_t passes_for(const qi_gumbel *tree)
{
    const uint32_t round = tree->halvings * tree->considered;
    return round && round < tree->budget ? tree->budget / round : 1;
}

void qi_gumbel_begin(qi_gumbel *tree, const qi_gumbel_rules *rules, uint32_t visits,
                     qi_random *random)
{
    const qi_gumbel_node *root = &tree->nodes[0];
    uint32_t *const keys = tree->keys + root->keys;
    float score[MAX_POINTS];
    for (uint32_t i = 0; i < root->legal; i++) {
        score[i] = log_of(keys[i]);
        if (rules->noise > 0)
            score[i] += rules->noise * gumbel_noise(random);
    }
    uint32_t count = rules->candidates < visits ? rules->candidates : visits;
    count = root->legal < count ? root->legal : count;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t best = i;
        for (uint32_t j = i + 1; j < root->legal; j++)
            best = score[j] > score[best] ? j : best;
        const uint32_t key = keys[best];
        tree->score[i] = score[best];
        score[best] = score[i];
        keys[best] = keys[i];
        keys[i] = key;
    }
    tree->candidates = count;
    tree->budget = visits;
    tree->done = 0;
    tree->considered = count;
    tree->halvings = count > 1 ? binary_log(count) : 1;
    tree->in_pass = 0;
    tree->passes = 0;
    tree->passes_left = passes_for(tree);
}

/* The candidates are visited in order the first time round: number i is node i + 1. */
static uint32_t choose_candidate(qi_gumbel *tree, const qi_gumbel_rules *rules)
{
    if (tree->in_pass == tree->considered) {
        tree->in_pass = 0;
        tree->passes++;
        if (--tree->passes_left == 0) {
            if (tree->considered > 2)
                tree->considered = tree->considered > 4 ? tree->considered / 2 : 2;
            tree->passes_left = passes_for(tree);
        }
    }
    tree->in_pass++;
    if (tree->passes == 0)
        return add_child(tree, 0);
    const view seen = look(tree, rules, &tree->nodes[0]);
    float best = 0;
    uint32_t chosen = 0;
    for (uint32_t i = 0; i < tree->candidates; i++) {
        const qi_gumbel_node *child = &tree->nodes[i + 1];
        const float score = tree->score[i] + seen.scale * value_of(child);
        if (child->visits == tree->passes && (!chosen || score > best)) {
            best = score;
            chosen = i + 1;
        }
    }
    return chosen;
}

uint32_t qi_gumbel_descend(qi_gumbel *tree, const qi_gumbel_rules *rules, qi_board *board)
{
    uint32_t index = choose_candidate(tree, rules);
    tree->done++;
    for (;;) {
        const qi_gumbel_node *node = &tree->nodes[index];
        qi_board_play(board, board->to_move, node->move);
        if (!node->visits || node->outcome)
            return index;
        index = choose_below(tree, rules, index);
    }
}

uint32_t qi_gumbel_choose(const qi_gumbel *tree, const qi_gumbel_rules *rules, bool noisy)
{
    const qi_gumbel_node *root = &tree->nodes[0];
    const view seen = look(tree, rules, root);
    float best = 0;
    uint32_t chosen = 0, max = 0;
    for (uint32_t i = 0; i < root->tried; i++) {
        const qi_gumbel_node *child = &tree->nodes[i + 1];
        if (child->outcome == QI_NOGO_LOST)
            return i + 1;
        const uint32_t visits = child->outcome == QI_NOGO_WON ? 0 : child->visits;
        const float own = noisy ? tree->score[i] : log_of(tree->keys[root->keys + i]);
        const float score = own + seen.scale * value_of(child);
        if (!chosen || visits > max || (visits == max && score > best)) {
            max = visits;
            best = score;
            chosen = i + 1;
        }
    }
    return chosen;
}

uint32_t qi_gumbel_likeliest(const qi_gumbel *tree, const uint64_t *within)
{
    const qi_gumbel_node *root = &tree->nodes[0];
    const uint32_t *const keys = tree->keys + root->keys;
    uint32_t best = 0;
    for (uint32_t i = 0; i < root->legal; i++) {
        const uint32_t cell = cell_of(keys[i]);
        if ((within[cell >> 6] >> (cell & 63) & 1) && keys[i] > best)
            best = keys[i];
    }
    return cell_of(best);
}

float qi_gumbel_improve(const qi_gumbel *tree, const qi_gumbel_rules *rules, const uint16_t *point,
                        uint32_t area, uint16_t *policy)
{
    float weight[MAX_POINTS];
    const qi_gumbel_node *root = &tree->nodes[0];
    const uint32_t *const keys = tree->keys + root->keys;
    const view seen = look(tree, rules, root);
    const float rest = qi_exp(seen.scale * seen.mixed - seen.top);
    float sum = 0, value = 0;
    for (uint32_t i = 0; i < root->legal; i++) {
        const float q = i < root->tried ? value_of(&tree->nodes[i + 1]) : seen.mixed;
        const float lift = i < root->tried ? qi_exp(seen.scale * q - seen.top) : rest;
        weight[i] = probability_of(keys[i]) * lift;
        sum += weight[i];
        value += weight[i] * q;
    }
    const float scale = 1.0F / (sum > 0 ? sum : 1.0F);
    if (!policy)
        return cut(value * scale, -1.0F, 1.0F);
    memset(policy, 0, area * sizeof *policy);
    uint32_t left = 65535, largest = 0;
    for (uint32_t i = 0; i < root->legal; i++) {
        const float part = weight[i] * scale * 65535.0F;
        const uint32_t whole = part < (float)left ? (uint32_t)part : left;
        policy[point[cell_of(keys[i])]] = (uint16_t)whole;
        left -= whole;
        largest = weight[i] > weight[largest] ? i : largest;
    }
    uint16_t *const rounded = &policy[point[cell_of(keys[largest])]];
    *rounded = (uint16_t)(*rounded + left);
    return cut(value * scale, -1.0F, 1.0F);
}
