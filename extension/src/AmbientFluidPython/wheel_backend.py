# SPDX-License-Identifier: Zlib
"""Makes the wheel that pip installs, and the source distribution, by CMake and Python's own library (PEP 517).

The build is that of build/release if it is there, else build/python is made; AMBIENT_FLUID_BUILD_DIR names another one.
packaging/wheel/build.sh makes a wheel that has its libraries inside.
"""
import base64
import glob
import gzip
import hashlib
import io
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import zipfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(HERE)))
TARGET = "AmbientFluidPython"
SOURCES = ("CMakeLists.txt", "CMakePresets.json", "LICENSE", "extension", "third_party")
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


def configuring(build):
    """The command that configures a build of the package alone, for this Python."""
    generator = ["-G", "Ninja"] if shutil.which("ninja") else []
    return ["cmake", "-S", ROOT, "-B", build, *generator, "-DCMAKE_BUILD_TYPE=Release", "-DCMAKE_UNITY_BUILD=ON",
            f"-DAMBIENT_FLUID_PYTHON={sys.executable}", "-DAMBIENT_FLUID_BUILD_PYTHON=ON", "-DAMBIENT_FLUID_INSTALL=OFF",
            *(f"-DAMBIENT_FLUID_BUILD_{name}=OFF" for name in OFF)]


def compiled():
    """The folder of the package, with its compiled part for this Python."""
    build = build_folder()
    if not os.path.exists(os.path.join(build, "CMakeCache.txt")):
        subprocess.run(configuring(build), check=True)
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


def write_wheel(path, files):
    """Writes a wheel of files {path: content}, the same bytes each time. The list of its files (RECORD) is made anew."""
    info = next(name.split("/")[0] for name in files if name.endswith(".dist-info/WHEEL"))
    record = ""
    files = {name: content for name, content in files.items() if name != f"{info}/RECORD"}
    for name, content in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        record += f"{name},sha256={digest},{len(content)}\n"
    files[f"{info}/RECORD"] = (record + f"{info}/RECORD,,\n").encode()
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as wheel:
        for name, content in files.items():
            entry = zipfile.ZipInfo(name, (2020, 1, 1, 0, 0, 0))
            entry.external_attr = 0o644 << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            wheel.writestr(entry, content)


def metadata():
    return (f"Metadata-Version: 2.1\nName: ambientfluid\nVersion: {version()}\n"
            "Summary: Bodies in air and water, in Bullet worlds\nLicense: Zlib\nRequires-Python: >=3.9\nRequires-Dist: numpy\n"
            "Provides-Extra: gymnasium\nRequires-Dist: gymnasium>=1.1; extra == 'gymnasium'\n").encode()


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
    files[f"{info}/METADATA"] = metadata()
    files[f"{info}/WHEEL"] = (
        f"Wheel-Version: 1.0\nGenerator: wheel_backend\nRoot-Is-Purelib: false\nTag: {tag()}\n").encode()
    with open(os.path.join(ROOT, "LICENSE"), "rb") as file:
        files[f"{info}/LICENSE"] = file.read()
    name = f"ambientfluid-{version()}-{tag()}.whl"
    write_wheel(os.path.join(wheel_directory, name), files)
    return name


def sources():
    """The files of a source distribution: what git knows of them, or all files of an unpacked source distribution."""
    try:
        listed = subprocess.run(["git", "-C", ROOT, "ls-files", "-z", *SOURCES], check=True, capture_output=True).stdout
        names = [os.fsdecode(name) for name in listed.split(b"\0") if name]
    except (OSError, subprocess.CalledProcessError):
        names = []
    if not names:
        for place in SOURCES:
            top = os.path.join(ROOT, place)
            if os.path.isfile(top):
                names.append(place)
            for folder, _, files in os.walk(top):
                names += [os.path.relpath(os.path.join(folder, file), ROOT) for file in files if not file.endswith(".pyc")]
    return sorted(names)


def build_sdist(sdist_directory, config_settings=None):
    """The sources of the package and its libraries. pip compiles them with the packages that third_party/install.sh lists."""
    del config_settings
    top = f"ambientfluid-{version()}"
    files = {}
    for name in sources():
        with open(os.path.join(ROOT, name), "rb") as file:
            files[name] = file.read()
    here = os.path.relpath(HERE, ROOT)
    with open(os.path.join(HERE, "pyproject.toml"), "rb") as file:
        files["pyproject.toml"] = file.read().replace(b'backend-path = ["."]', f'backend-path = ["{here}"]'.encode())
    files["PKG-INFO"] = metadata()
    with open(os.path.join(sdist_directory, top + ".tar.gz"), "wb") as raw, \
            gzip.GzipFile("", "wb", mtime=0, fileobj=raw) as packed, tarfile.open(fileobj=packed, mode="w") as archive:
        for name, content in sorted(files.items()):
            entry = tarfile.TarInfo(f"{top}/{name}")
            entry.size, entry.mtime, entry.mode = len(content), 1577836800, 0o755 if name.endswith(".sh") else 0o644
            archive.addfile(entry, io.BytesIO(content))
    return top + ".tar.gz"
