/* What a program and the processes it started use, as the system tells while they run. */
#ifndef QI_LAB_PROCESSES_H
#define QI_LAB_PROCESSES_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

typedef struct qi_lab_use {
    double cpu_seconds; /* with that of children that have ended and were waited for */
    uint64_t memory;    /* bytes */
    bool awake;         /* some thread runs, waits for a core, or waits for a disk */
} qi_lab_use;

/* Adds up what the process and all its descendants use. Those that end meanwhile are left out. */
void qi_lab_measure_tree(pid_t root, qi_lab_use *use);

#endif
