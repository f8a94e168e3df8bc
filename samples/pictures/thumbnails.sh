#!/usr/bin/env bash
# SPDX-License-Identifier: Zlib
# thumbnails.sh [--gallery DIR] [NAME...]: makes the small pictures of these scenes in samples/pictures/scenes, for the
# first page of the window. Without names: the pictures of all scenes; pictures of removed scenes are deleted. A single
# body is shown close by; several bodies, long flights and tanks by a frame of the short film; the crowd of harbour, and
# two scenes with a long way, by the still of the whole run. Films already in DIR are not made again. Needs ffmpeg and
# build/release/bin/ambient-samples.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
samples=$here/../../build/release/bin/ambient-samples
stills=" harbour passing-ball drafting " # a film of so many bodies takes long, one of a long way shows small bodies
flights=" business-card free-kick golf-drive dam-break sloshing boat-wake "
export OMP_WAIT_POLICY=PASSIVE
gallery=
if [[ ${1:-} == --gallery ]]; then
    gallery=${2:?a folder that --gallery of ambient-samples has filled}
    shift 2
fi
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
# Lines "NAME SECONDS", with the default duration of each scene.
"$samples" --list --json | sed -nE 's/^    "name": "([a-z-]+)",$/\1/p; s/^    "seconds": ([0-9.e+-]+),?$/\1/p' | paste -d' ' - - >"$scratch/list"
if [[ $# -eq 0 ]]; then rm -f "$here"/scenes/*.jpg; fi
mkdir -p "$here/scenes"
run() { "$samples" --run "$name" --headless --quiet "$@" </dev/null >/dev/null; }
picture() { # picture FILE ARGUMENTS: the frame of a file chosen by the arguments
    ffmpeg -nostdin -loglevel error -y "${@:2}" -i "$1" -frames:v 1 -q:v 4 -pix_fmt yuvj420p -vf "$filter" "$here/scenes/$name.jpg"
}
while read -r name seconds; do
    if [[ $# -gt 0 && " $* " != *" $name "* ]]; then continue; fi
    # Late enough for something to have happened.
    at=$(awk "BEGIN { print 0.55 * $seconds }")
    run --seconds "$at" --csv "$scratch/bodies.csv" --png "$scratch/still.png" --at "$at" --size 960x540 --show trails
    if [[ $stills == *" $name "* ]]; then
        run --png "$scratch/still.png" --size 960x540 --show trails
    fi
    if [[ $stills == *" $name "* || $flights != *" $name "* && $(tail -n +2 "$scratch/bodies.csv" | cut -d, -f2 | sort -u | wc -l) -eq 1 ]]; then
        filter=crop=600:338:180:106,scale=240:135 # there are no words in the middle
        picture "$scratch/still.png"
    else
        film=$gallery/$name-loop.mp4
        if [[ ! -f $film ]]; then
            film=$scratch/film.mp4
            run --loop "$film"
        fi
        filter=scale=240:135
        picture "$film" -ss 2.4
    fi
done <"$scratch/list"
