# SPDX-License-Identifier: Zlib
"""Bodies of PyBullet as users handle them: shapes, refusals, removed and reset worlds, substeps, random use."""
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
from ambientfluid._pybullet_shapes import hull_of

LINK = """<link name="{name}"><inertial><mass value="2"/><origin xyz="{com}" rpy=".3 .2 .1"/>
<inertia ixx=".1" iyy=".12" izz=".14" ixy="0" ixz="0" iyz="0"/></inertial>{shapes}</link>"""
SHAPES = """<collision><origin xyz="0 .2 0" rpy="0 .2 .5"/><geometry><cylinder length=".5" radius=".1"/></geometry></collision>
<collision><origin xyz=".6 .2 .1" rpy="0 .4 .5"/><geometry><box size=".5 .1 .3"/></geometry></collision>
<collision><origin xyz="0 -.3 .1"/><geometry><sphere radius=".13"/></geometry></collision>"""


@pytest.fixture(autouse=True)
def world():
    p.connect(p.DIRECT)
    p.setGravity(0, 0, -9.81)
    yield
    p.disconnect()


def ball(mass=3.0, position=(0, 0, 0)):
    return p.createMultiBody(mass, p.createCollisionShape(p.GEOM_SPHERE, radius=0.1), basePosition=position)


def loaded(folder, text, **options):
    file = folder / f"robot{len(os.listdir(folder))}.urdf"  # PyBullet keeps the text of a file in mind
    file.write_text(f'<robot name="r">{text}</robot>')
    return p.loadURDF(str(file), **options)


def height(body):
    return p.getBasePositionAndOrientation(body)[0][2]


@pytest.mark.parametrize("flags", [0, p.URDF_USE_IMPLICIT_CYLINDER])
def test_the_mesh_is_where_the_collision_shapes_are(tmp_path, flags):
    body = loaded(tmp_path, LINK.format(name="a", com=".1 -.2 .3", shapes=SHAPES), flags=flags | p.URDF_USE_INERTIA_FROM_FILE)
    wet = afp.Water().add(body)
    volume = np.pi * 0.01 * 0.5 + 0.5 * 0.1 * 0.3 + 4 / 3 * np.pi * 0.13**3
    assert abs(wet.model.volume / volume - 1) < 0.02
    p.resetBasePositionAndOrientation(body, (0, 0, 0), (0, 0, 0, 1))  # of its inertial frame, in which bounds are tight
    low, high = np.array(p.getAABB(body))
    points = wet.model.vertices
    assert (points.min(0) > low - 1e-6).all() and (points.max(0) < high + 1e-6).all()
    assert (points.min(0) < low + 0.06).all() and (points.max(0) > high - 0.06).all()
    assert wet.mass == 2 and np.allclose(wet.inertia, (0.1, 0.12, 0.14))


@pytest.mark.parametrize("kind, size, volume", [
    ("CAPSULE", {"radius": 0.1, "height": 0.4}, np.pi * 0.01 * 0.4 + 4 / 3 * np.pi * 0.001),
    ("CYLINDER", {"radius": 0.1, "height": 0.4}, np.pi * 0.01 * 0.4), ("BOX", {"halfExtents": (0.1, 0.2, 0.3)}, 0.048),
    ("SPHERE", {"radius": 0.1}, 4 / 3 * np.pi * 0.001)])
def test_each_shape_has_its_volume(kind, size, volume):
    shape = p.createCollisionShape(getattr(p, "GEOM_" + kind), **size)
    assert abs(afp.Water().add(p.createMultiBody(1.0, shape)).model.volume / volume - 1) < 0.02


def test_meshes_are_their_hulls_and_scaled_once():
    corners = [[x, y, z] for x in (0, 1) for y in (0, 1) for z in (0, 1)]
    shape = p.createCollisionShape(p.GEOM_MESH, vertices=corners, meshScale=[0.5, 0.2, 0.1])
    body = p.createMultiBody(1.0, shape, baseInertialFramePosition=(0.25, 0.1, 0.05))
    model = afp.Water().add(body).model
    assert abs(model.volume / 0.01 - 1) < 1e-9 and np.allclose(model.vertices.mean(0), 0, atol=1e-9)


def test_bodies_that_cannot_be_wet_are_refused_in_a_line(tmp_path):
    water = afp.Water()
    joint = '<joint name="j" type="{}"><parent link="a"/><child link="b"/><axis xyz="1 0 0"/></joint>'
    links = LINK.format(name="a", com="0 0 0", shapes=SHAPES) + LINK.format(name="b", com="0 0 0", shapes=SHAPES)
    corners = [[x, y, z] for x in (0, 1) for y in (0, 1) for z in (0, 1)] + [[0.5, 0.5, 0.5]]
    cases = {
        "mass 0": p.createMultiBody(0, p.createCollisionShape(p.GEOM_BOX, halfExtents=[1, 1, 1])),
        "mass 0: it": loaded(tmp_path, LINK.format(name="a", com="0 0 0", shapes=SHAPES), useFixedBase=1),
        "planar or unknown": loaded(tmp_path, links + joint.format("planar")),
        "the inertia": p.createMultiBody(1.0),
        "maximal coordinates": p.createMultiBody(1.0, p.createCollisionShape(p.GEOM_SPHERE, radius=1), useMaximalCoordinates=True),
        "none of PyBullet's": 99,
    }
    for text, body in cases.items():
        with pytest.raises(ValueError, match=text) as error:
            water.add(body)
        assert "\n" not in str(error.value) or body == 99
    with pytest.raises(ValueError, match="not convex"):
        hull_of(corners, "body 1")
    good = ball()
    assert [wet.body for wet in water.add_all()] == [good]
    assert set(water.skipped) == set(cases.values()) - {99} and "mass 0" in water.skipped[cases["mass 0"]]


def test_removed_bodies_are_dry_again():
    water = afp.Water()
    body = ball()
    water.add(body)
    for _ in range(10):
        water.step()
    assert p.getDynamicsInfo(body, -1)[0] > 4.9  # in the solver
    water.remove(body)
    assert p.getDynamicsInfo(body, -1)[0] == 3 and np.allclose(p.getDynamicsInfo(body, -1)[2], 0.012)
    speed = p.getBaseVelocity(body)[0][2]
    water.step()
    assert abs(p.getBaseVelocity(body)[0][2] - speed + 9.81 / 240) < 1e-12
    with pytest.raises(ValueError, match="not wet"):
        water.remove(body)


def test_numbers_that_are_used_again_are_noticed():
    water = afp.Water()
    body = ball()
    water.add(body)
    water.step()
    p.removeBody(body)
    with pytest.raises(RuntimeError, match="was removed"):
        water.step()
    p.resetSimulation()
    p.setGravity(0, 0, -9.81)
    assert ball(position=(1, 0, 0)) == 0
    with pytest.raises(RuntimeError, match="water.add"):
        water.step()
    again = water.add(0)
    water.step()
    assert water.bodies == [again] and p.getBaseVelocity(0)[0][2] > 0
    p.resetSimulation()
    water.clear()
    water.step()
    assert water.bodies == []


def test_teleported_bodies_go_on_from_there():
    water = afp.Water()
    body = ball()
    wet = water.add(body)
    for _ in range(30):
        water.step()
    p.resetBasePositionAndOrientation(body, (1, 2, 3), (0, 0, 0, 1))
    p.resetBaseVelocity(body, (0, 1, 0), (0, 0, 0))
    water.step()
    assert np.allclose(p.getBasePositionAndOrientation(body)[0], (1, 2 + 1 / 240, 3), atol=1e-3)
    assert p.getBaseVelocity(body)[0][1] < 1.0 and wet.readout()["momentum"][4] > 4


def test_substeps_are_shorter_steps():
    heights = []
    for substeps, hertz in ((4, 240), (1, 960)):
        p.resetSimulation()
        p.setGravity(0, 0, -9.81)
        p.setTimeStep(1 / hertz)
        water = afp.Water()
        body = ball()
        water.add(body)
        for _ in range(hertz // 2):
            water.step(substeps)
        assert abs(water.time - 0.5) < 1e-9 and abs(p.getPhysicsEngineParameters()["fixedTimeStep"] - 1 / hertz) < 1e-15
        heights.append(height(body))
    assert abs(heights[0] - heights[1]) < 1e-12
    with pytest.raises(ValueError, match="substeps"):
        water.step(0)
    p.setPhysicsEngineParameter(numSubSteps=4)
    with pytest.raises(RuntimeError, match="substeps="):
        water.step()
    p.setPhysicsEngineParameter(numSubSteps=0)
    p.setRealTimeSimulation(1)
    with pytest.raises(RuntimeError, match="setRealTimeSimulation"):
        water.step()
    p.setRealTimeSimulation(0)


def test_gravity_and_medium_may_change():
    water = afp.Water("air")
    body = ball()
    water.add(body)
    water.step()
    assert p.getBaseVelocity(body)[0][2] < -0.04
    water.medium = af.water()
    p.setGravity(9.81, 0, 0)
    for _ in range(10):
        water.step()
    assert p.getBaseVelocity(body)[0][0] < -0.05 and water.medium is not None
    with pytest.raises(ValueError, match="none of water, air"):
        water.medium = "beer"


def test_two_worlds_are_separate():
    other = p.connect(p.DIRECT)
    water, vacuum = afp.Water("water", 0), afp.Water(None, other)
    p.setGravity(0, 0, -9.81, physicsClientId=other)
    shape = p.createCollisionShape(p.GEOM_SPHERE, radius=0.1, physicsClientId=other)
    there = p.createMultiBody(3.0, shape, physicsClientId=other)
    vacuum.add(there)
    water.add(ball())
    for _ in range(24):
        water.step()
        vacuum.step()
    assert p.getBaseVelocity(0, physicsClientId=0)[0][2] > 0
    assert abs(p.getBaseVelocity(there, physicsClientId=other)[0][2] + 0.981) < 1e-9
    p.disconnect(other)


@pytest.mark.parametrize("seed", range(3))
def test_random_use_stays_finite(seed):
    random = np.random.default_rng(seed)
    medium = af.divided(af.water(), af.sine_waves(af.waves([{"amplitude": 0.1, "wavelength": 2.0}], level=0.5)), af.air())
    water = afp.Water(medium)
    p.setTimeStep(1 / random.choice([60, 240]))
    p.createMultiBody(0, p.createCollisionShape(p.GEOM_PLANE))
    bodies = []
    for _ in range(1500):
        action = random.integers(0, 60)
        if action == 0 and len(bodies) < 12:
            bodies.append(ball(random.uniform(0.1, 20), random.uniform(-0.5, 0.5, 3) + (0, 0, 1)))
            water.add(bodies[-1])
        elif action == 1 and bodies:
            body = bodies.pop(random.integers(len(bodies)))
            water.remove(body)
            p.removeBody(body)
        elif action == 2 and bodies:
            p.resetBasePositionAndOrientation(random.choice(bodies), random.uniform(-1, 1, 3) + (0, 0, 1.2), random.normal(size=4))
        elif action == 3 and bodies:
            p.resetBaseVelocity(int(random.choice(bodies)), random.normal(size=3) * 3, random.normal(size=3) * 20)
        elif action == 4 and bodies:
            water.add(int(random.choice(bodies)))
        elif action == 5 and bodies:
            p.applyExternalForce(int(random.choice(bodies)), -1, random.normal(size=3) * 100, (0, 0, 0), p.LINK_FRAME)
        water.step()
        for body in bodies:
            values = np.concatenate([*p.getBasePositionAndOrientation(body), *p.getBaseVelocity(body)])
            assert np.isfinite(values).all() and np.abs(values).max() < 100
    assert bodies
