#!/usr/bin/env bash
# SPDX-License-Identifier: Zlib
# live.sh [PICTURE_DIR]: builds the live page and operates the page in headless Chromium: its runs equal those of
# build/release/bin/ambient. The scenes of the same bytes run in Node.js before. Then measures a step against the native
# one. Leaves screenshots in PICTURE_DIR. Exits 77 if emscripten, npm, its registry or Chromium is missing.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
page=$root/build/web-test/live-page
pictures=${1:-$root/build/web-test/pictures}
export AMBIENT_WEB_TOOLS=${AMBIENT_WEB_TOOLS:-$root/build/web-tools}

skip() {
    echo "tests of the live page skipped: $*" >&2
    exit 77
}

AMBIENT_CHROMIUM=${AMBIENT_CHROMIUM:-$(command -v chromium || command -v chromium-browser || command -v google-chrome || true)}
[[ -n $AMBIENT_CHROMIUM ]] || skip "there is no Chromium (Debian: apt install chromium)"
export AMBIENT_CHROMIUM
"$root/samples/web/install-tools.sh" "$AMBIENT_WEB_TOOLS" || skip "see above"
"$root/samples/web/build-live.sh" "$page" || { status=$?; ((status == 77)) && skip "see above"; exit $status; }
export NODE_PATH=$AMBIENT_WEB_TOOLS/node_modules:/usr/share/nodejs # emscripten's optimiser needs acorn
cmake --build "$root/build/web" --parallel "$(nproc)" --target ambient-same-bytes >&2
node "$root/build/web/bin/ambient-same-bytes.js"
ambient=$root/build/release/bin/ambient
node "$root/tests/web/live.mjs" "$page" "$ambient" "$root/samples/worlds" "$pictures"
node "$root/tests/web/speed.mjs" "$root/build/web/bin/ambient-live.js" "$ambient" "$root/samples/worlds"
