#!/usr/bin/env bash
# SPDX-License-Identifier: Zlib
# thumbnails.sh NAME...: makes the small pictures of these scenes in samples/pictures/scenes, which the window starts with.
# thumbnails.sh GALLERY: of all scenes from the films of a gallery (samples/run.sh, or ambient-samples --gallery GALLERY); scenes that
# have gone lose theirs. Needs ffmpeg and build/release/bin/ambient-samples.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
samples=$here/../../build/release/bin/ambient-samples
[[ $# -gt 0 ]] || { echo "usage: thumbnails.sh NAME... | GALLERY" >&2; exit 1; }
mkdir -p "$here/scenes"

picture() { # picture FILM NAME: late enough in its 4 s for something to have happened
    ffmpeg -nostdin -loglevel error -y -ss 2.4 -i "$1" -frames:v 1 -vf scale=240:135 -q:v 4 "$here/scenes/$2.jpg"
}

if [[ -d $1 ]]; then
    compgen -G "$1/*-loop.mp4" >/dev/null || { echo "thumbnails.sh: there are no films in $1" >&2; exit 1; }
    rm -f "$here"/scenes/*.jpg
    for film in "$1"/*-loop.mp4; do picture "$film" "$(basename "$film" -loop.mp4)"; done
    exit
fi
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
for name in "$@"; do
    "$samples" --run "$name" --headless --quiet --loop "$scratch/$name.mp4" >/dev/null
    picture "$scratch/$name.mp4" "$name"
done
