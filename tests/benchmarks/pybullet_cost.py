#!/usr/bin/env python3
# SPDX-License-Identifier: Zlib
"""pybullet_cost.py: the processor time of a step in PyBullet, dry and in water in one run, as the table of docs/pybullet.md.
Needs the built package, by PYTHONPATH, and pybullet (pip install pybullet)."""
import math
import os
import sys
import tempfile
import time

import pybullet as p

import ambientfluid as af
import ambientfluid.pybullet as afp

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "samples", "python"))
from pybullet_eel import LINKS, eel  # noqa: E402: the sample's robot

STEP, STEPS, ROUNDS = 1 / 240, 60, 5  # s, steps measured at a time, times of which the fastest counts
SIDES, MASS = (0.2, 0.1, 0.1), 3.0  # m, kg: boxes that sink


def boxes(count, on_floor):
    if on_floor:
        p.createMultiBody(0, p.createCollisionShape(p.GEOM_PLANE))
    shape = p.createCollisionShape(p.GEOM_BOX, halfExtents=[side / 2 for side in SIDES])
    height = 0.5 * SIDES[2] if on_floor else 50.0
    return [p.createMultiBody(MASS, shape, basePosition=[0.5 * (i % 10), 0.5 * (i // 10), height]) for i in range(count)]


def robots(count, file):
    flags = p.URDF_USE_INERTIA_FROM_FILE | p.URDF_USE_SELF_COLLISION_EXCLUDE_PARENT
    return [p.loadURDF(file, basePosition=[0, 2.0 * i, 50], flags=flags) for i in range(count)]


def release(robot):
    """A robot without motors; PyBullet's own hold every joint."""
    for joint in range(LINKS - 1):
        p.setJointMotorControl2(robot, joint, p.VELOCITY_CONTROL, force=0)


def drive(bodies, moment):
    for robot in bodies:
        for joint in range(LINKS - 1):
            angle = 0.5 * math.sin(2 * math.pi * moment - 1.2 * joint)
            p.setJointMotorControl2(robot, joint, p.POSITION_CONTROL, targetPosition=angle, force=20)


def microseconds(make, in_water, driven=False):
    """Of a step, the fastest of some rounds. Calls of motors are not counted."""
    p.connect(p.DIRECT)
    p.setTimeStep(STEP)
    p.setGravity(0, 0, -9.81)
    bodies = make()
    step = p.stepSimulation
    if in_water:
        water = afp.Water(af.water())
        for body in bodies:
            water.add(body)
        step = water.step
    best, now = math.inf, 0.0
    for _ in range(ROUNDS):
        took = 0.0
        for _ in range(STEPS):
            if driven:
                drive(bodies, now)
            start = time.process_time()
            step()
            took += time.process_time() - start
            now += STEP
        best = min(best, took)
    p.disconnect()
    return best / STEPS * 1e6


def row(title, count, make, driven=False):
    dry, wet = (microseconds(make, in_water, driven) / count for in_water in (False, True))
    print(f"| {title} | {count} | {dry:.1f} | {wet - dry:.1f} |", flush=True)


def main():
    print("| microseconds a body and step | bodies | PyBullet alone | the water adds |\n|---|---|---|---|")
    for count in (1, 10, 100):
        row("free boxes", count, lambda: boxes(count, False))
    for count in (1, 10, 100):
        row("boxes on a floor", count, lambda: boxes(count, True))
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "eel.urdf")
        with open(file, "w", encoding="utf-8") as stream:
            stream.write(eel())

        def loose(count):
            found = robots(count, file)
            for robot in found:
                release(robot)
            return found

        for count in (1, 10):
            row("robots of four links", count, lambda: loose(count))
        for count in (1, 10):
            row("robots of four links with motors", count, lambda: robots(count, file), driven=True)


if __name__ == "__main__":
    main()
