#!/bin/sh
# Builds the library into one shared object with nothing but a C compiler, for machines that have no
# Meson: tools/train/build.sh OUT.so
set -eu
out=${1:?usage: tools/train/build.sh OUT.so}
case $out in /*) ;; *) out=$PWD/$out ;; esac
cd "$(dirname "$0")/../.."
"${CC:-gcc}" -std=c17 -D_GNU_SOURCE -O3 -march=native -fPIC -shared -pthread -fvisibility=hidden \
    -Iinclude -Isrc -o "$out" $(python3 tools/core-sources.py --all) -lm
