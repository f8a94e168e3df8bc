#!/usr/bin/env bash
# SPDX-License-Identifier: Zlib
# run.sh: installs what is missing, builds, and shows the main job: a plate falls through air in a Bullet world.
# run.sh ARGUMENTS: the same, but hands the arguments to ambient-samples, for example: run.sh --list
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
build=$root/build/release

# Exit code 2: not a Debian system. What is needed may be there all the same; CMake names what is not.
"$root/third_party/install.sh" || [[ $? -eq 2 ]]
echo "Building in $build" >&2
cmake -S "$root" --preset release --log-level=WARNING >/dev/null
cmake --build "$build" --parallel "$(nproc)" --target ambient ambient-samples >&2

if (($# > 0)); then exec "$build/bin/ambient-samples" "$@"; fi

gallery=$root/build/gallery
mkdir -p "$gallery"
"$build/bin/ambient-samples" --run falling-plate --headless --csv "$gallery/falling-plate.csv" --plot "$gallery/falling-plate.png"
echo
echo "A 10 cm plate of 0.2 g fell through air inside a Bullet world."
echo "  picture  $gallery/falling-plate.png"
echo "  data     $gallery/falling-plate.csv"
echo "Other scenes: samples/run.sh --list"
