#!/bin/sh
# Looks at the sources with a tool; status 77 when the tool is not there.
#
#     tools/check-sources.sh format          clang-format would change nothing
#     tools/check-sources.sh cppcheck
#     tools/check-sources.sh tidy BUILD      clang-tidy, with the commands of a clang build
#     tools/check-sources.sh types           the page's TypeScript
#     tools/check-sources.sh systems         what only Linux or POSIX has stands where only they compile it
#     tools/check-sources.sh list            the names of all C files
set -eu
cd "$(dirname "$0")/.."

list() { git ls-files -co --exclude-standard '*.[ch]' | while read -r file; do
    if [ -e "$file" ]; then printf '%s\n' "$file"; fi
done; }

want() { command -v "$1" >/dev/null 2>&1 || { echo "$1 is not there"; exit 77; }; }

case $1 in
list) list ;;
format)
    want clang-format
    list | xargs -P 2 -n 40 clang-format --dry-run --Werror
    ;;
systems)
    # What is for Linux is in program_sources (src/meson.build), what is for POSIX in folders of that name.
    linux=$(sed -n "/^program_sources = /,/^)/s|^  '\(.*\)',$|^src/\1\$|p" src/meson.build)
    bad=0
    others=$(list | grep '^\(src\|include\)/.*' | grep -v "$linux")
    # shellcheck disable=SC2086  # a list of names
    if grep -n 'sys/prctl\.h\|pipe2(\|sys/syscall\.h\|getrandom(\|qsort_r(\|readlink("/proc\|open("/proc' $others; then
        bad=1
    fi
    # shellcheck disable=SC2046,SC2086
    if grep -n '<poll\.h>\|<sys/wait\.h>\|<termios\.h>\|<sys/resource\.h>\|fork()\|sigaction(\|getline(\|memmem(\|strndup(\|O_CLOEXEC' \
        $(printf '%s\n' $others | grep -v '/posix/'); then
        bad=1
    fi
    [ $bad = 0 ] || echo 'these are not on every system: see src/base/posix, src/base/windows, src/cli/host.h'
    exit $bad
    ;;
cppcheck)
    want cppcheck
    cppcheck --quiet --error-exitcode=1 -j 2 --std=c11 --inline-suppr --library=posix \
        --enable=warning,performance,portability --suppressions-list=.cppcheck \
        -I include -I src src
    ;;
tidy)
    want clang-tidy
    # The analyser explores this many states of a function (by default eighteen times as many, in
    # eight times the time). Nobody knows how to compile what is for Windows.
    list | grep '^src/.*\.c$' | grep -v '/windows/' | xargs -P 2 -n 4 clang-tidy --quiet -p "$2" \
        --extra-arg=-Xclang --extra-arg=-analyzer-config --extra-arg=-Xclang --extra-arg=max-nodes=12000
    ;;
types)
    want npm
    npm --prefix web run --silent check
    ;;
esac
