# SPDX-License-Identifier: Zlib
"""Rotations, of many bodies at once."""
from __future__ import annotations

import math
from typing import Sequence, Tuple

import numpy as np

_NEXT, _LAST = np.array((1, 2, 0)), np.array((2, 0, 1))  # of three axes: an index made once, and take(), cost half as much


def cross(one: np.ndarray, other: np.ndarray) -> np.ndarray:
    """Cross products of rows, shape (n, 3); faster than numpy's for few rows."""
    take = np.ndarray.take
    return take(one, _NEXT, 1) * take(other, _LAST, 1) - take(one, _LAST, 1) * take(other, _NEXT, 1)


def turned(turns: np.ndarray, vectors: np.ndarray) -> np.ndarray:
    """Vectors (n, 3), each turned by its quaternion (x, y, z, w), shape (n, 4)."""
    axes, real = turns[:, :3], turns[:, 3:]
    twice = 2.0 * cross(axes, vectors)
    return vectors + real * twice + cross(axes, twice)


def reversed_(turns: np.ndarray) -> np.ndarray:
    """The opposite rotations."""
    return turns * (-1.0, -1.0, -1.0, 1.0)


def axes_of(turn: Sequence[float]) -> Tuple[Tuple[float, float, float], ...]:
    """The axes x, y and z of a body with a quaternion (x, y, z, w), in the world; without an array, faster for one body."""
    x, y, z, w = turn
    return ((1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y + z * w), 2.0 * (x * z - y * w)),
            (2.0 * (x * y - z * w), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z + x * w)),
            (2.0 * (x * z + y * w), 2.0 * (y * z - x * w), 1.0 - 2.0 * (x * x + y * y)))


def product_of_numbers(one: Sequence[float], other: Sequence[float]) -> Tuple[float, float, float, float]:
    """product() without an array, faster for few bodies."""
    (a, b, c, d), (x, y, z, w) = one, other
    return (d * x + a * w + b * z - c * y, d * y + b * w + c * x - a * z, d * z + c * w + a * y - b * x,
            d * w - a * x - b * y - c * z)


def product(one: Sequence[float], other: Sequence[float]) -> np.ndarray:
    """Product of two quaternions (x, y, z, w): first the other, then the one."""
    return np.array(product_of_numbers(one, other))


def turn_of(rotation: np.ndarray) -> np.ndarray:
    """The quaternion (x, y, z, w) of a rotation vector [rad]."""
    angle = float(np.linalg.norm(rotation))
    return np.array([*(0.5 * np.sinc(0.5 * angle / math.pi) * np.asarray(rotation)), math.cos(0.5 * angle)])
