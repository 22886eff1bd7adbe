#include "cli/packing.h"

bool cli_can_pack(void)
{
    return false;
}

cli_packing *cli_packing_start(void)
{
    return NULL;
}

cli_packing *cli_unpacking_start(void)
{
    return NULL;
}

void cli_packing_end(cli_packing *packing)
{
    (void)packing;
}

bool cli_pack(cli_packing *packing, const char *bytes, size_t count, bool last, qi_sink *sink,
              void *context)
{
    (void)packing;
    (void)last;
    return sink(context, bytes, count);
}

bool cli_unpack(cli_packing *packing, qi_source *source, void *context, char *bytes, size_t room,
                size_t *count)
{
    (void)packing;
    return source(context, bytes, room, count);
}

const char *cli_unpacking_fault(const cli_packing *packing)
{
    (void)packing;
    return NULL;
}
