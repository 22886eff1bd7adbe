#!/usr/bin/env python3
"""Makes what is published, from the last commit: archives, packages, notes and checksums.

    python3 tools/release.py FOLDER

./dev release has built the page, the wheel and what compilers need. The date of the commit is in every archive, so that the
same sources make the same bytes. Names what could not be made, and fails then.
"""

import glob
import gzip
import hashlib
import io
import os
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PLATFORMS = os.path.join("build", "platforms")
# Static commands: the name of the archive; the file of tools/cross, the compiler, the program that strips, further options of
# meson; where Debian says how the C library is licensed.
COMMANDS = {
    "linux-x86_64": ("musl", "musl-gcc", "strip", [], "musl"),
    "linux-aarch64": ("aarch64", "aarch64-linux-gnu-gcc", "aarch64-linux-gnu-strip", ["-Dc_link_args=-static"], "libc6"),
    "windows-x86_64": ("windows", "x86_64-w64-mingw32-gcc-posix", "x86_64-w64-mingw32-strip", [], "mingw-w64-common"),
}


def run(*command, **options):
    return subprocess.run(command, check=True, text=True, **options)


def printed(*command):
    return run(*command, stdout=subprocess.PIPE).stdout.strip()


def read(path):
    with open(path, "rb") as file:
        return file.read()


def version():
    return re.search(r"^  version: '(.*)',$", read("meson.build").decode(), re.M)[1]


def changes(number):
    """What CHANGELOG.md says of a version."""
    return re.search(rf"^## {re.escape(number)}\b.*\n([^\0]*?)(?=^## |\Z)", read("CHANGELOG.md").decode(), re.M)[1].strip()


class Release:
    def __init__(self, folder):
        self.folder, self.version = folder, version()
        self.epoch = int(os.environ["SOURCE_DATE_EPOCH"])
        self.uses, self.missing = {}, {}  # by name

    def path(self, name, use):
        self.uses[name] = use
        return os.path.join(self.folder, name)

    def write(self, name, use, content):
        with open(self.path(name, use), "wb") as file:
            file.write(content)

    def copy(self, source, name, use):
        shutil.copyfile(source, self.path(name, use))

    def archive(self, name, use, files):
        """`files`: contents by name; below a folder that is called like the archive. Programs are those in no folder."""
        stem, ending = re.match(r"(.*?)(\.tar\.gz|\.zip)$", name).groups()
        packed = io.BytesIO()
        if ending == ".zip":
            with zipfile.ZipFile(packed, "w") as archive:
                for path in sorted(files):
                    archive.writestr(zipfile.ZipInfo(f"{stem}/{path}"), files[path], zipfile.ZIP_DEFLATED, 9)
        else:
            with gzip.GzipFile(fileobj=packed, mode="wb", compresslevel=9, mtime=0) as stream, \
                    tarfile.open(fileobj=stream, mode="w", format=tarfile.USTAR_FORMAT) as archive:
                for path in sorted(files):
                    entry = tarfile.TarInfo(f"{stem}/{path}")
                    entry.size, entry.mtime = len(files[path]), self.epoch
                    entry.mode = 0o755 if path == "qi" else 0o644
                    archive.addfile(entry, io.BytesIO(files[path]))
        self.write(name, use, packed.getvalue())

    def sources(self):
        packed = run_bytes("git", "archive", "--format=tar", f"--prefix=qi-{self.version}/", "HEAD")
        self.write(f"qi-{self.version}.tar.xz", "the sources", run_bytes("xz", "-9", "-T1", stdin=packed))

    def one_file(self):
        run(sys.executable, "tools/amalgamate.py", "--whole", "build/one")
        files = {name: read(f"build/one/{name}") for name in ("qi.c", "qi.h")}
        self.archive(f"qi-{self.version}-one-file.tar.gz", "the library as qi.c and qi.h", files | {"LICENSE": read("LICENSE")})

    def packages(self):
        self.copy("build/web/qi.html", f"qi-{self.version}.html", "the page, for a browser")
        run("sh", "npm/build.sh", "build/npm")
        name = printed("npm", "pack", "--silent", "--pack-destination", self.folder, "./build/npm")
        self.uses[name] = "the npm package"
        run(sys.executable, "tools/sbom.py", self.path(f"qi-{self.version}.spdx.json", "what qi is made of (SPDX)"))
        wheels = glob.glob("build/wheel/*.whl")
        self.copy(wheels[0], os.path.basename(wheels[0]), "the Python package: pip install FILE")
        with open("build/deb.log", "w+", encoding="utf-8") as log:
            if subprocess.run(["tools/deb.sh", "build/deb"], check=False, stdout=log, stderr=log).returncode:
                log.seek(0)
                print(*log.readlines()[-20:], sep="", file=sys.stderr)
                self.missing["the Debian packages"] = "see build/deb.log"
                return
        for package, use in (("qi", "the command"), ("libqigames0", "the shared library"), ("libqigames-dev", "headers and the static library")):
            (path,) = glob.glob(f"build/deb/{package}_{self.version}_*.deb")
            self.copy(path, os.path.basename(path), f"Debian and Ubuntu: {use}")

    def command(self, system):
        cross, compiler, strip, options, libc = COMMANDS[system]
        windows = cross == "windows"
        name = f"qi-{self.version}-{system}{'.zip' if windows else '.tar.gz'}"
        if not shutil.which(compiler):
            self.missing[name] = f"no {compiler}"
            return
        if subprocess.run(["tools/cross/libraries.sh", PLATFORMS, cross, compiler], check=False).returncode:
            self.missing[name] = f"no Jansson: see {PLATFORMS}/log-sources"
            return
        build = os.path.join(PLATFORMS, cross)
        if not os.path.exists(os.path.join(build, "build.ninja")):
            run("meson", "setup", build, "--cross-file", f"tools/cross/{cross}.ini", "--cross-file",
                f"{PLATFORMS}/{cross}-libraries/libraries.ini", "-Dtests=disabled", "-Dpage=enabled",
                "-Ddefault_library=static", "-Dstatic_command=false", *options, stdout=subprocess.DEVNULL)
        program = "qi.exe" if windows else "qi"
        run("ninja", "-C", build, "--quiet", program)
        stripped = os.path.join(build, "stripped")
        run(strip, "-o", stripped, os.path.join(build, program))
        files = {program: read(stripped), "LICENSE": read("LICENSE"), "LICENSES.txt": licences(libc)}
        if not windows:
            files |= manual()
        self.archive(name, f"the command for {'Windows' if windows else 'Linux'} ({system.split('-')[1]}), which needs nothing else", files)

    def notes(self):
        table = "".join(f"| {name} | {use} |\n" for name, use in sorted(self.uses.items()))
        self.write("NOTES.md", "these notes", (
            f"# qi {self.version}\n\n| file | |\n| --- | --- |\n{table}\n`sha256sum -c SHA256SUMS` checks the files.\n\n"
            f"## Changes\n\n{changes(self.version)}\n").encode())

    def checksums(self):
        sums = "".join(f"{hashlib.sha256(read(os.path.join(self.folder, name))).hexdigest()}  {name}\n" for name in sorted(self.uses))
        self.write("SHA256SUMS", "checksums", sums.encode())

    def report(self):
        for name, use in sorted(self.uses.items()):
            print(f"{os.path.getsize(os.path.join(self.folder, name)):9,d}  {name:44s} {use}")
        for name, why in self.missing.items():
            print(f"  missing  {name:44s} {why}")
        print(f"{len(self.uses)} files in {self.folder}, {len(self.missing)} missing")


def run_bytes(*command, stdin=None):
    return subprocess.run(command, check=True, input=stdin, stdout=subprocess.PIPE).stdout


def licences(libc):
    """The licences of what is linked into a static command."""
    parts = {"Jansson, which reads and writes JSON": glob.glob(f"{PLATFORMS}/sources/jansson-*/LICENSE")[0],
             "The C library": f"/usr/share/doc/{libc}/copyright"}
    parts |= {f"{font}, in the page": f"web/node_modules/@fontsource/{font}/LICENSE"
              for font in ("fusion-pixel-12px-proportional-sc", "press-start-2p")}
    return b"\n\n".join(f"{title}\n{'=' * len(title)}\n\n".encode() + read(path).strip() for title, path in parts.items()) + b"\n"


def manual():
    """Manual pages and completion, by the command of this machine."""
    folder = os.path.join(PLATFORMS, "manual")
    shutil.rmtree(folder, ignore_errors=True)
    run(sys.executable, "tools/manual.py", "build/qi", folder)
    paths = [os.path.join(where, name) for where, _, names in os.walk(folder) for name in names]
    return {os.path.relpath(path, folder): read(path) for path in paths}


def main():
    folder = os.path.abspath(sys.argv[1])
    os.chdir(ROOT)
    os.environ.update(SOURCE_DATE_EPOCH=printed("git", "log", "-1", "--format=%ct"), LC_ALL="C.UTF-8", TZ="UTC")
    if printed("git", "status", "--porcelain"):
        print("release: there are changes that are not committed", file=sys.stderr)
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    release = Release(folder)
    release.sources()
    release.one_file()
    for system in COMMANDS:
        release.command(system)
    release.packages()
    release.notes()
    release.checksums()
    release.report()
    sys.exit(bool(release.missing))


if __name__ == "__main__":
    main()
