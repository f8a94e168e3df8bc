# SPDX-License-Identifier: Zlib
"""Laws of motion through the package: the physics is that of C++, reached from Python."""
import json
import math
import os
import subprocess
import warnings

import numpy as np
import pytest

import ambientfluid as af

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
EXAMPLES = os.path.join(ROOT, "samples", "worlds")
SINGLE = af.scalar_size == 4


@pytest.mark.parametrize("density", [100.0, 500.0, 3000.0])
def test_a_ball_released_in_water_begins_with_the_acceleration_of_its_added_mass(density):
    world = af.World(medium="water", dt=1e-3)
    ball = world.add_body(af.sphere(0.1), density=density)
    world.step()
    water = 998.2
    expected = 9.81 * (water - density) / (density + 0.5 * water)  # [Lamb1932, art. 92]
    assert ball.linear_velocity[2] / 1e-3 == pytest.approx(expected, rel=2e-3)  # measured 6e-4: mesh, drag


def test_a_vacuum_is_bullet_alone():
    world = af.World(dt=1.0 / 60.0)
    ball = world.add_body(af.sphere(0.1), density=1000.0)
    world.run(1.0)
    assert world.time == pytest.approx(1.0)
    assert ball.linear_velocity[2] == pytest.approx(-9.81, rel=1e-5)


def test_a_float_comes_to_rest_at_the_depth_of_its_weight():
    world = af.World(medium={"fluid": "water", "surface": {"height": 0.0}})
    crate = world.add_body(af.box((1.0, 1.0, 0.4)), density=499.1, position=(0.0, 0.0, 0.1))
    world.run(40.0)  # long bobbing: only the radiated waves take energy
    air = 1.204
    depth = 0.4 * (499.1 - air) / (998.2 - air)  # of its bottom, of the displaced water and air
    assert crate.position[2] == pytest.approx(0.2 - depth, abs=1e-3)
    assert crate.readout()["submerged_volume"] == pytest.approx(depth, abs=1e-3)


def test_the_balance_of_a_readout_holds():
    world = af.World(medium="water")
    plate = world.add_body(af.box((0.3, 0.2, 0.02)), density=2500.0, orientation=(0.1, 0.2, 0.0, math.sqrt(0.95)),
                           velocity=(0.3, 0.1, -0.2), angular_velocity=(1.0, 0.5, 0.2))
    world.step(20)
    readout = plate.readout()
    total = sum(term["wrench"] for term in readout["terms"].values())
    assert np.allclose(total, readout["total"], rtol=1e-9, atol=1e-9)
    assert readout["terms"]["skin_friction"]["power"] < 0 and readout["terms"]["surface_pressure"]["power"] < 0
    assert np.allclose(readout["twist"][3:], plate.linear_velocity, atol=1e-5)
    assert readout["kinetic_energy"] == pytest.approx(0.5 * readout["momentum"] @ readout["twist"], rel=1e-6)


def test_a_pendulum_in_water_swings_at_the_rate_of_weight_and_added_mass():
    world = af.World(medium={"density": 1000.0, "viscosity": 0.0}, dt=1e-3)
    radius, length, density = 0.1, 1.0, 4000.0
    ball = world.add_body(af.sphere(radius), density=density, position=(0.05, 0.0, -length), can_sleep=False)
    world.add_joint("hinge", ball, position=(0.0, 0.0, 0.0), axis=(0.0, 1.0, 0.0))
    places = []
    for _ in range(1500):
        world.step()
        places.append(ball.position[0])
    crossings = [i for i in range(1, len(places)) if places[i - 1] * places[i] <= 0]
    arm = math.hypot(0.05, length)
    mass = 4.0 / 3.0 * math.pi * radius ** 3
    inertia = mass * (density * (arm ** 2 + 0.4 * radius ** 2) + 0.5 * 1000.0 * arm ** 2)
    quarter = 0.25 * 2.0 * math.pi * math.sqrt(inertia / (mass * (density - 1000.0) * 9.81 * arm))
    assert crossings[0] * 1e-3 == pytest.approx(quarter, rel=0.02)


def test_a_ball_stays_on_a_wall_and_joints_have_motors():
    world = af.World(medium="air")
    world.add_wall((0.0, 0.0, 1.0), -0.5)
    ball = world.add_body(af.sphere(0.1), density=500.0, position=(2.0, 0.0, 0.0))
    arm = world.add_body(af.box((0.5, 0.05, 0.05)), density=500.0, position=(0.25, 0.0, 1.0))
    hinge = world.add_joint("hinge", arm, position=(0.0, 0.0, 1.0), axis=(0.0, 0.0, 1.0))
    slide = world.add_body(af.sphere(0.05), density=500.0, position=(0.0, 3.0, 0.0))
    slider = world.add_joint("slider", slide, axis=(1.0, 0.0, 0.0), lower=-0.1, upper=0.2,
                             motor={"target_velocity": 0.5, "max_force": 50.0})
    hinge.set_motor(2.0, 100.0)
    world.run(1.0)
    assert ball.position[2] == pytest.approx(-0.4, abs=2e-3)
    assert arm.angular_velocity[2] == pytest.approx(2.0, rel=1e-2)
    assert hinge.value == pytest.approx(2.0, abs=0.05)
    assert slider.value == pytest.approx(0.2, abs=5e-3)
    with pytest.raises(ValueError, match="only hinges and sliders"):
        world.add_joint("ball", ball).value


def test_neighbours_feel_each_other_through_the_flow():
    def moved(coupled):
        world = af.World(medium="water", gravity=(0, 0, 0))
        pushed = world.add_body(af.sphere(0.1), density=3000.0)
        other = world.add_body(af.sphere(0.1), density=998.2, position=(0.25, 0.0, 0.0))
        if coupled:
            world.add_coupling(drag="own")
        for _ in range(20):
            pushed.apply_force((0.0, 0.0, 200.0))
            world.step()
        return other.position[2] / pushed.position[2], other.coupling_wrench()
    alone, together = moved(False), moved(True)
    assert alone[0] == 0.0 and not alone[1].any()
    # The flow of a dipole beside the ball, -a^3/(2 r^3) of the speed [Lamb1932, art. 92]; measured 2 % less.
    assert together[0] == pytest.approx(-0.5 * (0.1 / 0.25) ** 3, rel=0.04) and together[1].any()


def test_the_water_of_a_grid_may_have_a_surface():
    world = af.World(medium="water", dt=0.01)
    world.add_grid((0, 0, 0), (16, 4, 12), 0.0625, sides="slip_wall", probes=[(0.1, 0.1), (0.9, 0.1)],
                   surface={"height": 0.4, "modes": [{"amplitude": 0.02, "half_waves": [1, 0]}]})
    first = world.grid_heights
    assert first == pytest.approx([0.419, 0.381], abs=1e-3)
    world.run(0.2)
    assert first[1] < world.grid_heights[0] < first[0]
    buoy = world.add_body(af.sphere(0.05), density=499, position=(0.5, 0.12, 0.4))
    world.run(0.3)
    assert buoy.position[2] == pytest.approx(0.4, abs=0.01)


def test_a_resolved_ball_takes_the_water_of_a_grid_along():
    world = af.World(medium="water", gravity=(0, 0, 0), dt=0.005)
    with pytest.raises(ValueError, match="no grid"):
        world.grid_velocity()
    world.add_grid((-0.8, -0.8, -0.8), (32, 32, 32), 0.05, sides="periodic")
    ball = world.add_body(af.sphere(0.2), density=998.2, velocity=(0.5, 0, 0), resolved=True, can_sleep=False)
    assert world.grid_corner == pytest.approx((-0.8, -0.8, -0.8))
    world.run(0.1)
    flow = world.grid_velocity()
    assert flow.shape == (32, 32, 32, 3) and np.isfinite(flow).all()
    speed = ball.linear_velocity[0]
    assert 0.2 < speed < 0.5
    # Just ahead of and behind the ball the water goes along, and the whole flow is mirror-symmetric.
    middle, ahead, behind = (int((ball.position[0] + offset + 0.8) / 0.05) for offset in (0.0, 0.24, -0.24))
    assert flow[ahead, 16, 16, 0] > 0.4 * speed and flow[behind, 16, 16, 0] > 0.4 * speed
    assert flow[middle, 22, 16, 0] < 0.2 * speed
    # Measured .0042: the mesh is not quite the mirror image of itself.
    assert np.abs(flow[..., 0] - flow[:, ::-1, :, 0]).max() < 0.006
    assert np.abs(flow[..., 1] + flow[:, ::-1, :, 1]).max() < 0.006


def test_a_swimmer_that_changes_its_shape_advances_and_stops_with_its_drive():
    world = af.World(medium="water", gravity=(0, 0, 0))
    body = af.ellipsoid((0.25, 0.03, 0.06), faces=320)
    eel = world.add_body(af.wave_shape(body, wavelength=0.4, frequency=2.0, amplitude=[0.01, 0.04], keys=12), density=998.2)
    assert eel.drive.period == pytest.approx(0.5) and eel.drive.vertices().shape[1] == 3
    world.run(2.0)
    assert eel.position[0] < -0.1  # the head is the least place along x
    speed = eel.linear_velocity[0]
    eel.drive.set_speed(0.0, 0.1)
    world.run(3.0)
    assert eel.drive.speed == 0.0
    assert 0.0 > eel.linear_velocity[0] > 0.7 * speed  # the body glides, slowed by drag


def test_keys_of_arrays_are_shapes_that_change():
    vertices, triangles = af.mesh(af.ellipsoid((0.2, 0.1, 0.1), faces=320))
    keys = [vertices, vertices * (1.2, 0.9, 0.9), vertices, vertices * (0.8, 1.1, 1.1)]
    world = af.World(medium="water", gravity=(0, 0, 0))
    body = world.add_body(af.frames(keys, triangles, period=0.8), mass=8.0)
    world.run(0.2)
    assert np.ptp(body.drive.vertices()[:, 0]) == pytest.approx(1.2 * np.ptp(vertices[:, 0]), rel=1e-3)
    assert np.abs(body.position).max() < 1e-4  # symmetric: no advance


def test_a_world_file_gives_the_table_of_the_tool(tmp_path):
    tool = os.environ.get("AMBIENT_TOOL")
    if not tool or not os.path.exists(tool):
        pytest.skip("the tool is not built")
    table = tmp_path / "out.csv"
    for name in ("wet-pendulum.json", "gate.json"):
        path = os.path.join(EXAMPLES, name)
        world = af.World.from_file(path)
        world.step(24)
        subprocess.run([tool, "simulate", path, "--seconds", repr(24 * world.dt), "--csv", str(table), "--quiet"], check=True)
        lines = [line.split(",") for line in table.read_text().splitlines()[1:]]
        last = {line[1]: [float(n) for n in line[2:]] for line in lines[-len(world.names):]}
        for row, part in enumerate(world.names):
            state = world.state[row]
            ours = np.concatenate([state[:7], state[10:], state[7:10]])
            # not to the bit: the table is rounded, and contacts of Python's worlds are in a fixed order
            assert np.allclose(ours, last[part], atol=1e-4 if SINGLE else 1e-6), part


@pytest.mark.parametrize("name", sorted(os.listdir(EXAMPLES)))
def test_every_example_is_a_world(name):
    if not name.endswith(".json"):
        pytest.skip("no world")
    if name == "eel.json":
        pytest.skip("seconds; the next tests have its kind")
    world = af.World.from_file(os.path.join(EXAMPLES, name))
    with open(os.path.join(EXAMPLES, name), encoding="utf-8") as file:
        again = af.World.from_dict(json.load(file), folder=EXAMPLES)
    world.step(3)
    again.step(3)
    assert np.array_equal(world.state, again.state) and np.isfinite(world.state).all()
    assert world.names == again.names and set(world.bodies) == set(again.bodies)


def test_robots_whose_drag_is_too_fast_for_the_step_say_so():
    def run(dt):
        links = [{"name": f"l{i}", "shape": {"type": "sphere", "radius": 0.0008, "faces": 80}, "density": 500,
                  **({"parent": f"l{i - 1}", "position": [0.002, 0, 0], "joint": {"type": "ball"}} if i else {})} for i in range(3)]
        world = af.World.from_dict({"medium": "honey", "dt": dt, "articulated_bodies": [{"name": "beads", "links": links}]})
        world.step(20)
    with pytest.warns(RuntimeWarning, match="needs shorter steps"):
        run(1 / 60)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        run(1 / 4000)
