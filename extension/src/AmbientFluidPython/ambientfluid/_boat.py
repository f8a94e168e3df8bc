# SPDX-License-Identifier: Zlib
"""A boat that is steered to a goal through waves."""
from __future__ import annotations

import math
from typing import Any, Dict, Optional, Sequence, Tuple

import numpy as np

from . import _core
from ._env import FluidEnv
from ._gymnasium import Box
from ._thrusters import PROPELLER, command_share
from ._turns import axes_of
from .shapes import mesh_shape
from .worlds import World

LENGTH, BREADTH = 1.6, 0.6  # [m]
MASS, CENTRE, INERTIA = 55.0, np.array([-0.1, 0.0, 0.0]), (2.2, 8.8, 9.5)  # [kg], of mass [m], about it [kg m^2]
PROPELLERS = ((-0.7, 0.2, -0.12), (-0.7, -0.2, -0.12))  # left and right, frame of the boat [m]


def boat_mesh(stations: int = 13) -> Tuple[np.ndarray, np.ndarray]:
    """Vertices [m] and triangles of a hull with a keel line, chines and a deck: 1.6 m long, x ahead, z up, floats near z = 0."""
    places = np.linspace(-1.0, 1.0, stations)
    half = 0.5 * BREADTH * np.sqrt(np.clip(1.0 - np.clip(places, 0.0, None) ** 3, 0.003, None))
    rise = np.clip(places, 0.0, None) ** 2  # of the keel towards the bow
    rings = [[(0.5 * LENGTH * x, y, z) for y, z in ((b, 0.14 + 0.06 * r), (0.75 * b, -0.08 + 0.06 * r), (0.0, -0.14 + 0.12 * r),
                                                    (-0.75 * b, -0.08 + 0.06 * r), (-b, 0.14 + 0.06 * r))]
             for x, b, r in zip(places, half, rise)]
    n, faces = 5, []
    for i in range(stations - 1):
        for j in range(n):
            a, b = n * i + j, n * i + (j + 1) % n
            faces += [(a, a + n, b), (b, a + n, b + n)]
    last = n * (stations - 1)
    for j in range(1, n - 1):  # transom and bow
        faces += [(0, j, j + 1), (last, last + j + 1, last + j)]
    return np.array(rings).reshape(-1, 3), np.array(faces)


def _medium(**surface: Any) -> Dict[str, Any]:
    return {"fluid": "water", "surface": {"height": 0.0, **surface}}


class BoatEnv(FluidEnv):
    """A boat of 1.6 m and 55 kg with two propellers that should come to a goal, in waves.

    At a reset a sea is drawn: its phases, and its heading from any side. The boat starts at rest, at its draft.
    Action (2): thrust of the left and the right propeller as shares of the largest at rest, from -1 (40 N astern) to 1 (51 N
    ahead).
    Observation (14): direction (2, of length 1: ahead, left) and distance [m] of the goal as seen from the boat; velocity
    (3) [m/s] ahead, to the left and up; the world's up (3) and the angular velocity (3) [rad/s] in the boat's axes; speeds
    of the propellers as shares of the fastest (2).
    Reward: metres gained towards the goal, minus `effort` per joule of the propellers, plus 1 at the goal.
    Terminated: within .5 m of the goal, turned over, or the world failed. Truncated: after `seconds`.
    Info: energy of the propellers [J], time [s], distance [m].
    """

    reset_options = ("goal",)

    def __init__(self, *, wave_height: float = 0.2, wave_period: float = 2.2, distance: float = 10.0, seconds: float = 20.0,
                 effort: float = 2e-4, dt: float = 1.0 / 120.0, control: float = 1.0 / 20.0, render_mode: Optional[str] = None,
                 camera: Optional[Dict[str, Any]] = None):
        """wave_height: significant one [m], 0 is calm water; wave_period: of the peak of the spectrum [s]; distance of the
        goal [m]; dt of the world and control of the action [s]; others as of FluidEnv."""
        if not (wave_height >= 0.0 and wave_period > 0.0 and distance > 0.0 and control >= dt > 0.0):
            raise ValueError("wave_height is 0 or more, wave_period, distance and dt are above 0, and control is dt or more")
        self.wave_height, self.wave_period, self.distance, self.effort = wave_height, wave_period, distance, effort
        self.action_space = Box(-1.0, 1.0, (2,), dtype=np.float32)
        self.observation_space = Box(-math.inf, math.inf, (14,), dtype=np.float32)
        world = World(medium=_medium(), dt=dt)
        self.boat = world.add_body(mesh_shape(*boat_mesh()), name="boat", mass=MASS, center_of_mass=CENTRE, inertia=INERTIA,
                                   can_sleep=False)
        self.propellers = [world.add_thruster(self.boat, position=np.asarray(place) - CENTRE, right_handed=i == 0, **PROPELLER)
                           for i, place in enumerate(PROPELLERS)]
        world.run(6.0)  # comes to its draft
        self.boat.position = (0.0, 0.0, self.boat.position[2])
        self.boat.linear_velocity = self.boat.angular_velocity = (0.0, 0.0, 0.0)
        world.medium = _medium()  # takes these changes over: the saved state has no plan of a step to be repeated
        super().__init__(world, seconds=seconds, control=control, render_mode=render_mode, camera=camera)
        self.goal = np.array([distance, 0.0])

    def reset(self, *, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None
              ) -> Tuple[np.ndarray, Dict[str, Any]]:
        """Draws a sea, and a goal within 60 degrees to either side of the bow. seed: of all draws from now on.

        options: {"goal": (x, y)} [m] in place of a drawn one.
        """
        return super().reset(seed=seed, options=options)

    def _restore(self) -> None:
        self.world.medium = _medium()  # of the saved state
        super()._restore()

    def _begin(self, options: Dict[str, Any]) -> None:
        bearing, side = self.np_random.uniform(-math.pi / 3.0, math.pi / 3.0), self.np_random.uniform(-math.pi, math.pi)
        number = int(self.np_random.integers(1, 10**9))
        self.goal = np.asarray(options.get("goal", self.distance * np.array([math.cos(bearing), math.sin(bearing)])), dtype=float)
        if self.goal.shape != (2,) or not np.isfinite(self.goal).all():
            raise ValueError("goal: two finite numbers are needed")
        if self.wave_height > 0.0:
            self.world.medium = _medium(wave_type="sine", sea={
                "height": self.wave_height, "period": self.wave_period, "spread": 4, "count": 8, "seed": number,
                "direction": (math.cos(side), math.sin(side), 0.0)})
        self._left = self._distance()

    def _act(self, action: np.ndarray) -> None:
        for propeller, share in zip(self.propellers, action):
            command_share(propeller, share)

    def _power(self) -> float:
        return sum(abs(propeller.power) for propeller in self.propellers)

    def _distance(self) -> float:
        x, y = self.world.state[0, :2].tolist()
        return math.hypot(self.goal[0] - x, self.goal[1] - y)

    def _reward(self, spent: float) -> Tuple[float, bool]:
        left = self._distance()
        reached = left < 0.5
        reward = self._left - left - self.effort * spent + (1.0 if reached else 0.0)
        self._left = left
        return reward, reached or axes_of(self.world.state[0, 3:7])[2][2] < 0.0

    def _observation(self) -> np.ndarray:
        state = self.world.state[0].tolist()
        axes = axes_of(state[3:7])
        level = max(math.hypot(axes[0][0], axes[0][1]), 1e-9)
        cosine, sine = axes[0][0] / level, axes[0][1] / level

        def as_seen(x: float, y: float) -> Tuple[float, float]:
            return cosine * x + sine * y, cosine * y - sine * x

        to_goal = as_seen(self.goal[0] - state[0], self.goal[1] - state[1])
        far = math.hypot(*to_goal)
        seen = [part / max(far, 1e-9) for part in to_goal] + [far, *as_seen(state[10], state[11]), state[12]]
        seen += [axis[2] for axis in axes]
        seen += [sum(one * other for one, other in zip(axis, state[7:10])) for axis in axes]
        seen += [propeller.speed / PROPELLER["fastest_speed"] for propeller in self.propellers]
        return np.array(seen, dtype=np.float32)

    def _info(self) -> Dict[str, Any]:
        return {**super()._info(), "distance": self._distance()}

    def _marks(self) -> Sequence[Tuple[Any, float]]:
        return [((*self.goal, 0.0), 0.5)]


def helmsman(observation: np.ndarray, time: float = 0.0, *, ahead: float = 0.6, turning: float = 0.6, damping: float = 0.3) -> np.ndarray:
    """The baseline of BoatEnv: a constant thrust towards the goal, and a difference that turns the bow to it.

    ahead: share of the thrust; turning: shares per radian of the bearing; damping: shares per rad/s of the yaw rate.
    """
    bearing = math.atan2(observation[1], observation[0])
    thrust, turn = ahead * max(0.0, math.cos(bearing)), turning * bearing - damping * observation[11]
    return np.clip([thrust - turn, thrust + turn], -1.0, 1.0).astype(np.float32)
