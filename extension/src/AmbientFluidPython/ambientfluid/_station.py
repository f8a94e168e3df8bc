# SPDX-License-Identifier: Zlib
"""Station keeping: an underwater robot with six thrusters holds its place and heading in a current."""
from __future__ import annotations

import math
from typing import Any, Dict, Optional, Sequence, Tuple

import numpy as np

from . import _core
from ._env import FluidEnv
from ._gymnasium import Box
from ._thrusters import AHEAD, ASTERN, PROPELLER, command_share
from ._turns import reversed_, turned
from .shapes import box, cylinder, mesh_shape
from .worlds import World

DENSITY, VISCOSITY = 998.2, 1.0e-3  # water of 20 degC [kg/m^3, Pa s]
CENTRE = np.array([0.0, 0.0, -0.01])  # of mass, in the frame of the robot [m]; that of volume lies higher
INERTIA = (0.17, 0.20, 0.25)  # about it [kg m^2]
ALONG_X = (0.0, math.sqrt(0.5), 0.0, math.sqrt(0.5))  # turns z to x


def _places() -> Sequence[Tuple[Tuple[float, float, float], Tuple[float, float, float]]]:
    """Position in the frame of the robot [m] and axis of the thrusters: four level ones at 45 degrees, two upright ones."""
    level = [((0.15 * x, 0.11 * y, -0.045), (math.sqrt(0.5), -x * y * math.sqrt(0.5), 0.0)) for x in (1, -1) for y in (1, -1)]
    return level + [((0.0, 0.11 * y, 0.02), (0.0, 0.0, 1.0)) for y in (1, -1)]


def rov_mesh() -> Tuple[np.ndarray, np.ndarray]:
    """Vertices [m] and triangles of an open-frame robot, of public sizes of a BlueROV2: .46 m long, x ahead, z up.

    Two tubes, two blocks of foam, a frame of bars, and the ducts of six thrusters, as separate pieces; 13.2 l in all.
    """
    parts = [cylinder(0.057, 0.30, faces=128, position=(0.0, 0.0, 0.015), orientation=ALONG_X),
             cylinder(0.044, 0.26, faces=96, position=(0.0, 0.0, -0.092), orientation=ALONG_X)]
    for side in (1.0, -1.0):
        parts.append(box((0.36, 0.10, 0.065), faces=48, position=(0.0, 0.12 * side, 0.1)))
        parts += [box((0.457, 0.012, 0.05), faces=48, position=(0.0, 0.182 * side, height)) for height in (0.05, -0.1)]
        parts += [box((0.04, 0.012, 0.09), faces=24, position=(0.2 * end, 0.182 * side, -0.025)) for end in (1.0, -1.0)]
    for position, axis in _places():
        yaw = math.atan2(axis[1], axis[0])
        turn = (0.0, 0.0, 0.0, 1.0) if axis[2] else (-math.sqrt(0.5) * math.sin(0.5 * yaw), math.sqrt(0.5) * math.cos(0.5 * yaw),
                                                    math.sqrt(0.5) * math.sin(0.5 * yaw), math.sqrt(0.5) * math.cos(0.5 * yaw))
        parts.append(cylinder(0.048, 0.06, faces=48, position=position, orientation=turn))
    vertices, triangles, count = [], [], 0
    for points, corners in map(_core.mesh, parts):
        vertices.append(points)
        triangles.append(corners + count)
        count += len(points)
    return np.vstack(vertices), np.vstack(triangles)


class StationKeepingEnv(FluidEnv):
    """An underwater robot of 13.2 kg, weightless in water, that should stay at a place with a heading, in a current.

    At a reset the current is drawn, level, of up to `current` [m/s] from any side, and the robot starts at rest within
    .5 m of the place along each axis and 45 degrees of the heading.
    Action (6): thrust of the thrusters as shares of the largest at rest, from -1 (40 N astern) to 1 (51 N ahead): the four
    level ones (front left, front right, rear left, rear right), then left and right upright ones.
    Observation (20), axes of the robot (x ahead, y left, z up): the place (3) [m], the world's up (3), cosine and sine of the
    wanted heading, velocity over ground (3) [m/s], angular velocity (3) [rad/s], speeds of the thrusters as shares of the
    fastest (6).
    Reward: -(distance [m] + half the angle between the headings [rad]) times the time between actions [s], minus
    `effort` per joule of the thrusters.
    Terminated: further than `reach` from the place, or the world failed. Truncated: after `seconds`.
    Info: energy of the thrusters [J], time [s], distance [m], heading: that angle [rad], current (3), world axes [m/s].
    """

    reset_options = ("current", "at_place")

    def __init__(self, *, current: float = 0.4, seconds: float = 20.0, effort: float = 2e-4, reach: float = 3.0,
                 dt: float = 1.0 / 120.0, control: float = 1.0 / 20.0, render_mode: Optional[str] = None,
                 camera: Optional[Dict[str, Any]] = None):
        """current: largest one [m/s]; dt of the world and control of the action [s]; others as of FluidEnv."""
        if not (current >= 0.0 and reach > 0.0 and control >= dt > 0.0):
            raise ValueError("current is 0 or more, reach and dt are above 0, and control is dt or more")
        self.current, self.effort, self.reach = current, effort, reach
        self.action_space = Box(-1.0, 1.0, (6,), dtype=np.float32)
        self.observation_space = Box(-math.inf, math.inf, (20,), dtype=np.float32)
        self._still = _core.uniform(DENSITY, VISCOSITY)
        world = World(medium=self._still, dt=dt)
        self.rov = world.add_body(mesh_shape(*rov_mesh()), name="rov", position=-CENTRE, density=DENSITY, center_of_mass=CENTRE, inertia=INERTIA,
                                  collide=False, can_sleep=False)
        self.thrusters = [world.add_thruster(self.rov, position=np.asarray(place) - CENTRE, axis=axis, right_handed=i % 2 == 0,
                                             **PROPELLER) for i, (place, axis) in enumerate(_places())]
        super().__init__(world, seconds=seconds, control=control, render_mode=render_mode, camera=camera)
        self._flow = np.zeros(3)

    def reset(self, *, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None
              ) -> Tuple[np.ndarray, Dict[str, Any]]:
        """Draws current and start. seed: of all draws from now on.

        options: {"current": (x, y, z)} [m/s] in place of a drawn one; {"at_place": True}: the start is the place.
        """
        return super().reset(seed=seed, options=options)

    def _restore(self) -> None:
        self.world.medium = self._still  # of the saved state
        super()._restore()

    def _begin(self, options: Dict[str, Any]) -> None:
        speed, side = self.current * self.np_random.uniform(), self.np_random.uniform(-math.pi, math.pi)
        start, yaw = self.np_random.uniform(-0.5, 0.5, 3), self.np_random.uniform(-math.pi / 4.0, math.pi / 4.0)
        flow = np.asarray(options.get("current", (speed * math.cos(side), speed * math.sin(side), 0.0)), dtype=float)
        if flow.shape != (3,) or not np.isfinite(flow).all():
            raise ValueError("current: three finite numbers are needed")
        self._flow = flow
        self.world.medium = _core.uniform(DENSITY, VISCOSITY, flow)
        if not options.get("at_place", False):
            self.rov.position = start
            self.rov.orientation = (0.0, 0.0, math.sin(0.5 * yaw), math.cos(0.5 * yaw))

    def _act(self, action: np.ndarray) -> None:
        for thruster, share in zip(self.thrusters, action):
            command_share(thruster, share)

    def _power(self) -> float:
        return sum(abs(thruster.power) for thruster in self.thrusters)

    def _axes(self) -> np.ndarray:
        """The world's axes x, y and z in those of the robot, as rows."""
        return turned(reversed_(self.world.state[0][None, 3:7]), np.eye(3))

    def _errors(self, axes: np.ndarray) -> Tuple[float, float]:
        """Distance [m], and wanted heading as seen from the robot [rad]."""
        return float(np.linalg.norm(self.world.state[0, :3])), math.atan2(axes[0, 1], axes[0, 0])

    def _reward(self, spent: float) -> Tuple[float, bool]:
        distance, heading = self._errors(self._axes())
        cost = (distance + 0.5 * abs(heading)) * self._steps * self.world.dt
        return -cost - self.effort * spent, distance > self.reach

    def _observation(self) -> np.ndarray:
        state, axes = self.world.state[0], self._axes()
        _, heading = self._errors(axes)
        speeds = [thruster.speed / PROPELLER["fastest_speed"] for thruster in self.thrusters]
        seen = [-state[:3] @ axes, axes[2], (math.cos(heading), math.sin(heading)), state[10:13] @ axes, state[7:10] @ axes, speeds]
        return np.concatenate(seen).astype(np.float32)

    def _info(self) -> Dict[str, Any]:
        distance, heading = self._errors(self._axes())
        return {**super()._info(), "distance": distance, "heading": abs(heading), "current": self._flow.copy()}

    def _marks(self) -> Sequence[Tuple[Any, float]]:
        return [((0.0, 0.0, 0.0), 0.04)]


def station_keeper(observation: np.ndarray, time: float = 0.0, *, stiffness: float = 100.0, damping: float = 60.0,
                   turning: float = 4.0, turn_damping: float = 2.0) -> np.ndarray:
    """The baseline of StationKeepingEnv: springs and dampers to place and heading, shared by the thrusters.

    stiffness [N/m], damping [N s/m], turning [N m/rad], turn_damping [N m s/rad].
    """
    force = stiffness * observation[:3] - damping * observation[8:11]
    torque = turning * math.atan2(observation[7], observation[6]) - turn_damping * observation[13]
    thrusts = _SHARING @ np.array([*force, torque])
    return np.clip(thrusts / np.where(thrusts < 0.0, ASTERN, AHEAD), -1.0, 1.0).astype(np.float32)


def _sharing() -> np.ndarray:
    """Least thrusts [N] of a force [N] and a torque about z [N m]: the pseudo-inverse, shape (6, 4)."""
    columns = [(*axis, np.cross(np.asarray(place) - CENTRE, axis)[2]) for place, axis in _places()]
    return np.linalg.pinv(np.array(columns).T)


_SHARING = _sharing()
