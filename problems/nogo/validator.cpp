// Accepts exactly the boards of the statement, to the byte.
#include "testlib.h"

#include <string>
#include <vector>

// Messages: Chinese where CHINESE is defined.
#ifdef CHINESE
#define SAY(english, chinese) chinese
#else
#define SAY(english, chinese) english
#endif

int main(int argc, char **argv)
{
    registerValidation(argc, argv);
    const int n = inf.readInt(1, 600, "n"), width = n + 2;
    inf.readEoln();
    std::string cells(size_t(width), '#'); // with walls around
    int black = 0, white = 0;
    for (int row = 1; row <= n; row++) {
        const std::string line = inf.readToken();
        inf.ensuref(int(line.size()) == n, SAY("row %d must have %d characters", "第 %d 行应有 %d 个字符"), row, n);
        for (const char c : line) {
            inf.ensuref(c == 'X' || c == 'O' || c == '.', SAY("row %d: neither X, O nor .", "第 %d 行：有 X、O、. 以外的字符"), row);
            black += c == 'X';
            white += c == 'O';
        }
        inf.readEoln();
        cells += "#" + line + "#";
    }
    cells += std::string(size_t(width), '#');
    inf.ensuref(black == white, SAY("%d X and %d O", "有 %d 个 X，%d 个 O"), black, white);
    std::vector<char> seen(cells.size());
    for (int start = 0; start < width * width; start++) {
        const char colour = cells[size_t(start)];
        if (seen[size_t(start)] || (colour != 'X' && colour != 'O'))
            continue;
        bool has_liberty = false;
        std::vector<int> waiting = {start};
        seen[size_t(start)] = true;
        while (!waiting.empty()) {
            const int point = waiting.back();
            waiting.pop_back();
            for (const int next : {point - width, point - 1, point + 1, point + width}) {
                has_liberty = has_liberty || cells[size_t(next)] == '.';
                if (cells[size_t(next)] == colour && !seen[size_t(next)]) {
                    seen[size_t(next)] = true;
                    waiting.push_back(next);
                }
            }
        }
        inf.ensuref(has_liberty, SAY("the group at row %d, column %d has no liberty", "第 %d 行第 %d 列的棋块没有气"), start / width, start % width);
    }
    inf.readEof();
}
