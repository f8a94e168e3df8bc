# SPDX-License-Identifier: Zlib
"""Whether the compiled part of the package is there and of these sources, and how to build it."""
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
    raise ImportError(f"{__package__}: the compiled part is missing ({missing}); build it by: {_command(folder)}", name=name, path=folder)


def explained(error: ImportError, folder: str = os.path.dirname(os.path.abspath(__file__))) -> ImportError:
    """The error of importing the compiled part; with the remedy if that part is older than the sources beside it.

    Configuring a build copies the sources in Python at once, as samples/run.sh does; the compiled part stays as it was.
    """
    if not str(error).startswith("cannot import name"):
        return error
    return ImportError(f"{__package__}: the compiled part is of another version ({str(error).split(' (')[0]}); build it by: {_command(folder)}",
                       name=error.name, path=error.path)


def _command(folder: str) -> str:
    build = os.path.dirname(os.path.dirname(folder))
    if not os.path.exists(os.path.join(build, "CMakeCache.txt")):
        build = "build/release"
    return f"cmake --build {build} --target AmbientFluidPython"
