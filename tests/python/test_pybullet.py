# SPDX-License-Identifier: Zlib
"""Laws of wet bodies of PyBullet without joints, against free bodies, exact solutions and PyBullet's own dry worlds."""
import os
import sys

import numpy as np
import pytest

import ambientfluid as af

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import pybullet_package

pybullet_package.require()
import pybullet as p

import ambientfluid.pybullet as afp

STEP = 1 / 240
GRAVITY = 9.81
KINDS = pytest.mark.parametrize("maximal", [False, True])
SPHERE, BOX = (0.1,), (0.4, 0.2, 0.1)


@pytest.fixture(autouse=True)
def world():
    p.connect(p.DIRECT)
    p.setGravity(0, 0, -GRAVITY)
    yield
    p.disconnect()


def ball(mass, position=(0, 0, 0), radius=0.1, maximal=False, **dynamics):
    return made(p.createCollisionShape(p.GEOM_SPHERE, radius=radius), mass, position, maximal, dynamics)


def box(mass, position=(0, 0, 0), size=BOX, maximal=False, **dynamics):
    return made(p.createCollisionShape(p.GEOM_BOX, halfExtents=[0.5 * side for side in size]), mass, position, maximal, dynamics)


def made(shape, mass, position, maximal, dynamics):
    body = p.createMultiBody(mass, shape, basePosition=position, useMaximalCoordinates=maximal)
    if dynamics:
        p.changeDynamics(body, -1, **dynamics)
    return body


def floor(**dynamics):
    return made(p.createCollisionShape(p.GEOM_PLANE), 0, (0, 0, 0), False, {"restitution": 0.0, **dynamics})


def shape_of(body, maximal):
    """PyBullet does not give the shapes of maximal coordinates."""
    if not maximal:
        return None
    kind, size = p.getVisualShapeData(body)[0][2:4]
    return af.sphere(size[0]) if kind == p.GEOM_SPHERE else af.box(size)


def add(water, body, maximal=False):
    return water.add(body, shape=shape_of(body, maximal))


def state_of(body):
    position, turn = p.getBasePositionAndOrientation(body)
    linear, angular = p.getBaseVelocity(body)
    return np.array([*position, *turn, *angular, *linear])


def free_of(wet, state, medium):
    """The same body without PyBullet."""
    gravity = p.getPhysicsEngineParameters()["gravityAccelerationZ"]
    free = af.FreeBody(wet.model, wet.mass, medium, center_of_mass=(0, 0, 0), inertia=np.diag(wet.inertia),
                       gravity=(0, 0, gravity))
    free.set_state(position=state[:3], orientation=state[3:7], angular_velocity=state[7:10], linear_velocity=state[10:])
    return free


def difference(body, free):
    state = state_of(body)
    turn = free.orientation * (1 if free.orientation @ state[3:7] > 0 else -1)
    return np.abs(state - np.concatenate([free.position, turn, free.twist])).max()


@KINDS
@pytest.mark.parametrize("what", ["ball", "plate", "spin"])
def test_without_contacts_the_path_is_that_of_a_free_body(maximal, what):
    medium = af.water()
    water = afp.Water(medium)
    body = ball(1.0, maximal=maximal) if what == "ball" else box(4.0, size=(0.4, 0.3, 0.02), maximal=maximal)
    p.resetBasePositionAndOrientation(body, (0, 0, 0), p.getQuaternionFromEuler((0.4, 0.3, 0.2)))
    p.resetBaseVelocity(body, (1, 0, -3), (8, 6, -7) if what == "spin" else (0, 0, 0))
    wet = add(water, body, maximal)
    free = free_of(wet, state_of(body), medium)
    for _ in range(480):
        water.step()
        free.step(STEP)
    assert difference(body, free) < 1e-12  # 0 to 3e-15


@KINDS
def test_random_bodies_without_contacts_move_as_free_bodies(maximal):
    random = np.random.default_rng(11)
    medium = af.flowing(af.water(), af.stream((0.5, 0, 0)) + af.vortex(1.0, 0.3))
    water, pairs = afp.Water(medium), []
    for i in range(20):
        body = box(random.uniform(0.2, 20), (5 * i, 0, 0), random.uniform(0.05, 0.4, 3), maximal)
        p.resetBasePositionAndOrientation(body, (5 * i, 0, 0), random.normal(size=4))
        p.resetBaseVelocity(body, random.normal(size=3), random.normal(size=3) * 10)
        wet = add(water, body, maximal)
        pairs.append((body, free_of(wet, state_of(body), medium)))
    for _ in range(240):
        water.step()
        for _, free in pairs:
            free.step(STEP)
    assert max(difference(body, free) for body, free in pairs) < 1e-9


def test_a_box_floats_in_waves_as_a_free_body():
    medium = af.divided(af.water(), af.sine_waves(af.waves([{"amplitude": 0.1, "wavelength": 3.0}])), af.air())
    water = afp.Water(medium)
    body = box(4.0, (0, 0, 0.05))
    free = free_of(water.add(body), state_of(body), medium)
    for _ in range(480):
        water.step()
        free.step(STEP)
    assert difference(body, free) < 1e-12 and abs(state_of(body)[2]) < 0.3


def test_a_user_force_acts_on_the_mass_with_added_mass():
    water = afp.Water("water")
    body = ball(4188.79 / 1000)
    wet = water.add(body)
    free = free_of(wet, state_of(body), af.water())
    inertia = wet.total_inertia[3, 3]
    for _ in range(24):
        p.applyExternalForce(body, -1, (1, 0, 0), state_of(body)[:3], p.WORLD_FRAME)
        water.step()
        free.step(STEP, (0, 0, 0, 1, 0, 0))
    assert abs(state_of(body)[10] / (0.1 / inertia) - 1) < 2e-3 and 6.1 < inertia < 6.4
    assert abs(state_of(body)[10] / free.twist[3] - 1) < 1e-3


@KINDS
@pytest.mark.parametrize("restitution", [0.0, 1.0])
@pytest.mark.parametrize("other_is_wet", [True, False])
def test_collisions_keep_momentum(maximal, restitution, other_is_wet):
    """The momentum of bodies and fluid changes as in free motion. The error of a contact is one step's turn: first order."""
    errors = [collision_error(maximal, restitution, other_is_wet, hertz) for hertz in (240, 960)]
    assert errors[0] < 5e-3 and errors[1] < 0.4 * errors[0]  # up to 3.5e-3 of the momentum, then 9.3e-4


def collision_error(maximal, restitution, other_is_wet, hertz):
    p.resetSimulation()
    p.setTimeStep(1 / hertz)
    water = afp.Water(af.uniform(1000, 0))
    one = box(6.0, (0, 0, 0), maximal=maximal, restitution=restitution, lateralFriction=0.5)
    other = ball(5.0, (0.31, 0.05, 0.03), maximal=maximal, restitution=restitution, lateralFriction=0.5)
    p.changeDynamics(other, -1, linearDamping=0, angularDamping=0)
    p.resetBaseVelocity(one, (2, 0, 0), (0, 0, 1))
    wet = {one: add(water, one, maximal)}
    if other_is_wet:
        wet[other] = add(water, other, maximal)
    for _ in range(hertz // 8):
        before = {body: state_of(body) for body in (one, other)}
        free = {body: free_of(wet[body], before[body], water.medium) for body in wet}
        water.step()
        impulse = wet[one].contact_impulse()
        if not impulse.any():
            continue
        change = np.zeros(3)
        for body in (one, other):
            change += momentum_of(body, wet.get(body), state_of(body))
            if body in wet:
                free[body].step(1 / hertz)
                twist = np.concatenate([free[body].position, free[body].orientation, free[body].twist])
                change -= momentum_of(body, wet[body], twist)
            else:
                change -= momentum_of(body, None, before[body])
        if other_is_wet:
            assert np.abs(impulse[3:] + wet[other].contact_impulse()[3:]).max() < 1e-12
        else:
            dry = 5.0 * (state_of(other) - before[other])[10:]
            assert np.abs(dry + impulse[3:]).max() < 1e-9
        return np.abs(change).max() / (2.0 * wet[one].total_inertia[3, 3])
    raise AssertionError("no contact")


def momentum_of(body, wet, state):
    """Linear momentum of a body, with its fluid if it is wet."""
    if wet is None:
        return p.getDynamicsInfo(body, -1)[0] * state[10:]
    turn = np.kron(np.eye(2), np.array(p.getMatrixFromQuaternion(state[3:7])).reshape(3, 3))
    return (turn @ wet.total_inertia @ turn.T @ state[7:])[3:]


@KINDS
def test_boxes_rest_on_the_floor_and_on_each_other(maximal):
    water = afp.Water("water")
    floor()
    stack = [box(12.0, (0, 0, 0.051 + 0.101 * i), maximal=maximal, restitution=0.0) for i in range(3)]
    for body in stack:
        add(water, body, maximal)
    fastest = 0.0
    for step in range(480):
        water.step()
        if step > 360:
            fastest = max(fastest, *(np.abs(state_of(body)[10:]).max() for body in stack))
    assert fastest < 3e-3


def test_the_floor_carries_weight_less_buoyancy():
    water = afp.Water(af.uniform(1000, 1e-3))
    floor()
    body = box(12.0, (0, 0, 0.05), restitution=0.0)
    wet = water.add(body)
    carried, read = [], []
    for step in range(360):
        water.step()
        if step >= 240:
            carried.append(wet.contact_impulse()[5] / STEP)
            read.append(sum(point[9] for point in p.getContactPoints(body)))
    law = (12.0 - 1000 * 0.4 * 0.2 * 0.1) * GRAVITY
    assert abs(np.mean(carried) / law - 1) < 1e-3 and np.mean(read) < 0.9 * law


def test_a_ball_bounces_as_its_restitution_says():
    """From just above the floor: from further away, PyBullet takes a part of a bounce for the gap."""
    p.setGravity(0, 0, 0)
    floor(restitution=1.0)
    ratios = []
    for is_wet in (False, True):
        body = ball(40.0, (is_wet, 0, 0.1 + 1e-6), restitution=0.64, linearDamping=0, angularDamping=0)
        p.resetBaseVelocity(body, (0, 0, -1))
        water = afp.Water(af.uniform(1000, 0))
        if is_wet:
            water.add(body)
        water.step()
        ratios.append(state_of(body)[12])
        p.removeBody(body)
    assert abs(ratios[0] - 0.64) < 1e-2 and abs(ratios[1] - ratios[0]) < 5e-3  # the drag of one step


def test_a_table_tennis_ball_is_held_under_a_plate():
    water = afp.Water(af.uniform(1000, 1e-3))
    plate = made(p.createCollisionShape(p.GEOM_BOX, halfExtents=[1, 1, 0.05]), 0, (0, 0, 0.3), False, {"restitution": 0.0})
    body = ball(0.0027, (0, 0, 0.1), 0.02, restitution=0.0)
    wet = water.add(body)
    assert plate != body
    for _ in range(3):
        water.step()
    accelerated = state_of(body)[12] / (3 * STEP)
    displaced = 1000 * wet.model.volume
    assert abs(accelerated / GRAVITY - (displaced - 0.0027) / (0.0027 + 0.5 * displaced)) < 0.03  # 1.583 less the drag
    forces, deepest = [], 0.0
    for step in range(480):
        water.step()
        deepest = max(deepest, state_of(body)[2] + 0.02 - 0.25)
        if step > 360:
            forces.append(-wet.contact_impulse()[5] / STEP)
    assert deepest < 1.05 * STEP  # PyBullet sees so small a ball when it has arrived, at 1.02 m/s
    assert abs(np.mean(forces) / ((displaced - 0.0027) * GRAVITY) - 1) < 0.01


@pytest.mark.parametrize("hertz", [60, 240])
def test_a_tray_of_bodies_under_a_surface_stays_finite(hertz):
    p.setTimeStep(1 / hertz)
    random = np.random.default_rng(5)
    medium = af.divided(af.water(), af.flat_surface(0.5), af.air())
    water = afp.Water(medium)
    floor()
    for x, y in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        made(p.createCollisionShape(p.GEOM_BOX, halfExtents=[0.1 if x else 1, 0.1 if y else 1, 3]), 0, (0.8 * x, 0.8 * y, 0), False, {})
    bodies = []
    for i in range(20):
        place = (0.4 * (i % 3 - 1), 0.4 * (i // 3 % 3 - 1), 0.4 + 0.35 * (i // 9))
        size = random.uniform(0.08, 0.25, 3)
        kind = [lambda m: ball(m, place, 0.5 * size[0], maximal=i % 4 == 0),
                lambda m: box(m, place, size, maximal=i % 4 == 0)][i % 2]
        bodies.append(kind(random.uniform(0.2, 3) * 1000 * size.prod()))
        add(water, bodies[-1], i % 4 == 0)
    for _ in range(5 * hertz):
        water.step()
    states = np.array([state_of(body) for body in bodies])
    assert np.isfinite(states).all() and np.abs(states[:, :2]).max() < 0.9 and states[:, 2].min() > -0.1
    assert np.abs(states[:, 10:]).max() < 3


def test_saved_worlds_are_repeated():
    water = afp.Water(af.divided(af.water(), af.sine_waves(af.waves([{"amplitude": 0.1, "wavelength": 3.0}])), af.air()))
    floor()
    bodies = [ball(3.0, (0, 0, 0.5)), box(20.0, (0.5, 0, 0.5))]
    for body in bodies:
        water.add(body)
    for _ in range(60):
        water.step()
    token, number = water.save(), p.saveState()

    def run():
        for _ in range(240):
            water.step()
        return np.array([state_of(body) for body in bodies]), water.time

    first = run()
    p.restoreState(number)
    water.restore(token)
    second = run()
    assert np.abs(first[0] - second[0]).max() < 1e-12 and first[1] == second[1]


def test_a_constraint_of_two_wet_balls_keeps_momentum():
    p.setGravity(0, 0, 0)
    water = afp.Water(af.uniform(1000, 0))
    bodies = [ball(4.0, (0, 0, 0)), ball(6.0, (0.25, 0, 0))]
    wet = [water.add(body) for body in bodies]
    p.createConstraint(bodies[0], -1, bodies[1], -1, p.JOINT_POINT2POINT, (0, 0, 0), (0.125, 0, 0), (-0.125, 0, 0))
    p.resetBaseVelocity(bodies[0], (0, 0.3, 0))
    start, fluid = sum(momentum_of(*pair, state_of(pair[0])) for pair in zip(bodies, wet)), 0.0
    for _ in range(24):
        free = [free_of(one, state_of(one.body), water.medium) for one in wet]
        for one in free:
            fluid -= sum(one.inertia[4, 4] * one.twist[3:])
            one.step(STEP)
            fluid += sum(one.inertia[4, 4] * one.twist[3:])
        water.step()
    end = sum(momentum_of(*pair, state_of(pair[0])) for pair in zip(bodies, wet))
    assert abs(sum(end - start) - fluid) < 1e-3 * start[1]
    for _ in range(240):
        water.step()
    gap = []
    for body, arm in zip(bodies, (0.125, -0.125)):
        state = state_of(body)
        gap.append(state[:3] + np.array(p.getMatrixFromQuaternion(state[3:7])).reshape(3, 3)[:, 0] * arm)
    assert np.linalg.norm(gap[0] - gap[1]) < 1e-3
