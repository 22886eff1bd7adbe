/*
 * Chinese. Everything that people read is written in English where it is made, as a format and its
 * arguments. The format is looked up in the catalogue (po/zh.po), and the translation is printed
 * with the same arguments (base/message.h).
 */
#ifndef QI_CLI_LANGUAGE_H
#define QI_CLI_LANGUAGE_H

#include "base/buffer.h"

typedef struct cli_message {
    const char *english, *chinese;
} cli_message;

/* Made from po/zh.po (tools/catalogue.py), in the order of strcmp; in formats
 * all integers are "%d". */
extern const cli_message cli_messages[];
extern const size_t cli_message_count;

/* Whether the user reads Chinese: by QI_LANG, else by the locale that LC_ALL, LC_MESSAGES or LANG
 * names, if it is one of UTF-8. */
bool cli_is_chinese(void);

/* Looks a format or a text up; NULL where the user reads English. For buffers whose text people
 * read: (qi_buffer){.translator = cli_translator()}. */
qi_translator *cli_translator(void);

/* Room for any message that the library makes of a text. */
enum { CLI_SENTENCE = 1000 };
/* Writes a message in the language of the user, and returns it. */
const char *cli_sentence(const qi_message *message, char *text, size_t capacity);

#endif
