#!/usr/bin/env bash
# SPDX-License-Identifier: Zlib
# format.sh: checks the layout of every source against the .clang-format of its folder; changes nothing. Exit 77: no
# clang-format 14.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
if ! command -v clang-format-14 >/dev/null; then
    echo "skipped: clang-format-14 is not installed"
    exit 77
fi
find extension samples tests -type d -name node_modules -prune -o -type f \( -name '*.h' -o -name '*.cpp' -o -name '*.c' \) -print0 |
    xargs -0 clang-format-14 --dry-run -Werror
