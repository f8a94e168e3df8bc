# SPDX-License-Identifier: Zlib
"""npm_states.py WORLDS_DIR OUT: states of some worlds after their steps, by the native library, for the test of the npm package."""
import json
import os
import sys

import ambientfluid as af

WORLDS = {"falling-plate": 480, "buoy": 480, "ferry": 240, "pool": 240, "wet-pendulum": 480, "eel": 240, "swimmer": 240, "vehicle": 480,
          "gate": 240, "rov": 240, "moored-buoy": 240}

folder, out = sys.argv[1:]
states = {}
for name, steps in WORLDS.items():
    world = af.World.from_file(os.path.join(folder, f"{name}.json"))
    world.step(steps)
    states[name] = {"steps": steps, "names": list(world.names), "state": world.state.ravel().tolist()}
with open(out, "w", encoding="utf-8") as file:
    json.dump(states, file)
