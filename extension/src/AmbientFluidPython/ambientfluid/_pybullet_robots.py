# SPDX-License-Identifier: Zlib
"""Bodies of PyBullet with joints: motion by the 6x6 inertias of all links, impulses with true inertias."""
from __future__ import annotations

from typing import Any, Dict, List, Optional

import numpy as np
import pybullet as p

from . import _core
from ._turns import product, reversed_, turned
from ._pybullet_shapes import collision_mesh, model_of

_TYPES = {p.JOINT_REVOLUTE: "hinge", p.JOINT_PRISMATIC: "slider", p.JOINT_FIXED: "fixed",
          p.JOINT_SPHERICAL: "ball"}


def _turn(q: Any, v: Any) -> np.ndarray:
    return turned(np.array([q]), np.array([v]))[0]


class WetRobot:
    """A body of PyBullet with joints in the fluid. Made by Water.add().

    body: PyBullet's number. wet_links: links with a collision shape, -1 is the base; the others are dry.
    """

    def __init__(self, body: int, client: int, medium: Any, shapes: Dict[int, Any], keywords: Dict[str, Any],
                 forces: str, tolerance: float, speed_limit: float):
        self.body = body
        self._client = client
        self._options = {"forces": forces, "tolerance": tolerance}
        self._speed_limit = speed_limit
        self._infos = [p.getJointInfo(body, joint, physicsClientId=client)
                       for joint in range(p.getNumJoints(body, physicsClientId=client))]
        self._joints = [info[0] for info in self._infos if info[2] != p.JOINT_FIXED]
        self._has_balls = any(info[2] == p.JOINT_SPHERICAL for info in self._infos)
        are_balls = [self._infos[joint][2] == p.JOINT_SPHERICAL for joint in self._joints]
        self._rates = _slices([3 if is_ball else 1 for is_ball in are_balls])
        self._places = _slices([4 if is_ball else 1 for is_ball in are_balls])
        self._links = self._tree()
        self._has_fixed_base = not p.getDynamicsInfo(body, -1, physicsClientId=client)[0] > 0.0
        self._models: Dict[int, Any] = {}
        for link in range(-1, len(self._infos)):
            mesh = self._mesh_of(link, shapes.get(link))
            if mesh is not None and not (link < 0 and self._has_fixed_base):
                self._models[link] = model_of(*mesh, keywords)
        if not self._models:
            raise ValueError(f"body {body} has no link with a collision shape that moves")
        for link in range(-1, len(self._infos)):
            p.changeDynamics(body, link, linearDamping=0.0, angularDamping=0.0, jointDamping=0.0, physicsClientId=client)
        # PyBullet cuts each speed above 100 by itself, which is no impulse: the limit here keeps the momentum.
        p.changeDynamics(body, -1, maxJointVelocity=1e9, activationState=p.ACTIVATION_STATE_DISABLE_SLEEPING, physicsClientId=client)
        self.float(medium)

    @property
    def wet_links(self) -> List[int]:
        """Links with a collision shape."""
        return list(self._models)

    def readout(self, link: int = -1) -> Dict[str, Any]:
        """Wrenches, powers, momentum, energy, volumes and areas of a link at the start of the last step, as of `Body.readout()`."""
        if link not in self._models:
            raise ValueError(f"link {link} of body {self.body} is dry")
        own = self._links[link + 1]
        free = _core.FreeBody(self._models[link], own["mass"], self._medium, center_of_mass=(0.0, 0.0, 0.0),
                              inertia=np.diag(own["inertia"]), gravity=self._gravity, **self._options)
        free.set_state(**self._tree_step.start(link + 1))
        return free.readout()

    def float(self, medium: Any) -> None:
        """Puts the links into a medium. For Water."""
        self._medium = medium
        self._tree_step = _core.SharedTree(self._links, [self._models.get(link) for link in range(-1, len(self._infos))], medium,
                                           fixed_base=self._has_fixed_base, speed_limit=self._speed_limit, **self._options)

    def release(self) -> None:
        """Gives the joints their damping back, and PyBullet its limit of speeds. For Water."""
        if self._is_there():
            p.changeDynamics(self.body, -1, maxJointVelocity=100.0, physicsClientId=self._client)
        for joint in self._joints if self._is_there() else ():
            p.changeDynamics(self.body, joint, jointDamping=self._infos[joint][6], physicsClientId=self._client)

    def begin(self, gravity: np.ndarray, time: float, dt: float) -> None:
        """Gives PyBullet the loads of the coming step. For Water."""
        if not self._is_there():
            raise RuntimeError(f"body {self.body} is not the robot that was added: call water.remove({self.body}), or water.clear()")
        self._gravity = gravity
        position, turn = p.getBasePositionAndOrientation(self.body, physicsClientId=self._client)
        twist, positions, rates = self._motion()
        wrench, torques, _, _ = self._tree_step.begin(position=position, orientation=turn, twist=twist, positions=positions,
                                                      rates=rates, gravity=gravity, time=time, duration=dt)
        if not self._has_fixed_base:
            p.applyExternalForce(self.body, -1, wrench[3:].tolist(), position, p.WORLD_FRAME, physicsClientId=self._client)
            p.applyExternalTorque(self.body, -1, wrench[:3].tolist(), p.WORLD_FRAME, physicsClientId=self._client)
        if self._has_balls:
            p.setJointMotorControlMultiDofArray(self.body, self._joints, p.TORQUE_CONTROL, forces=_parts(torques, self._rates),
                                                physicsClientId=self._client)
        elif self._joints:
            p.setJointMotorControlArray(self.body, self._joints, p.TORQUE_CONTROL, forces=torques.tolist(),
                                        physicsClientId=self._client)

    def end(self) -> None:
        """Gives PyBullet the state after the step; motors, limits and contacts had their part. For Water."""
        twist, _, rates = self._motion()
        position, turn, twist, positions, rates = self._tree_step.end(twist=twist, rates=rates)
        if not self._has_fixed_base:
            p.resetBasePositionAndOrientation(self.body, position.tolist(), turn.tolist(), physicsClientId=self._client)
            velocity = twist.tolist()
            p.resetBaseVelocity(self.body, velocity[3:], velocity[:3], physicsClientId=self._client)
        if self._joints:
            p.resetJointStatesMultiDof(self.body, self._joints, _parts(positions, self._places),
                                       _parts(rates, self._rates), physicsClientId=self._client)

    def _is_there(self) -> bool:
        """Whether PyBullet's body of this number has as many joints: numbers are used again."""
        try:
            return bool(p.getNumJoints(self.body, physicsClientId=self._client) == len(self._infos))
        except p.error:
            return False

    def _motion(self) -> Any:
        """The twist of the base, and positions and rates of all joints."""
        linear, angular = p.getBaseVelocity(self.body, physicsClientId=self._client)
        twist = np.zeros(6) if self._has_fixed_base else np.array(angular + linear)
        if self._has_balls:
            states = p.getJointStatesMultiDof(self.body, self._joints, physicsClientId=self._client)
            return twist, np.array([q for state in states for q in state[0]]), np.array([rate for state in states for rate in state[1]])
        states = p.getJointStates(self.body, self._joints, physicsClientId=self._client) if self._joints else ()
        motion = np.array([state[:2] for state in states]).reshape(-1, 2)
        return twist, motion[:, 0], motion[:, 1]

    def _mesh_of(self, link: int, shape: Any) -> Optional[Any]:
        if shape is not None:
            return _core.mesh(shape) if isinstance(shape, dict) else shape
        if not p.getCollisionShapeData(self.body, link, physicsClientId=self._client):
            return None
        return collision_mesh(self.body, link, self._client)

    def _tree(self) -> List[Dict[str, Any]]:
        """The links as a SharedTree has them, from PyBullet's present poses."""
        place, turn = p.getBasePositionAndOrientation(self.body, physicsClientId=self._client)
        centers, turns = [np.array(place)], [np.array(turn)]
        links = [self._inertia_of(-1)]
        for joint, info in enumerate(self._infos):
            if info[2] not in _TYPES:
                raise ValueError(f"joint {joint} of body {self.body} is planar or unknown: PyBullet does not give and take its position")
            state = p.getLinkState(self.body, joint, computeForwardKinematics=1, physicsClientId=self._client)
            center, turn, up = np.array(state[0]), np.array(state[1]), info[16] + 1
            axis, where, at_zero = np.array(info[13]), 0.0, turn  # axis: of the inertial frame
            if info[2] in (p.JOINT_REVOLUTE, p.JOINT_PRISMATIC):
                axis = axis / np.linalg.norm(axis)  # files have four to six digits
            pivot = centers[up] + _turn(turns[up], info[14])  # the pivot of getLinkState() is rounded to single precision
            if info[2] in (p.JOINT_REVOLUTE, p.JOINT_PRISMATIC):
                where = p.getJointState(self.body, joint, physicsClientId=self._client)[0]
            if info[2] == p.JOINT_FIXED:
                axis = np.array([0.0, 0.0, 1.0])
            elif info[2] == p.JOINT_REVOLUTE:
                at_zero = product(turn, np.append(-np.sin(0.5 * where) * axis, np.cos(0.5 * where)))
            elif info[2] == p.JOINT_PRISMATIC:
                pivot = pivot + where * _turn(turn, axis)
            else:
                ball = p.getJointStateMultiDof(self.body, joint, physicsClientId=self._client)[0]
                at_zero = product(turn, np.multiply(ball, (-1.0, -1.0, -1.0, 1.0)))
            back = turns[up] * (-1.0, -1.0, -1.0, 1.0)
            links.append({**self._inertia_of(joint), "parent": up, "joint": _TYPES[info[2]], "orientation": product(back, at_zero),
                          "pivot": np.array(info[14]), "center": _turn_back(turn, center - pivot), "axis": axis,
                          "damping": info[6]})
            centers.append(center)
            turns.append(turn)
        return links

    def _inertia_of(self, link: int) -> Dict[str, Any]:
        info = p.getDynamicsInfo(self.body, link, physicsClientId=self._client)
        if info[0] > 0.0 and min(info[2]) > 0.0:
            return {"mass": info[0], "inertia": info[2]}
        if link < 0 and not info[0] > 0.0:  # a fixed base, whose inertia does not count
            return {"mass": 1.0, "inertia": (1.0, 1.0, 1.0)}
        raise ValueError(f"link {link} of body {self.body} has no mass or no inertia")


def _slices(counts: List[int]) -> List[slice]:
    ends = np.cumsum(counts, dtype=int).tolist()
    return [slice(end - count, end) for end, count in zip(ends, counts)]


def _parts(numbers: np.ndarray, slices: List[slice]) -> List[List[float]]:
    """Numbers of all joints as PyBullet has them: a list per joint."""
    values = numbers.tolist()
    return [values[part] for part in slices]


def _turn_back(q: np.ndarray, v: np.ndarray) -> np.ndarray:
    """A vector turned back by a quaternion."""
    return turned(reversed_(np.array([q])), np.array([v]))[0]
