# SPDX-License-Identifier: Zlib
"""Small classes with the names and methods of Gymnasium's, for a Python without it (_gymnasium.py chooses)."""
from __future__ import annotations

import enum
from typing import Any, Dict, Optional, Tuple

import numpy as np


class Box:
    """Arrays of a shape between two bounds, as gymnasium.spaces.Box."""

    def __init__(self, low: Any, high: Any, shape: Optional[Tuple[int, ...]] = None, dtype: Any = np.float32):
        """low, high: a number or an array; shape: needed with numbers."""
        self.dtype = np.dtype(dtype)
        self.shape = tuple(shape) if shape is not None else np.broadcast(np.asarray(low), np.asarray(high)).shape
        self.low = np.broadcast_to(np.asarray(low, dtype=dtype), self.shape).copy()
        self.high = np.broadcast_to(np.asarray(high, dtype=dtype), self.shape).copy()
        if not (self.low <= self.high).all():
            raise ValueError("low: is above high")
        self._random = np.random.default_rng()

    def seed(self, seed: Optional[int] = None) -> None:
        """Starts the random numbers of sample() anew."""
        self._random = np.random.default_rng(seed)

    def sample(self) -> np.ndarray:
        """A random element: uniform between finite bounds, else normal."""
        finite = np.isfinite(self.low) & np.isfinite(self.high)
        low, high = np.where(finite, self.low, 0.0), np.where(finite, self.high, 1.0)
        drawn = np.where(finite, self._random.uniform(low, high), self._random.normal(size=self.shape))
        return drawn.astype(self.dtype)

    def contains(self, x: Any) -> bool:
        """Whether an array has the shape and lies between the bounds."""
        x = np.asarray(x)
        return x.shape == self.shape and bool(((x >= self.low) & (x <= self.high)).all())

    def __repr__(self) -> str:
        """Shape and type."""
        return f"Box{self.shape} of {self.dtype}"


class AutoresetMode(enum.Enum):
    """When an environment of many that has ended is reset, as gymnasium.vector.AutoresetMode."""

    SAME_STEP = "SameStep"


class Env:
    """As gymnasium.Env: an environment with random numbers of its own."""

    metadata: Dict[str, Any] = {"render_modes": []}
    render_mode: Optional[str] = None
    spec: Any = None
    _np_random: Optional[np.random.Generator] = None

    @property
    def np_random(self) -> np.random.Generator:
        """The random numbers of the environment; without a seed they differ from run to run."""
        if self._np_random is None:
            self._np_random = np.random.default_rng()
        return self._np_random

    @np_random.setter
    def np_random(self, value: np.random.Generator) -> None:
        self._np_random = value

    @property
    def unwrapped(self) -> "Env":
        """This environment: nothing is around it."""
        return self

    def reset(self, *, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None) -> Any:
        """Starts the random numbers anew, if there is a seed."""
        if seed is not None:
            self._np_random = np.random.default_rng(seed)

    def close(self) -> None:
        """Does nothing: the world goes with the environment."""


class VectorEnv:
    """As gymnasium.vector.VectorEnv: many environments of one kind."""

    metadata: Dict[str, Any] = {}
    render_mode: Optional[str] = None
    spec: Any = None
    closed = False
    num_envs = 0

    @property
    def unwrapped(self) -> "VectorEnv":
        """These environments: nothing is around them."""
        return self

    def close(self) -> None:
        """Marks the environments as closed; their worlds go with them."""
        self.closed = True
