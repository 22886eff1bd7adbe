"""The programs of docs/api.md: each is under 25 lines, and prints as its last line what its first comment says.

    python3 tests/api/programs.py SOURCE PROGRAM...
"""

import os
import re
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), ".."))
from tap import run_tests, test  # noqa: E402

source, *programs = sys.argv[1:]
folder = os.path.join(source, "examples", "api")
with open(os.path.join(source, "docs", "api.md"), encoding="utf-8") as page:
    PAGE = page.read()
FILES = sorted(os.listdir(folder))


def text_of(name):
    with open(os.path.join(folder, name), encoding="utf-8") as file:
        return file.read()


@test
def ten_jobs_have_short_programs():
    assert len(FILES) == 10, FILES
    for name in FILES:
        assert text_of(name).count("\n") < 25, name
        assert f"(../examples/api/{name})" in PAGE, f"docs/api.md does not name {name}"
    assert text_of("analyze.c") in PAGE, "docs/api.md does not show analyze.c as it is"


@test
def every_program_prints_what_it_says():
    assert {os.path.basename(program).removeprefix("api-").removesuffix(".exe") for program in programs} \
        >= {name.removesuffix(".c") for name in FILES if name.endswith(".c")}
    for program in programs:
        name = next(name for name in FILES if name.split(".")[0] == os.path.basename(program).removeprefix("api-"))
        expected = re.search(r"Prints:[\s*/]*([^\n*]*[^\n* ])", text_of(name))[1]
        lines = subprocess.run([program], stdout=subprocess.PIPE, text=True, check=True).stdout.strip().split("\n")
        assert lines[-1] == expected, (name, lines[-1], expected)


run_tests()
