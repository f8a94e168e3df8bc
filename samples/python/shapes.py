# SPDX-License-Identifier: Zlib
"""Closed triangle meshes as numpy arrays."""
import numpy as np


def _stations(length, cells):
    """`cells` + 1 places along an edge, closer together towards its ends, where the flow turns sharply."""
    return -0.5 * length * np.cos(np.pi * np.arange(cells + 1) / cells)


def box(x, y, z, cells):
    """A box about the origin [m]. `cells`: how many along x, y and z. Vertices (n, 3), triangles (m, 3)."""
    along = [_stations(length, n) for length, n in zip((x, y, z), cells)]
    corners, faces = [], []
    for axis in range(3):
        u, v = (axis + 1) % 3, (axis + 2) % 3
        for side in (0, -1):
            first = len(corners)
            for a in along[u]:
                for b in along[v]:
                    point = np.empty(3)
                    point[axis], point[u], point[v] = along[axis][side], a, b
                    corners.append(point)
            for i in range(cells[u]):
                for j in range(cells[v]):
                    p = first + i * (cells[v] + 1) + j
                    q = p + cells[v] + 1
                    faces += [[p, q, q + 1], [p, q + 1, p + 1]] if side else [[p, q + 1, q], [p, p + 1, q + 1]]
    vertices, index = np.unique(np.round(corners, 12), axis=0, return_inverse=True)
    return vertices, index.reshape(-1)[np.array(faces)]
