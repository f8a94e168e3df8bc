# SPDX-License-Identifier: Zlib
"""Contacts of wet bodies: PyBullet's solver knows one mass per body, so its impulses are scaled per pair of bodies."""
from __future__ import annotations

from typing import Any, Dict, List, Tuple

import numpy as np
import pybullet as p

from . import _core
from ._pybullet_math import reversed_, turned

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


def points_of(wet: Any, client: int) -> Dict[Tuple[Link, Link], List[Any]]:
    """Contacts of wet bodies in the last step by pairs of links: places on both [m], and the force on the first [N].

    Without filters: with a filter, PyBullet swaps normals but not the directions of friction.
    """
    pairs: Dict[Tuple[Link, Link], List[Any]] = {}
    for point in p.getContactPoints(physicsClientId=client):
        if not (point[1] in wet or point[2] in wet) or not (point[9] or point[10] or point[12]):
            continue
        force = point[9] * np.array(point[7]) + point[10] * np.array(point[11]) + point[12] * np.array(point[13])
        pairs.setdefault(((point[1], point[3]), (point[2], point[4])), []).append((point[5], point[6], force))
    return pairs


def scale(wet: Any, free: List[Any], centers: np.ndarray, impulses: np.ndarray, dt: float, client: int) -> Dict[int, np.ndarray]:
    """Adds to the impulses of the wet bodies what their contacts lack, and notes the contacts of each.

    wet: bodies by number, in the order of free, centers (n, 3) before the step and impulses (n, 6). A contact of two bodies
    is scaled by the sum of both responses in the solver over the sum with added mass, at least 1. Returns the velocities
    (angular, linear) that dry partners without joints lack.
    """
    order = {body: index for index, body in enumerate(wet)}
    dry: Dict[Link, DryLink] = {}
    sides: List[Tuple[Link, np.ndarray]] = []  # two per pair
    for pair, points in points_of(wet, client).items():
        for side, link in enumerate(pair):
            if link[0] not in order and link not in dry:
                dry[link] = DryLink(link, dt, client)
            center = centers[order[link[0]]] if link[0] in order else dry[link].center
            force = sum(point[2] for point in points)
            torque = sum(np.cross(np.subtract(point[side], center), point[2]) for point in points)
            sides.append((link, (dt if side == 0 else -dt) * np.concatenate([torque, force])))
    of_wet = [(order[link[0]], impulse) for link, impulse in sides if link[0] in order]
    made = iter(_core.step_responses([free[index] for index, _ in of_wet], np.reshape([j for _, j in of_wet], (-1, 6))))
    lacking: Dict[int, np.ndarray] = {}
    for pair in zip(sides[::2], sides[1::2]):
        responses = [next(made) if link[0] in order else np.repeat(j @ dry[link].change(j), 2) for link, j in pair]
        solved, actual = sum(responses)
        factor = max(1.0, solved / actual) if actual > 0.0 else 1.0
        for (body, link), impulse in pair:
            if body in order:
                impulses[order[body]] += (factor - 1.0) * impulse
                wet[body]._impulse = wet[body]._impulse + factor * impulse
            elif factor > 1.0 and not dry[body, link].is_fixed and p.getNumJoints(body, physicsClientId=client) == 0:
                lacking[body] = lacking.get(body, 0.0) + (factor - 1.0) * dry[body, link].change(impulse)
    return lacking


def push(lacking: Dict[int, np.ndarray], client: int) -> None:
    """Adds velocities (angular, linear) to dry bodies."""
    for body, change in lacking.items():
        linear, angular = p.getBaseVelocity(body, physicsClientId=client)
        p.resetBaseVelocity(body, (linear + change[3:]).tolist(), (angular + change[:3]).tolist(), physicsClientId=client)
