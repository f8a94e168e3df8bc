# SPDX-License-Identifier: Zlib
"""Handles of a world are all alike, belong to their world, and what they set is in its file."""
import inspect
import json
import os

import numpy as np
import pytest

import ambientfluid as af

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
BALL = af.sphere(0.1)
LINK = ('<inertial><mass value="1"/><inertia ixx="0.01" ixy="0" ixz="0" iyy="0.01" iyz="0" izz="0.01"/></inertial>'
        '<collision><geometry><sphere radius="0.06"/></geometry></collision>')
ROBOT = (f'<robot name="r"><link name="a">{LINK}</link><link name="b">{LINK}</link><joint name="j" type="revolute">'
         '<origin xyz=".3 0 0"/><parent link="a"/><child link="b"/><axis xyz="0 1 0"/>'
         '<limit lower="-1" upper="1" effort="0.05" velocity="1"/></joint></robot>')


def arm(world, joint="hinge", motor=None):
    keys = {"type": joint, "axis": (0, 1, 0)} if joint != "ball" else {"type": "ball"}
    return world.add_articulated([
        af.World.link("base", BALL, density=990),
        af.World.link("rod", af.capsule(0.05, 0.4), density=990, parent="base", position=(0, 0, -0.3),
                      joint={**keys, "motor": motor} if motor else keys)], name="arm")


def test_a_hinge_has_turned_on_after_half_a_turn_and_the_motor_of_python_is_in_the_file():
    world = af.World()
    world.add_body(af.cylinder(0.2, 0.1), density=500, name="wheel", can_sleep=False)
    world.add_body(BALL, density=500, name="slide", position=(2, 0, 0), can_sleep=False)
    world.add_joint("hinge", "wheel", axis=(0, 0, 1), name="axle")
    world.add_joint("slider", "slide", axis=(0, 0, 1), name="rail")
    world.joints["axle"].set_motor(7.0, 100.0)
    world.joints["rail"].set_motor(0.5, 100.0)
    world.run(1.0)
    assert world.joints["axle"].value == pytest.approx(7.0, abs=0.05)
    keys = world.to_dict()
    assert keys["joints"][0]["motor"] == {"target_velocity": 7.0, "max_force": 100.0}
    again = af.World.from_dict(keys)
    again.run(1.0)
    assert again.bodies["wheel"].angular_velocity[2] == pytest.approx(7.0, rel=1e-3)
    assert again.joints["rail"].value == pytest.approx(0.5, abs=0.01)
    world.joints["axle"].set_motor(0.0, 0.0)
    assert "motor" not in world.to_dict()["joints"][0]


def test_targets_may_be_set_by_any_handle_and_for_motors_of_the_file():
    world = af.World(medium="water", gravity=(0, 0, 0), articulated=True)
    with pytest.raises(ValueError, match="arm: has no servo"):
        arm(world).set_targets(0.5)
    world.multi_bodies["arm"].set_servo(20, 2)
    world.multi_bodies["arm"].set_targets(0.5)
    world.run(3.0)
    assert world.multi_bodies["arm"].positions[0] == pytest.approx(0.5, abs=1e-2)
    world.multi_bodies["arm"].clear_drive()
    with pytest.raises(ValueError, match="arm: has no servo"):
        world.multi_bodies["arm"].set_targets(0.5)
    driven = af.World(medium="water", gravity=(0, 0, 0), articulated=True)
    arm(driven, motor={"target_position": 0.2, "stiffness": 20, "damping": 2}).set_targets(-0.4)
    driven.run(3.0)
    assert driven.multi_bodies["arm"].positions[0] == pytest.approx(-0.4, abs=1e-2)


def test_a_world_with_a_servo_of_python_goes_on_from_its_file():
    world = af.World(medium="water", articulated=True)
    body = arm(world, motor={"target_velocity": 9.0, "damping": 1})
    body.set_servo(20, 2, max_torque=3)
    body.set_targets(0.5)
    world.run(0.2)
    keys = world.to_dict()
    assert keys["articulated_bodies"][0]["links"][1]["joint"]["motor"] == {
        "target_position": 0.5, "stiffness": 20.0, "damping": 2.0, "max_force": 3.0}
    again = af.World.from_dict(keys)
    for one in (world, again):
        one.run(0.5)
    assert again.multi_bodies["arm"].positions == pytest.approx(world.multi_bodies["arm"].positions, abs=1e-4)
    assert np.allclose(again.positions, world.positions, atol=1e-4)
    body.set_servo(0, 2)
    assert world.to_dict()["articulated_bodies"][0]["links"][1]["joint"]["motor"] == {"target_velocity": 0.0, "damping": 2.0}
    body.clear_drive()
    assert "motor" not in world.to_dict()["articulated_bodies"][0]["links"][1]["joint"]


def test_motors_that_no_file_holds_are_named():
    world = af.World(medium="water", articulated=True)
    body = arm(world)
    body.set_servo(20, 2, resistance=0.1)
    with pytest.raises(ValueError, match="no file can hold this world: arm: its joints have a resistance"):
        world.to_dict()
    body.set_servo(20, 2)
    body.set_targets(0.1, rates=0.2)
    with pytest.raises(ValueError, match="no file can hold this world: arm: its targets move"):
        world.to_dict()
    other = af.World(medium="water", articulated=True)
    arm(other, "ball").set_servo(20, 2)
    with pytest.raises(ValueError, match="no file can hold this world: arm: the ball joint of rod has a motor"):
        other.to_dict()


def test_a_medium_of_keys_in_place_of_an_object_can_be_written():
    world = af.World(medium=af.water())
    with pytest.raises(ValueError, match="its medium is an object of Python"):
        world.to_dict()
    world.medium = "water"
    assert world.to_dict()["medium"] == "water"


def test_a_body_of_another_world_is_refused_and_not_taken_for_its_namesake():
    world, other = (af.World(medium="water", articulated=True) for _ in range(2))
    mine, foreign = (one.add_body(BALL, density=500, name="ball") for one in (world, other))
    anchor = world.add_body(BALL, density=500, name="anchor", position=(1, 0, 0))
    chain = arm(other)
    arm(world)
    for call in (lambda: world.add_joint("ball", foreign), lambda: world.add_joint("ball", anchor, foreign),
                 lambda: world.add_joint("ball", chain)):
        with pytest.raises(ValueError, match="(child|parent): the body is of another world"):
            call()
    for body in (foreign, chain):
        with pytest.raises(ValueError, match="follow: the body is of another world"):
            world.add_grid((-1, -1, -1), (8, 8, 8), 0.25, follow=body)
    with pytest.raises(TypeError, match="child: is neither a body nor its name"):
        world.add_joint("ball", 5)
    assert not world.joints
    world.add_joint("ball", mine, anchor)
    world.add_grid((-1, -1, -1), (8, 8, 8), 0.25, follow=mine)
    assert len(world.joints) == 1 and world.to_dict()["grid"]["follow"] == "ball"


@pytest.mark.parametrize("given", [None, 9.0, 0.02])
def test_a_servo_stays_within_the_effort_limit_of_the_robots_file(tmp_path, given):
    (tmp_path / "r.urdf").write_text(ROBOT, encoding="utf-8")
    world = af.World(medium="water", articulated=True, gravity=(0, 0, 0))
    body = world.add_articulated(robot=str(tmp_path / "r.urdf"), fixed_base=True)
    body.set_servo(100, 1, max_torque=given)
    body.set_targets(0.8)
    largest = 0.0
    for _ in range(60):
        world.step()
        largest = max(largest, abs(body.torques[0]))
    assert largest == pytest.approx(0.02 if given == 0.02 else 0.05, rel=1e-12)


def test_a_motor_of_a_robot_begins_when_it_is_added(tmp_path):
    (tmp_path / "r.urdf").write_text(ROBOT.replace('effort="0.05"', 'effort="50"'), encoding="utf-8")
    world = af.World(medium="water", articulated=True, gravity=(0, 0, 0))
    world.run(10.0)
    body = world.add_articulated(robot=str(tmp_path / "r.urdf"), fixed_base=True, motors=[
        {"link": "b", "target_velocity": 0.5, "stiffness": 100, "damping": 10}])
    world.run(1.0)
    assert body.positions[0] == pytest.approx(0.5, abs=0.02)


# Keys of a file with another name in Python, or a call of their own.
OTHERWISE = {
    "": {"$schema": None, "solver": "contacts", "model": "forces", "regions": "add_region", "walls": "add_wall",
         "bodies": "add_body", "joints": "add_joint", "articulated_bodies": "add_articulated", "coupling": "add_coupling",
         "grid": "add_grid", "moorings": "add_mooring", "scenes": None, "thrusters": "add_thruster"},  # scenes: from files only
    "body": {"model": "wet"}, "mooring": {"points": None, "velocities": None, "parted": None}, "region": {"min": "low", "max": "high"}, "grid": {"min": "low"},
}
CALLS = {"": af.World.__init__, "body": af.World.add_body, "joint": af.World.add_joint, "wall": af.World.add_wall,
         "articulated_body": af.World.add_articulated, "link": af.World.link, "coupling": af.World.add_coupling,
         "grid": af.World.add_grid, "mooring": af.World.add_mooring, "sphere": af.sphere, "box": af.box, "ellipsoid": af.ellipsoid, "cylinder": af.cylinder,
         "capsule": af.capsule, "cone": af.cone, "wave": af.wave_shape}


def keys_of_files():
    """Keys of all objects of world files, by the names in the schema."""
    with open(os.path.join(ROOT, "docs", "world.schema.json"), encoding="utf-8") as file:
        schema = json.load(file)
    found = {"": set(schema["properties"])}
    for name, definition in schema["$defs"].items():
        if "properties" in definition:
            found[name] = set(definition["properties"])
    return found


def test_every_key_of_a_world_file_is_a_keyword():
    found = keys_of_files()
    missing = []
    for name, call in CALLS.items():
        keywords = set(inspect.signature(call).parameters)
        for key in found[name] - ({"type"} if name != "joint" else set()):
            keyword = OTHERWISE.get(name, {}).get(key, key)
            if keyword and keyword not in keywords and not hasattr(af.World, keyword):
                missing.append(f"{name}.{key}")
    meshes = set(inspect.signature(af.mesh_shape).parameters) | set(inspect.signature(af.mesh_file).parameters)
    frames = set(inspect.signature(af.frames).parameters) | set(inspect.signature(af.frames_file).parameters)
    missing += sorted(found["mesh"] - {"type"} - meshes) + sorted(found["frames"] - {"type"} - frames)
    assert not missing


def test_keywords_that_only_files_had(tmp_path):
    world = af.World(medium="water", articulated=True, name="title", description="text", seconds=3.0)
    ball = world.add_body(BALL, density=500, name="ball", detail="game")
    assert len(ball.model.triangles) <= 144
    world.add_articulated([
        af.World.link("base", BALL, density=990, wake_factor=0.62, roughness=1e-4, separation_angle=2.0),
        af.World.link("rod", BALL, density=990, parent="base", position=(0, 0, -0.4),
                      joint={"type": "hinge", "axis": (0, 1, 0)})],
        link_inertia="coupled", position=(2, 0, 0))
    keys = world.to_dict()
    assert (keys["name"], keys["description"], keys["seconds"]) == ("title", "text", 3.0)
    assert keys["bodies"][0]["detail"] == "game" and keys["articulated_bodies"][0]["link_inertia"] == "coupled"
    assert keys["articulated_bodies"][0]["links"][0]["wake_factor"] == 0.62
    assert keys["articulated_bodies"][0]["links"][0]["roughness"] == 1e-4
    with pytest.raises(ValueError, match="seconds"):
        af.World(seconds=-1.0)


def test_a_mesh_of_millimetres_and_a_hollow_give_a_warning():
    vertices, triangles = af.mesh(BALL)
    with pytest.warns(RuntimeWarning, match="if its units are millimetres, scale it by 0.001"):
        af.World(medium="water").add_body(af.mesh_shape(1000 * vertices, triangles), density=500)
    hollow = af.mesh_shape(np.concatenate([vertices, 0.5 * vertices]),
                           np.concatenate([triangles, triangles[:, ::-1] + len(vertices)]))
    with pytest.warns(RuntimeWarning, match="the density makes it a solid of"):
        af.World(medium="water").add_body(hollow, density=500)
    af.World(medium="water").add_body(hollow, mass=1.0, inertia=(0.01, 0.01, 0.01))
    assert any("millimetres" in line for line in af.FluidBodyModel(1000 * vertices, triangles).warnings)
