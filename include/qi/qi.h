/*
 * qi/qi.h - all that is promised: NoGo, Go, Maze Tac Toe, and the judge of the three.
 *
 *     qi/base.h         results, allocators, callbacks, stopping, points: the rules for all
 *     qi/nogo.h         positions of NoGo: read, set up, write, play
 *     qi/nogo_record.h  a game of NoGo that is being played, and SGF
 *     qi/nogo_player.h  a player with a level and a clock, who also analyses
 *     qi/nogo_solve.h   who wins a position of NoGo, proved
 *     qi/go.h           a game of Go with exact superko
 *     qi/maze.h         every board of a maze, and shortest walks
 *     qi/judge.h        whether an output of a program is right
 *
 * From version 0.2.0 on these headers only grow: what is in them keeps its meaning, its signature
 * and its layout within a major version. All other headers of this folder say that they may still
 * change; include them by name.
 */
#ifndef QI_QI_H
#define QI_QI_H

#include <qi/base.h>
#include <qi/go.h>
#include <qi/judge.h>
#include <qi/maze.h>
#include <qi/nogo.h>
#include <qi/nogo_player.h>
#include <qi/nogo_record.h>
#include <qi/nogo_solve.h>

#endif
