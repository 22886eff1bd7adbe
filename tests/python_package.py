"""The Python package over the shared library, as a program uses it.

    python3 tests/python_package.py LIBQI PYTHON_FOLDER

What takes NumPy is skipped without it; it is looked for in the system's Python too.
"""

import copy
import ctypes
import os
import pickle
import shutil
import subprocess
import sys
import tempfile
import threading
import types

from python_with import go_on_in_python_with

go_on_in_python_with("numpy")
os.environ["QI_LIBRARY"] = os.path.abspath(sys.argv[1])
folder = os.path.abspath(sys.argv[2])
sys.path.insert(0, folder)

import qi  # noqa: E402
from qi import go, judge, maze, nogo  # noqa: E402

try:
    import numpy as np
except ImportError:
    np = None

TESTS = []


def test(function):
    TESTS.append(function)
    return function


def raises(kind, function, *arguments):
    try:
        function(*arguments)
    except kind as error:
        return error
    raise AssertionError(f"{kind.__name__} was expected")


@test
def nogo_positions():
    board = nogo.Position(3)
    board.play(1, 1)
    assert board.to_move == nogo.Colour.WHITE and board[1, 1] == nogo.Colour.BLACK and len(board.legal()) == 8
    assert raises(qi.Illegal, board.play, 1, 1).verdict == nogo.Verdict.OCCUPIED
    assert raises(qi.Illegal, board.play, 3, 0).verdict == nogo.Verdict.OFF_BOARD
    assert str(board) == "3\n...\n.X.\n...\n" and str(nogo.Position.parse(str(board))) == str(board)
    other = board.copy()
    other.play(0, 0)
    assert board[0, 0] == nogo.Colour.EMPTY and other[0, 0] == nogo.Colour.WHITE
    error = raises(qi.BadText, nogo.Position.parse, "2\nXQ\n..\n")
    assert (error.line, error.column, error.found) == (2, 2, "'Q'")
    raises(ValueError, nogo.Position, 0)
    raises(IndexError, lambda: board[3, 3])
    hollow = nogo.Position(2)
    hollow.make_hole(0, 0)
    assert hollow[0, 0] == nogo.Colour.WALL


@test
def positions_survive_their_text():
    texts = ["3\n...\n.X.\n...\n", "3\nX..\n..O\n...\n", "2 3\n#XX\nO..\n", "3\n...\nOO.\n...\n", "1\n.\n"]
    for text in texts:
        for colour in (nogo.Colour.BLACK, nogo.Colour.WHITE):
            board = nogo.Position.parse(text)
            board.to_move = colour
            for written in (str(board), str(board).encode(), str(board).replace("\n", "\r\n"), str(board).strip(), str(board) + "\n"):
                again = nogo.Position.parse(written)
                assert (again.to_move, str(again), again.bytes()) == (colour, str(board), board.bytes()), written
    board = nogo.Position(5)
    for move in nogo.Position(5).play_out(random=True, seed=3):
        board.play(*move)
        again = nogo.Position.parse(str(board))
        assert again.to_move == board.to_move and "to move" not in str(board)  # the problem's text
    board = nogo.Position(1)
    board.to_move = nogo.Colour.WHITE
    assert str(board) == "1\n.\nWhite to move\n"
    error = raises(qi.BadText, nogo.Position.parse, "1\n.\nRed to move\n")
    assert error.line == 3


@test
def positions_have_a_line():
    board = nogo.Position.parse("x.o/3/._.:o")
    assert (board.line, board.to_move, board[2, 1]) == ("x.o/3/._.:o", nogo.Colour.WHITE, nogo.Colour.WALL)
    assert repr(board) == "Position.parse('x.o/3/._.:o')" and eval(repr(board), vars(nogo)) == board
    assert nogo.Position.parse(str(board)) == board and nogo.Position.parse(b"x.o/3/._.:o\n") == board
    for again in (copy.copy(board), copy.deepcopy(board), pickle.loads(pickle.dumps(board)), board.copy()):
        assert again == board and again is not board
        again.play(1, 1)
        assert again != board and board.line == "x.o/3/._.:o" and again.line == "x.o/.o./._.:x"
    board.to_move = nogo.Colour.BLACK
    assert board != nogo.Position.parse("x.o/3/._.:o") and board != "x.o/3/._.:x"
    raises(TypeError, hash, board)  # it changes
    error = raises(qi.BadText, nogo.Position.parse, "x.o/4:o")
    assert error.line == 1 and error.column >= 5


@test
def nogo_capture_and_suicide_by_hand():
    board = nogo.Position.parse("3\nOX.\n...\n...\n")
    assert board.judge(1, 0) == nogo.Verdict.CAPTURE  # the corner's last liberty
    board = nogo.Position.parse("3\n.X.\nX..\n...\n")
    assert board.judge(0, 0, nogo.Colour.WHITE) == nogo.Verdict.SUICIDE


@test
def nogo_games_end():
    board = nogo.Position(5)
    moves = board.play_out(random=True, seed=7)
    assert board.over and len(moves) > 5 and len(set(moves)) == len(moves)
    again = nogo.Position(5)
    for move in moves:
        again.play(*move)
    assert str(again) == str(board)
    stats = nogo.Position(5).playouts(5000, seed=2)
    assert stats.games == 5000 and 0.3 < stats.black_win_rate < 0.7
    assert stats == nogo.Position(5).playouts(5000, seed=2, threads=2)


@test
def players_search():
    player = nogo.Player(engine=nogo.Engine.PLAYOUTS, playouts=100, seed=1)
    choice = player.choose(nogo.Position(5))
    assert choice.move in nogo.Position(5).legal() and not choice.resigns and 0 < choice.win_rate < 1
    assert len(choice.candidates) == 25 and choice.candidates[0].move == choice.move
    assert nogo.Player(engine=nogo.Engine.PLAYOUTS, playouts=100, seed=1).choose(nogo.Position(5)) == choice
    won = nogo.Position.parse("3\nXOO\nXO.\nX..\n")  # by one move, which the solver finds without a visit
    found = nogo.Player(playouts=100).choose(won).candidates
    assert [(one.visits, one.win_rate, one.outcome) for one in found] == [
        (0, 1, nogo.Outcome.WON), (0, None, nogo.Outcome.UNKNOWN), (0, None, nogo.Outcome.UNKNOWN)]
    assert nogo.Player(random=True).choose(nogo.Position(1)).move is None
    assert nogo.levels() >= 10
    raises(ValueError, nogo.Player, 99)
    game = list(nogo.self_play(nogo.Player(random=True, seed=3), nogo.Position(4)))
    assert len(game) > 4


class Uniform:
    """An evaluator without opinion."""

    def __init__(self):
        self.sizes = []

    def __call__(self, planes):
        count, kinds, rows, columns = planes.shape
        assert kinds == nogo.PLANES and planes.dtype == np.float32 and ((planes == 0) | (planes == 1)).all()
        assert (planes[:, 2].reshape(count, -1).sum(1) > 0).all()  # the side to move has a legal move
        self.sizes.append(count)
        return np.zeros((count, rows * columns)), np.full(count, 0.5)


@test
def players_judge_by_python():
    if np is None:
        return "NumPy is not installed"
    for threads in 1, 3:
        judge_ = Uniform()
        player = nogo.Player(evaluator=judge_, batch=8, playouts=100, threads=threads)
        choice = player.choose(nogo.Position(5, 6))
        assert choice.visits >= 101 and max(judge_.sizes) == 8 and sum(judge_.sizes) > 50
        assert player.choose(nogo.Position(7)).move in nogo.Position(7).legal()
    best = nogo.Player(evaluator=lambda planes: (np.eye(9)[[5] * len(planes)] * 9, np.zeros(len(planes))),
                       engine=nogo.Engine.POLICY)
    assert best.choose(nogo.Position(3)).move == (1, 2)
    first = nogo.Position.parse("3\nXOO\nXO.\nX..\n")
    assert nogo.Player(evaluator=Uniform(), playouts=10, temperature=1e6).choose(first).move == (1, 2)  # proved
    return None


@test
def a_judge_in_python_may_fail():
    if np is None:
        return "NumPy is not installed"
    board, good = nogo.Position(5), Uniform()
    bad = [(KeyError, lambda planes: {}["no"]), (ValueError, lambda planes: (np.zeros((len(planes), 3)), np.zeros(len(planes)))),
           (ValueError, lambda planes: (np.zeros((len(planes), 25)), 0.5)), (KeyboardInterrupt, lambda planes: interrupt()),
           (qi.QiError, lambda planes: (np.zeros((len(planes), 25)), np.full(len(planes), np.nan))),
           (qi.QiError, lambda planes: (np.zeros((len(planes), 25)), np.full(len(planes), 2)))]

    def interrupt():
        raise KeyboardInterrupt

    for kind, wrong in bad:
        for threads in 1, 2:
            for works in 0, 5:  # questions answered before it fails
                asked = []

                def answer(planes, wrong=wrong, works=works, asked=asked):
                    asked.append(len(planes))
                    return good(planes) if len(asked) <= works or len(asked) > works + threads else wrong(planes)

                player = nogo.Player(evaluator=answer, playouts=200, threads=threads)
                raises(kind, player.choose, board)
                while len(asked) <= works + threads:
                    asked.append(0)
                assert player.choose(board).visits >= 200
    raises(ValueError, lambda: nogo.Player(evaluator=good, batch=5000))
    raises(ValueError, lambda: nogo.Player(temperature=-1))
    return None


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
            except qi.Illegal:
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
            except qi.Illegal:
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


class WatchedLock:
    """A lock that tells which locks are held; for one thread."""

    held: list = []

    def __enter__(self):
        self.held.append(self)

    def __exit__(self, *_):
        self.held.pop()


def every_call_holds_the_lock():
    """Replaces the library's functions by ones that look whether the lock of every object passed is held, and no other."""
    qi._library.threading = types.SimpleNamespace(RLock=WatchedLock)
    unlocked = {"_free", "_player_free", "_solver_free", "_batch_free", "_rows", "_columns"}
    objects, missing = [], set()

    def watched(name, function):
        def call(*arguments):
            missing.discard(name)
            if name not in unlocked:
                assert len(set(WatchedLock.held)) == 1, f"{name} with {len(set(WatchedLock.held))} locks held"
                for one in objects:
                    assert one._lock in WatchedLock.held or not any(argument is one._handle for argument in arguments), name
            return function(*arguments)
        return call

    for module in (go, nogo):
        for name, function in list(vars(module).items()):
            if isinstance(function, ctypes._CFuncPtr) and function.argtypes[:1] == [ctypes.c_void_p]:
                missing.add(name)
                setattr(module, name, watched(name, function))
        game = board = go.Game(3) if module is go else nogo.Position(3)
        objects.append(board)
        board.play(1, 1)
        for _ in (str(game), repr(game), game.copy(), game.to_move, game[0, 0], game.judge(0, 0), game.legal(), np and game.array()):
            pass
    game.make_hole(0, 0)
    game.to_move = nogo.Colour.BLACK
    for _ in (nogo.Position.parse(str(game)), game.over, game.bytes(), game.playouts(10)):
        pass
    player, solver = nogo.Player(engine=nogo.Engine.PLAYOUTS, playouts=10), nogo.Solver(16 << 20)
    objects += [player, solver]
    player.choose(board)
    solver.solve(board)
    board.play_out()
    game = objects[0]
    game.pass_()
    for _ in (game.undo(), game.steps, game.captures(1)):
        pass
    if np is None:
        missing = {name for name in missing if not name.startswith(("_batch", "_leaf"))}
    else:
        nogo.Player(evaluator=Uniform(), playouts=2).choose(nogo.Position(3))
        batch = nogo.Batch(2, 3)
        objects.append(batch)
        for _ in (batch.legal(), batch.planes(), batch.to_move(), batch.reset(), batch.step([0, 1])):
            pass
        del batch
    objects.clear()
    del game, board, player, solver
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
    for function in (threads_share_a_player, threads_share_a_game, threads_share_a_position, threads_share_a_solver):
        in_a_program(function)
    if np is not None:
        in_a_program(threads_share_a_batch)


@test
def a_player_is_stopped_by_another_thread():
    player, board, choices = nogo.Player(engine=nogo.Engine.PLAYOUTS, playouts=10**15), nogo.Position(9), []
    stop = qi.Stop()
    thread = threading.Thread(target=lambda: choices.append(player.choose(board, stop=stop)), daemon=True)
    thread.start()
    assert board.rows == 9 and len(board.legal()) == 81  # nobody waits for the position meanwhile
    stop.set()
    thread.join()
    choices.append(player.choose(board, stop=stop))  # it stays set
    assert all(choice.move in board.legal() for choice in choices) and stop.is_set()
    stop.clear()
    assert not stop.is_set() and nogo.Player(playouts=20).choose(board, stop=stop).visits >= 20


@test
def what_is_no_position_is_refused():
    for wrong in (go.Game(3), None, "3\n...\n...\n...\n"):
        raises(TypeError, nogo.Player(random=True).choose, wrong)
        raises(TypeError, nogo.Solver(16 << 20).solve, wrong)


@test
def the_solver_proves():
    solver = nogo.Solver(16 << 20)
    solution = solver.solve(nogo.Position(3))
    assert solution.outcome == nogo.Outcome.WON
    board = nogo.Position(3)
    board.play(*solution.move)
    assert solver.solve(board).outcome == nogo.Outcome.LOST
    assert solver.solve(nogo.Position(5), nodes=1).outcome == nogo.Outcome.UNKNOWN
    raises(qi.QiError, solver.solve, nogo.Position(9))


@test
def go_knows_superko():
    game = go.Game(3, 4)
    for colour, row, column in ((1, 0, 1), (2, 0, 2), (1, 1, 0), (2, 1, 3), (1, 2, 1), (2, 2, 2), (1, 1, 2), (2, 1, 1)):
        game.play(row, column, colour)
    assert game.captures(go.Colour.WHITE) == 1
    assert raises(qi.Illegal, game.play, 1, 2).verdict == go.Verdict.SUPERKO
    copy = game.copy()
    assert game.undo() and game.steps == 7 and copy.steps == 8
    game.pass_()
    assert str(copy) == ".BW.\nBW.W\n.BW.\n"
    free = go.Game(2, repetition=go.Repetition.FREE, suicide=True)
    assert free.judge(0, 0) == go.Verdict.OK and len(free.legal()) == 4


@test
def the_judge_judges():
    for problem in judge.Problem:
        assert len(judge.families(problem)) >= 5
        text = judge.generate(problem, seed=5, rows=7)
        right = judge.answer(problem, text, rows=7)
        assert judge.judge(problem, text, right, rows=7)
        assert not judge.judge(problem, text, right + "more\n", rows=7)
    text = judge.generate(judge.Problem.NOGO, seed=2)
    wrong = judge.judge(judge.Problem.NOGO, text, "-1 -1\n")
    assert not wrong.right and wrong.line == 1 and wrong.sentence
    judge.validate(judge.Problem.NOGO, text)
    assert raises(qi.BadText, judge.validate, judge.Problem.NOGO, " " + text).line == 1
    raises(ValueError, lambda: judge.generate(judge.Problem.NOGO, family="chess"))


@test
def mazes_are_counted():
    for seed in range(5):
        text = judge.generate(judge.Problem.MAZE, seed=seed)
        boards = maze.winning_boards(text)
        assert f"{len(boards)}\n" == judge.answer(judge.Problem.MAZE, text, referee=judge.Referee.ORACLE)
        assert len(set(boards)) == len(boards) and all(set(board) <= set(".MO") for board in boards)


@test
def boards_are_arrays():
    if np is None:
        return "NumPy is not installed"
    board = nogo.Position(2, 3)
    board.play(1, 2)
    assert board.array().tolist() == [[0, 0, 0], [0, 0, 1]]
    game = go.Game(2, 3)
    game.play(0, 1)
    assert game.array().tolist() == [[0, 1, 0], [0, 0, 0]]
    batch = nogo.Batch(50, 5)
    random, over, wins = np.random.default_rng(1), np.zeros(50, bool), 0
    while not over.all():
        legal = batch.legal()
        assert (batch.planes()[:, 2].reshape(50, 25) == legal).all() and (legal.any(1) == ~over).all()
        moves = np.where(over, nogo.NO_MOVE, np.where(legal, random.random(legal.shape), -1).argmax(1))
        over, reward = batch.step(moves)
        wins += int(reward.sum())
    assert wins == 50
    batch.reset(over)
    assert batch.legal().all() and (batch.to_move() == 1).all()
    raises(ValueError, batch.step, np.full(50, 25))
    raises(ValueError, batch.step, np.zeros(3))
    return None


def imported(package=folder, **environment):
    """What a program that imports the package prints: the version, or why not."""
    inherited = {key: value for key, value in os.environ.items() if key not in ("QI_LIBRARY", "LD_LIBRARY_PATH")}
    program = "import qi.go, qi.judge, qi.maze, qi.nogo; print(qi.__version__)"
    said = subprocess.run([sys.executable, "-c", program], text=True, check=False, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          env=dict(inherited, PYTHONPATH=package, **environment)).stdout
    return said[said.find("ImportError"):] if "ImportError" in said else said


@test
def only_a_library_of_the_same_version_is_loaded():
    with open(os.environ["QI_LIBRARY"], "rb") as file:
        library = file.read()
    version, other = qi.__version__, "9" * len(qi.__version__)
    with tempfile.TemporaryDirectory() as temporary:
        def changed(old, new):
            path = os.path.join(temporary, f"{old}.so")
            with open(path, "wb") as file:
                file.write(library.replace(old.encode() + b"\0", new.encode() + b"\0"))
            return path

        # The last is a function that the library itself never calls, or it could not be loaded at all.
        older, foreign, partial = changed(version, other), changed("qi_version", "ro_version"), changed("qi_nogo_batch_step", "qi_nogo_batch_stop")
        for path, found in ((older, f"found version {other}"), (foreign, "it has no qi_version"), (partial, "found no qi_nogo_batch_step")):
            said = imported(QI_LIBRARY=path)
            assert said.startswith("ImportError") and path in said and found in said, said
            assert f"libqi {version}" in said and "QI_LIBRARY" in said, said

        package, beside = os.path.join(temporary, "python"), os.path.join(temporary, "python", "qi", "libqi.so")
        shutil.copytree(os.path.join(folder, "qi"), os.path.dirname(beside), ignore=shutil.ignore_patterns("__pycache__"))
        for built in ("build/libqi.so", "system/libqi.so.0"):  # each is found although what lies beside the package is wrong
            for wrong in (foreign, older):
                os.makedirs(os.path.dirname(os.path.join(temporary, built)), exist_ok=True)
                os.symlink(os.environ["QI_LIBRARY"], os.path.join(temporary, built))
                shutil.copy(wrong, beside)
                said = imported(package, LD_LIBRARY_PATH=os.path.join(temporary, "system"))
                assert said == version + "\n", (built, wrong, said)
                os.remove(os.path.join(temporary, built))


@test
def the_example_draws():
    said = subprocess.run([sys.executable, os.path.join(folder, "examples", "win_rate.py"), "30"], text=True, check=True,
                          stdout=subprocess.PIPE, env=dict(os.environ, PYTHONPATH=folder)).stdout
    assert said.strip().split("\n")[-1].endswith("moves") and "#" in said


if len(sys.argv) > 3:
    globals()[sys.argv[3]]()
    sys.exit()
print(f"1..{len(TESTS)}")
for number, one in enumerate(TESTS, 1):
    name = one.__name__.replace("_", " ")
    try:
        skipped = one()
        print("ok", number, name, f"# SKIP {skipped}" if skipped else "")
    except Exception as error:  # pylint: disable=broad-except
        print("not ok", number, name)
        print("#", type(error).__name__, error, "line", error.__traceback__.tb_next and error.__traceback__.tb_next.tb_lineno)
