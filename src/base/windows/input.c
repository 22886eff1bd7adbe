#include "base/input.h"

#include <io.h>
#include <windows.h>

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
