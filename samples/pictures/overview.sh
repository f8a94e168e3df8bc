#!/usr/bin/env bash
# SPDX-License-Identifier: Zlib
# overview.sh [FILE]: makes the moving picture of README.md, by default samples/pictures/overview.gif: four scenes side by side for 4 s, each
# with a camera close by. Needs ffmpeg and build/release/bin/ambient-samples.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
samples=$here/../../build/release/bin/ambient-samples
out=${1:-$here/overview.gif}
export OMP_WAIT_POLICY=PASSIVE
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
# SCENE RUN_SECONDS SPEED VIEW: the last 4 s of the film are shown.
shots=(
    "sailing-dinghy 16 1 -62,9,7.8"
    "maple-seed 1.2 0.15 -70,42,0.036"
    "flipper-wake 4 1 -90,6,1.25"
    "barrels 8 1 -112,24,4.6"
)
inputs=()
for shot in "${shots[@]}"; do
    read -r name seconds speed view <<<"$shot"
    "$samples" --run "$name" --headless --quiet --seconds "$seconds" --speed "$speed" "--view=$view" --loop "$scratch/$name.mp4"
    from=$(awk "BEGIN { print $seconds / $speed - 4 }")
    inputs+=(-ss "$from" -i "$scratch/$name.mp4")
done
scaled=""
for i in 0 1 2 3; do scaled+="[$i]fps=10,scale=360:202:flags=lanczos[s$i];"; done
stacked="[s0][s1][s2][s3]xstack=inputs=4:layout=0_0|w0_0|0_h0|w0_h0,split[a][b]"
palette="[a]palettegen=stats_mode=diff[p];[b][p]paletteuse=dither=bayer:bayer_scale=4:diff_mode=rectangle"
ffmpeg -nostdin -loglevel error -y "${inputs[@]}" -filter_complex "$scaled$stacked;$palette" -t 4 "$scratch/overview.gif"
mv "$scratch/overview.gif" "$out"
echo "$out: $(stat -c %s "$out") bytes"
