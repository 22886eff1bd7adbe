/* The laboratory's verbs, the same for every game. */
#ifndef QI_CLI_LAB_LAB_H
#define QI_CLI_LAB_LAB_H

#include "cli/cli.h"
#include "lab/lab.h"
#include "lab/stress.h"

int cli_lab_generate(const lab_game *game, int argc, char **argv);
int cli_lab_stress(const lab_game *game, int argc, char **argv);
int cli_lab_oracle(const lab_game *game, int argc, char **argv);

/* The sizes a game asks for by default, when generating and at most under stress. */
lab_request cli_lab_default(const lab_game *game, bool stress);

/* The list of families for --help. */
void cli_lab_families(const lab_game *game, lab_text *text);
/* Finds a family; false when there is none, which has been explained. NULL stays NULL. */
bool cli_lab_find_family(const cli_spec *spec, const lab_game *game, const char *name,
                         const lab_family **family);

/* A failure, as small as it gets, and where it came from. */
typedef struct lab_finding {
    const lab_setup *setup;
    const lab_case *it;
    const lab_failure *failure;
    lab_bench *bench; /* the input and the outputs of the small case */
    uint64_t index;   /* of the case it came from; UINT64_MAX for a file */
    const char *was;  /* that case's size */
    lab_shrinking shrinking;
    const char *command; /* repeats it */
} lab_finding;

/* Prints the finding: what, the picture, the sentence. */
void cli_lab_tell(cli_out *out, const lab_finding *finding, bool colour);
/* Writes the files of the finding to a folder, which is made if need be. CLI_GO_ON or CLI_BAD. */
int cli_lab_save(const cli_spec *spec, const lab_finding *finding, const char *folder);
/* "wrong answer" and the like. */
const char *cli_lab_kind(lab_kind kind);

/* The case drawn for a terminal and as SVG (lab_picture.c). */
void cli_lab_draw(cli_out *out, const lab_finding *finding, bool colour);
void cli_lab_draw_svg(cli_out *out, const lab_finding *finding);

#endif
