/* JSON: values as text and back, and what is refused. */
#include "check.h"

#include <math.h>
#include <string.h>

#include "json/json.h"

static void expect_written(json_t *value, const char *expected)
{
    qi_buffer text = {0};
    assert_true(json_write(&text, value));
    assert_string_equal(text.bytes, expected);
    qi_buffer_free(&text);
    json_decref(value);
}

/* A text that is written as it was read. */
static void expect_same(const char *text, const char *expected)
{
    qi_text_error error;
    json_t *value = json_read(text, strlen(text), &error);
    assert_non_null(value);
    expect_written(value, expected);
}

static void expect_refused(const char *text, size_t length, unsigned column)
{
    qi_text_error error = {0};
    assert_null(json_read(text, length, &error));
    assert_int_equal(error.column, column);
}

static void values_are_written_in_one_line(void **state)
{
    (void)state;
    json_t *inner = json_array();
    json_array_append_new(inner, json_null());
    json_array_append_new(inner, json_stringn("a\0b", 3));
    expect_written(
        json_pack("{s:s, s:i, s:I, s:f, s:[f,f,b], s:b, s:o, s:s?}", "text", "q\"\\\n\x01é气",
                  "int", -7, "large", (json_int_t)1 << 62, "tenth", 0.1, "list", 2.0, 1e300, 0,
                  "yes", 1, "inner", inner, "none", NULL),
        "{\"text\":\"q\\\"\\\\\\n\\u0001é气\",\"int\":-7,\"large\":4611686018427387904,"
        "\"tenth\":0.1,\"list\":[2.0,1e+300,false],\"yes\":true,\"inner\":[null,\"a\\u0000b\"],"
        "\"none\":null}");
    expect_written(json_pack("[s,f]", "\xff|\xc3|\xed\xa0\x80", (double)NAN),
                   "[\"\xef\xbf\xbd|\xef\xbf\xbd|\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\",null]");
}

static void members_are_replaced_and_joined(void **state)
{
    (void)state;
    json_t *object = json_pack("{s:i,s:i}", "a", 1, "b", 2),
           *more = json_pack("{s:i,s:i}", "b", 3, "c", 4);
    json_object_update(object, more);
    json_decref(more);
    json_object_set_new(object, "a", json_string("new"));
    json_t *other = json_pack("{s:i,s:s,s:i}", "c", 4, "a", "new", "b", 3);
    assert_true(json_equal(object, other));
    json_object_set_new(other, "c", json_real(4));
    assert_false(json_equal(object, other));
    json_decref(other);
    expect_written(object, "{\"a\":\"new\",\"b\":3,\"c\":4}");
}

static void what_lacks_a_part_is_not_written(void **state)
{
    (void)state;
    qi_buffer text = {0};
    json_t *whole = json_pack("{s:i,s:{s:o}}", "a", 1, "b", "c", NULL);
    assert_false(json_write(&text, whole));
    json_decref(whole);
    assert_false(json_write(&text, NULL));
    json_array_append_new(NULL, json_integer(1)); /* is given back */
    assert_null(json_object_get(NULL, "a"));
    qi_buffer_free(&text);
}

static void texts_are_read(void **state)
{
    (void)state;
    expect_same(" { \"a\" : [ 1 , -2.50, 0, true,false ,null, {} , [] "
                "],\r\n\"b\":\"\\u6c14\\ud83d\\ude00\\/\\t\"}\n",
                "{\"a\":[1,-2.5,0,true,false,null,{},[]],\"b\":\"气😀/\\t\"}");
    expect_same("[9223372036854775807,-9223372036854775808,1e-400,1E2]",
                "[9223372036854775807,-9223372036854775808,0.0,100.0]");
    expect_same("{\"x\":1,\"x\":2}", "{\"x\":2}");
}

static void what_is_no_json_is_refused_where_it_stands(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        unsigned column;
    } wrong[] = {{"", 1},
                 {"5", 1},
                 {"[1,]", 4},
                 {"[1 2]", 4},
                 {"{\"a\"1}", 5},
                 {"{a:1}", 2},
                 {"[01]", 2},
                 {"[1.]", 2},
                 {"[-]", 2},
                 {"[nul]", 2},
                 {"[\"a", 4},
                 {"[\"\\x\"]", 4},
                 {"[\"\\ud800\"]", 9},
                 {"[1]]", 4},
                 {"[", 2},
                 {"[1e999]", 2},
                 {"[9223372036854775808]", 2},
                 {"[\"\\u0000\"]", 9},
                 {"[\"\t\"]", 3},
                 {"[\"\xff\"]", 3},
                 {"{\"a\":}", 6}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        expect_refused(wrong[i].text, strlen(wrong[i].text), wrong[i].column);
    char deep[300];
    memset(deep, '[', sizeof deep);
    expect_refused(deep, sizeof deep, 102);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_are_written_in_one_line),
        cmocka_unit_test(members_are_replaced_and_joined),
        cmocka_unit_test(what_lacks_a_part_is_not_written),
        cmocka_unit_test(texts_are_read),
        cmocka_unit_test(what_is_no_json_is_refused_where_it_stands),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
