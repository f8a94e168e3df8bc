#!/usr/bin/env bash
# SPDX-License-Identifier: Zlib
# build-live.sh OUT_DIR: makes live.html in OUT_DIR, a page with the physics, usable without a server.
# Compiles the physics as build-physics.sh says. Exit 77: emscripten is missing.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
tools=${AMBIENT_WEB_TOOLS:-$root/build/web-tools}

if [[ $# -ne 1 ]]; then
    echo "usage: build-live.sh OUT_DIR" >&2
    exit 1
fi
out=$1
"$here/build-physics.sh" ambient-live

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
