/* The page inside the program; its bytes are written by web/embed.py, or are none. */
#ifndef QI_CLI_PAGE_H
#define QI_CLI_PAGE_H

#include <stddef.h>

extern const unsigned char cli_page[];
extern const size_t cli_page_length; /* 0: built without the page */

#endif
