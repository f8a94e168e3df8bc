#!/usr/bin/env bash
# SPDX-License-Identifier: Zlib
# reference.sh ROOT FOLDER: makes the reference in FOLDER. Errors are: a public symbol without a text, a text with a
# Doxygen warning, and a formula left as plain text. Exit 77: there is no Doxygen.
set -euo pipefail
root=$1 folder=$2
if ! command -v doxygen >/dev/null; then
    echo "skipped: doxygen is not installed"
    exit 77
fi
cd "$root"
mkdir -p "$folder"
{
    cat docs/Doxyfile
    echo "OUTPUT_DIRECTORY = $folder"
} | doxygen -

for expected in 'kg/m³' 'ρ' 'm²'; do
    if ! grep -rqF "$expected" "$folder/html" --include='*.html'; then
        echo "no page shows $expected: the formulas were not turned into signs"
        exit 1
    fi
done
grep -qi 'for games' "$folder/html/index.html" || { echo "the first page is not docs/README.md"; exit 1; }
