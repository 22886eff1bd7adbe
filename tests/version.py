"""The version stands in one place, meson.build; where it must be written out, it is the same.

    version.py ROOT QI
"""
import json
import pathlib
import re
import subprocess
import sys

ROOT, QI = pathlib.Path(sys.argv[1]), sys.argv[2]


def find(path, pattern):
    found = re.search(pattern, (ROOT / path).read_text(encoding="utf-8"), re.M)
    assert found, f"{path}: no version"
    return ".".join(found.groups())


VERSION = find("meson.build", r"^  version: '(.*)',$")
for what, said in {
        "QI_VERSION": find("include/qi/base.h", r'^#define QI_VERSION "(.*)"$'),
        "QI_VERSION_MAJOR, MINOR and PATCH": find(
            "include/qi/base.h",
            r"^#define QI_VERSION_MAJOR (\d+)\n#define QI_VERSION_MINOR (\d+)\n#define QI_VERSION_PATCH (\d+)$"),
        "python/pyproject.toml": find("python/pyproject.toml", r'^version = "(.*)"$'),
        "python/qigames/_library.py": find("python/qigames/_library.py", r'^VERSION = "(.*?)"'),
        "CHANGELOG.md": find("CHANGELOG.md", r"^## (\d+\.\d+\.\d+)"),
        "qi --version": subprocess.run([QI, "--version"], capture_output=True, text=True).stdout.split()[1],
        "tools/sbom.py": json.loads(subprocess.run([sys.executable, ROOT / "tools/sbom.py"], capture_output=True,
                                                   text=True, check=True).stdout)["packages"][0]["versionInfo"],
}.items():
    assert said == VERSION, f"{what} says {said}, meson.build says {VERSION}"
print(VERSION)
