#include "json/value.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- making ------------------------------------------------------------------------------- */

json_t *json_new(json_kind kind)
{
    json_t *value = calloc(1, sizeof *value);
    if (value) {
        value->kind = kind;
        value->owners = 1;
    }
    return value;
}

json_t *json_null(void)
{
    return json_new(JSON_NULL);
}

json_t *json_integer(json_int_t number)
{
    json_t *value = json_new(JSON_INTEGER);
    if (value)
        value->integer = number;
    return value;
}

json_t *json_real(double number)
{
    json_t *value = json_new(isfinite(number) ? JSON_REAL : JSON_NULL);
    if (value)
        value->real = number;
    return value;
}

static char *copy(const char *bytes, size_t count)
{
    char *text = malloc(count + 1);
    if (text) {
        memcpy(text, bytes, count);
        text[count] = '\0';
    }
    return text;
}

json_t *json_stringn(const char *bytes, size_t count)
{
    json_t *value = json_new(JSON_STRING);
    if (!value)
        return NULL;
    value->text = copy(bytes, count);
    value->length = count;
    if (value->text)
        return value;
    json_decref(value);
    return NULL;
}

json_t *json_string(const char *text)
{
    return json_stringn(text, strlen(text));
}

json_t *json_array(void)
{
    return json_new(JSON_ARRAY);
}

json_t *json_object(void)
{
    return json_new(JSON_OBJECT);
}

json_t *json_incref(json_t *value)
{
    if (value)
        value->owners++;
    return value;
}

/* Values lie in each other no deeper than a reader allows or a program writes them.
 * NOLINTNEXTLINE(misc-no-recursion) */
void json_decref(json_t *value)
{
    if (!value || --value->owners)
        return;
    for (size_t i = 0; i < value->count; i++) {
        free(value->members[i].name);
        json_decref(value->members[i].value);
    }
    free(value->members);
    free(value->text);
    free(value);
}

/* ---- arrays and objects ------------------------------------------------------------------- */

static json_member *find(const json_t *object, const char *name)
{
    if (object && object->kind == JSON_OBJECT)
        for (size_t i = 0; i < object->count; i++)
            if (strcmp(object->members[i].name, name) == 0)
                return &object->members[i];
    return NULL;
}

/* Room for one member more, or NULL. */
static json_member *next_member(json_t *to)
{
    if (to->count == to->capacity) {
        const size_t capacity = to->capacity ? 2 * to->capacity : 8;
        json_member *more = realloc(to->members, capacity * sizeof *more);
        if (!more)
            return NULL;
        to->members = more;
        to->capacity = capacity;
    }
    return &to->members[to->count];
}

static void break_with(json_t *whole, json_t *value)
{
    if (whole)
        whole->broken = true;
    json_decref(value);
}

void json_array_append_new(json_t *array, json_t *value)
{
    json_member *member = array && value ? next_member(array) : NULL;
    if (!member) {
        break_with(array, value);
        return;
    }
    *member = (json_member){.value = value};
    array->count++;
}

void json_object_set_new(json_t *object, const char *name, json_t *value)
{
    json_member *member = find(object, name);
    if (member && value) {
        json_decref(member->value);
        member->value = value;
        return;
    }
    member = object && value ? next_member(object) : NULL;
    char *own = member ? copy(name, strlen(name)) : NULL;
    if (!own) {
        break_with(object, value);
        return;
    }
    *member = (json_member){own, value};
    object->count++;
}

void json_object_update(json_t *object, const json_t *from)
{
    if (!from || from->broken)
        break_with(object, NULL);
    for (size_t i = 0; from && i < from->count; i++)
        json_object_set_new(object, from->members[i].name, json_incref(from->members[i].value));
}

/* NOLINTNEXTLINE(misc-no-recursion) */
bool json_is_whole(const json_t *value)
{
    bool whole = value && !value->broken;
    for (size_t i = 0; whole && i < value->count; i++)
        whole = json_is_whole(value->members[i].value);
    return whole;
}

/* ---- looking ------------------------------------------------------------------------------ */

json_t *json_object_get(const json_t *object, const char *name)
{
    const json_member *member = find(object, name);
    return member ? member->value : NULL;
}

json_t *json_array_get(const json_t *array, size_t index)
{
    return index < json_array_size(array) ? array->members[index].value : NULL;
}

size_t json_array_size(const json_t *array)
{
    return array && array->kind == JSON_ARRAY ? array->count : 0;
}

bool json_is_integer(const json_t *value)
{
    return value && value->kind == JSON_INTEGER;
}

json_int_t json_integer_value(const json_t *value)
{
    return json_is_integer(value) ? value->integer : 0;
}

double json_real_value(const json_t *value)
{
    return value && value->kind == JSON_REAL ? value->real : 0;
}

const char *json_string_value(const json_t *value)
{
    return value && value->kind == JSON_STRING ? value->text : NULL;
}

/* NOLINTNEXTLINE(misc-no-recursion) */
bool json_equal(const json_t *one, const json_t *other)
{
    if (!one || !other || one->kind != other->kind || one->count != other->count ||
        one->integer != other->integer || one->length != other->length || one->real < other->real ||
        one->real > other->real ||
        (one->length && memcmp(one->text, other->text, one->length) != 0))
        return false;
    for (size_t i = 0; i < one->count; i++) {
        const json_member *member = &one->members[i];
        if (!json_equal(member->value, member->name ? json_object_get(other, member->name)
                                                    : other->members[i].value))
            return false;
    }
    return true;
}
