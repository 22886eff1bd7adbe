// The library in C++: a handle frees itself. Prints: 80 legal moves
#include <cstdio>
#include <memory>
#include <qi/qi.h>

struct release {
    void operator()(qi_go *game) const
    {
        qi_go_free(game);
    }
};

int main()
{
    qi_go *made = nullptr;
    if (qi_go_new(9, 9, nullptr, nullptr, &made) != QI_OK)
        return 1;
    const std::unique_ptr<qi_go, release> game(made);
    qi_go_play(game.get(), QI_BLACK, qi_go_point(game.get(), 4, 4), nullptr, nullptr);
    std::printf("%zu legal moves\n", qi_go_legal(game.get(), QI_WHITE, nullptr, 0));
}
