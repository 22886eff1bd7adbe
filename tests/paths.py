"""Every file that the documentation names is there: links, with the sections they point to, and paths in backticks. The pages in
docs together stay short enough to be read."""

import glob
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
# What was is not looked for.
HISTORY = ("CHANGELOG.md",)
FOLDERS = "src|include|tests|tools|bench|fuzz|web|docs|examples|problems"
MAX_WORDS = 26000


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


def sections(path):
    """The anchors of a page, as GitHub makes them from its headings."""
    with open(path, encoding="utf-8") as file:
        headings = re.findall(r"^#+ (.*)$", file.read(), re.M)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def lost_sections(page, text):
    """Yields the links whose section is not there."""
    for target, section in re.findall(r"\]\(([^)#\s]*)#([^)]*)\)", text):
        path = os.path.join(ROOT, os.path.dirname(page), target) if target else os.path.join(ROOT, page)
        if path.endswith(".md") and os.path.exists(path) and section not in sections(path):
            yield f"{target}#{section}"


def main():
    pages = subprocess.run(["git", "ls-files", "-co", "--exclude-standard", "*.md"], cwd=ROOT, check=True,
                           text=True, stdout=subprocess.PIPE).stdout.split()
    missing, words = 0, 0
    for page in pages:
        path = os.path.join(ROOT, page)
        if page in HISTORY or not os.path.exists(path):
            continue
        text = open(path, encoding="utf-8").read()
        words += len(text.split()) if os.path.dirname(page) == "docs" else 0
        for section in lost_sections(page, text):
            print(f"{page}: the section of '{section}' is not there")
            missing += 1
        for said, target in named(page, text):
            if not glob.glob(os.path.join(ROOT, target)):
                print(f"{page}: '{said}' is not there")
                missing += 1
    if words > MAX_WORDS:
        print(f"docs has {words} words, {words - MAX_WORDS} too many")
    return 1 if missing or words > MAX_WORDS else 0


if __name__ == "__main__":
    sys.exit(main())
