#include "cli/packing.h"

#include <stdlib.h>
#include <zlib.h>

enum { GZIP = 16, LEVEL = 9, MEMORY = 9, PIECE = 1 << 16 };

struct cli_packing {
    z_stream z;
    bool packs; /* or unpacks */
    bool ended;
    const char *fault;
    unsigned char piece[PIECE];
};

bool cli_can_pack(void)
{
    return true;
}

cli_packing *cli_packing_start(void)
{
    cli_packing *packing = calloc(1, sizeof *packing);
    if (packing && deflateInit2(&packing->z, LEVEL, Z_DEFLATED, GZIP + MAX_WBITS, MEMORY,
                                Z_DEFAULT_STRATEGY) != Z_OK) {
        free(packing);
        return NULL;
    }
    if (packing)
        packing->packs = true;
    return packing;
}

cli_packing *cli_unpacking_start(void)
{
    cli_packing *packing = calloc(1, sizeof *packing);
    if (packing && inflateInit2(&packing->z, GZIP + MAX_WBITS) != Z_OK) {
        free(packing);
        return NULL;
    }
    return packing;
}

void cli_packing_end(cli_packing *packing)
{
    if (packing && packing->packs)
        deflateEnd(&packing->z);
    else if (packing)
        inflateEnd(&packing->z);
    free(packing);
}

bool cli_pack(cli_packing *packing, const char *bytes, size_t count, bool last, qi_sink *sink,
              void *context)
{
    z_stream *z = &packing->z;
    for (bool done = false; !done;) {
        const size_t now = count < PIECE ? count : PIECE;
        z->next_in = (z_const Bytef *)bytes;
        z->avail_in = (uInt)now;
        bytes += now;
        count -= now;
        done = count == 0;
        do {
            z->next_out = packing->piece;
            z->avail_out = PIECE;
            deflate(z, last && done ? Z_FINISH : Z_NO_FLUSH);
            const size_t made = PIECE - z->avail_out;
            if (made && !sink(context, (const char *)packing->piece, made))
                return false;
        } while (z->avail_out == 0);
    }
    return true;
}

/* Gets bytes to unpack, if there are none. */
static bool fill(cli_packing *packing, qi_source *source, void *context)
{
    size_t got = 0;
    if (packing->z.avail_in)
        return true;
    if (!source(context, (char *)packing->piece, PIECE, &got))
        return false;
    packing->z.next_in = packing->piece;
    packing->z.avail_in = (uInt)got;
    return true;
}

bool cli_unpack(cli_packing *packing, qi_source *source, void *context, char *bytes, size_t room,
                size_t *count)
{
    z_stream *z = &packing->z;
    *count = 0;
    while (!packing->ended && *count == 0 && !packing->fault) {
        if (!fill(packing, source, context))
            return false;
        if (!z->avail_in)
            packing->fault = "end of file";
        z->next_out = (Bytef *)bytes;
        z->avail_out = (uInt)(room < PIECE ? room : PIECE);
        const uInt whole = z->avail_out;
        const int result = inflate(z, Z_NO_FLUSH);
        *count = whole - z->avail_out;
        packing->ended = result == Z_STREAM_END;
        if (result != Z_OK && result != Z_STREAM_END && result != Z_BUF_ERROR)
            packing->fault = z->msg ? z->msg : "damage";
    }
    if (packing->ended && *count == 0) {
        if (!fill(packing, source, context))
            return false;
        if (z->avail_in)
            packing->fault = "bytes after the end";
    }
    return !packing->fault;
}

const char *cli_unpacking_fault(const cli_packing *packing)
{
    return packing->fault;
}
