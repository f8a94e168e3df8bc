# SPDX-License-Identifier: Zlib
"""Contacts of wet bodies: PyBullet's solver knows one mass per body, so its impulses are scaled per pair of bodies."""
from __future__ import annotations

from typing import Any, Dict, List, Tuple

import numpy as np
import pybullet as p

from . import _core
from ._turns import cross, reversed_, turned

Link = Tuple[int, int]  # a body and its link, -1: the base


class DryLink:
    """A link of a dry body in a contact: its centre at the start of the step, and its response to impulses. It counts alone."""

    def __init__(self, link: Link, dt: float, client: int):
        info = p.getDynamicsInfo(*link, physicsClientId=client)
        self.is_fixed = not (info[0] > 0.0 and min(info[2]) > 0.0)
        self._mass, self._inertia = info[0], np.array(info[2])
        if link[1] < 0:
            center, turn = p.getBasePositionAndOrientation(link[0], physicsClientId=client)
            speed = p.getBaseVelocity(link[0], physicsClientId=client)[0]
        else:
            state = p.getLinkState(*link, computeLinkVelocity=1, physicsClientId=client)
            center, turn, speed = state[0], state[1], state[6]
        self.center = np.subtract(center, dt * np.array(speed))
        self._turn = np.array([turn])

    def change(self, impulse: np.ndarray) -> np.ndarray:
        """Velocity change (angular, linear) by an impulse about the centre."""
        if self.is_fixed:
            return np.zeros(6)
        spin = turned(self._turn, turned(reversed_(self._turn), impulse[None, :3]) / self._inertia)[0]
        return np.concatenate([spin, impulse[3:] / self._mass])


def impulses_of(wet: Any, centers: Dict[Link, Any], dt: float, client: int) -> Tuple[List[Tuple[Link, Link]], np.ndarray]:
    """Pairs of links with a wet body that touched in the last step, and their impulses: shape (pairs, 2, 6).

    centers: filled with the centre of each link that is not in it, by DryLink. Impulses about the centres, world axes.
    Without filters: with a filter, PyBullet swaps normals but not the directions of friction.
    """
    points = [point for point in p.getContactPoints(physicsClientId=client)
              if (point[1] in wet or point[2] in wet) and (point[9] or point[10] or point[12])]
    if not points:
        return [], np.empty((0, 2, 6))
    pairs: Dict[Tuple[Link, Link], int] = {}
    order = [pairs.setdefault(((point[1], point[3]), (point[2], point[4])), len(pairs)) for point in points]
    numbers = np.array([(*point[5], *point[6], *point[7], *point[11], *point[13], point[9], point[10], point[12])
                        for point in points])
    # Normal and friction, on the first of the two.
    force = dt * sum(numbers[:, 15 + k, None] * numbers[:, 6 + 3 * k:9 + 3 * k] for k in range(3))
    impulses = np.zeros((len(pairs), 2, 6))
    for side in range(2):
        links = [pair[side] for pair in pairs]
        center = np.array([centers[link] for link in links])[order]
        pushed = force if side == 0 else -force
        np.add.at(impulses[:, side], order, np.hstack([cross(numbers[:, 3 * side:3 * side + 3] - center, pushed), pushed]))
    return list(pairs), impulses


class _Centers(Dict[Link, Any]):
    """Centres of links; those of dry ones are read when they are asked for."""

    def __init__(self, dt: float, client: int):
        super().__init__()
        self._dt, self._client = dt, client
        self.dry: Dict[Link, DryLink] = {}

    def __missing__(self, link: Link) -> Any:
        self.dry[link] = DryLink(link, self._dt, self._client)
        self[link] = self.dry[link].center
        return self[link]


def scale(wet: Any, free: List[Any], centers: np.ndarray, impulses: np.ndarray, dt: float, client: int) -> Dict[int, np.ndarray]:
    """Adds to the impulses of the wet bodies what their contacts lack, and notes the contacts of each.

    wet: bodies by number, in the order of free, centers (n, 3) before the step and impulses (n, 6). A contact of two bodies
    is scaled by the sum of both responses in the solver over the sum with added mass, at least 1. Returns the velocities
    (angular, linear) that dry partners without joints lack.
    """
    places = _Centers(dt, client)
    places.update(((body, -1), center) for body, center in zip(wet, centers))
    order = {body: index for index, body in enumerate(wet)}
    pairs, made = impulses_of(wet, places, dt, client)
    sides = [(number, side, order[link[0]]) for number, pair in enumerate(pairs) for side, link in enumerate(pair)
             if link[0] in order]
    if not sides:
        return {}
    responses = np.zeros((len(pairs), 2))
    numbers, which, index = np.transpose(sides)
    np.add.at(responses, numbers, _core.step_responses([free[i] for i in index], made[numbers, which]))
    for number, pair in enumerate(pairs):
        for side, link in enumerate(pair):
            if link in places.dry and not places.dry[link].is_fixed:
                responses[number] += made[number, side] @ places.dry[link].change(made[number, side])
    solved, actual = responses.T
    factors = np.maximum(1.0, solved / np.where(actual > 0.0, actual, np.inf))
    np.add.at(impulses, index, (factors[numbers] - 1.0)[:, None] * made[numbers, which])
    contacts = np.zeros_like(impulses)
    np.add.at(contacts, index, factors[numbers][:, None] * made[numbers, which])
    for one, contact in zip(wet.values(), contacts):
        one._impulse = contact
    lacking: Dict[int, np.ndarray] = {}
    for number, pair in enumerate(pairs):
        for side, (body, link) in enumerate(pair):
            dry = places.dry.get((body, link))
            if dry and not dry.is_fixed and factors[number] > 1.0 and p.getNumJoints(body, physicsClientId=client) == 0:
                lacking[body] = lacking.get(body, 0.0) + (factors[number] - 1.0) * dry.change(made[number, side])
    return lacking


def push(lacking: Dict[int, np.ndarray], client: int) -> None:
    """Adds velocities (angular, linear) to dry bodies."""
    for body, change in lacking.items():
        linear, angular = p.getBaseVelocity(body, physicsClientId=client)
        p.resetBaseVelocity(body, (linear + change[3:]).tolist(), (angular + change[:3]).tolist(), physicsClientId=client)
