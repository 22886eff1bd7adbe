"""Networks and learners over the Python package: evaluators, and many games at once.

    python3 tests/python_learning.py LIBQI PYTHON_FOLDER QI

Takes NumPy, which is looked for in the system's Python too; all is skipped without it.
"""

import os
import re
import signal
import subprocess
import sys
import tempfile
import textwrap

from python_with import go_on_in_python_with, python_with
from tap import raises, run_tests, test

go_on_in_python_with("numpy")
os.environ["QI_LIBRARY"], folder, qi_command = map(os.path.abspath, sys.argv[1:4])
sys.path.insert(0, folder)

try:
    import numpy as np
except ImportError:
    print("1..0 # SKIP NumPy is not installed")
    sys.exit()
import qigames  # noqa: E402
from qigames import environment, nogo, selfplay  # noqa: E402


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


@test
def a_judge_in_python_may_fail():
    board, good = nogo.Position(5), Uniform()
    bad = [(KeyError, lambda planes: {}["no"]), (ValueError, lambda planes: (np.zeros((len(planes), 3)), np.zeros(len(planes)))),
           (ValueError, lambda planes: (np.zeros((len(planes), 25)), 0.5)), (KeyboardInterrupt, lambda planes: interrupt()),
           (qigames.QiError, lambda planes: (np.zeros((len(planes), 25)), np.full(len(planes), np.nan))),
           (qigames.QiError, lambda planes: (np.zeros((len(planes), 25)), np.full(len(planes), 2)))]

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


@test
def games_move_together():
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


@test
def moves_are_checked():
    batch = nogo.Batch(3, 3)
    batch.step([0, 0, nogo.NO_MOVE])
    before = batch.planes()
    said = [(TypeError, "float64", [1.0, 1.0, 1.0]), (TypeError, "bool", [True, False, True]), (TypeError, "object", [None, 1, 1]),
            (ValueError, "game 1: no point 65539", [1, 65539, 1]), (ValueError, "game 2: no point 9", [1, 1, 9]),
            (ValueError, "game 0: no point -1", [-1, 1, 1]), (ValueError, "shape (3, 1)", [[1], [1], [1]]),
            (qigames.Illegal, "game 1: White cannot play at (0, 0): the point is occupied", [1, 0, 0])]
    for kind, text, moves in said:
        error = raises(kind, batch.step, moves)
        assert text in str(error), (text, str(error))
        assert (batch.planes() == before).all()
    assert raises(qigames.Illegal, batch.step, np.array([1, 0, 0])).verdict == nogo.Verdict.OCCUPIED
    batch.step(np.array([1, 1, 1], np.int8))
    over = nogo.Batch(1, 1, 2, adjudicate=True)
    assert over.step([0]).done[0] and not over.legal().any()
    assert "game 0 is over" in str(raises(ValueError, over.step, [1]))
    raises(TypeError, nogo.Batch, 2.0)
    raises(ValueError, nogo.Batch, 1, 26)


@test
def arrays_can_be_given():
    batch = nogo.Batch(4, 3, 5)
    legal, planes, to_move = np.zeros((4, 15), bool), np.zeros((4, nogo.PLANES, 3, 5), np.float32), np.zeros(4, np.uint8)
    assert batch.legal(out=legal) is legal and legal.all() and batch.to_move(out=to_move) is to_move and (to_move == 1).all()
    assert batch.planes(out=planes) is planes and (planes == batch.planes()).all()
    step = nogo.Step(np.ones(4, bool), np.ones(4, np.int8))
    done, reward = batch.step([0, 1, 2, 3], out=step)
    assert done is step.done and reward is step.reward and not done.any() and not reward.any()
    frozen = np.zeros((4, 15), bool)
    frozen.flags.writeable = False
    for wrong in (np.zeros((4, 15)), np.zeros((4, 14), bool), np.zeros((15, 4), bool).T, frozen, [[False] * 15] * 4):
        assert "bool[4, 15]" in str(raises(ValueError, batch.legal, wrong))


@test
def games_begin_anywhere():
    start = nogo.Position.parse("x.o/3/._.:o")
    batch = nogo.Batch(2, 3, start=start)
    assert batch.position(0) == batch.position(1) == start and (batch.to_move() == 2).all()
    assert (batch.legal()[0] == [place in start.legal() for place in np.ndindex(3, 3)]).all()
    batch.step([4, nogo.NO_MOVE])
    batch.set(1, nogo.Position(3))
    assert batch.position(0).line == "x.o/.o./._.:x" and batch.position(1) == nogo.Position(3)
    batch.reset([True, False])
    assert batch.position(0) == start and batch.position(1) == nogo.Position(3)
    other = nogo.Position.parse("x2/3/3:o")
    assert [nogo.Batch(2, 3, start=[start, other]).position(game) for game in (0, 1)] == [start, other]
    for wrong in (nogo.Position(4), [start, start, start]):
        raises(ValueError, lambda: nogo.Batch(2, 3, start=wrong))
    assert "a position of 4 x 4 points, expected 3 x 3" in str(raises(ValueError, batch.set, 0, nogo.Position(4)))
    raises(ValueError, batch.set, 2, start)


@test
def finished_games_are_reset():
    start = nogo.Position.parse("3/1x1/3:o")
    batch, random = nogo.Batch(20, 3, start=start, autoreset=True), np.random.default_rng(2)
    games, lengths = [start.copy() for _ in range(20)], [0] * 20
    ended = 0
    for _ in range(40):
        legal = batch.legal()
        assert legal.any(1).all()
        moves = np.where(legal, random.random(legal.shape), -1).argmax(1)
        done, reward = batch.step(moves)
        for game, move in enumerate(moves):
            games[game].play(*divmod(int(move), 3))
            lengths[game] += 1
            assert done[game] == reward[game] == games[game].over
        assert (batch.finished is not None) == done.any()
        for index, game in enumerate(np.flatnonzero(done)):
            result, ended = batch.finished, ended + 1
            assert result.games[index] == game and result.length[index] == lengths[game] and result.value[index] == -1
            assert not result.winning[index].any() and result.to_move[index] == games[game].to_move
            assert batch._position(result.planes[index], int(result.to_move[index])) == games[game]
            games[game], lengths[game] = start.copy(), 0
        assert all(batch.position(game) == games[game] for game in range(20))
    assert ended > 20


@test
def games_are_adjudicated():
    solver, early, both = nogo.Solver(64 << 20), 0, set()
    for rows, columns, points in ((4, 4, 16), (5, 5, 12)):
        batch, random = nogo.Batch(8, rows, columns, adjudicate=True, points=points, nodes=10000), np.random.default_rng(3)
        over = np.zeros(8, bool)
        while not over.all():
            legal = batch.legal()
            assert (legal.any(1) == ~over).all()
            before, (over, reward) = over, batch.step(np.where(over, nogo.NO_MOVE, np.where(legal, random.random(legal.shape), -1).argmax(1)))
            if batch.finished is None:
                continue
            assert (batch.finished.games == np.flatnonzero(over & ~before)).all()
            for index, game in enumerate(batch.finished.games):
                board, value = batch.position(int(game)), batch.finished.value[index]
                assert solver.solve(board).outcome == value == -reward[game]
                winning = []
                for place in board.legal():
                    after = board.copy()
                    after.play(*place)
                    winning += [place[0] * columns + place[1]] * (solver.solve(after).outcome == nogo.Outcome.LOST)
                assert list(np.flatnonzero(batch.finished.winning[index])) == winning and bool(winning) == (value == 1)
                assert batch.finished.length[index] == sum(state != 0 for state in board.bytes())
                both.add(int(value))
                early += not board.over
        assert not reward[before].any()
    assert early > 8 and both == {-1, 1}


@test
def one_game_has_the_shape_of_gymnasium():
    start, results = nogo.Position.parse("x.o/3/._.:o"), set()
    for seed in range(6):
        for options in ({}, {"start": start}, {"colour": nogo.Colour.WHITE, "opponent": lambda board: board.legal()[-1]},
                        {"opponent": nogo.Player(engine=nogo.Engine.PLAYOUTS, playouts=10)}):
            env, random = environment.Env(3, **options), np.random.default_rng(seed)
            for _ in range(2):
                (planes, info), reward, over = env.reset(seed=seed), 0, False
                while not over:
                    assert planes.shape == (nogo.PLANES, 3, 3) and planes.dtype == np.float32 and info["action_mask"].dtype == np.int8
                    assert reward == 0 and (planes[2].reshape(9) == info["action_mask"]).all() and env.position.to_move == env.colour
                    action = random.choice(np.flatnonzero(info["action_mask"]))
                    planes, reward, over, cut, info = env.step(action)
                    assert cut is False
                assert env.position.over and reward == (1 if env.position.to_move != env.colour else -1)
                own = (env.position.array() == env.colour) if env.colour == nogo.Colour.BLACK else (env.position.array() == 2)
                assert (planes[0] == own).all() and not info["action_mask"].any()
                results.add(reward)
    assert results == {-1, 1}
    first = [environment.Env(9) for _ in range(2)]
    for env in first:
        env.reset(seed=5)
    assert (first[0].step(40)[0] == first[1].step(40)[0]).all()
    before = first[0].position
    raises(qigames.Illegal, first[0].step, 40)
    raises(TypeError, first[0].step, 1.0)
    assert first[0].position == before and first[0].render() is None
    shown = environment.Env(2, opponent=lambda board: (9, 9), render_mode="ansi")
    shown.reset()
    raises(ValueError, shown.step, 0)
    assert shown.render().startswith("2\n")


@test
def one_game_has_the_shape_of_pettingzoo():
    env, random, wins = environment.AECEnv(4, 3), np.random.default_rng(1), set()
    for _ in range(10):
        env.reset()
        colours, sums = [], dict.fromkeys(env.possible_agents, 0)
        for agent in env.agent_iter():
            seen, reward, over, cut, info = env.last()
            sums[agent] += reward
            assert cut is False and info == {} and (seen["observation"][2].reshape(12) == seen["action_mask"]).all() or over
            other = env.observe(next(one for one in env.possible_agents if one != agent))
            assert not other["action_mask"].any() and (other["observation"][[1, 0, 3, 2]] == seen["observation"][:4]).all()
            if not over:
                colours.append(agent)
            env.step(None if over else random.choice(np.flatnonzero(seen["action_mask"])))
        assert colours == [env.possible_agents[number % 2] for number in range(len(colours))] and not env.agents
        assert sums == {agent: 1 if agent == colours[-1] else -1 for agent in env.possible_agents}
        wins.add(colours[-1])
    assert len(wins) == 2
    env.reset()
    raises(qigames.Illegal, lambda: (env.step(0), env.step(0)))
    assert env.agent_selection == "white_0" and environment.AECEnv(3, start=nogo.Position.parse("x2/3/3:o")).agent_selection == "white_0"


@test
def their_own_checks_pass():
    try:
        import gymnasium
        import pettingzoo
        from gymnasium.utils.env_checker import check_env
        from pettingzoo.test import api_test
    except ImportError as error:
        return str(error)
    check_env(type("Env", (environment.Env, gymnasium.Env), {})(5), skip_render_check=True)
    api_test(type("AECEnv", (environment.AECEnv, pettingzoo.AECEnv), {})(5), num_cycles=200)
    return None


@test
def pools_play_themselves():
    def samples(threads):
        pool, random = selfplay.Pool(rows=4, columns=3, games=8, visits=4, threads=threads, seed=2), np.random.default_rng(1)
        planes, policy, value = np.zeros((8, pool.position_bytes), np.uint8), np.zeros((8, 12), np.float32), np.zeros(8, np.float32)
        raises(ValueError, pool.step, policy, value, planes)
        pool.step(None, None, planes)
        raises(ValueError, pool.step, None, None, planes)
        for wrong in ((policy.astype(float), value, planes), (policy[:7], value, planes), (policy, value, planes.T), (policy, value, None)):
            raises(ValueError, pool.step, *wrong)
        while pool.available() < 60:
            policy[:] = random.standard_normal(policy.shape)
            pool.step(policy, value, planes)
        pool.tune(visits=2)
        raises(ValueError, pool.tune, 99)
        raises(ValueError, pool.samples, {"policy": np.zeros((60, 12), np.uint8)}, 60)
        raises(TypeError, pool.samples, {"policies": policy}, 1)
        taken = {"result": np.zeros(60, np.int8), "policy": np.zeros((60, 12), np.uint16), "game": np.zeros(60, np.uint64)}
        assert pool.samples(taken, 60) == 60 and set(taken["result"]) == {-1, 1} and pool.stats()["games"] >= len(set(taken["game"]))
        return [array.tobytes() for array in taken.values()]

    assert samples(1) == samples(2)
    match = selfplay.Pool(rows=3, columns=3, games=4, match=1, visits=2)
    planes, seat = np.zeros((4, match.position_bytes), np.uint8), np.zeros(4, np.uint8)
    match.step(None, None, planes, seat)
    while (seat != selfplay.NO_SEAT).any():
        match.step(np.zeros((4, 9), np.float32), np.zeros(4, np.float32), planes, seat)
    assert match.results().shape == (2, 2) and match.results().max() <= 1
    assert "no option 'colums': one of seed, rows" in str(raises(TypeError, lambda: selfplay.Pool(rows=3, colums=3)))
    raises(ValueError, lambda: selfplay.Pool(rows=3, columns=99, games=1))
    raises(ValueError, lambda: selfplay.Pool(rows=3, columns=3, games=-1))


@test
def boards_have_mirror_images():
    array = np.arange(18).reshape(2, 3, 3)
    images = nogo.symmetries(array)
    assert len(images) == 8 and len({image.tobytes() for image in images}) == 8 and (images[0] == array).all()
    assert len(nogo.symmetries(np.arange(6).reshape(2, 3))) == 4
    raises(ValueError, nogo.symmetries, np.arange(3))
    board = nogo.Position.parse("xo1/3/2o:x")
    legal = np.zeros((3, 3), bool)
    for place in board.legal():
        legal[place] = True
    for states, points in zip(nogo.symmetries(board.array()), nogo.symmetries(legal)):
        image = nogo.Position.from_array(states, board.to_move)
        assert all((place in image.legal()) == points[place] for place in image)


@test
def a_network_analyzes_and_plays_itself():
    player = nogo.Player(evaluator=Uniform(), playouts=30, batch=4)
    result = player.analyze(nogo.Position(7))
    assert result.visits >= 30 and len(result.candidates) == 49 and result.line
    board = nogo.Position(6)
    moves = [move for move, _ in nogo.self_play(player, board)]
    assert len(moves) > 3 and sum(state != 0 for state in board.bytes()) == len(moves)


@test
def a_network_enters_the_arena():
    engine = """
        import sys
        import numpy as np
        from qigames import gtp, nogo

        def judge(planes):
            if sys.argv[1] == "fail":
                raise KeyError("no network")
            return np.zeros((len(planes), 9)), np.full(len(planes), 0.5)

        gtp.serve(nogo.Player(evaluator=judge, playouts=20), nogo.Position(3))
        """
    environment = dict(os.environ, PYTHONPATH=folder)
    with tempfile.TemporaryDirectory() as temporary:
        path = os.path.join(temporary, "engine.py")
        with open(path, "w", encoding="utf-8") as file:
            file.write(textwrap.dedent(engine))
        result = subprocess.run([qi_command, "arena", "--quiet", "--size", "3", "--games", "2", "--time", "60", "--openings", "0",
                               f"mine={sys.executable} {path} go", "@random"], env=environment, text=True, capture_output=True, check=False)
        assert result.returncode == 0 and re.search(r"mine +\S+ +\S+ +2 +\d +\S+ +0 ", result.stdout), result  # no faults
        commands = "genmove b\nname\nquit\nname\n"
        result = subprocess.run([sys.executable, path, "go"], input=commands, env=environment, text=True, capture_output=True, check=True)
        assert result.stdout.startswith("= ") and result.stdout.count("\n\n") == 3 and not result.stderr
        result = subprocess.run([sys.executable, path, "fail"], input=commands, env=environment, text=True, capture_output=True, check=False)
        assert result.stdout.startswith("? ") and result.returncode == 1 and "KeyError: 'no network'" in result.stderr


@test
def the_readme_runs():
    """Each sample as it is; the network that it leaves to the reader has no opinion."""
    with open(os.path.join(folder, "README.md"), encoding="utf-8") as file:
        samples = re.findall(r"^```python\n(.*?)^```", file.read(), re.S | re.M)
    assert len(samples) == 4
    with tempfile.TemporaryDirectory() as temporary:
        environment = dict(os.environ, PYTHONPATH=folder)
        if not python_with("gymnasium", "numpy"):  # all that the sample takes of it is a base class
            with open(os.path.join(temporary, "gymnasium.py"), "w", encoding="utf-8") as file:
                file.write("class Env:\n    pass\n")
        for index, sample in enumerate(samples):
            path = os.path.join(temporary, f"sample{index}.py")
            with open(path, "w", encoding="utf-8") as file:
                if "network(planes)" in sample:
                    file.write("import numpy\n\ndef network(planes):\n    count = len(planes)\n"
                               "    return numpy.zeros((count, planes[0, 0].size)), numpy.full(count, 0.5)\n\n")
                file.write(sample)
            command = [sys.executable, path]
            if "gtp.serve" in sample:
                command = [qi_command, "arena", "--quiet", "--size", "4", "--games", "2", "--time", "60", "--openings", "0",
                           f"mine={sys.executable} {path}", "@playouts:10"]
            done = subprocess.run(command, env=environment, text=True, capture_output=True, check=False)
            assert done.returncode == 0 and not done.stderr, (sample, done.stdout, done.stderr)
            assert "arena" not in command or re.search(r"mine +\S+ +\S+ +2 +\d +\S+ +0 ", done.stdout), done.stdout  # no faults


@test
def ctrl_c_ends_an_engine():
    program = "from qigames import gtp, nogo; gtp.serve(nogo.Player(playouts=10**15))"
    with subprocess.Popen([sys.executable, "-c", program], env=dict(os.environ, PYTHONPATH=folder), stdin=subprocess.PIPE,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE) as engine:
        engine.stdin.write(b"name\ngenmove b\n")
        engine.stdin.flush()
        assert engine.stdout.readline() == b"= qi nogo\n"
        engine.send_signal(signal.SIGINT)
        assert engine.wait() == -signal.SIGINT and b"KeyboardInterrupt" in engine.stderr.read()


@test
def a_small_network_learns():
    python = python_with("torch", "numpy")
    if not python:
        return "PyTorch is not installed"
    example, environment = os.path.join(folder, "examples", "small_net.py"), dict(os.environ, PYTHONPATH=folder)
    with tempfile.TemporaryDirectory() as temporary:
        path = os.path.join(temporary, "small.pt")
        result = subprocess.run([python, example, "train", path, "60"], env=environment, text=True, capture_output=True, check=True).stdout
        assert result.startswith("right about who wins: "), result
        result = subprocess.run([python, example, "play", path], input="boardsize 5\ngenmove b\ngenmove w\n", env=environment, text=True,
                              capture_output=True, check=True).stdout
        assert result.count("= ") >= 2 and "?" not in result, result
    return None


run_tests()
