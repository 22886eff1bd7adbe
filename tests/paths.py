"""Every file that the documentation names is there: links, and paths in backticks."""

import glob
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
# What was is not looked for.
HISTORY = ("CHANGELOG.md",)
FOLDERS = "src|include|tests|tools|bench|fuzz|web|docs|examples|problems"


def named(page, text):
    """Yields (what the text says, path from the root)."""
    here = os.path.dirname(page)
    for target in re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", text):
        if not re.match(r"[a-z]+:|@", target):  # a template has @picture@
            yield target, os.path.normpath(os.path.join(here, target))
    for path in re.findall(rf"`((?:{FOLDERS})/[\w./*{{}},-]*)`", text):
        for start, choices, end in re.findall(r"^(.*?)\{(.*?)\}(.*)$", path):
            for choice in choices.split(","):
                yield path, start + choice + end
        if "{" not in path:
            yield path, path


def main():
    pages = subprocess.run(["git", "ls-files", "-co", "--exclude-standard", "*.md"], cwd=ROOT, check=True,
                           text=True, stdout=subprocess.PIPE).stdout.split()
    missing = 0
    for page in pages:
        path = os.path.join(ROOT, page)
        if page in HISTORY or not os.path.exists(path):
            continue
        text = open(path, encoding="utf-8").read()
        for said, target in named(page, text):
            if not glob.glob(os.path.join(ROOT, target)):
                print(f"{page}: '{said}' is not there")
                missing += 1
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
