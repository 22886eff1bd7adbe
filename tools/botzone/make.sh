#!/bin/sh
# Writes the bot for Botzone as one C++ file: make.sh OUT.cpp
# One thread, and one of the solver's networks: the others are for small boards.
set -eu
out=$(realpath "$1")
cd "$(dirname "$0")/../.."
exec python3 tools/amalgamate.py tools/botzone/bot.c --dense -o "$out" \
    --define _GNU_SOURCE --define QI_HAS_THREADS=0 --define QI_ONE_SOLVE_NET \
    --without src/nogo/solve/threads.c \
    --without src/nogo/weights/order_line.bin --without src/nogo/weights/order_narrow.bin \
    --without src/nogo/weights/order_four.bin --without src/nogo/weights/order_five.bin
