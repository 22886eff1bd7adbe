/* Programs that do not keep to the manners of programs: `misbehave HOW`. All know the answer to an
 * empty NoGo board of one point, and none gets as far as being right. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static void sleep_for_ever(void)
{
    for (;;)
        pause();
}

int main(int argc, char **argv)
{
    const char *const how = argc > 1 ? argv[1] : "";
    if (strcmp(how, "sleeps") == 0) {
        sleep_for_ever();
    } else if (strcmp(how, "spins") == 0) {
        for (volatile unsigned long i = 0;; i++)
            ;
    } else if (strcmp(how, "prints-for-ever") == 0) {
        for (;;)
            puts("1 1");
    } else if (strcmp(how, "eats-memory") == 0) {
        for (;;) {
            char *const block = malloc(1 << 20);
            if (!block)
                sleep_for_ever();
            memset(block, 1, 1 << 20);
        }
    } else if (strcmp(how, "crashes") == 0) {
        abort();
    } else if (strcmp(how, "exits") == 0) {
        puts("-1 -1");
        return 3;
    } else if (strcmp(how, "closes-output") == 0) {
        close(1);
        return 0;
    } else if (strcmp(how, "ignores-input") == 0) {
        puts("1 1\n-1 -1");
    } else if (strcmp(how, "forks") == 0) {
        /* A child that keeps the output open and outlives its parent. */
        puts("1 1\n-1 -1");
        fflush(stdout);
        if (fork() == 0)
            sleep_for_ever();
    } else if (strcmp(how, "daemon") == 0) {
        /* A grandchild in a session of its own. */
        puts("1 1\n-1 -1");
        fflush(stdout);
        const pid_t child = fork();
        if (child == 0) {
            setsid();
            if (fork() == 0)
                sleep_for_ever();
            _exit(0);
        }
        waitpid(child, NULL, 0);
    }
    return 0;
}
