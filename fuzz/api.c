/* The public API as a sequence of calls, two bytes each, on a NoGo record and a Go game; the slow
 * oracles go along, and must agree after every call. */
#include "fuzz.h"

#include "go/games.h"
#include "lab/oracle/go.h"
#include "lab/oracle/nogo.h"

#include <qi/go.h>
#include <qi/nogo_record.h>

#include <string.h>

enum { SIDE = 4, POINTS = SIDE * SIDE };

typedef struct bench {
    qi_nogo_record *record;
    qi_oracle_nogo nogo;
    qi_go *go;
    qi_oracle_go go_oracle;
} bench;

static void start(bench *it)
{
    const qi_go_rules rules = {.repetition = QI_GO_POSITIONAL};
    qi_nogo *empty;
    must(qi_nogo_new(SIDE, SIDE, NULL, &empty) == QI_OK);
    must(qi_nogo_record_new(empty, NULL, &it->record) == QI_OK);
    qi_nogo_free(empty);
    must(qi_oracle_nogo_start(&it->nogo, SIDE, SIDE, NULL));
    must(qi_go_new(SIDE, SIDE, &rules, NULL, &it->go) == QI_OK);
    must(qi_oracle_go_start(&it->go_oracle, SIDE, SIDE, QI_ORACLE_GO_POSITIONAL, false, NULL));
}

/* The oracle's board as the record's position stands. */
static void follow(bench *it)
{
    for (qi_point i = 0; i < POINTS; i++)
        it->nogo.cells[i] = (uint8_t)qi_nogo_at(qi_nogo_record_position(it->record), i);
}

static void play_nogo(bench *it, qi_colour colour, qi_point point)
{
    const qi_nogo_verdict verdict = qi_oracle_nogo_judge(&it->nogo, colour, point).verdict;
    must(qi_nogo_record_judge(it->record, colour, point, NULL) == verdict);
    qi_nogo_verdict played;
    must((qi_nogo_record_play(it->record, colour, point, &played, NULL) == QI_OK) ==
         (verdict == QI_NOGO_LEGAL));
    must(played == verdict);
    if (verdict == QI_NOGO_LEGAL)
        it->nogo.cells[point] = (uint8_t)colour;
}

static void play_go(bench *it, qi_colour colour, qi_point point)
{
    const qi_oracle_go_verdict verdict = qi_oracle_go_judge(&it->go_oracle, colour, point).verdict;
    const bool legal = qi_go_judge(it->go, colour, point, NULL) == QI_GO_OK;
    must(legal == (verdict == QI_ORACLE_GO_OK));
    must((qi_go_play(it->go, colour, point, NULL, NULL) == QI_OK) == legal);
    must((qi_oracle_go_play(&it->go_oracle, colour, point).verdict == QI_ORACLE_GO_OK) == legal);
}

/* Copies stand by themselves: the old one is freed. */
static void copy_go(bench *it)
{
    qi_go *copy;
    must(qi_go_copy(it->go, NULL, &copy) == QI_OK);
    must(qi_go_hash(copy) == qi_go_hash(it->go));
    qi_go_free(it->go);
    it->go = copy;
}

static void compare(const bench *it)
{
    const qi_nogo *const nogo = qi_nogo_record_position(it->record);
    for (qi_point i = 0; i < POINTS; i++) {
        must(qi_nogo_at(nogo, i) == it->nogo.cells[i]);
        must(qi_go_at(it->go, i) == it->go_oracle.cells[i]);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    enum { MAX_CALLS = 200 };
    bench it;
    start(&it);
    for (size_t i = 0; i + 1 < size && i < (size_t)2 * MAX_CALLS; i += 2) {
        const qi_colour colour = data[i + 1] & 0x40 ? QI_WHITE : QI_BLACK;
        const qi_point point = data[i + 1] % POINTS;
        qi_point legal[POINTS], slow[POINTS];
        switch (data[i] % 10) {
        case 0:
        case 1:
        case 2:
            play_nogo(&it, colour, point);
            break;
        case 3:
        case 4:
        case 5:
            play_go(&it, colour, point);
            break;
        case 6:
            qi_nogo_record_seek(it.record, data[i + 1] % (qi_nogo_record_count(it.record) + 1));
            if (data[i + 1] & 0x80)
                qi_nogo_record_cut(it.record);
            follow(&it);
            break;
        case 7:
            must(qi_go_undo(it.go) == qi_oracle_go_undo(&it.go_oracle));
            break;
        case 8:
            copy_go(&it);
            break;
        default:
            must(qi_nogo_legal(qi_nogo_record_position(it.record), colour, legal, POINTS) ==
                 qi_oracle_nogo_legal(&it.nogo, colour, slow));
            break;
        }
        compare(&it);
    }
    qi_nogo_record_free(it.record);
    qi_oracle_nogo_end(&it.nogo);
    qi_go_free(it.go);
    qi_oracle_go_end(&it.go_oracle);
    return 0;
}
