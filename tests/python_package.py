"""The Python package over the shared library, as a program uses it.

    python3 tests/python_package.py LIBQI PYTHON_FOLDER

What takes NumPy is skipped without it; it is looked for in the system's Python too.
"""

import copy
import os
import inspect
import pickle
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

from python_with import go_on_in_python_with
from tap import raises, run_tests, test

go_on_in_python_with("numpy")
os.environ["QI_LIBRARY"] = os.path.abspath(sys.argv[1])
folder = os.path.abspath(sys.argv[2])
sys.path.insert(0, folder)

import qigames  # noqa: E402
from qigames import environment, go, gtp, judge, maze, nogo, picture, selfplay  # noqa: E402

try:
    import numpy as np
except ImportError:
    np = None


@test
def nogo_positions():
    board = nogo.Position(3)
    board.play(1, 1)
    assert board.to_move == nogo.Colour.WHITE and board[1, 1] == nogo.Colour.BLACK and len(board.legal()) == 8
    assert raises(qigames.Illegal, board.play, 1, 1).verdict == nogo.Verdict.OCCUPIED
    assert raises(qigames.Illegal, board.play, 3, 0).verdict == nogo.Verdict.OFF_BOARD
    assert str(board) == "3\n...\n.X.\n...\n" and str(nogo.Position.parse(str(board))) == str(board)
    other = board.copy()
    other.play(0, 0)
    assert board[0, 0] == nogo.Colour.EMPTY and other[0, 0] == nogo.Colour.WHITE
    error = raises(qigames.BadText, nogo.Position.parse, "2\nXQ\n..\n")
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
    error = raises(qigames.BadText, nogo.Position.parse, "1\n.\nRed to move\n")
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
    error = raises(qigames.BadText, nogo.Position.parse, "x.o/4:o")
    assert error.line == 1 and error.column >= 5


@test
def boards_are_their_points():
    for board in (nogo.Position(2, 3), go.Game(2, 3)):
        assert list(board) == [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2)] and (1, 2) in board and (2, 0) not in board
        assert [board[point] for point in board] == [qigames.Colour.EMPTY] * 6
        assert "_repr_svg_" in dir(board) and board._repr_svg_().startswith("<svg ") and "circle" not in board._repr_svg_()
        board.play(0, 0)
        board.play(1, 2)
        assert board._repr_svg_().count("<circle") == 2
    hollow = nogo.Position.parse("2\n#.\nX.\n")
    assert list(hollow) == [(0, 1), (1, 0), (1, 1)] and (0, 0) not in hollow


@test
def games_are_sgf():
    board = nogo.Position.parse("x._/3/3:o")
    record = nogo.Record(board, [nogo.Move(1, 1, qigames.Colour.WHITE), nogo.Move(2, 2, qigames.Colour.BLACK)], "B. Lack", "白", "a ] b",
                         nogo.End.RESIGNATION, qigames.Colour.WHITE)
    again = nogo.Record.parse(record.sgf())
    assert again.comment.split("\n")[-1] == "a ] b" and again.position().line == "x._/.o./2x:o" and again.position(0) == board
    assert (again.moves, again.black, again.white, again.end, again.winner) == (
        record.moves, "B. Lack", "白", nogo.End.RESIGNATION, qigames.Colour.WHITE)
    assert nogo.Record.parse(nogo.Record().sgf()) == nogo.Record()
    record.moves.append(nogo.Move(2, 2, qigames.Colour.WHITE))
    error = raises(qigames.Illegal, record.sgf)
    assert error.verdict == nogo.Verdict.OCCUPIED and "move 3: White cannot play at (2, 2)" in str(error)
    assert raises(qigames.BadText, nogo.Record.parse, "(;SZ[3];B[aa];W[aa])").line == 1
    raises(qigames.BadText, nogo.Record.parse, "no game")

    game = go.Game.parse("(;GM[1]SZ[5:3]AB[aa][ba]AW[ca];W[ab];B[];W[bb])")
    assert (game.rows, game.columns, game.steps, game.captures(2)) == (3, 5, 4, 2) and str(game) == "..W..\nWW...\n.....\n"
    again = go.Game.parse(game.sgf())
    assert (str(again), again.steps, again.captures(2), again.to_move) == (str(game), 4, 2, game.to_move)
    error = raises(qigames.Illegal, go.Game.parse, "(;SZ[3];B[aa];W[aa])")
    assert error.verdict == go.Verdict.OCCUPIED and "step 2: White cannot play at (0, 0)" in str(error)
    assert raises(qigames.BadText, go.Game.parse, "(;SZ[70])").line == 1


@test
def errors_name_what_was_given():
    board = nogo.Position(3)
    board.play(1, 1)
    said = [(ValueError, "no board of 0 x 9 points: sides are 1 to 20000", lambda: nogo.Position(0, 9)),
            (ValueError, "no board of 4294967305 x 9", lambda: nogo.Position(2**32 + 9, 9)),
            (ValueError, "no board of 53 x 53 points: sides are 1 to 52", lambda: go.Game(53)),
            (TypeError, "found a side of 9.0", lambda: nogo.Position(9.0)), (TypeError, "found a side of True", lambda: go.Game(True)),
            (IndexError, "no point (3, 0) on a board of 3 x 3", lambda: board[3, 0]),
            (qigames.Illegal, "White cannot play at (1, 1): the point is occupied", lambda: board.play(1, 1)),
            (qigames.Illegal, "Black cannot play at (0, -1)", lambda: go.Game(3).play(0, -1)),
            (ValueError, "no player has the colour 3", lambda: board.legal(3)), (ValueError, "no player has the colour 0", lambda: board.play(0, 0, 0)),
            (ValueError, "no hole can be made at (1, 1)", lambda: board.make_hole(1, 1)),
            (ValueError, "level: found 99, expected 0 to ", lambda: nogo.Player(99)),
            (TypeError, "playouts: found 1.5", lambda: nogo.Player(playouts=1.5)),
            (ValueError, "seed: found -1", lambda: board.playouts(5, seed=-1)), (ValueError, "games: found 0", lambda: board.playouts(0)),
            (ValueError, "memory: found 5 bytes", lambda: nogo.Solver(5)),
            (ValueError, 'no family "nope": choose ', lambda: judge.generate(judge.Problem.GO, family="nope")),
            (ValueError, "no board of 60 x 60 points in the problem GO", lambda: judge.generate(judge.Problem.GO, rows=60)),
            (TypeError, "found int, expected a text", lambda: nogo.Position.parse(3)),
            (ValueError, "found the win rate 2.0 at index 1", lambda: picture.win_rates([0, 2]))]
    if np is not None:
        said += [(ValueError, "found 7 at row 0, column 1", lambda: nogo.Position.from_array([[0, 7]])),
                 (ValueError, "expected whole numbers", lambda: nogo.Position.from_array([[0.0, 1.0]])),
                 (ValueError, "the group at (0, 0) has no liberty", lambda: nogo.Position.from_array([[1, 2, 0]])),
                 (ValueError, "the stone at (0, 1) is a hole", lambda: go.Game.from_array([[0, 3]]))]
    for kind, text, function in said:
        error = raises(kind, function)
        assert text in str(error), (text, str(error))
    for error in (raises(qigames.Illegal, board.play, 1, 1), raises(qigames.BadText, nogo.Position.parse, "2\nXQ\n..\n")):
        assert str(pickle.loads(pickle.dumps(error))) == str(error)


@test
def pictures_are_drawn():
    text = judge.generate(judge.Problem.MAZE, seed=1)
    small = maze.Maze(text)
    assert str(small) == text and small.winning_boards() == maze.winning_boards(text)
    for drawn in (small._repr_svg_(), picture.win_rates([]), picture.win_rates([0.5, 1, 0])._repr_svg_()):
        assert xml.etree.ElementTree.fromstring(drawn).tag.endswith("svg")
    assert small._repr_svg_().count("<rect") == 1 + text.count("###") and ">start<" in small._repr_svg_()


@test
def everything_is_explained():
    for module in (environment, go, judge, maze, nogo, picture, gtp, selfplay):
        for name in module.__all__:
            thing = getattr(module, name)
            assert not callable(thing) or name in ("Evaluate", "Opponent", "Point") or thing.__doc__, f"{module.__name__}.{name}"
            for part, member in vars(thing).items() if isinstance(thing, type) else ():
                explained = inspect.getdoc(getattr(thing, part)) if callable(member) or isinstance(member, property) else True
                assert part.startswith("_") or explained, f"{module.__name__}.{name}.{part}"


@test
def types_are_checked():
    if not shutil.which("mypy"):
        return "mypy is not installed"
    with tempfile.TemporaryDirectory() as cache:
        said = subprocess.run(["mypy", "--strict", "--cache-dir", cache, os.path.join(folder, "qigames")], check=False, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    assert said.returncode == 0, said.stdout
    assert os.path.exists(os.path.join(folder, "qigames", "py.typed"))
    return None


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
    reports = []
    analysis = nogo.Player(engine=nogo.Engine.PLAYOUTS, playouts=100, seed=1).analyze(nogo.Position(5), report=reports.append)
    assert reports[-1] == analysis and analysis.candidates == choice.candidates and analysis.line[0] == choice.move and analysis.visits >= 100
    assert abs(sum(one.policy for one in analysis.candidates) - 1) < 0.01
    assert nogo.Player(random=True).analyze(nogo.Position(5)).candidates == []
    raises(KeyError, lambda: player.analyze(nogo.Position(5), report=lambda _: {}["no"]))
    assert "must not use its player" in str(raises(qigames.QiError, lambda: player.analyze(nogo.Position(5), report=lambda _: player.choose(nogo.Position(3)))))
    assert nogo.levels() >= 10
    raises(ValueError, nogo.Player, 99)
    game = list(nogo.self_play(nogo.Player(random=True, seed=3), nogo.Position(4)))
    assert len(game) > 4


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
    raises(qigames.QiError, solver.solve, nogo.Position(9))


@test
def go_knows_superko():
    game = go.Game(3, 4)
    for colour, row, column in ((1, 0, 1), (2, 0, 2), (1, 1, 0), (2, 1, 3), (1, 2, 1), (2, 2, 2), (1, 1, 2), (2, 1, 1)):
        game.play(row, column, colour)
    assert game.captures(go.Colour.WHITE) == 1
    assert raises(qigames.Illegal, game.play, 1, 2).verdict == go.Verdict.SUPERKO
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
    assert raises(qigames.BadText, judge.validate, judge.Problem.NOGO, " " + text).line == 1
    raises(ValueError, lambda: judge.generate(judge.Problem.NOGO, family="chess"))


@test
def mazes_are_counted():
    for seed in range(5):
        text = judge.generate(judge.Problem.MAZE, seed=seed)
        boards = maze.winning_boards(text)
        assert f"{len(boards)}\n" == judge.answer(judge.Problem.MAZE, text, reference=judge.Reference.ORACLE)
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
    for text in ("x.o/3/._.:o", "5/5:x", "1:o"):
        board = nogo.Position.parse(text)
        assert nogo.Position.from_array(board.array(), board.to_move) == board
    assert nogo.Position.from_array([[1, 0]]).to_move == qigames.Colour.WHITE
    again = go.Game.from_array(game.array(), qigames.Colour.WHITE)
    assert (str(again), again.to_move, again.steps) == (str(game), qigames.Colour.WHITE, 1) and str(go.Game.parse(again.sgf())) == str(game)
    return None


def imported(package=folder, **environment):
    """What a program that imports the package prints: the version, or why not."""
    inherited = {key: value for key, value in os.environ.items() if key not in ("QI_LIBRARY", "LD_LIBRARY_PATH")}
    program = "import qigames.go, qigames.judge, qigames.maze, qigames.nogo; print(qigames.__version__)"
    said = subprocess.run([sys.executable, "-c", program], text=True, check=False, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          env=dict(inherited, PYTHONPATH=package, **environment)).stdout
    return said[said.find("ImportError"):] if "ImportError" in said else said


@test
def only_a_library_of_the_same_version_is_loaded():
    with open(os.environ["QI_LIBRARY"], "rb") as file:
        library = file.read()
    version, other = qigames.__version__, "9" * len(qigames.__version__)
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
            assert f"libqigames {version}" in said and "QI_LIBRARY" in said, said

        package, beside = os.path.join(temporary, "python"), os.path.join(temporary, "python", "qigames", "libqigames.so")
        shutil.copytree(os.path.join(folder, "qigames"), os.path.dirname(beside), ignore=shutil.ignore_patterns("__pycache__"))
        for built in ("build/libqigames.so", "system/libqigames.so.0"):  # each is found although what lies beside the package is wrong
            for wrong in (foreign, older):
                os.makedirs(os.path.dirname(os.path.join(temporary, built)), exist_ok=True)
                os.symlink(os.environ["QI_LIBRARY"], os.path.join(temporary, built))
                shutil.copy(wrong, beside)
                said = imported(package, LD_LIBRARY_PATH=os.path.join(temporary, "system"))
                assert said == version + "\n", (built, wrong, said)
                os.remove(os.path.join(temporary, built))


run_tests()
