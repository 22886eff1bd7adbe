// Accepts exactly the lists of moves of the statement, to the byte.
#include "testlib.h"

#include <string>

// Messages: Chinese where CHINESE is defined.
#ifdef CHINESE
#define SAY(english, chinese) chinese
#else
#define SAY(english, chinese) english
#endif

int main(int argc, char **argv)
{
    registerValidation(argc, argv);
    const int games = inf.readInt(1, 100, "games");
    inf.readEoln();
    for (int game = 1; game <= games; game++) {
        const int moves = inf.readInt(0, 2000, "n");
        inf.readEoln();
        std::string last; // the colour of the move before
        for (int move = 1; move <= moves; move++) {
            const std::string colour = inf.readToken();
            inf.ensuref(colour == "B" || colour == "W", SAY("game %d, move %d: neither B nor W", "第 %d 局第 %d 步：不是 B 或 W"), game, move);
            inf.ensuref(colour != last, SAY("game %d, move %d: the colours must alternate", "第 %d 局第 %d 步：黑白没有交替"), game, move);
            last = colour;
            inf.readSpace();
            inf.readInt(1, 19, "x");
            inf.readSpace();
            inf.readInt(1, 19, "y");
            inf.readEoln();
        }
    }
    inf.readEof();
}
