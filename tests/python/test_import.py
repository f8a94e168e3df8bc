# SPDX-License-Identifier: Zlib
"""Without its compiled part, or with an older one, the package says how to build it."""
import os
import shutil
import subprocess
import sys

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
SOURCES = os.path.join(ROOT, "extension", "src", "AmbientFluidPython", "ambientfluid")
COMMAND = "cmake --build build/release --target AmbientFluidPython"


def last_line(folder):
    """Of the traceback of an import."""
    environment = {**os.environ, "PYTHONPATH": str(folder)}
    result = subprocess.run([sys.executable, "-B", "-c", "import ambientfluid"], check=False, env=environment,
                            capture_output=True, text=True)
    assert result.returncode == 1
    return result.stderr.strip().splitlines()[-1]


def test_a_package_that_is_not_compiled_names_the_command_that_does_it(tmp_path):
    message = "ImportError: ambientfluid: the compiled part is missing (it is not built); build it by: "
    shutil.copytree(SOURCES, tmp_path / "elsewhere" / "ambientfluid")
    assert last_line(tmp_path / "elsewhere") == message + COMMAND
    build = tmp_path / "build"
    shutil.copytree(SOURCES, build / "python" / "ambientfluid")  # as in a configured build
    (build / "CMakeCache.txt").touch()
    assert last_line(build / "python") == message + f"cmake --build {build} --target AmbientFluidPython"
    (build / "python" / "ambientfluid" / "_core.cpython-27-pdp11.so").touch()
    assert "(_core.cpython-27-pdp11.so is for another Python than 3." in last_line(build / "python")


def test_an_older_compiled_part_is_named(tmp_path):
    build = tmp_path / "build"
    shutil.copytree(SOURCES, build / "python" / "ambientfluid")  # newer sources, copied as a build is configured again
    (build / "CMakeCache.txt").touch()
    core = build / "python" / "ambientfluid" / "_core.py"
    core.write_text("Body = Flow = None\n")
    assert last_line(build / "python") == ("ImportError: ambientfluid: the compiled part is of another version (cannot import name "
                                           f"'FluidBodyModel' from 'ambientfluid._core'); build it by: cmake --build {build} --target "
                                           "AmbientFluidPython")
    core.write_text("raise ImportError('libother.so: no such file')\n")
    assert last_line(build / "python") == "ImportError: libother.so: no such file"


def test_the_page_names_that_command():
    with open(os.path.join(ROOT, "docs", "python.md"), encoding="utf-8") as file:
        assert COMMAND in file.read()
