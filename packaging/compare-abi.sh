#!/usr/bin/env bash
# SPDX-License-Identifier: Zlib
# compare-abi.sh LAST NEW: compares the C libraries, in both precisions, in two folders with Debian packages of libbulletambientfluid,
# by abidiff (Debian: abigail-tools). Types are compared too if both folders have the packages of debug symbols (-dbgsym). Prints the packages
# and the result. Fails if a program that was linked with the last release may not run with the new one; additions are no failure. Libraries
# with different SONAMEs are installed side by side, so changes between them are printed and are no failure. Exit 77: there is no abidiff.
set -euo pipefail
last=${1:?the folder of the last release} new=${2:?the folder of the new release}
if ! command -v abidiff >/dev/null; then
    echo "compare-abi.sh: needs abidiff (Debian: abigail-tools)" >&2
    exit 77
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
declare -A names=()
unpack() { # unpack FOLDER PLACE
    local package found=false
    for package in "$1"/libbulletambientfluid[0-9]*.deb; do
        if [[ ! -f $package ]]; then continue; fi
        dpkg-deb -x "$package" "$work/$2"
        if [[ $package != *-dbgsym_* ]]; then names[$2]=$(basename "$package"); fi
        found=true
    done
    $found || { echo "compare-abi.sh: $1 has no package of libbulletambientfluid" >&2; exit 2; }
}
unpack "$last" last
unpack "$new" new
echo "compare-abi.sh: ${names[new]} beside ${names[last]}"
soname() { readelf -d "$1" | sed -nE 's/.*\(SONAME\).*\[(.*)\].*/\1/p'; }
symbols=()
if [[ -d $work/last/usr/lib/debug && -d $work/new/usr/lib/debug ]]; then
    symbols=(--debug-info-dir1 "$work/last/usr/lib/debug" --debug-info-dir2 "$work/new/usr/lib/debug")
fi
for library in AmbientFluidC AmbientFluidC-float64; do
    files=()
    for place in last new; do
        file=$(find "$work/$place" -name "lib$library.so.*" -type f)
        if [[ ! -f $file ]]; then echo "compare-abi.sh: the packages of the $place release have not one lib$library" >&2; exit 2; fi
        files+=("$file")
    done
    status=0
    abidiff "${symbols[@]}" "${files[@]}" || status=$?
    if [[ $(soname "${files[0]}") != $(soname "${files[1]}") ]]; then
        if ((status & 3)); then exit 1; fi # abidiff itself failed
        echo "lib$library: $(soname "${files[1]}") is installed beside $(soname "${files[0]}"), which programs of the last release go on with"
        continue
    fi
    if ((status & ~4)); then # 4: a change, which is compatible without a further bit
        echo "compare-abi.sh: lib$library is not compatible with that of $last" >&2
        exit 1
    fi
    echo "lib$library: programs of the last release run with it"
done
