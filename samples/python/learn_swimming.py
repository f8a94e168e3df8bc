# SPDX-License-Identifier: Zlib
"""learn_swimming.py [GENERATIONS [POPULATION]]: the wave of a swimmer by the cross-entropy method, beside the baseline.

Each generation draws policies from a normal distribution, plays one goal per generation with all of them in threads, and moves the
distribution to the best quarter. The goals of the comparison at the end are others.
"""
import sys
import time

import numpy as np

from ambientfluid.envs import SwimmerVectorEnv, steered_wave

NAMES = ("frequency", "waves", "head", "growth", "gain")
BASELINE = np.array([1.0, 0.8, 0.3, 0.7, 0.3])  # of steered_wave()
SPREAD = np.array([0.3, 0.25, 0.2, 0.25, 0.2])
SECONDS = 4.0  # of an episode: the goal is too far for the baseline
TESTED = range(1000, 1016)


def returns(envs, policies, seeds):
    """The sum of rewards of one episode of each policy, in an environment and with a goal of its own."""
    observations, infos = envs.reset(seed=list(seeds))
    rewards, going = np.zeros(len(policies)), np.ones(len(policies), bool)
    while going.any():
        actions = [steered_wave(seen, now, **dict(zip(NAMES, policy))) for seen, now, policy in zip(observations, infos["time"], policies)]
        observations, gained, terminated, truncated, infos = envs.step(actions)
        rewards += going * gained
        going &= ~(terminated | truncated)
    return rewards


def main(generations=16, population=16, seed=1):
    """Mean returns of baseline and learned policy over the tested goals."""
    random = np.random.default_rng(seed)
    envs = SwimmerVectorEnv(population, seconds=SECONDS)
    mean, spread, start = BASELINE.copy(), SPREAD.copy(), time.process_time()
    for generation in range(generations):
        policies = mean + spread * random.normal(size=(population, len(mean)))
        results = returns(envs, policies, [generation] * population)
        best = policies[np.argsort(results)[-max(2, population // 4):]]
        mean, spread = best.mean(axis=0), 0.7 * best.std(axis=0) + 0.3 * spread
        print(f"generation {generation + 1:2}: mean return {results.mean():.3f}, best {results.max():.3f}")
    took = time.process_time() - start
    test = SwimmerVectorEnv(len(TESTED), seconds=SECONDS)
    baseline, learned = (returns(test, [policy] * len(TESTED), TESTED) for policy in (BASELINE, mean))
    print(f"learned in {took:.0f} s of processor time: " + ", ".join(f"{name} {value:.2f}" for name, value in zip(NAMES, mean)))
    print(f"{len(TESTED)} other goals: baseline {baseline.mean():.3f} +- {baseline.std():.3f}, learned {learned.mean():.3f} +- {learned.std():.3f}")
    return baseline.mean(), learned.mean()


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
