# SPDX-License-Identifier: Zlib
"""FMPy for the tests, from PyPI if it is not installed, with what it needs beside numpy."""
import os

import pypi_package

VERSION = "0.3.32"
BESIDE = ("attrs==26.1.0", "lxml==6.1.3", "lark==1.3.1", "msgpack==1.2.4")


def require():
    """Makes `import fmpy` work, or skips the test."""
    pypi_package.require("fmpy", VERSION, [f"fmpy=={VERSION}", *BESIDE], "fmpy/__init__.py")
    os.environ.setdefault("MPLBACKEND", "Agg")
