#!/usr/bin/env bash
# SPDX-License-Identifier: Zlib
# mujoco.sh    installs the current MuJoCo of PyPI below build/mujoco, once, for comparison in benchmarks, which use
#              only its C library and headers. Exits 77 with a line if the installation fails; the benchmarks then omit
#              MuJoCo.
# mujoco.sh --update    replaces the installed version by the current one
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
place=build/mujoco
skip() {
    echo "mujoco.sh: $*; $([[ -d $place ]] && echo "$place stays as it is" || echo "benchmarks leave MuJoCo out")" >&2
    rm -rf "$place.new"
    exit 77
}

if [[ ${1:-} == --update ]]; then
    shift
elif compgen -G "$place/lib/python3*/site-packages/mujoco/libmujoco.so*" >/dev/null; then
    exit 0
fi
if (($# > 0)); then
    echo "mujoco.sh: unknown argument '$1' (known: --update)" >&2
    exit 2
fi
mkdir -p build
rm -rf "$place.new"
python3 -m venv "$place.new" >"build/mujoco.log" 2>&1 || skip "there is no python3 with venv (Debian: python3-venv)"
"$place.new/bin/python" -m pip --disable-pip-version-check install --no-deps --only-binary :all: mujoco-core >>"build/mujoco.log" 2>&1 ||
    skip "PyPI has no mujoco-core for this machine, or cannot be reached (build/mujoco.log)"
compgen -G "$place.new/lib/python3*/site-packages/mujoco/libmujoco.so*" >/dev/null || skip "the package mujoco-core has no libmujoco.so"
rm -rf "$place"
mv "$place.new" "$place"
echo "mujoco.sh: MuJoCo $(sed -n 's/^Version: //p' "$place"/lib/python3*/site-packages/mujoco_core-*.dist-info/METADATA | head -n 1) in $place"
