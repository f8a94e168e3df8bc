# SPDX-License-Identifier: Zlib
"""The one seam to Gymnasium: its classes if version 1.1 or newer is installed, else the small ones of _plain.py."""
try:
    from gymnasium import Env
    from gymnasium.spaces import Box
    from gymnasium.vector import AutoresetMode, VectorEnv
    IS_INSTALLED = True
except ImportError:
    from ._plain import AutoresetMode, Box, Env, VectorEnv
    IS_INSTALLED = False

__all__ = ["AutoresetMode", "Box", "Env", "IS_INSTALLED", "VectorEnv", "repeated"]


def repeated(space: Box, count: int) -> Box:
    """The space of `count` elements of a space, one per row."""
    def rows(bound):
        return bound[None].repeat(count, axis=0)
    return Box(rows(space.low), rows(space.high), dtype=space.dtype)
