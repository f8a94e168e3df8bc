# SPDX-License-Identifier: Zlib
"""pybullet_drone.py: a drone holds its place in a gust that moves past, in PyBullet. Needs: pip install pybullet.

The wind is a velocity field f(x, t), sampled on a grid. The drone is pushed by it as by any air: no drag coefficient.
"""
import numpy as np
import pybullet as p

import ambientfluid as af
import ambientfluid.pybullet as afp

STEP, SECONDS, MASS = 1 / 240, 5.0, 0.6  # s, s, kg
HOME = np.array([0.0, 0.0, 1.0])


def gust(x, t):
    """Speed of the wind along x [m/s]: a front of 8 m/s, 3 m long, that comes at 4 m/s."""
    return 8.0 * np.exp(-(((x + 6.0) - 4.0 * t) / 1.5)**2)


def wind():
    spacing, shape = 0.5, (7, 3, 33)  # m, nodes along z, y and x
    times = np.arange(0.0, SECONDS + 0.1, 0.05)
    values = np.zeros((len(times), *shape, 3))
    x = -8.0 + spacing * np.arange(shape[2])
    values[..., 0] = gust(x, times[:, None])[:, None, None, :]
    return af.grid_flow(values, (-8, -0.5, 0), (spacing,) * 3, times, outside="clamp")


def fly(medium):
    """The farthest that the drone gets from its place [m]."""
    p.connect(p.DIRECT)
    p.setGravity(0, 0, -9.81)
    shape = p.createCollisionShape(p.GEOM_BOX, halfExtents=[0.15, 0.15, 0.03])
    drone = p.createMultiBody(MASS, shape, basePosition=HOME)
    water = afp.Water(medium)
    water.add(drone)
    farthest = 0.0
    for _ in range(round(SECONDS / STEP)):
        place, speed = np.array(p.getBasePositionAndOrientation(drone)[0]), np.array(p.getBaseVelocity(drone)[0])
        thrust = MASS * (9.81 * np.array([0, 0, 1]) + 6.0 * (HOME - place) - 4.0 * speed)
        p.applyExternalForce(drone, -1, thrust.tolist(), place.tolist(), p.WORLD_FRAME)
        water.step()
        farthest = max(farthest, float(np.linalg.norm(place - HOME)))
    p.disconnect()
    return farthest


def main():
    for name, medium in (("still air", af.air()), ("a gust", af.flowing(af.air(), wind()))):
        print(f"in {name}: at most {fly(medium):.3f} m from its place")


if __name__ == "__main__":
    main()
