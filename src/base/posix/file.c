#include "base/file.h"
#include "base/random.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static const char own_descriptors[] = "/proc/self/fd";
enum { NAME_ROOM = 32, MAX_TRIES = 100 };

int qi_write_all(int descriptor, const char *bytes, size_t count)
{
    while (count) {
        const ssize_t written = write(descriptor, bytes, count);
        if (written < 0 && errno == EAGAIN) { /* the descriptor is in non-blocking mode */
            struct pollfd output = {.fd = descriptor, .events = POLLOUT};
            poll(&output, 1, -1);
        } else if (written < 0 && errno != EINTR) {
            return errno;
        }
        if (written > 0) {
            bytes += written;
            count -= (size_t)written;
        }
    }
    return 0;
}

int qi_open_input(const char *path)
{
    return open(path, O_RDONLY | O_CLOEXEC);
}

ptrdiff_t qi_read_some(int descriptor, char *bytes, size_t count)
{
    return read(descriptor, bytes, count);
}

bool qi_make_folder(const char *path)
{
    return mkdir(path, 0777) == 0 || errno == EEXIST;
}

/* How many bytes of a path name the folder, with its slash. */
static size_t folder_length(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? (size_t)(slash - path) + 1 : 0;
}

/* Names the new file: hidden, in the target's folder. Whatever has that name already is not used.
 */
static void name_fresh(qi_file *file)
{
    const size_t folder = folder_length(file->path);
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    uint64_t state = (uint64_t)now.tv_nsec << 32 ^ (uint64_t)now.tv_sec ^ (uint64_t)getpid() << 16;
    const unsigned long long number = qi_splitmix64(&state);
    memcpy(file->fresh, file->path, folder);
    snprintf(file->fresh + folder, NAME_ROOM, ".qi-%016llx", number);
}

/* Opens the target's folder, or in it what O_TMPFILE makes. */
static int open_folder(const qi_file *file, int flags)
{
    const size_t folder = folder_length(file->path);
    char *name = folder ? strndup(file->path, folder) : strdup(".");
    const int descriptor = name ? open(name, flags | O_CLOEXEC, 0666) : -1;
    free(name);
    return descriptor;
}

static bool open_beside(qi_file *file, const char *path)
{
    file->path = strdup(path);
    file->fresh = malloc(strlen(path) + NAME_ROOM);
    if (file->fresh)
        *file->fresh = '\0'; /* nothing to remove yet, also when the other is not there */
    if (!file->path || !file->fresh) {
        errno = ENOMEM;
        return false;
    }
#if defined(__linux__) && defined(O_TMPFILE)
    if (access(own_descriptors, X_OK) == 0)
        file->descriptor = open_folder(file, O_TMPFILE | O_WRONLY);
#endif
    for (int i = 0; file->descriptor < 0 && i < MAX_TRIES && (i == 0 || errno == EEXIST); i++) {
        name_fresh(file);
        file->descriptor =
            open(file->fresh, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
        if (file->descriptor < 0)
            *file->fresh = '\0'; /* whatever has that name is not ours */
    }
    return file->descriptor >= 0;
}

static bool is_descriptor(const char *path)
{
    static const char *const starts[] = {"/dev/fd/", "/dev/stdout", "/dev/stderr", "/proc/"};
    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++)
        if (strncmp(path, starts[i], strlen(starts[i])) == 0)
            return true;
    return false;
}

bool qi_file_open(qi_file *file, const char *path)
{
    *file = (qi_file){.descriptor = -1};
    struct stat old;
    const bool exists = lstat(path, &old) == 0;
    const bool ordinary = !exists || S_ISREG(old.st_mode) || S_ISLNK(old.st_mode);
    bool good = false;
    if (is_descriptor(path)) {
        file->descriptor = open(path, O_WRONLY | O_APPEND | O_CLOEXEC);
        good = file->descriptor >= 0;
    } else if (!ordinary) {
        file->descriptor = open(path, O_WRONLY | O_NOFOLLOW | O_CLOEXEC);
        good = file->descriptor >= 0;
    } else if (exists || errno == ENOENT) {
        good = open_beside(file, path);
    }
    if (good && exists && S_ISREG(old.st_mode) && file->path)
        good = fchmod(file->descriptor, old.st_mode & 0777) == 0;
    return good || qi_file_give_up(file);
}

/* Gives a file without a name its place. Only a new name can be given: where there is an older
 * file, the new one gets a name beside it first. */
static bool give_name(qi_file *file)
{
    char self[64];
    snprintf(self, sizeof self, "%s/%d", own_descriptors, file->descriptor);
    if (linkat(AT_FDCWD, self, AT_FDCWD, file->path, AT_SYMLINK_FOLLOW) == 0)
        return true;
    bool named = false;
    for (int i = 0; !named && errno == EEXIST && i < MAX_TRIES; i++) {
        name_fresh(file);
        named = linkat(AT_FDCWD, self, AT_FDCWD, file->fresh, AT_SYMLINK_FOLLOW) == 0;
    }
    if (!named)
        *file->fresh = '\0';
    return named && rename(file->fresh, file->path) == 0;
}

/* The folder's entry is on the disk too; not every file system can promise that. */
static void sync_folder(const qi_file *file)
{
    const int folder = open_folder(file, O_RDONLY | O_DIRECTORY);
    if (folder >= 0) {
        fsync(folder);
        close(folder);
    }
}

/* False with errno. */
static bool take_place(qi_file *file)
{
    if (fsync(file->descriptor) != 0 ||
        !(*file->fresh ? rename(file->fresh, file->path) == 0 : give_name(file)))
        return false;
    *file->fresh = '\0';
    sync_folder(file);
    return true;
}

bool qi_file_keep(qi_file *file)
{
    int error = file->error;
    if (!error && file->path && !take_place(file))
        error = errno;
    if (close(file->descriptor) != 0 && !error && !file->path)
        error = errno;
    file->descriptor = -1;
    qi_file_drop(file);
    file->error = error;
    return !error;
}

void qi_file_drop(qi_file *file)
{
    if (file->fresh && *file->fresh)
        unlink(file->fresh);
    if (file->descriptor >= 0)
        close(file->descriptor);
    free(file->fresh);
    free(file->path);
    *file = (qi_file){.descriptor = -1};
}

/* ---- waiting for input -------------------------------------------------------------------- */

bool qi_input_waits(int descriptor)
{
    struct pollfd input = {.fd = descriptor, .events = POLLIN};
    return poll(&input, 1, 0) > 0;
}

void qi_input_wait(int descriptor)
{
    struct pollfd input = {.fd = descriptor, .events = POLLIN};
    poll(&input, 1, -1);
}

bool qi_waker_open(qi_waker *waker)
{
    int ends[2];
    if (pipe(ends) != 0)
        return false;
    for (int i = 0; i < 2; i++) {
        fcntl(ends[i], F_SETFD, FD_CLOEXEC);
        waker->parts[i] = ends[i];
    }
    return true;
}

void qi_waker_wake(qi_waker *waker)
{
    close((int)waker->parts[1]); /* the other end becomes ready */
    waker->parts[1] = -1;
}

void qi_waker_close(qi_waker *waker)
{
    close((int)waker->parts[0]);
    if (waker->parts[1] >= 0)
        close((int)waker->parts[1]);
}

qi_woken qi_waker_wait(const qi_waker *waker, int descriptor, int milliseconds)
{
    struct pollfd waits[2] = {{.fd = (int)waker->parts[0], .events = POLLIN},
                              {.fd = descriptor, .events = POLLIN}};
    const int ready = poll(waits, 2, milliseconds);
    if (waits[0].revents || (ready < 0 && errno != EINTR))
        return QI_WOKEN_BY_WAKER;
    return ready > 0 && waits[1].revents ? QI_WOKEN_BY_INPUT : QI_WOKEN_BY_TIME;
}
