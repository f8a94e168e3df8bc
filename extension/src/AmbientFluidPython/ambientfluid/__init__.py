# SPDX-License-Identifier: Zlib
"""Rigid, articulated and shape-changing bodies in air and water, in Bullet worlds.

    import ambientfluid as af
    world = af.World(medium="water")
    ball = world.add_body(af.sphere(0.1), density=500)
    world.step(240)
    print(ball.position)

SI units everywhere: metre, kilogram, second, radian. 6-vectors are angular first: a twist is (w, v), a wrench (torque,
force). Quaternions are (x, y, z, w). World axes are z up unless gravity says otherwise. Wrong values raise ValueError with
one line that names the value and its place.
"""
from . import _compiled
_compiled.require()
try:
    from ._core import (Body, Flow, FluidBodyModel, FreeBody, Joint, Medium, Mooring, MultiBody, Region, ShapeDrive, SharedTree,
                        Thruster, WaterSurface, WaveSet, __version__, air, air_at, begin_steps, boundary_layer, castor_oil, check_mesh,
                        convex_hull, divided, end_steps, flat_surface, flowing, forget_models, fresh_water_at, gerstner_waves,
                        grid_flow, gusts, honey, hydrostatics, jet, layers, levels, linear_flow, mass_properties, mesh, moved,
                        olive_oil, radiation, scalar_size, sea, sea_water_at, set_threads, sine_waves, step_responses, step_worlds, stream,
                        uniform, viscous_tensor, vortex, water, wave_flow, waves)
except ImportError as error:
    raise _compiled.explained(error) from error
from . import shapes, sweep
from .shapes import box, capsule, cone, cylinder, ellipsoid, frames, frames_file, mesh_file, mesh_shape, sphere, wave_shape
from .worlds import World


def __getattr__(name: str):
    """envs and swimming, which import Gymnasium if it is installed: loaded when they are asked for."""
    if name in ("envs", "swimming"):
        import importlib
        return importlib.import_module(f"{__name__}.{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


__all__ = [
    "Body", "Flow", "FluidBodyModel", "FreeBody", "Joint", "Medium", "Mooring", "MultiBody", "Region", "ShapeDrive",
    "SharedTree", "Thruster", "WaterSurface", "WaveSet", "World", "__version__", "air", "air_at", "begin_steps", "boundary_layer", "box",
    "capsule", "castor_oil", "check_mesh", "cone", "convex_hull", "cylinder", "divided", "ellipsoid", "end_steps", "envs",
    "flat_surface", "flowing", "forget_models", "frames", "frames_file", "fresh_water_at", "gerstner_waves", "grid_flow",
    "gusts", "honey", "hydrostatics", "jet", "layers", "levels", "linear_flow", "mass_properties", "mesh", "mesh_file",
    "mesh_shape", "moved", "olive_oil", "radiation", "scalar_size", "sea", "sea_water_at", "set_threads", "shapes", "sine_waves", "sphere",
    "step_responses", "step_worlds", "stream", "sweep", "swimming", "uniform", "viscous_tensor", "vortex", "water",
    "wave_flow", "wave_shape", "waves",
]
