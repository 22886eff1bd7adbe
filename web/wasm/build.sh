#!/bin/sh
# Compiles the core and the page's exports to one WebAssembly module: build.sh OUT.wasm
# One of the solver's networks serves all boards here: the other two are for narrow ones, and large.
# -Os packs to a sixth less than -O2 -flto at --lto-O3 and searches within six percent as fast.
# The file with the learnt network is assembled apart: link-time optimisation would lose its place.
set -eu
out=$(realpath "$1")
cd "$(dirname "$0")/../.."
network=$(mktemp)
trap 'rm -f "$network"' EXIT
clang --target=wasm32 -ffreestanding -Os -std=c17 -Iinclude -Isrc -c src/nogo/net/builtin.c -o "$network"
# shellcheck disable=SC2046  # the list of sources is meant to be split
clang --target=wasm32 -nostdlib -ffreestanding -mbulk-memory -msimd128 -Os -std=c17 -flto \
    -DQI_ONE_SOLVE_NET \
    -Wall -Wextra -Wshadow -Wconversion -Iinclude -Isrc -Itools/freestanding -Iweb/wasm \
    -Wl,--no-entry -Wl,--lto-O2 -Wl,--strip-all -Wl,-z,stack-size=1048576 \
    -o "$out" "$network" \
    $(python3 tools/core-sources.py | grep -v net/builtin.c) web/wasm/*.c
