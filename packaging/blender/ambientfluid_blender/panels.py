# SPDX-License-Identifier: Zlib
"""The panels: the fluid and the bake in the tab Scene, the settings of an object in the tab Physics."""
import textwrap

import bpy

from . import keys, simulation


class ScenePanel:
    """A panel of the tab Scene."""

    bl_space_type = "PROPERTIES"
    bl_region_type = "WINDOW"
    bl_context = "scene"


def _show_text(layout, context, text, icon):
    """A text in lines as wide as the region, whose letters are some 7 pixels wide."""
    column = layout.column(align=True)
    for line in textwrap.wrap(text, max(20, int(context.region.width / (7 * context.preferences.system.ui_scale)) - 6)):
        column.label(text=line, icon=icon)
        icon = "BLANK1"


def _show_messages(layout, context, subject=None):
    """All messages of the last bake, or those about an object."""
    for line in context.scene.ambient_fluid.messages:
        if subject in (None, line.subject):
            text = f"{line.subject}: {line.text}" if subject is None and line.subject else line.text
            _show_text(layout, context, text, "ERROR" if line.is_error else "INFO")


def _show_bake(layout, context):
    """The buttons, or the progress."""
    progress = context.window_manager.ambient_fluid_progress
    if simulation.package() is None:
        _show_text(layout, context, simulation.MISSING, "ERROR")
    if progress >= 0:
        layout.label(text="Baking.  Esc: cancel")
        bar = layout.row()
        bar.use_property_split = False
        bar.prop(context.window_manager, "ambient_fluid_progress", text="", slider=True)
        return
    row = layout.row(align=True)
    is_baked = bool(keys.baked(context.scene.objects))
    row.operator("ambient_fluid.bake", text="Bake Again" if is_baked else "Bake", icon="PHYSICS")
    if is_baked:
        row.operator("ambient_fluid.clear", text="Clear", icon="TRASH")


class AMBIENTFLUID_PT_scene(ScenePanel, bpy.types.Panel):
    """The fluid and the bake."""

    bl_label = "Ambient Fluid"

    def draw(self, context):
        """Draws it."""
        layout, settings = self.layout, context.scene.ambient_fluid
        layout.use_property_split = True
        if context.scene.rigidbody_world is None:
            layout.label(text="Add rigid bodies first: Object > Rigid Body", icon="INFO")
            return
        layout.prop(settings, "fluid")
        layout.prop(settings, "velocity")
        if not settings.has_surface:
            layout.prop(settings, "gusts")
            if settings.gusts > 0:
                layout.prop(settings, "gust_length")
                layout.prop(settings, "seed")
        _show_bake(layout, context)
        _show_messages(layout, context)


class AMBIENTFLUID_PT_surface(ScenePanel, bpy.types.Panel):
    """The surface of the fluid and its waves."""

    bl_label = "Surface"
    bl_parent_id = "AMBIENTFLUID_PT_scene"

    @classmethod
    def poll(cls, context):
        """A scene with rigid bodies."""
        return context.scene.rigidbody_world is not None

    def draw_header(self, context):
        """The box to check."""
        self.layout.prop(context.scene.ambient_fluid, "has_surface", text="")

    def draw(self, context):
        """Draws it."""
        layout, settings = self.layout, context.scene.ambient_fluid
        layout.use_property_split = True
        layout.active = settings.has_surface
        names = ["level", "above", "wind", "gusts"] + (["gust_length"] if settings.gusts > 0 else []) + ["waves"]
        if settings.waves == "regular":
            names += ["amplitude", "wavelength"]
        elif settings.waves == "sea":
            names += ["height", "period", "spread"]
        if settings.waves != "none":
            names += ["heading", "depth", "sharp"]
        if settings.gusts > 0 or settings.waves == "sea":
            names.append("seed")
        for name in names:
            layout.prop(settings, name)


class AMBIENTFLUID_PT_object(bpy.types.Panel):
    """What the fluid does to the active object."""

    bl_label = "Ambient Fluid"
    bl_space_type = "PROPERTIES"
    bl_region_type = "WINDOW"
    bl_context = "physics"

    @classmethod
    def poll(cls, context):
        """An object with a rigid body."""
        return context.object is not None and context.object.rigid_body is not None

    def draw(self, context):
        """Draws it."""
        layout, target = self.layout, context.object
        settings = target.ambient_fluid
        layout.use_property_split = True
        if target.rigid_body.type == "ACTIVE":
            for name in ["wet", "detail", "use_density"] + (["density"] if settings.use_density else []) + ["center", "sheet_thickness"]:
                layout.prop(settings, name)
        else:
            _show_text(layout, context, "A passive body stands: the fluid does not act on it", "INFO")
        _show_bake(layout, context)
        _show_messages(layout, context, target.name)


CLASSES = (AMBIENTFLUID_PT_scene, AMBIENTFLUID_PT_surface, AMBIENTFLUID_PT_object)

register, unregister = bpy.utils.register_classes_factory(CLASSES)
