/*
 * Included first in everything that ./dev coverage builds. gcov writes down what a process did when
 * it returns from main, and before it becomes another program, but then not again. Here it also
 * does so before a process ends in other ways, and a child that shares its parent's memory until it
 * becomes another program leaves the writing to the parent. The system's headers are not included:
 * a test may have names of its own.
 */
#ifndef QI_TOOLS_COVERAGE_H
#define QI_TOOLS_COVERAGE_H

#include <sys/syscall.h>

long syscall(long number, ...);
void __gcov_dump(void);
void __gcov_reset(void); /* so that it can be written again */

static inline void coverage_write(void)
{
    __gcov_dump();
    __gcov_reset();
}

static inline _Noreturn void coverage_exit(int status)
{
    coverage_write();
    for (;;)
        syscall(SYS_exit_group, status);
}

static inline int coverage_raise(int signal)
{
    coverage_write();
    return (int)syscall(SYS_tkill, syscall(SYS_gettid), signal);
}

static inline int coverage_execve(const char *path, char *const argv[], char *const environment[])
{
    return (int)syscall(SYS_execve, path, argv, environment);
}

#define _exit coverage_exit
#define raise coverage_raise
#define execve coverage_execve

#endif
