#!/usr/bin/env bash
# SPDX-License-Identifier: Zlib
# bare.sh [headers]    in a new bare Debian 12: third_party/install.sh names every package with a header needed by our
#                      sources. Without --dev the sources of the release build find their headers, with --dev the
#                      sources of all presets. Nothing is compiled (tests/house/headers.py).
# bare.sh packages     in such a system the sources of Debian's package find their headers in the packages named by
#                      packaging/debian.
# bare.sh commands     the two commands of README.md to their end in a bare Debian 12, and the time of the first
#                      picture. A compiler cache named by CCACHE_DIR is used there too: the result is still valid, the
#                      times are not.
# bare.sh wheel        packaging/wheel/build.sh makes the wheel of the Python package, here; in a bare Debian 12 with python3
#                      and python3-venv alone it is installed by pip and used (tests/wheel/installed.py).
# bare.sh headers|packages|commands --here     as above, but on this machine, without a bare system; installs packages.
# mmdebstrap or debootstrap makes the bare system, as root, in build/bare, with the mirrors, proxies and certificates of
# this machine, and with a clone of the last commit. The system is removed at the end. The packages and the system
# without packages are kept in build/bare for a week. Exits 77 if the system cannot be made.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
what=${1:-headers}
place=$root/build/bare
system=$place/system.$$
base=$place/base.tar # the system without packages of ours
project=/root/AmbientFluid
suite=bookworm

skip() {
    echo "bare Debian: skipped, $*"
    exit 77
}

# timed TITLE COMMAND...: its output goes to a log; after a failure the end of the log is shown.
timed() {
    local title=$1 start=$SECONDS log status=0
    shift
    log=$(mktemp)
    "$@" >"$log" 2>&1 || status=$?
    if ((status != 0)); then tail -n 40 "$log"; fi
    rm -f "$log"
    echo "bare Debian: $title: $((SECONDS - start)) s"
    return $status
}

headers_here() {
    local status=0
    timed "packages for the programs and libraries" third_party/install.sh || return
    python3 -B tests/house/headers.py . build/headers release || status=1
    timed "packages for developers" third_party/install.sh --dev || return
    python3 -B tests/house/headers.py . build/headers || status=1
    return $status
}

packages_here() {
    local options
    cp -r packaging/debian .
    timed "packages for building Debian's package" eval 'apt-get update && apt-get build-dep -y --no-install-recommends ./' || return
    options=$(make -pn -f debian/rules 2>/dev/null | sed -n 's/^SHARED = //p')
    python3 -B tests/house/headers.py . build/headers release '-GUnix Makefiles' $options
}

wheel_here() {
    timed "Python" eval 'apt-get update && apt-get install -y --no-install-recommends python3 python3-venv' || return
    timed "virtual environment" python3 -m venv build/water || return
    timed "pip install of the wheel" build/water/bin/pip install build/wheels/*.whl || return
    timed "pip install of matplotlib, for a picture" build/water/bin/pip install matplotlib || return
    build/water/bin/python -B tests/wheel/installed.py . build/pictures
}

first_picture() { # reports the time of the first picture; runs until the watched command ends
    local start=$SECONDS
    while [[ -z $(find build/gallery -name '*.png' -print -quit 2>/dev/null) ]]; do sleep 1; done
    echo "bare Debian: the first picture is there after $((SECONDS - start)) s"
}

commands_here() {
    local start=$SECONDS watcher status=0
    if [[ -n ${CCACHE_DIR:-} ]]; then
        timed "ccache, for the cache of $CCACHE_DIR" eval 'apt-get update && apt-get install -y --no-install-recommends ccache'
        export CMAKE_CXX_COMPILER_LAUNCHER=ccache CCACHE_BASEDIR=$PWD CCACHE_NOHASHDIR=1
    fi
    first_picture &
    watcher=$!
    samples/run.sh || status=$?
    kill "$watcher" 2>/dev/null || true
    echo "bare Debian: samples/run.sh: exit code $status, $((SECONDS - start)) s"
    if ((status != 0)); then return 1; fi
    start=$SECONDS
    tests/run.sh 2>&1 | tee build/tests.log || status=$?
    echo "bare Debian: tests/run.sh: exit code $status, $((SECONDS - start)) s, $(tail -n 1 build/tests.log)"
    few_skipped build/tests.log && return $status
}

# At most five tests are skipped by any suite, for the sake of the processor or the system, beside that of Blender, which is installed
# only if asked for.
few_skipped() {
    local names
    mapfile -t names < <(sed -nE 's/^ *[0-9]+\/[0-9]+ Test +#[0-9]+: (\S+) \.*\*\*\*Skipped.*/\1/p' "$1" | grep -v '^blender\.' | sort -u)
    echo "bare Debian: ${#names[@]} tests skipped:" "${names[@]}"
    ((${#names[@]} <= 5))
}

# Inside another Debian, with private kernel file systems. They vanish with the last process in there, so the removal of
# the system cannot reach them, even after this script was killed.
inside=
in_system() { # in_system COMMAND...
    local settings=(HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin "TERM=${TERM:-dumb}") name
    for name in {http,https,no}_proxy {HTTP,HTTPS,NO}_PROXY npm_config_registry CCACHE_DIR "${!PIP_@}"; do
        if [[ -n ${!name:-} ]]; then settings+=("$name=${!name}"); fi
    done
    unshare --mount --pid --fork --kill-child --propagation private bash -euc '
        system=$1 archives=$2 cache=$3
        shift 3
        mount -t proc proc "$system/proc"
        mount --rbind /sys "$system/sys"
        mount --rbind /dev "$system/dev"
        mount --bind "$archives" "$system/var/cache/apt/archives"
        if [[ -n $cache ]]; then mkdir -p "$system$cache" && mount --bind "$cache" "$system$cache"; fi
        exec chroot "$system" env -i "$@"' - "$system" "$place/archives" "${CCACHE_DIR:-}" "${settings[@]}" \
        bash -c 'cd "$1" && shift && exec "$@"' - "$project" "$@" &
    inside=$!
    wait "$inside"
}

remove_system() {
    if [[ -n $inside ]]; then kill -KILL "$inside" 2>/dev/null || true; fi
    if grep -qF " $system" /proc/self/mountinfo; then
        echo "bare Debian: something is mounted in $system: it is not removed" >&2
        return
    fi
    # Processes in there may still be ending.
    for _ in {1..50}; do
        if rm -rf --one-file-system "${system:?}" 2>/dev/null; then return; fi
        sleep 0.2
    done
    echo "bare Debian: $system could not be removed" >&2
}

# This machine's mirrors of Debian 12; none on another system.
mirrors() {
    apt-get indextargets --format '$(ORIGIN) $(REPO_URI) $(RELEASE)' 'Created-By: Packages' 2>/dev/null |
        awk -v suite="$suite" '$1 == "Debian" && index($3, suite) == 1 {
            print "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] " $2 " " $3 " main" }' | sort -u
}

# Proxies, certificates and dates, as apt is told of them here.
apt_settings() {
    apt-config dump 2>/dev/null | grep -E '^Acquire::(https?|ftp|Check-[A-Za-z-]*|Retries|ForceIPv[46])\b' || true
    echo 'APT::Keep-Downloaded-Packages "true";'
}

make_base() { # make_base FILE: an archive of a Debian with git and certificates
    local file=$1 packages=ca-certificates,git list=$place/sources.list
    mirrors >"$list"
    apt_settings >"$place/apt.conf"
    if type mmdebstrap >/dev/null 2>&1; then
        mmdebstrap --variant=minbase --include=$packages --aptopt="$place/apt.conf" --dpkgopt=force-unsafe-io \
            $suite "$file" $([[ -s $list ]] && echo "$list")
    else
        local first
        first=$(awk 'NR == 1 { print $3 }' "$list")
        unshare --mount --propagation private debootstrap --variant=minbase --include=$packages $suite "$system" "${first:-http://deb.debian.org/debian}"
        if [[ -s $list ]]; then cp "$list" "$system/etc/apt/sources.list"; fi
        cp "$place/apt.conf" "$system/etc/apt/apt.conf.d/99host"
        echo force-unsafe-io >"$system/etc/dpkg/dpkg.cfg.d/99host"
        tar -C "$system" --numeric-owner --one-file-system -cf "$file" .
        rm -rf --one-file-system "${system:?}"
    fi
}

keep_base() {
    mkdir -p "$place/archives/partial"
    if [[ -z $(find "$base" -mtime -7 2>/dev/null) ]]; then
        timed "a system with git and certificates" make_base "$place/new-base.tar" || return
        mv "$place/new-base.tar" "$base"
    fi
}

make_system() {
    mkdir -p "$system"
    # A node of a device cannot be made everywhere, and /dev is this machine's.
    tar -C "$system" --numeric-owner --exclude='./dev/*' -xf "$base"
    cp -L /etc/resolv.conf /etc/hosts "$system/etc/" 2>/dev/null || true
    find /usr/local/share/ca-certificates -name '*.crt' -exec cp -t "$system/usr/local/share/ca-certificates" {} + 2>/dev/null || true
    git clone --quiet --depth 1 "file://$root" "$system$project"
}

case $what in headers | packages | commands | wheel) ;; *) echo "bare.sh: unknown argument '$what' (known: headers, packages, commands, wheel)" >&2 && exit 2 ;; esac
if [[ ${2:-} == --here ]]; then
    cd "$root"
    export AMBIENT_BARE_SYSTEM=1 # tests/run.sh makes no other inside
    "${what}_here"
    exit
fi
[[ -z ${AMBIENT_BARE_SYSTEM:-} ]] || skip "this is one"
((EUID == 0)) || skip "it takes root to make one"
type mmdebstrap >/dev/null 2>&1 || type debootstrap >/dev/null 2>&1 || skip "there is neither mmdebstrap nor debootstrap (Debian: third_party/install.sh --dev)"
unshare --mount --pid --fork --propagation private mount -t tmpfs none /mnt 2>/dev/null || skip "nothing can be mounted here"
trap 'exit 130' INT
trap 'exit 143' TERM HUP
trap remove_system EXIT
for old in "$place"/system.*; do # left by a killed run
    if [[ -d $old && ! -d /proc/${old##*.} ]]; then system=$old remove_system; fi
done
[[ -z $(git -C "$root" status --porcelain 2>/dev/null) ]] || echo "bare Debian: it gets the last commit; the changes since then are not in it"
if [[ $what == wheel && -z $(compgen -G "$root/build/wheels/*.whl") ]]; then
    "$root/packaging/wheel/build.sh" "$root/build/wheels" || { status=$?; ((status == 77)) && skip "see above"; exit $status; }
fi
start=$SECONDS
keep_base || skip "it could not be made; is there a network?"
make_system
in_system update-ca-certificates >/dev/null 2>&1
if [[ $what == wheel ]]; then
    mkdir -p "$system$project/build/wheels"
    cp "$root"/build/wheels/*-cp311-*.whl "$system$project/build/wheels"
fi
status=0
in_system bash tests/house/bare.sh "$what" --here || status=1
in_system apt-get -q autoclean >/dev/null 2>&1 || true
echo "bare Debian: $((SECONDS - start)) s"
exit $status
