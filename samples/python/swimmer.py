# SPDX-License-Identifier: Zlib
"""swimmer.py [PICTURE.png]: an eel of links that is steered to three goals by a wave and a bend, seen from above."""
import sys

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np

from ambientfluid.swimming import SwimmerEnv, steered_wave

GOALS = ((1.0, 0.0), (0.8, 0.6), (0.5, -0.9))  # m


def swim(env, goal):
    """Paths of the links' centres [m], and the end's info."""
    observation, info = env.reset(options={"goal": goal})
    paths, over = [env.world.positions[:, :2].copy()], False
    while not over:
        observation, _, reached, late, info = env.step(steered_wave(observation, info["time"]))
        paths.append(env.world.positions[:, :2].copy())
        over = reached or late
    return np.array(paths), info


def main(picture):
    env = SwimmerEnv()
    figure, axes = plt.subplots(figsize=(7.5, 6), constrained_layout=True)
    for number, goal in enumerate(GOALS):
        paths, info = swim(env, goal)
        colour = plt.cm.viridis(0.4 * number)
        axes.plot(paths[:, 0, 0], paths[:, 0, 1], color=colour, linewidth=0.8)
        for still in paths[::15]:
            axes.plot(still[:, 0], still[:, 1], color=colour, alpha=0.35, linewidth=3, solid_capstyle="round")
        axes.plot(*goal, "o", color=colour, label=f"({goal[0]:g}, {goal[1]:g}) m: {info['time']:.1f} s, {info['energy']:.1f} J")
        print(f"goal {goal}: {info['distance']:.2f} m left after {info['time']:.1f} s and {info['energy']:.1f} J")
    axes.set(xlabel="x [m]", ylabel="y [m]", aspect="equal",
             title="An eel of six links, 0.6 m long, from above:\npath of its head, and the eel every half second")
    axes.grid(alpha=0.3)
    axes.legend(title="goal: time, energy of the motors", loc="best")
    figure.savefig(picture, dpi=110)


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "swimmer.png")
