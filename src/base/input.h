/* Waiting for input (posix/input.c, windows/input.c). Not part of the freestanding core. */
#ifndef QI_BASE_INPUT_H
#define QI_BASE_INPUT_H

#include <stdbool.h>
#include <stdint.h>

/* Whether reading from a descriptor gives something at once, be it the end. */
bool qi_input_waits(int descriptor);
/* Waits until it does. */
void qi_input_wait(int descriptor);

/* By which another thread is woken that waits for input. */
typedef struct qi_waker {
    intptr_t parts[2]; /* the system's */
} qi_waker;

typedef enum qi_woken {
    QI_WOKEN_BY_TIME, /* or by nothing in particular */
    QI_WOKEN_BY_INPUT,
    QI_WOKEN_BY_WAKER, /* also when waiting is not possible */
} qi_woken;

bool qi_waker_open(qi_waker *waker);
/* From now on nobody waits any more. */
void qi_waker_wake(qi_waker *waker);
void qi_waker_close(qi_waker *waker);
/* Waits for input (unless `descriptor` is -1) and for the waker, at most that long; -1: without
 * end. */
qi_woken qi_waker_wait(const qi_waker *waker, int descriptor, int milliseconds);

#endif
