/* Problem packages for judges: what is shared by the plan of the tests, the formats, and the verb.
 */
#ifndef QI_CLI_LAB_PACKAGE_H
#define QI_CLI_LAB_PACKAGE_H

#include "cli/lab/lab.h"

#include <string.h>

/* ---- what the command carries with it (problems/make.py writes the table) ------------------ */

typedef struct package_source {
    const char *name; /* "nogo/en/name" */
    const char *bytes;
    size_t length;
} package_source;

extern const package_source package_sources[]; /* ends with a {0} entry */

/* The file of this name, or an empty one. */
package_source package_file(const char *name);
/* A game's file of this name ("en/name"), or an empty one. */
package_source package_find(const qi_lab_game *game, const char *name);

/* ---- tests (package_plan.c) ---------------------------------------------------------------- */

typedef struct package_test {
    const char *group;           /* "sample", "small", "family", "worst", "full" */
    const qi_lab_family *family; /* NULL: a fixed input, a file of problems/ */
    qi_lab_request request;
    uint64_t index;     /* of the case in its family; or of the file: "small.3.in" */
    int number;         /* from 1, samples and secret tests apart */
    char name[40];      /* "07-small-atari"; of a sample "01" */
    uint64_t hash;      /* of the input */
    size_t size;        /* of input and answer */
    qi_buffer describe; /* "600x600, 0 stones" */
} package_test;

typedef struct package_plan {
    package_test *tests; /* samples first */
    int count, samples;
} package_plan;

/* The purposes of groups and tests. */
const char *package_group_purpose(const char *group);
const char *package_test_purpose(const package_test *test);

static inline bool package_is_sample(const package_test *test)
{
    return strcmp(test->group, "sample") == 0;
}

/* The input of a test without a family. */
package_source package_test_source(const qi_lab_game *game, const package_test *test);

/* The tests of a game: at most `max` of each group (0: all). False without memory. */
bool package_make_plan(const qi_lab_game *game, uint64_t max, package_plan *plan);
void package_free_plan(package_plan *plan);

/* Makes the input of a test that has a family. False without memory. */
bool package_make_input(const qi_lab_game *game, const package_test *test, uint64_t seed,
                        qi_buffer *input);

/* ---- writing --------------------------------------------------------------------------------- */

typedef struct package {
    const cli_spec *spec;
    const qi_lab_game *game;
    const char *format; /* of package_format_names */
    const char *folder;
    package_plan plan;
    uint64_t seed;
    bool scores;       /* the judge counts NoGo's partial scores */
    bool kills;        /* the tests are those of kills.txt */
    unsigned seconds;  /* time limit */
    unsigned memory;   /* MiB */
    const char *maker; /* the command that makes the same package */
} package;

/* Writes a file in the package's folder; folders are made. False after explaining why not. */
bool package_write(const package *it, const char *path, const char *bytes, size_t length);

/* ---- formats (package_template.c) ------------------------------------------------------------ */

#define PACKAGE_MANIFEST "MANIFEST.md"

extern const char *const package_format_names[];

/* Whether a format has no partial scores. */
bool package_is_pass_fail(const char *format);

/* Adds the path of a test's file; false if the test is in the statement only. */
bool package_add_test_path(const package *it, const package_test *test, bool answer,
                           qi_buffer *out);
/* Writes all files but the tests. */
bool package_write_files(const package *it);

#endif
