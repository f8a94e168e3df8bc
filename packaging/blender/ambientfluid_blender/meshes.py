# SPDX-License-Identifier: Zlib
"""Triangles of evaluated objects in the frame of their body: origin and orientation of the object, scale applied [m]."""
import numpy as np


def triangles_of(evaluated, unit):
    """Vertices (n, 3) [m], triangles (m, 3) counter-clockwise from outside, and the frame of the body: origin [m] (3) and
    axes (3, 3). unit: metres of a unit of the scene."""
    mesh = evaluated.to_mesh()
    try:
        mesh.calc_loop_triangles()
        points = np.empty(3 * len(mesh.vertices), dtype=np.float32)
        mesh.vertices.foreach_get("co", points)
        triangles = np.empty(3 * len(mesh.loop_triangles), dtype=np.int32)
        mesh.loop_triangles.foreach_get("vertices", triangles)
    finally:
        evaluated.to_mesh_clear()
    used, triangles = np.unique(triangles, return_inverse=True)
    points, triangles = points.reshape(-1, 3).astype(float)[used], triangles.reshape(-1, 3)
    pose = evaluated.matrix_world
    axes = np.array(pose.to_quaternion().normalized().to_matrix())
    linear = axes.T @ np.array(pose.to_3x3())  # scale, and the shear of parents
    if np.linalg.det(linear) < 0:  # mirrored
        triangles = triangles[:, ::-1]
    return unit * points @ linear.T, triangles, unit * np.array(pose.translation), axes


def open_edges(triangles):
    """The number of edges with one face."""
    edges = np.sort(np.concatenate([triangles[:, [0, 1]], triangles[:, [1, 2]], triangles[:, [2, 0]]]), axis=1)
    _, count = np.unique(edges, axis=0, return_counts=True)
    return int(np.count_nonzero(count == 1))


def backed(points, triangles, share=0.02):
    """A closed mesh of an open one: the same faces, and a copy of them a share of the size behind, against the mean normal."""
    corners = points[triangles]
    normal = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]).sum(axis=0)
    length = np.linalg.norm(normal)
    if length == 0.0:
        raise ValueError("the faces have no common side; close the mesh")
    back = points - normal / length * share * np.ptp(points, axis=0).max()
    directed = np.concatenate([triangles[:, [0, 1]], triangles[:, [1, 2]], triangles[:, [2, 0]]])
    known = {tuple(edge) for edge in directed.tolist()}
    rim = np.array([edge for edge in directed.tolist() if (edge[1], edge[0]) not in known])
    count = len(points)
    sides = np.concatenate([np.stack([rim[:, 1], rim[:, 0], rim[:, 0] + count], axis=1),
                            np.stack([rim[:, 1], rim[:, 0] + count, rim[:, 1] + count], axis=1)])
    return np.concatenate([points, back]), np.concatenate([triangles, triangles[:, ::-1] + count, sides])


def plate(fluid, points, triangles, share=0.05):
    """The box below a rectangle that is flat along an axis, or None if the mesh is anything else. A box stops bodies that are
    so fast or thin that they pass between the triangles of a mesh in a step."""
    low, size = points.min(axis=0), np.ptp(points, axis=0)
    axis = int(size.argmin())
    corners = points[triangles]
    areas = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])[:, axis] / 2
    others = np.delete(size, axis).prod()
    if size[axis] > 1e-6 * size.max() or abs(abs(areas.sum()) - others) > 1e-4 * others or abs(np.abs(areas).sum() - others) > 1e-4 * others:
        return None
    center, thick = low + size / 2, size.copy()
    thick[axis] = share * size.max()
    center[axis] -= np.sign(areas.sum()) * thick[axis] / 2
    return fluid.box(thick, position=center)


def standing_shape(fluid, points, triangles, collision):
    """The collision shape of a body that never moves. fluid: the package; collision: Blender's collision shape."""
    low, high = points.min(axis=0), points.max(axis=0)
    flat = plate(fluid, points, triangles)
    if flat:
        return flat
    is_flat = np.linalg.matrix_rank(points - points[0], tol=1e-6 * np.ptp(points, axis=0).max()) < 3
    if collision == "BOX" and not is_flat:
        return fluid.box(high - low, position=(low + high) / 2)
    if collision not in ("MESH", "BOX") and not is_flat:
        return fluid.mesh_shape(*fluid.convex_hull(points))
    if open_edges(triangles):
        points, triangles = backed(points, triangles)
    return fluid.mesh_shape(points, triangles)
