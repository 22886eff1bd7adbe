/* Files and waiting for input (posix/file.c, windows/file.c). Not part of the freestanding core.
 *
 * Of files an old one stands until the new one is whole.
 *
 * The bytes go to a file without a name beside the target (where the system has none, to one with a
 * random name), which takes the target's place when all of it is on the disk. Whoever looks sees
 * the old file or the new one, also after a kill or a full disk. A symbolic link in the place of
 * the target is replaced, never followed. Devices, pipes, and the descriptors under /dev and /proc,
 * are written in place.
 */
#ifndef QI_BASE_FILE_H
#define QI_BASE_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Writes all bytes to a descriptor, one in non-blocking mode too. Returns 0 or an errno. */
int qi_write_all(int descriptor, const char *bytes, size_t count);

/* Opens a file for reading; -1 with errno. */
int qi_open_input(const char *path);
/* Reads what is there, at most `count` bytes; 0 at the end, -1 with errno. */
ptrdiff_t qi_read_some(int descriptor, char *bytes, size_t count);
/* Makes a folder, unless there is one; false with errno. */
bool qi_make_folder(const char *path);

typedef struct qi_file {
    int descriptor;
    int error;   /* errno of the first failure, or 0 */
    char *path;  /* the target; NULL when written in place */
    char *fresh; /* the file that will take its place; empty while it has no name */
} qi_file;

/* Starts to write `path`; false with file->error, and then there is nothing to close. */
bool qi_file_open(qi_file *file, const char *path);
/* False after an error, which file->error keeps. A qi_sink: `file` is a qi_file. */
bool qi_file_write(void *file, const char *bytes, size_t count);
/* Puts the file in its place, unless there was an error: then nothing is left of it. False with
 * file->error. */
bool qi_file_keep(qi_file *file);
/* Forgets what was written; the old file stands. */
void qi_file_drop(qi_file *file);
/* The same after a failure, with errno as file->error; returns false. */
bool qi_file_give_up(qi_file *file);

/* ---- waiting for input -------------------------------------------------------------------- */

/* Whether reading from a descriptor returns at once, with bytes or EOF. */
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
/* Ends all waits, now and later. */
void qi_waker_wake(qi_waker *waker);
void qi_waker_close(qi_waker *waker);
/* Waits for input (unless `descriptor` is -1) and for the waker, at most that long; -1: without
 * end. */
qi_woken qi_waker_wait(const qi_waker *waker, int descriptor, int milliseconds);

#endif
