#!/usr/bin/env bash
# SPDX-License-Identifier: Zlib
# build.sh OUT_DIR: makes the npm package ambientfluid-VERSION.tgz in OUT_DIR. The physics is compiled in build/web, as for the live page
# (samples/web/build-live.sh). The name of the package is the last line on standard output. Exit 77: emscripten or npm is missing.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
sources=${AMBIENT_WEB_SOURCES:-$root/build/cross-sources}

fail() { # fail STATUS MESSAGE
    echo "packaging/npm/build.sh: $2" >&2
    exit "$1"
}

[[ $# -eq 1 ]] || fail 1 "usage: build.sh OUT_DIR"
out=$(mkdir -p "$1" && cd "$1" && pwd)
command -v emcc >/dev/null && command -v npm >/dev/null || fail 77 "the npm package needs emscripten and npm (Debian: third_party/install.sh --web)"
tools=${AMBIENT_WEB_TOOLS:-$root/build/web-tools}
"$root/samples/web/install-tools.sh" "$tools"
"$root/third_party/cross/get-sources.sh" "$sources" >&2
# A node from elsewhere than Debian does not look for Debian's modules, which emscripten uses.
export NODE_PATH=$tools/node_modules:/usr/share/nodejs
cmake -S "$root" --preset web --log-level=WARNING "-DAMBIENT_FLUID_CROSS_SOURCES=$sources" >&2
cmake --build "$root/build/web" --parallel "$(nproc)" --target ambient-npm >&2

package=$root/build/web/package
rm -rf "$package"
mkdir -p "$package"
cp "$here"/src/*.js "$here/src/index.d.ts" "$here/README.md" "$root/LICENSE" "$package/"
cp "$root/docs/worlds.md" "$package/"
{
    echo '// SPDX-License-Identifier: Zlib'
    cat "$root/build/web/bin/ambient-npm.js"
    echo 'export default createPhysics;'
} >"$package/physics.js"
version=$(sed -nE 's/^ *VERSION ([0-9.]+)$/\1/p' "$root/CMakeLists.txt" | head -1)
sed "s/\"version\": \"0.0.0\"/\"version\": \"$version\"/" "$here/package.json" >"$package/package.json"
(cd "$package" && npm pack --silent --ignore-scripts --pack-destination "$out")
