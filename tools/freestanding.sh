#!/bin/sh
# Compiles the core for WebAssembly with no libc at all, and links it: what is left undefined must
# be only memory functions and the allocator, which the host brings. Not optimised: a call in dead code counts too.
set -eu
cd "$(dirname "$0")/.."
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
for file in $(python3 tools/core-sources.py); do
    clang --target=wasm32 -nostdlib -ffreestanding -mbulk-memory -O0 -std=c17 -Wall -Wextra -Wshadow \
        -Wconversion -Werror -Iinclude -Isrc -Itools/freestanding -c "$file" \
        -o "$out/$(echo "$file" | tr / _).o"
done
wasm-ld --no-entry --export-dynamic --allow-undefined -o "$out/core.wasm" "$out"/*.o
imports=$(python3 tools/wasm-imports.py "$out/core.wasm")
for name in $imports; do
    case $name in
    memcpy | memset | memmove | memcmp | memchr | strlen | strcmp | qi_resize) ;;
    *)
        echo "the core needs '$name', which is not there without libc"
        exit 1
        ;;
    esac
done
