# SPDX-License-Identifier: Zlib
"""The operators `ambient_fluid.bake` and `ambient_fluid.clear`."""
import sys

import bpy

from . import keys
from .bake import Bake
from .messages import Messages, Refused

SLICE = 0.1  # s of work between two looks at the keyboard


class AMBIENTFLUID_OT_bake(bpy.types.Operator):
    """Computes the motion of the scene's rigid bodies in the fluid and makes it key frames, in place of a former bake. Escape
    cancels"""

    bl_idname = "ambient_fluid.bake"
    bl_label = "Bake Fluid Motion"
    bl_options = {"UNDO"}

    @classmethod
    def poll(cls, context):
        """A scene with a rigid body world."""
        return context.scene is not None and context.scene.rigidbody_world is not None and context.mode == "OBJECT"

    def execute(self, context):
        """Bakes at once; prints the progress if Blender has no window."""
        try:
            bake = Bake(context.scene, context.view_layer)
            told = 0
            while not bake.advance(SLICE):
                if bpy.app.background and int(10 * bake.share) > told:
                    told = int(10 * bake.share)
                    print(f"Ambient Fluid: {10 * told} %", file=sys.stderr, flush=True)
            return self._finish(context, bake)
        except Refused as refused:
            return self._refuse(context, refused.messages)

    def invoke(self, context, event):
        """Bakes in steps, with a progress bar."""
        try:
            self._bake = Bake(context.scene, context.view_layer)
        except Refused as refused:
            return self._refuse(context, refused.messages)
        manager = context.window_manager
        self._timer = manager.event_timer_add(0.01, window=context.window)
        manager.progress_begin(0, 100)
        manager.modal_handler_add(self)
        return {"RUNNING_MODAL"}

    def modal(self, context, event):
        """Works on at each tick of the timer."""
        if event.type == "ESC" and event.value == "PRESS":
            self._end_modal(context)
            self.report({"INFO"}, "Cancelled: the scene is as it was")
            return {"CANCELLED"}
        if event.type != "TIMER":
            return {"RUNNING_MODAL"}
        try:
            if not self._bake.advance(SLICE):
                self._show_progress(context, 100 * self._bake.share)
                return {"RUNNING_MODAL"}
            self._end_modal(context)
            return self._finish(context, self._bake)
        except Refused as refused:
            self._end_modal(context)
            return self._refuse(context, refused.messages)
        except Exception:
            self._end_modal(context)
            raise

    def _show_progress(self, context, percent):
        manager = context.window_manager
        manager.ambient_fluid_progress = percent
        manager.progress_update(percent)
        context.workspace.status_text_set(f"Baking fluid motion: {percent:.0f} %.  Esc: cancel" if percent >= 0 else None)
        for area in context.screen.areas:
            if area.type == "PROPERTIES":
                area.tag_redraw()

    def _end_modal(self, context):
        self._show_progress(context, -1)
        context.window_manager.progress_end()
        context.window_manager.event_timer_remove(self._timer)

    def _finish(self, context, bake):
        bake.finish()
        bake.messages.show(context.scene)
        self.report({"INFO"}, f"Baked {sum(body.moves for body in bake.plan.bodies)} bodies, {len(bake.plan.frames)} frames")
        return {"FINISHED"}

    def _refuse(self, context, messages):
        messages.show(context.scene)
        for text in messages.texts(True):
            self.report({"ERROR"}, text)
        return {"CANCELLED"}


class AMBIENTFLUID_OT_clear(bpy.types.Operator):
    """Removes the key frames of the bake. All objects are as they were before it, and Blender's own simulation moves them again"""

    bl_idname = "ambient_fluid.clear"
    bl_label = "Clear Fluid Motion"
    bl_options = {"UNDO"}

    @classmethod
    def poll(cls, context):
        """A scene with baked objects."""
        return context.scene is not None and bool(keys.baked(context.scene.objects))

    def execute(self, context):
        """Clears all objects of the scene."""
        for target in keys.baked(context.scene.objects):
            keys.clear(target)
        Messages().show(context.scene)
        context.scene.frame_set(context.scene.frame_current, subframe=context.scene.frame_subframe)
        return {"FINISHED"}


CLASSES = (AMBIENTFLUID_OT_bake, AMBIENTFLUID_OT_clear)

register, unregister = bpy.utils.register_classes_factory(CLASSES)
