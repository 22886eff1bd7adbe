// Compares the number of an output with the judge's. Blanks, blank lines and leading zeros do not
// matter. Where the judge has no answer, as in a hack on Hydro, the boards are counted.
#include "testlib.h"

#include <limits>
#include <string>
#include <utility>
#include <vector>

// Messages: Chinese where CHINESE is defined.
#ifdef CHINESE
#define SAY(english, chinese) chinese
#else
#define SAY(english, chinese) english
#endif

// All of a stream, its line ends "\n".
static std::string read_all(InStream &stream)
{
    std::string text;
    while (!stream.eof()) {
        const char c = stream.readChar();
        if (c == '\n' && !text.empty() && text.back() == '\r')
            text.pop_back();
        text += c;
    }
    if (!text.empty() && text.back() == '\r')
        text.pop_back();
    return text;
}

// Whether the word is an integer: digits, perhaps after a minus.
static bool read_integer(const std::string &word, long long &value)
{
    const bool negative = word.size() > 1 && word[0] == '-';
    value = 0;
    for (size_t i = negative; i < word.size(); i++) {
        const int digit = word[i] - '0';
        if (digit < 0 || digit > 9 || value > (std::numeric_limits<long long>::max() - digit) / 10)
            return false;
        value = 10 * value + digit;
    }
    value = negative ? -value : value;
    return !word.empty();
}

// Whether a board wins; its squares are digits to base 3: empty, M, O.
static bool wins(int board)
{
    static const int lines[8][3] = {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6},
                                    {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}};
    std::string squares;
    for (int i = 0; i < 9; i++, board /= 3)
        squares += ".MO"[board % 3];
    for (const auto &line : lines) {
        std::string word;
        for (int square : line)
            word += squares[size_t(square)];
        if (word == "MOO" || word == "OOM")
            return true;
    }
    return false;
}

// Walks from every pair of a cell and a board to the next ones.
static int count_boards()
{
    const int n = inf.readInt(), boards = 19683; // 3^9
    std::string maze;
    for (int row = 0; row < n; row++)
        maze += inf.readToken();
    std::vector<char> won, seen(size_t(n * n * boards));
    for (int board = 0; board < boards; board++)
        won.push_back(wins(board));
    std::vector<char> found(won.size());
    std::vector<std::pair<int, int>> waiting = {{int(maze.find("BBB")) / 3, 0}};
    int count = 0;
    while (!waiting.empty()) {
        const std::pair<int, int> place = waiting.back();
        waiting.pop_back();
        for (int cell : {place.first - n, place.first - 1, place.first + 1, place.first + n}) {
            const char *const text = &maze[size_t(3 * cell)];
            int board = place.second, square = 1;
            if (*text == '#')
                continue;
            if (*text == 'M' || *text == 'O') {
                for (int i = 3 * (text[1] - '1') + text[2] - '1'; i > 0; i--)
                    square *= 3;
                board += board / square % 3 == 0 ? (*text == 'M' ? 1 : 2) * square : 0;
            }
            char &known = won[size_t(board)] ? found[size_t(board)] : seen[size_t(cell * boards + board)];
            if (!known && won[size_t(board)])
                count++;
            else if (!known)
                waiting.push_back({cell, board});
            known = true;
        }
    }
    return count;
}

int main(int argc, char **argv)
{
    registerTestlibCmd(argc, argv);
    const int expected = ans.eof() ? count_boards() : ans.readInt();
    const std::string expects = SAY("expected ", "应为 ") + std::to_string(expected), output = read_all(ouf);
    const char *const blanks = " \t\n";
    const size_t from = output.find_first_not_of(blanks);
    if (from == std::string::npos)
        quit(_pe, expects + SAY(", got nothing", "，没有输出"));
    const size_t end = std::min(output.find_first_of(blanks, from), output.size());
    long long value;
    if (!read_integer(output.substr(from, end - from), value))
        quit(_pe, expects + SAY(", got no number", "，输出不是整数"));
    if (output.find_first_not_of(blanks, end) != std::string::npos)
        quit(_pe, expects + SAY(" and nothing more", "，之后还有内容"));
#ifdef ICPC
    if (value != expected)
        write_team_message(value > expected ? "boards are counted that cannot be" : "some boards are not found",
                           std::string("maze generate --family ") + (value > expected ? "line" : "few"));
#endif
    if (value != expected)
        quit(_wa, expects + SAY(", got ", "，实为 ") + std::to_string(value));
    quit(_ok, std::to_string(expected));
}
