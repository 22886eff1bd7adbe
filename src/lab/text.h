/* A text that grows. When memory runs out it stays as it is and says so in `failed`. */
#ifndef QI_LAB_TEXT_H
#define QI_LAB_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct lab_text {
    char *bytes; /* null-terminated once anything was put */
    size_t length, capacity;
    bool failed;
} lab_text;

/* Room for `more` bytes at bytes + length; false when there is no memory. */
bool lab_text_reserve(lab_text *text, size_t more);
void lab_put(lab_text *text, const char *bytes, size_t count);
void lab_puts(lab_text *text, const char *string);
void lab_putc(lab_text *text, char c);
void lab_put_number(lab_text *text, uint64_t number);
void lab_printf(lab_text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Empty again; the memory stays. */
void lab_text_clear(lab_text *text);
void lab_text_free(lab_text *text);

#endif
