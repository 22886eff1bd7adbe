#!/usr/bin/env python3
"""Writes a wheel with the Python package and the shared library in it.

    python3 tools/wheel.py LIBQI FOLDER

The wheel's tag says which glibc the library needs: the newest version among its symbols. Equal inputs give equal bytes.
Needs only binutils.
"""

import base64
import hashlib
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def read(*path):
    with open(os.path.join(ROOT, *path), "rb") as file:
        return file.read()


def project(key):
    """A text of pyproject.toml."""
    return re.search(rf'^{key} = "(.*)"$', read("python", "pyproject.toml").decode(), re.M)[1]


def stripped(library):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "libqigames.so")
        shutil.copyfile(library, path)
        subprocess.run(["strip", "--strip-unneeded", path], check=True)
        with open(path, "rb") as file:
            return file.read()


def tag(library):
    """The platforms that the library runs on."""
    needed = subprocess.run(["readelf", "--version-info", library], env=dict(os.environ, LC_ALL="C"), check=True, text=True,
                            stdout=subprocess.PIPE).stdout
    versions = [(int(major), int(minor)) for major, minor in re.findall(r"Name: GLIBC_(\d+)\.(\d+)", needed)]
    system = "manylinux_{}_{}".format(*max(versions)) if versions else "linux"
    return f"py3-none-{system}_{platform.machine()}"


def main():
    library, out = sys.argv[1:3]
    name, version, kind = project("name").replace("-", "_"), project("version"), tag(library)
    info = f"{name}-{version}.dist-info"
    files = {f"qigames/{file}": read("python", "qigames", file) for file in os.listdir(os.path.join(ROOT, "python", "qigames"))
             if file.endswith((".py", ".typed"))}
    files["qigames/libqigames.so"] = stripped(library)
    files[f"{info}/licenses/LICENSE"] = read("LICENSE")
    files[f"{info}/METADATA"] = "\n".join([
        "Metadata-Version: 2.1", f"Name: {project('name')}", f"Version: {version}", f"Summary: {project('description')}", "License: MIT",
        f"Requires-Python: {project('requires-python')}", "Provides-Extra: numpy", 'Requires-Dist: numpy; extra == "numpy"',
        "Description-Content-Type: text/markdown", "", read("python", "README.md").decode()]).encode()
    files[f"{info}/WHEEL"] = f"Wheel-Version: 1.0\nGenerator: tools/wheel.py\nRoot-Is-Purelib: false\nTag: {kind}\n".encode()
    record = ""
    for path in sorted(files):
        digest = base64.urlsafe_b64encode(hashlib.sha256(files[path]).digest()).rstrip(b"=").decode()
        record += f"{path},sha256={digest},{len(files[path])}\n"
    files[f"{info}/RECORD"] = f"{record}{info}/RECORD,,\n".encode()
    os.makedirs(out, exist_ok=True)
    wheel = os.path.join(out, f"{name}-{version}-{kind}.whl")
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for path in sorted(files):
            entry = zipfile.ZipInfo(path)  # of 1980, so that equal inputs give equal bytes
            entry.compress_type, entry.external_attr = zipfile.ZIP_DEFLATED, (0o755 if path.endswith(".so") else 0o644) << 16
            archive.writestr(entry, files[path], compresslevel=9)
    print(wheel)


main()
