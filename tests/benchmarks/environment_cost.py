#!/usr/bin/env python3
# SPDX-License-Identifier: Zlib
"""environment_cost.py: processor time of reset and step of the environments, as the table of docs/learning.md.
Needs the built package, by PYTHONPATH. Folders of other builds as arguments are measured in turns with it."""
import os
import subprocess
import sys
import time

import numpy as np

ROUNDS, CALLS = 40, 50  # times of which the fastest counts, calls measured at a time
WORLD = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "samples", "worlds", "swimmer.json")


def file_env(envs):
    return envs.FileEnv(
        WORLD, action=[envs.JointTargets("swimmer", -0.6, 0.6, stiffness=5.0, damping=0.3)],
        observation=["swimmer", "swimmer/middle"], reward=lambda env: -float(env.row("swimmer/middle")[10]),
        perturbation={"swimmer": {"joints": 0.2, "rotation": (0, 0, 0.3)}})


def cost(function):
    """Milliseconds of a call."""
    fastest = float("inf")
    for _ in range(ROUNDS):
        start = time.process_time()
        for _ in range(CALLS):
            function()
        fastest = min(fastest, (time.process_time() - start) / CALLS)
    return 1e3 * fastest


def measure():
    from ambientfluid import envs
    for name, env in (("Swimmer", envs.SwimmerEnv()), ("StationKeeping", envs.StationKeepingEnv()), ("BoatInWaves", envs.BoatEnv()),
                      ("File", file_env(envs))):
        env.reset(seed=1)
        action = np.zeros(env.action_space.shape)

        def episode():
            env.reset()
            env.step(action)
        costs = cost(env.reset), cost(episode), cost(lambda: env.step(action)), cost(lambda: env.world.step(env.steps_per_action))
        print(f"{name:15} reset {costs[0]:.4f}, with a step {costs[1]:.3f}, step {costs[2]:.3f}, of it the world's {costs[3]:.3f} ms")


if len(sys.argv) == 1:
    measure()
else:
    for folder in [os.environ.get("PYTHONPATH", ""), *sys.argv[1:]] * 2:
        print(folder, flush=True)
        subprocess.run([sys.executable, __file__], env={**os.environ, "PYTHONPATH": folder}, check=True)
