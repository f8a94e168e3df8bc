#!/usr/bin/env bash
# SPDX-License-Identifier: Zlib
# build-physics.sh TARGET: compiles a JavaScript file of the physics, bin/TARGET.js in build/web, by emscripten. Packages of npm go to
# build/web-tools (AMBIENT_WEB_TOOLS names another folder), the sources of Bullet and tinyxml2 to build/cross-sources
# (AMBIENT_WEB_SOURCES). Exit 77: emscripten is missing.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
tools=${AMBIENT_WEB_TOOLS:-$root/build/web-tools}
sources=${AMBIENT_WEB_SOURCES:-$root/build/cross-sources}
if ! command -v emcc >/dev/null; then
    echo "build-physics.sh: the physics for browsers needs emscripten (Debian: third_party/install.sh --web)" >&2
    exit 77
fi
"$here/install-tools.sh" "$tools"
"$root/third_party/cross/get-sources.sh" "$sources" >&2
# A node from elsewhere than Debian does not look for Debian's modules, which emscripten uses.
export NODE_PATH=$tools/node_modules:/usr/share/nodejs
cmake -S "$root" --preset web --log-level=WARNING "-DAMBIENT_FLUID_CROSS_SOURCES=$sources" >&2
cmake --build "$root/build/web" --parallel "$(nproc)" --target "$1" >&2
