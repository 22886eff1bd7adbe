#!/bin/sh
# Builds and tries qi for other systems, as far as their compilers are here: systems.sh FOLDER [PART]... (FOLDER is for
# scratch files; without a part, all of them)
#
#     one-file   qi.c by every compiler, as C and as C++; what it finds is the same for musl, aarch64 and Windows
#     musl       the command, static, with musl; unit tests, console tests
#     aarch64    the command and the unit tests, by qemu-user
#     windows    the command and the unit tests with mingw-w64, by wine
#     posix      the command and the unit tests without what only Linux has, as macOS would build them
#     twice      the library and the command, twice to the same bytes
#     dist       the tarball of 'meson dist' builds, and some of its tests
#     install    licence, SBOM, manual pages and headers are where they belong; the library alone, without Jansson
#
# cmocka and Jansson for musl, aarch64, windows and posix are compiled from Debian's source packages. Ends with a table, a line
# for everything that was tried or left out (ok, FAIL or skip), and with how many there are of each.
set -eu
mkdir -p "$1"
out=$(realpath "$1")
shift
cd "$(dirname "$0")/.."
[ $# -gt 0 ] || set -- one-file musl aarch64 windows posix twice dist install
: >"$out/table"
bad=0

have() { command -v "$1" >/dev/null 2>&1; }

# check NAME COMMAND...: a line of the table by the command's status; what it says is in a log of its own. The last line of
# what it says is a count, where it begins with "counted ".
check() {
    name=$1
    shift
    log=$out/log-$(printf '%s' "$name" | tr -c 'a-zA-Z0-9\n' '-')
    printf 'run   %s\n' "$name"
    begun=$(date +%s)
    (while sleep 30 >/dev/null 2>&1; do
        printf '      %s: %d s\n' "$name" $(($(date +%s) - begun))
    done) &
    ticker=$!
    if ("$@") >"$log" 2>&1; then
        line="ok    $name$(sed -n '$s/^counted /: /p' "$log")"
    else
        line="FAIL  $name (see $log)"
        grep '^not ok' "$log" || tail -n 30 "$log"
        bad=1
    fi
    kill "$ticker" 2>/dev/null
    wait "$ticker" 2>/dev/null || :
    printf '%s (%d s)\n' "$line" $(($(date +%s) - begun)) | tee -a "$out/table"
}

skip() { printf 'skip  %s: %s\n' "$1" "$2" | tee -a "$out/table"; }

# wine_ready: a Windows of our own, which stays until the end. Debian's is started and ended with every program, takes seconds for
# that, and one start in 150 writes of a page fault in one of wine's own processes.
export WINEPREFIX="$out/wine" WINEDEBUG=-all WINEDLLOVERRIDES='mscoree,mshtml,winemenubuilder.exe='
wine_ready() {
    [ -z "${wine_runs:-}" ] && have wine && have wineserver || return 0
    trap 'wineserver -k || :' EXIT
    wine_runs=yes
    mkdir -p "$WINEPREFIX"
    check 'wine starts' sh -c 'wineserver -p && wine cmd /c exit </dev/null'
}

build() { # COMPILER NAME
    tools/cross/libraries.sh "$out" "$2" "$1" || return 1
    [ -e "$out/$2/build.ninja" ] ||
        meson setup "$out/$2" --cross-file "tools/cross/$2.ini" --cross-file "$out/$2-libraries/libraries.ini" \
            -Dtests=enabled -Dpage=disabled -Ddefault_library=static -Dstatic_command=false -Doptimization=1 ||
        return 1
    ninja -C "$out/$2" build.ninja || return 1 # the list below is of what meson.build says now
    # shellcheck disable=SC2046  # the unit tests, one word each
    ninja -j 2 -C "$out/$2" qi$3 $(ninja -C "$out/$2" -t targets all | sed -n "s/^\(tests\/test_[a-z_]*$3\): .*/\1/p")
}

# units NAME: the unit tests of a build, briefly; they ran in full here.
units() {
    # shellcheck disable=SC2046  # one word each
    QI_TEST_SCALE=5 meson test -C "$out/$1" --no-rebuild --num-processes 2 --timeout-multiplier 4 --suite unit \
        $(cd "$out/$1/tests" && printf '%s\n' test_* | sed -n 's/^test_\([a-z_]*\)\(\.exe\)\{0,1\}$/\1/p') || return 1
    cases=$(grep -c '^ok ' "$out/$1/meson-logs/testlog.txt")
    sed -n "s/^Ok: *\([0-9]*\) *$/counted \1 programs, $cases cases/p" "$out/$1/meson-logs/testlog.txt"
}

# console NAME PROGRAM: console sessions with that command as qi; $sessions are the documents, $without is what to leave out.
console() {
    mkdir -p "$out/$1-bin"
    printf '#!/bin/sh\nexec %s "$@"\n' "$2" >"$out/$1-bin/qi"
    chmod +x "$out/$1-bin/qi"
    : >"$out/$1-console"
    status=0
    # shellcheck disable=SC2086,SC2154  # a list, set by the caller
    for file in $sessions; do
        python3 tests/console.py --without "${without:-}" "$out/$1-bin" "tests/cli/$file.md" >"$out/$1-$file" 2>&1 || status=1
        tee -a "$out/$1-console" <"$out/$1-$file"
    done
    echo "counted $(grep '^ok ' "$out/$1-console" | grep -v -c '# SKIP') commands"
    return $status
}

# system NAME COMPILER RUNNER ENDING TITLE: one system in full.
system() {
    if ! have "$2" || { [ -n "$3" ] && ! have "${3%% *}"; }; then
        skip "$5" "no $2 or no ${3%% *}"
    elif ! tools/cross/libraries.sh "$out"; then
        skip "$5" "Debian's source packages of cmocka and Jansson cannot be had (see $out/log-sources)"
    else
        check "$5: command and unit tests compile" build "$2" "$1" "$4"
        [ -e "$out/$1/qi$4" ] || return 0
        check "$5: unit tests" units "$1"
        sed -n 's/^# left out: //p' "$out/$1/meson-logs/testlog.txt" >"$out/$1-left-out"
        while IFS=: read -r case reason; do
            skip "$5: unit test $case" "${3%% *} is not as the system is:$reason"
        done <"$out/$1-left-out"
        check "$5: console tests ($sessions)" console "$1" "$3 $out/$1/qi$4"
        left=$(grep -c '# SKIP' "$out/$1-console") || :
        # shellcheck disable=SC2154  # the caller says why
        [ "$left" = 0 ] || skip "$5: $left commands of the console tests ('# SKIP' in $out/$1-console)" "$why"
    fi
}

# same NAME COMPILER RUNNER [OPTION]...: tests/api/systems.c with qi.c prints what it prints here.
same() {
    name=$1 compiler=$2 runner=$3
    shift 3
    if ! have "$compiler" || { [ -n "$runner" ] && ! have "$runner"; }; then
        skip "$name" "no $compiler or no $runner"
        return
    fi
    check "$name" sh -c "$compiler -O1 -w $* -I'$out' -o '$out/$compiler.exe' tests/api/systems.c '$out/qi.c' -pthread -lm &&
        $runner '$out/$compiler.exe' | tr -d '\\r' >'$out/$compiler.txt' &&
        cmp '$out/gcc.txt' '$out/$compiler.txt'"
}

one_file() {
    python3 tools/amalgamate.py --whole "$out"
    gcc -O1 -w -I"$out" -o "$out/gcc" tests/api/systems.c "$out/qi.c" -pthread -lm && "$out/gcc" >"$out/gcc.txt"
    check 'qi.c by gcc, clang, musl-gcc and mingw, as C and as C++' python3 tests/one_file.py tools/amalgamate.py examples --all
    skip 'qi.c as C++ by musl-gcc' 'Debian has no C++ library for musl'
    same 'qi.c finds the same on musl' musl-gcc '' -static
    same 'qi.c finds the same on aarch64, by qemu-user' aarch64-linux-gnu-gcc qemu-aarch64 -static
    wine_ready
    same 'qi.c finds the same on Windows, by wine' x86_64-w64-mingw32-gcc-posix wine -static
}

# elsewhere: the build without what only Linux has calls nothing that macOS has not.
elsewhere() {
    calls=$(nm -u "$out/posix/libqigames.a" "$out/posix/libqi-command.a" "$out"/posix/qi.p/*.o | sed -n 's/^ *U //p' | sort -u)
    echo "$calls" | grep -q -x malloc || return 1 # the list is one
    ! echo "$calls" | grep -x -e 'pipe2\|dup3\|ppoll\|prctl\|syscall\|getrandom\|getauxval\|get_nprocs.*\|secure_getenv\|sigtimedwait' \
        -e 'sigwaitinfo\|__libc_current_sigrt.*\|sched_.*affinity\|pthread_.*_np\|pthread_barrier_.*\|pthread_mutex_timedlock' \
        -e 'pthread_condattr_setclock\|sem_init\|sem_timedwait\|epoll_.*\|eventfd\|signalfd\|timerfd_.*\|inotify_.*\|memfd_create' \
        -e '.*fallocate.*\|.*mempcpy\|memrchr\|strchrnul\|rawmemchr\|qsort_r\|euidaccess\|mremap\|clock_nanosleep\|thrd_.*\|mtx_.*' -e 'cnd_.*'
}

# Without the compiler's cache, which would give back the same bytes.
twice() {
    for dir in first second/deeper; do
        rm -rf "${out:?}/$dir"
        CC=gcc meson setup "$out/$dir" -Dpage=disabled -Dtests=disabled -Doptimization=1 &&
            ninja -j 2 -C "$out/$dir" --quiet || return 1
    done
    for file in libqigames.so libqigames.a qi qi.spdx.json; do
        cmp "$out/first/$file" "$out/second/deeper/$file" || return 1
    done
}

# The tarball holds the last commit.
dist() {
    rm -rf "$out/dist-build" "$out/unpacked" && mkdir "$out/unpacked"
    meson setup "$out/dist-build" -Dpage=disabled -Dtests=disabled &&
        meson dist -C "$out/dist-build" --no-tests --allow-dirty --formats xztar &&
        tar -xJf "$out"/dist-build/meson-dist/qi-*.tar.xz -C "$out/unpacked" --strip-components=1 &&
        meson setup "$out/unpacked/build" "$out/unpacked" -Dpage=disabled -Dtests=enabled -Doptimization=1 &&
        ninja -j 2 -C "$out/unpacked/build" --quiet qi tests/test_text tests/test_nogo_rules tests/test_go_rules tests/test_maze &&
        QI_TEST_SCALE=5 meson test -C "$out/unpacked/build" --no-rebuild --num-processes 2 text nogo_rules go_rules maze \
            tests/cli/nogo.md
}

installed() {
    rm -rf "$out/install-build" "$out/root"
    meson setup "$out/install-build" --prefix=/usr -Dpage=disabled -Dtests=disabled -Doptimization=1 &&
        ninja -j 2 -C "$out/install-build" --quiet && DESTDIR=$out/root meson install -C "$out/install-build" --quiet &&
        cmp LICENSE "$out/root/usr/share/licenses/qi/LICENSE" &&
        python3 -c 'import json, sys; assert json.load(open(sys.argv[1]))["spdxVersion"].startswith("SPDX-")' \
            "$out/root/usr/share/doc/qi/qi.spdx.json" &&
        test -e "$out/root/usr/share/man/man1/qi.1" && test -e "$out/root/usr/include/qi/nogo.h"
}

alone() {
    rm -rf "$out/alone"
    meson setup "$out/alone" -Dcommand=disabled -Doptimization=1 && ninja -j 2 -C "$out/alone" --quiet &&
        ! grep -i jansson "$out/alone/build.ninja"
}

all='go maze nogo gtp gtp_commands nogo_solve nogo_search playouts go_sgf chinese common judges'
for_linux='qi [a-z ]*(stress|arena|package)|failure'
for part; do
    case $part in
    one-file) one_file ;;
    musl) sessions=$all system musl musl-gcc '' '' 'Linux on musl, static' ;;
    aarch64)
        export QI_TEST_EMULATED=1
        sessions='go maze nogo gtp' system aarch64 aarch64-linux-gnu-gcc 'qemu-aarch64 -L /usr/aarch64-linux-gnu' '' \
            'Linux on aarch64, by qemu-user'
        unset QI_TEST_EMULATED
        ;;
    windows)
        wine_ready
        sessions=$all without="$for_linux|tests/terminal.py" \
            why='stress, arena and package are for Linux; wine writes control sequences of its own to a dumb terminal' \
            system windows x86_64-w64-mingw32-gcc-posix wine .exe 'Windows, by mingw-w64 and wine'
        ;;
    posix)
        sessions=$all without=$for_linux why='stress, arena and package are for Linux' \
            system posix gcc '' '' 'POSIX without what only Linux has'
        [ ! -e "$out/posix/qi" ] || check 'POSIX without what only Linux has: calls nothing that macOS has not' elsewhere
        ;;
    twice) check 'library and command, twice the same bytes' twice ;;
    dist) check "the tarball of 'meson dist' builds and is tested" dist ;;
    install)
        check 'licence, SBOM, manual pages and headers are installed' installed
        check 'the library alone, without Jansson' alone
        ;;
    *) echo "systems: found '$part', expected one-file, musl, aarch64, windows, posix, twice, dist or install" >&2 && exit 2 ;;
    esac
done
echo
sort "$out/table"
awk '{ count[$1]++ } END { printf "%d ok, %d failed, %d skipped\n", count["ok"], count["FAIL"], count["skip"] }' "$out/table"
exit $bad
