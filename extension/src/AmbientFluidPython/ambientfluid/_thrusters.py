# SPDX-License-Identifier: Zlib
"""Thrusters of environments, commanded by shares of their thrust."""
from __future__ import annotations

import math

from . import _core

# A propeller of .076 m that pushes 51.5 N ahead and 40.2 N astern at 61 1/s at rest, about a T200 at 16 V.
PROPELLER = {"diameter": 0.076, "thrust_coefficient": 0.4157, "astern": 0.78, "fastest_speed": 61.0, "time_constant": 0.1}
AHEAD = 51.5  # [N]
ASTERN = PROPELLER["astern"] * AHEAD  # [N]


def command_share(thruster: _core.Thruster, share: float, fastest: float = PROPELLER["fastest_speed"]) -> None:
    """Commands a share, from -1 to 1, of the thrust at rest that the fastest speed [1/s] gives astern or ahead."""
    thruster.command = math.copysign(fastest * math.sqrt(abs(share)), share)
