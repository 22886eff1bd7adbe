"""Which Python has the packages that a test needs: the one that runs it or, where that is not the system's, Debian's."""

import os
import subprocess
import sys

SYSTEM = "/usr/bin/python3"


def python_with(*modules):
    """The path of a Python, or None."""
    for python in (sys.executable, SYSTEM):
        if os.path.exists(python) and subprocess.run([python, "-c", "import " + ", ".join(modules)], capture_output=True,
                                                     check=False).returncode == 0:
            return python
    return None


def go_on_in_python_with(*modules):
    """Starts the program again in a Python that has the modules, if this one lacks them and another has them."""
    python = python_with(*modules)
    if python and python != sys.executable:
        os.execv(python, [python, *sys.argv])
