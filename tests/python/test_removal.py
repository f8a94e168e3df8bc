# SPDX-License-Identifier: Zlib
"""Parts taken out of a world in any order: the rest moves as if they had never been there."""
import random

import numpy as np
import pytest

import ambientfluid as af

BALL = af.sphere(0.1)
OPEN_WATER = {"medium": "water", "articulated": True}


def block(world, name, place, density=700):
    return world.add_body(af.box((0.3, 0.2, 0.1)), name=name, density=density, position=place, can_sleep=False,
                          velocity=(0.3, 0.1, 0.0))


def arm(world, name, place):
    return world.add_articulated([
        af.World.link("base", BALL, density=990),
        af.World.link("rod", af.capsule(0.05, 0.4), density=990, parent="base", position=(0, 0, -0.3),
                      joint={"type": "hinge", "axis": (0, 1, 0), "lower": -1.0, "upper": 1.0})], name=name, position=place)


def motions(world):
    """By the names of bodies."""
    return {name: world.state[row].copy() for row, name in enumerate(world.names)}


def test_what_is_left_moves_as_without_the_removed_parts():
    left, never = af.World(**OPEN_WATER), af.World(**OPEN_WATER)
    for world, names in ((left, "abcd"), (never, "bd")):
        for name in names:
            block(world, name, (3.0 * "abcd".index(name), 0, 0))
        for name in ("x", "y") if world is left else ("y",):
            arm(world, name, (3.0 * "xy".index(name), 5, 0))
        world.add_joint("hinge", "d", "b", axis=(0, 0, 1), name="kept")
    gone = left.bodies["a"]
    left.add_joint("ball", "a", "c", name="tie")
    left.add_mooring("a", 9.0, to="b", stiffness=1e5, weight=2.0, name="line")
    push = left.add_thruster(gone, diameter=0.1)
    push.command = 30.0
    kept = left.bodies["d"]
    left.remove(gone)
    left.remove(left.multi_bodies["x"])
    left.remove(left.bodies["c"])
    assert set(left.bodies) == {"b", "d"} and set(left.multi_bodies) == {"y"} and not left.moorings
    assert set(left.joints) == {"kept"} and kept.name == "d"  # handles follow
    for dead in (lambda: gone.mass, lambda: push.speed, lambda: left.remove(gone)):
        with pytest.raises(RuntimeError, match="was removed"):
            dead()
    for world in (left, never):
        world.run(0.5)
    ours, theirs = motions(left), motions(never)
    assert set(ours) == set(theirs)
    for name, motion in ours.items():
        assert np.abs(motion - theirs[name]).max() < 1e-12


def test_the_file_of_a_world_is_without_the_removed_parts():
    left, never = af.World(**OPEN_WATER), af.World(**OPEN_WATER)
    for world, names in ((left, "abc"), (never, "bc")):
        for name in names:
            block(world, name, (3.0 * "abc".index(name), 0, 0))
        world.add_joint("hinge", "c", "b", axis=(0, 0, 1), name="kept")
    arm(left, "x", (0, 5, 0))
    left.remove(left.multi_bodies["x"])
    left.remove(left.bodies["a"])
    assert {key: part for key, part in left.to_dict().items() if part} == {key: part for key, part in never.to_dict().items() if part}
    left.remove(left.joints["kept"])
    left.add_body(BALL, name="a", density=500)  # the name is free again
    assert not left.to_dict()["joints"] and list(left.bodies) == ["b", "c", "a"]


def test_random_calls_leave_a_world_that_is_what_its_lists_say():
    draw, world, made, dead = random.Random(51), af.World(**OPEN_WATER), {}, []
    for call in range(150):
        what = draw.choice(["body", "body", "arm", "joint", "line", "thruster", "region", "remove", "remove", "remove", "step"])
        name, place = f"p{call}", (3.0 * (call % 12), 3.0 * (call // 12), 0)
        bodies = [part for part in made.values() if isinstance(part, af.Body)]
        if what == "body":
            made[name] = block(world, name, place)
        elif what == "arm":
            made[name] = arm(world, name, place)
        elif what == "joint" and bodies:
            made[name] = world.add_joint("ball", draw.choice(bodies), name=name)
        elif what == "line" and bodies:
            made[name] = world.add_mooring(draw.choice(bodies), 50.0, anchor=(15, 10, 20), stiffness=1e4, weight=1.0, name=name)
        elif what == "thruster" and bodies:
            made[name] = world.add_thruster(draw.choice(bodies))
        elif what == "region":
            made[name] = world.add_region(place, np.add(place, 1.0), "air")
        elif what == "remove" and made:
            gone = draw.choice(sorted(made))
            try:
                world.remove(made.pop(gone))
                dead.append(gone)
            except RuntimeError as error:  # it hung on a body that is gone
                assert "was removed" in str(error)
        elif what == "step":
            world.step(2)
            assert np.isfinite(world.state).all()
        listed = {**world.bodies, **world.multi_bodies, **world.joints, **world.moorings}
        assert not set(dead) & set(listed)
        assert {n for n, part in made.items() if isinstance(part, (af.Body, af.MultiBody))} == {*world.bodies, *world.multi_bodies}
        assert len(world.names) == len(world.bodies) + 2 * len(world.multi_bodies) == len(world.state)
    assert len(dead) > 15
    state = world.save()
    world.step(5)
    before = world.state.copy()
    world.restore(state)
    world.step(5)
    assert (world.state == before).all()


def test_parts_of_others_and_of_the_grid_are_refused():
    world, other = af.World(medium="water"), af.World(medium="water")
    ball = world.add_body(BALL, name="ball", density=900)
    with pytest.raises(ValueError, match="another world"):
        other.remove(ball)
    with pytest.raises(TypeError, match="is no Body"):
        world.remove("ball")
    world.add_grid((-1, -1, -1), (8, 8, 8), 0.25, follow="ball")
    with pytest.raises(ValueError, match="follows it"):
        world.remove(ball)
    assert "ball" in world.bodies
