/* GTP sessions of both games: any bytes, in two portions. Commands that name files are left out: a
 * fuzzer must not write where it likes. */
#include "fuzz.h"

#include "gtp/go.h"
#include "gtp/nogo.h"

#include <string.h>

static bool drop(void *context, const char *bytes, size_t count)
{
    (void)context;
    (void)bytes;
    (void)count;
    return true;
}

static bool names_files(const uint8_t *data, size_t size)
{
    for (size_t i = 0; i + 3 <= size; i++)
        if (memcmp(data + i, "sgf", 3) == 0)
            return true;
    return false;
}

static void feed(gtp_session *session, const char *bytes, size_t size)
{
    must(session);
    if (gtp_feed(session, bytes, size / 2))
        gtp_feed(session, bytes + size / 2, size - size / 2);
    gtp_end(session);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (names_files(data, size))
        return 0;
    gtp_session *session = gtp_go_open(5, 5, NULL, 1, drop, NULL);
    feed(session, (const char *)data, size);
    gtp_go_close(session);
    nogo_player *const player = nogo_random_player(1);
    must(player);
    session = gtp_nogo_open(5, 5, player, drop, NULL);
    feed(session, (const char *)data, size);
    gtp_nogo_close(session);
    player->kind->release(player);
    return 0;
}
