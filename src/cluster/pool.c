/* The ranks of one machine. */
#include "cluster/cluster.h"

#include <mpi.h>
#include <sched.h>
#include <stdlib.h>

#ifdef __linux__
/* Lets the first of the ranks use the processors that any of them may use; returns to all whether
 * it may. */
static bool join_processors(MPI_Comm machine, bool first)
{
    cpu_set_t own, all, got;
    CPU_ZERO(&own);
    CPU_ZERO(&got);
    int good = sched_getaffinity(0, sizeof own, &own) == 0;
    MPI_Allreduce(&own, &all, (int)sizeof own, MPI_BYTE, MPI_BOR, machine);
    if (first && good) {
        good = sched_setaffinity(0, sizeof all, &all) == 0 &&
               sched_getaffinity(0, sizeof got, &got) == 0;
        CPU_AND(&got, &got, &all);
        good = good && CPU_EQUAL(&got, &all);
        if (!good)
            (void)sched_setaffinity(0, sizeof own, &own);
    }
    MPI_Allreduce(MPI_IN_PLACE, &good, 1, MPI_INT, MPI_MIN, machine);
    return good;
}
#else
/* Ranks are not bound to processors. */
static bool join_processors(MPI_Comm machine, bool first)
{
    (void)machine;
    (void)first;
    return true;
}
#endif

/* Counts the ranks of a machine; the first has the lowest number. */
static void count_ranks(MPI_Comm machine, cluster_pool *pool)
{
    int place, size;
    MPI_Comm_rank(machine, &place);
    MPI_Comm_size(machine, &size);
    pool->first = place == 0;
    pool->ranks = (uint32_t)size;
}

/* Numbers the machines by their first ranks. */
static void count_machines(MPI_Comm machine, cluster_pool *pool)
{
    const uint32_t one = pool->first;
    uint32_t before = 0;
    MPI_Exscan(&one, &before, 1, MPI_UINT32_T, MPI_SUM, MPI_COMM_WORLD);
    pool->machine = cluster_rank() == 0 ? 0 : before; /* Exscan leaves rank 0's undefined */
    MPI_Bcast(&pool->machine, 1, MPI_UINT32_T, 0, machine);
    MPI_Allreduce(&one, &pool->machines, 1, MPI_UINT32_T, MPI_SUM, MPI_COMM_WORLD);
}

cluster_pool cluster_pool_up(void)
{
    cluster_pool pool;
    MPI_Comm machine;
    bool apart = getenv("QI_MPI_APART") != NULL;
    cluster_share(&apart, sizeof apart, 0);
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, (int)cluster_rank(), MPI_INFO_NULL,
                        &machine);
    count_ranks(machine, &pool);
    if (apart || (pool.ranks > 1 && !join_processors(machine, pool.first))) {
        MPI_Comm_free(&machine);
        MPI_Comm_dup(MPI_COMM_SELF, &machine);
        count_ranks(machine, &pool);
    }
    count_machines(machine, &pool);
    MPI_Comm_free(&machine);
    return pool;
}
