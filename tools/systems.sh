#!/bin/sh
# Tries the library on other systems, as far as their compilers are here: systems.sh FOLDER (for scratch files)
# On musl (static) and aarch64 (qemu-user) the one-file library must find what it finds here (tests/api/systems.c); for
# Windows (mingw-w64) the rules, engines and judges are compiled; and the library is built without Jansson, twice, to the
# same bytes. Ends with a line for each: ok, FAIL or skip.
set -eu
mkdir -p "$1"
out=$(realpath "$1")
cd "$(dirname "$0")/.."
python3 tools/amalgamate.py --whole "$out"
bad=0

# tell NAME COMMAND...: ok or FAIL, by the command's status.
tell() {
    name=$1
    shift
    if "$@" >"$out/log" 2>&1; then
        echo "ok    $name"
    else
        echo "FAIL  $name"
        cat "$out/log"
        bad=1
    fi
}

# same NAME COMPILER RUNNER [OPTION]...: the program compiled by COMPILER prints what the native one does.
same() {
    name=$1 compiler=$2 runner=$3
    shift 3
    if ! command -v "$compiler" >/dev/null 2>&1 || { [ -n "$runner" ] && ! command -v "$runner" >/dev/null 2>&1; }; then
        echo "skip  $name: no $compiler or no $runner"
        return
    fi
    # shellcheck disable=SC2086  # no runner is no word
    tell "$name" sh -c "$compiler -O1 -w $* -I'$out' -o '$out/$compiler' tests/api/systems.c '$out/qi.c' -pthread -lm &&
        $runner '$out/$compiler' >'$out/$compiler.txt' && cmp '$out/gcc.txt' '$out/$compiler.txt'"
}

windows() {
    for file in $(python3 tools/core-sources.py); do
        x86_64-w64-mingw32-gcc -std=c17 -O0 -w -D_GNU_SOURCE -Iinclude -Isrc -c "$file" -o "$out/windows.o" || return 1
    done
}

# Without the compiler's cache, which would give back the same bytes.
twice() {
    for dir in first second/deeper; do
        rm -rf "${out:?}/$dir"
        CC=gcc meson setup "$out/$dir" -Dcommand=disabled -Ddefault_library=shared &&
            ninja -C "$out/$dir" --quiet libqi.so || return 1
    done
    cmp "$out/first/libqi.so" "$out/second/deeper/libqi.so"
}

gcc -O1 -w -I"$out" -o "$out/gcc" tests/api/systems.c "$out/qi.c" -pthread -lm
"$out/gcc" >"$out/gcc.txt"
same 'Linux on musl, static' musl-gcc '' -static
same 'Linux on aarch64, by qemu-user' aarch64-linux-gnu-gcc qemu-aarch64 -static
if command -v x86_64-w64-mingw32-gcc >/dev/null 2>&1; then
    tell 'Windows: rules, engines and judges compile' windows
else
    echo 'skip  Windows: no x86_64-w64-mingw32-gcc'
fi
tell 'the library without Jansson, twice the same bytes' twice
exit $bad
