/* Games of Go from and to SGF. Not part of the freestanding core. */
#ifndef QI_GO_SGF_H
#define QI_GO_SGF_H

#include "go/games.h"

#include <qi/sgf.h>

/* What a game holds. */
typedef struct qi_go_sgf_tally {
    uint64_t games, moves, passes, setup;
    uint64_t refused[QI_GO_NO_MEMORY + 1]; /* moves, by verdict */
    uint64_t unread;                       /* values that are no points of the board */
} qi_go_sgf_tally;

void qi_go_sgf_add(qi_go_sgf_tally *sum, const qi_go_sgf_tally *one);
uint64_t qi_go_sgf_refused(const qi_go_sgf_tally *of);

typedef struct qi_go_sgf_replay qi_go_sgf_replay;

/* Gets every refused move while a game is replayed. */
typedef void qi_go_sgf_refusal(void *context, const qi_go_sgf_replay *replay,
                               const qi_sgf_event *event, qi_go_verdict verdict, uint32_t repeated);

/* Gets the values that are no points of the board, the first QI_GO_SGF_TOLD of a game. */
typedef void qi_go_sgf_unread(void *context, const qi_text_error *error);

enum { QI_GO_SGF_POINTS = QI_GO_MOST_SIDE * QI_GO_MOST_SIDE, QI_GO_SGF_TOLD = 100 };

/* Replays main lines with exact rules; an illegal move and a value that is no point of the board
 * are ignored, and the game goes on. Set the first group of members, the rest to zero, and free
 * with qi_go_sgf_end. */
struct qi_go_sgf_replay {
    qi_go_rules rules;
    bool as_moves;              /* keep the game in `record` as moves only; passes are left out */
    qi_go_sgf_refusal *refused; /* or NULL */
    qi_go_sgf_unread *unread;   /* or NULL */
    void *context;

    /* The game replayed last. */
    qi_go *game;
    qi_go_sgf_tally tally;
    qi_go_moves record;

    /* Inside. */
    bool setting_up;                 /* a setup node is being read: */
    uint8_t setup[QI_GO_SGF_POINTS]; /* what it makes of each point */
};

/* Replays the game of a walk that was just started. QI_BAD_TEXT: a setup
 * leaves a group without a liberty or, with `as_moves`, takes a stone off; `error` says where. */
qi_result qi_go_sgf_play(qi_go_sgf_replay *replay, qi_sgf_walk *walk, qi_text_error *error);
void qi_go_sgf_end(qi_go_sgf_replay *replay);

/* Writes a record of moves as SGF: those that were played, and the refused ones as comments where
 * they were tried. */
void qi_go_write_sgf(qi_sgf_writer *writer, const qi_go_record *record);

#endif
