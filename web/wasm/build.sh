#!/bin/sh
# Compiles the core and what scripts call to WebAssembly, for the page and the npm package: build.sh FOLDER writes
# qi-rules.wasm (rules, records and judges of the three games) and qi-engine.wasm (NoGo's player, solver and network).
# One of the solver's networks serves all boards here: the other two are for narrow ones, and large.
# -Os packs to a sixth less than -O2 -flto at --lto-O3 and searches within six percent as fast.
# The sources with files in them are compiled without link-time optimisation, which would lose the files' place.
set -eu
out=$(realpath "$1")
cd "$(dirname "$0")/../.."
parts=$(mktemp -d)
trap 'rm -rf "$parts"' EXIT
sources=$(python3 tools/core-sources.py)
# shellcheck disable=SC2086  # the list of sources is meant to be split
embedding=$(grep -l '^QI_EMBED(' $sources)
flags='--target=wasm32 -nostdlib -ffreestanding -mbulk-memory -mmutable-globals -msimd128 -Os -std=c17 -DQI_ONE_SOLVE_NET
    -Wall -Wextra -Wshadow -Wconversion -Iinclude -Isrc -Itools/freestanding -Iweb/wasm'
# shellcheck disable=SC2016  # the inner shell expands it
compile() { # FLAGS: the sources in stdin, each to a file named after it
    xargs -P "$(nproc)" -I '{}' sh -c 'clang "$@" -o "$0/$(echo "{}" | tr / -).o" -c "{}"' "$parts" "$@"
}
# shellcheck disable=SC2086  # the flags too
{
    echo "$embedding" | compile $flags
    { echo "$sources" | grep -vxF "$embedding"; ls web/wasm/*.c; } | compile $flags -flto
    link() { # NAME SOURCE...: a module that exports what these sources of web/wasm export
        module=$1
        shift
        exporting=$(for source; do echo "$parts/web-wasm-$source.c.o"; done)
        clang $flags -flto -Wl,--no-entry -Wl,--lto-O2 -Wl,--strip-all -Wl,--export=__stack_pointer -Wl,-z,stack-size=1048576 \
            -o "$out/$module.wasm" "$parts"/src-*.o $exporting
    }
    link qi-rules memory handles nogo go maze sgf lab
    link qi-engine memory handles nogo engine
}
