# SPDX-License-Identifier: Zlib
"""Bodies of PyBullet with joints: accelerations by the 6x6 inertias of all links, impulses with true inertias."""
from __future__ import annotations

import math
from typing import Any, Dict, List, Optional

import numpy as np
import pybullet as p

from . import _core
from ._turns import product, product_of_numbers, reversed_, turned
from ._pybullet_shapes import collision_mesh, model_of

_TYPES = {p.JOINT_REVOLUTE: "hinge", p.JOINT_PRISMATIC: "slider", p.JOINT_FIXED: "fixed"}
_RELATIVE = 1e-7  # velocities: smaller changes are PyBullet's rounding in free motion


def _turn(q: Any, v: Any) -> np.ndarray:
    return turned(np.array([q]), np.array([v]))[0]


class WetRobot:
    """A body of PyBullet with joints in the fluid. Made by Water.add().

    body: PyBullet's number. wet_links: links with a collision shape, -1 is the base; the others are dry.
    """

    def __init__(self, body: int, client: int, medium: Any, shapes: Dict[int, Any], keywords: Dict[str, Any],
                 forces: str, tolerance: float):
        self.body = body
        self._client = client
        self._options = {"forces": forces, "tolerance": tolerance}
        self._infos = [p.getJointInfo(body, joint, physicsClientId=client)
                       for joint in range(p.getNumJoints(body, physicsClientId=client))]
        self._joints = [info[0] for info in self._infos if info[2] != p.JOINT_FIXED]
        self._damping = np.array([self._infos[joint][6] for joint in self._joints])
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
        p.changeDynamics(body, -1, activationState=p.ACTIVATION_STATE_DISABLE_SLEEPING, physicsClientId=client)
        self.float(medium)

    @property
    def wet_links(self) -> List[int]:
        """Links with a collision shape."""
        return list(self._models)

    def readout(self, link: int = -1) -> Dict[str, Any]:
        """Wrenches, powers, momentum, energy, volumes and areas of a link at the start of the last step, as of `Body.readout()`."""
        if link not in self._free:
            raise ValueError(f"link {link} of body {self.body} is dry")
        return self._free[link].readout()

    def float(self, medium: Any) -> None:
        """Puts the links into a medium. For Water."""
        self._free = {link: _core.FreeBody(model, self._links[link + 1]["mass"], medium, center_of_mass=(0.0, 0.0, 0.0),
                                           inertia=np.diag(self._links[link + 1]["inertia"]), **self._options)
                      for link, model in self._models.items()}
        self._tree_step = _core.SharedTree(self._links, [self._free.get(link) for link in range(-1, len(self._infos))],
                                           fixed_base=self._has_fixed_base)

    def release(self) -> None:
        """Gives the joints their damping back. For Water."""
        for joint, damping in zip(self._joints, self._damping) if self._is_there() else ():
            p.changeDynamics(self.body, joint, jointDamping=damping, physicsClientId=self._client)

    def begin(self, gravity: np.ndarray, time: float, dt: float) -> None:
        """Gives PyBullet the loads of the coming step. For Water."""
        if not self._is_there():
            raise RuntimeError(f"body {self.body} is not the robot that was added: call water.remove({self.body}), or water.clear()")
        position, turn, twist, positions, rates = self._state()
        wrench, torques, *self._after = self._tree_step.begin(
            position=position, orientation=turn, twist=twist, positions=positions, rates=rates, torques=-self._damping * rates,
            gravity=gravity, time=time, duration=dt)
        if not self._has_fixed_base:
            p.applyExternalForce(self.body, -1, wrench[3:].tolist(), position, p.WORLD_FRAME, physicsClientId=self._client)
            p.applyExternalTorque(self.body, -1, wrench[:3].tolist(), p.WORLD_FRAME, physicsClientId=self._client)
        if self._joints:
            p.setJointMotorControlArray(self.body, self._joints, p.TORQUE_CONTROL, forces=torques.tolist(),
                                        physicsClientId=self._client)

    def end(self, dt: float) -> None:
        """Applies the impulses of motors, limits and contacts again, with the inertia of links and fluid. For Water."""
        position, turn, twist, positions, rates = self._state()
        motion, free = np.concatenate([twist, rates]), np.concatenate(self._after)
        if np.abs(motion - free).max() <= _RELATIVE * (1e-3 + np.abs(motion).max()):
            return
        new_twist, new_rates = self._tree_step.end(twist=twist, rates=rates)
        if not self._has_fixed_base:
            spin_x, spin_y, spin_z, *shift = (dt * (new_twist - twist)).tolist()
            angle = math.sqrt(spin_x * spin_x + spin_y * spin_y + spin_z * spin_z)
            share = 0.5 if angle < 1e-9 else math.sin(0.5 * angle) / angle
            small = (share * spin_x, share * spin_y, share * spin_z, math.cos(0.5 * angle))
            p.resetBasePositionAndOrientation(self.body, [at + by for at, by in zip(position, shift)], product_of_numbers(small, turn),
                                              physicsClientId=self._client)
            velocity = new_twist.tolist()
            p.resetBaseVelocity(self.body, velocity[3:], velocity[:3], physicsClientId=self._client)
        if self._joints:
            places = positions + dt * (new_rates - rates)
            p.resetJointStatesMultiDof(self.body, self._joints, [[place] for place in places.tolist()],
                                       [[rate] for rate in new_rates.tolist()], physicsClientId=self._client)

    def _is_there(self) -> bool:
        """Whether PyBullet's body of this number has as many joints: numbers are used again."""
        try:
            return bool(p.getNumJoints(self.body, physicsClientId=self._client) == len(self._infos))
        except p.error:
            return False

    def _state(self) -> Any:
        position, turn = p.getBasePositionAndOrientation(self.body, physicsClientId=self._client)
        linear, angular = p.getBaseVelocity(self.body, physicsClientId=self._client)
        states = p.getJointStates(self.body, self._joints, physicsClientId=self._client) if self._joints else ()
        twist = np.zeros(6) if self._has_fixed_base else np.array(angular + linear)
        motion = np.array([state[:2] for state in states]).reshape(-1, 2)
        return position, turn, twist, motion[:, 0], motion[:, 1]

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
                raise ValueError(f"joint {joint} of body {self.body} is spherical or planar; only hinges, sliders and fixed joints can be wet")
            state = p.getLinkState(self.body, joint, computeForwardKinematics=1, physicsClientId=self._client)
            center, turn, pivot, up = np.array(state[0]), np.array(state[1]), np.array(state[4]), info[16] + 1
            where = p.getJointState(self.body, joint, physicsClientId=self._client)[0] if info[2] != p.JOINT_FIXED else 0.0
            axis = np.array(info[13]) if info[2] != p.JOINT_FIXED else np.array([0.0, 0.0, 1.0])  # of the inertial frame
            at_zero = turn
            if info[2] == p.JOINT_REVOLUTE:
                at_zero = product(turn, np.append(-np.sin(0.5 * where) * axis, np.cos(0.5 * where)))
            start = pivot - where * _turn(turn, axis) if info[2] == p.JOINT_PRISMATIC else pivot
            back = turns[up] * (-1.0, -1.0, -1.0, 1.0)
            links.append({**self._inertia_of(joint), "parent": up, "joint": _TYPES[info[2]], "orientation": product(back, at_zero),
                          "pivot": _turn(back, start - centers[up]), "center": _turn_back(turn, center - pivot), "axis": axis})
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


def _turn_back(q: np.ndarray, v: np.ndarray) -> np.ndarray:
    """A vector turned back by a quaternion."""
    return turned(reversed_(np.array([q])), np.array([v]))[0]
