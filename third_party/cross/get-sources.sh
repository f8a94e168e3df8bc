#!/usr/bin/env bash
# SPDX-License-Identifier: Zlib
# get-sources.sh FOLDER [--upstream] [SOURCE=BINARY...]: unpacks the Debian source packages of Bullet and tinyxml2 into FOLDER, in the
# versions of the installed libraries, unless they are there; or those that are named, each with an installed package made
# from it. --upstream: without Debian's own changes. Lists of source packages are kept in FOLDER too: nothing below /etc or /var changes, and no root
# is needed.
set -euo pipefail
folder=${1:?a folder for the sources}
mkdir -p "$folder/apt/lists/partial"
folder=$(cd "$folder" && pwd)

fail() {
    echo "get-sources.sh: $*" >&2
    exit 1
}

shift
upstream=false
if [[ ${1:-} == --upstream ]]; then
    upstream=true
    shift
fi
wanted=("$@")
if ((${#wanted[@]} == 0)); then wanted=(bullet=libbullet-dev tinyxml2=libtinyxml2-dev); fi
packages=("${wanted[@]%%=*}")
binaries=("${wanted[@]#*=}")
# The archive of the system's own packages, and the sources beside them.
location=$(apt-get download --print-uris "${binaries[0]}" 2>/dev/null | sed -nE "s#^'(.*)/pool/.*#\1#p" | head -1)
suite=$(. /etc/os-release && echo "${VERSION_CODENAME:-}")
[[ -n $location && -n $suite ]] || fail "this is not a Debian system with an archive; put the sources of ${packages[*]} there yourself"
options=(
    -q -o "Dir::Etc::SourceList=$folder/apt/sources.list" -o Dir::Etc::SourceParts=/dev/null
    -o "Dir::State::Lists=$folder/apt/lists" -o Dir::Cache::pkgcache= -o Dir::Cache::srcpkgcache=
)

unpack() { # unpack SOURCE BINARY
    local version
    version=$(dpkg-query -W -f='${source:Version}' "$2" 2>/dev/null) || fail "$2 is not installed: third_party/install.sh"
    if [[ $(cat "$folder/$1/.version" 2>/dev/null) == "$version" ]]; then return; fi
    if ! $updated; then
        echo "deb-src [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $location $suite main" >"$folder/apt/sources.list"
        apt-get "${options[@]}" update || fail "the list of source packages cannot be fetched from $location"
        updated=true
    fi
    rm -rf "${folder:?}/$1"
    mkdir -p "$folder/packages"
    if $upstream; then
        rm -f "$folder/packages/$1"_*.orig.tar.*
        (cd "$folder/packages" && apt-get "${options[@]}" source --download-only --tar-only "$1=$version") || fail "$1 $version cannot be fetched"
        mkdir "$folder/$1"
        tar -C "$folder/$1" --strip-components 1 -xf "$folder/packages/$1"_*.orig.tar.* || fail "$1 cannot be unpacked"
        echo "$version" >"$folder/$1/.version"
        return
    fi
    (cd "$folder/packages" && apt-get "${options[@]}" source --download-only "$1=$version") || fail "$1 $version cannot be fetched"
    # The version without its epoch is in the name of the file.
    dpkg-source --no-check -x "$folder/packages/$1_${version#*:}.dsc" "$folder/$1" || fail "$1 cannot be unpacked"
    echo "$version" >"$folder/$1/.version"
}

updated=false
for i in "${!packages[@]}"; do unpack "${packages[i]}" "${binaries[i]}"; done
