#!/bin/sh
# Writes the bot for Botzone as one C++ file: make.sh OUT.cpp
# One thread, and one of the solver's networks: the others are for small boards.
set -eu
out=$(realpath "$1")
cd "$(dirname "$0")/../.."
sources=$(python3 tools/core-sources.py --all |
    grep -e /base/base -e /base/chunk -e /base/memory -e /base/workers -e /nogo/net/ \
        -e /rules/board -e /rules/ending -e /rules/position -e /search/ -e /solve/ | grep -v -e /threads -e /pieces)
# shellcheck disable=SC2086  # one word a source
exec python3 tools/amalgamate.py $sources src/cli/nogo/botzone_protocol.c tools/botzone/bot.c -o "$out" \
    --define QI_HAS_THREADS=0 --define QI_ONE_SOLVE_NET \
    --without src/nogo/weights/order_line.bin --without src/nogo/weights/order_narrow.bin \
    --without src/nogo/weights/order_four.bin --without src/nogo/weights/order_five.bin
