#!/usr/bin/env bash
# SPDX-License-Identifier: Zlib
# install.sh PACKAGE [BLENDER]: installs the add-on and the Python package `ambientfluid` for the user of a Blender (`blender`), and enables the
# add-on. PACKAGE: the folder of the package in a build, or a wheel, for the Python of this Blender. A former installation is replaced.
set -euo pipefail
package=$(realpath "${1:?the folder of the package, or a wheel}") blender=${2:-blender}
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
"$here/build.sh" "$scratch" >/dev/null
cat >"$scratch/install.py" <<'PYTHON'
import os
import shutil
import sys
import zipfile

import bpy

package, archive = sys.argv[sys.argv.index("--") + 1:]
modules = bpy.utils.user_resource("SCRIPTS", path="modules", create=True)
for name in ("ambientfluid", "ambientfluid.libs"):
    shutil.rmtree(os.path.join(modules, name), ignore_errors=True)
if os.path.isdir(package):
    shutil.copytree(package, os.path.join(modules, "ambientfluid"), ignore=shutil.ignore_patterns("__pycache__"))
else:  # a wheel is an archive of the folders as they are installed
    zipfile.ZipFile(package).extractall(modules)
if modules not in sys.path:
    sys.path.append(modules)
import ambientfluid  # noqa: E402

bpy.ops.preferences.addon_install(filepath=archive, overwrite=True)
bpy.ops.preferences.addon_enable(module="ambientfluid_blender")
bpy.ops.wm.save_userpref()
print(f"install.sh: {os.path.dirname(ambientfluid.__file__)}")
PYTHON
"$blender" -b --python-exit-code 2 --python "$scratch/install.py" -- "$package" "$scratch"/*.zip >"$scratch/log" 2>&1 || {
    cat "$scratch/log" >&2
    exit 2
}
grep '^install.sh: ' "$scratch/log"
