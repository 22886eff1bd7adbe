/* Serves an engine of one's own by GTP: it plays the first legal point. Prints: = A9 */
#include <qi/gtp.h>
#include <stdio.h>

static qi_result choose(void *context, const qi_gtp_question *question, qi_point *move)
{
    (void)context;
    return qi_nogo_legal(question->nogo, question->colour, move, 1) ? QI_OK : QI_BAD_ARGUMENT;
}

static bool print(void *context, const char *bytes, size_t count)
{
    return fwrite(bytes, 1, count, context) == count;
}

int main(void)
{
    const qi_gtp_engine engine = {.size = sizeof engine, .description = "mine", .choose = choose};
    const qi_gtp_nogo_options options = {.size = sizeof options, .engine = &engine};
    qi_gtp *session = NULL;
    if (qi_gtp_new_nogo(&options, print, stdout, NULL, &session) == QI_OK)
        qi_gtp_feed(session, "genmove b\n", 10); /* qi_gtp_serve_descriptor: stdin */
    qi_gtp_free(session);
}
