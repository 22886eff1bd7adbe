#include "base/file.h"

#include <errno.h>

bool qi_file_write(void *context, const char *bytes, size_t count)
{
    qi_file *file = context;
    if (!file->error)
        file->error = qi_write_all(file->descriptor, bytes, count);
    return !file->error;
}

bool qi_file_give_up(qi_file *file)
{
    const int error = errno;
    qi_file_drop(file);
    file->error = error;
    return false;
}
