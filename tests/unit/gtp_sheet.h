/* A sheet of paper that GTP sessions under test write their answers on. */
#ifndef QI_TESTS_GTP_SHEET_H
#define QI_TESTS_GTP_SHEET_H

#include "check.h"

#include <qi/gtp.h>

#include <string.h>

typedef struct sheet {
    char text[1 << 18];
    size_t length;
} sheet;

static inline bool write_on(void *context, const char *bytes, size_t count)
{
    sheet *on = context;
    assert_true(count < sizeof on->text - on->length);
    memcpy(on->text + on->length, bytes, count);
    on->length += count;
    on->text[on->length] = '\0';
    return true;
}

static sheet paper;

static inline void clear_paper(void)
{
    paper.length = 0;
    paper.text[0] = '\0';
}

/* Sessions that write on the sheet. */
static inline qi_gtp *open_go(uint32_t rows, uint32_t columns, uint64_t seed)
{
    qi_gtp *session;
    const qi_gtp_go_options options = {
        .size = sizeof options, .rows = rows, .columns = columns, .seed = seed};
    assert_int_equal(qi_gtp_new_go(&options, write_on, &paper, NULL, &session), QI_OK);
    return session;
}

static inline qi_gtp *open_nogo_on(const qi_host *host, uint32_t rows, uint32_t columns,
                                   qi_nogo_player *player, const qi_gtp_engine *engine)
{
    qi_gtp *session;
    qi_nogo *start;
    assert_int_equal(qi_nogo_new(rows, columns, NULL, &start), QI_OK);
    qi_gtp_engine ours = {.size = sizeof ours};
    if (!engine)
        assert_int_equal(qi_gtp_player_engine(player, &ours), QI_OK);
    const qi_gtp_nogo_options options = {
        .size = sizeof options, .engine = engine ? engine : &ours, .start = start, .host = host};
    assert_int_equal(qi_gtp_new_nogo(&options, write_on, &paper, NULL, &session), QI_OK);
    qi_nogo_free(start);
    return session;
}

static inline qi_gtp *open_nogo(uint32_t rows, uint32_t columns, qi_nogo_player *player,
                                const qi_gtp_engine *engine)
{
    return open_nogo_on(NULL, rows, columns, player, engine);
}

static inline qi_nogo_player *random_player(uint64_t seed)
{
    qi_nogo_player *player;
    const qi_nogo_player_options options = {.size = sizeof options, .random = true, .seed = seed};
    assert_int_equal(qi_nogo_player_new(&options, NULL, &player), QI_OK);
    return player;
}

static inline size_t count_replies(const char *text)
{
    size_t count = 0;
    for (const char *at = text; (at = strstr(at, "\n\n")); at += 2)
        count++;
    return count;
}

#endif
