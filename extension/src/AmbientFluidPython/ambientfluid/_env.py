# SPDX-License-Identifier: Zlib
"""What all environments share: a world that starts anew, actions, time limit, pictures, and many of them in threads."""
from __future__ import annotations

from typing import Any, Callable, Dict, List, Optional, Sequence, Tuple, Union

import numpy as np

from . import _core, _drawing
from ._gymnasium import AutoresetMode, Box, Env, VectorEnv, repeated
from .worlds import World

MODES = ("rgb_array", "ansi")


class FluidEnv(Env):
    """An environment around one World; the base of all environments of this package, and of your own.

    A class derived from it builds its world, then calls __init__, sets `action_space` and `observation_space`, and writes
    _begin(), _act(), _observation() and _reward(). Observations are float32. All draws come from `np_random`: episodes of
    equal seeds and actions are equal to the bit. `truncated` is True after `seconds`; `terminated` also if the fluid gave
    a body up.
    """

    metadata: Dict[str, Any] = {"render_modes": list(MODES), "render_fps": 30}
    action_space: Box
    observation_space: Box
    reset_options: Optional[Tuple[str, ...]] = None
    """The keys that reset() takes in its options; None: any."""

    def __init__(self, world: World, *, seconds: float, control: float, render_mode: Optional[str] = None,
                 camera: Optional[Dict[str, Any]] = None):
        """world: as it is at the start of an episode; the environment owns it from now on.

        seconds: time limit of an episode [s]. control: time between two actions [s], rounded to whole steps of the world.
        render_mode: what render() returns: "rgb_array", "ansi" or None. camera: see render().
        """
        if not (seconds > 0.0 and control > 0.0):
            raise ValueError("seconds and control are above 0")
        if render_mode not in (None, *MODES):
            raise ValueError(f"render_mode: {render_mode!r} is none of {', '.join(MODES)} and None")
        self.world, self.seconds, self.render_mode, self.camera = world, seconds, render_mode, dict(camera or {})
        self._steps = max(1, round(control / world.dt))
        self.metadata = dict(type(self).metadata, render_fps=max(1, round(1.0 / (self._steps * world.dt))))
        self._start, self._since = world.save(), world.time
        self._energy = 0.0
        self._has_begun = False

    # What a derived class writes.

    def _begin(self, options: Dict[str, Any]) -> None:
        """Draws the start of an episode, in the world that is already as it was at first."""

    def _act(self, action: np.ndarray) -> None:
        """Gives the world an action, which lies in the space of actions."""
        raise NotImplementedError

    def _observation(self) -> np.ndarray:
        """What the learner sees."""
        raise NotImplementedError

    def _reward(self, spent: float) -> Tuple[float, bool]:
        """The reward of the action, and whether the episode ends. spent: work of the motors in the action [J]."""
        raise NotImplementedError

    def _power(self) -> float:
        """Power of the motors at the end of the last step, the sum of absolute values [W]."""
        return 0.0

    def _has_failed(self) -> bool:
        """Whether the fluid gave a body up."""
        parts = (*self.world.bodies.values(), *self.world.multi_bodies.values())
        return any(part.failure is not None for part in parts)

    def _info(self) -> Dict[str, Any]:
        """Keys of info: time since the start [s], energy of the motors since then [J]."""
        return {"time": self.world.time - self._since, "energy": self._energy}

    def _marks(self) -> Sequence[Tuple[Any, float]]:
        """Balls to be drawn beside the world: position [m] and radius [m]."""
        return ()

    # What Gymnasium calls.

    def reset(self, *, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None
              ) -> Tuple[np.ndarray, Dict[str, Any]]:
        """Begins an episode: observation and info. seed: of all draws from now on; options: those of the class."""
        unknown = [key for key in options or {} if self.reset_options is not None and key not in self.reset_options]
        if unknown:
            raise ValueError(f"options: {unknown[0]!r} is not known; known are {', '.join(map(repr, self.reset_options or ())) or 'none'}")
        super().reset(seed=seed)
        self._has_begun = True
        self._restore()
        self._energy = 0.0
        self._begin(options or {})
        return self._observation(), self._info()

    def step(self, action: Any) -> Tuple[np.ndarray, float, bool, bool, Dict[str, Any]]:
        """One action: observation, reward, terminated, truncated, info."""
        self.begin_step(action)
        self.world.step(self._steps)
        return self.end_step()

    def begin_step(self, action: Any) -> None:
        """The part of step() before the world's steps. Actions beyond the bounds of the space are moved to them."""
        if not self._has_begun:
            raise RuntimeError("step: an episode begins with reset()")
        action = np.asarray(action, dtype=float)
        space = self.action_space
        if action.shape != space.shape or not np.isfinite(action).all():
            raise ValueError(f"action: {space.shape[0]} finite numbers are needed")
        self._act(np.clip(action, space.low, space.high))

    def end_step(self) -> Tuple[np.ndarray, float, bool, bool, Dict[str, Any]]:
        """The part of step() after the world's steps; the motors' work is that of the last one times their number."""
        spent = self._power() * self._steps * self.world.dt
        self._energy += spent
        reward, over = self._reward(spent)
        over = bool(over) or self._has_failed()
        late = self.world.time - self._since >= self.seconds - 1e-9
        return self._observation(), float(reward), over, bool(late), self._info()

    @property
    def steps_per_action(self) -> int:
        """Steps of the world in one action."""
        return self._steps

    def render(self) -> Union[np.ndarray, str, None]:
        """The world as it is now, by the render_mode: "rgb_array" an array (height, width, 3) of uint8, "ansi" a table.

        The camera has the keywords of World.render(): eye, target, size and field.
        """
        if self.render_mode == "rgb_array":
            return self.world.render(balls=self._marks(), **self.camera)
        if self.render_mode == "ansi":
            return _drawing.table(self.world)
        return None

    def close(self) -> None:
        """Does nothing: the world goes with the environment."""

    def _restore(self) -> None:
        self.world.restore(self._start)


def gathered(infos: Sequence[Dict[str, Any]], count: int, rows: Optional[Sequence[int]] = None) -> Dict[str, Any]:
    """Infos of single environments as Gymnasium has those of many: for each key an array, and the mask `_key`.

    rows: the environments of `infos`, of `count`; default: all.
    """
    rows = range(count) if rows is None else rows
    together: Dict[str, Any] = {}
    for key in dict.fromkeys(key for info in infos for key in info):
        places = [row for row, info in zip(rows, infos) if key in info]
        values = [info[key] for info in infos if key in info]
        if isinstance(values[0], dict):
            together[key] = gathered(values, count, places)
        else:
            first = np.asarray(values[0])
            is_loose = key == "final_obs" or first.dtype.kind not in "biuf"  # kept as they are
            together[key] = np.full(count, None, dtype=object) if is_loose else np.zeros((count, *first.shape), first.dtype)
            for place, value in zip(places, values):
                together[key][place] = value
        together["_" + key] = np.isin(np.arange(count), places)
    return together


class FluidVectorEnv(VectorEnv):
    """Many environments of one kind, their worlds stepped in threads; as gymnasium.vector.VectorEnv.

    Arrays have one row per environment. An environment that ends is reset in the same step. Results are those of the
    environments one by one.
    """

    def __init__(self, make: Callable[..., FluidEnv], num_envs: int, *, threads: int = 0, **options: Any):
        """make: a class or function that gives one environment; options: its arguments. threads: 0 means one per core."""
        if num_envs < 1:
            raise ValueError(f"num_envs: {num_envs} is below 1")
        self.envs: List[FluidEnv] = [make(**options) for _ in range(num_envs)]
        first = self.envs[0]
        self.num_envs, self.threads, self.render_mode = num_envs, threads, first.render_mode
        self.metadata = dict(first.metadata, autoreset_mode=AutoresetMode.SAME_STEP)
        self.single_action_space, self.single_observation_space = first.action_space, first.observation_space
        self.action_space = repeated(self.single_action_space, num_envs)
        self.observation_space = repeated(self.single_observation_space, num_envs)

    def reset(self, *, seed: Union[int, Sequence[Optional[int]], None] = None, options: Optional[Dict[str, Any]] = None
              ) -> Tuple[np.ndarray, Dict[str, Any]]:
        """Resets all. seed: environment i gets seed + i, or element i of a list."""
        seeds = [None] * self.num_envs if seed is None else seed
        if isinstance(seed, (int, np.integer)):
            seeds = [int(seed) + i for i in range(self.num_envs)]
        if len(seeds) != self.num_envs:
            raise ValueError(f"seed: {self.num_envs} of them are needed, not {len(seeds)}")
        observations, infos = zip(*(env.reset(seed=one, options=options) for env, one in zip(self.envs, seeds)))
        return np.stack(observations), gathered(infos, self.num_envs)

    def step(self, actions: Any) -> Tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, Dict[str, Any]]:
        """One action each: observations, rewards, terminated, truncated, infos.

        infos: a dict of arrays, each `key` with the mask `_key` of the environments that have it. Those that ended have
        "final_obs" and "final_info" of the end; their observation and other infos are those of the new episode.
        """
        actions = np.asarray(actions)
        if actions.shape[:1] != (self.num_envs,):
            raise ValueError(f"actions: {self.num_envs} rows are needed")
        for env, action in zip(self.envs, actions):
            env.begin_step(action)
        _core.step_worlds([env.world for env in self.envs], self.envs[0].steps_per_action, self.threads)
        observations, rewards, terminated, truncated, infos = (list(column) for column in
                                                               zip(*(env.end_step() for env in self.envs)))
        for i, env in enumerate(self.envs):
            if terminated[i] or truncated[i]:
                last = {"final_obs": observations[i], "final_info": infos[i]}
                observations[i], info = env.reset()
                infos[i] = {**last, **info}
        return (np.stack(observations), np.array(rewards, dtype=float), np.array(terminated), np.array(truncated),
                gathered(infos, self.num_envs))

    def render(self) -> Tuple[Any, ...]:
        """Pictures or tables of all, by the render_mode."""
        return tuple(env.render() for env in self.envs)
