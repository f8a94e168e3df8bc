# SPDX-License-Identifier: Zlib
"""The motion of a scene's bodies, computed by the package `ambientfluid`."""
import importlib
import re
import warnings

import numpy as np

from . import media, meshes
from .messages import Messages

MISSING = ("Blender's Python has no package 'ambientfluid': docs/blender.md says how to install it")


def package():
    """The package, or None."""
    try:
        return importlib.import_module("ambientfluid")
    except ImportError:
        return None


def _plain(error):
    """The text of an error without the place in a world file."""
    return re.sub(r"^(bodies|joints)\[\d+\]\.?(shape: mesh: |shape: )?", "", str(error))


class Simulation:
    """A world made of a scene, stepped frame by frame.

    `work` is a generator that yields the share that is done, after each body and each frame; it raises Refused. Then
    `motions` has {name: (origins (frames, 3) [m], turns (frames, 4) as x, y, z, w)} of the frames of the bodies.
    """

    def __init__(self, plan, settings, messages: Messages):
        self.plan, self.messages = plan, messages
        self.medium = media.medium_of(settings, plan.unit)
        self.motions = {}

    def work(self):
        """See the class. A tenth of the share is for the making of the bodies."""
        fluid = package()
        if fluid is None:
            self.messages.error("", MISSING)
            self.messages.refuse_errors()
        world = self._world(fluid)
        handles = {}
        for i, body in enumerate(self.plan.bodies):
            with warnings.catch_warnings(record=True) as caught:
                warnings.simplefilter("always")
                self._add(fluid, world, body, handles)
            for warning in caught:
                self.messages.note(body.name, _plain(warning.message))
            yield 0.1 * (i + 1) / len(self.plan.bodies)
        self.messages.refuse_errors()
        self._join(world, handles)
        states = [np.array(world.state)]
        for frame in self.plan.frames[1:]:
            world.step(self.plan.substeps)
            states.append(np.array(world.state))
            yield 0.1 + 0.9 * (len(states) - 1) / (len(self.plan.frames) - 1)
        self._record(np.array(states), handles)

    def _world(self, fluid):
        try:
            return fluid.World(medium=self.medium, gravity=self.plan.gravity, dt=self.plan.frame_time / self.plan.substeps,
                               iterations=self.plan.iterations)
        except ValueError as error:
            self.messages.error("", re.sub(r"^dt: ", "the time of a substep: ", str(error)))
            self.messages.refuse_errors()

    def _add(self, fluid, world, body, handles):
        pose = {"position": body.origin, "orientation": _quaternion(body.axes)}
        try:
            if body.moves:
                sheet = body.thickness if body.thickness > 0.0 and meshes.open_edges(body.triangles) else None
                shape = fluid.mesh_shape(body.points, body.triangles, sheet_thickness=sheet)
                if not body.keys["wet"] and sheet is None and meshes.open_edges(body.triangles):
                    shape = fluid.mesh_shape(*fluid.convex_hull(body.points))
            else:
                shape = meshes.standing_shape(fluid, body.points, body.triangles, body.collision)
            handles[body.name] = world.add_body(shape, name=body.name, **pose, **body.keys)
        except ValueError as error:
            self.messages.error(body.name, _plain(error))

    def _join(self, world, handles):
        for name, (first, second), keys in self.plan.joints:
            try:
                world.add_joint(child=handles[first], parent=handles[second], name=name, **keys)
            except ValueError as error:
                self.messages.error(name, _plain(error))
        self.messages.refuse_errors()

    def _record(self, states, handles):
        """From places of the centres of mass to those of the objects' origins."""
        for body in self.plan.bodies:
            if not body.moves:
                continue
            handle = handles[body.name]
            if handle.failure is not None:
                self.messages.error(body.name, f"its motion failed: {handle.failure}")
                continue
            centers, turns = states[:, handle.row, 0:3], states[:, handle.row, 3:7]
            offset = _turned(turns[:1] * (-1, -1, -1, 1), (body.origin - centers[0])[None])
            self.motions[body.name] = (centers + _turned(turns, offset), turns)
        self.messages.refuse_errors()


def _quaternion(axes):
    """x, y, z, w of a rotation matrix."""
    from mathutils import Matrix
    turn = Matrix(axes.tolist()).to_quaternion()
    return (turn.x, turn.y, turn.z, turn.w)


def _turned(turns, vectors):
    """Vectors (n, 3) or (1, 3) turned by quaternions (n, 4) as x, y, z, w."""
    axis, real = turns[:, :3], turns[:, 3:]
    twice = 2.0 * np.cross(axis, np.broadcast_to(vectors, axis.shape))
    return vectors + real * twice + np.cross(axis, twice)
