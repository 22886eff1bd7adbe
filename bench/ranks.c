/* How the solver scales over ranks, without a cluster: all ranks are coroutines of one process that
 * take turns, 64 positions at a time, and a message arrives one turn later. So the result does not
 * depend on how busy the machine is.
 *
 *     ranks ROWSxCOLUMNS MEGABYTES RANKS...
 *
 * Prints for each number of ranks the positions, the speed compared with one rank (positions of
 * one, by the turns that passed), and the messages. It stands in for ranks.c and exchange.c of
 * src/cluster. */
#include "cluster/cluster.h"
#include "cluster/exchange.h"
#include "nogo/solve/solve.h"

#include <stdio.h>
#include <stdlib.h>
#include <ucontext.h>

enum { MOST_RANKS = 1024, STACK = 1 << 20, TURN = 64 };

/* A message on its way. */
typedef struct letter {
    struct letter *next;
    uint64_t due; /* the turn in which it may be read */
    uint32_t from, count;
    bool is_word;
    exchange_word word;
    solve_key record[];
} letter;

struct exchange {
    exchange_reader reader;
    letter *first, **last;       /* what has been sent to this rank */
    solve_key *left[MOST_RANKS]; /* for other ranks */
    uint32_t counts[MOST_RANKS], room[MOST_RANKS], waited[MOST_RANKS], patience;
    uint64_t sent, received;
    exchange_account account;
};

typedef struct rank_state {
    ucontext_t context;
    exchange *box;
    qi_nogo_solution solution;
    cluster_account account;
    bool ended;
} rank_state;

/* Coroutines have nobody to give them anything. */
static struct {
    uint32_t size, now, arrived, ended;
    uint64_t turn, generation, sums[MOST_RANKS], results[MOST_RANKS];
    uint32_t rows, columns;
    size_t memory;
    ucontext_t home;
    rank_state rank[MOST_RANKS];
} world;

/* The next rank's turn. */
static void pass(void)
{
    const uint32_t me = world.now;
    do {
        world.now = (world.now + 1) % world.size;
        world.turn += world.now == 0;
    } while (world.rank[world.now].ended && world.ended < world.size);
    if (world.now != me)
        swapcontext(&world.rank[me].context, &world.rank[world.now].context);
}

/* ---- the ranks ---------------------------------------------------------------------------- */

_Noreturn void cluster_fail(const char *why)
{
    fprintf(stderr, "%s\n", why);
    exit(2);
}

uint32_t cluster_rank(void)
{
    return world.now;
}

uint32_t cluster_size(void)
{
    return world.size;
}

void cluster_add(uint64_t *numbers, size_t count)
{
    const uint64_t generation = world.generation;
    for (size_t i = 0; i < count; i++)
        world.sums[i] += numbers[i];
    if (++world.arrived == world.size) {
        memcpy(world.results, world.sums, sizeof world.results);
        memset(world.sums, 0, sizeof world.sums);
        world.arrived = 0;
        world.generation++;
    }
    while (world.generation == generation)
        pass();
    memcpy(numbers, world.results, count * sizeof *numbers);
}

/* ---- messages ----------------------------------------------------------------------------- */

exchange *qi_exchange_new(const exchange_reader *reader)
{
    exchange *const box = calloc(1, sizeof *box);
    if (!box)
        cluster_fail("no memory");
    box->reader = *reader;
    box->last = &box->first;
    box->patience = 1;
    world.rank[world.now].box = box;
    return box;
}

void qi_exchange_free(exchange *box)
{
    for (uint32_t i = 0; i < world.size; i++)
        free(box->left[i]);
    free(box);
}

void qi_exchange_wait(exchange *box, uint32_t attendances)
{
    box->patience = attendances;
}

static void post(exchange *box, uint32_t to, letter *mail)
{
    exchange *const there = world.rank[to].box;
    mail->next = NULL;
    mail->from = world.now;
    mail->due = world.turn + 1;
    *there->last = mail;
    there->last = &mail->next;
    box->sent++;
}

static letter *new_letter(uint32_t records)
{
    letter *const mail = malloc(sizeof *mail + records * sizeof(solve_key));
    if (!mail)
        cluster_fail("no memory");
    mail->count = records;
    mail->is_word = records == 0;
    return mail;
}

void qi_exchange_put(exchange *box, uint32_t to, const solve_key *record)
{
    if (box->counts[to] == box->room[to]) {
        box->room[to] = 2 * box->room[to] + 16;
        box->left[to] = realloc(box->left[to], box->room[to] * sizeof *record);
        if (!box->left[to])
            cluster_fail("no memory");
    }
    box->left[to][box->counts[to]++] = *record;
}

void qi_exchange_say(exchange *box, uint32_t to, const exchange_word *word)
{
    letter *const mail = new_letter(0);
    mail->word = *word;
    post(box, to, mail);
}

static void receive(exchange *box)
{
    while (box->first && box->first->due <= world.turn) {
        letter *const mail = box->first;
        box->first = mail->next;
        if (!box->first)
            box->last = &box->first;
        box->received++;
        if (mail->is_word)
            box->reader.word(box->reader.context, mail->from, &mail->word);
        for (uint32_t i = 0; i < mail->count; i++)
            box->reader.record(box->reader.context, mail->from, &mail->record[i]);
        free(mail);
    }
}

void qi_exchange_attend(exchange *box)
{
    receive(box);
    for (uint32_t to = 0; to < world.size; to++) {
        if (!box->counts[to] ||
            !qi_exchange_is_due(box->counts[to], box->patience, &box->waited[to]))
            continue;
        letter *const mail = new_letter(box->counts[to]);
        memcpy(mail->record, box->left[to], box->counts[to] * sizeof *mail->record);
        box->account.messages++;
        box->account.records += box->counts[to];
        box->account.bytes += box->counts[to] * sizeof *mail->record;
        box->counts[to] = 0;
        post(box, to, mail);
    }
    pass();
}

void qi_exchange_settle(exchange *box)
{
    for (;;) {
        for (uint32_t i = 0; i < box->patience; i++)
            qi_exchange_attend(box);
        uint64_t all[2] = {box->sent, box->received};
        cluster_add(all, 2);
        if (all[0] == all[1])
            return;
    }
}

exchange_account qi_exchange_account(const exchange *box)
{
    return box->account;
}

/* ---- a run -------------------------------------------------------------------------------- */

static void be_a_rank(void)
{
    rank_state *const me = &world.rank[world.now];
    qi_nogo_solver *solver;
    cluster_team *team;
    qi_nogo *game;
    const qi_nogo_solve_limits limits = {.threads = 1};
    const cluster_pool pool = {world.size, world.now, 1, true};
    if (qi_nogo_solver_new(world.memory, NULL, &solver) != QI_OK ||
        qi_nogo_new(world.rows, world.columns, NULL, &game) != QI_OK ||
        cluster_team_new(solver, &pool, 0, &team) != QI_OK ||
        cluster_solve(team, game, &limits, &me->solution) != QI_OK)
        cluster_fail("cannot solve it");
    me->account = cluster_account_of(team);
    cluster_team_free(team);
    qi_nogo_solver_free(solver);
    qi_nogo_free(game);
    me->ended = true;
    if (++world.ended == world.size)
        setcontext(&world.home);
    pass();
}

/* Solves the board with so many ranks; returns the turns it took. */
static uint64_t solve(uint32_t ranks, char *stacks)
{
    memset(world.rank, 0, sizeof world.rank);
    world.size = ranks;
    world.now = world.arrived = world.ended = 0;
    world.turn = 0;
    for (uint32_t i = 0; i < ranks; i++) {
        getcontext(&world.rank[i].context);
        world.rank[i].context.uc_stack.ss_sp = stacks + (size_t)i * STACK;
        world.rank[i].context.uc_stack.ss_size = STACK;
        world.rank[i].context.uc_link = &world.home;
        makecontext(&world.rank[i].context, be_a_rank, 0);
    }
    swapcontext(&world.home, &world.rank[0].context);
    return world.turn;
}

int main(int argc, char **argv)
{
    char *end = argv[0];
    if (argc > 3) {
        world.rows = (uint32_t)strtoul(argv[1], &end, 10);
        world.columns = (uint32_t)strtoul(end + (*end == 'x'), &end, 10);
        world.memory = (size_t)strtoul(argv[2], NULL, 10) << 20;
    }
    char *const stacks = malloc((size_t)MOST_RANKS * STACK);
    if (argc < 4 || *end || !stacks) {
        fputs("usage: ranks ROWSxCOLUMNS MEGABYTES RANKS...\n", stderr);
        return 2;
    }
    qi_nogo_solver *solver;
    qi_nogo *game;
    qi_nogo_solution alone;
    if (qi_nogo_solver_new(world.memory, NULL, &solver) != QI_OK ||
        qi_nogo_new(world.rows, world.columns, NULL, &game) != QI_OK ||
        qi_nogo_solve(solver, game, NULL, &alone) != QI_OK)
        cluster_fail("cannot solve it");
    qi_nogo_solver_free(solver);
    qi_nogo_free(game);
    printf("ranks  positions  speed  for 1,000 positions: messages  records  bytes\n");
    printf("%5d %10llu %6.2f\n", 1, (unsigned long long)alone.nodes, 1.0);
    for (int i = 3; i < argc; i++) {
        const uint32_t ranks = (uint32_t)strtoul(argv[i], NULL, 10);
        if (ranks < 2 || ranks > MOST_RANKS)
            continue;
        const uint64_t turns = solve(ranks, stacks);
        const rank_state *const first = &world.rank[0];
        if (first->solution.outcome != alone.outcome)
            cluster_fail("the winner is another one");
        const double thousands = 1e-3 * (double)first->account.positions;
        printf("%5u %10llu %6.2f %30.2f %8.2f %6.0f\n", ranks,
               (unsigned long long)first->account.positions,
               (double)alone.nodes / ((double)turns * TURN),
               (double)first->account.messages / thousands,
               (double)first->account.records / thousands,
               (double)first->account.bytes / thousands);
        fflush(stdout);
    }
    free(stacks);
    return 0;
}
