#!/usr/bin/env bash
# SPDX-License-Identifier: Zlib
# compile-with-clang.sh: whether clang accepts every source of the library without a warning, with the flags of the
# preset sanitizers. No code is generated: that would take minutes, for code never run.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# The preset compiles several sources as one; here each is alone.
cmake --preset sanitizers -B "$scratch/build" -DCMAKE_UNITY_BUILD=OFF -DAMBIENT_FLUID_BUILD_TESTS=OFF -DAMBIENT_FLUID_BUILD_FUZZERS=OFF >/dev/null

# One command a line, of the sources of the library only. Options for code generation are dropped, so one precompiled
# header fits all sources: otherwise most of the time would go into reading Eigen a hundred times.
sed -nE 's/^ *"command": "(.*)",?$/\1/p' "$scratch/build/compile_commands.json" |
    sed -E 's/\\(["\\])/\1/g; s/ -(fsanitize|fno-sanitize|fopenmp|fvisibility|fPI|O|g)[^ ]*//g; s/ -o [^ ]+ -c / -fopenmp -fsyntax-only /' |
    grep -E '/extension/src/(AmbientFluid|BulletAmbientFluid|AmbientFluidC|AmbientFluidGrid|BulletAmbientFluidGrid)/[^ ]+\.cpp$' >"$scratch/commands"
echo '#include <Eigen/Dense>' >"$scratch/often.h"
core=$(grep -m 1 '/extension/src/AmbientFluid/' "$scratch/commands")
eval "${core% -fsyntax-only *} -x c++-header $scratch/often.h -o $scratch/often.pch"
sed -i "s| -fsyntax-only | -include-pch $scratch/often.pch&|" "$scratch/commands"
xargs -d '\n' -n 1 -P "$(nproc)" bash -c "cd $scratch/build && eval \"\$0\"" <"$scratch/commands"
count=$(wc -l <"$scratch/commands")
if ((count < 250)); then
    echo "only $count sources were found"
    exit 1
fi
echo "clang takes $count sources"
