"""Results of a test script as TAP: `check` tells one, `finish` adds up and leaves."""

import sys

results = []


def check(good, name, *details):
    results.append(bool(good))
    print(f"{'ok' if good else 'not ok'} {len(results)} {name}", flush=True)
    for detail in details if not good else ():
        print(f"#   {detail if isinstance(detail, str) else repr(detail)}".replace("\n", "\n#   "))


def finish():
    print(f"1..{len(results)}")
    sys.exit(not all(results))
