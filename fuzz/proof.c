/* The reader of proofs. Any bytes may be refused; what it calls a proof must be true, which plain
 * minimax finds on small boards. */
#include "fuzz.h"

#include "lab/oracle/nogo.h"

#include <qi/nogo_proof.h>
#include <qi/nogo_solve.h>

typedef struct text {
    const uint8_t *at;
    size_t left;
} text;

/* Gives a few bytes at a time, so that every seam between pieces is met. */
static bool give(void *context, char *bytes, size_t room, size_t *count)
{
    text *from = context;
    *count = from->left < 7 ? from->left : 7;
    must(*count <= room);
    for (size_t i = 0; i < *count; i++)
        bytes[i] = (char)*from->at++;
    from->left -= *count;
    return true;
}

static bool is_small(const qi_nogo *position)
{
    uint32_t empty = 0;
    for (qi_point i = 0; i < qi_nogo_rows(position) * qi_nogo_columns(position); i++)
        empty += qi_nogo_at(position, i) == QI_EMPTY;
    return empty <= 9;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    qi_nogo *position = NULL;
    qi_colour winner = QI_EMPTY;
    qi_nogo_walk account = {.size = sizeof account};
    qi_text_error error = {0};
    text from = {data, size};
    const qi_result result =
        qi_nogo_check_proof(give, &from, NULL, NULL, &position, &winner, &account, &error);
    must(result != QI_BAD_TEXT || (error.line >= 1 && error.column >= 1));
    if (result != QI_OK)
        return 0;
    if (account.end == QI_NOGO_WALK_WON && is_small(position)) {
        qi_oracle_nogo oracle;
        must(
            qi_oracle_nogo_start(&oracle, qi_nogo_rows(position), qi_nogo_columns(position), NULL));
        for (qi_point i = 0; i < oracle.rows * oracle.columns; i++)
            oracle.cells[i] = (uint8_t)qi_nogo_at(position, i);
        const qi_colour first = qi_nogo_to_move(position);
        must(qi_oracle_nogo_wins(&oracle, first) == (winner == first));
        qi_oracle_nogo_end(&oracle);
    }
    qi_nogo_free(position);
    return 0;
}
