/*
 * Included first in everything that ./dev coverage builds. gcov writes down what a process did when
 * it returns from main, and before it becomes another program, but then not again. Here it also
 * does so before a process ends in other ways, and a child that shares its parent's memory until it
 * becomes another program leaves the writing to the parent.
 */
#ifndef QI_TOOLS_COVERAGE_H
#define QI_TOOLS_COVERAGE_H

#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

void __gcov_dump(void);
void __gcov_reset(void); /* so that it can be written again */

#define _exit(status) (__gcov_dump(), __gcov_reset(), _exit(status))
#define raise(signal) (__gcov_dump(), __gcov_reset(), raise(signal))
#define execve(path, argv, environment) ((int)syscall(SYS_execve, path, argv, environment))

#endif
