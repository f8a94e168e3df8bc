# SPDX-License-Identifier: Zlib
"""run.sh starts it inside Blender: runs the tests of this folder by pytest. The exit code is 77 if something is missing."""
import os
import sys


def run():
    """The exit code."""
    try:
        import ambientfluid  # noqa: F401
        import pytest
    except ImportError as missing:
        print(f"skipped: Blender's Python has no {missing.name} (Debian: python3-pytest; the build makes ambientfluid)")
        return 77
    return int(pytest.main(["-q", "-p", "no:cacheprovider", os.path.dirname(os.path.abspath(__file__)), *sys.argv[sys.argv.index("--") + 1:]]))


code = run()
sys.stdout.flush()
os._exit(code)
