#!/usr/bin/env bash
# SPDX-License-Identifier: Zlib
# sdist.sh FILE: installs the source distribution of the Python package by pip in a new virtual environment, which compiles the package with the
# libraries of this machine, and compares its states with those of the package in build/release, byte for byte. The environment
# sees the system's numpy. Exits 77 if there are no virtual environments.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
sources=$(realpath "${1:?the source distribution}")
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
/usr/bin/python3 -m venv --system-site-packages "$place/venv" || {
    echo "tests of the source distribution skipped: virtual environments need Debian's python3-venv" >&2
    exit 77
}
(cd "$place" && venv/bin/pip install --no-index --disable-pip-version-check "$sources")
installed=$("$place/venv/bin/python" -B "$root/tests/wheel/states.py" "$root")
release=$(PYTHONPATH=$root/build/release/python /usr/bin/python3 -B "$root/tests/wheel/states.py" "$root")
if [[ $installed != "$release" ]]; then
    echo "tests of the source distribution FAILED: $installed, but build/release has $release" >&2
    exit 1
fi
echo "passed: the states of build/release, byte for byte"
