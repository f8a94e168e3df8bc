# SPDX-License-Identifier: Zlib
"""Two Bullets in one process: those that would share constants are refused before the second is loaded."""
import glob
import os
import shutil
import subprocess
import sys

import pytest

import ambientfluid as af
from ambientfluid import _pybullet_guard as guard

# As Bullet's: a constant inside an inline function.
SOURCE = """
struct btTransform {
    float numbers[16];
    static const btTransform& getIdentity() { static const btTransform identityTransform = make(); return identityTransform; }
    static btTransform make();
};
btTransform btTransform::make() { return btTransform{{float(sizeof(int))}}; }
extern "C" const void* address() { return &btTransform::getIdentity(); }
"""
NAME = b"_ZZN11btTransform11getIdentityEvE17identityTransform"
LINUX = pytest.mark.skipif(not sys.platform.startswith("linux") or not shutil.which("g++"), reason="needs Linux and g++")


def compiled(folder, name, *options):
    source, library = str(folder / "two.cpp"), str(folder / name)
    with open(source, "w", encoding="utf-8") as file:
        file.write(SOURCE)
    subprocess.run(["g++", "-O1", "-fPIC", "-shared", "-fgnu-unique", *options, source, "-o", library], check=True)
    return library


@LINUX
def test_shared_constants_are_found(tmp_path):
    assert guard.unique_symbols(compiled(tmp_path, "open.so")) >= {NAME}
    assert guard.unique_symbols(compiled(tmp_path, "closed.so", "-fno-gnu-unique")) == set()
    assert guard.unique_symbols(compiled(tmp_path, "hidden.so", "-fvisibility=hidden")) == set()
    (tmp_path / "text.so").write_text("no library")
    (tmp_path / "empty.so").write_bytes(b"")
    assert guard.unique_symbols(str(tmp_path / "text.so")) == guard.unique_symbols(str(tmp_path / "empty.so")) == set()


@LINUX
def test_symbols_are_those_that_nm_reads(tmp_path):
    if not shutil.which("nm"):
        pytest.skip("needs nm")
    libraries = [compiled(tmp_path, "open.so"), *guard.own_libraries()]
    assert len(libraries) > 1
    for library in libraries:
        lines = subprocess.run(["nm", "-D", "--defined-only", library], check=True, capture_output=True).stdout.splitlines()
        unique = {line.split()[2] for line in lines if line.split()[1] == b"u"}
        assert guard.unique_symbols(library) == {name for name in unique if guard._OF_BULLET.search(name)}


@LINUX
@pytest.mark.parametrize("is_loaded_first", [False, True])
def test_a_pybullet_with_open_symbols_is_refused_in_either_order_unless_ours_are_hidden(tmp_path, is_loaded_first):
    folder = tmp_path / "site"
    folder.mkdir()
    library = compiled(tmp_path, "pybullet.so")
    shutil.copy(library, str(folder / "pybullet.so"))
    first = f"import ctypes; ctypes.CDLL({library!r}); " if is_loaded_first else ""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(folder), os.path.dirname(os.path.dirname(af.__file__))])}
    result = subprocess.run([sys.executable, "-c", first + "import ambientfluid.pybullet"], check=False, env=environment,
                            capture_output=True, text=True)
    assert result.returncode == 1 and "ImportError" in result.stderr
    if any(guard.unique_symbols(path) for path in guard.own_libraries()):
        assert "pybullet.so" in result.stderr and "share" in result.stderr and "--only-binary" in result.stderr and "PyInit" not in result.stderr
    else:  # a wheel: Python loads the file, and finds that it is no module
        assert "share" not in result.stderr and "PyInit_pybullet" in result.stderr


@LINUX
def test_the_compiled_part_exports_its_entry_only():
    library, = glob.glob(os.path.join(os.path.dirname(af.__file__), "_core*.so"))
    if not shutil.which("nm"):
        pytest.skip("needs nm")
    lines = subprocess.run(["nm", "-D", "--defined-only", library], check=True, capture_output=True, text=True).stdout.split("\n")
    assert [line.split()[2] for line in lines if line] == ["PyInit__core"]


def test_a_missing_pybullet_is_named():
    with pytest.raises(ImportError, match="pip install pybullet"):
        guard.require("no_such_pybullet")
