# SPDX-License-Identifier: Zlib
"""pybullet_arm.py: a robot arm is held level, then swung, in air and under water. Needs: pip install pybullet."""
import math
import os
import tempfile

import pybullet as p

import ambientfluid as af
import ambientfluid.pybullet as afp

STEP, LENGTH, WIDTH, MASS, LINKS = 1 / 480, 0.4, 0.08, 4.0, 2  # s, m, m, kg, moving links


def arm():
    """The arm as URDF text: a base that is fixed, and boxes in a row along x, with hinges about y."""
    across, along = MASS / 6 * WIDTH**2, MASS / 12 * (WIDTH**2 + LENGTH**2)
    inertia = f'<inertia ixx="{across}" iyy="{along}" izz="{along}" ixy="0" ixz="0" iyz="0"/>'
    text = f'<link name="l0"><inertial><mass value="1"/>{inertia}</inertial></link>'
    for i in range(1, LINKS + 1):
        text += f"""<link name="l{i}"><inertial><mass value="{MASS}"/><origin xyz="{LENGTH / 2} 0 0"/>{inertia}</inertial>
            <collision><origin xyz="{LENGTH / 2} 0 0"/><geometry><box size="{LENGTH} {WIDTH} {WIDTH}"/></geometry></collision></link>
            <joint name="j{i}" type="continuous"><parent link="l{i - 1}"/><child link="l{i}"/>
            <origin xyz="{LENGTH if i > 1 else 0} 0 0"/><axis xyz="0 1 0"/></joint>"""
    return f'<robot name="arm">{text}</robot>'


def torques(medium):
    """Torque of the shoulder's motor: at rest, and the largest in a swing [N m]."""
    p.connect(p.DIRECT)
    p.setGravity(0, 0, -9.81)
    p.setTimeStep(STEP)
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "arm.urdf")
        with open(file, "w", encoding="utf-8") as stream:
            stream.write(arm())
        robot = p.loadURDF(file, useFixedBase=True, flags=p.URDF_USE_INERTIA_FROM_FILE | p.URDF_USE_SELF_COLLISION_EXCLUDE_PARENT)
    water = afp.Water(medium)
    water.add(robot)
    read = []
    for step in range(round(3.0 / STEP)):
        swing = max(0.0, step * STEP - 1.0)
        target = 0.5 * (1 - math.cos(2 * math.pi * 0.5 * swing))
        for joint in range(LINKS):
            p.setJointMotorControl2(robot, joint, p.POSITION_CONTROL, targetPosition=target if joint == 0 else 0.0, force=200)
        water.step()
        read.append(abs(p.getJointState(robot, 0)[3]))
    p.disconnect()
    return sum(read[240:480]) / 240, max(read[480:])


def main():
    for name, medium in (("in air", af.air()), ("under water", af.water())):
        print("{}: {:.2f} N m to hold the arm level, at most {:.2f} N m in the swing".format(name, *torques(medium)))


if __name__ == "__main__":
    main()
