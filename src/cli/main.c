/* qi <game> <verb>: finds the verb and runs it. */
#include "base/processes.h"
#include "cli/cli.h"
#include "cli/json.h"
#include "cli/verbs.h"

#include <errno.h>
#include <string.h>

static const cli_game *const games[] = {&cli_nogo_game, &cli_go_game, &cli_maze_game, NULL};
enum { GAMES = sizeof games / sizeof *games - 1 };

/* Verbs that belong to no game. */
static const cli_verb common[] = {
    {"arena", "play matches between NoGo engines and rate them", .run = cli_arena,
     .programs = true},
    {"bench", "measure every engine, and sign its behaviour", .run = cli_bench},
    {"selftest", "compare the engines with the oracles", .run = cli_selftest},
    {"stress", "run a program for any problem on generated inputs and shrink what fails",
     .run = cli_stress, .programs = true},
    {"web", "write the web page, in one file", .run = cli_web},
    {0}};

static void list_verbs(qi_buffer *to, const char *prefix, const cli_verb *verbs)
{
    for (; verbs->name; verbs++) {
        char left[40];
        snprintf(left, sizeof left, "%s%s", prefix, verbs->name);
        qi_buffer_say(to, "  %-18s %s\n", left, verbs->summary);
    }
}

/* Prints a list and frees it. */
static int print_list(FILE *to, qi_buffer *list, int status)
{
    const bool good = list->bytes && !list->failed;
    if (good)
        fputs(list->bytes, to);
    else
        cli_fail_with(&(cli_spec){.command = "qi"}, QI_NO_MEMORY);
    qi_buffer_free(list);
    return good ? status : CLI_BAD;
}

static int list_everything(FILE *to, int status)
{
    qi_buffer list = {.translator = cli_translator()};
    qi_buffer_say_text(&list, "Usage: qi GAME VERB [OPTION]... [FILE]\n"
                              "       qi VERB [OPTION]...\n\n"
                              "Three grid games: exact rules, engines, judges and pictures.\n");
    for (int r = 0; r < GAMES; r++) {
        char prefix[16];
        snprintf(prefix, sizeof prefix, "%s ", games[r]->name);
        qi_buffer_say(&list, "\n%s:\n", games[r]->summary);
        list_verbs(&list, prefix, games[r]->verbs);
    }
    qi_buffer_say_text(&list, "\nFor all of them:\n");
    list_verbs(&list, "", common);
    qi_buffer_say_text(
        &list,
        "\n'qi help GAME VERB' describes a verb; 'qi --version' prints the version.\n"
        "'--lang zh' anywhere, or a Chinese locale, makes qi speak Chinese (中文); '--quiet'\n"
        "leaves only errors on stderr.\n"
        "Exit status: 0 done, 1 the answer is 'no', 2 bad usage or bad input.\n");
    return print_list(to, &list, status);
}

/* What 'qi' alone says. */
static int welcome(void)
{
    qi_buffer text = {.translator = cli_translator()};
    qi_buffer_say_text(
        &text, "qi finds the input that a program fails on, plays NoGo and proves who wins it,\n"
               "replays Go with exact rules, and counts and walks mazes.\n"
               "Each line below works as it stands:\n"
               "\n"
               "  qi nogo stress -- true        test a program; this one prints nothing\n"
               "  qi nogo play                  play against the engine\n"
               "  qi nogo solve --empty 4x4     who wins with perfect play\n"
               "  qi nogo show --sample         see a board\n");
    if (cli_page_length)
        qi_buffer_say_text(&text, "  qi web                        write qi.html: the same games "
                                  "in a browser\n");
    qi_buffer_say_text(&text, cli_page_length ? "\n'qi help' lists everything.\n"
                                              : "\n'qi help' lists everything; './dev web' makes "
                                                "qi.html, the games in a browser.\n");
    return print_list(stdout, &text, CLI_DONE);
}

static const cli_verb *find_verb(const cli_verb *verbs, const char *name)
{
    while (verbs->name && strcmp(verbs->name, name) != 0)
        verbs++;
    return verbs->name ? verbs : NULL;
}

static void suggest_verbs(cli_suggestion *suggestion, const cli_verb *verbs)
{
    for (; verbs->name; verbs++)
        cli_suggest(suggestion, verbs->name);
}

/* Unknown first word: suggests what was meant, if it can. */
static int fail_word(const char *word)
{
    static const cli_spec spec = {.command = "qi"};
    cli_suggestion suggestion = {.word = word};
    const char *game = NULL; /* of a verb that lacks it */
    for (int r = GAMES; r-- > 0;)
        game = find_verb(games[r]->verbs, word) ? games[r]->name : game;
    if (game)
        return cli_fail(&spec,
                        "found '%s', expected nogo, go, maze or a verb; did you mean 'qi %s %s'? "
                        "try 'qi --help'",
                        word, game, word);
    for (int r = 0; r < GAMES; r++)
        cli_suggest(&suggestion, games[r]->name);
    suggest_verbs(&suggestion, common);
    char names[16][CLI_LONGEST_WORD];
    for (int i = 0; cli_common_options[i].name; i++) {
        snprintf(names[i], sizeof names[i], "--%s", cli_common_options[i].name);
        cli_suggest(&suggestion, names[i]);
    }
    return cli_fail(&spec,
                    suggestion.nearest
                        ? "found '%s', expected nogo, go, maze or a verb; did you mean '%s'? "
                          "try 'qi --help'"
                        : "found '%s', expected nogo, go, maze or a verb; try 'qi --help'",
                    word, suggestion.nearest);
}

static int run_verb(const cli_game *game, const cli_verb *verb, int argc, char **argv)
{
    if (verb->programs) /* before there are threads */
        qi_processes_guard();
    return verb->run ? verb->run(argc, argv) : verb->run_in(game, argc, argv);
}

static bool asks_for_help(const char *word)
{
    return strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0 || strcmp(word, "help") == 0;
}

static bool asks_for_version(const char *word)
{
    return strcmp(word, "--version") == 0 || strcmp(word, "-V") == 0;
}

static int run_game(const cli_game *game, int argc, char **argv)
{
    qi_buffer list = {.translator = cli_translator()};
    if (argc < 2 || asks_for_help(argv[1])) {
        qi_buffer_say(&list, "Usage: qi %s VERB [OPTION]... [FILE]\n\n%s:\n", game->name,
                      game->summary);
        list_verbs(&list, "", game->verbs);
        return print_list(argc < 2 ? stderr : stdout, &list, argc < 2 ? CLI_BAD : CLI_DONE);
    }
    if (asks_for_version(argv[1]))
        return cli_print_version();
    const cli_verb *verb = find_verb(game->verbs, argv[1]);
    if (!verb) {
        cli_suggestion suggestion = {.word = argv[1]};
        suggest_verbs(&suggestion, game->verbs);
        cli_say(suggestion.nearest
                    ? "qi %s: found verb '%s' (did you mean '%s'?), expected one of:\n"
                    : "qi %s: found verb '%s', expected one of:\n",
                game->name, argv[1], suggestion.nearest);
        list_verbs(&list, "", game->verbs);
        return print_list(stderr, &list, CLI_BAD);
    }
    return run_verb(game, verb, argc - 1, argv + 1);
}

/* Writes stdio's buffer; the program fails if that does. */
static int flush_stdout(int status)
{
    if (fflush(stdout) == 0 && !ferror(stdout))
        return status;
    /* An earlier failure has left no reason: one more byte meets it again. */
    errno = EIO;
    clearerr(stdout);
    putchar('\n');
    fflush(stdout);
    const int error = errno;
    return cli_fail(&(cli_spec){.command = "qi"}, "cannot write '%s': %s", "<stdout>",
                    strerror(error));
}

/* Makes 'help WORDS' and 'GAME help VERB' what they stand for: the words, then --help. */
static void take_help(int argc, char **argv)
{
    static char option[] = "--help";
    for (int at = 1; at < 3 && at + 1 < argc; at++)
        if (strcmp(argv[at], "help") == 0) {
            for (; at + 1 < argc; at++)
                argv[at] = argv[at + 1];
            argv[at] = option;
        }
}

static int run(int argc, char **argv)
{
    cli_start_json();
    const int status = cli_take_common(&argc, argv);
    if (status != CLI_GO_ON)
        return status;
    take_help(argc, argv);
    if (argc < 2)
        return welcome();
    if (asks_for_help(argv[1]))
        return list_everything(stdout, CLI_DONE);
    if (strcmp(argv[1], "--help=json") == 0)
        return cli_describe_verbs(games, common);
    if (asks_for_version(argv[1]))
        return cli_print_version();
    for (int r = 0; r < GAMES; r++)
        if (strcmp(games[r]->name, argv[1]) == 0)
            return run_game(games[r], argc - 1, argv + 1);
    const cli_verb *verb = find_verb(common, argv[1]);
    if (verb)
        return run_verb(NULL, verb, argc - 1, argv + 1);
    return fail_word(argv[1]);
}

int main(int argc, char **argv)
{
    cli_host_start();
    return flush_stdout(run(argc, argv));
}
