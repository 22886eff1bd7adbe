/* What both gtp verbs share. */
#ifndef QI_CLI_GTP_H
#define QI_CLI_GTP_H

#include <qi/gtp.h>

/* A qi_sink that writes at once: a controller waits for each reply. */
bool cli_gtp_to_stdout(void *context, const char *bytes, size_t count);

#endif
