/* The entry point of every verb, in the file of its name, e.g. nogo/simulate.c. */
#ifndef QI_CLI_VERBS_H
#define QI_CLI_VERBS_H

#include <stddef.h>

int cli_arena(int argc, char **argv);
int cli_selftest(int argc, char **argv);
int cli_stress(int argc, char **argv);
int cli_bench(int argc, char **argv);
int cli_nogo_check(int argc, char **argv);
int cli_nogo_show(int argc, char **argv);
int cli_web(int argc, char **argv);
int cli_go_gtp(int argc, char **argv);
int cli_go_sgf(int argc, char **argv);
int cli_nogo_gtp(int argc, char **argv);
int cli_nogo_simulate(int argc, char **argv);

int cli_go_check(int argc, char **argv);
int cli_go_replay(int argc, char **argv);
int cli_go_show(int argc, char **argv);

int cli_maze_check(int argc, char **argv);
int cli_maze_count(int argc, char **argv);
int cli_maze_show(int argc, char **argv);
int cli_maze_walk(int argc, char **argv);

int cli_nogo_analyze(int argc, char **argv);
int cli_nogo_botzone(int argc, char **argv);
int cli_nogo_play(int argc, char **argv);
int cli_nogo_sgf(int argc, char **argv);
int cli_nogo_solve(int argc, char **argv);
int cli_nogo_verify(int argc, char **argv);

/* The web page inside the program; web/embed.py writes its bytes. */
extern const unsigned char cli_page[];
extern const size_t cli_page_length; /* 0: built without the page */

#endif
