#!/bin/sh
# Installs Debian packages of qi into a bare root and uses them there (needs debootstrap and root): try-debs.sh FILE.deb...
set -eu
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
# The same Debian as here, from where this machine gets its packages.
suite=$(. /etc/os-release && printf '%s' "$VERSION_CODENAME")
mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Codename: '"$suite" | head -n 1)
debootstrap --variant=minbase --include=libjansson4,gcc,libc6-dev,pkgconf "$suite" "$root" "$mirror" >/dev/null
cp "$@" "$root/tmp"
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
