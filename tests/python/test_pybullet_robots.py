# SPDX-License-Identifier: Zlib
"""Laws of wet bodies of PyBullet with joints, against PyBullet's dry ones and the native multi-body of the same URDF file."""
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

LINK = """<link name="l{i}"><inertial><mass value="{mass}"/><origin xyz="{center}" rpy="{turn}"/>
<inertia ixx="{i1}" iyy="{i2}" izz="{i3}" ixy="0" ixz="0" iyz="0"/></inertial>
<collision><origin xyz="{center}"/><geometry><box size="{size}"/></geometry></collision></link>"""
JOINT = """<joint name="j{i}" type="{kind}"><parent link="l{up}"/><child link="l{i}"/><origin xyz="{place}"/><axis xyz="{axis}"/>
<limit lower="-2" upper="2" effort="100" velocity="100"/>{more}</joint>"""


@pytest.fixture(autouse=True)
def world():
    p.connect(p.DIRECT)
    p.setGravity(0, 0, -9.81)
    yield
    p.disconnect()


def chain(folder, count, size=(0.4, 0.08, 0.05), density=1500.0, axis="0 1 0", kinds=("revolute",), turn="0 0 0", more="", shares=(1.0,)):
    """A URDF file of boxes in a row along x, with joints at their ends. shares: of the mass of a box, link by link."""
    mass = density * np.prod(size)
    moments = mass / 12 * (sum(np.square(size)) - np.square(size))
    text = ""
    for i in range(count):
        share = shares[i % len(shares)]
        i1, i2, i3 = share * moments
        text += LINK.format(i=i, mass=share * mass, center=f"{0.5 * size[0]} 0 0", turn=turn, i1=i1, i2=i2, i3=i3,
                            size=" ".join(map(str, size)))
        if i:
            text += JOINT.format(i=i, up=i - 1, kind=kinds[(i - 1) % len(kinds)], place=f"{size[0]} 0 0", axis=axis, more=more)
    file = folder / "chain.urdf"
    file.write_text(f'<robot name="chain">{text}</robot>')
    return str(file)


def fresh(hertz):
    p.resetSimulation()
    p.setGravity(0, 0, -9.81)
    p.setTimeStep(1 / hertz)


def loaded(file, position=(0, 0, 0), fixed=False, motors=False):
    body = p.loadURDF(file, basePosition=position, useFixedBase=fixed,
                      flags=p.URDF_USE_INERTIA_FROM_FILE | p.URDF_USE_SELF_COLLISION_EXCLUDE_PARENT)
    for joint in range(p.getNumJoints(body)):
        if not motors:
            p.setJointMotorControl2(body, joint, p.VELOCITY_CONTROL, force=0)
    return body


def angles(body):
    return np.array([p.getJointState(body, joint)[0] for joint in range(p.getNumJoints(body))])


def let_go(body):
    """Joints without motors, damping and limits of PyBullet."""
    for joint in range(-1, p.getNumJoints(body)):
        p.changeDynamics(body, joint, linearDamping=0, angularDamping=0, jointDamping=0)
        if joint >= 0 and p.getJointInfo(body, joint)[2] == p.JOINT_SPHERICAL:
            p.setJointMotorControlMultiDof(body, joint, p.POSITION_CONTROL, targetPosition=[0, 0, 0, 1], positionGain=0,
                                           velocityGain=0, force=[0, 0, 0])


@pytest.mark.parametrize("kinds", [("revolute",), ("revolute", "prismatic", "fixed", "continuous"), ("spherical", "revolute")])
def test_in_a_vacuum_the_module_is_the_limit_of_pybullet_in_short_steps(tmp_path, kinds):
    file = chain(tmp_path, 4, kinds=kinds, turn="0.3 0.2 0.1", axis="0.36 0.48 0.8")
    errors = []
    for hertz in (480, 1920):
        paths = []
        for is_wet in (True, False):
            fresh(hertz)
            body = loaded(file)
            let_go(body)
            p.resetBaseVelocity(body, (0.5, 0, 1), (0.5, -0.3, 0.8))
            for joint in range(p.getNumJoints(body)):
                if p.getJointInfo(body, joint)[2] == p.JOINT_SPHERICAL:
                    p.resetJointStateMultiDof(body, joint, [0.0, 0.6, 0.0, 0.8], [0.3, -0.2, 0.4])
                else:
                    p.resetJointState(body, joint, 0.1 * joint, 0.6 - 0.4 * joint)
            water = afp.Water(None)
            if is_wet:
                water.add(body)
            for _ in range(hertz // 4):
                water.step()
            paths.append(np.concatenate([p.getBasePositionAndOrientation(body)[0],
                                         *[p.getJointStateMultiDof(body, joint)[0] for joint in range(p.getNumJoints(body))]]))
        errors.append(np.abs(paths[0] - paths[1]).max())
    assert errors[0] < 4e-3 and errors[1] < 0.27 * errors[0]  # PyBullet's own error, of first order


def native_chain(file, hertz, seconds, **keywords):
    native = af.World(medium="water", articulated=True, dt=1 / hertz)
    arm = native.add_articulated(robot=file, **keywords)
    native.run(seconds)
    return arm


@pytest.mark.parametrize("hertz", [60, 240])
def test_a_hanging_chain_swings_as_the_native_one(tmp_path, hertz):
    file = chain(tmp_path, 3)
    arm = native_chain(file, 960, 1.5, fixed_base=True)
    fresh(hertz)
    body = loaded(file, fixed=True)
    water = afp.Water("water")
    robot = water.add(body)
    assert robot.wet_links == [0, 1] and water.bodies == [robot]
    for _ in range(round(1.5 * hertz)):
        water.step()
    assert np.abs(arm.positions).max() > 0.3
    assert np.abs(angles(body) - arm.positions).max() < 1e-6  # 4e-7 rad


@pytest.mark.parametrize("hertz", [60, 240])
def test_a_free_chain_sinks_as_the_native_one(tmp_path, hertz):
    file = chain(tmp_path, 3, axis="0 0.6 0.8")
    arm = native_chain(file, 960, 1.0, velocity=(0.3, 0.2, -0.5), angular_velocity=(1.0, -2.0, 0.5))
    fresh(hertz)
    body = loaded(file)
    p.resetBaseVelocity(body, (0.3, 0.2, -0.5), (1.0, -2.0, 0.5))
    water = afp.Water("water")
    water.add(body)
    for _ in range(hertz):
        water.step()
    place, turn = p.getBasePositionAndOrientation(body)
    pose = np.array(arm.link_poses[0])
    turn = np.array(turn) * np.sign(pose[3:] @ turn)
    assert np.abs(arm.positions).max() > 0.1 and pose[2] < -0.3
    error = max(np.abs(place - pose[:3]).max(), np.abs(turn - pose[3:]).max(), np.abs(angles(body) - arm.positions).max())
    assert error < (5e-5 if hertz == 60 else 5e-6)  # 2.5e-5 and 1.4e-6 m and rad


def pendulum(tmp_path, name, kinds, links, fluid, rate):
    """A slender rod on joints without a size of their own, from the side, with a swing across; its path of a second."""
    file = tmp_path / f"{name}.urdf"
    text = LINK.format(i=0, mass=1, center="0 0 0", turn="0 0 0", i1=1, i2=1, i3=1, size="0.01 0.01 0.01")
    for i in range(1, links + 1):
        is_rod = i == links
        mass = 3.0 if is_rod else 1e-4
        size = "0.5 0.1 0.1" if is_rod else ""
        link = LINK.format(i=i, mass=mass, center="0.3 0 0" if is_rod else "0 0 0", turn="0 0 0", i1=5e-3 if is_rod else 1e-8,
                           i2=6.5e-2 if is_rod else 1e-8, i3=6.5e-2 if is_rod else 1e-8, size=size)
        text += link if is_rod else link[:link.index("<collision>")] + "</link>"
        text += JOINT.format(i=i, up=i - 1, kind=kinds[i - 1][0], place="0 0 0", axis=kinds[i - 1][1], more="")
    file.write_text(f'<robot name="pendulum">{text}</robot>')
    fresh(240)
    body = loaded(str(file), fixed=True)
    let_go(body)
    for joint, at in enumerate(rate):
        if len(at) == 3:
            p.resetJointStateMultiDof(body, joint, [0, 0, 0, 1], at)
        else:
            p.resetJointState(body, joint, 0.0, at[0])
    water = afp.Water(fluid)
    robot = water.add(body)
    weight = 9.81 * (3.0 - (0.0 if fluid is None else 5.0))  # less buoyancy
    path, energies = [], []
    for _ in range(240):
        water.step()
        state = p.getLinkState(body, links - 1, computeForwardKinematics=1)
        path.append(state[0])
        readout = robot.readout(links - 1)
        energies.append(readout["kinetic_energy"] + weight * robot._tree_step.start(links)["position"][2])
    return np.array(path), np.array(energies)


@pytest.mark.parametrize("fluid", [None, "water"])
def test_a_ball_joint_is_three_hinges_at_right_angles(tmp_path, fluid):
    # The hinges turn about z, y and x in this order, so that the last one has the spin.
    hinges, _ = pendulum(tmp_path, "hinges", [("continuous", "0 0 1"), ("continuous", "0 1 0"), ("continuous", "1 0 0")], 3, fluid,
                         [(1.5,), (0.4,), (0.9,)])
    ball, energies = pendulum(tmp_path, "ball", [("spherical", "1 0 0")], 1, fluid, [(0.9, 0.4, 1.5)])
    assert np.abs(ball - ball[0]).max() > 0.2
    assert np.abs(ball - hinges).max() < 3e-6  # m; 1.2e-6 in a vacuum, 2e-9 in water
    if fluid is None:
        assert np.ptp(energies) < 5e-8  # J; 1.3e-8
    else:
        assert energies[-1] < energies[0]


def test_a_small_swing_of_a_ball_joint_has_the_period_of_a_pendulum(tmp_path):
    # A rod of 3 kg whose centre is 0.3 m from the joint: T = 2 pi sqrt(I / (m g l)).
    file = tmp_path / "rod.urdf"
    base = LINK.format(i=0, mass=1, center="0 0 0", turn="0 0 0", i1=1, i2=1, i3=1, size="0.01 0.01 0.01")
    rod = LINK.format(i=1, mass=3, center="0 0 -0.3", turn="0 0 0", i1=6.5e-2, i2=6.5e-2, i3=5e-3, size="0.1 0.1 0.5")
    file.write_text(f'<robot name="rod">{base}{rod}{JOINT.format(i=1, up=0, kind="spherical", place="0 0 0", axis="1 0 0", more="")}</robot>')
    fresh(240)
    body = loaded(str(file), fixed=True)
    let_go(body)
    p.resetJointStateMultiDof(body, 0, [0, 0, 0, 1], [0.01, 0, 0])
    water = afp.Water(None)
    water.add(body)
    turns = []
    for _ in range(480):
        water.step()
        turns.append(2 * p.getJointStateMultiDof(body, 0)[0][0])
    law = np.sqrt(3 * 9.81 * 0.3 / (6.5e-2 + 3 * 0.3 * 0.3))
    times = np.arange(1, 481) / 240
    assert np.abs(turns - 0.01 / law * np.sin(law * times)).max() < 1e-5 * 0.01 / law  # 2.3e-6


@pytest.mark.parametrize("hertz", [60, 240])
def test_motors_give_a_free_robot_no_momentum(tmp_path, hertz):
    fresh(hertz)
    p.setGravity(0, 0, 0)
    body = loaded(chain(tmp_path, 4, size=(0.25, 0.04, 0.12), density=1000.0, axis="0 0 1"))
    water = afp.Water("water")
    robot = water.add(body, pressure_scale=0, friction_scale=0)
    largest, parts = 0.0, 0.0
    for step in range(hertz):
        targets = 0.5 * np.sin(2 * np.pi * step / hertz - 1.2 * np.arange(3))
        p.setJointMotorControlArray(body, [0, 1, 2], p.POSITION_CONTROL, targetPositions=targets, forces=[20] * 3)
        water.step()
        momenta = np.array([robot.readout(link)["momentum"] for link in robot.wet_links])
        centers = np.array([robot._tree_step.start(link + 1)["position"] for link in robot.wet_links])
        momenta[:, :3] += np.cross(centers, momenta[:, 3:])
        largest, parts = max(largest, np.abs(momenta.sum(axis=0)).max()), max(parts, np.abs(momenta).max())
    assert parts > 0.5 and largest < 1e-12 * parts


def test_a_robot_rests_on_the_sea_floor(tmp_path):
    p.createMultiBody(0, p.createCollisionShape(p.GEOM_PLANE))
    body = loaded(chain(tmp_path, 3), position=(0, 0, 0.03), motors=True)
    water = afp.Water(af.uniform(1000, 1e-3))
    water.add(body)
    forces = []
    for step in range(480):
        water.step()
        if step >= 240:
            forces.append(sum(point[9] for point in p.getContactPoints(body)))
    law = 3 * 500 * 0.4 * 0.08 * 0.05 * 9.81
    assert abs(np.mean(forces) / law - 1) < 1e-3
    assert np.abs(p.getBaseVelocity(body)[0]).max() < 1e-3


def swim(file, hertz, seconds=2.0):
    p.resetSimulation()
    p.setGravity(0, 0, 0)
    p.setTimeStep(1 / hertz)
    body = loaded(file)
    water = afp.Water("water")
    water.add(body)
    for step in range(round(seconds * hertz)):
        for joint in range(p.getNumJoints(body)):
            target = 0.5 * np.sin(2 * np.pi * step / hertz - 1.2 * joint) * min(1.0, step / hertz)
            p.setJointMotorControl2(body, joint, p.POSITION_CONTROL, targetPosition=target, force=20)
        water.step()
    return np.array(p.getBasePositionAndOrientation(body)[0])


def test_an_eel_with_position_control_converges(tmp_path):
    file = chain(tmp_path, 4, size=(0.25, 0.04, 0.12), density=1000.0, axis="0 0 1")
    ends = [swim(file, hertz) for hertz in (240, 480, 960)]
    start = 0.125
    assert abs(ends[2][0] - start) > 0.02
    assert np.linalg.norm(ends[0] - ends[2]) < 1e-2 and np.linalg.norm(ends[1] - ends[2]) < 0.6 * np.linalg.norm(ends[0] - ends[2])


def test_joint_damping_and_user_torques_count_once(tmp_path):
    file = chain(tmp_path, 2, more='<dynamics damping="0.5"/>')
    ends = []
    for is_wet in (True, False):
        p.resetSimulation()
        p.setGravity(0, 0, 0)
        p.setTimeStep(1 / 960)
        body = loaded(file, fixed=True)
        p.changeDynamics(body, 0, linearDamping=0, angularDamping=0)
        water = afp.Water(None)
        if is_wet:
            water.add(body)
        for _ in range(480):
            p.setJointMotorControl2(body, 0, p.TORQUE_CONTROL, force=0.7)
            water.step()
        ends.append(angles(body)[0])
    assert abs(ends[0] / ends[1] - 1) < 1e-2 and ends[1] > 0.1


@pytest.mark.parametrize("hertz", [60, 240])
def test_random_targets_blow_nothing_up(tmp_path, hertz):
    random = np.random.default_rng(hertz)
    p.setTimeStep(1 / hertz)
    p.createMultiBody(0, p.createCollisionShape(p.GEOM_PLANE))
    body = loaded(chain(tmp_path, 4, size=(0.3, 0.2, 0.004), density=2000.0), position=(0, 0, 0.3))
    ball = p.createMultiBody(3.0, p.createCollisionShape(p.GEOM_SPHERE, radius=0.1), basePosition=(0.3, 0, 0.6))
    water = afp.Water(af.divided(af.water(), af.flat_surface(0.5), af.air()))
    water.add_all()
    fastest = 0.0
    for step in range(1000):
        if step % 20 == 0:
            for joint in range(p.getNumJoints(body)):
                p.setJointMotorControl2(body, joint, p.POSITION_CONTROL, targetPosition=random.uniform(-1.5, 1.5), force=50)
        water.step()
        values = np.concatenate([*p.getBasePositionAndOrientation(body), *p.getBaseVelocity(body), angles(body)])
        assert np.isfinite(values).all()
        fastest = max(fastest, np.abs(values).max())
    assert fastest < 99 and np.isfinite(p.getBasePositionAndOrientation(ball)[0]).all()


@pytest.mark.parametrize("hertz", [60, 240])
def test_a_motor_too_strong_for_a_light_base_blows_nothing_up(tmp_path, hertz):
    fresh(hertz)
    p.setGravity(0, 0, 0)
    body = loaded(chain(tmp_path, 2, size=(0.2, 0.1, 0.1), density=18000.0, axis="0 0 1", shares=(0.0014 / 36, 1.0)))
    water = afp.Water(None)
    robot = water.add(body)
    fastest, whole, parts = 0.0, 0.0, 0.0
    for step in range(200):
        p.setJointMotorControl2(body, 0, p.TORQUE_CONTROL, force=500 if step % 20 < 10 else -500)
        water.step()
        values = np.concatenate([*p.getBasePositionAndOrientation(body), *p.getBaseVelocity(body), p.getJointState(body, 0)[:2]])
        assert np.isfinite(values).all()
        fastest = max(fastest, np.abs(values[7:]).max())
        momenta = np.array([robot.readout(link)["momentum"][3:] for link in robot.wet_links])
        whole, parts = max(whole, np.abs(momenta.sum(axis=0)).max()), max(parts, np.abs(momenta).max())
    assert whole < 2e-6 * parts  # 7e-7, PyBullet's rounding with masses of 1:26000
    assert 90 < fastest < 200


def test_an_axis_of_four_digits_is_a_unit_vector(tmp_path):
    ends = []
    for axis in ("0 0.7071 0.7071", "0 0.70710678118654752 0.70710678118654752"):
        fresh(240)
        body = loaded(chain(tmp_path, 2, axis=axis), fixed=True)
        water = afp.Water("water")
        water.add(body)
        for _ in range(60):
            water.step()
        ends.append(angles(body)[0])
    assert abs(ends[0] / ends[1] - 1) < 1e-4 and abs(ends[1]) > 0.01


def test_robots_are_refused_removed_and_reset(tmp_path):
    file = chain(tmp_path, 3, more='<dynamics damping="0.5"/>')
    body = loaded(file)
    water = afp.Water("water")
    robot = water.add(body)
    water.step()
    with pytest.raises(ValueError, match="dry"):
        robot.readout(7)
    assert robot.readout(1)["submerged_volume"] > 1e-3
    water.remove(body)
    assert p.getJointInfo(body, 0)[6] == 0.5 and water.bodies == []
    water.add(body)
    p.removeBody(body)
    with pytest.raises(RuntimeError, match="not the robot that was added"):
        water.step()
    p.createMultiBody(1.0, p.createCollisionShape(p.GEOM_SPHERE, radius=0.1))
    with pytest.raises(RuntimeError, match="not the robot that was added"):
        water.step()
    water.clear()
    water.step()
    p.resetSimulation()
    text = open(file, encoding="utf-8").read().replace('type="revolute"', 'type="planar"')
    other = tmp_path / "planar.urdf"
    other.write_text(text)
    with pytest.raises(ValueError, match="planar or unknown"):
        water.add(p.loadURDF(str(other)))
