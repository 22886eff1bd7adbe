#!/bin/sh
# Builds every fuzz target as OSS-Fuzz wants it: run in its container, with $CC, $CFLAGS, $LIB_FUZZING_ENGINE and $OUT
# set. Elsewhere it builds with clang into build-oss. A corpus lies beside its target as TARGET_seed_corpus.zip.
set -eu
cd "$(dirname "$0")/.."
CC=${CC:-clang}
CFLAGS=${CFLAGS:--g -O1 -fsanitize=address,undefined,fuzzer-no-link}
LIB_FUZZING_ENGINE=${LIB_FUZZING_ENGINE:--fsanitize=fuzzer}
OUT=${OUT:-build-oss}
mkdir -p "$OUT"
objects=$(mktemp -d)
trap 'rm -rf "$objects"' EXIT

# All sources but main and the page: one compiler call each.
find src -name '*.c' ! -path src/cli/main.c ! -path src/cli/web.c ! -path '*/windows/*' ! -name '*_none.c' |
    while read -r file; do
        # shellcheck disable=SC2086  # flags are meant to be split
        printf '%s\0' "$CC $CFLAGS -std=c17 -D_GNU_SOURCE -Iinclude -Isrc -c $file -o $objects/$(echo "$file" | tr / _).o"
    done | xargs -0 -n 1 -P "$(nproc)" sh -c
# What meson would make: the Chinese messages, and the sources of the packages for judges.
python3 tools/catalogue.py c po/zh.po "$objects/catalogue.c"
python3 problems/make.py "$objects/package_data.c"
for name in catalogue package_data; do
    # shellcheck disable=SC2086
    $CC $CFLAGS -std=c17 -D_GNU_SOURCE -Iinclude -Isrc -c "$objects/$name.c" -o "$objects/$name.o"
done
ar rcs "$objects/libqigames.a" "$objects"/*.o

for target in fuzz/*.c; do
    name=$(basename "$target" .c)
    # shellcheck disable=SC2086
    $CC $CFLAGS -std=c17 -D_GNU_SOURCE -Iinclude -Isrc -Ifuzz "$target" "$objects/libqigames.a" $LIB_FUZZING_ENGINE \
        -ljansson -lm -lpthread -o "$OUT/fuzz_$name"
    python3 -c 'import sys, zipfile, glob, os
with zipfile.ZipFile(sys.argv[1], "w") as out:
    for path in sorted(glob.glob(sys.argv[2] + "/*")):
        out.write(path, os.path.basename(path))' "$OUT/fuzz_${name}_seed_corpus.zip" "fuzz/corpus/$name"
done
