# SPDX-License-Identifier: Zlib
"""Environments of Gymnasium: an eel of links that learns to swim to a goal, and many of them in threads.

The classes are those of Gymnasium if it is installed; without it they have the same methods and small spaces.

    env = ambientfluid.swimming.SwimmerEnv()
    observation, info = env.reset(seed=1)
    observation, reward, terminated, truncated, info = env.step(env.action_space.sample())
"""
from __future__ import annotations

import math
from typing import Any, Dict, Optional, Sequence, Tuple

import numpy as np

from ._env import FluidEnv, FluidVectorEnv
from ._gymnasium import Box
from .shapes import ellipsoid
from .worlds import World


class SwimmerEnv(FluidEnv):
    """An eel of `links` ellipsoids in water without gravity, whose head should come to a goal at the same depth.

    Action: targets of the joints between the links, from -1 to 1 of `bend` [rad]. Motors follow them with limited torque.
    Observation: direction and distance [m] of the goal in the head's horizontal axes, velocity (2) [m/s] and turning rate
    [rad/s] of the head there, then angles [rad] and rates [rad/s] of the joints.
    Reward: metres gained towards the goal in the step, minus `effort` per joule of the motors, plus 1 at the goal.
    Terminated: the head is within .1 m of the goal, or the world failed. Truncated: after `seconds`.
    Info: energy of the motors [J], time [s], distance of the goal [m].
    """

    reset_options = ("goal",)

    def __init__(self, *, links: int = 6, length: float = 0.6, bend: float = 0.7, seconds: float = 20.0, distance: float = 1.0,
                 effort: float = 0.02, dt: float = 1.0 / 240.0, control: float = 1.0 / 30.0,
                 render_mode: Optional[str] = None, camera: Optional[Dict[str, Any]] = None):
        """length of the eel [m]; distance of the goal [m]; dt of the world and control of the action [s].

        render_mode: "rgb_array", "ansi" or None; camera: as of FluidEnv.render().
        """
        if not 2 <= links <= 20:
            raise ValueError(f"links: {links} is not between 2 and 20")
        if not (length > 0.0 and bend > 0.0 and seconds > 0.0 and distance > 0.0 and control >= dt > 0.0):
            raise ValueError("length, bend, seconds, distance and dt are above 0, and control is dt or more")
        self.bend, self.effort, self.distance = bend, effort, distance
        joints = links - 1
        self.action_space = Box(-1.0, 1.0, (joints,), dtype=np.float32)
        self.observation_space = Box(-math.inf, math.inf, (6 + 2 * joints,), dtype=np.float32)
        world = World(medium="water", gravity=(0.0, 0.0, 0.0), dt=dt, articulated=True)
        part = length / links
        body = ellipsoid((0.55 * part, 0.2 * part, 0.5 * part), faces=320)
        chain = [World.link("link0", body, density=998.2)]
        for i in range(1, links):
            shape = dict(body, position=(-0.5 * part, 0.0, 0.0))
            chain.append(World.link(f"link{i}", shape, parent=f"link{i - 1}", density=998.2,
                                    position=(-0.5 * part if i == 1 else -part, 0.0, 0.0),
                                    joint={"type": "hinge", "axis": (0.0, 0.0, 1.0), "lower": -1.5, "upper": 1.5}))
        self.eel = world.add_articulated(chain, name="eel", collide=False)
        weight = self.eel.mass / links * part * part
        self.eel.set_servo(200.0 * weight, 20.0 * weight, 400.0 * weight)
        super().__init__(world, seconds=seconds, control=control, render_mode=render_mode, camera=camera)
        self.goal = np.array([distance, 0.0])

    def reset(self, *, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None
              ) -> Tuple[np.ndarray, Dict[str, Any]]:
        """Returns to the straight eel at rest and draws a goal in front of it, within 60 degrees to either side.

        seed: of the goals from now on; options: {"goal": (x, y)} [m] in place of a drawn one.
        """
        return super().reset(seed=seed, options=options)

    def _begin(self, options: Dict[str, Any]) -> None:
        self.eel.set_targets(0.0)
        angle = self.np_random.uniform(-math.pi / 3.0, math.pi / 3.0)
        self.goal = self.distance * np.array([math.cos(angle), math.sin(angle)])
        if "goal" in options:
            self.goal = np.asarray(options["goal"], dtype=float)
            if self.goal.shape != (2,) or not np.isfinite(self.goal).all():
                raise ValueError("goal: two finite numbers are needed")
        self._left = self._distance()

    def _act(self, action: np.ndarray) -> None:
        self.eel.set_targets(self.bend * action)

    def _power(self) -> float:
        return float(np.abs(self.eel.torques * self.eel.rates).sum())

    def _has_failed(self) -> bool:
        return self.eel.failure is not None

    def _reward(self, spent: float) -> Tuple[float, bool]:
        left = self._distance()
        reached = left < 0.1
        reward = self._left - left - self.effort * spent + (1.0 if reached else 0.0)
        self._left = left
        return reward, reached

    def _head(self) -> np.ndarray:
        return self.world.state[0]

    def _distance(self) -> float:
        return float(np.hypot(*(self.goal - self._head()[:2])))

    def _observation(self) -> np.ndarray:
        head = self._head()
        x, y, z, w = head[3:7]
        forward = np.array([1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y + w * z)])
        forward /= np.hypot(*forward)
        turn = np.array([forward, [-forward[1], forward[0]]])
        to_goal = turn @ (self.goal - head[:2])
        size = np.hypot(*to_goal)
        seen = [to_goal / max(size, 1e-9), [size], turn @ head[10:12], [head[9]], self.eel.positions, self.eel.rates]
        return np.concatenate(seen).astype(np.float32)

    def _info(self) -> Dict[str, Any]:
        return {**super()._info(), "distance": self._distance()}

    def _marks(self) -> Sequence[Tuple[Any, float]]:
        return [((*self.goal, 0.0), 0.1)]


class SwimmerVectorEnv(FluidVectorEnv):
    """Many SwimmerEnv, stepped in threads; as gymnasium.vector.VectorEnv with autoreset in the same step."""

    def __init__(self, num_envs: int, *, threads: int = 0, **options: Any):
        """num_envs: number of environments; threads: 0 means one per core; others as of SwimmerEnv."""
        super().__init__(SwimmerEnv, num_envs, threads=threads, **options)


def traveling_wave(time: float, joints: int, *, frequency: float = 1.0, waves: float = 0.8, steer: float = 0.0,
                   head: float = 0.3, growth: float = 0.7) -> np.ndarray:
    """Action of a swimming eel at a time [s]: a wave that runs to the tail, and a bend that steers (left: above 0).

    frequency [1/s]; waves along the eel; amplitude: head + growth times the place from head, 0, to tail, 1.
    """
    place = np.arange(1, joints + 1) / joints
    action = (head + growth * place) * np.sin(2.0 * math.pi * (frequency * time - waves * place)) - steer
    return np.clip(action, -1.0, 1.0).astype(np.float32)


def steered_wave(observation: np.ndarray, time: float, *, gain: float = 0.3, largest: float = 0.25, **wave: float) -> np.ndarray:
    """The baseline of SwimmerEnv: traveling_wave() with a bend of `gain` times the bearing of the goal [rad], at most
    `largest`. wave: as of traveling_wave()."""
    bearing = math.atan2(observation[1], observation[0])
    return traveling_wave(time, (len(observation) - 6) // 2, steer=min(max(gain * bearing, -largest), largest), **wave)
