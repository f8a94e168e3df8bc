#!/usr/bin/env bash
# SPDX-License-Identifier: Zlib
# run.sh [GLB_DIR [PICTURE_DIR]]: every .glb of GLB_DIR passes Khronos' validator without a remark, and the web page
# made of these files works in headless Chromium; leaves screenshots in PICTURE_DIR. Without GLB_DIR,
# build/release/bin/ambient-samples writes all scenes first. Exits 77 if npm, its registry or Chromium is missing.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$here/../..
work=$root/build/web-test
scenes=${1:-$work/scenes}
pictures=${2:-$work/pictures}
export AMBIENT_WEB_TOOLS=${AMBIENT_WEB_TOOLS:-$root/build/web-tools}

skip() {
    echo "web tests skipped: $*" >&2
    exit 77
}

AMBIENT_CHROMIUM=${AMBIENT_CHROMIUM:-$(command -v chromium || command -v chromium-browser || command -v google-chrome || true)}
[[ -n $AMBIENT_CHROMIUM ]] || skip "there is no Chromium (Debian: apt install chromium)"
export AMBIENT_CHROMIUM
"$root/samples/web/install-tools.sh" "$AMBIENT_WEB_TOOLS" || skip "see above"

if [[ $# -eq 0 ]]; then
    samples=$root/build/release/bin/ambient-samples
    rm -rf "$scenes"
    mkdir -p "$scenes"
    names=$("$samples" --list --json | sed -nE 's/^    "name": "([a-z-]+)",$/\1/p')
    [[ -n $names ]] || { echo "run.sh: $samples lists no scenes" >&2; exit 1; }
    # A quarter of a second has every kind of node and track. The page is used with falling-plate, which gets a second for its trail.
    # As many at a time as there are processors; idle threads must not spin.
    export OMP_WAIT_POLICY=PASSIVE
    xargs -P "$(nproc)" -I NAME "$samples" --run NAME --headless --quiet --seconds 0.25 --glb "$scenes/NAME.glb" <<<"$names" >/dev/null
    "$samples" --run falling-plate --headless --quiet --seconds 1 --glb "$scenes/falling-plate.glb" >/dev/null
    "$samples" --run robot --headless --quiet --seconds 1 --skeleton "$work/skeleton.glb" >/dev/null
    "$root/build/release/bin/ambient" simulate "$root/samples/worlds/scenes/raft.json" --quiet --glb "$work/raft.glb" >/dev/null
    node "$here/validate.mjs" "$work/skeleton.glb" "$work/raft.glb"
fi

node "$here/validate.mjs" "$scenes"/*.glb
"$root/samples/web/build.sh" "$scenes" "$work/page"
node "$here/page.mjs" "$scenes" "$work/page" "$pictures"
