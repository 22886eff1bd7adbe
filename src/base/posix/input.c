#include "base/input.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

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
