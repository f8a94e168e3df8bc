#!/usr/bin/env bash
# SPDX-License-Identifier: Zlib
# compile-against.sh FOLDER: whether the binding compiles, in both precisions, with the Bullet headers of another
# version in FOLDER (the folder of btBulletDynamicsCommon.h). CXX names another compiler than g++.
set -euo pipefail
headers=$(cd "${1:?a folder with the headers of Bullet}" && pwd)
cd "$(dirname "${BASH_SOURCE[0]}")/../../extension"
for precision in BT_USE_SINGLE_PRECISION BT_USE_DOUBLE_PRECISION; do
    for source in src/BulletAmbientFluid/*/*.cpp; do
        "${CXX:-g++}" -std=c++17 -fsyntax-only -Wall -Wextra -Iinclude -Isrc -isystem "$headers" -isystem /usr/include/eigen3 "-D$precision" "$source"
    done
done
sed -nE 's/^#define BT_BULLET_VERSION ([0-9]+)$/compiles with Bullet \1/p' "$headers/LinearMath/btScalar.h"
