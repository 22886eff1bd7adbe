#!/bin/sh
# Builds the library into one shared object with nothing but a C compiler, for machines that have no
# Meson: tools/train/build.sh OUT.so. All cores compile. The functions of answers.c, which check.py
# calls, are in it. CFLAGS says how to optimise.
set -eu
out=${1:?usage: tools/train/build.sh OUT.so}
case $out in /*) ;; *) out=$PWD/$out ;; esac
cd "$(dirname "$0")/../.."
objects=$(mktemp -d)
trap 'rm -rf "$objects"' EXIT
# shellcheck disable=SC2016  # the inner shell expands them
{ python3 tools/core-sources.py --all; echo tools/train/answers.c; } | OBJECTS=$objects xargs -P "$(nproc)" -I FILE sh -c \
    '${CC:-gcc} -std=c17 -D_GNU_SOURCE ${CFLAGS:--O3 -march=native} -fPIC -pthread \
        -Iinclude -Isrc -c FILE -o "$OBJECTS/$(echo FILE | tr / _).o"'
"${CC:-gcc}" -shared -pthread -o "$out" "$objects"/*.o -lm
