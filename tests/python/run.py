# SPDX-License-Identifier: Zlib
"""run.py FILE...: runs tests of the Python package by pytest. Exit 77: pytest or numpy is missing, or a file skips as a whole."""
import sys

try:
    import numpy  # noqa: F401
    import pytest
except ImportError as missing:
    print(f"skipped: {missing} (Debian: python3-numpy python3-pytest)")
    sys.exit(77)
code = pytest.main(["-q", "-p", "no:cacheprovider", "-W", "error::RuntimeWarning", *sys.argv[1:]])
sys.exit(77 if code == pytest.ExitCode.NO_TESTS_COLLECTED else code)
