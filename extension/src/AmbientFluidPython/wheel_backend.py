# SPDX-License-Identifier: Zlib
"""Makes the wheel that pip installs, by CMake and nothing but Python's own library (PEP 517).

The build is that of build/release if it is there, else build/python is made; AMBIENT_FLUID_BUILD_DIR names another one.
"""
import base64
import glob
import hashlib
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import zipfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(HERE)))
TARGET = "AmbientFluidPython"
OFF = ("TOOLS", "SAMPLES", "TESTS", "BENCHMARKS", "C_API")


def version():
    with open(os.path.join(ROOT, "CMakeLists.txt"), encoding="utf-8") as file:
        return re.search(r"VERSION (\d+\.\d+\.\d+)", file.read()).group(1)


def build_folder():
    given = os.environ.get("AMBIENT_FLUID_BUILD_DIR")
    if given:
        return os.path.abspath(given)
    release = os.path.join(ROOT, "build", "release")
    return release if os.path.exists(os.path.join(release, "CMakeCache.txt")) else os.path.join(ROOT, "build", "python")


def compiled():
    """The folder of the package, with its compiled part for this Python."""
    build = build_folder()
    if not os.path.exists(os.path.join(build, "CMakeCache.txt")):
        generator = ["-G", "Ninja"] if shutil.which("ninja") else []
        subprocess.run(
            ["cmake", "-S", ROOT, "-B", build, *generator, "-DCMAKE_BUILD_TYPE=Release", "-DCMAKE_UNITY_BUILD=ON",
             f"-DAMBIENT_FLUID_PYTHON={sys.executable}", "-DAMBIENT_FLUID_BUILD_PYTHON=ON", "-DAMBIENT_FLUID_INSTALL=OFF",
             *(f"-DAMBIENT_FLUID_BUILD_{name}=OFF" for name in OFF)], check=True)
    subprocess.run(["cmake", "--build", build, "--target", TARGET], check=True)
    package = os.path.join(build, "python", "ambientfluid")
    wanted = os.path.join(package, "_core" + sysconfig.get_config_var("EXT_SUFFIX"))
    if not os.path.exists(wanted):
        there = ", ".join(os.path.basename(path) for path in glob.glob(os.path.join(package, "_core*"))) or "nothing"
        raise SystemExit(f"{build} was made for another Python: there is {there}, not {os.path.basename(wanted)}")
    return package


def tag():
    python = f"cp{sys.version_info.major}{sys.version_info.minor}"
    return f"{python}-{python}-{re.sub('[^A-Za-z0-9]', '_', sysconfig.get_platform())}"


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    del config_settings, metadata_directory
    package = compiled()
    suffix = sysconfig.get_config_var("EXT_SUFFIX")
    files = {}
    for name in sorted(os.listdir(package)):
        if name.endswith((".py", ".pyi", ".typed")) or name == "_core" + suffix:
            with open(os.path.join(package, name), "rb") as file:
                files["ambientfluid/" + name] = file.read()
    info = f"ambientfluid-{version()}.dist-info"
    files[f"{info}/METADATA"] = (
        f"Metadata-Version: 2.1\nName: ambientfluid\nVersion: {version()}\nSummary: Bodies in air and water, in Bullet worlds\n"
        "License: Zlib\nRequires-Python: >=3.9\nRequires-Dist: numpy\n").encode()
    files[f"{info}/WHEEL"] = (
        f"Wheel-Version: 1.0\nGenerator: wheel_backend\nRoot-Is-Purelib: false\nTag: {tag()}\n").encode()
    with open(os.path.join(ROOT, "LICENSE"), "rb") as file:
        files[f"{info}/LICENSE"] = file.read()
    record = ""
    for name, content in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        record += f"{name},sha256={digest},{len(content)}\n"
    files[f"{info}/RECORD"] = (record + f"{info}/RECORD,,\n").encode()
    name = f"ambientfluid-{version()}-{tag()}.whl"
    with zipfile.ZipFile(os.path.join(wheel_directory, name), "w", zipfile.ZIP_DEFLATED) as wheel:
        for path, content in files.items():
            entry = zipfile.ZipInfo(path, (2020, 1, 1, 0, 0, 0))
            entry.external_attr = 0o644 << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            wheel.writestr(entry, content)
    return name
