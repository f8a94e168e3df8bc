# SPDX-License-Identifier: Zlib
"""csv_test.py AMBIENT_SAMPLES AMBIENT FOLDER: reads the CSV files of both programs with Python's csv module, which takes RFC
4180 to the letter: every scene's, that of a comparison and that of a polar."""
import csv
import json
import os
import subprocess
import sys

SAMPLES, AMBIENT, FOLDER = sys.argv[1:4]
STATE = "time,body,px,py,pz,qx,qy,qz,qw,vx,vy,vz,wx,wy,wz".split(",")
TETRAHEDRON = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n"


def run(*arguments):
    return subprocess.run(arguments, check=True, stdout=subprocess.PIPE, text=True).stdout


def rows_of(file):
    """The rows as dictionaries; all have one cell for each column, and no number is missing."""
    with open(file, newline="") as table:
        header, *rows = csv.reader(table, strict=True)
    assert len(set(header)) == len(header), f"{file}: two columns have one name"
    assert rows, f"{file}: no row"
    for number, row in enumerate(rows, 2):
        assert len(row) == len(header), f"{file}, row {number}: {len(row)} cells under {len(header)} names: {row}"
        for name, cell in zip(header, row):
            if name not in ("body", "model"):
                float(cell)
    return header, [dict(zip(header, row)) for row in rows]


def names_in(glb):
    """What the same scene's bodies are called in its 3D file."""
    with open(glb, "rb") as file:
        content = file.read()
    scene = json.loads(content[20:20 + int.from_bytes(content[12:16], "little")])
    return [node["name"] for node in scene["nodes"] if node.get("extras", {}).get("kind") == "body"]


def check_scene(name):
    table, model = f"{FOLDER}/{name}.csv", f"{FOLDER}/{name}.glb"
    run(SAMPLES, "--run", name, "--headless", "--quiet", "--seconds", "0.01", "--csv", table, "--wrenches", "--glb", model)
    header, rows = rows_of(table)
    assert header[:len(STATE)] == STATE and len(header) > len(STATE), f"{name}: {header}"
    names = names_in(model)
    assert [row["body"] for row in rows[:len(names)]] == names, f"{name}: {rows[0]['body']}, not {names}"
    return names


def main():
    os.makedirs(FOLDER, exist_ok=True)
    scenes = [scene["name"] for scene in json.loads(run(SAMPLES, "--list", "--json"))]
    names = {name: check_scene(name) for name in scenes}
    with_comma = [name for name, bodies in names.items() if any("," in body for body in bodies)]
    assert with_comma, "no body has a comma in its name any more: this test sees less than it did"
    for name in with_comma:
        table = f"{FOLDER}/compared.csv"
        run(SAMPLES, "--compare", name, "--quiet", "--seconds", "0.01", "--csv", table)
        header, rows = rows_of(table)
        assert header == ["model"] + STATE, header
        assert {row["body"] for row in rows} == set(names[name])
    joints = f"{FOLDER}/joints.csv"
    run(SAMPLES, "--run", "robot", "--headless", "--quiet", "--seconds", "0.02", "--joints", joints)
    header, rows = rows_of(joints)
    assert header[0] == "time [s]" and "arm-under-water/forearm angle [rad]" in header and len(rows) == 4, header
    mesh = f"{FOLDER}/tetrahedron.obj"
    with open(mesh, "w") as file:
        file.write(TETRAHEDRON)
    run(AMBIENT, "polar", mesh, "--quiet", "--sweep", "0:90:45", "--csv", f"{FOLDER}/polar.csv")
    assert len(rows_of(f"{FOLDER}/polar.csv")[1]) == 3
    print(f"{len(scenes)} scenes, {len(with_comma)} comparison, 1 polar")


main()
