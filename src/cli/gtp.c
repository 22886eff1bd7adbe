#include "cli/gtp.h"

#include <errno.h>
#include <poll.h>
#include <unistd.h>

bool cli_gtp_to_stdout(void *context, const char *bytes, size_t count)
{
    (void)context;
    while (count) {
        const ssize_t written = write(STDOUT_FILENO, bytes, count);
        if (written < 0 && errno == EAGAIN) { /* the descriptor is in non-blocking mode */
            struct pollfd output = {.fd = STDOUT_FILENO, .events = POLLOUT};
            poll(&output, 1, -1);
        } else if (written < 0 && errno != EINTR) {
            return false;
        }
        if (written > 0) {
            bytes += written;
            count -= (size_t)written;
        }
    }
    return true;
}
