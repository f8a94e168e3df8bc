#!/usr/bin/env bash
# SPDX-License-Identifier: Zlib
# build-deb.sh DIR: builds the Debian source and binary packages of the committed tree into DIR, and checks them with
# lintian. Debian requires debian/ at the root of the sources, so the sources are exported first. Missing packages are
# installed.
set -euo pipefail
out=$(mkdir -p "${1:?a folder for the packages}" && cd "$1" && pwd)
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
version=$(sed -nE '1s/.*\((.*)-[0-9]+\).*/\1/p' "$root/packaging/debian/changelog")
grep -q "VERSION $version\$" "$root/CMakeLists.txt" || {
    echo "build-deb.sh: packaging/debian/changelog says $version, CMakeLists.txt does not" >&2
    exit 2
}
"$root/third_party/install.sh" --deb
name=bullet-ambient-fluid-$version
rm -rf "${out:?}/$name"
git -C "$root" archive --format=tar --prefix="$name/" HEAD | gzip -n >"$out/bullet-ambient-fluid_$version.orig.tar.gz"
tar -C "$out" -xzf "$out/bullet-ambient-fluid_$version.orig.tar.gz"
cp -r "$out/$name/packaging/debian" "$out/$name/debian"
cd "$out/$name"
dpkg-buildpackage --no-sign --build=full
cd "$out"
rm -rf "${out:?}/$name"
lintian --fail-on none "bullet-ambient-fluid_$version"-*.changes
