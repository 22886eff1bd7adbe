#!/bin/sh
# Compiles cmocka and Jansson for another system from Debian's source packages: libraries.sh FOLDER [NAME COMPILER]
# FOLDER/NAME-libraries/libraries.ini is for meson's --cross-file, after tools/cross/NAME.ini: it says where they are. Without NAME
# only the sources are fetched, checked by apt, into FOLDER/sources. FOLDER/log-sources says why that failed.
set -eu
mkdir -p "$1"
out=$(realpath "$1")

have() { command -v "$1" >/dev/null 2>&1; }

sources() {
    [ ! -e "$out/sources/done" ] || return 0
    have apt-get && have dpkg-source || {
        echo 'needs apt-get and dpkg-source' >"$out/log-sources"
        return 1
    }
    mkdir -p "$out/sources/lists/partial"
    suite=$(. /etc/os-release && printf '%s' "$VERSION_CODENAME")
    mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Codename: '"$suite" | head -n 1)
    printf 'deb-src %s %s main\n' "$mirror" "$suite" >"$out/sources/list"
    (
        cd "$out/sources"
        set -- -q -o Dir::Etc::sourcelist="$PWD/list" -o Dir::Etc::sourceparts=- -o Dir::State::lists="$PWD/lists" \
            -o APT::Sandbox::User=
        apt-get "$@" update && apt-get "$@" source jansson cmocka && touch 'done'
    ) >"$out/log-sources" 2>&1
}

libraries() { # COMPILER FOLDER
    [ ! -e "$2/libraries.ini" ] || return 0
    mkdir -p "$2/include"
    cmocka=$(echo "$out"/sources/cmocka-*) jansson=$(echo "$out"/sources/jansson-*)
    defined='-DHAVE_INTTYPES_H -DHAVE_STDLIB_H -DHAVE_STRING_H -DHAVE_STDIO_H -DHAVE_TIME_H -DHAVE_SIGNAL_H -DHAVE_SETJMP_H
        -DHAVE_GCC_THREAD_LOCAL_STORAGE -DHAVE_STDINT_H'
    sed 's/@json_inline@/inline/; s/@json_have_[a-z_]*@/1/' "$jansson/src/jansson_config.h.in" >"$2/include/jansson_config.h"
    sed -i 's/#define JSON_HAVE_LOCALECONV .*/#define JSON_HAVE_LOCALECONV 0/; s/@[a-z_]*@/1/' "$2/include/jansson_config.h"
    : >"$2/include/jansson_private_config.h" # what configure would write is in $defined
    cp "$jansson/src/jansson.h" "$2/include"
    rm -f "$2"/*.a
    for file in "$cmocka/src/cmocka.c" "$jansson"/src/*.c; do
        object=$2/$(basename "$file" .c).o
        # shellcheck disable=SC2086  # a list
        "$1" -O2 -w $defined -I"$cmocka/include" -I"$2/include" -I"$jansson/src" -c "$file" -o "$object" || return 1
        case $file in */cmocka.c) ar rcs "$2/libcmocka.a" "$object" ;; *) ar rcs "$2/libjansson.a" "$object" ;; esac
    done
    for library in cmocka jansson; do
        printf 'Name: %s\nDescription: %s\nVersion: 2.14\nCflags: -I%s -I%s\nLibs: -L%s -l%s\n' $library $library "$2/include" \
            "$cmocka/include" "$2" $library >"$2/$library.pc"
    done
    compiler="['$1']"
    ! have ccache || compiler="['ccache', '$1']"
    printf "[binaries]\nc = %s\npkgconfig = 'pkg-config'\n[properties]\npkg_config_libdir = '%s'\n" "$compiler" "$2" \
        >"$2/libraries.ini"
}

sources
[ $# -eq 1 ] || libraries "$3" "$out/$2-libraries"
