#!/bin/sh
# A GTP engine with one fault, named by its argument.
while read -r command _; do
    case $command/$1 in
    genmove/ends) exit ;;
    genmove/refuses) printf '? no\n\n' ;;
    genmove/passes) printf '= pass\n\n' ;;
    genmove/illegal) printf '= A99\n\n' ;;
    genmove/silent) sleep 30 ;;
    genmove/large) exec python3 -c 'import time; held = b"x" * (1 << 28); time.sleep(1000)' ;;
    genmove/nonsense) printf '= forty two\n\n' ;;
    genmove/resigns) printf '= resign\n\n' ;;
    genmove/blanks) printf '= A3 \t \n\n' ;;
    genmove/bytes) printf '= \377\376\n\n' ;;
    genmove/stone) printf '= A3\n\n' ;;
    *) printf '=\n\n' ;;
    esac
done
