# SPDX-License-Identifier: Zlib
"""contents.py WHEEL DIR: writes a wheel repaired by auditwheel into DIR, with the licences of all that it contains.

Adds, beside the metadata of the wheel: licenses/ with the list of the parts and their licence texts as Debian gives them,
and sboms/ambientfluid.cdx.json, a bill of materials (CycloneDX 1.5). A library without an entry in materials.LICENCES is an error.
"""
import hashlib
import importlib.metadata
import os
import re
import sys
import sysconfig
import zipfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path += [os.path.join(ROOT, "packaging"), os.path.join(ROOT, "extension", "src", "AmbientFluidPython")]
import materials  # noqa: E402
import wheel_backend  # noqa: E402

LINKED = ("libbullet-dev", "libeigen3-dev", "libopenvdb-dev", "nlohmann-json3-dev")  # compiled into _core
COPIED = re.compile(r"^ambientfluid\.libs/(.+?)-[0-9a-f]{8,}(\.so.*)$")


def package_of(library):
    """Debian's package with a library of this machine's architecture, by the name of the file."""
    folder = f"/lib/{sysconfig.get_config_var('MULTIARCH')}/"
    for line in materials.query("-S", f"*{folder}{library}*").splitlines():
        package, path = line.split(": ", 1)
        if os.path.basename(path).startswith(library):
            return package.split(",")[0]
    raise SystemExit(f"contents.py: no package of Debian has {library}")


def debian_part(package, kind, file=None, content=b""):
    material = materials.debian_material(package)
    with open(f"/usr/share/doc/{material['package']}/copyright", "rb") as text:
        return {**material, "kind": kind, "text": text.read(), "file": file, "sha256": hashlib.sha256(content).hexdigest() if file else None}


def pybind11_part():
    found = importlib.metadata.distribution("pybind11")
    text = next(file for file in found.files if file.name == "LICENSE")
    return {"name": "pybind11", "version": found.version, "kind": "linked in", "licence": "BSD-3-Clause",
            "text": text.read_text(encoding="utf-8").encode(), "purl": f"pkg:pypi/pybind11@{found.version}",
            "url": f"https://pypi.org/project/pybind11/{found.version}/"}


def parts_of(files):
    parts = [debian_part(package, "linked in") for package in LINKED] + [pybind11_part()]
    for name, content in sorted(files.items()):
        if name.startswith("ambientfluid.libs/") and content:
            library = COPIED.match(name)
            if not library:
                raise SystemExit(f"contents.py: {name} is no name that auditwheel gives")
            parts.append(debian_part(package_of(library[1] + library[2]), "library beside it", name, content))
    return parts


def list_of(parts):
    text = ("# What is in this wheel\n\nambientfluid itself has the licence Zlib, in LICENSE. These parts of others are in it, unchanged; their licence\n"
            "texts are beside this file, as Debian states them for the whole source package. Sources: see the addresses.\n\n"
            "| part | version | licence | how | sources |\n|---|---|---|---|---|\n")
    for part in parts:
        text += f"| {part['name']} | {part['version']} | {part['licence']} | {part['kind']} | {part['url']} |\n"
    return text.encode()


def bill_of(parts):
    return materials.bill(materials.component({"name": "ambientfluid", "version": wheel_backend.version(), "licence": "Zlib",
                                               "purl": f"pkg:pypi/ambientfluid@{wheel_backend.version()}"}),
                          [materials.component(part) for part in parts])


def main(wheel, folder):
    with zipfile.ZipFile(wheel) as archive:
        files = {entry.filename: archive.read(entry) for entry in archive.infolist() if not entry.is_dir()}
    info = next(name.split("/")[0] for name in files if name.endswith(".dist-info/WHEEL"))
    parts = parts_of(files)
    for part in parts:
        files[f"{info}/licenses/{part['name']}.txt"] = part["text"]
    files[f"{info}/licenses/THIRD-PARTY.md"] = list_of(parts)
    files[f"{info}/sboms/ambientfluid.cdx.json"] = bill_of(parts)
    path = os.path.join(folder, os.path.basename(wheel))
    wheel_backend.write_wheel(path, files)
    print(f"{path}: {os.path.getsize(path) / 1e6:.1f} MB, {sum(map(len, files.values())) / 1e6:.1f} MB installed, {len(parts)} parts of others")


if __name__ == "__main__":
    main(*sys.argv[1:])
