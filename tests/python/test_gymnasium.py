# SPDX-License-Identifier: Zlib
"""The environments as Gymnasium sees them: its own check, its names, its wrappers, and many of them."""
import os
import sys
import warnings

import numpy as np
import pytest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import gymnasium_package

gymnasium_package.require()
import gymnasium
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode, SyncVectorEnv, VectorEnv

from ambientfluid import envs

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
SMALL = {"camera": {"size": (60, 40)}}
FILE = {"world": os.path.join(ROOT, "samples", "worlds", "wet-pendulum.json"), "seconds": 0.5,
        "action": [envs.JointTargets("pendulum", -1.0, 1.0, stiffness=10.0, damping=1.0)], "observation": ["pendulum"],
        "reward": lambda env: -float(abs(env.world.multi_bodies["pendulum"].positions).sum()),
        "perturbation": {"pendulum": {"joints": 0.3}}}
KINDS = {"Swimmer": {"links": 3, "seconds": 0.5}, "StationKeeping": {"seconds": 0.5}, "BoatInWaves": {"seconds": 0.5}, "File": FILE}


@pytest.mark.parametrize("name", KINDS)
def test_gymnasium_finds_nothing_wrong(name):
    env = gymnasium.make(f"AmbientFluid/{name}-v0", **SMALL, **KINDS[name]).unwrapped
    assert isinstance(env, gymnasium.Env) and isinstance(env.observation_space, gymnasium.spaces.Box)
    assert env.observation_space.dtype == env.action_space.dtype == np.float32
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        check_env(env)
    # Observations in metres have no bounds; all the rest is silent.
    other = [str(one.message) for one in said if "observation space m" not in str(one.message)]
    assert not other, other


@pytest.mark.parametrize("name", KINDS)
def test_many_are_those_of_gymnasium_one_by_one(name):
    many = gymnasium.make_vec(f"AmbientFluid/{name}-v0", num_envs=3, threads=2, **KINDS[name])
    assert isinstance(many, VectorEnv) and many.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP
    single = SyncVectorEnv([lambda: gymnasium.make(f"AmbientFluid/{name}-v0", **KINDS[name]).unwrapped] * 3,
                           autoreset_mode=AutoresetMode.SAME_STEP)
    assert many.single_observation_space == single.single_observation_space
    assert many.action_space == single.action_space and many.observation_space == single.observation_space
    compare(many.reset(seed=5), single.reset(seed=5))
    random, ends = np.random.default_rng(2), 0
    for _ in range(17):
        actions = random.uniform(-1, 1, many.action_space.shape).astype(np.float32)
        results = many.step(actions), single.step(actions)
        compare(*results)
        ends += int(results[0][3].sum())
        assert ("final_obs" in results[0][4]) == bool(results[0][3].any())
    assert ends == 3  # all ended once


def compare(one, other):
    """Both to the bit, with all infos."""
    if isinstance(one, dict):
        assert one.keys() == other.keys()
        for key in one:
            compare(one[key], other[key])
    elif isinstance(one, tuple):
        for first, second in zip(one, other):
            compare(first, second)
    elif one.dtype == object:
        assert all((a is None) == (b is None) and (a is None or np.array_equal(a, b)) for a, b in zip(one, other))
    else:
        assert one.dtype == other.dtype and np.array_equal(one, other)


def test_wrappers_of_gymnasium_take_them():
    many = gymnasium.wrappers.vector.RecordEpisodeStatistics(gymnasium.make_vec("AmbientFluid/Swimmer-v0", num_envs=2, links=2, seconds=0.2))
    many.reset(seed=1)
    for _ in range(6):
        _, _, _, late, infos = many.step(many.action_space.sample())
    assert late.all() and (infos["episode"]["l"] == 6).all()
    env = gymnasium.wrappers.TimeLimit(gymnasium.make("AmbientFluid/Swimmer-v0", links=2), max_episode_steps=2)
    env.reset(seed=1)
    env.step(env.action_space.sample())
    assert env.step(env.action_space.sample())[3]
