"""What is published works where there is nothing but itself.

    python3 tests/release.py FOLDER             every file of a release (./dev release --try)
    python3 tests/release.py --command QI       the static command alone
"""

import glob
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile

from tap import run_tests, test

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
with open(os.path.join(ROOT, "examples", "maze.txt"), encoding="utf-8") as maze:
    MAZE = maze.read()
EMPTY = "3\n...\n...\n...\n"
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
# Arguments of the command, its input, its status and a pattern of its output. `QI` is the command itself.
SESSION = [
    ("--version", "", 0, r"^qi \d+\.\d+"),
    ("--lang zh --help", "", 0, "不围棋"),
    ("nogo simulate", EMPTY, 0, r"\n-1 -1\n$"),
    ("nogo simulate --playouts 20k --jobs 2", EMPTY, 0, "20000"),
    ("nogo show", EMPTY, 0, "· · ·"),
    ("nogo check - m", EMPTY, 1, "wrong: line 2: -1 -1"),
    ("nogo analyze --playouts 50 --json", EMPTY, 0, '"candidates"'),
    ("nogo solve --empty 3x3 --proof p", "", 0, "winner X"),
    ("nogo verify p", "", 0, "proved: X wins"),
    ("nogo gtp --playouts 20", "boardsize 5\ngenmove b\nquit\n", 0, r"= [A-E][1-5]\n"),
    ("go replay --size 2", "1\n3\nB 1 1\nW 2 2\nB 2 2\n", 0, r"^miss 1\nB\.\n\.W\n"),
    ("maze count", MAZE, 0, r"^8$"),
    ("go generate --seed 3", "", 0, r"^[BW] \d+ \d+$"),
    ("selftest --count 20", "", 0, ""),
    ("go sgf nothing.sgf", "", 2, "nothing.sgf"),
]
FOR_LINUX = [
    ("nogo stress --count 20 -- QI nogo simulate", "", 0, "20 cases, no failure"),
]
PAGE = [("web -o page.html", "", 0, "")]
PYTHON = """
import os, sys
import qigames
from qigames import go, judge, maze, nogo
board = nogo.Position(5)
board.play(*nogo.Player(playouts=10).choose(board).move)
assert qigames.__file__.startswith(sys.prefix) and nogo.Solver().solve(nogo.Position(3)).outcome == nogo.Outcome.WON
"""
NODE = 'import { load } from "qi-games"; const qi = await load(); console.log(qi.nogo(5).playOut().over);'
LIBRARY = """#include "qi.h"
int main(void)
{
    qi_nogo *board = 0;
    return qi_nogo_new(3, 3, 0, &board) != QI_OK;
}
"""


def have(*names):
    return next((name for name in names if shutil.which(name)), None)


def run(*command, text="", **options):
    """What it prints. It must succeed."""
    done = subprocess.run(command, input=text, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False, **options)
    assert done.returncode == 0, f"{command}: {done.returncode}\n{done.stdout[-2000:]}"
    return done.stdout


def use(command, myself, folder, steps, **options):
    """Runs a session: `command` begins each line, `myself` is its name for itself."""
    with open(os.path.join(folder, "m"), "w", encoding="utf-8") as file:
        file.write("1 1\n-1 -1\n")
    for arguments, text, status, pattern in steps:
        words = [myself if word == "QI" else word for word in arguments.split()]
        done = subprocess.run([*command, *words], input=text.encode(), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False,
                              **options)
        output = done.stdout.decode().replace("\r\n", "\n")
        assert done.returncode == status and re.search(pattern, output, re.M), f"qi {arguments}: {done.returncode}\n{output}"
    if steps[-1] in PAGE:
        with open(os.path.join(folder, "page.html"), encoding="utf-8") as file:
            assert "<title>" in file.read()


def use_alone(program, steps):
    """In a root with nothing but the program, /dev, /proc and a folder for its files. Returns why that cannot be had, or None."""
    with tempfile.TemporaryDirectory() as folder:
        bare = ["bwrap", "--unshare-all", "--die-with-parent", "--dev", "/dev", "--proc", "/proc", "--ro-bind", os.path.abspath(program),
                "/qi", "--bind", folder, "/files", "--chdir", "/files", "--clearenv", "--setenv", "TMPDIR", "/files", "--"]
        if not have("bwrap") or subprocess.run([*bare, "/qi", "--version"], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                                               check=False).stderr.startswith(b"bwrap:"):
            return "bwrap is missing or not permitted"
        use([*bare, "/qi"], "/qi", folder, steps)
    return None


def published(pattern):
    names = [os.path.basename(path) for path in glob.glob(os.path.join(release, f"*{pattern}"))]
    assert len(names) == 1, f"found {names}, expected one file *{pattern}"
    return os.path.join(release, names[0])


def unpacked(pattern, folder):
    """The folder in an archive, unpacked."""
    path = published(pattern)
    with zipfile.ZipFile(path) if path.endswith(".zip") else tarfile.open(path) as archive:
        archive.extractall(folder)
    (inside,) = os.listdir(folder)
    assert os.path.basename(path).startswith(inside), inside
    return os.path.join(folder, inside)


def checksums_are_right_and_of_every_file():
    with open(published("SHA256SUMS"), encoding="utf-8") as file:
        sums = dict(reversed(line.split()) for line in file)
    assert sorted([*sums, "SHA256SUMS"]) == sorted(os.listdir(release))
    for name, wanted in sums.items():
        with open(os.path.join(release, name), "rb") as file:
            assert hashlib.sha256(file.read()).hexdigest() == wanted, name


def the_notes_name_every_file_and_have_the_changes():
    with open(published("NOTES.md"), encoding="utf-8") as file:
        notes = file.read()
    for name in os.listdir(release):
        assert f"| {name} |" in notes or name in ("NOTES.md", "SHA256SUMS"), name
    assert notes.count("\n- ") > 3


def linux_x86_64_needs_nothing():
    with tempfile.TemporaryDirectory() as folder:
        return use_alone(os.path.join(unpacked("-linux-x86_64.tar.gz", folder), "qi"), SESSION + FOR_LINUX + PAGE)


def linux_aarch64_needs_nothing():
    with tempfile.TemporaryDirectory() as folder:
        inside = unpacked("-linux-aarch64.tar.gz", folder)
        if not have("qemu-aarch64"):
            return "untried: no qemu-aarch64"
        # Without -L qemu finds no library of aarch64.
        use(["qemu-aarch64", f"{inside}/qi"], "QI", folder, SESSION + PAGE, cwd=folder, env={"PATH": os.environ["PATH"]})
    return None


def windows_needs_nothing():
    with tempfile.TemporaryDirectory() as folder:
        inside = unpacked("-windows-x86_64.zip", folder)
        if not have("wine"):
            return "untried: no wine"
        quiet = {"WINEPREFIX": f"{folder}/wine", "WINEDEBUG": "-all", "WINEDLLOVERRIDES": "mscoree,mshtml,winemenubuilder.exe="}
        environment = os.environ | quiet
        os.mkdir(quiet["WINEPREFIX"])
        # It stays until the end: its output must be no pipe of ours.
        subprocess.run(["wineserver", "-p"], env=environment, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            subprocess.run(["wine", "cmd", "/c", "exit"], env=environment, check=True, stdin=subprocess.DEVNULL,
                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            use(["wine", f"{inside}/qi.exe"], "QI", folder, SESSION + PAGE, cwd=folder, env=environment)
        finally:
            subprocess.run(["wineserver", "-k"], env=environment, check=False)
    return None


def the_wheel_works_in_a_fresh_environment():
    with tempfile.TemporaryDirectory() as folder:
        if subprocess.run([sys.executable, "-m", "venv", f"{folder}/fresh"], check=False, capture_output=True).returncode:
            return "untried: python3-venv is not installed"
        run(f"{folder}/fresh/bin/pip", "install", "--quiet", "--no-index", "--disable-pip-version-check", published(".whl"), cwd=folder)
        run(f"{folder}/fresh/bin/python", "-c", PYTHON, cwd=folder, env={})
    return None


def the_npm_package_works_in_an_empty_folder():
    if not have("npm"):
        return "untried: no npm"
    with tempfile.TemporaryDirectory() as folder:
        run("npm", "install", "--silent", "--offline", "--no-audit", "--no-fund", "--prefix", folder, published(".tgz"), cwd=folder)
        assert run("node", "--input-type=module", "-e", NODE, cwd=folder) == "true\n"
    return None


def the_debian_packages_work_in_a_bare_root():
    if not have("debootstrap") or os.getuid() != 0:
        return "untried: needs debootstrap and root"
    run(f"{ROOT}/tools/try-debs.sh", *glob.glob(os.path.join(release, "*.deb")))
    return None


def the_page_opens_in_a_browser():
    browser = have(*BROWSERS)
    if not browser:
        return "untried: no browser"
    with tempfile.TemporaryDirectory() as folder:
        page = run(browser, "--headless", "--no-sandbox", f"--user-data-dir={folder}", "--virtual-time-budget=10000", "--dump-dom",
                   f"file://{published('.html')}")
    assert re.search(r"<canvas [^>]*style=", page), "the page drew no board"
    return None


def qi_c_is_a_library():
    with tempfile.TemporaryDirectory() as folder:
        inside = unpacked("-one-file.tar.gz", folder)
        with open(f"{inside}/use.c", "w", encoding="utf-8") as file:
            file.write(LIBRARY)
        run("cc", "-O1", "-w", "-o", "use", "use.c", "qi.c", "-pthread", "-lm", cwd=inside)
        run(f"{inside}/use")


def the_sources_build_what_was_published():
    with tempfile.TemporaryDirectory() as folder:
        inside = unpacked(".tar.xz", folder)
        run("meson", "setup", "build", "-Dtests=disabled", "-Dpage=disabled", "-Doptimization=1", cwd=inside)
        run("ninja", "-C", "build", "--quiet", "qi", cwd=inside)
        use([f"{inside}/build/qi"], f"{inside}/build/qi", folder, SESSION + FOR_LINUX, cwd=folder)


def the_command_needs_nothing():
    with open(command, "rb") as file:
        if b"/ld-linux" in file.read(4096):
            return "the command is not static"
    return use_alone(command, SESSION + FOR_LINUX)


if sys.argv[1] == "--command":
    command = sys.argv[2]
    test(the_command_needs_nothing)
else:
    release = os.path.abspath(sys.argv[1])
    for function in (checksums_are_right_and_of_every_file, the_notes_name_every_file_and_have_the_changes, linux_x86_64_needs_nothing,
                     linux_aarch64_needs_nothing, windows_needs_nothing, the_wheel_works_in_a_fresh_environment,
                     the_npm_package_works_in_an_empty_folder, the_debian_packages_work_in_a_bare_root, the_page_opens_in_a_browser,
                     qi_c_is_a_library, the_sources_build_what_was_published):
        test(function)
run_tests()
