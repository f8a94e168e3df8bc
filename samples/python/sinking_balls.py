# SPDX-License-Identifier: Zlib
"""sinking_balls.py [FOLDER]: how fast balls of several sizes and weights sink in water of an uncertain temperature.

A sweep: one process, `mpirun -n 2 python3 sinking_balls.py`, or a Slurm array share the cases; what was interrupted goes on.
"""
import sys

import ambientfluid as af

CASES = af.sweep.grid(density=[1200, 2500, 7800], radius=[0.01, 0.03])


def sink(density, radius, *, rng):
    """Speed after two seconds [m/s] at a random temperature [degC]."""
    celsius = float(rng.uniform(5, 25))
    world = af.World(medium=af.fresh_water_at(celsius))
    ball = world.add_body(af.sphere(radius), density=density)
    world.run(2.0)
    return {"celsius": celsius, "speed": -ball.linear_velocity[2]}


def main(folder):
    for case, result in zip(CASES, af.sweep.run(sink, CASES, folder, seed=1)):
        if af.sweep.rank_and_size()[0] == 0 and result:
            print(f"{case['density']:5d} kg/m^3, {100 * case['radius']:g} cm: {result['speed']:.2f} m/s at "
                  f"{result['celsius']:.1f} degC")


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "sinking-balls")
