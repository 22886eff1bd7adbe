"""Runs tests of a build folder with `meson test` and says how it goes.

    python3 tools/suite.py RESULTS NAME DIR [MESON TEST OPTION]...

Every few seconds a line says how many tests are done. Of a test that failed the cases that failed
are shown, with what they said; the log of the build folder has everything. RESULTS gets
lines for the one who adds up: 'pass N', 'fail NAME' for every case, 'skip NAME (WHY)'. The cases
of a test that writes TAP count one by one; every other test is one case.
"""

import json
import os
import re
import selectors
import signal
import subprocess
import sys
import time

EVERY = 10  # seconds between two lines
MAX_LINES = 40  # of what one case says when it fails


def watch(command, name):
    """Runs the command, showing progress now and then. Returns all it printed."""
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    os.set_blocking(process.stdout.fileno(), False)
    selector = selectors.DefaultSelector()
    selector.register(process.stdout, selectors.EVENT_READ)
    begun = shown = time.monotonic()
    printed, done = b"", "0"
    while True:
        if selector.select(timeout=1):
            some = process.stdout.read()
            if some == b"":
                break
            printed += some or b""
            counts = re.findall(rb"^ *(\d+/\d+) ", printed, re.M)
            done = counts[-1].decode().replace("/", " of ") if counts else done
        now = time.monotonic()
        if now - shown >= EVERY:
            shown = now
            print(f"      {name}: {done} done after {now - begun:.0f} s", flush=True)
    process.wait()
    return printed.decode("utf-8", "replace")


def cases(entry):
    """The cases of one test: passed (a number), failed and skipped (names)."""
    name = entry["name"].split(" / ")[-1]
    output = entry.get("stdout", "")
    tap = re.search(r"^1\.\.\d+", output, re.M)
    passed, failed, skipped = 0, [], []
    lines = re.findall(r"^(ok|not ok)\b *\d* *(?:- )?(.*)$", output, re.M) if tap else []
    for verdict, text in lines:
        if re.search(r"# skip", text, re.I):
            what, why = re.split(r" *# skip *", text, maxsplit=1, flags=re.I)
            skipped.append(f"{name}: {what} ({why})")
        elif verdict == "ok":
            passed += 1
        else:
            failed.append(f"{name}: {text}")
    if entry["result"] == "SKIP":
        why = re.search(r"# skip (.*)", output, re.I) or re.search(r"(.*\S)\s*$", output)
        skipped = [f"{name} ({why[1] if why else 'no reason given'})"]
    elif entry["result"] not in ("OK", "EXPECTEDFAIL"):
        failed = failed or [f"{name} ({entry['result'].lower()})"]
    elif not lines:
        passed = 1
    return passed, failed, skipped


def describe(entry):
    """What a test that failed said of its failures; of one without cases, how its output ends."""
    output, blocks, failing = entry.get("stdout", ""), [], False
    for line in output.splitlines():
        if re.match(r"\s*(not ok|ok)\b", line):
            failing = "not ok" in line and not re.search(r"# (skip|todo)", line, re.I)
            if failing:
                blocks.append([])
        if failing and len(blocks[-1]) < MAX_LINES:
            blocks[-1].append(line)
    shown = [line for block in blocks for line in block] or output.splitlines()[-MAX_LINES:]
    return "\n".join(shown + entry.get("stderr", "").splitlines()[-MAX_LINES:])


def main():
    signal.signal(signal.SIGHUP, signal.SIG_DFL)  # nohup has it ignored; tests hang up programs and wait for their end
    results, name, folder, *options = sys.argv[1:]
    log = os.path.join(folder, "meson-logs", "testlog.json")
    if os.path.exists(log):
        os.unlink(log)
    begun = time.monotonic()
    # One more at a time than there are cores: some tests wait.
    printed = watch(["meson", "test", "-C", folder, "--no-rebuild", "--num-processes",
                     str((os.cpu_count() or 1) + 1), *options], name)
    passed, failed, skipped = 0, [], []
    if os.path.exists(log):
        for line in open(log, encoding="utf-8"):
            entry = json.loads(line)
            good, bad, left = cases(entry)
            passed, failed, skipped = passed + good, failed + bad, skipped + left
            if bad:
                print(f"--- {entry['name']} ({entry['result'].lower()}, {entry['duration']:.0f} s)")
                print(describe(entry))
    else:
        print(printed)
    if passed + len(failed) + len(skipped) == 0:
        failed = [f"{name} (nothing was run)"]
    with open(results, "a", encoding="utf-8") as file:
        print(f"pass {passed}", file=file)
        for case in failed:
            print(f"fail {case}", file=file)
        for case in skipped:
            print(f"skip {case}", file=file)
    seconds = time.monotonic() - begun
    if failed:
        for case in failed:
            print(f"failed: {case}")
        print(f"FAIL  {name}: {len(failed)} of {passed + len(failed)} cases ({seconds:.0f} s)")
    else:
        print(f"ok    {name}: {passed} cases ({seconds:.0f} s)", flush=True)


if __name__ == "__main__":
    main()
