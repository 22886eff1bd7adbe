/* One process without others. */
#include "cluster/cluster.h"

#include <stdio.h>
#include <stdlib.h>

/* There is nothing to coordinate: the team is its solver. */
struct cluster_team {
    qi_nogo_solver *solver;
};

/* What is changed when there are others is not const. NOLINTBEGIN(readability-non-const-parameter)
 */

bool cluster_start(int *argc, char ***argv)
{
    (void)argc;
    (void)argv;
    return true;
}

int cluster_end(int status)
{
    return status;
}

_Noreturn void cluster_fail(const char *why)
{
    fprintf(stderr, "qi: %s\n", why);
    exit(2);
}

uint32_t cluster_rank(void)
{
    return 0;
}

uint32_t cluster_size(void)
{
    return 1;
}

void cluster_add(uint64_t *numbers, size_t count)
{
    (void)numbers;
    (void)count;
}

void cluster_most(uint64_t *numbers, size_t count)
{
    (void)numbers;
    (void)count;
}

void cluster_most_real(double *numbers, size_t count)
{
    (void)numbers;
    (void)count;
}

void cluster_share(void *bytes, size_t count, uint32_t from)
{
    (void)bytes;
    (void)count;
    (void)from;
}

void cluster_share_text(const char **text, size_t *length)
{
    (void)text;
    (void)length;
}

bool cluster_agree(bool good, char *why, size_t room, uint32_t *who)
{
    (void)why;
    (void)room;
    *who = 0;
    return good;
}

void cluster_ring(cluster_bell *bell, uint64_t number)
{
    if (number < bell->least)
        bell->least = number;
}

void cluster_hear(cluster_bell *bell)
{
    (void)bell;
}

void cluster_bell_end(cluster_bell *bell)
{
    (void)bell;
}

void cluster_send(const void *bytes, size_t count)
{
    (void)bytes;
    (void)count;
}

bool cluster_receive(qi_buffer *letter)
{
    (void)letter;
    return false;
}

/* NOLINTEND(readability-non-const-parameter) */

cluster_pool cluster_pool_up(void)
{
    return (cluster_pool){.machines = 1, .ranks = 1, .first = true};
}

qi_result cluster_team_new(qi_nogo_solver *solver, const cluster_pool *pool, uint32_t effort,
                           cluster_team **team)
{
    (void)pool;
    (void)effort;
    *team = malloc(sizeof **team);
    if (!*team)
        return QI_NO_MEMORY;
    (*team)->solver = solver;
    return QI_OK;
}

void cluster_team_free(cluster_team *team)
{
    free(team);
}

qi_result cluster_solve(cluster_team *team, const qi_nogo *game, const qi_nogo_solve_limits *limits,
                        qi_nogo_solution *solution)
{
    return qi_nogo_solve(team->solver, game, limits, solution);
}

qi_result cluster_tell(cluster_team *team, const qi_nogo_fact *fact)
{
    return qi_nogo_solver_learn(team->solver, fact);
}

void cluster_settle(cluster_team *team)
{
    (void)team;
}

cluster_account cluster_account_of(cluster_team *team)
{
    (void)team;
    return (cluster_account){0};
}
