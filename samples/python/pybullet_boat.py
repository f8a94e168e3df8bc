# SPDX-License-Identifier: Zlib
"""pybullet_boat.py [SECONDS]: a ball rises and a loaded boat rides waves, in PyBullet. Needs: pip install pybullet."""
import sys

import pybullet as p

import ambientfluid as af
import ambientfluid.pybullet as afp

STEP = 1 / 240  # s, PyBullet's own


def main(seconds=8.0):
    p.connect(p.DIRECT)  # p.GUI: a window
    p.setGravity(0, 0, -9.81)
    waves = af.waves([{"amplitude": 0.06, "wavelength": 6.0}, {"amplitude": 0.02, "wavelength": 2.5, "direction": (1, 0.4, 0)}])
    water = afp.Water(af.divided(af.water(), af.sine_waves(waves), af.air()))

    hull = p.createCollisionShape(p.GEOM_BOX, halfExtents=[0.8, 0.35, 0.15])
    boat = p.createMultiBody(120, hull, basePosition=[0, 0, 0.1], baseInertialFramePosition=[0, 0, -0.08])
    crate = p.createMultiBody(8, p.createCollisionShape(p.GEOM_BOX, halfExtents=[0.12] * 3), basePosition=[0.2, 0, 0.4])
    ball = p.createMultiBody(0.5, p.createCollisionShape(p.GEOM_SPHERE, radius=0.1), basePosition=[0, 2, -2])
    for body in (boat, crate):
        p.changeDynamics(body, -1, restitution=0.0, lateralFriction=0.8)
    wet = {body: water.add(body) for body in (boat, crate, ball)}

    print("time [s]  boat z [m]  pitch [rad]  displaced [l]  ball z [m]  crate on deck [N]")
    for step in range(round(seconds / STEP)):
        water.step()
        if step % 240 == 239:
            position, turn = p.getBasePositionAndOrientation(boat)
            volume = 1000 * wet[boat].readout()["submerged_volume"]
            force = wet[crate].contact_impulse()[5] / STEP
            print(f"{water.time:8.1f}  {position[2]:10.3f}  {p.getEulerFromQuaternion(turn)[1]:11.3f}  {volume:13.1f}"
                  f"  {p.getBasePositionAndOrientation(ball)[0][2]:10.3f}  {force:17.1f}")
    p.disconnect()


if __name__ == "__main__":
    main(*map(float, sys.argv[1:]))
