#!/bin/sh
# Compiles the core and what scripts call to one WebAssembly module, for the page and the npm package: build.sh OUT.wasm
# One of the solver's networks serves all boards here: the other two are for narrow ones, and large.
# -Os packs to a sixth less than -O2 -flto at --lto-O3 and searches within six percent as fast.
# The sources with files in them are compiled apart: link-time optimisation would lose the files' place.
set -eu
out=$(realpath "$1")
cd "$(dirname "$0")/../.."
parts=$(mktemp -d)
trap 'rm -rf "$parts"' EXIT
sources=$(python3 tools/core-sources.py)
# shellcheck disable=SC2086  # the list of sources is meant to be split
embedding=$(grep -l '^QI_EMBED(' $sources)
compile() {
    clang --target=wasm32 -nostdlib -ffreestanding -mbulk-memory -msimd128 -Os -std=c17 -DQI_ONE_SOLVE_NET \
        -Wall -Wextra -Wshadow -Wconversion -Iinclude -Isrc -Itools/freestanding -Iweb/wasm "$@"
}
for source in $embedding; do
    compile -c "$source" -o "$parts/$(basename "$source").o"
done
# shellcheck disable=SC2046  # the same
compile -flto -Wl,--no-entry -Wl,--lto-O2 -Wl,--strip-all -Wl,-z,stack-size=1048576 -o "$out" "$parts"/*.o \
    $(echo "$sources" | grep -vxF "$embedding") web/wasm/*.c
