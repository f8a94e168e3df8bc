# SPDX-License-Identifier: Zlib
"""installed.py ROOT FOLDER: uses the installed wheel as its pages say, with the pages and samples below ROOT; leaves pictures in FOLDER.

Run by the Python of a virtual environment with numpy and matplotlib. Prints one line per check, and the digest of states.py.
"""
import base64
import contextlib
import hashlib  # noqa: F401 (loads the system's OpenSSL: before the libraries are counted)
import io
import json
import os
import re
import sys

import numpy as np


def loaded():
    """The libraries of this process."""
    with open("/proc/self/maps", encoding="utf-8") as file:
        return {line.split(maxsplit=5)[5].strip() for line in file if ".so" in line}


BEFORE = loaded()
import ambientfluid as af  # noqa: E402
import states  # noqa: E402

ROOT, FOLDER = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
# What every Linux with Python has: the C and C++ libraries, and zlib.
SYSTEM = re.compile(r"^(ld-linux.*|lib(c|m|dl|pthread|rt|gcc_s|stdc\+\+|z)\.so.*)$")


def checks_that_it_is_the_wheel():
    assert af.__file__.startswith(sys.prefix + os.sep), af.__file__
    assert af.scalar_size == 4


def reads_a_mesh_file():
    vertices, triangles = af.mesh(af.box((.2, .2, .2)))
    blocks = np.asarray(vertices, "<f4"), np.asarray(triangles, "<u4")
    data = base64.b64encode(b"".join(block.tobytes() for block in blocks)).decode()
    views = [{"buffer": 0, "byteOffset": 0, "byteLength": blocks[0].nbytes}, {"buffer": 0, "byteOffset": blocks[0].nbytes, "byteLength": blocks[1].nbytes}]
    accessors = [{"bufferView": 0, "componentType": 5126, "count": len(vertices), "type": "VEC3", "min": [-.1] * 3, "max": [.1] * 3},
                 {"bufferView": 1, "componentType": 5125, "count": triangles.size, "type": "SCALAR"}]
    with open("cube.gltf", "w", encoding="utf-8") as file:
        json.dump({"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}], "nodes": [{"mesh": 0}],
                   "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "indices": 1}]}], "bufferViews": views, "accessors": accessors,
                   "buffers": [{"byteLength": blocks[0].nbytes + blocks[1].nbytes, "uri": "data:application/octet-stream;base64," + data}]}, file)
    world = af.World(medium="water")
    body = world.add_body(af.mesh_file("cube.gltf"), density=500)
    world.step(60)
    assert abs(body.readout()["submerged_volume"] - .008) < 1e-6 and body.position[2] > 0.01


def closes_a_crack_on_a_grid():
    """A cube whose lid lies a tenth of a millimetre too high: only a grid closes it."""
    vertices, triangles = [np.array(part) for part in af.mesh(af.box((.2, .2, .2)))]
    is_lid = (vertices[triangles][:, :, 2] > .09).all(axis=1)
    lid = triangles[is_lid] + len(vertices)
    all_vertices = np.vstack([vertices, vertices + (0, 0, 1e-4)])
    used, numbers = np.unique(np.vstack([triangles[~is_lid], lid]), return_inverse=True)
    with open("crack.obj", "w", encoding="utf-8") as file:
        file.writelines(f"v {x} {y} {z}\n" for x, y, z in all_vertices[used])
        file.writelines(f"f {a} {b} {c}\n" for a, b, c in numbers.reshape(-1, 3) + 1)
    volume, *_ = af.mass_properties(*af.mesh(af.mesh_file("crack.obj")), 1.0)
    assert abs(volume - .008) < .02 * .008, volume  # a grid cuts the edges by a cell


def runs_a_robot_and_worlds():
    print(states.digest(ROOT))


def draws_a_picture():
    sys.path.insert(0, os.path.join(ROOT, "samples", "python"))
    import plate_polar
    with contextlib.redirect_stdout(io.StringIO()):
        plate_polar.main("polar.png")
    with open("polar.png", "rb") as file:
        content = file.read()
    assert content.startswith(b"\x89PNG") and len(content) > 20000


def needs_nothing_of_the_system():
    package = os.path.dirname(os.path.abspath(af.__file__))
    own = (package + os.sep, package + ".libs" + os.sep)
    more = loaded() - BEFORE
    assert sum(path.startswith(own) for path in more) > 5
    foreign = {path for path in more if not path.startswith(own) and not SYSTEM.match(os.path.basename(path))}
    assert not {path for path in foreign if not re.search(r"/(lib-dynload|numpy[^/]*)/", path)}, sorted(foreign)
    assert not any("Bullet" in path or "LinearMath" in path for path in more)


def runs_the_first_example():
    with open(os.path.join(ROOT, "docs", "python.md"), encoding="utf-8") as file:
        block = re.search(r"^```python\n(.*?)^```", file.read(), re.S | re.M)[1]
    with contextlib.redirect_stdout(io.StringIO()) as text:
        exec(compile(block, "python.md", "exec"), {"__name__": "block"})
    assert text.getvalue() and "nan" not in text.getvalue(), text.getvalue()


def main():
    os.makedirs(FOLDER, exist_ok=True)
    os.chdir(FOLDER)
    print(f"Python {sys.version.split()[0]}, numpy {np.__version__}")
    for check in (checks_that_it_is_the_wheel, runs_the_first_example, reads_a_mesh_file, closes_a_crack_on_a_grid,
                  runs_a_robot_and_worlds, needs_nothing_of_the_system, draws_a_picture):
        check()
        print("passed:", check.__name__.replace("_", " "), flush=True)


main()
