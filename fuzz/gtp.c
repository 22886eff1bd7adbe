/* GTP sessions of both games: any bytes, in two portions. Files are not allowed: a fuzzer must
 * not write where it likes. */
#include "fuzz.h"

#include <qi/gtp.h>

static bool drop(void *context, const char *bytes, size_t count)
{
    (void)context;
    (void)bytes;
    (void)count;
    return true;
}

static void feed(qi_gtp *session, const char *bytes, size_t size)
{
    if (qi_gtp_feed(session, bytes, size / 2))
        qi_gtp_feed(session, bytes + size / 2, size - size / 2);
    qi_gtp_feed(session, NULL, 0);
    qi_gtp_free(session);
}

/* Sessions that are long, or have large boards, take long and show nothing new. */
static bool is_short(const uint8_t *data, size_t size)
{
    enum { LONGEST = 400, MAX_LINES = 24 };
    unsigned digits = 0, lines = 0;
    for (size_t i = 0; i < size; i++) {
        const bool digit = data[i] >= '0' && data[i] <= '9';
        if (!digit && (digits == 3 || digits == 4))
            return false;
        digits = digit ? digits + 1 : 0;
        lines += data[i] == '\n';
    }
    return size <= LONGEST && lines <= MAX_LINES && digits != 3 && digits != 4;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (!is_short(data, size))
        return 0;
    qi_gtp *session;
    if (size % 2) { /* one of the two games at a time: twice as many sessions */
        const qi_gtp_go_options go = {
            .size = sizeof go, .rows = 5, .columns = 5, .seed = 1, .no_files = true};
        must(qi_gtp_new_go(&go, drop, NULL, NULL, &session) == QI_OK);
        feed(session, (const char *)data, size);
        return 0;
    }
    const qi_nogo_player_options random = {.size = sizeof random, .random = true, .seed = 1};
    qi_nogo_player *player;
    must(qi_nogo_player_new(&random, NULL, &player) == QI_OK);
    qi_gtp_engine engine = {.size = sizeof engine};
    qi_gtp_player_engine(player, &engine);
    const qi_gtp_nogo_options nogo = {.size = sizeof nogo, .engine = &engine, .no_files = true};
    must(qi_gtp_new_nogo(&nogo, drop, NULL, NULL, &session) == QI_OK);
    feed(session, (const char *)data, size);
    qi_nogo_player_free(player);
    return 0;
}
