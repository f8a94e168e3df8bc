# SPDX-License-Identifier: Zlib
"""The medium of a world file (docs/worlds.md) from the settings of a scene."""
import math


def _moving(name, velocity, settings, unit, has_gusts):
    """A fluid in uniform motion [Blender's units], with or without gusts that it carries."""
    velocity = [unit * component for component in velocity]
    if name == "vacuum":
        return {"fluid": name}
    if not has_gusts or settings.gusts == 0.0:
        return {"fluid": name, "velocity": velocity}
    return {"fluid": name, "flow": [{"kind": "gust", "mean": velocity, "intensity": unit * settings.gusts,
                                     "length_scale": unit * settings.gust_length, "seed": settings.seed}]}


def medium_of(settings, unit):
    """The dict of the medium. unit: metres of a unit of the scene."""
    medium = _moving(settings.fluid, settings.velocity, settings, unit, not settings.has_surface)
    if not settings.has_surface:
        return medium
    heading = [math.cos(settings.heading), math.sin(settings.heading), 0.0]
    surface = {"height": unit * settings.level, "above": _moving(settings.above, settings.wind, settings, unit, True),
               "wave_type": "gerstner" if settings.sharp else "sine"}
    if settings.depth > 0.0:
        surface["depth"] = unit * settings.depth
    if settings.waves == "regular":
        surface["waves"] = [{"amplitude": unit * settings.amplitude, "wavelength": unit * settings.wavelength, "direction": heading}]
    elif settings.waves == "sea":
        surface["sea"] = {"height": unit * settings.height, "period": settings.period, "direction": heading, "seed": settings.seed}
        if settings.spread > 0.0:
            surface["sea"]["spread"] = settings.spread
    medium["surface"] = surface
    return medium
