// Accepts exactly the mazes of the statement, to the byte.
#include "testlib.h"

#include <string>

// Messages: Chinese where CHINESE is defined.
#ifdef CHINESE
#define SAY(english, chinese) chinese
#else
#define SAY(english, chinese) english
#endif

static bool is_move(const std::string &cell)
{
    return (cell[0] == 'M' || cell[0] == 'O') && cell[1] >= '1' && cell[1] <= '3' && cell[2] >= '1' && cell[2] <= '3';
}

int main(int argc, char **argv)
{
    registerValidation(argc, argv);
    const int n = inf.readInt(3, 25, "n");
    inf.readEoln();
    int starts = 0;
    for (int row = 1; row <= n; row++) {
        const std::string line = inf.readToken();
        inf.ensuref(int(line.size()) == 3 * n, SAY("row %d must have %d characters", "第 %d 行应有 %d 个字符"), row, 3 * n);
        for (int column = 1; column <= n; column++) {
            const std::string cell = line.substr(3 * size_t(column - 1), 3);
            const bool border = row == 1 || row == n || column == 1 || column == n;
            inf.ensuref(cell == "###" || cell == "..." || cell == "BBB" || is_move(cell),
                        SAY("row %d, column %d: neither ###, ..., BBB nor a move", "第 %d 行第 %d 列：不是 ###、...、BBB 或一步棋"), row, column);
            inf.ensuref(!border || cell == "###", SAY("row %d, column %d: the border must be walls", "第 %d 行第 %d 列：边界应为墙"), row, column);
            starts += cell == "BBB";
        }
        inf.readEoln();
    }
    inf.ensuref(starts == 1, SAY("%d cells BBB, not one", "有 %d 个 BBB，应为一个"), starts);
    inf.readEof();
}
