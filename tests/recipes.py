"""The recipes of docs/scale.md, run by what they are for: GNU parallel, and Slurm with two nodes on this machine.

    python3 recipes.py QI EXAMPLES

What is not installed, or does not start here, is skipped by name. Writes TAP.
"""

import contextlib
import getpass
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

QI, EXAMPLES = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
WINNER = "winner X"  # of 3x5
PIECES = "16"
os.environ["PATH"] += ":/usr/sbin"  # where Debian keeps daemons, also for whoever is not root
count, failed = 0, False


def report(good, name, *details, skip=None):
    global count, failed
    count += 1
    failed |= not good
    print("ok" if good else "not ok", count, name, f"# SKIP {skip}" if skip else "", flush=True)
    for detail in details if not good else ():
        print(f"#   {detail!r}")


def run(script, folder, path, **variables):
    environment = {**os.environ, "PATH": f"{path}{QI.parent}:{os.environ['PATH']}", "PIECES": PIECES, **variables}
    return subprocess.run([EXAMPLES / script, folder, "--empty", "3x5"], env=environment, capture_output=True, text=True,
                          timeout=300)


def recipe(name, script, folder, **variables):
    """Solves a board; then again after a file was lost."""
    done = run(script, folder, "", **variables)
    files = sorted(folder.glob("piece-*.facts"))
    report(done.returncode == 0 and done.stdout.startswith(WINNER) and len(files) > 4, f"{name} solves 3x5", done, files)
    before = {file: file.stat().st_mtime_ns for file in files[1:]}
    for file in files[:1]:
        file.unlink()
    done = run(script, folder, "", **variables)
    again = [file for file, written in before.items() if file.stat().st_mtime_ns != written]
    report(done.returncode == 0 and done.stdout.startswith(WINNER) and not again, f"{name} makes up for a lost piece", done, again)


def idle(name, script, tool):
    """A scheduler that starts nothing does not make the recipe run for ever."""
    with tempfile.TemporaryDirectory() as folder:
        stub = pathlib.Path(folder, "bin", tool)
        stub.parent.mkdir()
        stub.write_text("#!/bin/sh\nexit 1\n")
        stub.chmod(0o755)
        done = run(script, pathlib.Path(folder, "facts"), f"{stub.parent}:")
        report(done.returncode == 2 and "left a file" in done.stderr, f"{name} gives up where no piece is solved", done)


# ---- Slurm -------------------------------------------------------------------------------------------------------------

def free_ports(number):
    with contextlib.ExitStack() as open_ones:
        ports = [open_ones.enter_context(socket.socket()) for _ in range(number)]
        for port in ports:
            port.bind(("127.0.0.1", 0))
        return [port.getsockname()[1] for port in ports]


def slurm_conf(folder):
    host, user = socket.gethostname().split(".")[0], getpass.getuser()
    ports = free_ports(3)
    nodes = "\n".join(f"NodeName=qi{n} NodeHostname={host} NodeAddr=127.0.0.1 Port={ports[n]} CPUs=2 RealMemory=4000"
                      for n in (1, 2))
    return f"""ClusterName=qi
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={ports[0]}
SlurmUser={user}
SlurmdUser={user}
AuthType=auth/munge
AuthInfo=socket={folder}/munge.sock
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/%n
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd-%n.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd-%n.log
ProctrackType=proctrack/pgid
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
ReturnToService=2
{nodes}
PartitionName=all Nodes=qi1,qi2 Default=YES State=UP
"""


class NoCluster(Exception):
    pass


@contextlib.contextmanager
def cluster():
    """Two nodes with a key and a socket of their own. Everything is ended by its pid file."""
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        (folder / "state").mkdir()
        (folder / "munge.key").write_bytes(os.urandom(128))
        (folder / "munge.key").chmod(0o600)
        (folder / "slurm.conf").write_text(slurm_conf(folder))
        environment = {**os.environ, "SLURM_CONF": str(folder / "slurm.conf")}
        munged = ["munged", "--force", *(f"--{what}={folder}/{name}" for what, name in (
            ("key-file", "munge.key"), ("socket", "munge.sock"), ("pid-file", "munged.pid"), ("log-file", "munged.log"),
            ("seed-file", "munged.seed")))]
        try:
            for command in (munged, ["slurmctld", "-c"], ["slurmd", "-c", "-N", "qi1"], ["slurmd", "-c", "-N", "qi2"]):
                done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60)
                if done.returncode:
                    raise NoCluster(f"{command[0]} does not start here")
            until_idle(environment)
            yield environment["SLURM_CONF"], folder
        finally:
            for file in sorted(folder.glob("*.pid"), reverse=True):
                end(int(file.read_text()))


def until_idle(environment):
    for _ in range(60):
        shown = subprocess.run(["sinfo", "-h", "-o", "%D %t"], env=environment, capture_output=True, text=True)
        if shown.stdout.strip() == "2 idle":
            return
        time.sleep(0.5)
    raise NoCluster("the nodes of Slurm do not start here")


def end(process):
    """Ends a daemon and waits for it."""
    with contextlib.suppress(ProcessLookupError, FileNotFoundError):
        os.kill(process, signal.SIGTERM)
        for _ in range(100):
            if pathlib.Path(f"/proc/{process}/stat").read_text().split(")")[1].split()[0] == "Z":
                return
            time.sleep(0.1)
        os.kill(process, signal.SIGKILL)


def slurm():
    missing = [tool for tool in ("munged", "slurmctld", "slurmd", "sbatch") if not shutil.which(tool)]
    if missing:
        return f"{' and '.join(missing)} not there"
    try:
        with cluster() as (conf, folder):
            recipe("Slurm", "solve-slurm.sh", folder / "facts", SLURM_CONF=conf)
    except NoCluster as reason:
        return str(reason)
    return None


with tempfile.TemporaryDirectory() as folder:
    version = shutil.which("parallel") and subprocess.run(["parallel", "--version"], capture_output=True, text=True).stdout
    if version and version.startswith("GNU parallel"):
        recipe("GNU parallel", "solve-parallel.sh", pathlib.Path(folder, "facts"))
    else:
        report(True, "GNU parallel solves 3x5", skip="GNU parallel is not there")
idle("the recipe for GNU parallel", "solve-parallel.sh", "parallel")
reason = slurm()
if reason:
    report(True, "Slurm solves 3x5", skip=reason)
idle("the recipe for Slurm", "solve-slurm.sh", "sbatch")
print(f"1..{count}")
sys.exit(failed)
