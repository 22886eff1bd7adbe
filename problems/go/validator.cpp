// Accepts exactly the lists of moves of the statement, to the byte.
#include "testlib.h"

#include <string>

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
            inf.ensuref(colour == "B" || colour == "W", "game %d, move %d: neither B nor W", game, move);
            inf.ensuref(colour != last, "game %d, move %d: the colours must alternate", game, move);
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
