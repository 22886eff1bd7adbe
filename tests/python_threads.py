"""Threads, locks, Ctrl-C and stops in the Python package.

    python3 tests/python_threads.py LIBQI PYTHON_FOLDER [TEST]

What takes NumPy is skipped without it; it is looked for in the system's Python too. QI_TEST_SCALE=5000 has three threads make
10^5 random calls each.
"""

import copy
import _thread
import ctypes
import os
import pickle
import random
import signal
import subprocess
import sys
import threading

from python_with import go_on_in_python_with
from tap import raises, run_tests, test

go_on_in_python_with("numpy")
os.environ["QI_LIBRARY"] = os.path.abspath(sys.argv[1])
folder = os.path.abspath(sys.argv[2])
SCALE = int(os.environ.get("QI_TEST_SCALE", "100"))
sys.path.insert(0, folder)

import qigames  # noqa: E402
from qigames import go, judge, maze, nogo, selfplay  # noqa: E402

try:
    import numpy as np
except ImportError:
    np = None


def in_threads(*functions):
    """Runs the functions in threads at once; gives their results in order."""
    results, start = [None] * len(functions), threading.Barrier(len(functions))

    def run(index, function):
        start.wait()
        try:
            results[index] = function()
        except Exception as error:  # pylint: disable=broad-except
            results[index] = error

    threads = [threading.Thread(target=run, args=one) for one in enumerate(functions)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results


def in_a_program(function):
    """Runs a function of this file in a program of its own, which may crash."""
    done = subprocess.run([sys.executable, __file__, *sys.argv[1:3], function.__name__], check=False, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    assert done.returncode == 0, f"exit status {done.returncode}: {done.stdout[-500:]}"


def threads_share_a_player():
    player = nogo.Player(engine=nogo.Engine.PLAYOUTS, playouts=200, seed=1)

    def choose(side):
        for _ in range(20):
            board = nogo.Position(side)
            choice = player.choose(board)
            assert choice.move == choice.candidates[0].move and len(choice.candidates) == side * side

    assert in_threads(*(lambda side=side: choose(side) for side in (4, 5, 6))) == [None] * 3


def threads_share_a_game():
    game = go.Game(9)

    def play():
        for number in range(3000):
            try:
                game.play(number % 9, number * 7 % 9)
            except qigames.Illegal:
                game.undo()
            game.judge(0, 0)
            if number % 10 == 0:
                assert len(str(game)) == 90 and len(game.legal()) <= 81 and game.copy().steps < 9000
            game.pass_()

    assert in_threads(play, play, play) == [None] * 3
    while game.undo():
        pass
    assert str(game) == str(go.Game(9))


def threads_share_a_position():
    board = nogo.Position(7)

    def play():
        for number in range(2000):
            try:
                board.play(number % 7, number * 3 % 7)
            except qigames.Illegal:
                pass
            assert len(board.legal()) <= 49 and nogo.Position.parse(str(board)).rows == 7
            board.copy().play_out(random=True, seed=number)

    assert in_threads(play, play, play) == [None] * 3


def threads_share_a_solver():
    solver, board = nogo.Solver(16 << 20), nogo.Position(4)
    outcome = nogo.Solver(16 << 20).solve(board).outcome

    def solve():
        for _ in range(5):
            assert solver.solve(board).outcome == outcome != nogo.Outcome.UNKNOWN

    assert in_threads(solve, solve, solve) == [None] * 3


def threads_share_a_batch():
    batch = nogo.Batch(64, 5)

    def step():
        for _ in range(300):
            legal = batch.legal()
            try:
                batch.step(np.where(legal.any(1), legal.argmax(1), nogo.NO_MOVE))
            except ValueError:  # another thread moved first
                batch.reset()
            assert batch.planes().shape == (64, nogo.PLANES, 5, 5) and set(batch.to_move()) <= {1, 2}

    assert in_threads(step, step, step) == [None] * 3


def threads_call_at_random():
    """Three threads, one of each object, and any call: each returns or raises what it says it does."""
    text = judge.generate(judge.Problem.MAZE, seed=12)
    board, game, small = nogo.Position(5), go.Game(5), maze.Maze(text)
    answer, solver, player = len(small.winning_boards()), nogo.Solver(16 << 20), nogo.Player(engine=nogo.Engine.PLAYOUTS, playouts=3)

    def work(seed):
        dice = random.Random(seed)

        def put(position):
            return lambda: position.play(dice.randrange(-1, 6), dice.randrange(-1, 6), dice.choice((None, 1, 2, 3)))

        calls = [put(board), put(game), put(game), game.undo, game.pass_, game.copy, game.sgf, game.legal, game.bytes, lambda: str(game),
                 lambda: game.judge(0, dice.randrange(6)), lambda: game[dice.randrange(6), 0], lambda: game.steps, lambda: game.captures(1),
                 board.copy, board.legal, lambda: board.line, lambda: board.over, lambda: board.make_hole(dice.randrange(5), 9),
                 lambda: player.choose(board), lambda: player.analyze(board), lambda: player.choose(nogo.Position(dice.randrange(1, 4))),
                 lambda: solver.solve(nogo.Position(dice.randrange(1, 4))), lambda: str(small), small._repr_svg_]
        for _ in range(max(200, 20 * SCALE)):
            try:
                dice.choice(calls)()
            except (qigames.QiError, ValueError, IndexError):
                pass
            if dice.randrange(200) == 0:
                assert len(small.winning_boards()) == answer and nogo.Position.parse(board.line).rows == 5

    assert in_threads(*(lambda seed=seed: work(seed) for seed in range(3))) == [None] * 3


class WatchedLock:
    """A lock that knows which locks are held; for one thread."""

    held: list = []

    def __enter__(self):
        self.held.append(self)

    def __exit__(self, *_):
        self.held.pop()


def every_call_holds_the_lock():
    """Replaces the library's functions by ones that look whether the lock of every object passed is held, and no other."""
    library, position, player_, batch_ = (sys.modules["qigames." + name] for name in ("_library", "_position", "_player", "_batch"))
    library.RLock = WatchedLock
    unlocked = ("free", "rows", "columns", "_record", "_sgf", "_search", "_state", "_candidates", "_line", "_leaf")
    objects, missing = [], set()

    def watched(name, function):
        def call(*arguments):
            missing.discard(name)
            if not any(word in name for word in unlocked):
                assert len(set(WatchedLock.held)) == 1, f"{name} with {len(set(WatchedLock.held))} locks held"
                for one in objects:
                    assert one._lock in WatchedLock.held or not any(argument is one._handle for argument in arguments), name
            return function(*arguments)
        return call

    for module in (go, position, player_, batch_, maze, selfplay, go.Game._functions, nogo.Position._functions):
        for name, function in list(vars(module).items()):
            if isinstance(function, ctypes._CFuncPtr) and function.argtypes[:1] == [ctypes.c_void_p]:
                missing.add(name)
                setattr(module, name, watched(name, function))
    for kind in (go.Game, nogo.Position):
        board = kind(3)
        objects.append(board)
        board.play(1, 1)
        for _ in (str(board), repr(board), board.copy(), board.to_move, board[0, 0], board.judge(0, 0), board.legal(), list(board),
                  np and board.array(), np and kind.from_array([[1, 0], [0, 0]])):
            pass
    board.make_hole(0, 0)
    board.to_move = nogo.Colour.BLACK
    for _ in (nogo.Position.parse(str(board)), board.over, board.bytes(), board.playouts(10)):
        pass
    record = nogo.Record(board, [nogo.Move(2, 2, qigames.Colour.BLACK)], end=nogo.End.TIME, winner=qigames.Colour.WHITE)
    assert nogo.Record.parse(record.sgf()).winner == qigames.Colour.WHITE
    player, solver = nogo.Player(engine=nogo.Engine.PLAYOUTS, playouts=10), nogo.Solver(16 << 20)
    objects += [player, solver]
    player.choose(board)
    player.analyze(board)
    solver.solve(board)
    board.play_out()
    game = objects[0]
    game.pass_()
    for _ in (game.sgf(), go.Game.parse(game.sgf()), game.undo(), game.steps, game.captures(1)):
        pass
    small = maze.Maze(judge.generate(judge.Problem.MAZE, seed=1))
    assert str(small) and small.winning_boards() is not None
    if np is None:
        missing = {name for name in missing if not name.startswith("_leaf") and name not in vars(batch_) and name not in vars(selfplay)} - {"_set_up"}
    else:
        nogo.Player(evaluator=lambda planes: (np.zeros((len(planes), 9)), np.zeros(len(planes))), playouts=2).choose(nogo.Position(3))
        batch = nogo.Batch(2, 3)
        objects.append(batch)
        for _ in (batch.legal(), batch.planes(), batch.to_move(), batch.reset(), batch.step([0, 1])):
            pass
        batch.set(0, nogo.Position(3))
        pool = selfplay.Pool(rows=3, columns=3, games=2, match=1)
        objects.append(pool)
        pool.step(None, None, np.zeros((2, pool.position_bytes), np.uint8))
        for _ in (pool.tune(), pool.available(), pool.samples({}, 0), pool.stats(), pool.results()):
            pass
        del batch, pool
    objects.clear()
    del game, board, player, solver, small
    assert not missing, f"not called: {sorted(missing)}"


@test
def every_handle_has_a_lock():
    in_a_program(every_call_holds_the_lock)


@test
def handles_are_not_copied_behind_the_library():
    for one in (go.Game(3), nogo.Player(random=True), nogo.Solver(16 << 20)):
        for function in (copy.copy, copy.deepcopy, pickle.dumps):
            raises(TypeError, function, one)


@test
def threads_take_turns():
    for function in (threads_share_a_player, threads_share_a_game, threads_share_a_position, threads_share_a_solver,
                     threads_call_at_random):
        in_a_program(function)
    if np is not None:
        in_a_program(threads_share_a_batch)


def interrupts_long_calls():
    """Ctrl-C comes while the library works on what would take years."""
    board = nogo.Position(9)
    hard, large = nogo.Position(6, 8), nogo.Position(3000)
    player = nogo.Player(engine=nogo.Engine.PLAYOUTS, playouts=10**15)
    calls = [lambda: player.choose(board), lambda: player.analyze(board, endless=True, interval=0.02),
             lambda: nogo.Player(seconds=10**6, threads=2).choose(board), lambda: nogo.Solver(64 << 20).solve(hard),
             lambda: nogo.Solver(64 << 20).solve(hard, threads=2), lambda: board.playouts(10**14), lambda: board.playouts(10**14, threads=2),
             lambda: large.play_out(random=True)]
    if np is not None:
        judging = nogo.Player(evaluator=lambda planes: (np.zeros((len(planes), 81)), np.full(len(planes), 0.5)), playouts=10**15)
        calls.append(lambda: judging.choose(board))
    for call in calls:
        threads = _thread._count()

        def ask():
            while _thread._count() < threads + 2:  # until the call has its thread
                pass
            os.kill(os.getpid(), signal.SIGINT)

        asking = threading.Thread(target=ask, daemon=True)
        try:
            asking.start()
            call()
            raise AssertionError("the call ended by itself")
        except KeyboardInterrupt:
            pass
        asking.join()
    assert not nogo.Player(playouts=20).choose(board).resigns
    assert nogo.Player(seconds=10**6).choose(board, stop=stopped()).move  # by what it knows


def stopped():
    stop = qigames.Stop()
    stop.set()
    return stop


@test
def ctrl_c_ends_long_calls():
    in_a_program(interrupts_long_calls)


@test
def a_stop_ends_every_long_call():
    board, stop = nogo.Position(9), stopped()
    assert nogo.Solver(16 << 20).solve(nogo.Position(6, 8), stop=stop).outcome == nogo.Outcome.UNKNOWN
    raises(qigames.QiError, lambda: board.playouts(10**14, stop=stop))
    assert nogo.Player(seconds=10**6).analyze(board, endless=True, stop=stop).candidates


@test
def a_player_is_stopped_by_another_thread():
    player, board, choices = nogo.Player(engine=nogo.Engine.PLAYOUTS, playouts=10**15), nogo.Position(9), []
    stop = qigames.Stop()
    thread = threading.Thread(target=lambda: choices.append(player.choose(board, stop=stop)), daemon=True)
    thread.start()
    assert board.rows == 9 and len(board.legal()) == 81  # nobody waits for the position meanwhile
    stop.set()
    thread.join()
    choices.append(player.choose(board, stop=stop))  # it stays set
    assert all(choice.move in board.legal() for choice in choices) and stop.is_set()
    stop.clear()
    assert not stop.is_set() and nogo.Player(playouts=20).choose(board, stop=stop).visits >= 20


if len(sys.argv) > 3:
    globals()[sys.argv[3]]()
    sys.exit()
run_tests()
