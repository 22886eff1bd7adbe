/*
 * Chinese. Everything that people read is written in English where it is made. On its way out it
 * goes through here, where the catalogue (po/zh.po) is looked up. A message of the catalogue may
 * have printf's directives: then it is a pattern, and what stands in their places is translated in
 * turn, unless it is quoted. So a sentence of the library needs no more than its line in the
 * catalogue.
 */
#ifndef QI_CLI_LANGUAGE_H
#define QI_CLI_LANGUAGE_H

#include "base/buffer.h"

typedef struct cli_message {
    const char *english, *chinese;
} cli_message;

/* Made from po/zh.po (tools/catalogue.py). The texts are in the order of strcmp. A pattern has
 * directives; the one with the most letters of its own comes first. */
extern const cli_message cli_texts[], cli_patterns[];
extern const size_t cli_text_count, cli_pattern_count;

/* Whether the user reads Chinese: by QI_LANG, else by the locale that LC_ALL, LC_MESSAGES or LANG
 * names, if it is one of UTF-8. */
bool cli_is_chinese(void);

/* Adds a text in Chinese: as a whole, if the catalogue has it, else line by line, and the parts of
 * a line between two or more blanks by themselves, so that tables keep their columns. What is not
 * in the catalogue is added as it is. */
void cli_put_chinese(qi_buffer *to, const char *text, size_t length);

/* Adds a text in the language of the user. */
void cli_translate(qi_buffer *to, const char *text);

#endif
