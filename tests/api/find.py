"""The ten-line projects of examples/build find the library: the installed one by CMake and by pkg-config, and its sources as
a subproject of Meson.

    python3 tests/api/find.py SOURCE BUILD
"""

import os
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(__file__), ".."))
from tap import run_tests, test  # noqa: E402

source, build = map(os.path.abspath, sys.argv[1:3])
with open(os.path.join(source, "meson.build"), encoding="utf-8") as file:
    VERSION = file.read().split("version: '")[1].split("'")[0]


def run(*words, **environment):
    done = subprocess.run(words, env=dict(os.environ, **environment), check=False, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    assert done.returncode == 0, done.stdout[-3000:]
    return done.stdout


def project(folder):
    """A copy of the projects."""
    return shutil.copytree(os.path.join(source, "examples", "build"), os.path.join(folder, "mine"))


def installed(folder):
    """Installs what was built; the place of pkg-config's file and of the library."""
    run("meson", "install", "-C", build, "--no-rebuild", "--quiet", DESTDIR=folder)
    return next(where for where, _, names in os.walk(folder) if "qigames.pc" in names)


@test
def cmake_finds_what_is_installed():
    if not shutil.which("cmake"):
        return "cmake is not installed"
    with tempfile.TemporaryDirectory() as folder:
        place = os.path.dirname(installed(os.path.join(folder, "root")))
        out = os.path.join(folder, "out")
        run("cmake", "-S", project(folder), "-B", out, f"-Dqigames_DIR={place}/cmake/qigames")
        run("cmake", "--build", out)
        assert run(os.path.join(out, "mine"), LD_LIBRARY_PATH=place).strip() == VERSION
    return None


@test
def pkg_config_finds_what_is_installed():
    with tempfile.TemporaryDirectory() as folder:
        root, out = os.path.join(folder, "root"), os.path.join(folder, "out")
        place = installed(root)
        run("meson", "setup", out, project(folder), PKG_CONFIG_PATH=place, PKG_CONFIG_SYSROOT_DIR=root)
        run("ninja", "-C", out, PKG_CONFIG_PATH=place, PKG_CONFIG_SYSROOT_DIR=root)
        assert run(os.path.join(out, "mine"), LD_LIBRARY_PATH=os.path.dirname(place)).strip() == VERSION


@test
def meson_builds_the_sources_as_a_subproject():
    with tempfile.TemporaryDirectory() as folder:
        mine, out = project(folder), os.path.join(folder, "out")
        os.symlink(source, os.path.join(mine, "subprojects", "qi"))
        run("meson", "setup", out, mine, "--wrap-mode=forcefallback", "-Dbuildtype=debug", "-Dqi:optimization=0", "-Ddefault_library=static")
        run("ninja", "-C", out)
        assert run(os.path.join(out, "mine")).strip() == VERSION


run_tests()
