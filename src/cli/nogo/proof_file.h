/* Proofs in files: a name that ends in .gz is written compressed; reading finds out by itself. */
#ifndef QI_CLI_NOGO_PROOF_FILE_H
#define QI_CLI_NOGO_PROOF_FILE_H

#include "cli/cli.h"
#include "cli/packing.h"

typedef struct proof_out {
    cli_out out;
    cli_packing *packing; /* NULL: written as it comes */
} proof_out;

/* As cli_out_open. */
int proof_out_open(const cli_spec *spec, const char *path, proof_out *to);
/* A qi_sink. */
bool proof_sink(void *to, const char *bytes, size_t count);
void proof_out_drop(proof_out *to);
int proof_out_close(const cli_spec *spec, proof_out *to, int status);

typedef struct proof_in {
    cli_stream stream;
    cli_packing *packing; /* NULL: read as it is */
    size_t first, given;  /* bytes read to see whether it is compressed, and given on */
    char start[2];
} proof_in;

int proof_in_open(const cli_spec *spec, const char *path, proof_in *from);
/* A qi_source. */
bool proof_source(void *from, char *bytes, size_t room, size_t *count);
/* Returns `status`, or CLI_BAD after saying why the file could not be read. */
int proof_in_close(const cli_spec *spec, proof_in *from, int status);

#endif
