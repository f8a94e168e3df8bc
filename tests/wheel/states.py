# SPDX-License-Identifier: Zlib
"""states.py ROOT: prints a digest of the states of four worlds after a second: a robot, contacts, a mesh file, waves."""
import hashlib
import os
import sys

import numpy as np

import ambientfluid as af

WORLDS = ("robot.json", "barrels.json", "boat.json", "buoy.json")


def digest(root):
    states = b""
    for name in WORLDS:
        world = af.World.from_file(os.path.join(root, "samples", "worlds", name))
        before = world.positions.copy()
        world.run(1.0)
        assert np.isfinite(world.state).all() and np.abs(world.positions - before).max() > 1e-3, name
        states += world.state.tobytes()
    return "states " + hashlib.sha256(states).hexdigest()


if __name__ == "__main__":
    print(digest(sys.argv[1]))
