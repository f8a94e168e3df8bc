# SPDX-License-Identifier: Zlib
"""What learners and controllers set and read: joints and bases, forces at points, thrusters in saved states, contacts, surfaces."""
import numpy as np
import pytest

import ambientfluid as af

LOOSE = 2e-6 if af.scalar_size == 4 else 1e-12


def chain(fixed=False):
    world = af.World(medium="water", gravity=(0, 0, 0), articulated=True)
    rod = dict(af.ellipsoid((0.1, 0.03, 0.04), faces=320), position=(0.1, 0, 0))
    body = world.add_articulated([
        af.World.link("base", af.box((0.2, 0.1, 0.06), faces=108), density=1200),
        af.World.link("arm", rod, density=998.2, parent="base", position=(0.1, 0, 0), joint={"type": "hinge", "axis": (0, 0, 1)}),
        af.World.link("hand", rod, density=998.2, parent="arm", position=(0.2, 0, 0), joint={"type": "hinge", "axis": (0, 1, 0)}),
    ], name="chain", fixed_base=fixed, collide=False)
    return world, body


def test_joints_and_bases_have_what_is_set_and_move_from_there():
    world, body = chain()
    pose, twist = [0.3, -0.2, 0.1, 0.0, 0.0, np.sin(0.4), np.cos(0.4)], [0.1, 0.2, -0.3, 0.4, -0.5, 0.6]
    body.positions, body.rates = [0.4, -0.3], [1.0, 2.0]
    body.base_pose, body.base_twist = pose, twist
    assert np.allclose(body.positions, [0.4, -0.3], atol=LOOSE) and np.allclose(body.rates, [1.0, 2.0], atol=1e-5)
    assert np.allclose(body.base_pose, pose, atol=LOOSE) and np.allclose(body.base_twist, twist, atol=1e-5)
    assert np.allclose(body.link_poses[0], pose, atol=LOOSE) and np.array_equal(world.state[:, :7], body.link_poses)
    momentum = body.momentum.copy()
    before = world.positions.copy()
    velocity = body.link_twists[:, 3:].copy()
    world.step()
    # Links go the way of their velocities: the residual is of second order in the step.
    assert np.allclose(world.positions - before, velocity * world.dt, atol=1e-4)
    assert np.linalg.norm(body.momentum - momentum) < 0.05 * np.linalg.norm(momentum)  # the drag of one step


def test_setting_what_is_there_changes_nothing():
    world, body = chain()
    body.rates = [3.0, -2.0]
    world.step(20)
    state = world.save()
    world.step(60)
    expected = world.state.copy()
    world.restore(state)
    body.positions, body.rates = body.positions, body.rates
    body.base_pose, body.base_twist = body.base_pose, body.base_twist
    world.step(60)
    assert np.allclose(world.state, expected, atol=2e-5 if af.scalar_size == 4 else 1e-7)


def test_wrong_states_are_refused_and_change_nothing():
    world, body = chain(fixed=True)
    for name, value, text in (("positions", [1.0], "positions"), ("rates", [np.nan, 0.0], "rates"), ("base_pose", [0] * 7, "base is fixed"),
                              ("base_twist", [0] * 6, "base is fixed")):
        with pytest.raises(ValueError, match=text):
            setattr(body, name, value)
    with pytest.raises(ValueError, match="base is fixed"):
        body.base_pose
    loose = chain()[1]
    with pytest.raises(ValueError, match="length 1"):
        loose.base_pose = [0, 0, 0, 0, 0, 0, 2]
    assert not body.positions.any() and not body.rates.any() and not loose.base_twist.any()


def test_a_force_at_a_point_is_the_force_with_its_moment():
    (world, body), (other, same) = chain(), chain()
    point, force = np.array([0.25, 0.03, 0.02]), np.array([0.4, -0.3, 0.5])
    for _ in range(5):
        arm = point - same.link_poses[2, :3]
        body.apply_force("hand", force, point=point)
        same.apply_force("hand", force, torque=np.cross(arm, force))
        world.step()
        other.step()
    assert np.allclose(world.state, other.state, atol=1e-6) and np.abs(world.state[:, 7:]).max() > 1e-3


def test_saved_states_have_the_speeds_of_thrusters():
    world = af.World(medium="water", gravity=(0, 0, 0))
    ball = world.add_body(af.sphere(0.1, faces=80), density=998.2, can_sleep=False)
    thruster = world.add_thruster(ball, diameter=0.05, time_constant=0.2)
    fresh = world.save()
    thruster.command = 40.0
    world.step(30)
    state, speed = world.save(), thruster.speed
    world.step(60)
    expected = world.state.copy()
    thruster.command = -10.0
    world.step(30)
    world.restore(state)
    assert thruster.speed == speed and thruster.command == 40.0
    world.step(60)
    assert np.array_equal(world.state, expected)
    world.restore(fresh)
    assert thruster.speed == thruster.command == 0.0
    with pytest.raises(ValueError, match="state"):
        world.restore(state[:-3])
    assert thruster.command == 0.0


def test_a_world_with_thrusters_is_written_as_a_file(tmp_path):
    """Saved in the middle; two worlds of the file go on with the same bytes, and as the first one."""
    world = af.World(medium="water", gravity=(0, 0, 0), articulated=True)
    hull = world.add_body(dict(af.capsule(0.1, 0.8, faces=320), orientation=(0, 0.5, 0, 0.866)), density=998.2, can_sleep=False,
                          center_of_mass=(0.05, 0, -0.02), name="hull")
    rod = dict(af.box((0.4, 0.05, 0.05)), position=(0.2, 0, 0))
    arm = world.add_articulated([af.World.link("base", af.sphere(0.1, faces=320), density=998.2),
                                 af.World.link("rod", rod, parent="base", density=998.2, joint={"type": "hinge", "axis": (0, 1, 0)})],
                                name="arm", position=(0, 3, 0))
    gone = world.add_thruster(hull, diameter=0.1)
    push = world.add_thruster(hull, position=(0, 0.1, -0.3), axis=(0.2, 0, 1), diameter=0.1, time_constant=0.3)
    world.remove(gone)
    side = world.add_thruster(arm, link="rod", axis=(0, 0, 1), diameter=0.05, name="side")
    push.command, side.command = 20.0, -15.0
    world.step(40)
    world.save_file(tmp_path / "world.json")
    once, again = (af.World.from_file(tmp_path / "world.json") for _ in range(2))
    assert list(once.thrusters) == list(world.thrusters) == ["thruster1", "side"]
    assert once.thrusters["side"].speed == side.speed and once.thrusters["thruster1"].command == 20.0
    assert np.allclose(once.state, world.state, atol=1e-6)
    for one in (world, once, again):
        one.thrusters["side"].command = 10.0
        one.step(60)
    assert np.array_equal(once.state, again.state)
    assert np.allclose(once.state, world.state, atol=2e-4), np.abs(once.state - world.state).max()
    assert abs(world.state[0, 9:]).max() > 0.1


def test_contacts_carry_the_weight():
    """A ball at rest on a plane in air: the impulse of its contact is its weight by the time of a step."""
    world = af.World(articulated=True)
    world.add_wall((0, 0, 1), 0.0)
    ball = world.add_body(af.sphere(0.1), mass=2.0, position=(0, 0, 0.1), can_sleep=False, name="ball")
    world.add_body(af.box((1, 1, 0.1)), static=True, position=(3, 0, 0), name="table")
    world.add_articulated([af.World.link("foot", af.box((0.2, 0.2, 0.2)), density=500),
                           af.World.link("leg", af.box((0.05, 0.05, 0.2)), density=500, parent="foot", position=(0, 0, 0.1),
                                         joint={"type": "hinge", "axis": (0, 1, 0)})], name="robot", position=(3, 0, 0.15))
    world.step(120)
    contacts = world.contacts()
    of_ball = [one for one in contacts if "ball" in one["bodies"]]
    assert {"ball", "wall"} == set(of_ball[0]["bodies"]) and len(of_ball) == 1
    assert of_ball[0]["impulse"] == pytest.approx(2.0 * 9.81 * world.dt, rel=1e-3)
    assert abs(of_ball[0]["normal"][2]) == pytest.approx(1.0) and abs(of_ball[0]["distance"]) < 1e-3
    assert np.allclose(of_ball[0]["point"], (*ball.position[:2], 0.0), atol=2e-3)
    assert any(set(one["bodies"]) == {"robot/foot", "table"} for one in contacts)
    world.save()
    assert world.contacts() == []


def test_surfaces_are_where_the_parts_are():
    world = af.World(medium="water")
    world.add_body(af.box((0.2, 0.4, 0.6)), density=500, name="block", position=(1, 2, 3), orientation=(0, 0, 1, 0))
    world.add_body(af.box((1, 1, 0.1)), static=True, position=(0, 0, -2), name="table")
    surfaces = world.surfaces()
    assert np.allclose(np.abs(surfaces["block"][0]).max(axis=0), (0.1, 0.2, 0.3))
    assert np.allclose(surfaces["table"][0].mean(axis=0), (0, 0, -2)) and surfaces["table"][1].shape[1] == 3
    assert np.array_equal(surfaces["block"][0], world.bodies["block"].mesh()[0])
