#!/usr/bin/env bash
# SPDX-License-Identifier: Zlib
# release.sh DIR [--without-deb]: leaves all that a release has in DIR, made from the last commit: the sources, Debian's packages, the
# Python wheel and its source distribution, the npm package, the Blender add-on, and SHA256SUMS. The wheel has a bill of materials inside, which lies beside it
# too. Fails if files are changed or the changelog names no such version.
# AMBIENT_FLUID_LAST_RELEASE: a folder with the Debian packages of the last release. If it is given and abidiff is
# installed (Debian: abigail-tools), the shared C libraries are compared, and an incompatible change is an error.
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
for wheel in "$out"/*.whl; do unzip -p "$wheel" '*.dist-info/sboms/ambientfluid.cdx.json' >"${wheel%.whl}.cdx.json"; done
packaging/npm/build.sh "$out"
packaging/blender/build.sh "$out"
if [[ ${2:-} != --without-deb ]]; then
    work=$(mktemp -d)
    trap 'rm -rf "$work"' EXIT
    packaging/build-deb.sh "$work"
    mv "$work"/*.deb "$work"/*.dsc "$work"/*.debian.tar.* "$work"/*.orig.tar.* "$out"
    last=${AMBIENT_FLUID_LAST_RELEASE:-}
    if [[ -n $last ]] && command -v abidiff >/dev/null; then
        dpkg-deb -x "$last"/libbulletambientfluid*_*.deb "$work/last"
        dpkg-deb -x "$out"/libbulletambientfluid[0-9]*_*.deb "$work/new"
        for library in AmbientFluidC AmbientFluidC-float64; do
            status=0
            abidiff "$(find "$work/last" -name "lib$library.so.*" -type f)" "$(find "$work/new" -name "lib$library.so.*" -type f)" || status=$?
            (((status & ~4) == 0)) || fail "lib$library is not compatible with that of $last" # 4: a compatible change
        done
    else
        echo "release.sh: the C libraries are compared with no other release"
    fi
fi
(cd "$out" && sha256sum -- * >SHA256SUMS && cat SHA256SUMS)
