/* Solving with the ranks of an MPI job. */
#include "cluster/cluster.h"
#include "cluster/directory.h"
#include "cluster/exchange.h"
#include "cluster/patience.h"
#include "nogo/solve/solve.h"

#include <pthread.h>
#include <sched.h>
#include <stdlib.h>

/*
 * A record is a key whose free bits say what it is about. With an outcome it is a fact: for its
 * home when it comes from elsewhere, else the home's answer. Without one, the bits of the effort
 * say: */
typedef enum record_kind {
    RECORD_ENTER = 1, /* to the home: the sender searches it */
    RECORD_LEAVE,     /* no longer, without an answer */
    RECORD_OTHERS     /* from the home: so many others search it; this and the kinds above */
} record_kind;

enum {
    KIND_SHIFT = 2,
    KIND_MASK = 63,
    OUTCOME_MASK = 3,
    MOST_OTHERS = KIND_MASK - RECORD_OTHERS,
    LEAST_POINTS = 9, /* smaller positions are not told to other threads either */
    /* Positions with so many open points are shared when they take this many positions on average,
     * for every rank: of more ranks, each message has less to say. At least about as many as are
     * searched while a question is on its way. */
    EFFORT_A_RANK = 32,
    LEAST_EFFORT = 64,
    MOST_EFFORT = 512,
    /* Facts that took so many positions are told to all, for every machine. */
    WORTH_A_MACHINE = 4,
    LEAST_WORTH = 32,
    /* Records wait for others to the same rank while a thread searches so many times PEER_NODES
     * positions: at least, and for so many machines one more. */
    LEAST_PATIENCE = 2,
    MACHINES_A_TURN = 4,
    SAMPLES = 16,       /* before an average counts */
    COPY_EFFORT = 16,   /* what a fact that has its home elsewhere counts as in the table */
    REVIEW = 256,       /* attendances between looks at the averages */
    TOLD_TOGETHER = 256 /* facts between attendances while a file is read */
};

struct cluster_team {
    qi_nogo_solver *solver;
    uint32_t rank;
    cluster_pool pool;
    uint64_t *first;      /* ranks of the machines */
    pthread_mutex_t lock; /* of the exchange and the directory */
    exchange *box;
    directory *directory;
    solve_peers peers;
    uint8_t others[SOLVE_CROWD];
    uint8_t here[SOLVE_CROWD]; /* threads of this rank at a position, by its hash */
    uint32_t effort;           /* of positions that are shared */
    uint32_t points;           /* open points of the smallest of them */
    struct {
        uint64_t count, effort;
    } usual[SOLVE_POINTS + 1]; /* by open points */
    uint32_t attended, told;
    bool news;
    /* The question that is being answered. */
    uint64_t question;
    uint32_t finished; /* rank 0: machines that found nothing within their limit */
    bool decided;      /* rank 0 has the answer, or has told it */
    exchange_word answer;
    uint64_t positions;
    exchange_account before; /* what was sent while no question was answered */
};

/* ---- records -------------------------------------------------------------------------------- */

static uint32_t home_of(const cluster_team *team, const solve_key *key)
{
    return (uint32_t)team->first[qi_solve_home(key, team->pool.machines)];
}

static solve_key make_record(const solve_key *key, unsigned data)
{
    return (solve_key){{key->word[0], key->word[1] >> SOLVE_DATA_BITS << SOLVE_DATA_BITS | data}};
}

static void send_kind(cluster_team *team, uint32_t to, const solve_key *key, unsigned kind)
{
    const solve_key record = make_record(key, kind << KIND_SHIFT);
    qi_exchange_put(team->box, to, &record);
}

/* A power of two. */
static unsigned level_of(uint64_t effort)
{
    return 63U - (unsigned)__builtin_clzll(effort | 1);
}

static solve_key make_fact(const solve_key *key, solve_outcome outcome, uint64_t effort)
{
    return make_record(key, level_of(effort) << KIND_SHIFT | (unsigned)outcome);
}

static void send_fact(cluster_team *team, uint32_t to, const solve_key *key, solve_outcome outcome,
                      uint64_t effort)
{
    const solve_key record = make_fact(key, outcome, effort);
    qi_exchange_put(team->box, to, &record);
}

/* How many others search a position, as far as is known here. */
static void note_others(cluster_team *team, const solve_key *key, unsigned others)
{
    __atomic_store_n(&team->others[qi_solve_mark(key)], (uint8_t)others, __ATOMIC_RELAXED);
}

static solve_outcome recall(cluster_team *team, const solve_key *key)
{
    solve_table *const table = &team->solver->table;
    return qi_solve_table_find(table, qi_solve_table_fetch(table, key), key);
}

/* ---- at home -------------------------------------------------------------------------------- */

/* Tells all ranks but one that search a position what it is. */
static void announce(cluster_team *team, uint32_t but, const solve_key *key, solve_outcome outcome)
{
    directory_entry *const there = qi_directory_find(team->directory, key);
    if (!there)
        return;
    for (unsigned i = 0; i < there->count && i < DIRECTORY_NAMED; i++) {
        if (there->rank[i] != team->rank && there->rank[i] != but)
            send_fact(team, there->rank[i], key, outcome, COPY_EFFORT);
    }
    there->count = 0;
}

/* The same when all ranks have been told by who has found out. */
static void clear_away(cluster_team *team, const solve_key *key)
{
    directory_entry *const there = qi_directory_find(team->directory, key);
    if (there)
        there->count = 0;
}

/* That a rank, this one too, has begun or ended to search a position. */
static void answer(cluster_team *team, uint32_t from, const solve_key *key, record_kind kind)
{
    if (kind == RECORD_LEAVE) {
        qi_directory_leave(team->directory, key, (uint16_t)from);
        return;
    }
    const solve_outcome known = recall(team, key);
    if (known != SOLVE_UNKNOWN) {
        if (from != team->rank)
            send_fact(team, from, key, known, COPY_EFFORT);
        return;
    }
    unsigned others = qi_directory_enter(team->directory, key, (uint16_t)from);
    others = others < MOST_OTHERS ? others : MOST_OTHERS;
    if (from == team->rank)
        note_others(team, key, others);
    else if (others)
        send_kind(team, from, key, RECORD_OTHERS + others);
}

static void read_record(void *context, uint32_t from, const solve_key *record)
{
    cluster_team *const team = context;
    const bool home = home_of(team, record) == team->rank;
    const solve_outcome outcome = (solve_outcome)(record->word[1] & OUTCOME_MASK);
    const unsigned kind = record->word[1] >> KIND_SHIFT & KIND_MASK;
    if (outcome != SOLVE_UNKNOWN) {
        qi_solve_table_put(&team->solver->table, record);
        if (__atomic_load_n(&team->here[qi_solve_mark(record)], __ATOMIC_RELAXED))
            team->news = true;
        if (home && qi_solve_table_effort(record) < level_of(team->peers.worth))
            announce(team, from, record, outcome);
        else if (home)
            clear_away(team, record);
    } else if (kind >= RECORD_OTHERS) {
        note_others(team, record, kind - RECORD_OTHERS);
    } else {
        answer(team, from, record, (record_kind)kind);
    }
}

/* ---- what the search tells ------------------------------------------------------------------ */

static bool is_shared(const cluster_team *team, unsigned points)
{
    return points >= __atomic_load_n(&team->points, __ATOMIC_RELAXED);
}

static void tell_home(cluster_team *team, const solve_key *key, record_kind kind)
{
    const uint32_t home = home_of(team, key);
    pthread_mutex_lock(&team->lock);
    if (home == team->rank)
        answer(team, team->rank, key, kind);
    else
        send_kind(team, home, key, kind);
    pthread_mutex_unlock(&team->lock);
}

static void enter(void *context, const solve_key *key, unsigned points)
{
    cluster_team *const team = context;
    __atomic_fetch_add(&team->here[qi_solve_mark(key)], 1, __ATOMIC_RELAXED);
    if (!is_shared(team, points))
        return;
    note_others(team, key, 0);
    tell_home(team, key, RECORD_ENTER);
}

/* Tells a fact to those who may need it; returns the effort to remember here. */
static uint64_t tell(void *context, const solve_key *key, solve_outcome outcome, uint64_t effort)
{
    cluster_team *const team = context;
    const uint32_t home = home_of(team, key);
    pthread_mutex_lock(&team->lock);
    if (effort >= team->peers.worth) {
        for (uint32_t i = 0; i < team->pool.machines; i++)
            if (team->first[i] != team->rank)
                send_fact(team, (uint32_t)team->first[i], key, outcome,
                          team->first[i] == home ? effort : COPY_EFFORT);
        if (home == team->rank)
            clear_away(team, key);
    } else if (home == team->rank) {
        announce(team, team->rank, key, outcome);
    } else {
        send_fact(team, home, key, outcome, effort);
    }
    pthread_mutex_unlock(&team->lock);
    return home == team->rank || effort < COPY_EFFORT ? effort : COPY_EFFORT;
}

static uint64_t leave(void *context, const solve_key *key, unsigned points, solve_outcome outcome,
                      uint64_t effort)
{
    cluster_team *const team = context;
    __atomic_fetch_sub(&team->here[qi_solve_mark(key)], 1, __ATOMIC_RELAXED);
    if (outcome != SOLVE_UNKNOWN) {
        __atomic_fetch_add(&team->usual[points].count, 1, __ATOMIC_RELAXED);
        __atomic_fetch_add(&team->usual[points].effort, effort, __ATOMIC_RELAXED);
    }
    if (outcome == SOLVE_UNKNOWN) {
        if (is_shared(team, points))
            tell_home(team, key, RECORD_LEAVE);
        return effort;
    }
    return is_shared(team, points) || effort >= team->peers.worth ? tell(team, key, outcome, effort)
                                                                  : effort;
}

/* From how many open points on positions are shared: all above the smallest that take long
 * enough. */
static void review(cluster_team *team)
{
    for (uint32_t points = LEAST_POINTS; points <= SOLVE_POINTS; points++) {
        const uint64_t count = __atomic_load_n(&team->usual[points].count, __ATOMIC_RELAXED),
                       effort = __atomic_load_n(&team->usual[points].effort, __ATOMIC_RELAXED);
        if (count >= SAMPLES && effort / count >= team->effort) {
            __atomic_store_n(&team->points, points, __ATOMIC_RELAXED);
            return;
        }
    }
}

static bool attend(void *context, bool *news)
{
    cluster_team *const team = context;
    if (pthread_mutex_trylock(&team->lock) == 0) {
        qi_exchange_attend(team->box);
        *news = team->news;
        team->news = false;
        const uint32_t times = ++team->attended;
        if (times % REVIEW == 0 || (times & (times - 1)) == 0)
            review(team);
        pthread_mutex_unlock(&team->lock);
    }
    return !__atomic_load_n(&team->decided, __ATOMIC_RELAXED);
}

/* ---- questions ------------------------------------------------------------------------------ */

/* Rank 0 tells everybody the answer. */
static void decide(cluster_team *team, const exchange_word *word)
{
    team->answer = *word;
    __atomic_store_n(&team->decided, true, __ATOMIC_RELAXED);
    for (uint32_t i = 1; i < cluster_size(); i++)
        qi_exchange_say(team->box, i, word);
}

/* Rank 0 hears how a rank ended. */
static void hear(cluster_team *team, const exchange_word *word)
{
    if (team->decided) {
        if (word->outcome != QI_NOGO_UNKNOWN && team->answer.outcome != QI_NOGO_UNKNOWN &&
            word->outcome != team->answer.outcome)
            cluster_fail("two ranks found different winners, which is a mistake in qi");
        return;
    }
    if (word->outcome != QI_NOGO_UNKNOWN || word->result != QI_OK ||
        ++team->finished == team->pool.machines)
        decide(team, word);
}

static void read_word(void *context, uint32_t from, const exchange_word *word)
{
    cluster_team *const team = context;
    if (word->question != team->question)
        return;
    if (team->rank == 0) {
        hear(team, word);
    } else if (from == 0) {
        team->answer = *word;
        __atomic_store_n(&team->decided, true, __ATOMIC_RELAXED);
    }
}

/* On a machine where another rank searches: until the answer comes. */
static void sleep_until_answer(cluster_team *team)
{
    bool news = false;
    for (const double since = qi_seconds(); attend(team, &news);)
        qi_be_patient(since);
}

/* Tells rank 0 how the search ended here, and serves the others until the answer comes. */
static void wait_for_answer(cluster_team *team, const exchange_word *mine,
                            const qi_nogo_solve_limits *limits, uint64_t nodes)
{
    bool news = false;
    pthread_mutex_lock(&team->lock);
    if (team->rank == 0)
        hear(team, mine);
    else
        qi_exchange_say(team->box, 0, mine);
    pthread_mutex_unlock(&team->lock);
    const qi_nogo_solve_progress progress = {.nodes = nodes};
    while (attend(team, &news)) {
        if (team->rank == 0 && limits->watch && !limits->watch(limits->context, &progress)) {
            const exchange_word ended = {.question = team->question, .result = QI_STOPPED};
            hear(team, &ended);
        }
        sched_yield();
    }
}

/* Searches for this machine, and ends with the answer of whoever has it first. */
static void search(cluster_team *team, const qi_nogo *game, const qi_nogo_solve_limits *limits,
                   qi_nogo_solution *found)
{
    /* With one machine there is nobody to attend to. */
    team->solver->peers = team->pool.machines > 1 ? &team->peers : NULL;
    const uint32_t turns = team->pool.machines / MACHINES_A_TURN;
    qi_exchange_wait(team->box,
                     (turns > LEAST_PATIENCE ? turns : LEAST_PATIENCE) * limits->threads);
    const qi_result result = qi_nogo_solve(team->solver, game, limits, found);
    team->solver->peers = NULL;
    const exchange_word mine = {.question = team->question,
                                .result = (uint64_t)result,
                                .outcome = (uint64_t)found->outcome,
                                .move = found->move};
    wait_for_answer(team, &mine, limits, found->nodes);
}

qi_result cluster_solve(cluster_team *team, const qi_nogo *game, const qi_nogo_solve_limits *limits,
                        qi_nogo_solution *solution)
{
    const qi_nogo_solve_limits none = {.threads = 1};
    qi_nogo_solve_limits own = limits ? *limits : none;
    if (cluster_size() == 1)
        return qi_nogo_solve(team->solver, game, &own, solution);
    if (own.nodes)
        own.nodes = (own.nodes + team->pool.machines - 1) / team->pool.machines;
    if (team->rank > 0)
        own.watch = NULL;
    qi_nogo_solution found = {.outcome = QI_NOGO_UNKNOWN, .move = QI_NO_POINT};
    if (team->pool.first)
        search(team, game, &own, &found);
    else
        sleep_until_answer(team);
    const exchange_word end = team->answer;
    qi_exchange_settle(team->box);
    /* Nothing of this question is on its way. */
    team->question++;
    team->finished = 0;
    team->decided = false;
    memset(team->directory, 0, sizeof *team->directory);
    memset(team->others, 0, sizeof team->others);
    uint64_t nodes = found.nodes;
    team->positions += nodes;
    cluster_add(&nodes, 1);
    *solution = (qi_nogo_solution){
        .outcome = (qi_nogo_outcome)end.outcome, .move = (qi_point)end.move, .nodes = nodes};
    return (qi_result)end.result;
}

/* ---- teams ---------------------------------------------------------------------------------- */

static uint32_t usual_effort(void)
{
    const uint32_t size = cluster_size();
    return size <= LEAST_EFFORT / EFFORT_A_RANK  ? LEAST_EFFORT
           : size >= MOST_EFFORT / EFFORT_A_RANK ? MOST_EFFORT
                                                 : size * EFFORT_A_RANK;
}

/* A power of two, so that the effort that a record tells says enough. */
static uint64_t usual_worth(const cluster_pool *pool)
{
    uint64_t worth = LEAST_WORTH;
    while (worth < (uint64_t)WORTH_A_MACHINE * pool->machines)
        worth *= 2;
    return worth;
}

/* Together: the first ranks of all machines; NULL without memory. */
static uint64_t *find_first(const cluster_pool *pool)
{
    uint64_t *const first = calloc(pool->machines, sizeof *first);
    uint64_t missing = !first;
    cluster_add(&missing, 1);
    if (!first || missing) {
        free(first);
        return NULL;
    }
    if (pool->first)
        first[pool->machine] = cluster_rank();
    cluster_add(first, pool->machines);
    return first;
}

qi_result cluster_team_new(qi_nogo_solver *solver, const cluster_pool *pool, uint32_t effort,
                           cluster_team **team)
{
    uint64_t *const first = find_first(pool);
    cluster_team *const fresh = calloc(1, sizeof *fresh);
    uint64_t missing = 1;
    if (fresh) {
        const exchange_reader reader = {fresh, read_record, read_word};
        *fresh = (cluster_team){.solver = solver,
                                .rank = cluster_rank(),
                                .pool = *pool,
                                .first = first,
                                .points = effort == 1 ? LEAST_POINTS : SOLVE_POINTS + 1,
                                .effort = effort ? effort : usual_effort(),
                                .box = qi_exchange_new(&reader),
                                .directory = calloc(1, sizeof *fresh->directory)};
        fresh->peers = (solve_peers){.context = fresh,
                                     .attend = attend,
                                     .enter = enter,
                                     .leave = leave,
                                     .tell = tell,
                                     .worth = usual_worth(pool),
                                     .points = &fresh->points,
                                     .others = fresh->others,
                                     .number = pool->machine,
                                     .count = pool->machines};
        pthread_mutex_init(&fresh->lock, NULL);
        missing = !fresh->box || !fresh->directory || !first;
    } else {
        free(first);
    }
    cluster_add(&missing, 1);
    if (missing)
        cluster_team_free(fresh);
    *team = missing ? NULL : fresh;
    return missing ? QI_NO_MEMORY : QI_OK;
}

void cluster_team_free(cluster_team *team)
{
    if (!team)
        return;
    qi_exchange_free(team->box);
    free(team->directory);
    free(team->first);
    pthread_mutex_destroy(&team->lock);
    free(team);
}

qi_result cluster_tell(cluster_team *team, const qi_nogo_fact *fact)
{
    solve_key entry;
    memcpy(entry.word, fact->word, sizeof entry.word);
    const uint32_t home = home_of(team, &entry);
    if (home == team->rank)
        return qi_nogo_solver_learn(team->solver, fact);
    const solve_outcome outcome = (solve_outcome)(entry.word[1] & OUTCOME_MASK);
    const solve_key copy = make_fact(&entry, outcome, COPY_EFFORT);
    qi_nogo_fact early;
    memcpy(early.word, copy.word, sizeof early.word);
    const qi_result result = qi_nogo_solver_learn(team->solver, &early);
    if (result == QI_OK)
        qi_exchange_put(team->box, home, &entry);
    if (++team->told % TOLD_TOGETHER == 0)
        qi_exchange_attend(team->box);
    return result;
}

void cluster_settle(cluster_team *team)
{
    qi_exchange_settle(team->box);
    team->before = qi_exchange_account(team->box);
}

cluster_account cluster_account_of(cluster_team *team)
{
    const exchange_account own = qi_exchange_account(team->box);
    uint64_t all[4] = {own.messages - team->before.messages, own.bytes - team->before.bytes,
                       own.records - team->before.records, team->positions};
    cluster_add(all, 4);
    return (cluster_account){
        .messages = all[0], .bytes = all[1], .records = all[2], .positions = all[3]};
}
