#include "cli/nogo/facts.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* A line of text, then facts of 16 bytes, each word with its lowest byte first. */
static const char header[] = "qi nogo facts 2\n";
enum { FACT_BYTES = 16, LEAST_EFFORT = 6 }; /* cheaper facts are found again sooner than read */

int nogo_load_facts(const cli_spec *spec, const char *path, qi_nogo_solver *solver, uint64_t *count)
{
    *count = 0;
    if (access(path, F_OK) != 0)
        return CLI_GO_ON;
    cli_input input;
    int status = cli_read(spec, path, &input);
    if (status != CLI_GO_ON)
        return status;
    const size_t start = sizeof header - 1;
    bool good = input.length >= start && memcmp(input.text, header, start) == 0 &&
                (input.length - start) % FACT_BYTES == 0;
    for (size_t at = start; good && at < input.length; at += FACT_BYTES) {
        qi_nogo_fact fact = {{0, 0}};
        for (unsigned i = 0; i < FACT_BYTES; i++)
            fact.word[i / 8] |= (uint64_t)(unsigned char)input.text[at + i] << (i % 8 * 8);
        good = qi_nogo_solver_learn(solver, &fact) == QI_OK;
        ++*count;
    }
    if (!good)
        status = cli_fail(spec, "%s: not a file written by --save", path);
    cli_input_free(&input);
    return status;
}

typedef struct fact_writer {
    cli_out out;
    uint64_t count;
} fact_writer;

static bool write_fact(void *context, const qi_nogo_fact *fact)
{
    fact_writer *writer = context;
    char bytes[FACT_BYTES];
    for (unsigned i = 0; i < FACT_BYTES; i++)
        bytes[i] = (char)(fact->word[i / 8] >> (i % 8 * 8) & 255);
    cli_write(&writer->out, bytes, sizeof bytes);
    writer->count++;
    return !writer->out.error;
}

int nogo_save_facts(const cli_spec *spec, const char *path, const qi_nogo_solver *solver,
                    uint64_t *count)
{
    char fresh[4096];
    if (snprintf(fresh, sizeof fresh, "%s.new", path) >= (int)sizeof fresh)
        return cli_fail(spec, "%s: the name is too long", path);
    fact_writer writer;
    writer.count = 0;
    int status = cli_out_open(spec, fresh, &writer.out);
    if (status != CLI_GO_ON)
        return status;
    cli_text(&writer.out, header);
    qi_nogo_solver_tell(solver, LEAST_EFFORT, write_fact, &writer);
    *count = writer.count;
    status = cli_out_close(spec, &writer.out, CLI_GO_ON);
    if (status == CLI_GO_ON && rename(fresh, path) != 0)
        status = cli_fail(spec, "%s: cannot be replaced", path);
    return status;
}
