#!/usr/bin/env bash
# SPDX-License-Identifier: Zlib
# run.sh [WHEEL]: builds the wheel (packaging/wheel/build.sh) unless one is given, and tests it in a new virtual
# environment without the packages of the system: what it exports and needs, its pages, a robot, a picture, PyBullet
# beside it, and the tests of the Python package. Numpy, matplotlib, pytest, PyBullet and Gymnasium come from PyPI.
# AMBIENT_FLUID_WHEEL_PYTHON: the Python of the wheel, Debian's by default. Exits 77 if Debian's sources or PyPI cannot be
# reached.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
python=${AMBIENT_FLUID_WHEEL_PYTHON:-/usr/bin/python3}
wheel=${1:-}

skip() {
    echo "tests of the wheel skipped: $*" >&2
    exit 77
}
fail() {
    echo "tests of the wheel FAILED: $*" >&2
    exit 1
}

if [[ -z $wheel ]]; then
    rm -rf "$root/build/wheels"
    "$root/packaging/wheel/build.sh" "$root/build/wheels" "$python" || { status=$?; ((status == 77)) && skip "see above"; exit $status; }
    wheel=$(echo "$root"/build/wheels/*.whl)
fi
wheel=$(realpath "$wheel")
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT

# The name promises a C library; auditwheel reads the symbols again.
"$root/build/wheel-tools/bin/auditwheel" show "$wheel" >"$place/show.txt"
platform=$(sed -E 's/.*-([a-z0-9_.]+)\.whl/\1/' <<<"$wheel")
tr -s '\n ' '  ' <"$place/show.txt" | grep -q "is consistent with the following platform tag: \"$platform\"" ||
    fail "$(cat "$place/show.txt")"
unzip -q "$wheel" -d "$place/files"
core=$(echo "$place"/files/ambientfluid/_core*.so)
[[ $(nm -D --defined-only "$core" | awk '{ print $3 }') == PyInit__core ]] || fail "$core exports more than its entry"
! readelf -d "$core" "$place"/files/ambientfluid.libs/* | grep -E 'NEEDED.*lib(Bullet|LinearMath)' || fail "a shared Bullet is needed"
! nm -D --defined-only "$place"/files/ambientfluid.libs/* | grep -E ' _Z[A-Z0-9]*bt[A-Z]' || fail "Bullet is exported"
grep -q '| bullet |' "$place"/files/*.dist-info/licenses/THIRD-PARTY.md || fail "the list of licences lacks Bullet"
echo "wheel: $(basename "$wheel"), $(stat -c %s "$wheel") bytes, $(du -sb "$place/files" | cut -f 1) installed"

"$python" -m venv "$place/venv" || skip "virtual environments need Debian's python3-venv"
clean=(env -i "PATH=$PATH" "HOME=$place" OMP_WAIT_POLICY=PASSIVE)
for name in "${!PIP_@}" {http,https,no}_proxy; do clean+=("$name=${!name:-}"); done
"${clean[@]}" "$place/venv/bin/pip" install --quiet --disable-pip-version-check "$wheel" matplotlib pytest ||
    skip "PyPI cannot be reached"
"${clean[@]}" "$place/venv/bin/python" -B "$root/tests/wheel/installed.py" "$root" "$place/pictures" | tee "$place/out.txt"

# The same bytes as the package of the release build, whose Bullet is Debian's shared one.
release=$root/build/release/python
if compgen -G "$release/ambientfluid/_core*$("$python" -c 'import sysconfig; print(sysconfig.get_config_var("SOABI"))')*" >/dev/null; then
    "${clean[@]}" "PYTHONPATH=$release" "$python" -B "$root/tests/wheel/states.py" "$root" >"$place/release.txt"
    grep -qF "$(cat "$place/release.txt")" "$place/out.txt" || fail "other states than those of build/release: $(cat "$place/release.txt")"
    echo "passed: the states of build/release, byte for byte"
fi

for package in pybullet==3.2.7 gymnasium==1.4.0; do
    "${clean[@]}" "$place/venv/bin/pip" install --quiet --disable-pip-version-check --only-binary :all: "$package" ||
        echo "PyPI has no $package for this Python; its tests skip"
done
# Not the tests of pip with the sources, and of the time of a step. The type stubs are those of Debian's pybind11: the wheel's is newer and
# writes the same signatures in other words.
tests=()
for file in "$root"/tests/python/test_*.py; do
    case $(basename "$file") in test_install.py | test_cost.py) ;; *) tests+=("$file") ;; esac
done
(cd "$place" && "${clean[@]}" "$place/venv/bin/python" -B -m pytest -q -p no:cacheprovider -W error::RuntimeWarning \
    -k "not test_the_stubs_are_those_of_the_module" "${tests[@]}")
