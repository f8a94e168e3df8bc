# SPDX-License-Identifier: Zlib
"""Rigid bodies of a scene move as in air, water and waves: docs/blender.md of AmbientFluid.

The physics is the Python package `ambientfluid`, which Blender's Python must find.
"""
bl_info = {
    "name": "Ambient Fluid",
    "author": "The authors of AmbientFluid",
    "version": (0, 2, 0),
    "blender": (3, 4, 0),
    "location": "Properties > Scene > Ambient Fluid, Properties > Physics > Ambient Fluid",
    "description": "Rigid bodies that move as in air, water and waves",
    "category": "Physics",
}

from . import operators, panels, settings  # noqa: E402: Blender reads bl_info from the first lines


def register():
    """Called by Blender when the add-on is enabled."""
    settings.register()
    operators.register()
    panels.register()


def unregister():
    """Called by Blender when the add-on is disabled."""
    panels.unregister()
    operators.unregister()
    settings.unregister()
