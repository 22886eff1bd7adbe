/* The processes of an MPI job. */
#include "cluster/cluster.h"
#include "cluster/patience.h"

#include <fcntl.h>
#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* Where ranks that print nothing keep their stderr for the last words. */
enum { LAST_WORDS = 255, FAILED = 2 };
enum { TAG_BELL = 3, TAG_LETTER };

/* What rank 0 prints, the others would print again. */
static bool fall_silent(void)
{
    const int nowhere = open("/dev/null", O_WRONLY);
    const bool silent = nowhere >= 0 && dup2(STDERR_FILENO, LAST_WORDS) == LAST_WORDS &&
                        fcntl(LAST_WORDS, F_SETFD, FD_CLOEXEC) == 0 &&
                        dup2(nowhere, STDOUT_FILENO) == STDOUT_FILENO &&
                        dup2(nowhere, STDERR_FILENO) == STDERR_FILENO;
    close(nowhere);
    return silent;
}

/* Waits for what all ranks do together. */
static void finish(MPI_Request *request)
{
    const double since = qi_seconds();
    for (int done = 0;;) {
        MPI_Test(request, &done, MPI_STATUS_IGNORE);
        if (done)
            return;
        qi_be_patient(since);
    }
}

bool cluster_start(int *argc, char ***argv)
{
    int threads;
    /* mpirun ends groups: a guard with its own leaves this one time to end its programs. */
    (void)setpgid(0, 0);
    /* The threads of MPI must not get signals that are for this program. */
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before);
    const int started = MPI_Init_thread(argc, argv, MPI_THREAD_SERIALIZED, &threads);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (started != MPI_SUCCESS || threads < MPI_THREAD_SERIALIZED) {
        fputs("qi-mpi: MPI cannot be used by programs with threads\n", stderr);
        return false;
    }
    /* mpirun gives rank 0 a terminal even where it has none itself. */
    setenv("NO_COLOR", "1", 0);
    if (cluster_rank() == 0 || fall_silent())
        return true;
    fprintf(stderr, "qi-mpi: rank %u of %u: too few descriptors\n", cluster_rank(), cluster_size());
    return false;
}

int cluster_end(int status)
{
    const bool first = cluster_rank() == 0;
    MPI_Request request;
    MPI_Ibarrier(MPI_COMM_WORLD, &request);
    finish(&request);
    MPI_Finalize();
    return first ? status : 0;
}

_Noreturn void cluster_fail(const char *why)
{
    const uint32_t rank = cluster_rank();
    dprintf(rank == 0 ? STDERR_FILENO : LAST_WORDS,
            "qi-mpi: rank %u of %u: %s; the job ends, and what was saved before stands\n", rank,
            cluster_size(), why);
    MPI_Abort(MPI_COMM_WORLD, FAILED);
    _exit(FAILED);
}

uint32_t cluster_rank(void)
{
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    return (uint32_t)rank;
}

uint32_t cluster_size(void)
{
    int size;
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    return (uint32_t)size;
}

static void reduce(void *numbers, size_t count, MPI_Datatype type, MPI_Op operation)
{
    MPI_Request request;
    MPI_Iallreduce(MPI_IN_PLACE, numbers, (int)count, type, operation, MPI_COMM_WORLD, &request);
    finish(&request);
}

void cluster_add(uint64_t *numbers, size_t count)
{
    reduce(numbers, count, MPI_UINT64_T, MPI_SUM);
}

void cluster_most(uint64_t *numbers, size_t count)
{
    reduce(numbers, count, MPI_UINT64_T, MPI_MAX);
}

void cluster_most_real(double *numbers, size_t count)
{
    reduce(numbers, count, MPI_DOUBLE, MPI_MAX);
}

void cluster_share(void *bytes, size_t count, uint32_t from)
{
    const size_t piece = (size_t)1 << 30;
    for (size_t at = 0; at < count; at += piece) {
        MPI_Request request;
        MPI_Ibcast((char *)bytes + at, (int)(count - at < piece ? count - at : piece), MPI_BYTE,
                   (int)from, MPI_COMM_WORLD, &request);
        finish(&request);
    }
}

void cluster_share_text(const char **text, size_t *length)
{
    uint64_t count = *length;
    cluster_share(&count, sizeof count, 0);
    char *bytes = (char *)*text;
    if (cluster_rank() > 0) {
        bytes = calloc(count + 1, 1);
        *text = bytes;
        *length = count;
    }
    if (bytes)
        cluster_share(bytes, count, 0);
    else
        cluster_fail(qi_result_text(QI_NO_MEMORY));
}

bool cluster_agree(bool good, char *why, size_t room, uint32_t *who)
{
    const uint32_t size = cluster_size();
    uint64_t first = good ? 0 : size - cluster_rank();
    cluster_most(&first, 1);
    if (!first)
        return true;
    *who = size - (uint32_t)first;
    cluster_share(why, room, *who);
    return false;
}

/* ---- bells ---------------------------------------------------------------------------------- */

void cluster_ring(cluster_bell *bell, uint64_t number)
{
    const int rank = (int)cluster_rank(), size = (int)cluster_size();
    if (number < bell->least)
        bell->least = number;
    for (int i = 0; i < size; i++)
        if (i != rank)
            MPI_Send(&number, 1, MPI_UINT64_T, i, TAG_BELL, MPI_COMM_WORLD);
    bell->rung++;
}

void cluster_hear(cluster_bell *bell)
{
    for (;;) {
        int there;
        uint64_t number;
        MPI_Iprobe(MPI_ANY_SOURCE, TAG_BELL, MPI_COMM_WORLD, &there, MPI_STATUS_IGNORE);
        if (!there)
            return;
        MPI_Recv(&number, 1, MPI_UINT64_T, MPI_ANY_SOURCE, TAG_BELL, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
        bell->heard++;
        if (number < bell->least)
            bell->least = number;
    }
}

void cluster_bell_end(cluster_bell *bell)
{
    uint64_t rung = bell->rung;
    cluster_add(&rung, 1);
    while (bell->heard + bell->rung < rung)
        cluster_hear(bell);
}

/* ---- letters -------------------------------------------------------------------------------- */

void cluster_send(const void *bytes, size_t count)
{
    MPI_Send(bytes, (int)count, MPI_BYTE, 0, TAG_LETTER, MPI_COMM_WORLD);
}

bool cluster_receive(qi_buffer *letter)
{
    int there, count;
    MPI_Message message;
    MPI_Status status;
    MPI_Improbe(MPI_ANY_SOURCE, TAG_LETTER, MPI_COMM_WORLD, &there, &message, &status);
    if (!there)
        return false;
    MPI_Get_count(&status, MPI_BYTE, &count);
    qi_buffer_clear(letter);
    if (!qi_buffer_reserve(letter, (size_t)count))
        cluster_fail(qi_result_text(QI_NO_MEMORY));
    MPI_Mrecv(letter->bytes, count, MPI_BYTE, &message, MPI_STATUS_IGNORE);
    letter->length = (size_t)count;
    return true;
}
