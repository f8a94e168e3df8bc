#!/usr/bin/env bash
# SPDX-License-Identifier: Zlib
# build.sh SCENES_DIR OUT_DIR: makes a web page in OUT_DIR with every .glb of SCENES_DIR, usable without a server.
# Packages of npm go to build/web-tools; AMBIENT_WEB_TOOLS names another folder for them.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
tools=${AMBIENT_WEB_TOOLS:-$here/../../build/web-tools}

fail() {
    echo "build.sh: $*" >&2
    exit 1
}

[[ $# -eq 2 ]] || fail "usage: build.sh SCENES_DIR OUT_DIR"
scenes=$1
out=$2
compgen -G "$scenes/*.glb" >/dev/null || fail "there is no .glb file in $scenes"

"$here/install-tools.sh" "$tools"
mkdir -p "$out"
node "$here/assemble.mjs" "$here/index.html" "$out"
cp "$here/style.css" "$out/"
# Modules are not loaded from file://: one plain script.
NODE_PATH=$tools/node_modules "$tools/node_modules/.bin/esbuild" "$here/src/main.js" --bundle --minify --format=iife \
    --target=es2020 --legal-comments=inline --log-level=warning "--outfile=$out/viewer.js"
node "$here/pack.mjs" "$scenes" "$out"
