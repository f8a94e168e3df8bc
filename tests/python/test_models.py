# SPDX-License-Identifier: Zlib
"""Added mass, forces and free bodies of meshes as arrays."""
import json
import math
import os
import subprocess

import numpy as np
import pytest

import ambientfluid as af


def test_the_added_mass_of_a_ball_is_half_the_fluid_it_displaces():
    model = af.FluidBodyModel(*af.mesh(af.sphere(0.1, faces=1280)))
    matrix = model.added_mass(1000.0)
    assert matrix[3:, 3:] == pytest.approx(0.5 * 1000.0 * model.volume * np.eye(3), rel=1e-3, abs=1e-6)
    assert np.array_equal(matrix, matrix.T) and model.error_estimate < 0.05 and model.unknowns > 0


def test_the_reference_point_moves_the_matrix_and_not_the_energy():
    model = af.FluidBodyModel(*af.mesh(af.box((0.3, 0.2, 0.1))))
    about = np.array([0.3, -0.2, 0.1])
    w, v = np.array([1.0, 2.0, -0.5]), np.array([0.2, -0.4, 0.3])
    there = np.concatenate([w, v + np.cross(w, about)])
    here = np.concatenate([w, v])
    energy = here @ model.added_mass(1.2) @ here
    assert there @ model.added_mass(1.2, about) @ there == pytest.approx(energy, rel=1e-9)


def test_the_resistance_of_a_ball_is_that_of_stokes():
    # 6 pi a and 8 pi a^3. Measured .2 % and .6 % low with 320 faces.
    a = 0.1
    vertices, triangles = af.mesh(af.sphere(a, faces=1280))
    model = af.FluidBodyModel(vertices, triangles)
    tensor = model.viscous_tensor
    resistance = tensor["resistance"]
    assert resistance[3:, 3:] == pytest.approx(6.0 * math.pi * a * np.eye(3), rel=2e-3, abs=1e-4)
    assert resistance[:3, :3] == pytest.approx(8.0 * math.pi * a**3 * np.eye(3), rel=7e-3, abs=1e-6)
    assert tensor["center_of_resistance"] == pytest.approx(np.zeros(3), abs=1e-4)
    assert tensor["radius"] == pytest.approx(a, rel=2e-3) and tensor["error_estimate"] < 0
    alone = af.viscous_tensor(vertices, triangles)
    assert alone["solved_faces"] == tensor["solved_faces"] == 320 and 0.0 < alone["error_estimate"] < 0.02
    assert np.array_equal(alone["resistance"], resistance)
    # The drag of slow motion is that of the matrix.
    twist = np.array([0.0, 0.0, 2e-6, 0.0, 1e-6, 0.0])
    wrench = model.wrenches([twist], 1.0, 1000.0, about=tensor["center_of_resistance"])[0]
    assert wrench == pytest.approx(-1000.0 * resistance @ twist, rel=1e-4, abs=1e-12)


def test_the_resistance_is_that_of_the_tool(tmp_path):
    tool = os.environ.get("AMBIENT_TOOL")
    if not tool:
        pytest.skip("there is no tool in this build")
    # As many faces as the mesh has: rounding, of seven digits in the file, may choose those of a reduced mesh.
    vertices, triangles = af.mesh(af.cone(0.1, 0.3, faces=300))
    path = tmp_path / "cone.obj"
    with open(path, "w", encoding="utf-8") as file:
        file.writelines("v %.17g %.17g %.17g\n" % tuple(v) for v in vertices)
        file.writelines("f %d %d %d\n" % tuple(t + 1) for t in triangles)
    printed = json.loads(subprocess.run([tool, "stokes", str(path), "--json", "--faces", str(len(triangles))], check=True,
                                        capture_output=True, timeout=120).stdout)
    tensor = af.viscous_tensor(vertices, triangles, faces=len(triangles))
    resistance = np.array(printed["resistance"])
    assert tensor["resistance"] == pytest.approx(resistance, rel=1e-5, abs=1e-6 * resistance.max())
    assert tensor["center_of_resistance"] == pytest.approx(printed["center_of_resistance"], abs=1e-6)
    assert tensor["radius"] == pytest.approx(printed["radius"], rel=1e-6)
    assert tensor["solved_faces"] == printed["solved_faces"] and tensor["self_excess"] == printed["self_excess"]
    assert 0.0 < tensor["error_estimate"] < 0.05 and 0.0 < printed["error_estimate"] < 0.05
    assert set(tensor) <= set(printed)


def test_a_given_added_mass_is_taken():
    vertices, triangles = af.mesh(af.box((0.3, 0.2, 0.1)))
    given = np.diag([0.1, 0.2, 0.3, 4.0, 5.0, 6.0])
    model = af.FluidBodyModel(vertices, triangles, added_mass=given, added_mass_density=1000.0)
    assert model.added_mass(500.0) == pytest.approx(0.5 * given)
    assert model.unit_potentials.shape == (0, 6)


def test_arrays_of_a_model_are_views():
    model = af.FluidBodyModel(*af.mesh(af.sphere(0.1)))
    vertices = model.vertices
    assert vertices.base is model and not vertices.flags.writeable
    assert vertices.__array_interface__["data"][0] == model.vertices.__array_interface__["data"][0]
    potentials = model.unit_potentials
    assert potentials.base is model and potentials.shape == (len(vertices), 6)
    # phi of a ball moving along x is -x/2 at its surface [Lamb1932, art. 92]
    assert potentials[:, 3] == pytest.approx(-0.5 * vertices[:, 0], abs=2e-3)
    kept = vertices.copy()
    del model
    assert np.array_equal(vertices, kept)  # the view keeps the model


def test_wrenches_are_those_of_a_bluff_body():
    model = af.FluidBodyModel(*af.mesh(af.sphere(0.1)))
    twists = np.zeros((2, 6))
    twists[0, 3], twists[1, 3] = 1.0, 2.0
    drag = -model.wrenches(twists, 1000.0, 0.0)[:, 3]
    assert drag[1] == pytest.approx(4.0 * drag[0], rel=1e-9)
    assert 0.2 < drag[0] / (0.5 * 1000.0 * math.pi * 0.01) < 0.6
    point = np.array([0.0, 0.5, 0.0])
    moved = model.wrenches(twists, 1000.0, 0.0, about=point)
    assert moved[0, :3] == pytest.approx(-np.cross(point, moved[0, 3:]), abs=1e-6)


def test_meshes_are_looked_over_and_have_masses():
    vertices, triangles = af.mesh(af.box((1.0, 2.0, 3.0)))
    report = af.check_mesh(vertices, triangles)
    assert report["usable"] and report["closed"] and report["volume"] == pytest.approx(6.0)
    assert not af.check_mesh(vertices, triangles[:-1])["usable"]
    mass, center, inertia = af.mass_properties(vertices, triangles, 2.0)
    assert mass == pytest.approx(12.0) and center == pytest.approx(np.zeros(3), abs=1e-12)
    assert np.diag(inertia) == pytest.approx([13.0, 10.0, 5.0])


def test_a_box_floats_by_its_formulas():
    vertices, triangles = af.mesh(af.box((10.0, 4.0, 3.0)))
    found = af.hydrostatics(vertices, triangles, 60000.0, (0, 0, -0.5), fluid_density=1000.0, heel=[0, 10],
                            openings=[(0, -2, 1.5)])
    draft = 1.5
    assert found["draft"] == pytest.approx(draft, rel=1e-9) and found["stable"]
    assert found["BM_T"] == pytest.approx(16 / 12 / draft, rel=1e-9)
    assert found["GM_T"] == pytest.approx(16 / 12 / draft - 0.75 + 0.5, rel=1e-9)
    slope = math.tan(math.radians(10))
    wall_sided = math.sin(math.radians(10)) * (found["GM_T"] + 0.5 * found["BM_T"] * slope**2)
    assert [row["heel"] for row in found["GZ"]] == pytest.approx([0, 10])
    assert found["GZ"][1]["gz"] == pytest.approx(wall_sided, rel=1e-9)
    assert found["downflooding_angle"] == pytest.approx(math.degrees(math.atan(1.5 / 2)), rel=1e-9)
    assert len(af.hydrostatics(vertices, triangles, 60000.0, (0, 0, 0))["GZ"]) == 17


def test_what_cannot_float_is_refused_by_name():
    vertices, triangles = af.mesh(af.box((1.0, 1.0, 1.0)))
    for given, name in [((vertices, triangles, 0.0, (0, 0, 0)), "mass"),
                        ((vertices, triangles, 2000.0, (0, 0, 0)), "sinks"),
                        ((vertices, triangles[:-1], 500.0, (0, 0, 0)), "edge")]:
        with pytest.raises(ValueError, match=name):
            af.hydrostatics(*given)
    with pytest.raises(ValueError, match="heel"):
        af.hydrostatics(vertices, triangles, 500.0, (0, 0, 0), heel=[181])


def test_a_box_in_waves_follows_long_ones():
    vertices, triangles = af.mesh(af.box((4.0, 2.0, 1.0)))
    found = af.radiation(vertices, triangles, mass=4000.0, center=(0, 0, -0.1), fluid_density=1000.0, faces=120,
                         wave_numbers=[0.01, 0.5], headings=[0, 90])
    added, damping = (np.array([row[key] for row in found["rows"]]) for key in "AB")
    assert added.shape == damping.shape == (2, 6, 6)
    assert np.allclose(added, added.transpose(0, 2, 1)) and np.linalg.eigvalsh(damping).min() > -1e-6
    response = found["rows"][0]["RAO"][0]
    assert response["re"][2] == pytest.approx(1, abs=0.03) and response["im"][0] == pytest.approx(1, abs=0.03)
    assert "M" not in af.radiation(vertices, triangles, frequencies=[1.0], faces=60)
    for given, name in [(dict(mass=1.0), "center"), (dict(draft=2.0), "draft"), (dict(frequencies=[0]), "frequencies"),
                        (dict(faces=3), "faces"), (dict(draft=0.5, mass=1.0, center=(0, 0, 0)), "draft")]:
        with pytest.raises(ValueError, match=name):
            af.radiation(vertices, triangles, **given)


def test_a_free_body_falls_as_its_world_does():
    shape = af.box((0.1, 0.1, 0.002), faces=432)
    model = af.FluidBodyModel(*af.mesh(shape))
    free = af.FreeBody(model, 0.02, af.air())
    world = af.World(medium=af.air())
    body = world.add_body(shape, mass=0.02)
    turn = np.array([0.0, math.sin(0.2), 0.0, math.cos(0.2)])
    free.set_state(orientation=turn)
    body.orientation = turn
    for _ in range(48):
        free.step(1.0 / 240.0)
    world.step(48)
    assert body.position == pytest.approx(free.position, abs=2e-4)
    assert world.twists[0] == pytest.approx(free.twist, abs=2e-2)
    assert free.time == pytest.approx(0.2) and free.readout()["kinetic_energy"] > 0


def test_a_model_for_games_has_few_faces_and_tells_its_error():
    model = af.FluidBodyModel(*af.mesh(af.cylinder(0.1, 0.3, faces=500)))
    game, misfit = model.for_games()
    assert len(game.triangles) <= 144 < len(model.triangles)
    assert np.array_equal(game.added_mass(), model.added_mass()) and 0.0 < misfit < 0.02
    twists = np.array([[0.0, 0.0, 0.0, 1.0, 0.5, -0.3], [1.0, 2.0, 0.5, 0.5, 0.0, 1.0]])
    full = model.wrenches(twists, 998.0, 1e-3)
    assert np.linalg.norm(game.wrenches(twists, 998.0, 1e-3) - full) < 0.03 * np.linalg.norm(full)
    assert game.for_games()[1] == 0.0


def test_a_model_for_crowds_has_the_faces_of_one_for_games_and_tells_the_error_of_its_points():
    model = af.FluidBodyModel(*af.mesh(af.cylinder(0.1, 0.3, faces=500)))
    crowd, misfit = model.for_crowds()
    game, _ = model.for_games()
    assert np.array_equal(crowd.vertices, game.vertices) and 0.0 < misfit < 0.02
