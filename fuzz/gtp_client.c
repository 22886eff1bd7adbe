/* The client against a hostile engine: any bytes as its answers, cut into pieces. Its file is
 * included, so that no process has to be started. */
#include "fuzz.h"

#include "../src/gtp/client.c" /* NOLINT(bugprone-suspicious-include) */

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    enum { MAX = 60000 /* fits into a pipe */, QUESTIONS = 8 };
    int output[2], talk[2];
    if (size > MAX)
        return 0;
    must(pipe2(output, O_CLOEXEC) == 0 && pipe2(talk, O_CLOEXEC) == 0);
    const size_t said = size / 4; /* on stderr */
    must(write(talk[1], data, said) == (ssize_t)said);
    must(write(output[1], data + said, size - said) == (ssize_t)(size - said));
    close(talk[1]);
    close(output[1]);
    qi_gtp_client *const client = calloc(1, sizeof *client);
    must(client);
    client->input = open("/dev/null", O_WRONLY | O_CLOEXEC);
    client->output = output[0];
    client->talk = talk[0];
    never_wait(client->output);
    never_wait(client->talk);
    for (int i = 0; i < QUESTIONS; i++) {
        const char *reply = NULL;
        const qi_gtp_answer answer = qi_gtp_client_ask(client, 5, &reply, "genmove %s", "b");
        must(reply && strlen(reply) <= size && qi_gtp_answer_text(answer));
        must(answer != GTP_TIMED_OUT && answer != GTP_FAILED && answer != GTP_STOPPED);
        if (answer == GTP_GONE || answer == GTP_FLOODED) {
            must(qi_gtp_client_ask(client, 5, NULL, "quit") == answer);
            break;
        }
    }
    must(strlen(qi_gtp_client_talk_of(client)) <= MAX_TALK);
    close(client->input);
    if (client->output >= 0)
        close(client->output);
    if (client->talk >= 0)
        close(client->talk);
    qi_buffer_free(&client->text);
    free(client);
    return 0;
}
