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
here=$PWD/tools
version=$(sed -n "s/^  version: '\(.*\)',$/\1/p" meson.build)
rm -rf "$out/tree" "$out"/*.deb
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
    "$here/try-debs.sh" ./*_"$version"_*.deb
fi
