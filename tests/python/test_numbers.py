# SPDX-License-Identifier: Zlib
"""Numbers and values that are none are refused with name and value, whoever takes them, and change nothing."""
import math

import numpy as np
import pytest

import ambientfluid as af

BALL = af.sphere(0.1, faces=320)
NOT_FINITE = (math.nan, math.inf, -math.inf)


class Scene:
    def __init__(self):
        world = self.world = af.World(medium="water", articulated=True)
        self.ball = world.add_body(BALL, density=500.0, name="ball")
        self.door = world.add_body(BALL, density=500.0, name="door", position=(1, 0, 0))
        self.hinge = world.add_joint("hinge", "ball", "door", name="hinge", axis=(0, 1, 0), position=(0.5, 0, 0))
        rod = dict(af.capsule(0.05, 0.3, faces=320), position=(0, 0, -0.2))
        self.robot = world.add_articulated([
            af.World.link("base", af.sphere(0.1, faces=320), density=2000.0),
            af.World.link("rod", rod, parent="base", density=2000.0, position=(0, 0, -0.1),
                          joint={"type": "hinge", "axis": (0, 1, 0)}),
            af.World.link("tip", BALL, parent="rod", density=2000.0, position=(0, 0, -0.4),
                          joint={"type": "ball"})], name="robot", position=(3, 0, 0))
        self.robot.set_servo(10.0, 1.0)
        self.thruster = world.add_thruster(self.robot, link="rod")
        self.thruster.command = 10
        self.region = world.add_region((8, 8, 8), (9, 9, 9), "air")


def at(place, number, count=3):
    values = [0.0] * count
    values[place] = number
    return values


# All functions with a number as their argument, as functions of the scene and the number. A ball joint has four
# positions, a unit quaternion.
SETTERS = {
    "position": lambda s, x: setattr(s.ball, "position", at(1, x)),
    "orientation": lambda s, x: setattr(s.ball, "orientation", at(3, x, 4)),
    "linear velocity": lambda s, x: setattr(s.ball, "linear_velocity", at(2, x)),
    "angular velocity": lambda s, x: setattr(s.ball, "angular_velocity", at(0, x)),
    "force": lambda s, x: s.ball.apply_force(at(0, x)),
    "point of a force": lambda s, x: s.ball.apply_force((1, 0, 0), point=at(1, x)),
    "torque": lambda s, x: s.ball.apply_torque(at(0, x)),
    "impulse": lambda s, x: s.ball.apply_impulse(at(0, x)),
    "point of an impulse": lambda s, x: s.ball.apply_impulse((1, 0, 0), point=at(1, x)),
    "speed of a motor": lambda s, x: s.hinge.set_motor(x, 1.0),
    "torque of a motor": lambda s, x: s.hinge.set_motor(1.0, x),
    "targets": lambda s, x: s.robot.set_targets([x, 0, 0, 0, 1]),
    "targets of a ball joint": lambda s, x: s.robot.set_targets([0, x, 0, 0, 0]),
    "one target for all": lambda s, x: s.robot.set_targets(x),
    "rates": lambda s, x: s.robot.set_targets([0, 0, 0, 0, 1], rates=x),
    "stiffness": lambda s, x: s.robot.set_servo(x, 1.0),
    "damping": lambda s, x: s.robot.set_servo(1.0, x),
    "largest torque": lambda s, x: s.robot.set_servo(1.0, 1.0, max_torque=x),
    "resistance": lambda s, x: s.robot.set_servo(1.0, 1.0, resistance=x),
    "torques of joints": lambda s, x: s.robot.apply_torques(x),
    "torque of a joint": lambda s, x: s.robot.apply_torques(at(2, x, 4)),
    "force on a link": lambda s, x: s.robot.apply_force("rod", at(0, x)),
    "torque on a link": lambda s, x: s.robot.apply_force("rod", (0, 0, 0), at(0, x)),
    "command": lambda s, x: setattr(s.thruster, "command", x),
    "thrust": lambda s, x: s.thruster.command_of(x),
    "density of a thrust": lambda s, x: s.thruster.command_of(1.0, x),
    "box": lambda s, x: s.region.set_box((x, 8, 8), (9, 9, 9)),
    "density": lambda s, x: setattr(s.world, "medium", af.uniform(x, 0.0)),
    "viscosity": lambda s, x: setattr(s.world, "medium", af.uniform(1000.0, x)),
    "current": lambda s, x: setattr(s.world, "medium", af.uniform(1000.0, 0.0, at(0, x))),
    "wave": lambda s, x: af.waves([{"amplitude": x, "wavelength": 5.0}]),
    "wavelength": lambda s, x: af.waves([{"amplitude": 0.1, "wavelength": x}]),
    "height of a sea": lambda s, x: af.sea(height=x),
    "jet": lambda s, x: af.jet(x, 1.0),
    "vortex": lambda s, x: af.vortex(x, 1.0),
    "gusts": lambda s, x: af.gusts(intensity=x),
    "stream": lambda s, x: af.stream(at(1, x)),
    "surface": lambda s, x: af.flat_surface(x),
    "mass of a body": lambda s, x: s.world.add_body(BALL, mass=x),
    "place of a body": lambda s, x: s.world.add_body(BALL, mass=1.0, position=at(0, x)),
    "wake factor": lambda s, x: af.FluidBodyModel(*af.mesh(BALL), wake_factor=x),
    "roughness": lambda s, x: af.FluidBodyModel(*af.mesh(BALL), roughness=x),
    "diameter": lambda s, x: s.world.add_thruster(s.ball, diameter=x),
    "place of a thruster": lambda s, x: s.world.add_thruster(s.ball, position=at(0, x)),
    "gravity": lambda s, x: af.World(gravity=at(2, x)),
    "step": lambda s, x: af.World(dt=x),
}
# Without a limit.
TAKES_INFINITY = {"largest torque"}


def calmed(steps):
    scene = Scene()
    scene.world.step(steps)
    return scene.world.state.copy()


def test_numbers_that_are_none_are_refused_by_all_and_change_nothing():
    scene = Scene()
    for name, call in SETTERS.items():
        for bad in NOT_FINITE:
            if bad == math.inf and name in TAKES_INFINITY:
                continue
            with pytest.raises(ValueError) as error:
                call(scene, bad)
            message = str(error.value)
            assert "\n" not in message
            assert "nan" in message or "inf" in message, f"{name}: '{message}' does not name {bad}"
    scene.world.step(5)
    assert np.array_equal(scene.world.state, calmed(5))


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
@pytest.mark.parametrize("absurd", [1e300, -1e300, 1e38, 1e30, 1e12, 1e6, -0.0])
def test_numbers_beyond_all_measure_lose_no_body(absurd):
    for name, call in SETTERS.items():
        scene = Scene()
        try:
            call(scene, absurd)
        except ValueError as refusal:
            assert "\n" not in str(refusal)
        scene.world.step(5)
        assert scene.robot.failure is None, f"{name} {absurd}"
        assert scene.ball.failure is None and scene.door.failure is None, f"{name} {absurd}"
        assert np.isfinite(scene.world.state).all(), f"{name} {absurd}"


def test_a_quaternion_of_a_ball_joint_has_a_length():
    scene = Scene()
    for zero in (0.0, [0, 0, 0, 0, 0], [0, 0, 0, 0, 2]):
        with pytest.raises(ValueError, match="quaternion x, y, z, w, which has length 1"):
            scene.robot.set_targets(zero)
    scene.robot.set_targets([0.1, 0, 0, 0, 1])


def nested(depth):
    inner = {}
    for _ in range(depth):
        inner = {"x": inner}
    return inner


def cyclic_dict():
    cycle = {}
    cycle["again"] = [cycle]
    return cycle


def cyclic_list():
    cycle = []
    cycle.append(cycle)
    return cycle


VALUES = {
    r"again\[0\].again.*nested more than 64 deep, or contains itself": cyclic_dict,
    r"shape\[0\]\[0\].*contains itself": cyclic_list,
    r"shape.x.x.x.*nested more than 64 deep": lambda: nested(100000),
    r"is a whole number beyond 2\^63": lambda: af.sphere(2**200),
    "shape: is string, not an object": lambda: "ball\0",
    r"radius": lambda: af.sphere(None),
    r"is made of numbers|not a number|is no": lambda: af.sphere("1"),
    r"radius: ": lambda: af.sphere(np.array([[1.0, 2.0]])),
    r"not a number, text, list or dict": lambda: {"type": "sphere", "radius": 1j},
}


@pytest.mark.parametrize("message", VALUES)
def test_values_of_the_wrong_kind_are_refused_with_their_place(message):
    scene = Scene()
    before = scene.world.state.copy()
    with pytest.raises(ValueError, match=message) as error:
        scene.world.add_body(VALUES[message](), density=500.0)
    assert "\n" not in str(error.value) and len(str(error.value)) < 400
    assert np.array_equal(scene.world.state, before)


def test_arrays_of_wrong_shapes_and_kinds_are_refused():
    scene = Scene()
    for wrong in (np.zeros((3, 1)), np.zeros(4), np.zeros(0), np.array(["a", "b", "c"]), np.zeros(3, complex),
                  np.array([True, False, True]), None, "abc", [1, 2, None], [[1, 2], [3]], {}, object()):
        for call in (scene.ball.apply_force, scene.ball.apply_torque,
                     lambda value: setattr(scene.ball, "position", value)):
            with pytest.raises((ValueError, TypeError)):
                call(wrong)
        with pytest.raises((ValueError, TypeError)):
            scene.robot.apply_torques(wrong if np.shape(wrong) != (4,) else np.zeros(5))
    for good in (np.zeros(3, np.float32), np.zeros(3, int), (0, 0, 0), np.zeros(6)[::2]):
        scene.ball.apply_force(good)
    scene.robot.apply_torques(np.float32(0.0))
    scene.robot.apply_torques(np.array(0.0))
