/* The part of <string.h> that the core may use where there is no libc. */
#ifndef QI_FREESTANDING_STRING_H
#define QI_FREESTANDING_STRING_H

#include <stddef.h>

void *memcpy(void *restrict to, const void *restrict from, size_t count);
void *memmove(void *to, const void *from, size_t count);
void *memset(void *to, int byte, size_t count);
int memcmp(const void *left, const void *right, size_t count);
void *memchr(const void *bytes, int byte, size_t count);
size_t strlen(const char *text);
int strcmp(const char *left, const char *right);

#endif
