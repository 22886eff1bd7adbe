"""Prints 'PASSED FAILED': the cases in a JUnit file written by `meson test`."""

import sys
import xml.etree.ElementTree as tree

passed = failed = 0
for case in tree.parse(sys.argv[1]).getroot().iter("testcase"):
    kinds = {child.tag for child in case}
    if kinds & {"failure", "error"}:
        failed += 1
    elif "skipped" not in kinds:
        passed += 1
print(passed, failed)
