# SPDX-License-Identifier: Zlib
"""Pictures of a world without a display: its meshes in perspective, with a depth buffer, in numpy; and a table of texts."""
from __future__ import annotations

import math
from typing import Any, List, Optional, Sequence, Tuple

import numpy as np

from . import _core
from ._turns import turned
from .shapes import sphere

COLOURS = np.array([(222, 140, 60), (90, 150, 200), (200, 90, 90), (120, 170, 90), (160, 120, 190), (210, 180, 90)], float)
STANDING, MARK, WATER = np.array([150.0, 150, 145]), np.array([60.0, 60, 60]), np.array([70.0, 130, 165])
SKY, DEEP = np.array([236.0, 241, 245]), np.array([205.0, 219, 228])
CELLS = 40  # of the water surface along one side

Part = Tuple[np.ndarray, np.ndarray, np.ndarray]  # vertices in the world (n, 3), triangles (m, 3), colour


def _parts(world: _core.World) -> List[Part]:
    rows = dict(zip(world.names, world.state))
    bodies = world.bodies
    parts = []
    for name, (vertices, triangles) in world.surfaces().items():
        if name not in rows:
            parts.append((vertices, triangles, STANDING))
            continue
        drive = bodies[name].drive if name in bodies else None
        placed = drive.vertices() if drive else turned(rows[name][None, 3:7], vertices) + rows[name][:3]
        parts.append((placed, triangles, COLOURS[len(parts) % len(COLOURS)]))
    return parts


def _up(world: _core.World) -> np.ndarray:
    size = np.linalg.norm(world.gravity)
    return -world.gravity / size if size > 0.0 else np.array([0.0, 0.0, 1.0])


def _water(world: _core.World, centre: np.ndarray, reach: float) -> Optional[Part]:
    """The water surface around a place; None: there is none."""
    up = _up(world)
    along = np.cross(up, (0.0, 1.0, 0.0) if abs(up[1]) < 0.9 else (1.0, 0.0, 0.0))
    along /= np.linalg.norm(along)
    line = np.linspace(-reach, reach, CELLS + 1)
    a, b = (grid.ravel()[:, None] for grid in np.meshgrid(line, line, indexing="ij"))
    points = centre + a * along + b * np.cross(up, along)
    try:
        heights = np.asarray(world.medium.sample_surface(points, world.time)[0])
    except (AttributeError, ValueError):  # a vacuum, or a medium without a surface
        return None
    points += (heights.ravel() - points @ up)[:, None] * up
    corner = (np.arange(CELLS)[:, None] * (CELLS + 1) + np.arange(CELLS)).ravel()
    across = corner + CELLS + 1
    return points, np.vstack([np.stack([corner, across, corner + 1], 1), np.stack([corner + 1, across, across + 1], 1)]), WATER


class _Canvas:
    """A picture with the inverse distance of each pixel."""

    def __init__(self, eye: np.ndarray, target: np.ndarray, up: np.ndarray, size: Tuple[int, int], field: float):
        self.width, self.height = size
        ahead = target - eye
        ahead = ahead / np.linalg.norm(ahead)
        right = np.cross(ahead, up if abs(ahead @ up) < 0.99 else np.array([1.0, 0.0, 0.0]))
        right /= np.linalg.norm(right)
        self.eye, self.axes = eye, np.stack([right, -np.cross(right, ahead), ahead])
        self.scale = 0.5 * self.height / math.tan(0.5 * field)
        self.light = 0.4 * up - 0.35 * ahead - 0.6 * right
        self.light /= np.linalg.norm(self.light)
        sky = np.linspace(0.0, 1.0, self.height)[:, None, None]
        self.colour = np.broadcast_to((1.0 - sky) * SKY + sky * DEEP, (self.height, self.width, 3)).copy()
        self.nearness = np.zeros((self.height, self.width))

    def draw(self, part: Part, opacity: float = 1.0) -> None:
        """Draws the faces that look at the eye; what is not opaque shows both of its sides and hides nothing."""
        vertices, triangles, colour = part
        seen = (vertices - self.eye) @ self.axes.T
        corners = vertices[triangles]
        normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
        normals /= np.maximum(np.linalg.norm(normals, axis=1), 1e-30)[:, None]
        faces = ((self.eye - corners[:, 0]) * normals).sum(axis=1)
        shades = 0.45 + 0.55 * np.clip(normals @ self.light, 0.0, 1.0)
        nearest = 1e-3 * np.abs(seen[:, 2]).max()
        visible = (seen[triangles, 2] > nearest).all(axis=1) & ((faces > 0.0) | (opacity < 1.0))
        inverse = 1.0 / np.maximum(seen[:, 2], nearest)
        screen = seen[:, :2] * (self.scale * inverse)[:, None] + (0.5 * self.width, 0.5 * self.height)
        painted = self.nearness if opacity == 1.0 else self.nearness.copy()
        for triangle, shade in zip(triangles[visible], shades[visible]):
            self._fill(screen[triangle], inverse[triangle], shade * colour, painted, opacity)

    def _fill(self, at: np.ndarray, inverse: np.ndarray, colour: np.ndarray, nearness: np.ndarray, opacity: float) -> None:
        low = np.maximum(np.ceil(at.min(axis=0) - 0.5).astype(int), 0)
        high = np.minimum(np.floor(at.max(axis=0) - 0.5).astype(int), (self.width - 1, self.height - 1))
        (ax, ay), (bx, by), (cx, cy) = at
        area = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
        if (low > high).any() or abs(area) < 1e-9:
            return
        x = np.arange(low[0], high[0] + 1) + 0.5
        y = (np.arange(low[1], high[1] + 1) + 0.5)[:, None]
        b = ((x - ax) * (cy - ay) - (y - ay) * (cx - ax)) / area  # shares of the corners b and c
        c = ((bx - ax) * (y - ay) - (by - ay) * (x - ax)) / area
        near = inverse[0] + b * (inverse[1] - inverse[0]) + c * (inverse[2] - inverse[0])
        window = np.s_[low[1]:high[1] + 1, low[0]:high[0] + 1]
        inside = (b >= 0.0) & (c >= 0.0) & (b + c <= 1.0) & (near > nearness[window])
        self.colour[window][inside] += opacity * (colour - self.colour[window][inside])
        nearness[window][inside] = near[inside]


def picture(world: _core.World, marks: Sequence[Tuple[Any, float]] = (), *, eye: Any = None, target: Any = None,
            size: Tuple[int, int] = (480, 320), field: float = 0.7) -> np.ndarray:
    """The world as an array (height, width, 3) of uint8, with balls at marks; see World.render()."""
    parts = _parts(world)
    ball = _core.mesh(sphere(1.0, faces=80)) if marks else None
    parts += [(radius * ball[0] + np.asarray(place, float), ball[1], MARK) for place, radius in marks]
    moving = np.vstack([part[0] for part in parts if part[2] is not STANDING] or [np.zeros((1, 3))])
    centre = 0.5 * (moving.min(axis=0) + moving.max(axis=0))
    reach = max(0.5 * np.linalg.norm(np.ptp(moving, axis=0)), 1e-6)
    up = _up(world)
    target = centre if target is None else np.asarray(target, float)
    if eye is None:
        aside = np.cross(up, (1.0, 0.0, 0.0) if abs(up[0]) < 0.9 else (0.0, 1.0, 0.0))
        aside /= np.linalg.norm(aside)
        away = 0.55 * up - 0.8 * aside + 0.35 * np.cross(aside, up)
        eye = target + 1.4 * reach / math.tan(0.5 * field) * away / np.linalg.norm(away)
    canvas = _Canvas(np.asarray(eye, float), target, up, (int(size[0]), int(size[1])), field)
    for part in parts:
        canvas.draw(part)
    water = _water(world, target, 2.0 * float(np.linalg.norm(canvas.eye - target)))
    if water:
        canvas.draw(water, 0.45)
    return np.clip(canvas.colour, 0.0, 255.0).astype(np.uint8)


def table(world: _core.World) -> str:
    """Time, and place [m] and velocity [m/s] of all parts, as lines of text."""
    lines = [f"time {world.time:.3f} s", f"{'part':<20} {'x':>9} {'y':>9} {'z':>9} {'vx':>9} {'vy':>9} {'vz':>9}"]
    for name, row in zip(world.names, world.state):
        lines.append(f"{name:<20} " + " ".join(f"{number:9.4f}" for number in (*row[:3], *row[10:13])))
    return "\n".join(lines)
