#!/usr/bin/env bash
# SPDX-License-Identifier: Zlib
# build-live.sh OUT_DIR: makes live.html in OUT_DIR, a page with the physics, usable without a server.
# The physics is compiled in build/web. Packages of npm go to build/web-tools (AMBIENT_WEB_TOOLS names another folder), the sources
# of Bullet and tinyxml2 to build/cross-sources (AMBIENT_WEB_SOURCES). Exit 77: emscripten is missing.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
tools=${AMBIENT_WEB_TOOLS:-$root/build/web-tools}
sources=${AMBIENT_WEB_SOURCES:-$root/build/cross-sources}

fail() { # fail STATUS MESSAGE
    echo "build-live.sh: $2" >&2
    exit "$1"
}

[[ $# -eq 1 ]] || fail 1 "usage: build-live.sh OUT_DIR"
out=$1
command -v emcc >/dev/null || fail 77 "the live page needs emscripten (Debian: third_party/install.sh --web)"
"$here/install-tools.sh" "$tools"
"$root/third_party/cross/get-sources.sh" "$sources" >&2
# A node from elsewhere than Debian does not look for Debian's modules, which emscripten uses.
export NODE_PATH=$tools/node_modules:/usr/share/nodejs
cmake -S "$root" --preset web --log-level=WARNING "-DAMBIENT_FLUID_CROSS_SOURCES=$sources" >&2
cmake --build "$root/build/web" --parallel "$(nproc)" --target ambient-live >&2

mkdir -p "$out"
node "$here/assemble.mjs" "$here/live.html" "$out"
cp "$here/style.css" "$out/"
bundle() { # bundle SOURCE OUT: browsers load no modules from file://, so each bundle is one plain script
    "$tools/node_modules/.bin/esbuild" "$1" --bundle --minify --format=iife --target=es2021 --legal-comments=inline --log-level=warning \
        "--outfile=$2"
}
bundle "$here/src/live/main.js" "$out/live.js"
bundle "$here/src/live/worker.js" "$root/build/web/worker.js"
node "$here/pack-live.mjs" "$root/build/web" "$root/samples/worlds" "$out"
