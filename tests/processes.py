"""Nothing survives: not the daemons of engines, and nothing at all when arena or stress is killed.

    python3 processes.py QI MUTANTS

Writes TAP.
"""

import fcntl
import os
import resource
import shutil
import signal
import socket
import subprocess
import sys
import tempfile

from living import TIMEOUT, carrying, children_of, command_of, wait_for

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
    check("no process outlives an arena of engines with daemons", not carrying(token), carrying(token))


def test_kills_of_both(folder):
    """With a sandbox nothing is left even then. Without one a daemon may stay."""
    token = f"both-{os.getpid()}"
    run = subprocess.Popen([QI, "nogo", "stress", "--time-limit", "10m", "--output", folder, "--sandbox", "--", MISBEHAVE,
                            "spins-in-a-daemon", token], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, cwd=folder)

    def runs():
        """Not only bubblewrap, which follows its parent from the end of its set-up on."""
        return any(command_of(pid).startswith(MISBEHAVE.encode()) for pid in carrying(token))
    ready = wait_for(lambda: run.poll() is not None or runs())
    if run.poll() is not None:
        skip("SIGKILL to both halves of stress with a sandbox", run.stderr.read().decode().strip())
        return
    halves = [run.pid, *children_of(run.pid)]
    for how in (signal.SIGSTOP, signal.SIGKILL):  # so that neither sees the other's end
        for pid in halves:
            os.kill(pid, how)
    run.wait(timeout=TIMEOUT)
    check("SIGKILL to both halves of stress with a sandbox: nothing is left", ready and wait_for(lambda: not carrying(token)),
          carrying(token))


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


# A compiler that maps the same file so often that it seems to take 4.4 GB.
EATS = """import mmap, sys, time
with open(sys.argv[1], "wb") as file:
    file.truncate(64 << 20)
with open(sys.argv[1], "rb") as file:
    held = [mmap.mmap(file.fileno(), 0, flags=mmap.MAP_PRIVATE | 0x8000, prot=mmap.PROT_READ) for _ in range(70)]  # MAP_POPULATE
time.sleep(20)
"""


def test_compiler(folder):
    """The limits that a compiler has. The 600 s by the clock are not waited for."""
    source, eats = os.path.join(folder, "source.c"), os.path.join(folder, "eats.py")
    for path, text in ((source, ""), (eats, EATS)):
        with open(path, "w", encoding="ascii") as file:
            file.write(text)

    def compile_by(command):
        done = subprocess.run([QI, "nogo", "stress", "--compile", command, "--", source], cwd=folder, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=TIMEOUT)
        return done.returncode, done.stdout.decode()
    status, said = compile_by("sh -c 'ulimit -t; exit 1'")
    check("a compiler has a limit of CPU time", status == 2 and said.startswith("301\n"), said)
    status, said = compile_by("sh -c 'head -c 1 /dev/zero | dd bs=1 seek=4G of=large 2>/dev/null || echo refused; exit 1'")
    check("a compiler has a limit of a file's size", status == 2 and "refused\n" in said, said)
    status, said = compile_by(f"{sys.executable} {eats} {os.path.join(folder, 'mapped')}")
    check("a compiler has a limit of memory", status == 2 and "more than 4 GB of memory" in said, said)


NOBODY = 65534


def test_want_of_processes(folder):
    """Where no process or thread may be started, that is said, and no memory is blamed."""
    user = {} if os.getuid() else {"user": NOBODY, "group": NOBODY, "extra_groups": []}
    os.chmod(folder, 0o777)
    qi = shutil.copy(QI, os.path.join(folder, "qi"))
    without_leak_checks = dict(os.environ, ASAN_OPTIONS=os.environ.get("ASAN_OPTIONS", "") + ":detect_leaks=0")  # a process itself
    for words in (["selftest", "--count", "10"], ["nogo", "stress", "--count", "3", "--", "cat"],
                  ["arena", "@random", "@policy", "--size", "3", "--games", "2"]):
        done = subprocess.run([qi, *words], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=TIMEOUT,
                              env=without_leak_checks,
                              preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NPROC, (1, 1)), **user)
        check(f"want of processes: {words[0]}", done.returncode == 2 and b"(ulimit -u)" in done.stdout and
              b"memory" not in done.stdout, done.stdout)


def put_right_program(folder):
    """A script that needs another file of its folder."""
    shutil.copy(os.path.join(MUTANTS, "nogo"), folder)
    with open(os.path.join(folder, "answer"), "w", encoding="ascii") as file:
        file.write("#!/bin/sh\nexec \"$(dirname \"$0\")/nogo\" none\n")
    os.chmod(os.path.join(folder, "answer"), 0o755)
    os.chmod(folder, 0o755)  # also for whom root's programs run as in the sandbox


def right_program_in(where, is_right):
    """Run from another folder."""
    with tempfile.TemporaryDirectory(dir=where) as folder:
        put_right_program(folder)
        return is_right([os.path.join(folder, "answer")], cwd="/")


# What a program in the sandbox may not do: the rows of the table in SECURITY.md. Each is a command that must fail.
FORBIDDEN = {
    "write here": "echo x >'{folder}/planted'",
    "write where everybody may": "echo x >'{open}/planted'",
    "write in the system": "echo x >/etc/planted || echo x >/usr/planted || echo x >/dev/planted",
    "see other processes": "kill -0 {pid} || test -e /proc/{pid}",
    "change the system's settings": "cat /proc/sys/vm/swappiness >/proc/sys/vm/swappiness || ! grep '/proc/sys proc ro' /proc/mounts",
    "see the network": "grep -v -e lo: -e face -e Inter /proc/net/dev",
    "talk to a socket outside": "python3 -c 'import socket; socket.socket(socket.AF_UNIX).connect(\"{folder}/socket\")'",
    "talk to it by a pair of sockets": "python3 -c 'import socket; socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)"
                                       "[0].connect(\"{folder}/datagrams\")'",
    "use a descriptor that qi was given": "test -e /proc/self/fd/{given}",
    "see a variable of the environment": "test -n \"$SECRET\"",
    # Two files, each below the limit of one file's size.
    "fill the memory with temporary files":
        "for place in tmp dev/shm var/tmp; do head -c 40M /dev/zero >/$place/one && head -c 40M /dev/zero >/$place/two && break; done",
    "be root": "test $(id -u) = 0",
    "read what only root may read": "cat '{folder}/secret'",
    "read what others have in /tmp": "cat '{other}/readable'",
    "be in root's group": "id -G | tr ' ' '\\n' | grep -x 0",
    "gain rights by a program": "! grep 'NoNewPrivs:.*1' /proc/self/status",
    "have a capability": "grep CapEff /proc/self/status | grep -v 0000000000000000",
}
# And what it may.
ALLOWED = {
    "write into its own /tmp": "echo x >/tmp/{name} && echo x >/dev/shm/{name}",
    "open a pair of streams": "python3 -c 'import socket; socket.socketpair()'",
    "find its programs": "test -n \"$PATH\" && test \"$HOME\" = /tmp",
}


def test_rows(folder, qi, user, wide_open, other):
    """As the user; None: as we are. `wide_open` is a folder in which everybody may write, `other` one below /tmp."""
    who = "as nobody" if user else "as root" if os.getuid() == 0 else "as a user"
    words = [qi, "nogo", "stress", "--count", "1", "--shrink-time", "0", "--memory-limit", "64M", "--output", tempfile.mkdtemp(dir=folder),
             "--sandbox", "--"]
    os.chmod(words[-3], 0o777)
    given = fcntl.fcntl(0, fcntl.F_DUPFD, 50)
    holes = {"given": given, "folder": folder, "open": wide_open, "other": other, "pid": os.getpid(), "name": f"{os.path.basename(folder)}-{os.getpid()}"}
    settings = {"cwd": folder, "stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "env": {**os.environ, "SECRET": "1"},
                "pass_fds": (given,),
                **({"user": user, "group": user, "extra_groups": []} if user else {"extra_groups": [0]} if os.getuid() == 0 else {})}

    def attempt(command):
        done = subprocess.run([*words, "sh", "-c", f"if {{ {command.format(**holes)}; }} >/dev/null 2>&1; then exit 77; else exit 78; fi"],
                              **settings, check=False)
        return b"exit status 77" in done.stdout, b"exit status 78" in done.stdout, done.stdout
    for name, command in FORBIDDEN.items():
        can, cannot, said = attempt(command)
        check(f"sandbox {who}: no program can {name}", cannot and not can, said)
    for name, command in ALLOWED.items():
        can, _, said = attempt(command)
        check(f"sandbox {who}: a program can {name}", can and not os.path.exists(f"/tmp/{holes['name']}"), said)
    crash = subprocess.run([*words, "sh", "-c", "kill -SEGV $$"], **settings, check=False)
    check(f"sandbox {who}: a crash is reported", crash.stdout.startswith(b"crash: "), crash.stdout)


def test_sandbox(folder):
    """What --sandbox keeps a program from, and what not."""
    os.chmod(folder, 0o777)
    stress = [QI, "nogo", "stress", "--count", "3", "--shrink-time", "0", "--output", "o", "--sandbox", "--"]
    nowhere = subprocess.run([*stress, "/bin/true"], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                             env={**os.environ, "PATH": folder}, check=False)
    check("sandbox: a missing bwrap is reported", nowhere.returncode == 2 and b"bubblewrap" in nowhere.stderr,
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
        name = f"sandbox: a correct program in {where.replace(MUTANTS, 'the tree')} passes"
        if os.access(where, os.W_OK) and not os.statvfs(where).f_flag & os.ST_NOEXEC:
            check(name, *right_program_in(where, is_right))
        else:
            skip(name, "no program can be put there")
    with tempfile.TemporaryDirectory() as elsewhere:
        os.symlink(folder, os.path.join(elsewhere, "link"))
        os.chmod(elsewhere, 0o755)
        put_right_program(folder)
        check("sandbox: a correct program behind a link passes", *is_right([os.path.join(elsewhere, "link", "answer")], cwd="/"))
    source = os.path.join(folder, "source.c")
    with open(source, "w", encoding="ascii") as file:
        file.write("int main(void) { return 77; }\n")
    compiled = subprocess.run([*stress, source], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    check("sandbox: a source is compiled and run", b"exit status 77" in compiled.stdout, compiled.stdout)
    with open(os.path.join(folder, "secret"), "w", encoding="ascii") as file:
        file.write("only root may read this\n")
    os.chmod(os.path.join(folder, "secret"), 0)
    with tempfile.TemporaryDirectory(dir=MUTANTS) as wide_open, tempfile.TemporaryDirectory(dir="/tmp") as other, \
            socket.socket(socket.AF_UNIX) as server, socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as datagrams:
        os.chmod(wide_open, 0o777)
        os.chmod(other, 0o755)
        with open(os.path.join(other, "readable"), "w", encoding="ascii") as file:
            file.write("everybody may read this\n")
        server.bind(os.path.join(folder, "socket"))
        server.listen(100)
        datagrams.bind(os.path.join(folder, "datagrams"))
        for name in ("socket", "datagrams"):
            os.chmod(os.path.join(folder, name), 0o777)
        test_rows(folder, QI, None, wide_open, other)
        if os.getuid() == 0:
            qi = shutil.copy(QI, os.path.join(folder, "qi"))
            stress[0] = qi
            good, said = is_right([os.path.join(folder, "answer")], user=NOBODY, cwd=folder)
            stress[0] = QI
            if b"bwrap does not work here" in said:
                skip("sandbox: root is not needed", said.decode().strip())
            else:
                check("sandbox: root is not needed", good, said)
                test_rows(folder, qi, NOBODY, wide_open, other)
            os.chmod(os.path.join(folder, "answer"), 0o700)
            good, said = is_right([os.path.join(folder, "answer")], cwd=folder)
            check("sandbox: a program unreadable for nobody is reported to root", not good and b"run as nobody" in said, said)


with tempfile.TemporaryDirectory() as place:
    test_guards(place)
    test_want_of_processes(place)
    test_compiler(place)
    test_sandbox(place)
    test_daemons(place)
    test_kills(place)
    test_kills_of_both(place)
    print(f"1..{count}")
sys.exit(failed > 0)
