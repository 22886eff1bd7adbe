"""The Python package over the shared library, as a program uses it.

    python3 tests/python_package.py LIBQI PYTHON_FOLDER
"""

import os
import subprocess
import sys

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
    player = nogo.Player(engine=nogo.Engine.RAVE, playouts=100, seed=1)
    choice = player.choose(nogo.Position(5))
    assert choice.move in nogo.Position(5).legal() and not choice.resigns and 0 < choice.win_rate < 1
    assert len(choice.candidates) == 25 and choice.candidates[0].move == choice.move
    assert nogo.Player(engine=nogo.Engine.RAVE, playouts=100, seed=1).choose(nogo.Position(5)) == choice
    assert nogo.Player(random=True).choose(nogo.Position(1)).move is None
    assert nogo.levels() >= 10
    raises(ValueError, nogo.Player, 99)
    game = list(nogo.self_play(nogo.Player(random=True, seed=3), nogo.Position(4)))
    assert len(game) > 4


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


@test
def the_example_draws():
    said = subprocess.run([sys.executable, os.path.join(folder, "examples", "win_rate.py"), "30"], text=True, check=True,
                          stdout=subprocess.PIPE, env=dict(os.environ, PYTHONPATH=folder)).stdout
    assert said.strip().split("\n")[-1].endswith("moves") and "#" in said


print(f"1..{len(TESTS)}")
for number, one in enumerate(TESTS, 1):
    name = one.__name__.replace("_", " ")
    try:
        skipped = one()
        print("ok", number, name, f"# SKIP {skipped}" if skipped else "")
    except Exception as error:  # pylint: disable=broad-except
        print("not ok", number, name)
        print("#", type(error).__name__, error, "line", error.__traceback__.tb_next and error.__traceback__.tb_next.tb_lineno)
