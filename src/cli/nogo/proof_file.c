#include "cli/nogo/proof_file.h"

#include <errno.h>
#include <string.h>

/* ---- writing -------------------------------------------------------------------------------- */

static int start_packing(const cli_spec *spec, const char *name, cli_packing *start(void),
                         cli_packing **packing)
{
    if (!cli_can_pack())
        return cli_fail(spec, "'%s' is compressed, and this program was built without zlib", name);
    *packing = start();
    return *packing ? CLI_GO_ON : cli_fail_with(spec, QI_NO_MEMORY);
}

int proof_out_open(const cli_spec *spec, const char *path, proof_out *to)
{
    const size_t length = strlen(path);
    to->packing = NULL;
    int status = CLI_GO_ON;
    if (length > 3 && strcmp(path + length - 3, ".gz") == 0)
        status = start_packing(spec, path, cli_packing_start, &to->packing);
    if (status == CLI_GO_ON)
        status = cli_out_open(spec, path, &to->out);
    if (status != CLI_GO_ON)
        cli_packing_end(to->packing);
    return status;
}

bool proof_sink(void *context, const char *bytes, size_t count)
{
    proof_out *to = context;
    return to->packing ? cli_pack(to->packing, bytes, count, false, cli_sink, &to->out)
                       : cli_sink(&to->out, bytes, count);
}

void proof_out_drop(proof_out *to)
{
    cli_packing_end(to->packing);
    cli_out_drop(&to->out);
}

int proof_out_close(const cli_spec *spec, proof_out *to, int status)
{
    if (to->packing)
        cli_pack(to->packing, NULL, 0, true, cli_sink, &to->out);
    cli_packing_end(to->packing);
    return cli_out_close(spec, &to->out, status);
}

/* ---- reading -------------------------------------------------------------------------------- */

/* The bytes of the file, those read at the start first. */
static bool raw_source(void *context, char *bytes, size_t room, size_t *count)
{
    proof_in *from = context;
    const size_t rest = from->first - from->given;
    if (!rest)
        return cli_source(&from->stream, bytes, room, count);
    *count = rest < room ? rest : room;
    memcpy(bytes, from->start + from->given, *count);
    from->given += *count;
    return true;
}

int proof_in_open(const cli_spec *spec, const char *path, proof_in *from)
{
    *from = (proof_in){0};
    int status = cli_stream_open(spec, path, &from->stream);
    if (status != CLI_GO_ON)
        return status;
    for (size_t got = 1; got && from->first < sizeof from->start; from->first += got)
        if (!cli_source(&from->stream, from->start + from->first, sizeof from->start - from->first,
                        &got))
            return cli_stream_close(spec, &from->stream, CLI_BAD);
    if (from->first == 2 && memcmp(from->start, "\x1f\x8b", 2) == 0)
        status = start_packing(spec, from->stream.name, cli_unpacking_start, &from->packing);
    return status == CLI_GO_ON ? status : cli_stream_close(spec, &from->stream, status);
}

bool proof_source(void *context, char *bytes, size_t room, size_t *count)
{
    proof_in *from = context;
    return from->packing ? cli_unpack(from->packing, raw_source, from, bytes, room, count)
                         : raw_source(from, bytes, room, count);
}

int proof_in_close(const cli_spec *spec, proof_in *from, int status)
{
    const char *const fault = from->packing ? cli_unpacking_fault(from->packing) : NULL;
    if (fault)
        status = cli_fail(spec, "%s: found %s, expected more of a file in gzip's form",
                          from->stream.name, fault);
    cli_packing_end(from->packing);
    return cli_stream_close(spec, &from->stream, status);
}
