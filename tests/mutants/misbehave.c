/* Programs that do not keep to the manners of programs: `misbehave HOW`. All know the answer to an
 * empty NoGo board of one point, and none gets as far as being right. */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static void sleep_for_ever(void)
{
    for (;;)
        pause();
}

/* Goes on in a child, in a session of its own. */
static void move_away(void)
{
    if (fork() != 0)
        _exit(0);
    setsid();
}

static void eat(size_t bytes)
{
    volatile char *const block = malloc(bytes);
    for (size_t i = 0; block && i < bytes; i += 1024)
        block[i] = 1;
}

static void burn(double seconds)
{
    const clock_t end = clock() + (clock_t)(seconds * CLOCKS_PER_SEC);
    while (clock() < end)
        ;
}

/* Burns CPU time in one child after the other, none of which is waited for. */
static void burn_in_children(double each)
{
    signal(SIGCHLD, SIG_IGN);
    for (;;) {
        const pid_t child = fork();
        if (child == 0) {
            burn(each);
            _exit(0);
        }
        while (kill(child, 0) == 0) /* sleeps too short to be found asleep */
            usleep(200);
    }
}

/* What programs do with memory and files. */
static void hoard(const char *how)
{
    enum { PIECE = 32 << 20, PIECES = 128, MANY = 48 };
    const int many = strcmp(how, "hoards-files") == 0;
    if (!many && strcmp(how, "hoards-a-file") != 0)
        return;
    for (int i = 0; i < (many ? MANY : 1); i++) {
        const int file = memfd_create("hoard", 0);
        if (file < 0 || fallocate(file, 0, 0, many ? PIECE : (off_t)PIECE * PIECES) != 0)
            _exit(4);
    }
    sleep_for_ever();
}

/* What programs do with processes. */
static void spread(const char *how)
{
    enum { STORM = 300, EACH = 30 << 20 };
    if (strcmp(how, "daemon-twice") == 0) {
        /* Daemons of daemons, each in a new session, which go on moving for a while. */
        puts("1 1\n-1 -1");
        fflush(stdout);
        if (fork() == 0) {
            for (int i = 0; i < STORM; i++)
                move_away();
            sleep_for_ever();
        }
        usleep(20000);
    } else if (strcmp(how, "storms") == 0) {
        /* Every child becomes a daemon and has children; bounded. */
        for (int i = 0; i < STORM; i++)
            if (fork() == 0) {
                setsid();
                if (fork() == 0)
                    setsid();
                sleep_for_ever();
            }
        sleep_for_ever();
    } else if (strcmp(how, "stops-itself") == 0) {
        for (;;)
            raise(SIGSTOP);
    } else if (strcmp(how, "stops-once") == 0) {
        raise(SIGSTOP);
        puts("1 1\n-1 -1");
    } else if (strcmp(how, "eats-in-children") == 0) {
        /* Three daemons that each stay below the limit of 64 MB. */
        for (int i = 0; i < 3; i++)
            if (fork() == 0) {
                move_away();
                eat(EACH);
                sleep_for_ever();
            }
        sleep_for_ever();
    } else if (strcmp(how, "shares-memory") == 0) {
        /* The same pages in five processes are within it. */
        eat(EACH);
        for (int i = 0; i < 4; i++)
            if (fork() == 0) {
                usleep(100000);
                _exit(0);
            }
        while (wait(NULL) > 0)
            ;
        puts("1 1\n-1 -1");
    } else if (strcmp(how, "burns-in-children") == 0) {
        burn_in_children(0.1);
    } else if (strcmp(how, "burns-in-short-children") == 0) {
        burn_in_children(0.002);
    } else if (strcmp(how, "spins-in-a-daemon") == 0) {
        if (fork() == 0) {
            move_away();
            for (volatile unsigned long i = 0;; i++)
                ;
        }
        sleep_for_ever();
    }
}

int main(int argc, char **argv)
{
    const char *const how = argc > 1 ? argv[1] : "";
    spread(how);
    hoard(how);
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
