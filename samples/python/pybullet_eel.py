# SPDX-License-Identifier: Zlib
"""pybullet_eel.py [SECONDS]: four links under PyBullet's position control swim. Needs: pip install pybullet."""
import math
import os
import sys
import tempfile

import pybullet as p

import ambientfluid as af
import ambientfluid.pybullet as afp

STEP, LINKS, LENGTH, WIDTH, HEIGHT = 1 / 480, 4, 0.25, 0.04, 0.12  # s, links, m
FREQUENCY, AMPLITUDE, LAG = 1.0, 0.5, 1.2  # Hz, rad, rad from joint to joint


def eel():
    """The robot as URDF text: boxes of the density of water in a row along x, with hinges about z."""
    mass = 1000 * LENGTH * WIDTH * HEIGHT
    ixx, iyy, izz = (mass / 12 * (a * a + b * b) for a, b in ((WIDTH, HEIGHT), (LENGTH, HEIGHT), (LENGTH, WIDTH)))
    text = ""
    for i in range(LINKS):
        text += f"""<link name="l{i}"><inertial><mass value="{mass}"/><origin xyz="{LENGTH / 2} 0 0"/>
            <inertia ixx="{ixx}" iyy="{iyy}" izz="{izz}" ixy="0" ixz="0" iyz="0"/></inertial>
            <collision><origin xyz="{LENGTH / 2} 0 0"/><geometry><box size="{LENGTH} {WIDTH} {HEIGHT}"/></geometry></collision></link>"""
    for i in range(1, LINKS):
        text += f"""<joint name="j{i}" type="continuous"><parent link="l{i - 1}"/><child link="l{i}"/>
            <origin xyz="{LENGTH} 0 0"/><axis xyz="0 0 1"/></joint>"""
    return f'<robot name="eel">{text}</robot>'


def main(seconds=6.0):
    p.connect(p.DIRECT)  # p.GUI: a window
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "eel.urdf")
        with open(file, "w", encoding="utf-8") as stream:
            stream.write(eel())
        robot = p.loadURDF(file, flags=p.URDF_USE_INERTIA_FROM_FILE | p.URDF_USE_SELF_COLLISION_EXCLUDE_PARENT)
    p.setTimeStep(STEP)
    water = afp.Water(af.water())
    water.add(robot)
    start = p.getBasePositionAndOrientation(robot)[0][0]
    for step in range(round(seconds / STEP)):
        time = step * STEP
        for joint in range(LINKS - 1):
            angle = AMPLITUDE * min(1.0, time) * math.sin(2 * math.pi * FREQUENCY * time - LAG * joint)
            p.setJointMotorControl2(robot, joint, p.POSITION_CONTROL, targetPosition=angle, force=20)
        water.step()
        if step % round(1 / STEP) == round(1 / STEP) - 1:
            print(f"after {water.time:.0f} s the head is {start - p.getBasePositionAndOrientation(robot)[0][0]:.3f} m ahead")
    p.disconnect()


if __name__ == "__main__":
    main(*map(float, sys.argv[1:]))
