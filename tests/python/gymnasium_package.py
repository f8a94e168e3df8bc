# SPDX-License-Identifier: Zlib
"""Gymnasium for the tests, from PyPI if it is not installed, with what it needs beside numpy."""
import pypi_package

VERSION = "1.4.0"
BESIDE = ("cloudpickle==3.1.3", "farama-notifications==0.0.6", "typing-extensions==4.16.0")


def require():
    """Makes `import gymnasium` work, or skips the test. Call it before ambientfluid.envs or .swimming are imported."""
    pypi_package.require("gymnasium", VERSION, [f"gymnasium=={VERSION}", *BESIDE], "gymnasium/__init__.py")
