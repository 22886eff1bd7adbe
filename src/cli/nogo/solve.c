#include "cli/json.h"
#include "cli/nogo/facts.h"
#include "cli/nogo/nogo.h"
#include "cli/picture.h"
#include "cli/verbs.h"

#include <qi/nogo_proof.h>
#include <qi/nogo_solve.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The position to solve, given in one of three ways. */
typedef struct position_choice {
    cli_board_size empty;
    bool empty_given;
    const char *file; /* NULL: standard input */
    cli_input lines;  /* its text, if it has positions, one a line */
    nogo_reading reading;
} position_choice;

typedef struct solving {
    const cli_spec *spec;
    /* Options: */
    position_choice choice;
    bool moves, json, facts, threads_given;
    char *const *fact_files;        /* with `facts`; ends with NULL */
    const char *save, *proof, *svg; /* files, or NULL */
    double seconds;                 /* 0 for no limit */
    double save_seconds;            /* between two times of saving */
    uint64_t max_nodes, leaf, memory, threads;
    uint64_t pieces; /* to print, if the answer is not known; 0 to search for it */

    qi_nogo *position;
    qi_nogo_solver *solver;
    qi_nogo_solve_limits limits;
    double started;
    uint64_t nodes;
    cli_progress progress;
    cli_watch signals;
    const qi_stop *stop; /* that of the signals */
    bool silent;         /* one of many: says no effort */
    double move_started; /* when the search came to the first move that it is at */
    uint32_t moves_done;
    uint64_t nodes_seen;  /* at the last look */
    picture drawing;      /* of the first moves; without cells when none is wanted */
    bool proving;         /* the proof is being written */
    qi_nogo_walk account; /* of it */
    cli_answer answer;
    const char *winner; /* as it is printed; NULL if the search failed */
} solving;

enum { ENTRY_BYTES = 16 }; /* of a proved position in the table */
enum { MIN_MEMORY = 2 << 20 };

/* How far the search has come. Where a move wins all replies to it must be decided, so those that
 * are show roughly when it will be done: the first ones are often the hardest. */
static void show_progress(solving *s, const qi_nogo_solve_progress *now, double elapsed)
{
    const double nodes = (double)(s->nodes + now->nodes);
    char rest[64] = "";
    if (now->replied)
        snprintf(rest, sizeof rest, ", about %.0f s more for this move",
                 (elapsed - s->move_started) * (now->replies - now->replied) / now->replied);
    /* Limits bound when it will be over. */
    cli_progress_set(&s->progress, nodes, (double)s->max_nodes, s->seconds);
    cli_progress_line(&s->progress,
                      "move %u of %u, reply %u of %u%s; %.1f M positions, %.0f k/s, table %.0f %%",
                      now->done + 1, now->moves, now->replied, now->replies, rest, nodes / 1e6,
                      nodes / 1e3 / (elapsed > 0 ? elapsed : 1),
                      100 * fmin(1, (double)(now->entries * ENTRY_BYTES) / (double)s->memory));
}

/* Asked every few thousand positions. */
static bool look(void *context, const qi_nogo_solve_progress *now)
{
    solving *s = context;
    const double clock = qi_seconds(), elapsed = clock - s->started;
    if (now->done != s->moves_done || now->nodes < s->nodes_seen) {
        s->moves_done = now->done;
        s->move_started = elapsed;
    }
    s->nodes_seen = now->nodes;
    if (cli_progress_due(&s->progress)) {
        if (s->proving)
            cli_progress_line(&s->progress, "proof: %.2f M answers, %.2f M positions",
                              (double)s->account.answers / 1e6, (double)s->account.positions / 1e6);
        else
            show_progress(s, now, elapsed);
    }
    return !qi_stop_is_set(s->stop) && (s->seconds <= 0 || elapsed <= s->seconds);
}

/* Solves a position and adds up the nodes. When the time is up the outcome is unknown. */
static qi_result ask(solving *s, const qi_nogo *position, qi_nogo_solution *solution)
{
    s->limits.nodes = 0;
    if (s->max_nodes)
        s->limits.nodes = s->max_nodes > s->nodes ? s->max_nodes - s->nodes : 1;
    const qi_result result = qi_nogo_solve(s->solver, position, &s->limits, solution);
    if (result != QI_OK && result != QI_STOPPED)
        return result;
    s->nodes += solution->nodes;
    return QI_OK;
}

/* Looks the position up in the table without searching. */
static qi_result recall(solving *s, const qi_nogo *position, qi_nogo_solution *solution)
{
    const qi_nogo_solve_limits none = {.size = sizeof(qi_nogo_solve_limits), .nodes = 1};
    return qi_nogo_solve(s->solver, position, &none, solution);
}

typedef qi_result asking(solving *s, const qi_nogo *position, qi_nogo_solution *solution);

/* Draws and prints how a first move ends. */
static void print_move(solving *s, json_t *list, qi_point move, qi_nogo_outcome reply)
{
    const uint32_t columns = qi_nogo_columns(s->position);
    const qi_nogo_outcome outcome = reply == QI_NOGO_LOST  ? QI_NOGO_WON
                                    : reply == QI_NOGO_WON ? QI_NOGO_LOST
                                                           : QI_NOGO_UNKNOWN;
    const char *const end = outcome == QI_NOGO_WON    ? "wins"
                            : outcome == QI_NOGO_LOST ? "loses"
                                                      : "unknown";
    if (s->drawing.cells && outcome != QI_NOGO_UNKNOWN) {
        picture_cell *const cell = &s->drawing.cells[move];
        cell->heat = outcome == QI_NOGO_WON ? 1 : 0;
        snprintf(cell->label, sizeof cell->label, "%s", end);
    }
    cli_answer_add(&s->answer, list, NULL,
                   json_pack("{s:i, s:i, s:s}", "row", (int)(move / columns) + 1, "column",
                             (int)(move % columns) + 1, "outcome", nogo_outcome_name(outcome)),
                   "move %u %u %s\n", move / columns + 1, move % columns + 1, end);
}

/* Prints the outcome of every legal first move; skips unknown ones unless `all`. */
static qi_result print_moves(solving *s, asking *how, bool all)
{
    json_t *const list = json_array();
    const qi_point points = qi_nogo_rows(s->position) * qi_nogo_columns(s->position);
    qi_result result = QI_OK;
    for (qi_point point = 0; point < points && result == QI_OK; point++) {
        qi_nogo *next;
        qi_nogo_solution solution = {.size = sizeof(qi_nogo_solution)};
        result = qi_nogo_copy(s->position, NULL, &next);
        if (result != QI_OK)
            break;
        const bool legal =
            qi_nogo_play(next, qi_nogo_to_move(s->position), point, NULL) == QI_NOGO_LEGAL;
        if (legal)
            result = how(s, next, &solution);
        qi_nogo_free(next);
        if (legal && result == QI_OK && (solution.outcome != QI_NOGO_UNKNOWN || all))
            print_move(s, list, point, solution.outcome);
    }
    cli_answer_add(&s->answer, NULL, "candidates", list, NULL);
    return result;
}

/* Prints moves of best play. */
static qi_result print_variation(solving *s)
{
    json_t *const list = json_array();
    const uint32_t columns = qi_nogo_columns(s->position);
    qi_nogo *position;
    qi_result result = qi_nogo_copy(s->position, NULL, &position);
    const char *format = "variation %u %u";
    while (result == QI_OK) {
        qi_nogo_solution solution = {.size = sizeof(qi_nogo_solution)};
        result = ask(s, position, &solution);
        if (result != QI_OK || solution.outcome == QI_NOGO_UNKNOWN)
            break;
        qi_point move = solution.move;
        if (solution.outcome == QI_NOGO_LOST)
            result = qi_nogo_stubborn_move(position, &move);
        if (result != QI_OK || move == QI_NO_POINT)
            break;
        cli_answer_add(&s->answer, list, NULL, cli_json_point(move, columns), format,
                       move / columns + 1, move % columns + 1);
        format = ", %u %u";
        qi_nogo_play(position, qi_nogo_to_move(position), move, NULL);
    }
    const char *const end = *format == 'v' ? "variation\n" : "\n";
    cli_answer_add(&s->answer, NULL, "variation", list, result == QI_OK ? "%s" : NULL, end);
    qi_nogo_free(position);
    return result;
}

/* ---- the positions that the next round is to solve ------------------------------------------ */

typedef struct piece_printer {
    cli_answer *answer;
    json_t *list;
} piece_printer;

static bool print_piece(void *context, const qi_nogo *position)
{
    const piece_printer *const printer = context;
    char *const line = nogo_line(position);
    if (!line)
        return false;
    cli_answer_add(printer->answer, printer->list, NULL, json_string(line), "%s\n", line);
    free(line);
    return true;
}

/* Prints up to --pieces positions. Returns CLI_NO if there are any, CLI_GO_ON if the solver knows
 * the answer, and CLI_BAD after explaining what went wrong. */
static int print_pieces(solving *s)
{
    piece_printer printer = {&s->answer, json_array()};
    qi_nogo_solution solution = {.size = sizeof(qi_nogo_solution)};
    const qi_result result = qi_nogo_solve_pieces(s->solver, s->position, (size_t)s->pieces,
                                                  print_piece, &printer, &solution);
    s->nodes += solution.nodes;
    if (result != QI_OK || solution.outcome != QI_NOGO_UNKNOWN) {
        json_decref(printer.list);
        return result == QI_OK ? CLI_GO_ON : cli_fail_with(s->spec, result);
    }
    cli_answer_add(&s->answer, NULL, "position", nogo_position_json(s->position), NULL);
    cli_answer_add(&s->answer, NULL, "winner", json_string("unknown"), NULL);
    cli_answer_add(&s->answer, NULL, "pieces", printer.list, NULL);
    cli_answer_add(&s->answer, NULL, "positions", json_integer((json_int_t)s->nodes), NULL);
    return CLI_NO;
}

/* Writes the proof; if it cannot be finished, an older one stands. */
static int write_proof(solving *s, qi_colour winner)
{
    const char *const path = s->proof;
    cli_out to;
    int status = cli_out_open(s->spec, path, &to);
    if (status != CLI_GO_ON)
        return status;
    const double start = qi_cpu_seconds();
    s->proving = true;
    const qi_result result = qi_nogo_write_proof(s->position, winner, (uint32_t)s->leaf, s->solver,
                                                 &s->limits, cli_sink, &to, &s->account);
    s->proving = false;
    cli_progress_end(&s->progress);
    if (!to.file.error && (result != QI_OK || s->account.end != QI_NOGO_WALK_WON)) {
        cli_out_drop(&to);
        return result == QI_STOPPED
                   ? CLI_NO
                   : cli_fail(s->spec, "%s: no proof: %s", path, qi_result_text(result));
    }
    status = cli_out_close(s->spec, &to, CLI_GO_ON);
    if (status == CLI_GO_ON)
        cli_remark("proof with %llu answers in %s, %.2f CPU seconds\n",
                   (unsigned long long)s->account.answers, path, qi_cpu_seconds() - start);
    return status;
}

/* Draws the first moves. */
static int draw(solving *s)
{
    char title[64];
    snprintf(title, sizeof title, "NoGo, %s to move: winner %s",
             qi_nogo_to_move(s->position) == QI_BLACK ? "X" : "O", s->winner);
    s->drawing.title = title;
    s->drawing.caption = "warm wins, cold loses";
    nogo_mark_points(s->position, &s->drawing);
    return picture_save_svg(s->spec, s->svg, &s->drawing);
}

/* ---- solving -------------------------------------------------------------------------------- */

static qi_result open_solver(solving *s)
{
    return qi_nogo_solver_new(s->memory < SIZE_MAX ? (size_t)s->memory : SIZE_MAX, NULL,
                              &s->solver);
}

/* Solves the position; with --save in slices, to save after each. */
static qi_result solve_position(solving *s, qi_nogo_solution *solution)
{
    for (;;) {
        const double whole = s->seconds;
        const double slice = qi_seconds() - s->started + s->save_seconds;
        const bool cut = s->save && (whole <= 0 || slice < whole);
        if (cut)
            s->seconds = slice;
        const qi_result result = ask(s, s->position, solution);
        const bool again =
            cut && qi_seconds() - s->started > s->seconds && !qi_stop_is_set(s->stop);
        s->seconds = whole;
        if (result != QI_OK || solution->outcome != QI_NOGO_UNKNOWN || !again)
            return result;
        if (nogo_save_facts(s->spec, s->solver, s->save) != CLI_GO_ON)
            return QI_STOPPED;
    }
}

static void say_effort(const solving *s, const char *what)
{
    if (s->silent)
        return;
    cli_remark("%s%llu positions, %.2f CPU seconds\n", what, (unsigned long long)s->nodes,
               qi_cpu_seconds());
}

/* Prints the winner and how, and the first moves if they are wanted: all of them, or, where the
 * winner is not known, those that are. Writes the proof. */
static int print_solution(solving *s, qi_nogo_outcome outcome)
{
    const bool known = outcome != QI_NOGO_UNKNOWN;
    const qi_colour mover = qi_nogo_to_move(s->position);
    const qi_colour winner = outcome == QI_NOGO_WON ? mover : qi_opponent(mover);
    s->winner = known ? nogo_letter(winner) : "unknown";
    cli_answer_add(&s->answer, NULL, "position", nogo_position_json(s->position), NULL);
    cli_answer_add(&s->answer, NULL, "winner",
                   json_string(known ? cli_json_colour(winner) : s->winner), "winner %s\n",
                   s->winner);
    qi_result result = known ? print_variation(s) : QI_OK;
    /* The proof comes before the first moves are searched: once more of them are known to win, it
     * would often follow another one than that which was found first, the cheapest. */
    int written = CLI_GO_ON;
    if (known && s->proof && result == QI_OK) {
        cli_flush(&s->answer.out);
        written = write_proof(s, winner);
    }
    if (result == QI_OK && (s->moves || !known))
        result = print_moves(s, s->moves && known ? ask : recall, s->moves);
    cli_answer_add(&s->answer, NULL, "positions", json_integer((json_int_t)s->nodes), NULL);
    cli_progress_end(&s->progress);
    if (s->moves && known)
        say_effort(s, "with all first moves: ");
    if (result != QI_OK) {
        s->winner = NULL;
        return cli_fail_with(s->spec, result);
    }
    return written != CLI_GO_ON ? written : known ? CLI_DONE : CLI_NO;
}

/* Solves and answers, or prints pieces if these are wanted and the answer is not known. */
static int answer(solving *s)
{
    if (s->svg &&
        !picture_start(&s->drawing, qi_nogo_rows(s->position), qi_nogo_columns(s->position)))
        return cli_fail_with(s->spec, QI_NO_MEMORY);
    if (s->pieces) {
        const int printed = print_pieces(s);
        if (printed == CLI_NO)
            say_effort(s, "");
        if (printed != CLI_GO_ON)
            return printed;
    }
    qi_nogo_solution solution = {.size = sizeof(qi_nogo_solution)};
    const qi_result result = solve_position(s, &solution);
    cli_progress_end(&s->progress);
    if (result == QI_TOO_LARGE)
        return cli_fail(s->spec, "more than 48 points can still be played");
    if (result != QI_OK)
        return cli_fail_with(s->spec, result);
    say_effort(s, "");
    return print_solution(s, solution.outcome);
}

/* ---- the verb ------------------------------------------------------------------------------- */

static int read_position(solving *s)
{
    const cli_spec *const spec = s->spec;
    position_choice *const choice = &s->choice;
    const nogo_reading *const reading = &choice->reading;
    if (choice->empty_given && choice->file)
        return cli_fail(spec, "found '%s' and --empty, expected one of them", choice->file);
    if (!choice->empty_given)
        return nogo_read_lines(spec, choice->file, reading, &choice->lines, &s->position);
    const qi_result made =
        qi_nogo_new(choice->empty.rows, choice->empty.columns, NULL, &s->position);
    if (made != QI_OK)
        return cli_fail_with(spec, made);
    if (reading->to_move_given)
        qi_nogo_set_up(s->position, NULL, 0, reading->to_move == 0 ? QI_BLACK : QI_WHITE, NULL);
    return CLI_GO_ON;
}

/* Checks the options together and takes the operands from `first` on. */
static int take_operands(solving *s, int argc, char **argv, int first)
{
    if (cli_refuse_compressed(s->spec, "--proof", s->proof) != CLI_GO_ON ||
        cli_refuse_compressed(s->spec, "--save", s->save) != CLI_GO_ON)
        return CLI_BAD;
    if (s->memory < MIN_MEMORY)
        return cli_fail(s->spec, "--memory: expected at least 2M");
    if (s->svg && !s->moves)
        return cli_fail(s->spec, "found --svg, expected --moves too");
    if (first < argc && (!s->facts || !s->choice.empty_given || s->choice.reading.line))
        s->choice.file = argv[first++];
    if (first < argc && !s->facts)
        return cli_fail(s->spec, "found '%s', expected no further operand", argv[first]);
    s->fact_files = argv + first;
    return CLI_GO_ON;
}

/* Opens the solver and teaches it what files prove. */
static int prepare(solving *s)
{
    const char *const option = s->pieces ? "--pieces" : s->facts ? "--facts" : "--save";
    int status = CLI_GO_ON;
    if (s->save || s->facts || s->pieces)
        status = nogo_accept_facts(s->spec, s->position, option);
    if (status == CLI_GO_ON) {
        const qi_result opened = open_solver(s);
        status = opened == QI_OK ? CLI_GO_ON : cli_fail_with(s->spec, opened);
    }
    if (status == CLI_GO_ON)
        status = nogo_load_facts(s->spec, s->solver, s->save);
    if (status == CLI_GO_ON && s->facts)
        status = nogo_join_facts(s->spec, s->solver, s->fact_files);
    return status;
}

static void start(solving *s, const qi_stop *stop)
{
    s->stop = stop;
    s->started = qi_seconds();
    s->limits = (qi_nogo_solve_limits){.size = sizeof(qi_nogo_solve_limits),
                                       .threads = (uint32_t)s->threads,
                                       .watch = look,
                                       .context = s};
}

/* ---- many positions ------------------------------------------------------------------------- */

/* Solves a position of many; `s` has its options. */
static qi_result solve_line(solving *s, bool *no, qi_text_error *error)
{
    qi_nogo_solution solution = {.size = sizeof(qi_nogo_solution)};
    qi_result result = open_solver(s);
    if (result == QI_OK)
        result = solve_position(s, &solution);
    if (result == QI_TOO_LARGE)
        return qi_text_fail_at(error, 1, 1, qi_message_of("more than 48 points to play"),
                               qi_message_of("at most 48"));
    if (result == QI_OK && qi_stop_is_set(s->stop))
        result = QI_STOPPED;
    if (result != QI_OK)
        return result;
    cli_answer_start(&s->answer, true);
    const int status = print_solution(s, solution.outcome);
    *no = status == CLI_NO;
    if (status == CLI_BAD || qi_stop_is_set(s->stop)) {
        json_decref(s->answer.value);
        return QI_STOPPED;
    }
    return QI_OK;
}

static qi_result answer_line(void *context, const char *line, size_t length, const qi_stop *stop,
                             json_t **value, bool *no, qi_text_error *error)
{
    const solving *const all = context;
    solving *const s = calloc(1, sizeof *s);
    if (!s)
        return QI_NO_MEMORY;
    s->spec = all->spec;
    s->moves = all->moves;
    s->seconds = all->seconds;
    s->max_nodes = all->max_nodes;
    s->memory = all->memory;
    s->threads = 1;
    s->silent = true;
    start(s, stop);
    qi_result result = nogo_parse_line(line, length, UINT32_MAX, &s->position, error);
    if (result == QI_OK)
        result = solve_line(s, no, error);
    if (result == QI_OK)
        *value = s->answer.value;
    qi_nogo_solver_free(s->solver);
    qi_nogo_free(s->position);
    free(s);
    return result;
}

/* Solves every line: each position in one thread. */
static int solve_lines(solving *s)
{
    const char *const option = s->svg      ? "--svg"
                               : s->proof  ? "--proof"
                               : s->save   ? "--save"
                               : s->facts  ? "--facts"
                               : s->pieces ? "--pieces"
                                           : NULL;
    if (option)
        return cli_fail(s->spec, "%s: found many positions, expected one", option);
    const uint64_t jobs = s->threads_given ? s->threads : cli_cores();
    return cli_answer_lines(s->spec, &s->choice.lines, (uint32_t)jobs, answer_line, s);
}

/* Answers on standard output and writes all files. */
static int run(solving *s)
{
    start(s, &s->signals.stop);
    cli_progress_start(&s->progress);
    cli_watch_start(&s->signals);
    const bool only_picture = s->svg && strcmp(s->svg, "-") == 0;
    cli_answer_start(&s->answer, s->json || only_picture);
    s->answer.out.translator = NULL; /* programs read it */
    int status = answer(s);
    s->answer.has_content &= !only_picture;
    /* Files before the rest of the answer: its reader may be gone. */
    const int saved = nogo_save_facts(s->spec, s->solver, s->save);
    status = saved == CLI_GO_ON ? status : saved;
    if (s->svg && s->winner && draw(s) != CLI_GO_ON)
        status = CLI_BAD;
    return cli_watch_end(&s->signals, cli_answer_end(s->spec, &s->answer, status));
}

int cli_nogo_solve(int argc, char **argv)
{
    solving s = {.account = {.size = sizeof s.account}};
    const cli_option options[] = {
        opt_given(&s.choice.empty_given, opt_board("empty", &s.choice.empty, NULL, 64,
                                                   "solve an empty board of this size")),
        opt_flag("moves", &s.moves, "classify every first move as winning or losing"),
        opt_text("proof", "FILE", &s.proof, NULL, "write a winning strategy for 'qi nogo verify'"),
        opt_given(&s.threads_given, opt_jobs(&s.threads, "1", 64, "number of threads")),
        opt_text("save", "FILE", &s.save, NULL,
                 "continue from FILE, and keep there what has been proved (boards of at most 48 "
                 "cells without holes)"),
        opt_bytes("memory", "SIZE", &s.memory, "1G", "most memory for the table of positions"),
        opt_seconds("time", "T", &s.seconds, NULL, "give up after this time (default: never)"),
        opt_number("nodes", "N", &s.max_nodes, NULL, 1, 0,
                   "give up after this many positions (default: never)"),
        opt_seconds("save-every", "T", &s.save_seconds, "10m", "how often --save does so"),
        opt_flag("facts", &s.facts,
                 "learn what these files of --save prove: the operands, those after BOARD if "
                 "there is one"),
        opt_number("pieces", "N", &s.pieces, NULL, 1, 1000,
                   "do not search: print up to N positions to solve next, or the winner"),
        opt_number(
            "leaf", "N", &s.leaf, "6", 0, QI_NOGO_MAX_LEAF,
            "no answers for positions with at most N points to play; larger N: smaller proof"),
        opt_text("svg", "FILE", &s.svg, NULL,
                 "with --moves: draw the first moves in FILE ('-': standard output, only this)"),
        NOGO_READING_OPTION(s.choice.reading),
        {0}};
    const cli_spec spec = {
        .command = "qi nogo solve",
        .operands = "[BOARD] [--facts FACTS...]",
        .description =
            "Finds out who wins a NoGo position with best play, and proves it by search.\n"
            "\n"
            "Input (BOARD or standard input): a board as for 'qi nogo simulate'; or --empty.\n"
            "Output: 'winner X' or 'winner O', then a 'variation' of moves 'row column': the\n"
            "winner's are proved, the loser's keep as many moves as possible. If a limit or\n"
            "a signal ends the search, prints 'winner unknown' and the first moves that are\n"
            "known; the exit status is then 1, or 128 and the number of the signal.\n"
            "\n"
            "Many machines solve a position in rounds (docs/scale.md). With --pieces N, qi only\n"
            "looks at what the files after --facts prove, and prints up to N positions that the\n"
            "answer most likely still needs, one a line; the exit status is then 1. Solve each\n"
            "by 'qi nogo solve LINE --save FILE' and ask again with these files, too,\n"
            "until the winner is printed and the exit status is 0. There are facts only about\n"
            "boards of at most 48 cells without holes.\n" NOGO_BOARD_NOTE NOGO_LINES_NOTE,
        .options = options,
        .json = &s.json,
        .max_operands = -1,
        .position = &s.choice.reading.line};
    int first;
    s.spec = &spec;
    int status = cli_parse(&spec, argc, argv, &first);
    if (status != CLI_GO_ON)
        return status;
    cli_ignore_broken_pipes();
    status = take_operands(&s, argc, argv, first);
    if (status == CLI_GO_ON)
        status = read_position(&s);
    if (status == CLI_GO_ON && s.choice.lines.text)
        status = solve_lines(&s);
    if (status == CLI_GO_ON)
        status = prepare(&s);
    if (status == CLI_GO_ON)
        status = run(&s);
    picture_end(&s.drawing);
    qi_nogo_solver_free(s.solver);
    qi_nogo_free(s.position);
    cli_input_free(&s.choice.lines);
    return status;
}
