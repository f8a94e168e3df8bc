#!/usr/bin/env bash
# SPDX-License-Identifier: Zlib
# run.sh [ARGUMENT...]: runs the tests of the add-on by pytest inside Blender, without a window and without the user's settings. ARGUMENTs are
# pytest's. PYTHONPATH leads to the package ambientfluid. Exits 77 if there is no Blender, or its Python lacks something.
set -euo pipefail
if ! command -v blender >/dev/null; then
    echo "skipped: there is no blender (Debian: third_party/install.sh --blender)"
    exit 77
fi
export PYTHONDONTWRITEBYTECODE=1
exec blender -b --factory-startup --python "$(dirname "${BASH_SOURCE[0]}")/run.py" -- "$@"
