# SPDX-License-Identifier: Zlib
"""Whether the compiled part of the package is there, and how to build it."""
import glob
import importlib.util
import os
import platform


def require(folder: str = os.path.dirname(os.path.abspath(__file__)), name: str = f"{__package__}._core") -> None:
    """Raises ImportError with the command that builds the compiled part, if this Python finds none.

    folder of the package; name of the compiled module.
    """
    if importlib.util.find_spec(name):
        return
    others = [os.path.basename(path) for path in glob.glob(os.path.join(glob.escape(folder), "_core.*"))
              if not path.endswith(".pyi")]
    missing = f"{others[0]} is for another Python than {platform.python_version()}" if others else "it is not built"
    build = os.path.dirname(os.path.dirname(folder))
    if not os.path.exists(os.path.join(build, "CMakeCache.txt")):
        build = "build/release"
    raise ImportError(f"{__package__}: the compiled part is missing ({missing}); build it by: cmake --build {build} "
                      "--target AmbientFluidPython", name=name, path=folder)
