# SPDX-License-Identifier: Zlib
"""Capytaine for the tests, from PyPI if it is not installed, with what it needs beside numpy."""
import importlib.util

import numpy
import pytest

import pypi_package

VERSION = "3.0.0"
BESIDE = ("scipy==1.11.4", "pandas==2.1.4", "xarray==2024.3.0", "rich==15.0.0", "markdown-it-py==4.3.0", "mdurl==0.1.2",
          "pygments==2.21.0", "packaging==26.4", "python-dateutil==2.9.0.post0", "six==1.17.0", "pytz==2026.6", "tzdata==2026.6")


def require():
    """Makes `import capytaine` work, or skips the test. The SciPy of `BESIDE` is compiled for numpy 1."""
    if not importlib.util.find_spec("capytaine") and int(numpy.__version__.split(".")[0]) > 1:
        pytest.skip(f"Capytaine is fetched for numpy 1, and this is {numpy.__version__}", allow_module_level=True)
    pypi_package.require("capytaine", VERSION, [f"capytaine=={VERSION}", *BESIDE], "capytaine/__init__.py")
