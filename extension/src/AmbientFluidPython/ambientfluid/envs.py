# SPDX-License-Identifier: Zlib
"""Environments of Gymnasium: a swimmer, an underwater robot, a boat, and your own worlds; each with a baseline policy.

    import gymnasium
    import ambientfluid.envs                                  # registers the names
    env = gymnasium.make("AmbientFluid/StationKeeping-v0")
    envs = gymnasium.make_vec("AmbientFluid/Swimmer-v0", num_envs=8)    # stepped in threads

If Gymnasium 1.1 or newer is installed, the classes are its Env and VectorEnv with its spaces; without it they have the same
methods and small spaces, and are made by their names: ambientfluid.envs.StationKeepingEnv(). All units are SI.
"""
from __future__ import annotations

from typing import Any, Callable

import numpy as np

from . import _gymnasium
from ._boat import BoatEnv, helmsman
from ._env import FluidEnv, FluidVectorEnv
from ._file_env import FileEnv, JointSpeed, JointTargets, ThrusterCommand
from ._station import StationKeepingEnv, station_keeper
from .swimming import SwimmerEnv, SwimmerVectorEnv, steered_wave, traveling_wave

__all__ = ["BoatEnv", "FileEnv", "FluidEnv", "FluidVectorEnv", "JointSpeed", "JointTargets", "StationKeepingEnv", "SwimmerEnv",
           "SwimmerVectorEnv", "ThrusterCommand", "boats", "episode_return", "file_worlds", "helmsman", "register",
           "station_keeper", "stations", "steered_wave", "traveling_wave"]


def stations(num_envs: int, **options: Any) -> FluidVectorEnv:
    """Many StationKeepingEnv in threads."""
    return FluidVectorEnv(StationKeepingEnv, num_envs, **options)


def boats(num_envs: int, **options: Any) -> FluidVectorEnv:
    """Many BoatEnv in threads."""
    return FluidVectorEnv(BoatEnv, num_envs, **options)


def file_worlds(num_envs: int, **options: Any) -> FluidVectorEnv:
    """Many FileEnv of one file in threads."""
    return FluidVectorEnv(FileEnv, num_envs, **options)


def register() -> None:
    """Registers the environments by their names in Gymnasium; importing this module does so. ImportError without it."""
    from gymnasium.envs.registration import register as entered, registry
    for name, one, many in (("Swimmer", "SwimmerEnv", "SwimmerVectorEnv"), ("StationKeeping", "StationKeepingEnv", "stations"),
                            ("BoatInWaves", "BoatEnv", "boats"), ("File", "FileEnv", "file_worlds")):
        if f"AmbientFluid/{name}-v0" not in registry:
            entered(f"AmbientFluid/{name}-v0", entry_point=f"{__name__}:{one}", vector_entry_point=f"{__name__}:{many}")


def episode_return(env: FluidEnv, policy: Callable[[np.ndarray, float], Any], seed: int) -> float:
    """The sum of rewards of one episode. policy: gives an action for an observation and the time since the start [s]."""
    observation, info = env.reset(seed=seed)
    reward, over = 0.0, False
    while not over:
        observation, gained, terminated, truncated, info = env.step(policy(observation, info["time"]))
        reward, over = reward + gained, terminated or truncated
    return reward


if _gymnasium.IS_INSTALLED:
    register()
