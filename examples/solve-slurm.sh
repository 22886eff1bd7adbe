#!/bin/sh
# Solves a NoGo position in rounds, each an array job of Slurm:
#
#     examples/solve-slurm.sh FOLDER --empty 4x7
#     PIECES=500 SBATCH_PARTITION=short examples/solve-slurm.sh FOLDER --empty 4x7
#
# What follows FOLDER goes to 'qi nogo solve'. FOLDER, which all nodes see, keeps what is proved: the same command goes
# on with a run that was ended. docs/scale.md says more. What one piece may take:
#SBATCH --time=4:00:00
#SBATCH --mem=1500M
#SBATCH --output=/dev/null
set -u
folder=$1
shift
if [ -n "${SLURM_ARRAY_TASK_ID:-}" ]; then
    piece=$(sed -n "${SLURM_ARRAY_TASK_ID}p" "$folder/pieces")
    # A piece that is listed again goes on from its own file.
    exec qi nogo solve --quiet "$piece" --save "$folder/piece-$(echo "$piece" | tr / ,).facts"
fi
mkdir -p "$folder" || exit 2
while :; do
    qi nogo solve "$@" --pieces "${PIECES:-64}" --facts "$folder"/*.facts >"$folder/answer"
    status=$?
    [ $status = 1 ] || break
    mv "$folder/answer" "$folder/pieces"
    sbatch --quiet --wait --array="1-$(wc -l <"$folder/pieces")" "$0" "$folder"
    if [ -z "$(find "$folder" -name 'piece-*.facts' -newer "$folder/pieces")" ]; then
        echo "$0: none of the pieces in $folder/pieces left a file" >&2
        exit 2
    fi
done
cat "$folder/answer"
exit $status
