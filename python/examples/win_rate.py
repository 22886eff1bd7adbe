"""How sure Black is of winning, move by move, in a game of a player with itself.

    QI_LIBRARY=build/libqigames.so PYTHONPATH=python python3 python/examples/win_rate.py [PLAYOUTS]

Each cell below can be run by itself in an editor that knows '# %%'. The curve is drawn with Matplotlib when it is
installed, else with characters.
"""

# %% the game
import sys

from qigames.nogo import Colour, Engine, Player, Position, self_play

playouts = int(sys.argv[1]) if len(sys.argv) > 1 else 200
board = Position(7)
player = Player(engine=Engine.PLAYOUTS, playouts=playouts, seed=3)
rates = []
for number, (move, choice) in enumerate(self_play(player, board)):
    black = choice.win_rate if number % 2 == 0 else 1 - choice.win_rate
    rates.append(black)
winner = Colour.BLACK if len(rates) % 2 else Colour.WHITE

# %% the curve
try:
    import matplotlib.pyplot as plt
except ImportError:
    plt = None
if plt and sys.stdout.isatty():
    plt.plot(range(1, len(rates) + 1), rates)
    plt.xlabel("move")
    plt.ylabel("Black's win rate")
    plt.ylim(0, 1)
    plt.show()
else:
    for number, rate in enumerate(rates, 1):
        print(f"{number:3} {'#' * round(40 * rate):40} {rate:.2f}")
print(f"{winner.name.title()} wins after {len(rates)} moves")
