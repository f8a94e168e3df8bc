# SPDX-License-Identifier: Zlib
"""Packages of PyPI for the tests, fetched once into the build folder."""
import os
import shutil
import subprocess
import sys
import tempfile
import venv

import pytest


def _fetch(packages, folder):
    """Installs wheels into a folder, whole or not at all. Returns an error or None."""
    with tempfile.TemporaryDirectory() as place:
        environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
        try:
            venv.create(os.path.join(place, "venv"), with_pip=True)
            subprocess.run(
                [os.path.join(place, "venv", "bin", "python"), "-m", "pip", "install", "--quiet", "--disable-pip-version-check",
                 "--only-binary", ":all:", "--no-deps", "--retries", "0", "--timeout", "10", "--target",
                 os.path.join(place, "package"), *packages], check=True, env=environment, capture_output=True, text=True,
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


def fetched(name, packages):
    """The folder of these packages, each NAME==VERSION; the first gives the folder its version. Skips the tests without PyPI."""
    build = os.environ.get("AMBIENT_FLUID_BUILD_DIR") or tempfile.gettempdir()
    version = packages[0].split("==")[1]
    folder = os.path.join(build, name, f"{version}-cp{sys.version_info.major}{sys.version_info.minor}")
    if not os.path.isdir(folder):
        error = _fetch(packages, folder)
        if error:
            pytest.skip(f"there is no {name}, and PyPI gives none: {error}", allow_module_level=True)
    return folder
