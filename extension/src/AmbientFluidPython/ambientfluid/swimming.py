# SPDX-License-Identifier: Zlib
"""Environments in the style of Gymnasium: an eel of links that learns to swim to a goal, and many of them in threads.

Nothing of Gymnasium is imported; the classes have its methods and attributes, so that its users' programs take them.

    env = ambientfluid.swimming.SwimmerEnv()
    observation, info = env.reset(seed=1)
    observation, reward, terminated, truncated, info = env.step(env.action_space.sample())
"""
from __future__ import annotations

import math
from typing import Any, Dict, List, Optional, Sequence, Tuple

import numpy as np

from . import _core
from .shapes import ellipsoid
from .worlds import World


class Box:
    """Arrays of a shape between two bounds, as gymnasium.spaces.Box."""

    def __init__(self, low: Any, high: Any, shape: Optional[Tuple[int, ...]] = None, dtype: Any = np.float32):
        """low, high: a number or an array; shape: needed with numbers."""
        self.dtype = np.dtype(dtype)
        self.shape = tuple(shape) if shape is not None else np.broadcast(np.asarray(low), np.asarray(high)).shape
        self.low = np.broadcast_to(np.asarray(low, dtype=dtype), self.shape).copy()
        self.high = np.broadcast_to(np.asarray(high, dtype=dtype), self.shape).copy()
        if not (self.low <= self.high).all():
            raise ValueError("low: is above high")
        self._random = np.random.default_rng()

    def seed(self, seed: Optional[int] = None) -> None:
        """Starts the random numbers of sample() anew."""
        self._random = np.random.default_rng(seed)

    def sample(self) -> np.ndarray:
        """A random element: uniform between finite bounds, else normal."""
        finite = np.isfinite(self.low) & np.isfinite(self.high)
        low, high = np.where(finite, self.low, 0.0), np.where(finite, self.high, 1.0)
        drawn = np.where(finite, self._random.uniform(low, high), self._random.normal(size=self.shape))
        return drawn.astype(self.dtype)

    def contains(self, x: Any) -> bool:
        """Whether an array has the shape and lies between the bounds."""
        x = np.asarray(x)
        return x.shape == self.shape and bool(((x >= self.low) & (x <= self.high)).all())

    def __repr__(self) -> str:
        """Shape and type."""
        return f"Box{self.shape} of {self.dtype}"


class SwimmerEnv:
    """An eel of `links` ellipsoids in water without gravity, whose head should come to a goal at the same depth.

    Action: targets of the joints between the links, from -1 to 1 of `bend` [rad]. Motors follow them with limited torque.
    Observation: direction and distance [m] of the goal in the head's horizontal axes, velocity (2) [m/s] and turning rate
    [rad/s] of the head there, then angles [rad] and rates [rad/s] of the joints.
    Reward: metres gained towards the goal in the step, minus `effort` per joule of the motors, plus 1 at the goal.
    Terminated: the head is within .1 m of the goal, or the world failed. Truncated: after `seconds`.
    """

    metadata: Dict[str, Any] = {"render_modes": []}

    def __init__(self, *, links: int = 6, length: float = 0.6, bend: float = 0.7, seconds: float = 20.0, distance: float = 1.0,
                 effort: float = 0.02, dt: float = 1.0 / 240.0, control: float = 1.0 / 30.0):
        """length of the eel [m]; distance of the goal [m]; dt of the world and control of the action [s]."""
        if not 2 <= links <= 20:
            raise ValueError(f"links: {links} is not between 2 and 20")
        if not (length > 0.0 and bend > 0.0 and seconds > 0.0 and distance > 0.0 and control >= dt > 0.0):
            raise ValueError("length, bend, seconds, distance and dt are above 0, and control is dt or more")
        self.bend, self.effort, self.seconds, self.distance = bend, effort, seconds, distance
        self._steps = max(1, round(control / dt))
        joints = links - 1
        self.action_space = Box(-1.0, 1.0, (joints,))
        self.observation_space = Box(-math.inf, math.inf, (6 + 2 * joints,))
        self.world = World(medium="water", gravity=(0.0, 0.0, 0.0), dt=dt, articulated=True)
        part = length / links
        body = ellipsoid((0.55 * part, 0.2 * part, 0.5 * part), faces=320)
        chain = [World.link("link0", body, density=998.2)]
        for i in range(1, links):
            shape = dict(body, position=(-0.5 * part, 0.0, 0.0))
            chain.append(World.link(f"link{i}", shape, parent=f"link{i - 1}", density=998.2,
                                    position=(-0.5 * part if i == 1 else -part, 0.0, 0.0),
                                    joint={"type": "hinge", "axis": (0.0, 0.0, 1.0), "lower": -1.5, "upper": 1.5}))
        self.eel = self.world.add_articulated(chain, name="eel", collide=False)
        weight = self.eel.mass / links * part * part
        self.eel.set_servo(200.0 * weight, 20.0 * weight, 400.0 * weight)
        self._start = self.world.save()
        self.np_random = np.random.default_rng()
        self.goal = np.array([distance, 0.0])
        self._energy = 0.0

    def reset(self, *, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None
              ) -> Tuple[np.ndarray, Dict[str, Any]]:
        """Returns to the straight eel at rest and draws a goal in front of it, within 60 degrees to either side.

        seed: of the goals from now on; options: {"goal": (x, y)} [m] in place of a drawn one.
        """
        if seed is not None:
            self.np_random = np.random.default_rng(seed)
        self.world.restore(self._start)
        self.eel.set_targets(0.0)
        angle = self.np_random.uniform(-math.pi / 3.0, math.pi / 3.0)
        self.goal = self.distance * np.array([math.cos(angle), math.sin(angle)])
        if options and "goal" in options:
            self.goal = np.asarray(options["goal"], dtype=float)
            if self.goal.shape != (2,) or not np.isfinite(self.goal).all():
                raise ValueError("goal: two finite numbers are needed")
        self._energy = 0.0
        self._left = self._distance()
        return self._observation(), self._info()

    def step(self, action: Any) -> Tuple[np.ndarray, float, bool, bool, Dict[str, Any]]:
        """One action: observation, reward, terminated, truncated, info with the energy [J], time [s] and distance [m]."""
        self.begin_step(action)
        self.world.step(self._steps)
        return self.end_step()

    def begin_step(self, action: Any) -> None:
        """The part of step() before the world's steps."""
        action = np.asarray(action, dtype=float)
        if action.shape != self.action_space.shape or not np.isfinite(action).all():
            raise ValueError(f"action: {self.action_space.shape[0]} finite numbers are needed")
        self.eel.set_targets(self.bend * np.clip(action, -1.0, 1.0))

    def end_step(self) -> Tuple[np.ndarray, float, bool, bool, Dict[str, Any]]:
        """The part of step() after the world's steps; the motors' work is that of the last one."""
        spent = float(np.abs(self.eel.torques * self.eel.rates).sum()) * self._steps * self.world.dt
        self._energy += spent
        left = self._distance()
        reached, failed = left < 0.1, self.eel.failure is not None
        reward = self._left - left - self.effort * spent + (1.0 if reached else 0.0)
        self._left = left
        late = self.world.time >= self.seconds - 1e-9
        return self._observation(), reward, reached or failed, late, self._info()

    @property
    def steps_per_action(self) -> int:
        """Steps of the world in one action."""
        return self._steps

    def render(self) -> None:
        """Draws nothing."""

    def close(self) -> None:
        """Does nothing: the world goes with the environment."""

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
        return {"energy": self._energy, "time": self.world.time, "distance": self._distance()}


class SwimmerVectorEnv:
    """Many SwimmerEnv, stepped in threads; as gymnasium.vector.VectorEnv with autoreset in the same step.

    Arrays have one row per environment. Results are those of the environments one by one.
    """

    def __init__(self, count: int, *, threads: int = 0, **options: Any):
        """count of environments; threads: 0 means one per core; others as of SwimmerEnv."""
        if count < 1:
            raise ValueError(f"count: {count} is below 1")
        self.envs: List[SwimmerEnv] = [SwimmerEnv(**options) for _ in range(count)]
        self.num_envs, self.threads = count, threads
        self.single_action_space = self.envs[0].action_space
        self.single_observation_space = self.envs[0].observation_space
        self.action_space = Box(-1.0, 1.0, (count, *self.single_action_space.shape))
        self.observation_space = Box(-math.inf, math.inf, (count, *self.single_observation_space.shape))

    def reset(self, *, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None
              ) -> Tuple[np.ndarray, Sequence[Dict[str, Any]]]:
        """Resets all; environment i gets seed + i."""
        results = [env.reset(seed=None if seed is None else seed + i, options=options) for i, env in enumerate(self.envs)]
        return np.stack([result[0] for result in results]), [result[1] for result in results]

    def step(self, actions: Any) -> Tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, Sequence[Dict[str, Any]]]:
        """One action each. An environment that ends is reset; its info has "final_observation" and "final_info"."""
        actions = np.asarray(actions)
        if actions.shape[:1] != (self.num_envs,):
            raise ValueError(f"actions: {self.num_envs} rows are needed")
        for env, action in zip(self.envs, actions):
            env.begin_step(action)
        _core.step_worlds([env.world for env in self.envs], self.envs[0].steps_per_action, self.threads)
        results = [list(env.end_step()) for env in self.envs]
        for env, result in zip(self.envs, results):
            if result[2] or result[3]:
                last, last_info = result[0], result[4]
                result[0], info = env.reset()
                result[4] = dict(info, final_observation=last, final_info=last_info)
        observations, rewards, terminated, truncated, infos = zip(*results)
        return (np.stack(observations), np.array(rewards, dtype=float), np.array(terminated), np.array(truncated), list(infos))

    def close(self) -> None:
        """Does nothing: the worlds go with the environments."""


def traveling_wave(time: float, joints: int, *, frequency: float = 1.0, waves: float = 0.8, steer: float = 0.0) -> np.ndarray:
    """Action of a swimming eel at a time [s]: a wave that runs to the tail, and a bend that steers (left: above 0)."""
    place = np.arange(1, joints + 1) / joints
    action = (0.3 + 0.7 * place) * np.sin(2.0 * math.pi * (frequency * time - waves * place)) - steer
    return np.clip(action, -1.0, 1.0).astype(np.float32)
