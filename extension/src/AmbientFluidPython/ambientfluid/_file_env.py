# SPDX-License-Identifier: Zlib
"""An environment from a world file: what is seen, what acts, what is rewarded, and how the start varies."""
from __future__ import annotations

import math
import os
from dataclasses import dataclass
from typing import Any, Callable, Dict, List, NamedTuple, Optional, Sequence, Tuple, Union

import numpy as np

from ._env import FluidEnv
from ._gymnasium import Box
from ._thrusters import command_share
from ._turns import product_of_numbers, turn_of
from .worlds import World


class Actuator(NamedTuple):
    """A part of an action in one world: how many numbers it takes, and what it does with them."""

    count: int
    act: Callable[[np.ndarray], None]  # numbers from -1 to 1
    power: Callable[[], float]  # of the motors [W]


@dataclass(frozen=True)
class JointTargets:
    """A part of an action: targets of all joints of an articulated body, which has hinges and sliders.

    -1 to 1 are low to high [rad, m]: one number, or one per joint. With a stiffness [N m/rad, N/m], damping [N m s/rad,
    N s/m] and max_torque [N m, N] the joints get servos; without, they have those of the file.
    """

    body: str
    low: Any
    high: Any
    stiffness: Any = None
    damping: Any = 0.0
    max_torque: Any = None

    def actuator(self, world: World) -> Actuator:
        """The actuator in a world."""
        body = _found(world.multi_bodies, self.body, "articulated body")
        count = len(body.positions)
        low, high = (np.broadcast_to(np.asarray(bound, float), (count,)) for bound in (self.low, self.high))
        if not (low <= high).all():
            raise ValueError(f"{self.body}: low is above high")
        if self.stiffness is not None:
            body.set_servo(self.stiffness, self.damping, self.max_torque)
        body.set_targets(0.5 * (low + high))
        return Actuator(count, lambda action: body.set_targets(low + 0.5 * (action + 1.0) * (high - low)),
                        lambda: float(np.abs(body.torques * body.rates).sum()))


@dataclass(frozen=True)
class JointSpeed:
    """A part of an action: the speed of a hinge or slider between bodies, -1 to 1 of `speed` [rad/s, m/s], with a greatest
    torque or force [N m, N]. Its energy is not counted."""

    joint: str
    speed: float
    max_force: float

    def actuator(self, world: World) -> Actuator:
        """The actuator in a world."""
        joint = _found(world.joints, self.joint, "joint")
        return Actuator(1, lambda action: joint.set_motor(self.speed * float(action[0]), self.max_force), lambda: 0.0)


class ThrusterCommand:
    """A part of an action: a propeller. -1 to 1 are shares of its thrust at rest at the fastest speed, astern and ahead."""

    def __init__(self, on: str, **thruster: Any):
        """on: name of a body, or of an articulated body with `link`. Others as of World.add_thruster()."""
        self.on, self.thruster = on, {"fastest_speed": 100.0, **thruster}

    def actuator(self, world: World) -> Actuator:
        """The actuator in a world, which gets a thruster."""
        part = _found({**world.bodies, **world.multi_bodies}, self.on, "body")
        thruster = world.add_thruster(part, **self.thruster)
        fastest = float(self.thruster["fastest_speed"])
        return Actuator(1, lambda action: command_share(thruster, float(action[0]), fastest), lambda: abs(thruster.power))


def _found(parts: Dict[str, Any], name: str, kind: str) -> Any:
    if name not in parts:
        raise ValueError(f"{name}: the world has no such {kind}; it has {', '.join(parts) or 'none'}")
    return parts[name]


def _sum(one: Sequence[float], other: Sequence[float]) -> List[float]:
    return [a + b for a, b in zip(one, other)]


SPREADS = ("position", "rotation", "velocity", "turning", "joints")


class FileEnv(FluidEnv):
    """An environment from a world file.

    Action: the numbers of the parts of `action` one after the other, from -1 to 1.
    Observation: float32, of the names in `observation` one after the other. A row of World.names (a body, or
    "body/link") gives position (3) [m], orientation (4, x, y, z, w), angular velocity (3) [rad/s] and velocity (3) [m/s],
    world axes; an articulated body gives positions [rad, m] and rates [rad/s, m/s] of its joints; a joint between
    bodies its value [rad, m].
    Reward, terminated: what the functions say; also terminated if the fluid gave a body up. Truncated: after `seconds`.
    Info: energy of the motors [J], time [s].
    """

    reset_options = ("perturb",)

    def __init__(self, world: Union[str, "os.PathLike[str]", Dict[str, Any], World], *, action: Sequence[Any],
                 observation: Union[Sequence[str], Callable[["FileEnv"], Any]], reward: Callable[["FileEnv"], float],
                 termination: Optional[Callable[["FileEnv"], bool]] = None,
                 perturbation: Optional[Dict[str, Dict[str, Any]]] = None, seconds: float = 10.0,
                 control: float = 1.0 / 30.0, render_mode: Optional[str] = None, camera: Optional[Dict[str, Any]] = None):
        """world: a world file, its keys as a dict, or a World, which then belongs to the environment.

        action: parts such as JointTargets, JointSpeed and ThrusterCommand. observation: names, or a function of the
        environment that gives numbers. reward, termination: functions of the environment, called after each action.
        perturbation: by the name of a body or articulated body, half the widths of uniform draws at each reset, one number
        or three: position [m], rotation [rad] (a rotation vector), velocity [m/s], turning [rad/s] (of an articulated
        body: its base), joints [rad, m]. seconds, control, render_mode, camera: as of FluidEnv.
        """
        if isinstance(world, dict):
            world = World.from_dict(world)
        elif not isinstance(world, World):
            world = World.from_file(world)
        self._actuators = [part.actuator(world) for part in action]
        self._ends = np.cumsum([actuator.count for actuator in self._actuators], dtype=int)
        if not self._actuators:
            raise ValueError("action: has no part")
        super().__init__(world, seconds=seconds, control=control, render_mode=render_mode, camera=camera)
        self.reward, self.termination = reward, termination
        self._rows = {name: row for row, name in enumerate(world.names)}
        self._see = observation if callable(observation) else self._seen(observation)
        self._perturbed = [self._spread(name, widths) for name, widths in (perturbation or {}).items()]
        self.action_space = Box(-1.0, 1.0, (int(self._ends[-1]),), dtype=np.float32)
        self.observation_space = Box(-math.inf, math.inf, self._observation().shape, dtype=np.float32)

    def row(self, name: str) -> np.ndarray:
        """Position (3), orientation (4), angular velocity (3) and velocity (3) of a row of World.names, as of now."""
        return self.world.state[_found(self._rows, name, "moving part")]

    def reset(self, *, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None
              ) -> Tuple[np.ndarray, Dict[str, Any]]:
        """Returns to the start of the file and perturbs it. seed: of all draws from now on.

        options: {"perturb": False}: the start is that of the file.
        """
        return super().reset(seed=seed, options=options)

    def _seen(self, names: Sequence[str]) -> Callable[["FileEnv"], np.ndarray]:
        trees, joints = self.world.multi_bodies, self.world.joints

        def reader(name: str) -> Callable[[], np.ndarray]:
            if name in self._rows:
                return lambda: self.world.state[self._rows[name]]
            if name in trees:
                return lambda: np.concatenate([trees[name].positions, trees[name].rates])
            joint = _found(joints, name, "moving part, articulated body or joint")
            return lambda: np.array([joint.value])
        readers = [reader(name) for name in names]
        if not readers:
            raise ValueError("observation: has no name")
        return lambda _: np.concatenate([read() for read in readers])

    def _spread(self, name: str, widths: Dict[str, Any]) -> Callable[[], None]:
        """A function that draws the start of one body."""
        for key in widths:
            if key not in SPREADS:
                raise ValueError(f"perturbation: {name}: {key}: unknown; known are {', '.join(SPREADS)}")
        tree = self.world.multi_bodies.get(name)
        body = tree or _found(self.world.bodies, name, "body")
        if "joints" in widths and not tree:
            raise ValueError(f"perturbation: {name}: joints: it has none")
        moved = [float(width) for key in SPREADS[:4] for width in np.broadcast_to(np.asarray(widths.get(key, 0.0), float), (3,))]
        bent = np.broadcast_to(np.asarray(widths["joints"], float), body.positions.shape) if "joints" in widths else None

        def draw() -> None:  # without arrays: they cost half of a reset
            drawn = [2.0 * width * part - width for width, part in zip(moved, self.np_random.random(12).tolist())]
            shift, rotation, velocity, turning = drawn[:3], drawn[3:6], drawn[6:9], drawn[9:]
            if tree:
                if any(moved):
                    pose = body.base_pose.tolist()
                    body.base_pose = [*_sum(pose[:3], shift), *product_of_numbers(turn_of(rotation).tolist(), pose[3:])]
                    body.base_twist = _sum(body.base_twist.tolist(), turning + velocity)
                if bent is not None:
                    body.positions = body.positions + self.np_random.uniform(-bent, bent)
                return
            body.position = _sum(body.position.tolist(), shift)
            body.orientation = product_of_numbers(turn_of(rotation).tolist(), body.orientation.tolist())
            body.linear_velocity = _sum(body.linear_velocity.tolist(), velocity)
            body.angular_velocity = _sum(body.angular_velocity.tolist(), turning)
        return draw

    def _begin(self, options: Dict[str, Any]) -> None:
        self._act(np.zeros(self.action_space.shape))
        if options.get("perturb", True):
            for draw in self._perturbed:
                draw()

    def _act(self, action: np.ndarray) -> None:
        for actuator, end in zip(self._actuators, self._ends):
            actuator.act(action[end - actuator.count:end])

    def _power(self) -> float:
        return sum(actuator.power() for actuator in self._actuators)

    def _observation(self) -> np.ndarray:
        return np.asarray(self._see(self), dtype=np.float32)

    def _reward(self, spent: float) -> Tuple[float, bool]:
        return float(self.reward(self)), bool(self.termination and self.termination(self))
