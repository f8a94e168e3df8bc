#!/usr/bin/env bash
# SPDX-License-Identifier: Zlib
# install.sh [--libraries] [--web] [--cross] [--deb] [--dev] [--blender]: installs the packages missing for building and running,
# from Debian's archive; does nothing if none is missing. --libraries: only the packages for the libraries. --web: also
# Node.js and npm, which build the web pages, and emscripten, which compiles the physics for browsers;
# third_party/cross/get-sources.sh fetches the sources for emscripten, without any change below /etc. --cross: compilers
# for Windows, 64-bit ARM and s390x, and Wine and QEMU, which run the compiled programs. --deb: also the tools to build
# Debian packages. --dev: also the tools for developers only: clang with its sanitizers and libFuzzer, LLVM's OpenMP,
# clang-format, clang-tidy, ccache, Doxygen, gcovr, man, an X server without a screen and Xlib, a browser, pytest,
# mpi4py and virtual environments for the tests of the Python package, matplotlib, used by the Python samples for
# drawing, MuJoCo, used by tests to read files, and mono, used by the tests of the C# samples. --blender: also Blender and
# what the tests of its add-on need, half a gigabyte that no other option installs.
# Exit 2: not a Debian system; the packages are listed. Exit 3: a Debian system, but the installation failed; the failed
# command is named.
set -euo pipefail

libraries=(cmake ninja-build make g++ pkg-config libeigen3-dev libbullet-dev)
# Debian's packages do not list all their dependencies: the CMake package of Assimp names zlib, headers of OpenVDB
# include those of Boost.
packages=(
    "${libraries[@]}"
    libassimp-dev zlib1g-dev libminizip-dev libcli11-dev libspdlog-dev nlohmann-json3-dev libtinyxml2-dev libopenvdb-dev libboost-dev gnuplot-nox
    libglfw3-dev libimgui-dev libepoxy-dev libegl-dev libstb-dev libgl1-mesa-dri fonts-dejavu-core ffmpeg
    libgtest-dev libbenchmark-dev libode-dev
    python3-dev pybind11-dev python3-numpy
)
# Node.js from elsewhere brings its own npm, which Debian's would collide with.
web=()
if ! command -v npm >/dev/null; then web=(nodejs npm); fi
for argument in "$@"; do
    case $argument in
        --libraries) packages=("${libraries[@]}") ;;
        --web) packages+=("${web[@]}" emscripten dpkg-dev) ;;
        --cross)
            packages+=(g++-mingw-w64-x86-64-posix wine wine64 g++-aarch64-linux-gnu g++-s390x-linux-gnu qemu-user googletest dpkg-dev)
            ;;
        --deb) packages+=(git build-essential debhelper doxygen python3 lintian abigail-tools) ;;
        --dev)
            packages+=(clang-14 libclang-rt-14-dev libomp-14-dev clang-format-14 clang-tidy-14 ccache doxygen gcovr)
            packages+=(man-db libx11-dev xvfb xauth chromium mmdebstrap "${web[@]}")
            packages+=(python3-pytest python3-venv python3-mpi4py openmpi-bin python3-matplotlib libmujoco-dev)
            packages+=(mono-mcs mono-runtime libmono-system-core4.0-cil)
            ;;
        --blender) packages+=(blender python3-pytest) ;;
        *)
            echo "install.sh: unknown argument '$argument' (known: --libraries, --dev, --web, --cross, --deb, --blender)" >&2
            exit 2
            ;;
    esac
done

if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
    {
        echo "install.sh: this is not a Debian system. Please install the equivalents of these Debian 12 packages yourself:"
        echo "    ${packages[*]}"
    } >&2
    exit 2
fi

missing=()
for package in "${packages[@]}"; do
    state=$(dpkg-query -W -f='${db:Status-Status}\n' "$package" 2>/dev/null || true)
    if ! grep -qx installed <<<"$state"; then missing+=("$package"); fi
done
if ((${#missing[@]} == 0)); then exit 0; fi

could_not() { # could_not WHY
    {
        echo "install.sh: packages are missing, and $1. As root, run:"
        echo "    apt-get update && apt-get install --no-install-recommends ${missing[*]}"
    } >&2
    exit 3
}
as_root=()
if ((EUID != 0)); then
    command -v sudo >/dev/null || could_not "there is no sudo to install them with"
    as_root=(sudo)
fi
echo "Installing: ${missing[*]}"
"${as_root[@]}" apt-get update -q || could_not "apt-get update failed, see above"
"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends "${missing[@]}" ||
    could_not "apt-get install failed, see above"
