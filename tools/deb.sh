#!/bin/sh
# Builds the Debian packages qi, libqigames0 and libqigames-dev from the files that git knows: deb.sh FOLDER
# With --try, also installs them into a bare root and uses them there (needs debootstrap and root).
set -eu
try=false
if [ "${1:-}" = --try ]; then
    try=true
    shift
fi
mkdir -p "$1"
out=$(realpath "$1")
cd "$(dirname "$0")/.."
version=$(sed -n "s/^  version: '\(.*\)',$/\1/p" meson.build)
rm -rf "$out/tree"
mkdir "$out/tree"
git ls-files -co --exclude-standard | tar -cf - -T - | tar -xf - -C "$out/tree"
if [ -d web/node_modules ]; then # of the page
    cp -a web/node_modules "$out/tree/web"
else
    echo "deb.sh: no packages of npm in web: 'qi web' will have no page" >&2
fi
cd "$out/tree"
# The date of the last change makes the same bytes from the same sources.
date=$(git -C "$OLDPWD" log -1 --format=%cD 2>/dev/null || date -R)
cat >debian/changelog <<CHANGELOG
qi ($version) unstable; urgency=medium

  * See CHANGELOG.md in the sources.

 -- $(sed -n 's/^Maintainer: //p' debian/control)  $date
CHANGELOG
dpkg-buildpackage --build=binary --no-sign
cd ..
rm -rf tree
if command -v lintian >/dev/null 2>&1; then
    lintian --fail-on error,warning --suppress-tags initial-upload-closes-no-bugs,bad-distribution-in-changes-file \
        ./qi_"$version"_*.changes
fi
if $try; then
    root=$(mktemp -d)
    trap 'rm -rf "$root"' EXIT
    # The same Debian as here, from where this machine gets its packages.
    suite=$(. /etc/os-release && printf '%s' "$VERSION_CODENAME")
    mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Codename: '"$suite" | head -n 1)
    debootstrap --variant=minbase --include=libjansson4,gcc,libc6-dev,pkgconf "$suite" "$root" "$mirror" >/dev/null
    cp ./*_"$version"_*.deb "$root/tmp"
    chroot "$root" sh -ec '
        dpkg -i /tmp/*.deb
        printf "3\n...\n...\n...\n" | qi nogo simulate | tail -n 1 | grep -x -- "-1 -1"
        cd "$(mktemp -d)"
        printf "#include <qi/nogo.h>\nint main(void) { return !qi_version()[0]; }\n" >use.c
        gcc use.c $(pkg-config --cflags --libs qigames) -o use && ./use
        qi web -o page.html
        grep -q "<title>" page.html
        test -e /usr/share/man/man1/qi.1.gz'
    echo "the packages work in a bare root"
fi
