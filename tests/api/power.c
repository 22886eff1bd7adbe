/*
 * Linked into a third build of the command: the power fails, or the disk is full, on demand.
 * POWER_AT=K ends the program at its K-th change of a file: a write, a new name, a removal. What
 * was written to a file since its last fsync is lost, names are not; with POWER_KEEP set nothing is
 * lost, and a write at which the power fails is half done. FULL_FROM=K lets the K-th write and all
 * that follow fail with ENOSPC. The exit status is POWER_FAILED (see power.py).
 */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

enum { POWER_FAILED = 99, MAX_FILES = 64 };

static unsigned long fails_at, full_from, changes, writes;
static bool keeps;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* Files with bytes that are not on the disk. */
static struct {
    int descriptor; /* of our own */
    struct stat about;
    off_t safe; /* bytes that are */
} unsafe[MAX_FILES];
static int unsafe_count;

ssize_t __real_write(int descriptor, const void *bytes, size_t count);
int __real_fsync(int descriptor);
int __real_rename(const char *from, const char *to);
int __real_linkat(int from_folder, const char *from, int to_folder, const char *to, int flags);
int __real_unlink(const char *path);
int __real_mkdir(const char *path, mode_t mode);
int __real_ftruncate(int descriptor, off_t length);
ssize_t __wrap_write(int descriptor, const void *bytes, size_t count);
int __wrap_fsync(int descriptor);
int __wrap_rename(const char *from, const char *to);
int __wrap_linkat(int from_folder, const char *from, int to_folder, const char *to, int flags);
int __wrap_unlink(const char *path);
int __wrap_mkdir(const char *path, mode_t mode);
int __wrap_ftruncate(int descriptor, off_t length);

__attribute__((constructor)) static void start(void)
{
    const char *const at = getenv("POWER_AT"), *const full = getenv("FULL_FROM");
    fails_at = at ? strtoul(at, NULL, 10) : 0;
    full_from = full ? strtoul(full, NULL, 10) : 0;
    keeps = getenv("POWER_KEEP") != NULL;
}

static void fail(void)
{
    for (int i = 0; i < unsafe_count && !keeps; i++)
        if (__real_ftruncate(unsafe[i].descriptor, unsafe[i].safe) != 0)
            _exit(1);
    _exit(POWER_FAILED);
}

/* Counts a change. True when the power fails at it. */
static bool fails_now(void)
{
    pthread_mutex_lock(&lock);
    const bool now = ++changes == fails_at;
    pthread_mutex_unlock(&lock);
    return now;
}

static int find(const struct stat *about)
{
    for (int i = 0; i < unsafe_count; i++)
        if (unsafe[i].about.st_dev == about->st_dev && unsafe[i].about.st_ino == about->st_ino)
            return i;
    return -1;
}

static void note_unsafe(int descriptor, const struct stat *about)
{
    pthread_mutex_lock(&lock);
    if (find(about) < 0 && unsafe_count < MAX_FILES) {
        unsafe[unsafe_count].descriptor = fcntl(descriptor, F_DUPFD_CLOEXEC, 100);
        unsafe[unsafe_count].about = *about;
        unsafe[unsafe_count++].safe = about->st_size;
    }
    pthread_mutex_unlock(&lock);
}

ssize_t __wrap_write(int descriptor, const void *bytes, size_t count)
{
    struct stat about;
    if (fstat(descriptor, &about) != 0 || !S_ISREG(about.st_mode))
        return __real_write(descriptor, bytes, count);
    pthread_mutex_lock(&lock);
    const bool full = full_from && ++writes >= full_from;
    pthread_mutex_unlock(&lock);
    if (full) {
        errno = ENOSPC;
        return -1;
    }
    note_unsafe(descriptor, &about);
    if (fails_now()) {
        if (__real_write(descriptor, bytes, count / 2) < 0)
            _exit(1);
        fail();
    }
    return __real_write(descriptor, bytes, count);
}

int __wrap_fsync(int descriptor)
{
    struct stat about;
    const int result = __real_fsync(descriptor);
    pthread_mutex_lock(&lock);
    const int i = result == 0 && fstat(descriptor, &about) == 0 ? find(&about) : -1;
    if (i >= 0)
        unsafe[i].safe = about.st_size;
    pthread_mutex_unlock(&lock);
    return result;
}

int __wrap_rename(const char *from, const char *to)
{
    if (fails_now())
        fail();
    return __real_rename(from, to);
}

int __wrap_linkat(int from_folder, const char *from, int to_folder, const char *to, int flags)
{
    if (fails_now())
        fail();
    return __real_linkat(from_folder, from, to_folder, to, flags);
}

int __wrap_unlink(const char *path)
{
    if (fails_now())
        fail();
    return __real_unlink(path);
}

int __wrap_mkdir(const char *path, mode_t mode)
{
    if (fails_now())
        fail();
    return __real_mkdir(path, mode);
}

int __wrap_ftruncate(int descriptor, off_t length)
{
    if (fails_now())
        fail();
    return __real_ftruncate(descriptor, length);
}
