/*
 * JSON: values in memory, as text, and back.
 *
 * A value belongs to whoever made it, until it is given to an array or an object ("_new") or to
 * json_pack, which take it also when they fail. There is nothing to check on the way: without
 * memory a value is NULL, NULL is taken everywhere, and what it was given to is broken and cannot
 * be written.
 */
#ifndef QI_JSON_JSON_H
#define QI_JSON_JSON_H

#include "base/buffer.h"

typedef struct json_t json_t;
typedef long long json_int_t;

/* ---- making values (value.c) -------------------------------------------------------------- */

json_t *json_null(void);
json_t *json_integer(json_int_t number);
/* One that is no number at all, or infinite, becomes null. */
json_t *json_real(double number);
json_t *json_string(const char *text);
json_t *json_stringn(const char *bytes, size_t count);
json_t *json_array(void);
json_t *json_object(void);

void json_array_append_new(json_t *array, json_t *value);
/* Takes the place of a member of that name. */
void json_object_set_new(json_t *object, const char *name, json_t *value);
/* Sets all members of `from` in `object`. */
void json_object_update(json_t *object, const json_t *from);

/* One more owner, and one less. */
json_t *json_incref(json_t *value);
void json_decref(json_t *value);

/* A value by its shape: {s:...} and [...] are objects and arrays, of s (a text; s? may be NULL,
 * which is null), i (an int), I (a json_int_t), f (a double), b (a bool as int) and o (a value).
 * Blanks and commas may stand between them. (pack.c) */
json_t *json_pack(const char *shape, ...);

/* ---- looking at values -------------------------------------------------------------------- */

/* NULL and 0 where there is no such thing. */
json_t *json_object_get(const json_t *object, const char *name);
json_t *json_array_get(const json_t *array, size_t index);
size_t json_array_size(const json_t *array);
bool json_is_integer(const json_t *value);
json_int_t json_integer_value(const json_t *value);
double json_real_value(const json_t *value);
const char *json_string_value(const json_t *value);
/* Members may stand in any order. */
bool json_equal(const json_t *one, const json_t *other);

/* ---- text --------------------------------------------------------------------------------- */

/* Adds a value in one line, with members in the order in which they were added and numbers with the
 * fewest digits that mean the same; bytes that are not UTF-8 become U+FFFD. False without memory
 * for all of it, now or when the value was made. (write.c) */
bool json_write(qi_buffer *to, const json_t *value);

/* Reads an object or an array; NULL with `error`, which may be NULL. (read.c) */
json_t *json_read(const char *text, size_t length, qi_text_error *error);

/* How many bytes the UTF-8 character at the start takes; 0 when there is none. (write.c) */
size_t json_character(const char *bytes, size_t count);

#endif
