#!/usr/bin/env bash
# SPDX-License-Identifier: Zlib
# build.sh OUT_DIR: makes the npm package ambientfluid-VERSION.tgz in OUT_DIR. Compiles the physics by
# samples/web/build-physics.sh. The name of the package is the last line on standard output. Exit 77: emscripten or npm is missing.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
if [[ $# -ne 1 ]]; then
    echo "usage: build.sh OUT_DIR" >&2
    exit 1
fi
out=$(mkdir -p "$1" && cd "$1" && pwd)
if ! command -v npm >/dev/null; then
    echo "build.sh: the package needs npm (Debian: third_party/install.sh --web)" >&2
    exit 77
fi
"$root/samples/web/build-physics.sh" ambient-npm

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
