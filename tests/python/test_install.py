# SPDX-License-Identifier: Zlib
"""pip install of the folder, without a network, in a virtual environment that sees the system's numpy; the source distribution."""
import os
import re
import shutil
import subprocess
import sys
import tarfile
import venv

import pytest

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "extension", "src", "AmbientFluidPython")


def test_pip_installs_the_folder_without_a_network(tmp_path):
    if not os.environ.get("AMBIENT_FLUID_BUILD_DIR"):
        pytest.skip("no build is named")
    if not shutil.which("cmake"):
        pytest.skip("there is no cmake")
    place = str(tmp_path / "venv")
    try:
        venv.create(place, system_site_packages=True, with_pip=True)
    except subprocess.CalledProcessError:
        pytest.skip("virtual environments need Debian's python3-venv")
    python = os.path.join(place, "bin", "python")
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    result = subprocess.run([python, "-m", "pip", "install", "--no-index", "--disable-pip-version-check", FOLDER], check=False,
                            env=environment, capture_output=True, text=True)
    assert result.returncode == 0, result.stdout + result.stderr
    program = "import ambientfluid as af; w = af.World(medium='water'); b = w.add_body(af.sphere(.1), density=500.0); " \
              "w.step(240); print(af.__file__, b.position[2])"
    file, height = subprocess.run([python, "-c", program], check=True, env=environment, capture_output=True, text=True,
                                  cwd=tmp_path).stdout.split()
    assert file.startswith(place) and float(height) > 1.0
    files = os.listdir(os.path.dirname(file))
    assert "_core.pyi" in files and "py.typed" in files
    assert not os.path.exists(os.path.join(FOLDER, "build"))  # pip leaves nothing in the sources
    assert sys.version_info >= (3, 9)


def test_the_source_distribution_is_complete(tmp_path):
    if not shutil.which("cmake"):
        pytest.skip("there is no cmake")
    program = f"import sys; sys.path.insert(0, {FOLDER!r}); import wheel_backend as w; print(w.build_sdist({str(tmp_path)!r}))"
    name = subprocess.run([sys.executable, "-B", "-c", program], check=True, capture_output=True, text=True).stdout.strip()
    with tarfile.open(tmp_path / name) as archive:
        archive.extractall(tmp_path)
    sources = tmp_path / name[:-len(".tar.gz")]
    project = (sources / "pyproject.toml").read_text()
    backend = sources / re.search(r'backend-path = \["(.+)"\]', project)[1] / "wheel_backend.py"
    # The same archive again, from the unpacked one, which git does not know.
    program = f"import sys; sys.path.insert(0, {str(backend.parent)!r}); import wheel_backend as w; w.build_sdist({str(sources)!r})"
    subprocess.run([sys.executable, "-B", "-c", program], check=True, env={**os.environ, "GIT_CEILING_DIRECTORIES": str(tmp_path)})
    assert (sources / name).read_bytes() == (tmp_path / name).read_bytes()
    # All that the build of a wheel asks CMake for is there; compiling it would take minutes.
    program = f"import sys; sys.path.insert(0, {str(backend.parent)!r}); import wheel_backend as w; print('\\n'.join(w.configuring('built')))"
    command = subprocess.run([sys.executable, "-B", "-c", program], check=True, capture_output=True, text=True).stdout.splitlines()
    result = subprocess.run(command, check=False, cwd=tmp_path, capture_output=True, text=True)
    assert result.returncode == 0, result.stdout + result.stderr
    targets = subprocess.run(["cmake", "--build", "built", "--target", "help"], check=True, cwd=tmp_path, capture_output=True, text=True).stdout
    assert "AmbientFluidPython" in targets
