#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <windows.h>

enum { NAME_ROOM = 40, MAX_TRIES = 100, MAX_AT_ONCE = 1 << 20 };

int qi_write_all(int descriptor, const char *bytes, size_t count)
{
    while (count) {
        const unsigned piece = count < MAX_AT_ONCE ? (unsigned)count : MAX_AT_ONCE;
        const int written = _write(descriptor, bytes, piece);
        if (written <= 0)
            return written < 0 ? errno : ENOSPC;
        bytes += written;
        count -= (size_t)written;
    }
    return 0;
}

/* Opens what is there; a folder is refused by its name. */
static int open_there(const char *path, int how)
{
    const int descriptor = _open(path, how | _O_BINARY | _O_NOINHERIT);
    struct stat there;
    if (descriptor < 0) {
        const int error = errno;
        errno = stat(path, &there) == 0 && S_ISDIR(there.st_mode) ? EISDIR : error;
    }
    return descriptor;
}

int qi_open_input(const char *path)
{
    return open_there(path, _O_RDONLY);
}

ptrdiff_t qi_read_some(int descriptor, char *bytes, size_t count)
{
    return _read(descriptor, bytes, count < MAX_AT_ONCE ? (unsigned)count : MAX_AT_ONCE);
}

bool qi_make_folder(const char *path)
{
    return CreateDirectoryA(path, NULL) || GetLastError() == ERROR_ALREADY_EXISTS ||
           (errno = ENOENT, false);
}

/* Names the new file: in the target's folder. */
static void name_fresh(qi_file *file, int number)
{
    snprintf(file->fresh, strlen(file->path) + NAME_ROOM, "%s.qi-%lx-%lx-%d", file->path,
             GetCurrentProcessId(), GetTickCount(), number);
}

static bool open_beside(qi_file *file, const char *path)
{
    file->path = _strdup(path);
    file->fresh = malloc(strlen(path) + NAME_ROOM);
    if (file->fresh)
        *file->fresh = '\0';
    if (!file->path || !file->fresh) {
        errno = ENOMEM;
        return false;
    }
    for (int i = 0; file->descriptor < 0 && i < MAX_TRIES && (i == 0 || errno == EEXIST); i++) {
        name_fresh(file, i);
        file->descriptor =
            _open(file->fresh, _O_WRONLY | _O_CREAT | _O_EXCL | _O_BINARY | _O_NOINHERIT,
                  _S_IREAD | _S_IWRITE);
        if (file->descriptor < 0)
            *file->fresh = '\0'; /* whatever has that name is not ours */
    }
    return file->descriptor >= 0;
}

bool qi_file_open(qi_file *file, const char *path)
{
    *file = (qi_file){.descriptor = -1};
    struct stat old;
    const bool exists = stat(path, &old) == 0;
    bool good;
    if (exists && !S_ISREG(old.st_mode)) {
        file->descriptor = open_there(path, _O_WRONLY);
        good = file->descriptor >= 0;
    } else {
        good = open_beside(file, path);
    }
    return good || qi_file_give_up(file);
}

bool qi_file_keep(qi_file *file)
{
    int error = file->error;
    if (!error && file->path && _commit(file->descriptor) != 0)
        error = errno;
    if (_close(file->descriptor) != 0 && !error)
        error = errno;
    file->descriptor = -1; /* an open file cannot be moved */
    if (!error && file->path) {
        if (MoveFileExA(file->fresh, file->path,
                        MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH))
            *file->fresh = '\0';
        else
            error = EACCES;
    }
    qi_file_drop(file);
    file->error = error;
    return !error;
}

void qi_file_drop(qi_file *file)
{
    if (file->descriptor >= 0)
        _close(file->descriptor);
    if (file->fresh && *file->fresh)
        remove(file->fresh);
    free(file->fresh);
    free(file->path);
    *file = (qi_file){.descriptor = -1};
}

/* ---- waiting for input -------------------------------------------------------------------- */

enum { MOMENT = 10 /* milliseconds: pipes of Windows cannot be waited for */ };

/* A console is left out where a reader would be kept by it until a line has been typed. */
static bool is_ready(int descriptor, bool consoles)
{
    const HANDLE handle = (HANDLE)_get_osfhandle(descriptor);
    DWORD waiting = 0;
    switch (GetFileType(handle)) {
    case FILE_TYPE_PIPE:
        return !PeekNamedPipe(handle, NULL, 0, NULL, &waiting, NULL) || waiting > 0;
    case FILE_TYPE_CHAR:
        return consoles && WaitForSingleObject(handle, 0) == WAIT_OBJECT_0;
    default:
        return true;
    }
}

bool qi_input_waits(int descriptor)
{
    return is_ready(descriptor, true);
}

void qi_input_wait(int descriptor)
{
    while (!is_ready(descriptor, true))
        Sleep(MOMENT);
}

bool qi_waker_open(qi_waker *waker)
{
    waker->parts[0] = (intptr_t)CreateEventA(NULL, TRUE, FALSE, NULL);
    return waker->parts[0] != 0;
}

void qi_waker_wake(qi_waker *waker)
{
    SetEvent((HANDLE)waker->parts[0]);
}

void qi_waker_close(qi_waker *waker)
{
    CloseHandle((HANDLE)waker->parts[0]);
}

qi_woken qi_waker_wait(const qi_waker *waker, int descriptor, int milliseconds)
{
    for (int past = 0; milliseconds < 0 || past < milliseconds; past += MOMENT) {
        if (descriptor >= 0 && is_ready(descriptor, false))
            return QI_WOKEN_BY_INPUT;
        if (WaitForSingleObject((HANDLE)waker->parts[0], MOMENT) != WAIT_TIMEOUT)
            return QI_WOKEN_BY_WAKER;
    }
    return QI_WOKEN_BY_TIME;
}
