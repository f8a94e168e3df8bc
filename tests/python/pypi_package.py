# SPDX-License-Identifier: Zlib
"""Packages of PyPI for the tests: installed ones, or else fetched once into the build folder. Else the tests skip."""
import glob
import importlib.util
import os
import shutil
import subprocess
import sys
import tempfile
import venv

import pytest


def _fetch(folder, requirements):
    """Installs wheels into a folder, whole or not at all. Returns an error or None."""
    with tempfile.TemporaryDirectory() as place:
        environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
        try:
            venv.create(os.path.join(place, "venv"), with_pip=True)
            subprocess.run(
                [os.path.join(place, "venv", "bin", "python"), "-m", "pip", "install", "--quiet", "--disable-pip-version-check",
                 "--only-binary", ":all:", "--no-deps", "--retries", "0", "--timeout", "10", "--target",
                 os.path.join(place, "package"), *requirements], check=True, env=environment, capture_output=True, text=True,
                timeout=150)
        except subprocess.CalledProcessError as error:
            return (error.stderr or str(error)).strip().splitlines()[-1]
        except subprocess.TimeoutExpired:
            return "PyPI is too slow"
        os.makedirs(os.path.dirname(folder), exist_ok=True)
        beside = tempfile.mkdtemp(dir=os.path.dirname(folder))
        shutil.copytree(os.path.join(place, "package"), os.path.join(beside, "package"))
        try:
            os.rename(os.path.join(beside, "package"), folder)  # of two tests at once, one is first
        except OSError:
            pass
        shutil.rmtree(beside)
    return None


def require(name, kept, requirements, files):
    """Makes `import NAME` work, or skips the test.

    kept: the folder in the build folder that has the packages; requirements: of pip, each with its version, without those
    that they need themselves; files: a pattern of a file that is there if they are.
    """
    if importlib.util.find_spec(name):
        return
    build = os.environ.get("AMBIENT_FLUID_BUILD_DIR") or tempfile.gettempdir()
    folder = os.path.join(build, name, f"{kept}-cp{sys.version_info.major}{sys.version_info.minor}")
    if not glob.glob(os.path.join(folder, files)):
        error = _fetch(folder, requirements)
        if error:
            pytest.skip(f"there is no {name}, and PyPI gives none: {error}", allow_module_level=True)
    sys.path.append(folder)
    if not importlib.util.find_spec(name):
        pytest.skip(f"{folder} has no {name} for this Python", allow_module_level=True)
