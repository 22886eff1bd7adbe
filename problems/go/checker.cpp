// Compares an output with the judge's, line by line. Blanks at the end of a line and blank lines at the end of the
// output do not matter. Where the judge has no answer, as in a hack on Hydro, the games are replayed.
#include "testlib.h"

#include <set>
#include <string>
#include <vector>

// Messages: Chinese where CHINESE is defined.
#ifdef CHINESE
#define SAY(english, chinese) chinese
#else
#define SAY(english, chinese) english
#endif

// The lines of a stream. Of blanks at their ends, "\r" is left out before "\n" and at the end of the stream.
static std::vector<std::string> read_lines(InStream &stream)
{
    std::vector<std::string> lines(1);
    while (!stream.eof()) {
        const char c = stream.readChar();
        if (c == '\n' && !lines.back().empty() && lines.back().back() == '\r')
            lines.back().pop_back();
        if (c == '\n')
            lines.push_back("");
        else
            lines.back() += c;
    }
    if (!lines.back().empty() && lines.back().back() == '\r')
        lines.back().pop_back();
    return lines;
}

static std::string without(const std::string &line, const char *blanks)
{
    return line.substr(0, line.find_last_not_of(blanks) + 1);
}

// Whether a right output could have this line: "miss 1" to "miss 3", or a row.
static bool is_a_line(const std::string &line)
{
    return line == "miss 1" || line == "miss 2" || line == "miss 3" ||
           (line.size() == 19 && line.find_first_not_of("BW.") == std::string::npos);
}

// A line as a message may show it.
static std::string show(const std::string &line)
{
    std::string text;
    for (const char c : line.substr(0, 40))
        text += c >= ' ' && c <= '~' ? c : '?';
    return "'" + text + "'";
}

static const int SIDE = 19, WIDTH = SIDE + 2; // a row of cells has a wall at each end

// The stones of a group if it has no liberty, else nothing.
static std::vector<int> dead(const std::string &board, int start)
{
    std::vector<int> group = {start};
    std::vector<char> seen(board.size());
    seen[size_t(start)] = true;
    for (size_t i = 0; i < group.size(); i++)
        for (int next : {group[i] - WIDTH, group[i] - 1, group[i] + 1, group[i] + WIDTH}) {
            if (board[size_t(next)] == '.')
                return {};
            if (board[size_t(next)] == board[size_t(start)] && !seen[size_t(next)]) {
                seen[size_t(next)] = true;
                group.push_back(next);
            }
        }
    return group;
}

// Plays a move, or returns the reason why it is refused.
static int play(std::string &board, std::set<std::string> &earlier, int point, char colour)
{
    if (board[size_t(point)] != '.')
        return 1;
    std::string after = board;
    after[size_t(point)] = colour;
    bool captures = false;
    for (int next : {point - WIDTH, point - 1, point + 1, point + WIDTH})
        if (after[size_t(next)] == (colour == 'B' ? 'W' : 'B'))
            for (int stone : dead(after, next)) {
                after[size_t(stone)] = '.';
                captures = true;
            }
    if (!captures && !dead(after, point).empty())
        return 2;
    if (!earlier.insert(after).second)
        return 3;
    board = after;
    return 0;
}

static std::vector<std::string> replay()
{
    std::vector<std::string> lines;
    for (int games = inf.readInt(); games > 0; games--) {
        std::string board(size_t(WIDTH * WIDTH), '#');
        for (int row = 1; row <= SIDE; row++)
            board.replace(size_t(row * WIDTH + 1), size_t(SIDE), size_t(SIDE), '.');
        std::set<std::string> earlier = {board};
        for (int moves = inf.readInt(); moves > 0; moves--) {
            const char colour = inf.readToken()[0];
            const int row = inf.readInt(), column = inf.readInt();
            const int reason = play(board, earlier, row * WIDTH + column, colour);
            if (reason)
                lines.push_back("miss " + std::to_string(reason));
        }
        for (int row = 1; row <= SIDE; row++)
            lines.push_back(board.substr(size_t(row * WIDTH + 1), size_t(SIDE)));
    }
    return lines;
}

#ifdef ICPC
// What is wrong at the first wrong line, without its place.
static void write_rule(const std::string &expected, const std::string &found)
{
    const std::string &reason = expected[0] == 'm' ? expected : found;
    if (reason == "miss 1" || reason == "miss 2" || reason == "miss 3")
        write_team_message("a move is " + std::string(expected[0] == 'm' ? "not " : "") + "refused for reason " + reason[5],
                           std::string("go generate --family ") + (reason[5] == '1'   ? "uniform"
                                                                   : reason[5] == '2' ? "eyes"
                                                                                      : "cycle"));
    else if (is_a_line(found))
        write_team_message("the board at the end is wrong", "go generate --family corner");
    else
        write_team_message("the output has another format", "go generate --family several");
}
#endif

int main(int argc, char **argv)
{
    registerTestlibCmd(argc, argv);
    std::vector<std::string> expected = read_lines(ans);
    const std::vector<std::string> found = read_lines(ouf);
    while (!expected.empty() && without(expected.back(), " \t").empty())
        expected.pop_back();
    if (expected.empty())
        expected = replay();
    int rows = 0; // of final boards, 19 in each game
    for (size_t i = 0; i < expected.size(); i++) {
        const std::string where = SAY("line ", "第 ") + std::to_string(i + 1) + SAY(": expected ", " 行：应为 ") +
                                  show(expected[i]) + SAY(" in game ", "（第 ") + std::to_string(rows / SIDE + 1) +
                                  SAY(", found ", " 局），实为 ");
        const bool ends = i == found.size() || (i + 1 == found.size() && found[i].empty());
        const std::string line = ends ? "" : without(found[i], " \t\r");
#ifdef ICPC
        if (line != expected[i])
            write_rule(expected[i], line);
#endif
        if (ends)
            quit(_pe, where + SAY("the end", "文件结束"));
        if (line != expected[i])
            quit(is_a_line(line) ? _wa : _pe, where + show(line));
        rows += expected[i][0] != 'm';
    }
    for (size_t i = expected.size(); i < found.size(); i++)
        if (!without(found[i], " \t").empty())
            quit(_pe, SAY("line ", "第 ") + std::to_string(i + 1) +
                          SAY(": expected the end, found ", " 行：输出应已结束，实为 ") + show(found[i]));
    quit(_ok, std::to_string(rows / SIDE) + SAY(" games, every line is right", " 局，每一行都正确"));
}
