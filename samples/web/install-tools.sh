#!/usr/bin/env bash
# SPDX-License-Identifier: Zlib
# install-tools.sh FOLDER: installs the packages of package-lock.json into FOLDER by npm, unless FOLDER has them
# already.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
tools=${1:?a folder for node_modules}

fail() {
    echo "install-tools.sh: $*" >&2
    exit 1
}

command -v node >/dev/null && command -v npm >/dev/null ||
    fail "the web page needs node 18 or later and npm (Debian: apt install nodejs npm)"
if cmp -s "$here/package-lock.json" "$tools/node_modules/.installed-lock.json"; then exit 0; fi
mkdir -p "$tools"
cp "$here/package.json" "$here/package-lock.json" "$tools/"
npm ci --prefix "$tools" --no-audit --no-fund --ignore-scripts --loglevel=error \
    --fetch-retries=1 --fetch-retry-mintimeout=1000 >"$tools/npm.log" 2>&1 ||
    fail "npm could not fetch three.js and esbuild; is the network there? See $tools/npm.log"
cp "$here/package-lock.json" "$tools/node_modules/.installed-lock.json"
