"""Results of a test script as TAP: `check` prints one, `finish` adds up and exits. Or each is a function: `test` marks them, and
`run_tests` calls them; one that returns a text is skipped for that reason."""

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


functions = []


def test(function):
    functions.append(function)
    return function


def raises(kind, function, *arguments):
    try:
        function(*arguments)
    except kind as error:
        return error
    raise AssertionError(f"{kind.__name__} was expected")


def run_tests():
    print(f"1..{len(functions)}")
    failed = False
    for number, function in enumerate(functions, 1):
        name = function.__name__.replace("_", " ")
        try:
            skipped = function()
            print("ok", number, name, f"# SKIP {skipped}" if skipped else "", flush=True)
        except Exception as error:  # pylint: disable=broad-except
            failed = True
            print("not ok", number, name)
            line = error.__traceback__.tb_next and error.__traceback__.tb_next.tb_lineno
            print(f"# {type(error).__name__} {error} line {line}".replace("\n", "\n# "))
    sys.exit(failed)
