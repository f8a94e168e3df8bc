#!/usr/bin/env bash
# SPDX-License-Identifier: Zlib
# build.sh DIR: leaves the Blender add-on in DIR as an archive that Blender installs: ambientfluid_blender-VERSION.zip. Equal sources give equal
# bytes. The Python package `ambientfluid` is not inside: docs/blender.md.
set -euo pipefail
out=$(mkdir -p "${1:?a folder for the archive}" && cd "$1" && pwd)
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
version=$(sed -nE 's/^ *VERSION ([0-9.]+)$/\1/p' "$root/CMakeLists.txt" | head -1)
if ! grep -qF "\"version\": (${version//./, })," "$root/packaging/blender/ambientfluid_blender/__init__.py"; then
    echo "build.sh: bl_info in ambientfluid_blender/__init__.py is not version $version of CMakeLists.txt" >&2
    exit 1
fi
archive=$out/ambientfluid_blender-$version.zip
/usr/bin/env python3 - "$root/packaging/blender" "$archive" <<'PYTHON'
import pathlib
import sys
import zipfile

folder, archive = map(pathlib.Path, sys.argv[1:])
with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as file:
    for path in sorted((folder / "ambientfluid_blender").glob("*.py")):
        entry = zipfile.ZipInfo(path.relative_to(folder).as_posix(), (1980, 1, 1, 0, 0, 0))
        entry.external_attr, entry.compress_type = 0o644 << 16, zipfile.ZIP_DEFLATED
        file.writestr(entry, path.read_bytes())
PYTHON
echo "$archive"
