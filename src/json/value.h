/* A value, for the files of this folder. */
#ifndef QI_JSON_VALUE_H
#define QI_JSON_VALUE_H

#include "json/json.h"

typedef enum json_kind {
    JSON_NULL,
    JSON_FALSE,
    JSON_TRUE,
    JSON_INTEGER,
    JSON_REAL,
    JSON_STRING,
    JSON_ARRAY,
    JSON_OBJECT
} json_kind;

typedef struct json_member {
    char *name; /* NULL in an array */
    json_t *value;
} json_member;

struct json_t {
    json_kind kind;
    bool broken; /* a part of it could not be made */
    size_t owners;
    json_int_t integer;
    double real;
    char *text; /* null-terminated */
    size_t length;
    json_member *members; /* of an array or an object */
    size_t count, capacity;
};

/* A value of that kind, all zero; NULL without memory. */
json_t *json_new(json_kind kind);
/* Whether all of it could be made. */
bool json_is_whole(const json_t *value);

#endif
