/* Lets a library that is linked with a new glibc run with an old one: './dev wheel' links it into
 * the library of the wheel. Each function stands for one whose present version is newer than 2.17
 * and calls the old version, which glibc keeps. For x86-64; elsewhere it is empty. */
#include <features.h>
#if defined(__x86_64__) && defined(__GLIBC__)
#include <stdarg.h>

int old_create(void *thread, const void *attributes, void *(*start)(void *), void *argument);
int old_join(unsigned long thread, void **result);
int old_lstat(int version, const char *path, void *status);
int old_fcntl(int descriptor, int command, ...);
__asm__(".symver old_create, pthread_create@GLIBC_2.2.5");
__asm__(".symver old_join, pthread_join@GLIBC_2.2.5");
__asm__(".symver old_lstat, __lxstat64@GLIBC_2.2.5");
__asm__(".symver old_fcntl, fcntl@GLIBC_2.2.5");

#pragma GCC visibility push(hidden)

int pthread_create(void *thread, const void *attributes, void *(*start)(void *), void *argument);
int pthread_create(void *thread, const void *attributes, void *(*start)(void *), void *argument)
{
    return old_create(thread, attributes, start, argument);
}

int pthread_join(unsigned long thread, void **result);
int pthread_join(unsigned long thread, void **result)
{
    return old_join(thread, result);
}

int lstat64(const char *path, void *status);
int lstat64(const char *path, void *status)
{
    return old_lstat(1, path, status);
}

int fcntl64(int descriptor, int command, ...);
int fcntl64(int descriptor, int command, ...)
{
    va_list list;
    va_start(list, command);
    void *argument = va_arg(list, void *);
    va_end(list);
    return old_fcntl(descriptor, command, argument);
}
#endif
