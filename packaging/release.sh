#!/usr/bin/env bash
# SPDX-License-Identifier: Zlib
# release.sh DIR [--without-deb]: leaves all that a release has in DIR, made from the last commit: the sources, Debian's packages, the
# Python wheel and its source distribution, the npm package, the Blender add-on, a bill of materials, and SHA256SUMS. The wheel, the
# source distribution and the npm package are installed and used by their tests, which compare them with the build in build/release. Prints
# each part with its seconds. Fails, and names the part, if files are changed, if the places that state the version differ, or if a tool
# is missing. Without a date at the version in CHANGELOG.md the result is a trial, and the last lines say so.
# AMBIENT_FLUID_LAST_RELEASE: a folder with the Debian packages of the last release, with which the C libraries are compared
# (compare-abi.sh). Without it nothing is compared, and the last lines say so.
set -euo pipefail
usage="usage: release.sh DIR [--without-deb]"
out=$(mkdir -p "${1:?$usage}" && cd "$1" && pwd)
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$root"
version=$(sed -nE 's/^ *VERSION ([0-9.]+)$/\1/p' CMakeLists.txt | head -1)
last=${AMBIENT_FLUID_LAST_RELEASE:-}
work=$(mktemp -d)

part="the beginning" since=0 ended=false
finish() {
    local status=$?
    rm -rf "$work"
    if ! $ended; then echo "release.sh: no release: stopped at $part (exit $status)" >&2; fi
    exit $((ended ? 0 : status ? status : 1))
}
trap 'finish' EXIT
begin() { # begin PART
    if ((since > 0)); then echo "release.sh: $part: $((SECONDS - since)) s"; fi
    part=$1 since=$((SECONDS > 0 ? SECONDS : 1))
}
fail() {
    echo "release.sh: $*" >&2
    exit 1
}

case ${2:-} in
    "") debian=true ;;
    --without-deb) debian=false ;;
    *) fail "$usage" ;;
esac
[[ -z $(git status --porcelain) ]] || fail "files are changed: a release is made from the last commit"
[[ -z $(ls -A "$out") ]] || fail "$out is not empty"
$debian || [[ -z $last ]] || fail "the comparison with $last needs Debian's packages: not with --without-deb"
tests/house/check.sh OneVersionEverywhere

begin "the sources"
name=bullet-ambient-fluid-$version
git archive --format=tar --prefix="$name/" HEAD | gzip -n9 >"$out/$name.tar.gz"
begin "the wheel"
packaging/wheel/build.sh "$out"
begin "the tests of the wheel"
tests/wheel/run.sh "$(echo "$out"/*.whl)"
begin "the tests of the source distribution"
tests/wheel/sdist.sh "$out/ambientfluid-$version.tar.gz"
begin "the npm package and its tests"
tests/web/npm.sh
cp build/web-test/npm/ambientfluid-*.tgz "$out"
begin "the Blender add-on"
packaging/blender/build.sh "$out"
compared="C libraries: not compared, because no Debian packages were made"
if $debian; then
    begin "Debian's packages"
    packaging/build-deb.sh "$work"
    mv "$work"/*.deb "$work"/*.dsc "$work"/*.debian.tar.* "$work"/*.orig.tar.* "$out"
    compared="C libraries: compared with no release, because AMBIENT_FLUID_LAST_RELEASE names none"
    if [[ -n $last ]]; then
        begin "the comparison of the C libraries"
        packaging/compare-abi.sh "$last" "$out"
        compared="C libraries: compared with those in $last"
    fi
fi
begin "the bill of materials and the checksums"
python3 -B packaging/seal.py "$out" bullet-ambient-fluid "$version"
(cd "$out" && cat SHA256SUMS && sha256sum --check --quiet SHA256SUMS)
begin "the end"
ended=true
echo "$compared"
if grep -qF "## [$version] - not yet released" CHANGELOG.md; then
    echo "$out: a trial of $version: CHANGELOG.md has no date for it"
else
    echo "$out: the release $version"
fi
