#!/usr/bin/env bash
# SPDX-License-Identifier: Zlib
# npm.sh [PICTURE_DIR]: builds the npm package, installs it into an empty folder and uses it there: in Node.js, by TypeScript's types, and
# with the sample of samples/npm in headless Chromium. States are compared with those of the native Python package in
# build/release/python. Leaves screenshots in PICTURE_DIR. Exits 77 if emscripten, npm, its registry or Chromium is missing.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
work=$root/build/web-test/npm
pictures=${1:-$root/build/web-test/pictures}
export AMBIENT_WEB_TOOLS=${AMBIENT_WEB_TOOLS:-$root/build/web-tools}

skip() {
    echo "tests of the npm package skipped: $*" >&2
    exit 77
}

AMBIENT_CHROMIUM=${AMBIENT_CHROMIUM:-$(command -v chromium || command -v chromium-browser || command -v google-chrome || true)}
[[ -n $AMBIENT_CHROMIUM ]] || skip "there is no Chromium (Debian: apt install chromium)"
export AMBIENT_CHROMIUM
"$root/samples/web/install-tools.sh" "$AMBIENT_WEB_TOOLS" || skip "see above"
rm -rf "$work"
mkdir -p "$work/user" "$pictures"
package=$("$root/packaging/npm/build.sh" "$work" | tail -n 1) || { status=$?; ((status == 77)) && skip "see above"; exit $status; }

# As a new user does, without the network: the package has no dependencies.
(cd "$work/user" && npm init --yes >/dev/null && npm pkg set type=module && npm install --offline --no-audit --no-fund --loglevel=error "$work/$package")
python=$(command -v /usr/bin/python3 || command -v python3)
PYTHONPATH=$root/build/release/python AMBIENT_FLUID_INSTRUCTION_SET=baseline "$python" -B "$root/tests/web/npm_states.py" \
    "$root/samples/worlds" "$work/states.json"
cp "$root/tests/web/npm.mjs" "$work/user/"
node --expose-gc "$work/user/npm.mjs" "$work/$package" "$root/samples/worlds" "$work/states.json"

# The programs of the pages.
for page in "$root/docs/npm.md" "$root/packaging/npm/README.md"; do
    awk '/^```/ { inside = /^```js$/; next } inside' "$page" >"$work/user/page.mjs"
    [[ $(node "$work/user/page.mjs") == *0.0* ]] || { echo "the program of $page fails" >&2; exit 1; }
done
cp "$root/tests/web/npm-types.ts" "$work/user/"
(cd "$work/user" && "$AMBIENT_WEB_TOOLS/node_modules/.bin/tsc" --noEmit --strict --target es2022 --module nodenext npm-types.ts)
echo "TypeScript takes the package"

cp "$root"/samples/npm/* "$work/user/"
cp -r "$AMBIENT_WEB_TOOLS/node_modules/three" "$work/user/node_modules/"
node "$root/tests/web/npm-page.mjs" "$work/user" "$pictures"
