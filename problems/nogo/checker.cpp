// Plays the moves of an output, which must be a legal game of NoGo to its end. Where FULL_POINTS is
// defined, an output that goes wrong gets a tenth of that for every decimal digit of the number of
// right lines before.
#include "testlib.h"

#include <limits>
#include <string>
#include <vector>

// Messages: Chinese where CHINESE is defined.
#ifdef CHINESE
#define SAY(english, chinese) chinese
#else
#define SAY(english, chinese) english
#endif

static const char EMPTY = '.', BLACK = 'X', WHITE = 'O', WALL = '#';

struct Fault {
    const char *reason; // after the move
    const char *rule;   // for the team, with a family of inputs that shows it
    const char *family;
};

static const Fault OFF_BOARD = {SAY(" is off the board", "，不在棋盘上"), "a move is off the board", "empty"},
                   ON_STONE = {SAY(" is on a stone", "，这里已有棋子"), "a move is on a stone", "scatter"},
                   CAPTURE = {SAY(" takes the last liberty of a group", "，使一个棋块失去最后一口气"),
                              "a move takes the last liberty of a group", "atari"},
                   SUICIDE = {SAY(" leaves its own group without a liberty", "，自己的棋块没有气"),
                              "a move leaves its own group without a liberty", "full"},
                   NOT_OVER = {"", "the game ends too soon", "endgame"},
                   MALFORMED = {"", "the output has another format", "empty"};

struct Board {
    int n, width;            // a row of cells has a wall at each end
    std::vector<char> cells; // with walls around
    std::vector<int> parent,
        edges; // groups as a forest; a root knows how often its stones touch empty points

    explicit Board(int size)
        : n(size), width(size + 2), cells(size_t(width * width), WALL), parent(cells.size()), edges(cells.size())
    {
        for (int row = 1; row <= n; row++)
            for (int column = 1; column <= n; column++)
                at(row * width + column) = EMPTY;
    }
    char &at(int point) { return cells[size_t(point)]; }
    bool is_stone(int point) { return at(point) == BLACK || at(point) == WHITE; }
    int find(int point)
    {
        while (parent[size_t(point)] != point)
            point = parent[size_t(point)] = parent[size_t(parent[size_t(point)])];
        return point;
    }
    void find_near(int point, int neighbours[4]) const
    {
        const int steps[4] = {-width, -1, 1, width};
        for (int i = 0; i < 4; i++)
            neighbours[i] = point + steps[i];
    }
    void put(int point, char colour)
    {
        int neighbours[4];
        find_near(point, neighbours);
        at(point) = colour;
        parent[size_t(point)] = point;
        for (int next : neighbours)
            edges[size_t(point)] += at(next) == EMPTY;
        for (int next : neighbours) {
            if (!is_stone(next))
                continue;
            const int root = find(next);
            edges[size_t(root)]--;
            if (at(next) == colour && root != point) {
                parent[size_t(root)] = point;
                edges[size_t(point)] += edges[size_t(root)];
            }
        }
    }
    // Why a stone may not be put there; nullptr if it may.
    const Fault *fault(int point, char colour)
    {
        if (at(point) != EMPTY)
            return &ON_STONE;
        int neighbours[4], own = 0; // how often the new stone's group would touch empty points
        find_near(point, neighbours);
        for (int next : neighbours) {
            own += at(next) == EMPTY;
            if (!is_stone(next))
                continue;
            const int root = find(next);
            int left = edges[size_t(root)];
            for (int other : neighbours)
                left -= is_stone(other) && find(other) == root;
            if (at(next) == colour)
                own += left;
            else if (left == 0)
                return &CAPTURE;
        }
        return own ? nullptr : &SUICIDE;
    }
    // The first point where a colour may play; 0 if there is none.
    int first_legal(char colour)
    {
        for (int point = width; point < width * (n + 1); point++)
            if (at(point) == EMPTY && !fault(point, colour))
                return point;
        return 0;
    }
};

struct Verdict {
    TResult result;
    long long right_lines;
    std::string reason;
    const Fault *fault;
};

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
    return true;
}

// The words of the next line that has any; none at the end of the text.
static std::vector<std::string> next_line(const std::string &text, size_t &at, int &line)
{
    std::vector<std::string> words;
    for (; words.empty() && at < text.size(); at++, line++) {
        const size_t end = std::min(text.find('\n', at), text.size());
        while (at < end) {
            const size_t from = std::min(text.find_first_not_of(" \t", at), end);
            at = std::min(text.find_first_of(" \t\n", from), end);
            if (at > from)
                words.push_back(text.substr(from, at - from));
        }
    }
    return words;
}

static Verdict judge(Board board, const std::string &text)
{
    size_t at = 0;
    int line = 0;
    for (long long right = 0;; right++) {
        const char colour = right % 2 ? WHITE : BLACK;
        const std::vector<std::string> words = next_line(text, at, line);
        const std::string name = colour == BLACK ? SAY("Black", "黑方") : SAY("White", "白方");
        const std::string where = SAY("line ", "第 ") + std::to_string(line) + SAY(": ", " 行：");
        if (words.empty())
            return {_pe, right, SAY("the output ends without -1 -1", "输出没有以 -1 -1 结束"), &MALFORMED};
        long long row, column;
        if (words.size() != 2 || !read_integer(words[0], row) || !read_integer(words[1], column))
            return {_pe, right, where + SAY("not two integers", "不是两个整数"), &MALFORMED};
        if (row == -1 && column == -1) {
            const int point = board.first_legal(colour);
            if (point)
                return {_wa, right,
                        where + SAY("-1 -1, but ", "-1 -1，但") + name + SAY(" may play ", "还可以走 ") +
                            std::to_string(point / board.width) + " " + std::to_string(point % board.width),
                        &NOT_OVER};
            if (!next_line(text, at, line).empty())
                return {_wa, right + 1,
                        SAY("line ", "第 ") + std::to_string(line) + SAY(": text after -1 -1", " 行：-1 -1 之后还有内容"),
                        &MALFORMED};
            return {_ok, right + 1,
                    std::to_string(right) + SAY(" moves; ", " 步；") + name + SAY(" has no legal move and loses", "无处可走，输"),
                    nullptr};
        }
        const bool is_off = row < 1 || row > board.n || column < 1 || column > board.n;
        const int point = is_off ? 0 : int(row) * board.width + int(column);
        const Fault *const fault = is_off ? &OFF_BOARD : board.fault(point, colour);
        if (fault)
            return {_wa, right, where + name + SAY("'s move at ", "走 ") + words[0] + " " + words[1] + fault->reason, fault};
        board.put(point, colour);
    }
}

int main(int argc, char **argv)
{
    registerTestlibCmd(argc, argv);
    Board board(inf.readInt());
    for (int row = 1; row <= board.n; row++) {
        const std::string line = inf.readToken();
        for (int column = 1; column <= board.n; column++)
            if (line[size_t(column - 1)] != EMPTY)
                board.put(row * board.width + column, line[size_t(column - 1)]);
    }
    const std::string answer = read_all(ans);
    const Verdict expected = judge(board, answer), output = judge(board, read_all(ouf));
    if (expected.result != _ok && !answer.empty()) // Hydro gives none for a hack
        quit(_fail, SAY("the judge's answer is wrong: ", "标准答案有误：") + expected.reason);
#ifdef ICPC
    if (output.fault)
        write_team_message(output.fault->rule, std::string("nogo generate --family ") + output.fault->family);
#endif
#ifdef FULL_POINTS
    if (output.result != _ok && output.right_lines > 0)
        quitp(double(std::to_string(output.right_lines).size()) * FULL_POINTS / 10, output.reason);
#endif
    quit(output.result, output.reason);
}
