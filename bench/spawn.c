/*
 * Runs a command and writes what it took to a file: CPU seconds, peak memory in bytes, status.
 *
 *     spawn REPORT COMMAND [ARGUMENT]...
 *
 * Linux counts the memory of the process that forked towards the peak of the new one. This program
 * is small, so what it reports is the command's own; a benchmark that has just built a large input
 * in memory would report its own size.
 */
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static double seconds(struct timeval time)
{
    return (double)time.tv_sec + (double)time.tv_usec / 1e6;
}

int main(int argc, char **argv)
{
    if (argc < 3) {
        fputs("Usage: spawn REPORT COMMAND [ARGUMENT]...\n", stderr);
        return 2;
    }
    const pid_t child = fork();
    if (child == 0) {
        execvp(argv[2], argv + 2);
        perror(argv[2]);
        _exit(127);
    }
    int status;
    struct rusage usage;
    if (child < 0 || wait4(child, &status, 0, &usage) != child) {
        perror("spawn");
        return 2;
    }
    FILE *report = fopen(argv[1], "w");
    if (!report) {
        perror(argv[1]);
        return 2;
    }
    fprintf(report, "%.6f %lld %d\n", seconds(usage.ru_utime) + seconds(usage.ru_stime),
            (long long)usage.ru_maxrss * 1024,
            WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
    return fclose(report) == 0 ? 0 : 2;
}
