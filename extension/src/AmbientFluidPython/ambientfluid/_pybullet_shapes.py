# SPDX-License-Identifier: Zlib
"""Meshes of PyBullet's collision shapes, in the inertial frame of their link."""
from __future__ import annotations

from typing import Any, Dict, List, Tuple

import numpy as np
import pybullet as p

from . import _core, shapes

Mesh = Tuple[np.ndarray, np.ndarray]

_models: Dict[Any, _core.FluidBodyModel] = {}  # of this process, the oldest first
_MOST_MODELS = 64


def model_of(vertices: Any, triangles: Any, keywords: Dict[str, Any]) -> _core.FluidBodyModel:
    """The model of a mesh; equal bodies of a process share it. Keywords: as FluidBodyModel."""
    key = (np.asarray(vertices, float).tobytes(), np.asarray(triangles).tobytes(), repr(sorted(keywords.items())))
    if key not in _models:
        made = _core.FluidBodyModel(vertices, triangles, **keywords)
        while len(_models) >= _MOST_MODELS:
            _models.pop(next(iter(_models)))
        _models[key] = made
    return _models[key]


def joined(meshes: List[Mesh]) -> Mesh:
    """One mesh of several. Where they overlap, the fluid counts twice."""
    starts = np.cumsum([0] + [len(vertices) for vertices, _ in meshes[:-1]])
    return (np.concatenate([vertices for vertices, _ in meshes]),
            np.concatenate([triangles + start for (_, triangles), start in zip(meshes, starts)]))


def hull_of(points: Any, what: str) -> Mesh:
    """The hull of the points of a mesh. Refuses points inside: then the mesh is not convex, and its triangles are unknown."""
    points = np.asarray(points, dtype=float)
    vertices, triangles = _core.convex_hull(points)
    corners = vertices[triangles]
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    lengths = np.linalg.norm(normals, axis=1)
    flat = lengths > 0
    normals = normals[flat] / lengths[flat, None]
    depth = -np.max(points @ normals.T - np.einsum("ij,ij->i", normals, corners[flat, 0]), axis=1)
    if np.max(depth) > 1e-3 * np.ptp(points, axis=0).max():
        raise ValueError(f"{what}: its mesh is not convex, and PyBullet does not give its triangles: pass shape=")
    return vertices, triangles


def collision_mesh(body: int, link: int, client: int) -> Mesh:
    """The mesh of all collision shapes of a link, in its inertial frame.

    Raises ValueError with one line for shapes that have none.
    """
    what = f"body {body}" if link < 0 else f"link {link} of body {body}"
    if p.getDynamicsInfo(body, link, physicsClientId=client)[10] == 1:  # its shapes and its inertial frame cannot be read
        raise ValueError(f"{what} has maximal coordinates, whose collision shapes PyBullet does not give: pass shape=")
    parts = p.getCollisionShapeData(body, link, physicsClientId=client)
    if not parts:
        raise ValueError(f"{what} has no collision shape: pass shape=")
    meshes: List[Mesh] = []
    for number, part in enumerate(parts):
        kind, size, place = part[2], part[3], {"position": part[5], "orientation": part[6]}
        if kind == p.GEOM_SPHERE:
            meshes.append(_core.mesh(shapes.sphere(size[0], **place)))
        elif kind == p.GEOM_BOX:
            meshes.append(_core.mesh(shapes.box(size, **place)))
        elif kind == p.GEOM_CYLINDER:
            meshes.append(_core.mesh(shapes.cylinder(size[1], size[0], **place)))
        elif kind == p.GEOM_CAPSULE:
            meshes.append(_core.mesh(shapes.capsule(size[1], size[0], **place)))
        elif kind == p.GEOM_MESH:
            _, points = p.getMeshData(body, link, collisionShapeIndex=number, physicsClientId=client)
            if len(points) < 4:
                raise ValueError(f"{what}: PyBullet does not give the vertices of its mesh: pass shape=")
            meshes.append(hull_of(points, what))
        else:
            raise ValueError(f"{what} has a plane, a height field or another shape without a volume")
    return joined(meshes)
