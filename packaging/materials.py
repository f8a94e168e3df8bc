# SPDX-License-Identifier: Zlib
"""Materials of others in this project's packages, by the data of Debian's package manager, and bills of them in CycloneDX 1.5."""
import json
import subprocess
import urllib.parse

# Licences (SPDX) of the used parts, by Debian's source packages. Parts under other licences, such as the programs and build files of the same
# sources, are in none of our packages. Of emscripten: its libraries of C and C++.
LICENCES = {
    "assimp": "BSD-3-Clause", "bullet": "Zlib", "cli11": "BSD-3-Clause", "draco": "Apache-2.0", "eigen3": "MPL-2.0",
    "emscripten": "MIT AND (Apache-2.0 WITH LLVM-exception)", "fmtlib": "MIT", "gcc-12": "GPL-3.0-or-later WITH GCC-exception-3.1",
    "glibc": "LGPL-2.1-or-later", "minizip": "Zlib", "nlohmann-json3": "MIT", "onetbb": "Apache-2.0", "openvdb": "MPL-2.0",
    "spdlog": "MIT", "tinyxml2": "Zlib", "zlib": "Zlib",
}


def query(*arguments):
    found = subprocess.run(["dpkg-query", *arguments], check=False, capture_output=True, text=True)
    if found.returncode != 0:
        raise SystemExit(f"materials.py: dpkg-query {' '.join(arguments)}: {found.stderr.strip()}")
    return found.stdout


def debian_material(package):
    """What is known of an installed package of Debian: its source package, with version, licence and addresses."""
    name, source, version = query("-W", "-f=${Package} ${source:Package} ${source:Version}\n", package).splitlines()[0].split()
    if source not in LICENCES:
        raise SystemExit(f"materials.py: the licence of {source} ({package}) is not in the table LICENCES")
    return {"package": name, "name": source, "version": version, "licence": LICENCES[source],
            "purl": f"pkg:deb/debian/{source}@{urllib.parse.quote(version)}?arch=source",
            "url": f"https://sources.debian.org/src/{source}/{version.split(':')[-1]}/"}


def component(material, kind="library"):
    """Entry of a material. Optional: `file`, a name in the package, with its `sha256`."""
    entry = {"type": kind, "bom-ref": material["purl"] + ("#" + material["file"] if material.get("file") else ""),
             "name": material["name"], "version": material["version"], "licenses": [{"expression": material["licence"]}],
             "purl": material["purl"]}
    if material.get("file"):
        entry["properties"] = [{"name": "file", "value": material["file"]}]
    if material.get("sha256"):
        entry["hashes"] = [{"alg": "SHA-256", "content": material["sha256"]}]
    return entry


def bill(main, components, dependencies=None):
    """The bytes of a bill. `main`: entry of the package itself; `dependencies`: {bom-ref: bom-refs that it contains or is linked with}."""
    document = {"bomFormat": "CycloneDX", "specVersion": "1.5", "version": 1, "metadata": {"component": main}, "components": components}
    if dependencies:
        document["dependencies"] = [{"ref": ref, "dependsOn": sorted(on)} for ref, on in sorted(dependencies.items())]
    return json.dumps(document, indent=1).encode() + b"\n"
