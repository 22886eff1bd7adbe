#include "json/value.h"

#include <string.h>

/* A shape that is being read, and the values for it. */
typedef struct packing {
    const char *at;
    va_list arguments;
} packing;

static void skip(packing *pack)
{
    pack->at += strspn(pack->at, " ,:");
}

static json_t *truth(bool is)
{
    return json_new(is ? JSON_TRUE : JSON_FALSE);
}

/* A value that is no array and no object. */
static json_t *pack_single(packing *pack, char kind)
{
    switch (kind) {
    case 's': {
        const char *text = va_arg(pack->arguments, const char *);
        const bool may_lack = *pack->at == '?';
        pack->at += may_lack;
        return text ? json_string(text) : may_lack ? json_null() : NULL;
    }
    case 'i':
        return json_integer(va_arg(pack->arguments, int));
    case 'I':
        return json_integer(va_arg(pack->arguments, json_int_t));
    case 'f':
        return json_real(va_arg(pack->arguments, double));
    case 'b':
        return truth(va_arg(pack->arguments, int) != 0);
    default: /* 'o' */
        return va_arg(pack->arguments, json_t *);
    }
}

/* NOLINTNEXTLINE(misc-no-recursion): as deep as the shape is written */
static json_t *pack_next(packing *pack)
{
    skip(pack);
    const char kind = *pack->at++;
    if (kind != '{' && kind != '[')
        return pack_single(pack, kind);
    json_t *whole = kind == '{' ? json_object() : json_array();
    for (skip(pack); *pack->at != '}' && *pack->at != ']'; skip(pack)) {
        if (kind == '{') {
            pack->at++; /* the s of a name */
            const char *name = va_arg(pack->arguments, const char *);
            json_object_set_new(whole, name, pack_next(pack));
        } else {
            json_array_append_new(whole, pack_next(pack));
        }
    }
    pack->at++;
    return whole;
}

json_t *json_pack(const char *shape, ...)
{
    packing pack = {.at = shape};
    va_start(pack.arguments, shape);
    json_t *value = pack_next(&pack);
    va_end(pack.arguments);
    return value;
}
