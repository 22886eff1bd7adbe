#!/bin/sh
# Solves a NoGo position in rounds with GNU parallel:
#
#     examples/solve-parallel.sh FOLDER --empty 4x6
#     PIECES=200 PARALLEL='--sshloginfile machines' examples/solve-parallel.sh FOLDER 5/.x3/5/5:o
#
# What follows FOLDER goes to 'qi nogo solve'. FOLDER, which all machines see, keeps what is proved: the same command
# goes on with a run that was ended. docs/scale.md says more.
set -u
folder=$1
shift
mkdir -p "$folder" || exit 2
while :; do
    qi nogo solve "$@" --pieces "${PIECES:-64}" --facts "$folder"/*.facts >"$folder/answer"
    status=$?
    [ $status = 1 ] || break
    mv "$folder/answer" "$folder/pieces"
    # A piece that is listed again goes on from its own file.
    parallel --will-cite qi nogo solve --quiet {} --save "$folder/piece-{= tr:/:,: =}.facts" :::: "$folder/pieces" >/dev/null
    if [ -z "$(find "$folder" -name 'piece-*.facts' -newer "$folder/pieces")" ]; then
        echo "$0: none of the pieces in $folder/pieces left a file" >&2
        exit 2
    fi
done
cat "$folder/answer"
exit $status
