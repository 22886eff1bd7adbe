#!/bin/sh
# Makes everything that is published, from the last commit: release.sh FOLDER
# The date of that commit is in every archive, so that the same sources make the same bytes.
set -eu
mkdir -p "$1"
out=$(realpath "$1")
cd "$(dirname "$0")/.."
version=$(sed -n "s/^  version: '\(.*\)',$/\1/p" meson.build)
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
export SOURCE_DATE_EPOCH LC_ALL=C.UTF-8
[ -z "$(git status --porcelain)" ] || echo 'release: there are changes that are not committed' >&2
rm -rf "$out"
mkdir "$out"

# The sources, as git has them.
git archive --format=tar --prefix="qi-$version/" HEAD | xz -9 -T1 >"$out/qi-$version.tar.xz"

# pack NAME FILE...: an archive of files without what differs from one machine to the next.
pack() {
    name=$1
    shift
    tar --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner --mode=u=rw,go=r \
        --transform="s,^.*/,$name/," -cf - "$@" | gzip -9n >"$out/$name.tar.gz"
}

python3 tools/amalgamate.py --whole build/one
pack "qi-$version-one-file" build/one/qi.c build/one/qi.h LICENSE
cp build/web/qi.html "$out/qi-$version.html"
sh npm/build.sh build/npm
npm pack --silent --pack-destination "$out" ./build/npm >/dev/null
tools/deb.sh build/deb
cp build/deb/*_"$version"_*.deb "$out"
python3 tools/sbom.py "$out/qi-$version.spdx.json"
cd "$out"
sha256sum -- * >SHA256SUMS
cat SHA256SUMS
