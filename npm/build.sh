#!/bin/sh
# Makes the package: build.sh FOLDER. The library's core is compiled to FOLDER/qi.wasm with what
# wasm/exports.c exports; the other files are copied.
set -eu
mkdir -p "$1"
out=$(realpath "$1")
cd "$(dirname "$0")/.."
# shellcheck disable=SC2046  # the list of sources is meant to be split
clang --target=wasm32 -nostdlib -ffreestanding -mbulk-memory -msimd128 -Os -std=c17 \
    -DQI_ONE_SOLVE_NET -Wall -Wextra -Wshadow -Wconversion \
    -Iinclude -Isrc -Itools/freestanding -Iweb/wasm \
    -Wl,--no-entry -Wl,--gc-sections -Wl,--strip-all -Wl,-z,stack-size=1048576 \
    -o "$out/qi.wasm" \
    $(python3 tools/core-sources.py) web/wasm/memory.c npm/wasm/exports.c
cp npm/index.js npm/index.d.ts npm/worker.js npm/README.md LICENSE "$out"
version=$(sed -n "s/^  version: '\(.*\)',$/\1/p" meson.build)
sed "s/\"version\": \"0\"/\"version\": \"$version\"/" npm/package.json >"$out/package.json"
