#!/usr/bin/env bash
# SPDX-License-Identifier: Zlib
# run.sh: installs what is missing, builds, runs every scene, and leaves pictures, films, data and 3D files in a gallery.
# run.sh --web: the same, and a page that shows the scenes in three dimensions.
# run.sh ARGUMENTS: installs and builds, then hands the arguments to ambient-samples, for example: run.sh --list
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
build=$root/build/release
gallery=$root/build/gallery
web=false
if [[ $# -eq 1 && $1 == --web ]]; then
    web=true
    shift
fi

# Exit code 2: not a Debian system. What is needed may be there all the same; CMake names what is not. Any other: it said why.
"$root/third_party/install.sh" $($web && echo --web) || [[ $? -eq 2 ]]
echo "Building in $build" >&2
cmake -S "$root" --preset release --log-level=WARNING >/dev/null
cmake --build "$build" --parallel "$(nproc)" --target ambient ambient-samples >&2

if (($# > 0)); then exec "$build/bin/ambient-samples" "$@"; fi

"$build/bin/ambient-samples" --gallery "$gallery"
if $web; then "$root/samples/web/build.sh" "$gallery" "$gallery/web"; fi
echo
echo "Every scene was run in a Bullet world. The first: a 10 cm plate of 0.2 g falls through air."
echo "  all of them  $gallery/index.html"
if $web; then echo "  in 3D        $gallery/web/index.html"; fi
echo "  picture      $gallery/falling-plate.png"
echo "  film         $gallery/falling-plate.mp4"
echo "  data         $gallery/falling-plate.csv"
echo "  3D file      $gallery/falling-plate.glb"
echo "With a display, build/release/bin/ambient-samples opens a window to play with them."
