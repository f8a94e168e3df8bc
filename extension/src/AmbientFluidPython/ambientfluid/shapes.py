# SPDX-License-Identifier: Zlib
"""Shapes of bodies and links: dicts with the keys of a world file, docs/worlds.md.

`position` [m] and `orientation` (x, y, z, w) place a shape in the frame of its body. `faces` is about the number of
triangles that the fluid sees. Sizes are in metres.
"""
from __future__ import annotations

from typing import Any, Dict, Optional, Sequence

Shape = Dict[str, Any]


def keys_of(**keys: Any) -> Dict[str, Any]:
    """The keys that are not None, as a dict."""
    return {key: value for key, value in keys.items() if value is not None}


def sphere(radius: float, *, faces: Optional[int] = None, position: Any = None, orientation: Any = None) -> Shape:
    """A ball of a radius [m]."""
    return keys_of(type="sphere", radius=radius, faces=faces, position=position, orientation=orientation)


def box(size: Any, *, faces: Optional[int] = None, position: Any = None, orientation: Any = None) -> Shape:
    """A box of three side lengths [m]."""
    return keys_of(type="box", size=size, faces=faces, position=position, orientation=orientation)


def ellipsoid(radii: Any, *, faces: Optional[int] = None, position: Any = None, orientation: Any = None) -> Shape:
    """An ellipsoid of three half lengths [m]."""
    return keys_of(type="ellipsoid", radii=radii, faces=faces, position=position, orientation=orientation)


def cylinder(radius: float, length: float, *, faces: Optional[int] = None, position: Any = None,
             orientation: Any = None) -> Shape:
    """A cylinder along z of a radius and a length [m]; a short one is a disc."""
    return keys_of(type="cylinder", radius=radius, length=length, faces=faces, position=position, orientation=orientation)


def capsule(radius: float, length: float, *, faces: Optional[int] = None, position: Any = None,
            orientation: Any = None) -> Shape:
    """A capsule along z of a radius and a length between the centres of its ends [m]."""
    return keys_of(type="capsule", radius=radius, length=length, faces=faces, position=position, orientation=orientation)


def cone(radius: float, length: float, *, faces: Optional[int] = None, position: Any = None, orientation: Any = None) -> Shape:
    """A cone with its tip towards z, of a radius and a length [m]; its origin is the centroid."""
    return keys_of(type="cone", radius=radius, length=length, faces=faces, position=position, orientation=orientation)


def mesh_shape(vertices: Any, triangles: Any, *, scale: Any = None, sheet_thickness: Optional[float] = None,
               position: Any = None, orientation: Any = None) -> Shape:
    """A mesh of arrays: vertices (n, 3) [m], triangles (m, 3) counter-clockwise from outside.

    scale: one factor or three; sheet_thickness [m] makes a solid of an open mesh. Bodies that move collide by the hull.
    """
    return keys_of(type="mesh", vertices=vertices, triangles=triangles, scale=scale, sheet_thickness=sheet_thickness,
                   position=position, orientation=orientation)


def mesh_file(file: str, *, scale: Any = None, sheet_thickness: Optional[float] = None, position: Any = None,
              orientation: Any = None) -> Shape:
    """A mesh of an OBJ, STL, PLY or glTF file; others as mesh_shape()."""
    return keys_of(type="mesh", file=file, scale=scale, sheet_thickness=sheet_thickness, position=position,
                   orientation=orientation)


def frames(keys: Sequence[Any], triangles: Any, *, period: Optional[float] = None, loop: Optional[bool] = None,
           interpolation: Optional[str] = None, scale: Optional[float] = None, speed: Optional[float] = None,
           phase: Optional[float] = None) -> Shape:
    """A body that changes its shape: keys of vertices (keys, n, 3) [m], evenly spaced in time, of one mesh.

    period [s], 1: from the first key back to it, or without `loop` to the last key. interpolation: 'smooth' or 'linear'.
    speed of playing, 1; phase at the start [s]. Each key costs one potential flow.
    """
    return keys_of(type="frames", keys=keys, triangles=triangles, period=period, loop=loop, interpolation=interpolation,
                   scale=scale, speed=speed, phase=phase)


def frames_file(file: str, *, faces_file: Optional[str] = None, frames_per_second: Optional[float] = None,
                loop: Optional[bool] = None, interpolation: Optional[str] = None, scale: Optional[float] = None,
                speed: Optional[float] = None, phase: Optional[float] = None) -> Shape:
    """A body that changes its shape as a CSV, a folder of meshes or an animated glTF says; others as frames()."""
    return keys_of(type="frames", file=file, faces_file=faces_file, frames_per_second=frames_per_second, loop=loop,
                   interpolation=interpolation, scale=scale, speed=speed, phase=phase)


def wave_shape(shape: Shape, *, wavelength: float, frequency: float, amplitude: Any, along: Any = None, across: Any = None,
               keys: Optional[int] = None, speed: Optional[float] = None, phase: Optional[float] = None) -> Shape:
    """A body bent by a wave that runs from its head, the least place `along`, to its tail.

    wavelength [m], frequency [1/s]; amplitude [m]: one number, or up to four coefficients of a polynomial in the place
    from head, 0, to tail, 1. along, across: axes of the body. keys: shapes in a period.
    """
    return keys_of(type="wave", shape=shape, wavelength=wavelength, frequency=frequency, amplitude=amplitude, along=along,
                   across=across, keys=keys, speed=speed, phase=phase)
