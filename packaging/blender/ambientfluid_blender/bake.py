# SPDX-License-Identifier: Zlib
"""A bake from its start to its end. The scene changes at the end alone, or not at all."""
import time

import bpy

from . import keys, reading
from .messages import Messages
from .simulation import Simulation


class Bake:
    """The motion of a scene's rigid bodies. `share` of the work is done. Raises Refused."""

    def __init__(self, scene, view_layer):
        self._scene = scene.name
        self.messages = Messages()
        self.share = 0.0
        with keys.at_start(scene):
            self.plan = reading.read(scene, view_layer, view_layer.depsgraph, self.messages)
        self._simulation = Simulation(self.plan, scene.ambient_fluid, self.messages)
        self._work = self._simulation.work()

    def advance(self, duration=float("inf")):
        """Works on for a duration [s], or to the end; whether the end is reached."""
        last = time.monotonic() + duration
        for self.share in self._work:
            if time.monotonic() >= last:
                return False
        return True

    def finish(self):
        """Makes the motions key frames of the objects. Objects that moved in a former bake and stand now lose it."""
        scene = bpy.data.scenes[self._scene]
        moving = [(scene.objects[body.name], body) for body in self.plan.bodies if body.moves]
        with keys.at_start(scene):
            rows = [keys.rows_of(target, body, self._simulation.motions[body.name], self.plan.unit) for target, body in moving]
        actions = []
        try:
            for (target, _), row in zip(moving, rows):
                actions.append(keys.new_action(target, self.plan.frames, row))
        except Exception:
            for action in actions:
                bpy.data.actions.remove(action)
            raise
        names = {body.name for _, body in moving}
        for target in keys.baked(scene.objects):
            if target.name not in names:
                keys.clear(target)
        for (target, _), action in zip(moving, actions):
            keys.bake(target, action)
        scene.frame_set(scene.frame_current, subframe=scene.frame_subframe)
