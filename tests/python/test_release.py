# SPDX-License-Identifier: Zlib
"""The end of a release: its bill of materials and checksums, and the comparison of the C libraries, with small files in place of those of
long builds."""
import hashlib
import json
import os
import shutil
import subprocess
import sys
import zipfile

import pytest

PACKAGING = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "packaging")
for program in ("dpkg-deb", "dpkg-query", "sha256sum"):
    if not shutil.which(program):
        pytest.skip(f"there is no {program}", allow_module_level=True)
for library in ("libbullet-dev", "libeigen3-dev", "zlib1g"):
    if subprocess.run(["dpkg-query", "-W", library], check=False, capture_output=True).returncode:
        pytest.skip(f"{library} is not installed", allow_module_level=True)


def debian_package(folder, name, depends, files=()):
    tree = folder / ("tree-" + name)
    (tree / "DEBIAN").mkdir(parents=True)
    (tree / "DEBIAN" / "control").write_text(f"Package: {name}\nVersion: 9.8.7-1\nArchitecture: amd64\nMaintainer: nobody <a@b.c>\n"
                                             f"Depends: {depends}\nDescription: for a test\n")
    for place, source in files:
        (tree / place).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(source, tree / place)
    (folder / "out").mkdir(exist_ok=True)
    subprocess.run(["dpkg-deb", "--build", "--root-owner-group", "-Znone", str(tree), str(folder / "out" / f"{name}_9.8.7-1_amd64.deb")],
                   check=True, capture_output=True)


def seal(folder):
    return subprocess.run([sys.executable, "-B", os.path.join(PACKAGING, "seal.py"), str(folder), "fluid", "9.8.7"], check=False,
                          capture_output=True, text=True)


def test_the_bill_has_each_file_and_what_is_in_it(tmp_path):
    debian_package(tmp_path, "libbulletambientfluid9.8", "zlib1g (>= 1:1.1.4)")
    debian_package(tmp_path, "libbulletambientfluid-dev", "libbulletambientfluid9.8 (= 9.8.7-1), libeigen3-dev (>= 3.4)")
    out = tmp_path / "out"
    part = {"type": "library", "bom-ref": "pkg:pypi/pybind11@3", "name": "pybind11", "version": "3", "purl": "pkg:pypi/pybind11@3",
            "licenses": [{"expression": "BSD-3-Clause"}]}
    with zipfile.ZipFile(out / "ambientfluid-9.8.7-cp311.whl", "w") as wheel:
        wheel.writestr("ambientfluid-9.8.7.dist-info/sboms/ambientfluid.cdx.json", json.dumps({"components": [part]}))
        wheel.writestr("ambientfluid-9.8.7.dist-info/sboms/auditwheel.cdx.json", json.dumps({"components": []}))  # as auditwheel leaves
    (out / "fluid-9.8.7.tar.gz").write_bytes(b"sources")
    answer = seal(out)
    assert answer.returncode == 0, answer.stderr
    text = (out / "fluid-9.8.7.cdx.json").read_bytes()
    bill = json.loads(text)
    assert (bill["bomFormat"], bill["specVersion"]) == ("CycloneDX", "1.5")
    entries = {entry["bom-ref"]: entry for entry in bill["components"]}
    assert len(entries) == len(bill["components"]) and all(entry["licenses"] for entry in entries.values())
    files = {entry["name"]: entry for entry in entries.values() if entry["type"] == "file"}
    for name, entry in files.items():
        assert entry["hashes"] == [{"alg": "SHA-256", "content": hashlib.sha256((out / name).read_bytes()).hexdigest()}]
    assert sorted([*files, "SHA256SUMS", "fluid-9.8.7.cdx.json"]) == sorted(os.listdir(out))
    uses = {entry["ref"]: entry["dependsOn"] for entry in bill["dependencies"]}
    assert set(uses["pkg:generic/fluid@9.8.7"]) == {entry["bom-ref"] for entry in files.values()}
    known = {entry["bom-ref"]: entry["name"] for entry in entries.values()}
    used = {name: sorted(known[ref] for ref in uses[entry["bom-ref"]]) for name, entry in files.items()}
    assert used == {"libbulletambientfluid9.8_9.8.7-1_amd64.deb": ["eigen3", "zlib"],
                    "libbulletambientfluid-dev_9.8.7-1_amd64.deb": ["libbulletambientfluid9.8_9.8.7-1_amd64.deb"],
                    "ambientfluid-9.8.7-cp311.whl": ["pybind11"], "fluid-9.8.7.tar.gz": []}
    version = subprocess.run(["dpkg-query", "-W", "-f=${source:Version}", "zlib1g"], check=True, capture_output=True, text=True).stdout
    assert [entry["version"] for entry in entries.values() if entry["name"] == "zlib"] == [version]

    check = ["sha256sum", "--check", "--quiet", "SHA256SUMS"]
    assert subprocess.run(check, check=False, cwd=out, capture_output=True).returncode == 0
    assert seal(out).returncode == 0 and (out / "fluid-9.8.7.cdx.json").read_bytes() == text  # the same bytes again
    (out / "fluid-9.8.7.tar.gz").write_bytes(b"other sources")
    assert subprocess.run(check, check=False, cwd=out, capture_output=True).returncode == 1


def test_an_unknown_licence_and_an_unknown_package_are_errors(tmp_path):
    debian_package(tmp_path, "libbulletambientfluid9.8", "coreutils")
    assert "the licence of coreutils (coreutils) is not in the table LICENCES" in seal(tmp_path / "out").stderr
    shutil.rmtree(tmp_path / "out")
    debian_package(tmp_path, "libother9", "no-such-package-of-debian")
    answer = seal(tmp_path / "out")
    assert answer.returncode == 1 and "no-such-package-of-debian" in answer.stderr
    assert os.listdir(tmp_path / "out") == ["libother9_9.8.7-1_amd64.deb"]


def test_a_library_that_loses_a_function_is_not_compatible(tmp_path):
    if not shutil.which("abidiff") or not shutil.which("cc"):
        pytest.skip("there is no abidiff (abigail-tools), or no C compiler")

    def release(name, functions, soname="a.so"):
        folder = tmp_path / name
        folder.mkdir()
        (folder / "a.c").write_text("".join(f"int {function}(void) {{ return 1; }}\n" for function in functions))
        subprocess.run(["cc", "-shared", "-fPIC", "-g", f"-Wl,-soname,{soname}", "-o", str(folder / "a.so"), str(folder / "a.c")], check=True)
        files = [(f"usr/lib/lib{library}.so.1.0", folder / "a.so") for library in ("AmbientFluidC", "AmbientFluidC-float64")]
        debian_package(folder, "libbulletambientfluid9.8", "zlib1g", files)
        return str(folder / "out")

    def compare(new):
        return subprocess.run([os.path.join(PACKAGING, "compare-abi.sh"), last, new], check=False, capture_output=True, text=True)

    last = release("last", ("a", "b"))
    answer = compare(last)
    assert answer.returncode == 0 and "libbulletambientfluid9.8_9.8.7-1_amd64.deb beside " in answer.stdout
    assert compare(release("more", ("a", "b", "c"))).returncode == 0
    answer = compare(release("less", ("a",)))
    assert answer.returncode == 1 and "not compatible" in answer.stderr and "b" in answer.stdout
    answer = compare(release("other", ("a",), "b.so"))  # side by side: no failure, but the loss is told
    assert answer.returncode == 0 and "b.so is installed beside a.so" in answer.stdout and "b" in answer.stdout
    assert "has no package" in compare(str(tmp_path)).stderr
