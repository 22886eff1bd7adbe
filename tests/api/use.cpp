// The public API from C++: every header compiles as C++17 without a warning, and a program calls
// into each.
#include <qi/base.h>
#include <qi/go.h>
#include <qi/go_record.h>
#include <qi/gtp.h>
#include <qi/judge.h>
#include <qi/lab.h>
#include <qi/maze.h>
#include <qi/maze_steps.h>
#include <qi/nogo.h>
#include <qi/nogo_net.h>
#include <qi/nogo_player.h>
#include <qi/nogo_playouts.h>
#include <qi/nogo_proof.h>
#include <qi/nogo_record.h>
#include <qi/nogo_search.h>
#include <qi/nogo_selfplay.h>
#include <qi/nogo_solve.h>
#include <qi/qi.h>
#include <qi/sgf.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

namespace
{

int failures = 0;

void expect(bool good, const char *what)
{
    if (!good) {
        std::printf("not right: %s\n", what);
        failures++;
    }
}

template <typename T, void (*release)(T *)> struct releaser {
    void operator()(T *handle) const
    {
        release(handle);
    }
};

template <typename T, void (*release)(T *)> using owner = std::unique_ptr<T, releaser<T, release>>;

/* Makes a handle with a function that writes it to its last argument. */
template <typename Handle, typename Make> Handle make(Make &&create, const char *what)
{
    typename Handle::pointer made = nullptr;
    expect(create(&made) == QI_OK, what);
    return Handle(made);
}

using position = owner<qi_nogo, qi_nogo_free>;

bool append(void *context, const char *bytes, size_t count)
{
    static_cast<std::string *>(context)->append(bytes, count);
    return true;
}

void use_base()
{
    expect(std::string(qi_version()) == QI_VERSION, "qi_version");
    expect(std::string(qi_result_text(QI_NO_MEMORY)).size() > 3, "qi_result_text");
    expect(qi_opponent(QI_BLACK) == QI_WHITE, "qi_opponent");
}

void use_nogo(const qi_nogo *nine)
{
    const auto game =
        make<position>([](qi_nogo **g) { return qi_nogo_new(5, 5, nullptr, g); }, "qi_nogo_new");
    expect(qi_nogo_play(game.get(), QI_BLACK, qi_nogo_point(game.get(), 2, 2), nullptr) ==
               QI_NOGO_LEGAL,
           "qi_nogo_play");
    std::vector<qi_point> moves;
    const auto keep = [](void *context, const qi_point *points, size_t count) {
        auto *list = static_cast<std::vector<qi_point> *>(context);
        list->insert(list->end(), points, points + count);
        return true;
    };
    expect(qi_nogo_simulate(game.get(), QI_NOGO_RANDOM, 1, keep, &moves) == QI_OK, "simulate");
    uint8_t states[25];
    qi_nogo_points(game.get(), states);
    expect(static_cast<std::ptrdiff_t>(moves.size()) + 1 ==
               25 - std::count(std::begin(states), std::end(states), QI_EMPTY),
           "the moves of a game");
    qi_nogo_stats stats = {};
    qi_nogo_playouts_options options = {};
    options.size = sizeof options;
    options.threads = 2;
    expect(qi_nogo_playouts(nine, 1000, 1, &options, &stats) == QI_OK && stats.games == 1000,
           "qi_nogo_playouts");
}

void use_record(const qi_nogo *nine)
{
    using record = owner<qi_nogo_record, qi_nogo_record_free>;
    const auto game = make<record>(
        [&](qi_nogo_record **r) { return qi_nogo_record_new(nine, nullptr, r); }, "record_new");
    qi_nogo_record_play(game.get(), QI_BLACK, 40, nullptr, nullptr);
    qi_nogo_record_play(game.get(), QI_WHITE, 41, nullptr, nullptr);
    std::string text;
    expect(qi_nogo_record_write(game.get(), append, &text) == QI_OK, "record_write");
    const auto again = make<record>(
        [&](qi_nogo_record **r) {
            return qi_nogo_record_parse(text.data(), text.size(), 10, nullptr, r, nullptr, nullptr);
        },
        "record_parse");
    expect(qi_nogo_record_count(again.get()) == 2, "a record written and read");

    using tree = owner<qi_sgf, qi_sgf_free>;
    const auto sgf = make<tree>(
        [&](qi_sgf **s) { return qi_sgf_parse(text.data(), text.size(), nullptr, s, nullptr); },
        "sgf_parse");
    expect(qi_sgf_sibling(sgf.get(), qi_sgf_first_game(sgf.get())) == QI_SGF_NO_NODE, "one game");
}

void use_search(const qi_nogo *nine)
{
    qi_nogo_search_options options = {};
    options.size = sizeof options;
    options.memory = 1 << 20;
    using search = owner<qi_nogo_search, qi_nogo_search_free>;
    const auto mind = make<search>(
        [&](qi_nogo_search **s) { return qi_nogo_search_new(&options, nullptr, s); }, "search_new");
    expect(qi_nogo_search_set(mind.get(), nine) == QI_OK, "search_set");
    qi_nogo_search_limits limits = {};
    limits.size = sizeof limits;
    limits.playouts = 50;
    expect(qi_nogo_search_think(mind.get(), &limits) == QI_OK, "search_think");
    qi_nogo_candidate best = {};
    expect(qi_nogo_search_candidates(mind.get(), &best, 1, sizeof best) == 81 && best.point < 81,
           "search_candidates");

    qi_nogo_player_options habits = {};
    habits.size = sizeof habits;
    habits.engine = QI_NOGO_PLAYOUTS;
    habits.playouts = 20;
    habits.memory = 1 << 20;
    using player = owner<qi_nogo_player, qi_nogo_player_free>;
    const auto me = make<player>(
        [&](qi_nogo_player **p) { return qi_nogo_player_new(&habits, nullptr, p); }, "player_new");
    qi_nogo_choice choice = {};
    choice.size = sizeof choice;
    expect(qi_nogo_player_choose(me.get(), nine, QI_BLACK, nullptr, &choice) == QI_OK &&
               choice.move < 81,
           "player_choose");

    qi_gtp_nogo_options protocol = {};
    protocol.size = sizeof protocol;
    qi_gtp_engine engine = {};
    engine.size = sizeof engine;
    expect(qi_gtp_player_engine(me.get(), &engine) == QI_OK, "qi_gtp_player_engine");
    protocol.engine = &engine;
    std::string answers;
    using session = owner<qi_gtp, qi_gtp_free>;
    const auto talk = make<session>(
        [&](qi_gtp **s) { return qi_gtp_new_nogo(&protocol, append, &answers, nullptr, s); },
        "gtp_new_nogo");
    qi_gtp_feed(talk.get(), "7 protocol_version\n", 19);
    expect(answers == "=7 2\n\n", "qi_gtp_feed");
}

void use_solver()
{
    const auto board =
        make<position>([](qi_nogo **g) { return qi_nogo_new(3, 3, nullptr, g); }, "qi_nogo_new");
    using solver = owner<qi_nogo_solver, qi_nogo_solver_free>;
    const auto one = make<solver>(
        [](qi_nogo_solver **s) { return qi_nogo_solver_new(2 << 20, nullptr, s); }, "solver_new");
    qi_nogo_solution solution = {};
    solution.size = sizeof solution;
    expect(qi_nogo_solve(one.get(), board.get(), nullptr, &solution) == QI_OK &&
               solution.outcome == QI_NOGO_WON,
           "qi_nogo_solve");
}

void use_network()
{
    using network = owner<qi_nogo_net, qi_nogo_net_free>;
    const auto net = make<network>(
        [](qi_nogo_net **n) { return qi_nogo_net_builtin(QI_NOGO_NET_BEST, nullptr, n); },
        "net_builtin");

    using batch = owner<qi_nogo_batch, qi_nogo_batch_free>;
    const auto games = make<batch>(
        [](qi_nogo_batch **b) { return qi_nogo_batch_new(5, 5, 2, nullptr, b); }, "batch_new");
    const uint16_t moves[2] = {0, QI_NOGO_NO_MOVE};
    expect(qi_nogo_batch_step(games.get(), moves, nullptr, nullptr) == QI_OK, "batch_step");
}

void use_go()
{
    using game = owner<qi_go, qi_go_free>;
    const auto board =
        make<game>([](qi_go **g) { return qi_go_new(19, 19, nullptr, nullptr, g); }, "qi_go_new");
    expect(qi_go_play(board.get(), QI_BLACK, qi_go_point(board.get(), 3, 15), nullptr, nullptr) ==
               QI_OK,
           "qi_go_play");
    expect(qi_go_undo(board.get()) && qi_go_steps(board.get()) == 0, "qi_go_undo");
}

void use_lab_and_maze()
{
    qi_lab_text input = {}, output = {};
    qi_verdict verdict = {};
    verdict.size = sizeof verdict;
    expect(qi_lab_generate(QI_MAZE, "dense", nullptr, 1, 0, nullptr, &input) == QI_OK,
           "qi_lab_generate");
    expect(qi_lab_answer(QI_MAZE, QI_LAB_ORACLE, nullptr, input.bytes, input.length, nullptr,
                         &output, nullptr) == QI_OK,
           "qi_lab_answer");
    expect(qi_judge(QI_MAZE, nullptr, input.bytes, input.length, output.bytes, output.length,
                    nullptr, &verdict, nullptr) == QI_OK &&
               verdict.right,
           "qi_judge");
    using maze = owner<qi_maze, qi_maze_free>;
    const auto place = make<maze>(
        [&](qi_maze **m) { return qi_maze_parse(input.bytes, input.length, nullptr, m, nullptr); },
        "qi_maze_parse");
    const auto reach = std::make_unique<qi_maze_reach>();
    expect(qi_maze_search(place.get(), reach.get()) == QI_OK &&
               reach->winning_count == std::strtoul(output.bytes, nullptr, 10),
           "qi_maze_search");
    qi_lab_free_text(&input, nullptr);
    qi_lab_free_text(&output, nullptr);
}

} // namespace

int main()
{
    const auto nine =
        make<position>([](qi_nogo **g) { return qi_nogo_new(9, 9, nullptr, g); }, "qi_nogo_new");
    use_base();
    use_nogo(nine.get());
    use_record(nine.get());
    use_search(nine.get());
    use_solver();
    use_network();
    use_go();
    use_lab_and_maze();
    return failures ? 1 : 0;
}
