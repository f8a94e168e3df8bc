#!/usr/bin/env bash
# SPDX-License-Identifier: Zlib
# release.sh DIR [--without-deb]: leaves all that a release has in DIR, made from the last commit: the sources, Debian's packages, the
# Python wheel and its source distribution, the npm package, the Blender add-on, a bill of materials, and SHA256SUMS. The wheel and
# the npm package are installed and used by their tests, which compare them with the build in build/release. Fails if files are changed, if the
# changelog names no such version, or if a tool is missing.
# AMBIENT_FLUID_LAST_RELEASE: a folder with the Debian packages of the last release, with which the C libraries are compared
# (compare-abi.sh): an incompatible change is an error.
set -euo pipefail
out=$(mkdir -p "${1:?a folder for the release}" && cd "$1" && pwd)
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$root"
version=$(sed -nE 's/^ *VERSION ([0-9.]+)$/\1/p' CMakeLists.txt | head -1)

fail() {
    echo "release.sh: $*" >&2
    exit 1
}

[[ -z $(git status --porcelain) ]] || fail "files are changed: a release is made from the last commit"
grep -q "^## \[$version\]" CHANGELOG.md || fail "CHANGELOG.md has no version $version"
[[ -z $(ls -A "$out") ]] || fail "$out is not empty"

name=bullet-ambient-fluid-$version
git archive --format=tar --prefix="$name/" HEAD | gzip -n9 >"$out/$name.tar.gz"
packaging/wheel/build.sh "$out"
tests/wheel/run.sh "$(echo "$out"/*.whl)"
tests/web/npm.sh
cp build/web-test/npm/ambientfluid-*.tgz "$out"
packaging/blender/build.sh "$out"
if [[ ${2:-} != --without-deb ]]; then
    work=$(mktemp -d)
    trap 'rm -rf "$work"' EXIT
    packaging/build-deb.sh "$work"
    mv "$work"/*.deb "$work"/*.dsc "$work"/*.debian.tar.* "$work"/*.orig.tar.* "$out"
    if [[ -n ${AMBIENT_FLUID_LAST_RELEASE:-} ]]; then
        packaging/compare-abi.sh "$AMBIENT_FLUID_LAST_RELEASE" "$out"
    else
        echo "release.sh: the C libraries are compared with no other release"
    fi
fi
python3 -B packaging/seal.py "$out" bullet-ambient-fluid "$version"
(cd "$out" && cat SHA256SUMS && sha256sum --check --quiet SHA256SUMS)
