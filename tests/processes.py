"""Nothing survives: not the daemons of engines, and nothing at all when arena or stress is killed.

    python3 processes.py QI MUTANTS

Writes TAP.
"""

import os
import resource
import shutil
import signal
import subprocess
import sys
import tempfile

from living import TIMEOUT, carrying, children_of, wait_for

QI, MUTANTS = map(os.path.abspath, sys.argv[1:3])
MISBEHAVE = os.path.join(MUTANTS, "misbehave")
count = failed = 0


def check(name, good, detail=""):
    global count, failed
    count += 1
    failed += not good
    print(f"{'ok' if good else 'not ok'} {count} {name}", flush=True)
    if not good:
        print(f"#   {detail}")


def skip(name, why):
    global count
    count += 1
    print(f"ok {count} {name} # SKIP {why}", flush=True)


# An engine that answers, and leaves daemons of daemons behind at every start.
ENGINE = """#!/bin/sh
'{misbehave}' daemon-twice {token} >/dev/null
setsid sh -c 'setsid sh -c "sleep 1000; : {token}" & sleep 1000; : {token}' >/dev/null 2>&1 &
exec '{qi}' nogo gtp --player policy
"""
# One that hangs, and ignores what can be ignored; its shell has more to do.
HANGS = "trap '' TERM INT HUP; '{misbehave}' sleeps {token}; : {token}"


def test_daemons(folder):
    token = f"daemon-{os.getpid()}"
    engine = os.path.join(folder, "engine")
    with open(engine, "w", encoding="utf-8") as file:
        file.write(ENGINE.format(misbehave=MISBEHAVE, qi=QI, token=token))
    os.chmod(engine, 0o755)
    done = subprocess.run([QI, "arena", "daemons=" + engine, "@random", "--size", "3", "--games", "2"],
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=300)
    check("an arena of engines with daemons is played", done.returncode == 0, done.stdout)
    check("nothing is left of engines with daemons", not carrying(token), carrying(token))


def test_kills(folder):
    commands = {
        "arena": ["arena", "hangs=" + HANGS, "@random", "--size", "3", "--time", "600"],
        "stress": ["nogo", "stress", "--jobs", "2", "--time-limit", "10m", "--output", folder, "--", MISBEHAVE,
                   "spins-in-a-daemon"],
    }
    for name, words in commands.items():
        for victim in ("guard", "work"):
            for how in (signal.SIGKILL, signal.SIGTERM):
                token = f"{name}-{victim}-{how.name}-{os.getpid()}"
                words_now = [word.format(misbehave=MISBEHAVE, token=token) for word in words]
                run = subprocess.Popen([QI, *words_now, *([token] if name == "stress" else [])],
                                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=folder)
                ready = wait_for(lambda: len(carrying(token)) >= 4)
                work = children_of(run.pid)
                os.kill(run.pid if victim == "guard" or not work else work[0], how)
                run.wait(timeout=TIMEOUT)
                gone = wait_for(lambda: not carrying(token))
                check(f"{how.name} to the {victim} of {name}: nothing is left", ready and work and gone,
                      f"{ready} {work} {carrying(token)}")


def test_guards(folder):
    """A verb that runs no programs has no second process, whatever its operands are called."""
    pipe = os.path.join(folder, "stress")
    os.mkfifo(pipe)
    run = subprocess.Popen([QI, "nogo", "simulate", "stress"], stdout=subprocess.PIPE, cwd=folder)
    with open(pipe, "w", encoding="ascii") as board:  # when qi has opened it too
        children = children_of(run.pid)
        board.write("1\n.\n")
    answer = run.communicate(timeout=TIMEOUT)[0]
    check("no guard for a file called stress", not children and answer == b"-1 -1\n", f"{children} {answer}")


NOBODY = 65534


def test_want_of_processes(folder):
    """Where no process or thread may be started, that is said, and no memory is blamed."""
    user = {} if os.getuid() else {"user": NOBODY, "group": NOBODY, "extra_groups": []}
    os.chmod(folder, 0o777)
    qi = shutil.copy(QI, os.path.join(folder, "qi"))
    for words in (["selftest", "--count", "10"], ["nogo", "stress", "--count", "3", "--", "cat"],
                  ["arena", "@random", "@policy", "--size", "3", "--games", "2"]):
        done = subprocess.run([qi, *words], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=TIMEOUT,
                              preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NPROC, (1, 1)), **user)
        check(f"want of processes: {words[0]}", done.returncode == 2 and b"(ulimit -u)" in done.stdout and
              b"memory" not in done.stdout, done.stdout)



def put_right_program(folder):
    """A script that needs another file of its folder."""
    shutil.copy(os.path.join(MUTANTS, "nogo"), folder)
    with open(os.path.join(folder, "answer"), "w", encoding="ascii") as file:
        file.write("#!/bin/sh\nexec \"$(dirname \"$0\")/nogo\" none\n")
    os.chmod(os.path.join(folder, "answer"), 0o755)


def right_program_in(where, is_right):
    """Run from another folder."""
    with tempfile.TemporaryDirectory(dir=where) as folder:
        put_right_program(folder)
        return is_right([os.path.join(folder, "answer")], cwd="/")


def test_sandbox(folder):
    """What --sandbox keeps a program from; each line of the program's is one attempt."""
    stress = [QI, "nogo", "stress", "--count", "3", "--no-shrink", "--output", "o", "--sandbox", "--"]
    nowhere = subprocess.run([*stress, "/bin/true"], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                             env={**os.environ, "PATH": folder}, check=False)
    check("without bwrap it is said", nowhere.returncode == 2 and b"bubblewrap" in nowhere.stderr,
          nowhere.stderr)
    probe = subprocess.run([*stress, "true"], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    if probe.returncode == 2:
        skip("a sandbox", probe.stderr.decode().strip())
        return

    def is_right(words, user=None, **settings):
        done = subprocess.run([*stress[:-1], "--output", os.path.join(folder, "o"), "--", *words], stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, user=user, **settings)
        return done.stdout.startswith(b"3 cases, no failure"), done.stdout
    for where in (MUTANTS, "/tmp", "/var/tmp", "/dev/shm"):
        name = f"sandbox: a right program in {where.replace(MUTANTS, 'the tree')} is right"
        if os.access(where, os.W_OK) and not os.statvfs(where).f_flag & os.ST_NOEXEC:
            check(name, *right_program_in(where, is_right))
        else:
            skip(name, "no program can be put there")
    with tempfile.TemporaryDirectory() as elsewhere:
        os.symlink(folder, os.path.join(elsewhere, "link"))
        put_right_program(folder)
        check("sandbox: a right program behind a link is right", *is_right([os.path.join(elsewhere, "link", "answer")], cwd="/"))
    if os.getuid() == 0:
        os.chmod(folder, 0o777)
        stress[0] = shutil.copy(QI, os.path.join(folder, "qi"))
        good, said = is_right([os.path.join(folder, "answer")], user=NOBODY, cwd=folder)
        if b"bwrap does not work here" in said:
            skip("sandbox: root is not needed", said.decode().strip())
        else:
            check("sandbox: root is not needed", good, said)
        stress[0] = QI
    attempts = {
        "write here": f"echo x >'{folder}/planted'",
        "write in the system": "echo x >/etc/planted",
        "see other processes": f"kill -0 {os.getpid()}",
        "change the system's settings": "cat /proc/sys/vm/swappiness >/proc/sys/vm/swappiness",
        "see the network": "grep -v -e lo: -e face -e Inter /proc/net/dev",
    }
    for name, command in attempts.items():
        done = subprocess.run([*stress, "sh", "-c", f"{{ {command}; }} 2>/dev/null && exit 77; exit 78"], cwd=folder,
                              stdout=subprocess.PIPE)
        check(f"no program in the sandbox can {name}", b"exit status 78" in done.stdout, done.stdout)
    planted = f"/tmp/{os.path.basename(folder)}-{os.getpid()}"  # a name that only this run has
    own = subprocess.run([*stress, "sh", "-c", f"echo x >'{planted}' && exit 79"], cwd=folder, stdout=subprocess.PIPE)
    check("it has a /tmp of its own", b"exit status 79" in own.stdout and not os.path.exists(planted), own.stdout)
    crash = subprocess.run([*stress, "sh", "-c", "kill -SEGV $$"], cwd=folder, stdout=subprocess.PIPE)
    check("a crash in the sandbox is a crash", crash.stdout.startswith(b"crash: "), crash.stdout)


with tempfile.TemporaryDirectory() as place:
    test_guards(place)
    test_want_of_processes(place)
    test_sandbox(place)
    test_daemons(place)
    test_kills(place)
    print(f"1..{count}")
sys.exit(failed > 0)
