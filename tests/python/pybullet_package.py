# SPDX-License-Identifier: Zlib
"""PyBullet for the tests: installed, or else PyPI's, which is fetched once into the build folder. Else the tests skip."""
import importlib.util
import sys

import pypi_package
import pytest

VERSION = "3.2.7"


def require():
    """Makes `import pybullet` work, or skips the test."""
    if importlib.util.find_spec("pybullet"):
        return
    folder = pypi_package.fetched("pybullet", [f"pybullet=={VERSION}"])
    sys.path.append(folder)
    if not importlib.util.find_spec("pybullet"):
        pytest.skip(f"{folder} has no PyBullet for this Python", allow_module_level=True)
