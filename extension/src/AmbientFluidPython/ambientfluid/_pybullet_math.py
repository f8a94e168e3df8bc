# SPDX-License-Identifier: Zlib
"""Rotations of many bodies, and PyBullet's gyroscopic loads."""
from __future__ import annotations

from typing import Sequence, Tuple

import numpy as np


def cross(one: np.ndarray, other: np.ndarray) -> np.ndarray:
    """Cross products of rows, shape (n, 3); faster than numpy's for few rows."""
    return one[:, (1, 2, 0)] * other[:, (2, 0, 1)] - one[:, (2, 0, 1)] * other[:, (1, 2, 0)]


def turned(turns: np.ndarray, vectors: np.ndarray) -> np.ndarray:
    """Vectors (n, 3), each turned by its quaternion (x, y, z, w), shape (n, 4)."""
    axes, real = turns[:, :3], turns[:, 3:]
    twice = 2.0 * cross(axes, vectors)
    return vectors + real * twice + cross(axes, twice)


def reversed_(turns: np.ndarray) -> np.ndarray:
    """The opposite rotations."""
    return turns * (-1.0, -1.0, -1.0, 1.0)


def product(one: Sequence[float], other: Sequence[float]) -> np.ndarray:
    """Product of two quaternions (x, y, z, w): first the other, then the one."""
    (a, b, c, d), (x, y, z, w) = one, other
    return np.array((d * x + a * w + b * z - c * y, d * y + b * w + c * x - a * z, d * z + c * w + a * y - b * x,
                     d * w - a * x - b * y - c * z))


def before_gyroscopic(wanted: np.ndarray, inertias: np.ndarray, turns: np.ndarray, implicit: np.ndarray,
                      dt: float) -> Tuple[np.ndarray, np.ndarray]:
    """Angular velocities for PyBullet's bodies that its gyroscopic update turns into the wanted ones.

    With D the inertia of the body axes, the update of multi-bodies is w - dt D^-1 (w x D w), with the w before it; of bodies
    with maximal coordinates it is the same with the w after it. The first is inverted by iteration. Where that fails, at
    more than about half a radian a step, the wanted velocity itself is given.

    wanted (n, 3), world axes; inertias (n, 3); turns (n, 4); implicit (n,): maximal coordinates.
    Returns the velocities to give, and those after the update without contacts, both world axes.
    """
    if not len(wanted):
        return wanted, wanted
    back = reversed_(turns)
    aim = turned(back, wanted)

    def loads(spin: np.ndarray) -> np.ndarray:
        return dt * cross(spin, inertias * spin) / inertias

    given = aim + loads(aim)
    if np.array_equal(given, aim):
        return wanted, wanted
    fixed = np.where(implicit[:, None], given, aim)
    for _ in range(6):
        given = np.where(implicit[:, None], fixed, aim + loads(given))
    after = np.where(implicit[:, None], aim, given - loads(given))
    size = np.linalg.norm(aim, axis=1, keepdims=True)
    failed = ~implicit[:, None] & ~(np.linalg.norm(after - aim, axis=1, keepdims=True) <= 1e-3 * size)
    given = np.where(failed, aim, given)
    after = np.where(failed, aim - loads(aim), after)
    return turned(turns, given), turned(turns, after)
