/*
 * Files inside the program, used where they are.
 *
 *     QI_EMBED(qi_table, "nogo/weights/table.bin");
 *
 * declares qi_table, the bytes of the file at an address that 64 divides, and qi_table_size. The
 * assembler finds the file as the compiler finds a header. Where there has to be one source file,
 * tools/amalgamate.py writes the bytes themselves in place of that line.
 */
#ifndef QI_BASE_EMBED_H
#define QI_BASE_EMBED_H

#include <stdint.h>

/* The build writes this header anew when such a file changes, so that who includes this one is
 * compiled again; a plain compiler call does without. */
#if defined(__has_include)
#if __has_include("embedded_changed.h")
#include "embedded_changed.h"
#endif
#endif

/* The name that the assembler knows something by. */
#define QI_EMBED_TEXT(word) #word
#define QI_EMBED_PREFIX(prefix) QI_EMBED_TEXT(prefix)
#define QI_EMBED_NAME(name) QI_EMBED_PREFIX(__USER_LABEL_PREFIX__) #name

#if defined(__APPLE__)
#define QI_EMBED_SECTION(name) ".const_data\n"
#define QI_EMBED_END(name) "L" #name "_end"
#elif defined(_WIN32)
#define QI_EMBED_SECTION(name) ".section .rdata,\"dr\"\n"
#define QI_EMBED_END(name) ".L" #name "_end"
#elif defined(__wasm__)
#define QI_EMBED_SECTION(name) ".section .rodata." #name ",\"\",@\n"
#define QI_EMBED_END(name) ".L" #name "_end"
#else
#define QI_EMBED_SECTION(name)                                                                     \
    ".section .rodata\n.hidden " #name ", " #name "_size\n"                                        \
    ".type " #name ", %object\n.type " #name "_size, %object\n"
#define QI_EMBED_END(name) ".L" #name "_end"
#endif

/* How long an object is, where symbol tables have that. */
#if defined(__APPLE__) || defined(_WIN32)
#define QI_EMBED_LENGTH(name, length)
#else
#define QI_EMBED_LENGTH(name, length) ".size " QI_EMBED_NAME(name) ", " length "\n"
#endif

/* The compiler writes code next; WebAssembly has a section for each function. */
#if defined(__wasm__)
#define QI_EMBED_CODE ""
#else
#define QI_EMBED_CODE ".text\n"
#endif

/* clang-format off */
#define QI_EMBED(name, file)                                                      \
    extern const uint8_t name[];                                                  \
    extern const uint32_t name##_size;                                            \
    __asm__(QI_EMBED_SECTION(name)                                                \
            ".globl " QI_EMBED_NAME(name) "\n"                                    \
            ".balign 64\n"                                                        \
            QI_EMBED_NAME(name) ":\n"                                             \
            ".incbin \"" file "\"\n"                                              \
            QI_EMBED_END(name) ":\n"                                              \
            QI_EMBED_LENGTH(name, QI_EMBED_END(name) " - " QI_EMBED_NAME(name))   \
            ".globl " QI_EMBED_NAME(name##_size) "\n"                             \
            ".balign 4\n"                                                         \
            QI_EMBED_NAME(name##_size) ":\n"                                      \
            ".long " QI_EMBED_END(name) " - " QI_EMBED_NAME(name) "\n"            \
            QI_EMBED_LENGTH(name##_size, "4")                                     \
            QI_EMBED_CODE)
/* clang-format on */

#endif
