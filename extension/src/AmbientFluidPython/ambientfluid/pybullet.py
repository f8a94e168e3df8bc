# SPDX-License-Identifier: Zlib
"""Water, wind and waves for bodies of PyBullet.

    import pybullet as p
    import ambientfluid as af
    import ambientfluid.pybullet as afp
    water = afp.Water(af.water())
    hull = water.add(body)
    water.step()                   # in place of p.stepSimulation()

The bodies stay PyBullet's: contacts, constraints, user forces, pictures and queries work as before. Without contacts a body
moves exactly as a `FreeBody`. docs/pybullet.md has what is exact and what is not.
"""
from __future__ import annotations

from typing import Any, Dict, List, Optional, Tuple

import numpy as np

from . import _core, _pybullet_guard

_pybullet_guard.require()

import pybullet as p  # noqa: E402

from . import _pybullet_contacts as contacts, _turns as spins  # noqa: E402
from ._pybullet_math import before_gyroscopic  # noqa: E402
from ._pybullet_robots import WetRobot  # noqa: E402
from ._pybullet_shapes import collision_mesh, model_of  # noqa: E402

__all__ = ["Water", "WetBody", "WetRobot"]

_MULTI_BODY = 2  # of getDynamicsInfo
_RELATIVE = 1e-9  # velocities: smaller changes are rounding
_NOTHING = np.zeros(6)


class WetBody:
    """A body of PyBullet in the fluid. Made by Water.add().

    body: PyBullet's number. mass [kg] and inertia (3) [kg m^2]: its own, without the fluid; getDynamicsInfo() tells the
    larger ones that PyBullet's solver sees. model: what the fluid sees of it.
    """

    def __init__(self, body: int, mass: float, inertia: np.ndarray, model: _core.FluidBodyModel, is_implicit: bool):
        self.body = body
        self.mass = mass
        self.inertia = inertia
        self.model = model
        self._is_implicit = is_implicit  # PyBullet's gyroscopic loads
        self._free: Any = None  # its FreeBody
        self._impulse = _NOTHING

    def readout(self) -> Dict[str, Any]:
        """Wrenches, powers, momentum, energy, volumes and areas of now: a dict as of `Body.readout()`."""
        return self._free.readout()

    @property
    def total_inertia(self) -> np.ndarray:
        """Inertia of the body and its added fluid about the centre of mass, axes of the inertial frame, 6x6, angular first."""
        return self._free.inertia

    def contact_impulse(self) -> np.ndarray:
        """Impulse of all contacts in the last step about the centre of mass, world axes: (torque, force) times time, shape (6,).

        getContactPoints() reads smaller forces, those on the mass in PyBullet's solver.
        """
        return self._impulse.copy()


class Water:
    """The fluid of one PyBullet world, and its wet bodies.

    medium: of `water()`, `air()`, `divided()` and others; 'water' and 'air' are names, None is a vacuum. client: PyBullet's
    physicsClientId. forces: as `FluidBodyModel.wrenches`. tolerance: largest error per substep of the fluid.
    speed_limit: as far as motors and contacts drive a velocity of a robot's base or joint [rad/s, m/s]; PyBullet's own is 100.
    """

    def __init__(self, medium: Any = "water", client: int = 0, *, forces: str = "default", tolerance: float = 1e-5, speed_limit: float = 100.0):
        if not speed_limit > 0.0:
            raise ValueError(f"speed_limit: {speed_limit} is not above 0")
        self._medium = _medium_of(medium)
        self._client = client
        self._forces = forces
        self._tolerance = tolerance
        self._speed_limit = speed_limit
        self._time = 0.0
        self._gravity = np.zeros(3)
        self._bodies: Dict[int, WetBody] = {}
        self._robots: Dict[int, WetRobot] = {}
        self._written = np.empty((0, 13))  # states that PyBullet was given
        self._solver = np.empty((0, 4))  # masses and inertias that PyBullet was given
        self.skipped: Dict[int, str] = {}

    @property
    def time(self) -> float:
        """Time of the fluid [s]: it goes on with each step, through resets too."""
        return self._time

    @property
    def bodies(self) -> List[Any]:
        """The wet bodies: a WetBody for each without joints, then a WetRobot for each with joints."""
        return [*self._bodies.values(), *self._robots.values()]

    @property
    def medium(self) -> Any:
        """The fluid. A new one counts from the next step on."""
        return self._medium

    @medium.setter
    def medium(self, medium: Any) -> None:
        self._medium = _medium_of(medium)
        for wet, state in zip(self._bodies.values(), self._written):
            self._float(wet, state)
        for robot in self._robots.values():
            robot.float(self._medium)

    def add(self, body: int, *, shape: Any = None, shapes: Optional[Dict[int, Any]] = None, **model: Any) -> Any:
        """Makes a body wet; a body that is wet already is added anew. Returns a WetBody, or a WetRobot if it has joints.

        shape: of `ambientfluid.box()` and others, or a tuple (vertices, triangles), in the inertial frame; by default the
        body's collision shapes. shapes: the same by link, for bodies with joints. Other keywords: as `FluidBodyModel`. Its
        linear, angular and joint damping become 0; the fluid applies the joints' damping.
        Raises ValueError with one line for bodies that cannot be wet: fixed or soft ones, planar joints.
        """
        reason = self._refusal(body)
        if reason:
            raise ValueError(f"body {body} {reason}")
        if p.getNumJoints(body, physicsClientId=self._client) > 0:
            robot = WetRobot(body, self._client, self._medium, {-1: shape, **(shapes or {})}, model, self._forces, self._tolerance,
                             self._speed_limit)
            self._drop(body)
            self._robots[body] = robot
            return robot
        if shape is None:
            vertices, triangles = collision_mesh(body, -1, self._client)
        else:
            vertices, triangles = _core.mesh(shape) if isinstance(shape, dict) else shape
        prepared = model_of(vertices, triangles, model)
        self._drop(body)
        info = p.getDynamicsInfo(body, -1, physicsClientId=self._client)
        wet = WetBody(body, info[0], np.array(info[2]), prepared, info[10] != _MULTI_BODY)
        p.changeDynamics(body, -1, linearDamping=0.0, angularDamping=0.0, maxJointVelocity=1e9,
                         activationState=p.ACTIVATION_STATE_DISABLE_SLEEPING, physicsClientId=self._client)
        self._float(wet, self._state_of(body))
        self._bodies[body] = wet
        self._written = np.vstack([self._written, self._state_of(body)])
        self._solver = np.vstack([self._solver, [wet.mass, *wet.inertia]])
        return wet

    def add_all(self, **model: Any) -> List[Any]:
        """Makes all bodies wet that can be; `skipped` has the reasons of the others. Keywords: as `FluidBodyModel`."""
        self.skipped = {}
        added = []
        for number in range(p.getNumBodies(physicsClientId=self._client)):
            body = p.getBodyUniqueId(number, physicsClientId=self._client)
            if body in self._bodies or body in self._robots:
                continue
            try:
                added.append(self.add(body, **model))
            except ValueError as error:
                self.skipped[body] = str(error)
        return added

    def remove(self, body: int) -> None:
        """Makes a body dry. It gets its own mass and inertia back, unless PyBullet has no such body any more."""
        if body in self._robots:
            self._robots.pop(body).release()
            return
        if body not in self._bodies:
            raise ValueError(f"body {body} is not wet")
        index = list(self._bodies).index(body)
        wet = self._bodies.pop(body)
        if self._is_there(body, self._solver[index, 0]):
            p.changeDynamics(body, -1, mass=wet.mass, localInertiaDiagonal=list(wet.inertia), physicsClientId=self._client)
        self._written = np.delete(self._written, index, axis=0)
        self._solver = np.delete(self._solver, index, axis=0)

    def clear(self) -> None:
        """Makes all bodies dry: call it with resetSimulation(), which takes PyBullet's bodies away."""
        for body in [*self._bodies, *self._robots]:
            self.remove(body)

    def save(self) -> Any:
        """The state of the fluid: time and bodies. Call it with p.saveState()."""
        return self._time, {body: np.append(_free_state(wet._free), wet._free.time) for body, wet in self._bodies.items()}

    def restore(self, saved: Any) -> None:
        """Returns to a saved state. Call it with p.restoreState(), which the fluid's time does not follow by itself."""
        self._time, states = saved
        for index, (body, wet) in enumerate(self._bodies.items()):
            if body in states:
                _set_state(wet._free, states[body][:13], states[body][13])
                self._written[index] = states[body][:13]

    def step(self, substeps: int = 1) -> None:
        """Steps the world: in place of p.stepSimulation().

        substeps: equal parts of PyBullet's time step. Forces of applyExternalForce() last one part: PyBullet clears them.
        """
        parameters = p.getPhysicsEngineParameters(physicsClientId=self._client)
        if parameters["useRealTimeSimulation"]:
            raise RuntimeError("real-time simulation steps PyBullet without the water: call p.setRealTimeSimulation(0)")
        if parameters["numSubSteps"] > 1:
            raise RuntimeError("PyBullet has numSubSteps: set it to 0, and call water.step(substeps=...)")
        if substeps < 1:
            raise ValueError(f"substeps: {substeps} is not above 0")
        gravity = np.array([parameters["gravityAcceleration" + axis] for axis in "XYZ"])
        whole = parameters["fixedTimeStep"]
        if substeps == 1:
            self._step(whole, gravity)
            return
        p.setTimeStep(whole / substeps, physicsClientId=self._client)
        try:
            for _ in range(substeps):
                self._step(whole / substeps, gravity)
        finally:
            p.setTimeStep(whole, physicsClientId=self._client)

    def _step(self, dt: float, gravity: np.ndarray) -> None:
        begun = self._begin(dt, gravity) if self._bodies else None
        for robot in self._robots.values():
            robot.begin(gravity, self._time, dt)
        p.stepSimulation(physicsClientId=self._client)
        self._time += dt
        for robot in self._robots.values():
            robot.end()
        if begun:
            self._end(dt, gravity, *begun)

    def _begin(self, dt: float, gravity: np.ndarray) -> Tuple[np.ndarray, ...]:
        """Gives the bodies without joints the velocities and inertias of the coming step.

        Returns their states before it, poses' turns, what the fluid gave the solver, the spins given and those expected.
        """
        wet = list(self._bodies.values())
        free = [one._free for one in wet]
        states = self._read()
        moved = self._differ(states)
        for index in np.flatnonzero(moved):
            if not self._is_there(wet[index].body, self._solver[index, 0]):
                raise RuntimeError(f"body {wet[index].body} is not the one that was added, or has a new mass: call water.add() again")
        if not np.array_equal(gravity, self._gravity):
            for one in free:
                one.gravity = gravity
            self._gravity = gravity
        solver = _core.begin_steps(free, dt, states, moved)
        self._give_inertias(wet, solver)
        turns = np.where(moved[:, None], states[:, 3:7], self._written[:, 3:7])
        given, expected = before_gyroscopic(solver[:, 4:7], solver[:, 1:4], turns, self._are_implicit(), dt)
        start = solver[:, 7:] - dt * gravity
        for body, linear, angular in zip(self._bodies, start.tolist(), given.tolist()):
            p.resetBaseVelocity(body, linear, angular, physicsClientId=self._client)
        return states, turns, solver, given, expected

    def _end(self, dt: float, gravity: np.ndarray, states: np.ndarray, turns: np.ndarray, solver: np.ndarray,
             given: np.ndarray, expected: np.ndarray) -> None:
        """Gives the bodies without joints the poses and velocities after the step of PyBullet. Arrays: of _begin()."""
        wet = list(self._bodies.values())
        free = [one._free for one in wet]
        after = self._read()
        change = np.hstack([after[:, 7:10] - expected, after[:, 10:] - solver[:, 7:]])
        touched = self._is_touched(change, expected, given, solver, self._are_implicit(), dt * np.linalg.norm(gravity))
        impulses = np.hstack([spins.turned(turns, solver[:, 1:4] * spins.turned(spins.reversed_(turns), change[:, :3])),
                              solver[:, :1] * change[:, 3:]])
        for one in wet:
            one._impulse = _NOTHING
        dry: Dict[int, np.ndarray] = {}
        if touched.any():
            dry = contacts.scale(self._bodies, free, states[:, :3], impulses, dt, self._client)
        self._write(_core.end_steps(free, impulses, after[:, :7], touched))
        contacts.push(dry, self._client)

    def _are_implicit(self) -> np.ndarray:
        return np.array([one._is_implicit for one in self._bodies.values()], dtype=bool)

    def _read(self) -> np.ndarray:
        """States of PyBullet's bodies, shape (n, 13)."""
        return np.array([self._state_of(body) for body in self._bodies]).reshape(-1, 13)

    def _state_of(self, body: int) -> Tuple[float, ...]:
        try:
            position, turn = p.getBasePositionAndOrientation(body, physicsClientId=self._client)
            linear, angular = p.getBaseVelocity(body, physicsClientId=self._client)
        except p.error as error:
            raise RuntimeError(f"body {body} was removed from PyBullet: call water.remove({body}), or water.clear()") from error
        return position + turn + angular + linear

    def _differ(self, states: np.ndarray) -> np.ndarray:
        """Which bodies are not where the water left them: moved by the user, a reset or restoreState()."""
        signs = np.where(np.einsum("ij,ij->i", states[:, 3:7], self._written[:, 3:7]) < 0, -1.0, 1.0)
        states[:, 3:7] *= signs[:, None]
        return np.any(np.abs(states - self._written) > 1e-11 * (1.0 + np.abs(self._written)), axis=1)

    def _give_inertias(self, wet: List[WetBody], solver: np.ndarray) -> None:
        new = np.any(np.abs(solver[:, :4] - self._solver) > 1e-12 * np.abs(self._solver), axis=1)
        for index in np.flatnonzero(new):
            mass, *inertia = solver[index, :4].tolist()
            p.changeDynamics(wet[index].body, -1, mass=mass, localInertiaDiagonal=inertia, physicsClientId=self._client)
        self._solver[new] = solver[new, :4]
        solver[~new, :4] = self._solver[~new]

    @staticmethod
    def _is_touched(change: np.ndarray, expected: np.ndarray, given: np.ndarray, solver: np.ndarray, implicit: np.ndarray,
                    fall: float) -> np.ndarray:
        """Which bodies were changed by contacts, constraints and forces, beyond the rounding of free motion."""
        speed = fall + np.linalg.norm(solver[:, 7:], axis=1)
        # PyBullet's implicit gyroscopic update is one iteration, and so is only nearly the equation that is solved here.
        spin = np.linalg.norm(expected, axis=1) + np.linalg.norm(given, axis=1)
        return ((np.linalg.norm(change[:, 3:], axis=1) > _RELATIVE * speed) |
                (np.linalg.norm(change[:, :3], axis=1) > np.where(implicit, 1e-3, _RELATIVE) * spin + 1e-12))

    def _write(self, states: np.ndarray) -> None:
        for body, state in zip(self._bodies, states.tolist()):
            p.resetBasePositionAndOrientation(body, state[:3], state[3:7], physicsClientId=self._client)
            p.resetBaseVelocity(body, state[10:], state[7:10], physicsClientId=self._client)
        self._written = states

    def _float(self, wet: WetBody, state: Any) -> None:
        free = _core.FreeBody(wet.model, wet.mass, self._medium, center_of_mass=(0.0, 0.0, 0.0), inertia=np.diag(wet.inertia),
                              gravity=self._gravity, forces=self._forces, tolerance=self._tolerance)
        _set_state(free, state, self._time)
        wet._free = free

    def _drop(self, body: int) -> None:
        if body in self._bodies or body in self._robots:
            self.remove(body)

    def _is_there(self, body: int, mass: float) -> bool:
        """Whether PyBullet's body of this number has the mass that it was given: numbers are used again."""
        try:
            return bool(p.getDynamicsInfo(body, -1, physicsClientId=self._client)[0] == mass)
        except p.error:
            return False

    def _refusal(self, body: int) -> Optional[str]:
        try:
            info = p.getDynamicsInfo(body, -1, physicsClientId=self._client)
        except p.error:
            return "is none of PyBullet's bodies, or is soft"
        if info[10] not in (1, _MULTI_BODY):
            return "is soft"
        if p.getNumJoints(body, physicsClientId=self._client) > 0:
            return None
        if not info[0] > 0.0:
            return "has mass 0: it does not move"
        if not min(info[2]) > 0.0:
            return f"has the inertia {info[2]}, which is not above 0"
        return None


def _medium_of(medium: Any) -> Any:
    if isinstance(medium, str):
        if medium not in ("water", "air"):
            raise ValueError(f"medium: '{medium}' is none of water, air")
        return getattr(_core, medium)()
    return medium


def _free_state(free: Any) -> np.ndarray:
    return np.concatenate([free.position, free.orientation, free.twist])


def _set_state(free: Any, state: Any, time: float) -> None:
    free.set_state(position=state[:3], orientation=state[3:7], angular_velocity=state[7:10], linear_velocity=state[10:13], time=time)
