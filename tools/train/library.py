"""Chooses the library that the Python package loads: before `qigames` is imported."""

import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))


def build():
    """Builds the library with one call of the compiler; returns its path."""
    path = os.path.join(HERE, "..", "..", "build", "train", "libqigames-selfplay.so")
    os.makedirs(os.path.dirname(path), exist_ok=True)
    subprocess.run(["sh", os.path.join(HERE, "build.sh"), path], check=True)
    return path


def use(path=None):
    """Lets the package of this repository load the library at `path`; builds one without."""
    os.environ["QI_LIBRARY"] = os.path.abspath(path or build())
    sys.path.insert(0, os.path.join(HERE, "..", "..", "python"))
