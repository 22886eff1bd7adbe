/* What the Botzone judge may send: any bytes, as lines, in both ways of running. */
#include "fuzz.h"

#include "cli/verbs.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    be_quiet();
    if (size == 0)
        return 0;
    char *words[] = {"botzone", "--player", "playouts", "--playouts", "1", "--keep-running", NULL};
    FILE *const before = stdin;
    for (int count = 5; count <= 6; count++) {
        stdin = fmemopen((void *)(uintptr_t)data, size, "r");
        must(stdin);
        const int status = cli_nogo_botzone(count, words);
        must(status == 0 || status == 2);
        fclose(stdin);
    }
    stdin = before;
    return 0;
}
