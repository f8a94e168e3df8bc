# SPDX-License-Identifier: Zlib
"""PyBullet for the tests, from PyPI if it is not installed."""
import pypi_package

VERSION = "3.2.7"


def require():
    """Makes `import pybullet` work, or skips the test."""
    pypi_package.require("pybullet", VERSION, [f"pybullet=={VERSION}"], "pybullet*.so")
