# SPDX-License-Identifier: Zlib
"""FMPy for the tests: PyPI's, which is fetched once into the build folder. Else the tests skip."""
import os
import sys

import pypi_package

VERSION = "0.3.32"


def require():
    """Makes `import fmpy` work, or skips the test."""
    folder = pypi_package.fetched("fmpy", [f"fmpy=={VERSION}", "attrs==26.1.0", "lxml==6.1.3", "lark==1.3.1", "msgpack==1.2.4"])
    sys.path.append(folder)
    os.environ.setdefault("MPLBACKEND", "Agg")
