# SPDX-License-Identifier: Zlib
"""seal.py DIR NAME VERSION: ends the folder DIR of a release. Writes NAME-VERSION.cdx.json, a bill of the materials of others in each of
its files (CycloneDX 1.5), and SHA256SUMS, which `sha256sum --check` reads.

What a Debian package is linked with stands in its field Depends, what a wheel holds in the bill inside it (wheel/contents.py), and what is
compiled into a package in the table COMPILED_IN. Versions are those of Debian's packages on this machine, which made the release.
"""
import hashlib
import json
import os
import re
import subprocess
import sys
import zipfile

sys.path.append(os.path.dirname(os.path.abspath(__file__)))
import materials  # noqa: E402

# Debian's packages with the headers and sources that are compiled into a file, by the beginning and end of its name.
COMPILED_IN = (
    ("ambient-fluid-tools_", ".deb", ("libcli11-dev", "libeigen3-dev", "libopenvdb-dev", "nlohmann-json3-dev")),
    (r"libbulletambientfluid\d", ".deb", ("libeigen3-dev",)),
    ("ambientfluid-", ".tgz", ("emscripten", "libbullet-dev", "libeigen3-dev", "libtinyxml2-dev", "nlohmann-json3-dev")),
)


def field(package, name):
    return subprocess.run(["dpkg-deb", "--field", package, name], check=True, capture_output=True, text=True).stdout.strip()


def needed(package):
    """Names of the packages that a Debian package depends on; the first of alternatives."""
    return [re.split(r"[ (|:]", entry.strip())[0] for entry in field(package, "Depends").split(",") if entry.strip()]


def bill_inside(wheel):
    """The components that a wheel lists. auditwheel leaves a bill of its own beside ours, of the libraries that it copied."""
    with zipfile.ZipFile(wheel) as archive:
        names = [name for name in archive.namelist() if name.endswith("/sboms/ambientfluid.cdx.json")]
        if len(names) != 1:
            raise SystemExit(f"seal.py: {wheel}: has {len(names)} bills of materials sboms/ambientfluid.cdx.json, not one")
        return json.loads(archive.read(names[0]))["components"]


class Release:
    def __init__(self, folder, name, version):
        self.folder, self.name, self.version = folder, name, version
        self.files = sorted(entry for entry in os.listdir(folder) if entry not in (self.bill_name(), "SHA256SUMS"))
        self.components, self.uses = {}, {}
        self.own = {field(self.path(file), "Package"): self.reference(file) for file in self.files if file.endswith(".deb")}

    def bill_name(self):
        return f"{self.name}-{self.version}.cdx.json"

    def path(self, file):
        return os.path.join(self.folder, file)

    def reference(self, file):
        return f"pkg:generic/{self.name}@{self.version}#{file}"

    def digest(self, file):
        with open(self.path(file), "rb") as opened:
            return hashlib.sha256(opened.read()).hexdigest()

    def use(self, file, entry):
        """Notes that a file contains a component or is linked with it."""
        self.components[entry["bom-ref"]] = entry
        self.uses[self.reference(file)].add(entry["bom-ref"])

    def add(self, file):
        self.uses[self.reference(file)] = set()
        entry = materials.component({"name": file, "version": self.version, "licence": "Zlib", "purl": self.reference(file),
                                     "sha256": self.digest(file)}, "file")
        self.components[entry["bom-ref"]] = entry
        for start, end, packages in COMPILED_IN:
            if re.match(start, file) and file.endswith(end) and "-dbgsym_" not in file:
                for package in packages:
                    self.use(file, materials.component(materials.debian_material(package)))
        if file.endswith(".deb"):
            for package in needed(self.path(file)):
                if package in self.own:
                    self.uses[self.reference(file)].add(self.own[package])
                elif not package.endswith("-dev"):  # headers of others are in none of our files
                    self.use(file, materials.component(materials.debian_material(package)))
        if file.endswith(".whl"):
            for part in bill_inside(self.path(file)):
                self.use(file, part)

    def write(self):
        for file in self.files:
            self.add(file)
        reference = f"pkg:generic/{self.name}@{self.version}"
        main = materials.component({"name": self.name, "version": self.version, "licence": "Zlib", "purl": reference}, "application")
        self.uses[reference] = {self.reference(file) for file in self.files}
        text = materials.bill(main, [self.components[key] for key in sorted(self.components)], self.uses)
        with open(self.path(self.bill_name()), "wb") as file:
            file.write(text)
        with open(self.path("SHA256SUMS"), "w", encoding="utf-8") as sums:
            for file in sorted([*self.files, self.bill_name()]):
                sums.write(f"{self.digest(file)}  {file}\n")
        others = len(self.components) - len(self.files)
        print(f"{self.bill_name()}: {len(self.files)} files, {others} materials of others")


if __name__ == "__main__":
    Release(*sys.argv[1:]).write()
