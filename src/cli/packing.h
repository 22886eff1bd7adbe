/* Bytes in gzip's form, piece by piece. A build without zlib has packing_none.c instead. */
#ifndef QI_CLI_PACKING_H
#define QI_CLI_PACKING_H

#include <qi/base.h>

typedef struct cli_packing cli_packing;

/* Whether this program was built with zlib. */
bool cli_can_pack(void);

/* NULL: no memory. Given back by cli_packing_end, for which NULL is nothing. */
cli_packing *cli_packing_start(void);
cli_packing *cli_unpacking_start(void);
void cli_packing_end(cli_packing *packing);

/* Packs bytes into a sink; after the last ones the whole is finished. False: the sink said so. */
bool cli_pack(cli_packing *packing, const char *bytes, size_t count, bool last, qi_sink *sink,
              void *context);

/* Unpacks bytes from a source, as a source does. False also when they are not what was packed: then
 * cli_unpacking_fault says what is wrong; it is NULL when the source failed. */
bool cli_unpack(cli_packing *packing, qi_source *source, void *context, char *bytes, size_t room,
                size_t *count);
const char *cli_unpacking_fault(const cli_packing *packing);

#endif
