/* What the command asks of the system, in posix/ and windows/. */
#ifndef QI_CLI_HOST_H
#define QI_CLI_HOST_H

#include <stdbool.h>

/* To be called first: makes 0, 1 and 2 descriptors that no file will get, and their bytes what is
 * written to them. */
void cli_host_start(void);

/* From now on writing to a pipe that nobody reads fails with EPIPE; the signal that would end the
 * process is ignored. For verbs that also write files. */
void cli_ignore_broken_pipes(void);

/* Sets a variable of the environment; false without memory. */
bool cli_set_variable(const char *name, const char *value);

/* The keyboard without lines and echo: keys come as a terminal sends them. NULL when standard input
 * is none. */
typedef struct cli_keys cli_keys;
cli_keys *cli_keys_start(void);
void cli_keys_end(cli_keys *keys); /* as it was */

#endif
