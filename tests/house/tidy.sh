#!/usr/bin/env bash
# SPDX-License-Identifier: Zlib
# tidy.sh [FILE...]: clang-tidy with the checks of .clang-tidy, on these sources; without any, on all of the library (a quarter
# of an hour on two cores). Needs a configured build/release. Any finding is an error.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
if (($# == 0)); then mapfile -t files < <(find extension -name '*.cpp' | sort); else files=("$@"); fi
printf '%s\0' "${files[@]}" | xargs -0 -n 1 -P "$(nproc)" clang-tidy-14 -p build/release --quiet
echo "${#files[@]} sources without a finding"
