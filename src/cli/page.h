/* The web page inside the program. web/embed.py writes its bytes. */
#ifndef QI_CLI_PAGE_H
#define QI_CLI_PAGE_H

#include <stddef.h>

extern const unsigned char cli_page[];
extern const size_t cli_page_length; /* 0: built without the page */

#endif
