"""qi-mpi: the solver on several ranks, its checkpoints, and what is spread over them.

    python3 cluster.py QI_MPI QI POSITIONS

POSITIONS compares random positions with minimax (unit/cluster/positions.c). Runs up to four ranks, more than there
may be cores for. Writes TAP.
"""

import json
import os
import re
import signal
import subprocess
import sys
import tempfile

from living import carrying, children_of, wait_for
from tap import check, finish

MPI, QI, POSITIONS = (os.path.abspath(path) for path in sys.argv[1:4])
# What Open MPI does wrong, for a build with -Db_sanitize=thread.
SUPPRESSED = os.path.join(os.path.dirname(os.path.abspath(__file__)), "openmpi.supp")
SCALE = int(os.environ.get("QI_TEST_SCALE", "100"))
# As root and in a container without ssh, too.
ENVIRONMENT = dict(
    os.environ,
    OMPI_ALLOW_RUN_AS_ROOT="1",
    OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1",
    OMPI_MCA_plm_rsh_agent="",
    OMPI_MCA_rmaps_base_oversubscribe="1",
    OMPI_MCA_hwloc_base_binding_policy="none",
    OMPI_MCA_mpi_yield_when_idle="1",
    OMPI_MCA_btl_vader_single_copy_mechanism="none",
    TSAN_OPTIONS=f"suppressions={SUPPRESSED}",
)
# Each rank is a machine of its own.
APART = dict(ENVIRONMENT, QI_MPI_APART="1")


def start(ranks, *command, env=ENVIRONMENT, **settings):
    return subprocess.Popen(["mpirun", "-n", str(ranks), *command], env=env, text=True,
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE, **settings)


races = []


def end(job, given=None):
    """What a job printed and said, once it is over. A race may be found by a rank whose status nobody sees."""
    out, talk = job.communicate(given, timeout=1500)
    if "ThreadSanitizer" in talk:
        races.append(talk)
    return out, talk


def run(ranks, *command, given="", **settings):
    job = start(ranks, *command, stdin=subprocess.PIPE, **settings)
    out, talk = end(job, given)
    return job.returncode, out, talk


def solve(ranks, *options, **settings):
    return run(ranks, MPI, "nogo", "solve", "--memory", "16M", *options, **settings)


# ---- the same answers for any number of ranks --------------------------------------------------------------------------

# Four positions each; QI_TEST_SCALE=10000 makes it ten thousand.
SOLVERS = max(1, SCALE // 16) if SCALE <= 100 else SCALE // 4
for ranks, where in (1, ENVIRONMENT), (2, ENVIRONMENT), (4, ENVIRONMENT), (2, APART), (4, APART):
    status, out, talk = run(ranks, POSITIONS, str(SOLVERS), env=where)
    check(status == 0 and out.startswith("all right"),
          f"random positions by {ranks} ranks {'apart ' if where is APART else ''}against minimax", out, talk)

for where, words in (ENVIRONMENT, "4 ranks on one machine share"), (APART, "4 ranks on 4 machines"):
    status, out, talk = solve(4, "--empty", "4x4", "--threads", "2", env=where)
    check(status == 0 and out.startswith("winner O\n") and f"\n{words}" in talk, f"4x4: {words}", out, talk)

SMALL = "3\nX..\n.O.\n...\n"
alone = subprocess.run([QI, "nogo", "solve", "--moves"], input=SMALL, capture_output=True, text=True).stdout
status, out, talk = solve(3, "--moves", given=SMALL)
moves = re.findall("move.*", out)
check(status == 0 and moves == re.findall("move.*", alone) and len(moves) == 7,
      "all ranks read what rank 0 does, and it alone prints", out, talk)

status, out, talk = solve(2, "--empty", "9x9")
check(status == 2 and talk.count("more than 48 points") == 1, "an error is told once", out, talk)

# mpirun leaves rank 0 no terminal, but it tells how far it is, a line now and then.
status, out, talk = solve(2, "--empty", "5x5", "--nodes", "60000", env=dict(ENVIRONMENT, QI_MPI_PROGRESS="0.01"))
check(status == 1 and re.search(r"^move 1 of 25, reply 0 of 24; 0\.. M positions, .*, table [0-9]+ %", talk, re.M) and
      "\033" not in talk, "a job says how far it is", out, talk)

# ---- checkpoints -------------------------------------------------------------------------------------------------------


def facts_read(talk):
    return int((re.search("read ([0-9]+) facts", talk) or (0, 0))[1])


def positions_in(talk):
    return int(re.search("([0-9]+) positions", talk)[1])


with tempfile.TemporaryDirectory() as folder:
    # A board that takes minutes; two ranks save often, and one is killed: the last of several machines, and the one
    # that only waits while another searches for its machine.
    save = ("--save", "facts")
    for where in APART, ENVIRONMENT:
        job = start(2, MPI, "nogo", "solve", "--empty", "5x5", *save, "--save-every", "0.1", stdin=subprocess.DEVNULL,
                    cwd=folder, env=where)
        lines = [job.stderr.readline()]
        while lines[-1].startswith("read"):
            lines.append(job.stderr.readline())
        check(lines[-1].startswith("saved") and job.poll() is None, "a job saves while it runs", lines)
        os.kill(children_of(job.pid)[-1], signal.SIGKILL)
        out, talk = end(job)
        check(job.returncode != 0 and "rank" in talk and "signal 9" in talk and not out,
              "a rank that dies ends the job, and it is said", job.returncode, out, talk)
        status, out, talk = solve(3, "--empty", "5x5", "--nodes", "3000", *save, cwd=folder, env=where)
        check(status == 1 and out.startswith("winner unknown\n") and facts_read(talk) > 0,
              "three ranks go on from there, up to a limit", out, talk)
    status, out, talk = solve(2, "--empty", "3x6", *save, cwd=folder, env=APART)
    first = positions_in(talk)
    check(status == 0 and out.startswith("winner X\n") and facts_read(talk) > 0, "two ranks solve another board", out, talk)
    names = sorted(os.listdir(folder))
    check(len(names) == 3 and names[0] == "facts", "only the last parts are kept", names)
    again = subprocess.run([QI, "nogo", "solve", "--empty", "3x6", *save], capture_output=True, text=True, cwd=folder)
    check(again.returncode == 0 and again.stdout.startswith("winner X\n") and positions_in(again.stderr) < first / 10 and
          os.listdir(folder) == ["facts"], "one process goes on from what two have saved", again, first)
    status, out, talk = solve(4, "--empty", "3x6", *save, cwd=folder)
    check(status == 0 and out.startswith("winner X\n") and positions_in(talk) < first / 10,
          "four ranks go on from one's file", out, talk)

# A small checkpoint, cut after every byte, and with every byte changed: refused, or continued correctly.
with tempfile.TemporaryDirectory() as folder:
    small = ("--empty", "2x6", "--save", "facts")
    status, out, talk = solve(2, *small, cwd=folder, env=APART)
    check(status == 0 and out.startswith("winner X\n"), "a small checkpoint", out, talk)
    kept = {}
    for name in os.listdir(folder):
        with open(os.path.join(folder, name), "rb") as file:
            kept[name] = file.read()

    def damage(name, data):
        """The status and the words of a process that goes on from a damaged checkpoint."""
        for other, good in kept.items():
            with open(os.path.join(folder, other), "wb") as file:
                file.write(data if other == name else good)
        result = subprocess.run([QI, "nogo", "solve", *small], capture_output=True, text=True, cwd=folder)
        refused = result.returncode == 2 and "facts" in result.stderr and not result.stdout
        right = result.returncode == 0 and result.stdout.startswith("winner X\n")
        return "refused" if refused else "right" if right else repr(result)

    for name, step in ("facts", 1), (sorted(kept)[1], 1 if SCALE >= 100 else 7):
        whole = kept[name]
        cut = {damage(name, whole[:at]) for at in range(0, len(whole), step)}
        changed = {damage(name, whole[:at] + bytes([whole[at] ^ 4]) + whole[at + 1:]) for at in range(0, len(whole), step)}
        wanted = {"refused"} if name == "facts" else {"right"}
        check(cut == changed == wanted, f"{name} cut and changed anywhere, {len(whole)} bytes", cut, changed)
    os.remove(os.path.join(folder, "facts"))
    for name, data in kept.items():
        with open(os.path.join(folder, name), "wb") as file:
            file.write(data)
    os.remove(os.path.join(folder, sorted(kept)[2]))
    lacking = subprocess.run([QI, "nogo", "solve", *small], capture_output=True, text=True, cwd=folder)
    check(lacking.returncode == 2 and "cannot read 'facts.0.1'" in lacking.stderr, "a missing part is named", lacking)

# ---- what is spread ----------------------------------------------------------------------------------------------------

for ranks, command in (
    (2, ("selftest", "--count", "40", "--jobs", "1")),
    (3, ("nogo", "simulate", "--playouts", "1000", "--by-move", "--json", "-")),
    (3, ("nogo", "stress", "--count", "30", "--limits", "none", "--jobs", "1", "--no-shrink", "--", "true")),
):
    with tempfile.TemporaryDirectory() as folder:
        one = subprocess.run([QI, *command], input=SMALL, capture_output=True, text=True, cwd=folder)
        status, out, talk = run(ranks, MPI, *command, given=SMALL, cwd=folder)
        use = re.compile(".* of CPU time.*")  # what a run took is never the same
        check(status == one.returncode and out and use.sub("", out) == use.sub("", one.stdout),
              f"{' '.join(command[:2])} by {ranks} ranks is what one process finds", one, out, talk)

# A match: the same games, in the same files, whoever plays them; and it goes on when a rank was killed.


def games_in(folder):
    """The lines of a match's games but for the times, by number, and their records."""
    try:
        with open(os.path.join(folder, "games.jsonl"), encoding="utf-8") as file:
            lines = [json.loads(line) for line in list(file)[1:] if line.endswith("\n")]
    except FileNotFoundError:
        return {}, {}
    records = {}
    for line in lines:
        name = f"{line['game'] + 1:05d}.sgf"
        with open(os.path.join(folder, name), encoding="utf-8") as file:
            records[name] = file.read()
        del line["cpu"], line["longest"]
    return {line["game"]: line for line in lines}, records


with tempfile.TemporaryDirectory() as folder:
    match = ("arena", "@policy", "@level:3", "--size", "4", "--games")
    one = subprocess.run([QI, *match, "6", "--out", "one"], capture_output=True, text=True, cwd=folder)
    job = start(2, MPI, *match, "1000", "--out", "many", stdin=subprocess.DEVNULL, cwd=folder)
    ready = wait_for(lambda: len(games_in(folder + "/many")[0]) >= 3)
    os.kill(children_of(children_of(job.pid)[-1])[0], signal.SIGKILL)
    end(job)
    before, _ = games_in(folder + "/many")
    check(ready and job.returncode != 0 and len(before) >= 3, "a rank of a match is killed", len(before))
    status, out, talk = run(3, MPI, *match, str(2 * len(before)), "--out", "many", cwd=folder)
    played, records = games_in(folder + "/many")
    alone, kept = games_in(folder + "/one")
    check(status == 0 and "games of this match were played before" in talk and len(played) == 2 * len(before) and
          all(played[number] == line for number, line in before.items()), "three ranks go on with it", out, talk)
    check(one.returncode == 0 and alone.items() <= played.items() and kept.items() <= records.items() and len(kept) == 6,
          "they play the games that one process plays", one, alone, played)

# Nothing survives a rank that is killed, nor the process that guards it: not what its programs leave behind, either.
for victim in "guard", "work":
    token = f"ranks-{victim}-{os.getpid()}"
    program = f"setsid sh -c 'sleep 1000; : {token}' & sleep 1000; : {token}"
    with tempfile.TemporaryDirectory() as folder:
        job = start(2, MPI, "nogo", "stress", "--jobs", "1", "--time-limit", "600000", "--out", folder, "--", "sh", "-c",
                    program, stdin=subprocess.DEVNULL, cwd=folder)
        ready = wait_for(lambda: len(carrying(token)) >= 9)  # mpirun, and of each rank: two, its program and a daemon
        guard = children_of(job.pid)[-1]
        os.kill(guard if victim == "guard" else children_of(guard)[0], signal.SIGKILL)
        out, talk = end(job)
        gone = wait_for(lambda: not carrying(token))
        check(ready and gone and job.returncode != 0 and "signal 9" in talk,
              f"nothing is left when the {victim} of a rank of stress is killed", ready, carrying(token), talk)

check(not races, "no thread races another", *races)
finish()
