# SPDX-License-Identifier: Zlib
"""PyBullet's gyroscopic loads."""
from __future__ import annotations

from typing import Tuple

import numpy as np

from ._turns import cross, reversed_, turned


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
