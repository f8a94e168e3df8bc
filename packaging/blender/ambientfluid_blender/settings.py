# SPDX-License-Identifier: Zlib
"""What a scene and an object know of the fluid: `scene.ambient_fluid` and `object.ambient_fluid`.

Lengths, speeds and accelerations are in Blender's units, as the scene's other numbers are; densities are in kg/m^3.
"""
import bpy
from bpy.props import (BoolProperty, CollectionProperty, EnumProperty, FloatProperty, FloatVectorProperty, IntProperty, PointerProperty,
                       StringProperty)

FLUIDS = [
    ("air", "Air", "1.204 kg/m^3, at 20 degC"),
    ("water", "Water", "998.2 kg/m^3, at 20 degC"),
    ("sea_water", "Sea Water", "1024.8 kg/m^3, at 20 degC"),
    ("honey", "Honey", "At 25 degC"),
    ("olive_oil", "Olive Oil", "At 20 degC"),
    ("castor_oil", "Castor Oil", "At 20 degC"),
    ("vacuum", "Vacuum", "No fluid acts"),
]


class Message(bpy.types.PropertyGroup):
    """A line of the last bake, about an object or about the scene (`subject` "")."""

    subject: StringProperty()
    text: StringProperty()
    is_error: BoolProperty()


class SceneFluid(bpy.types.PropertyGroup):
    """The fluid around all bodies of a scene."""

    fluid: EnumProperty(name="Fluid", items=FLUIDS, default="air", description="Around all bodies; with a surface, below it", options=set())
    velocity: FloatVectorProperty(
        name="Current", subtype="VELOCITY", unit="VELOCITY", description="Of the whole fluid, world axes: a wind or a current", options=set())
    has_surface: BoolProperty(name="Surface", description="The fluid ends at a level, with another one above", options=set())
    level: FloatProperty(name="Level", unit="LENGTH", description="Height of the surface without waves, against gravity", options=set())
    above: EnumProperty(name="Above", items=FLUIDS, default="air", description="The lighter fluid above the surface", options=set())
    wind: FloatVectorProperty(name="Wind", subtype="VELOCITY", unit="VELOCITY", description="Of the fluid above, world axes", options=set())
    gusts: FloatProperty(
        name="Gusts", unit="VELOCITY", min=0.0,
        description="Root mean square of each component of a turbulence, in the fluid above a surface or in the only fluid", options=set())
    gust_length: FloatProperty(name="Gust Length", unit="LENGTH", default=10.0, min=1e-3, description="Of the largest eddies", options=set())
    waves: EnumProperty(
        name="Waves", options=set(), default="none", description="Of the surface",
        items=[("none", "None", "A flat surface"), ("regular", "Regular", "One wave"), ("sea", "Sea", "A random sea")])
    amplitude: FloatProperty(
        name="Amplitude", unit="LENGTH", default=0.1, min=0.0, description="Half the height from trough to crest", options=set())
    wavelength: FloatProperty(name="Wavelength", unit="LENGTH", default=5.0, min=1e-3, description="From crest to crest", options=set())
    height: FloatProperty(
        name="Significant Height", unit="LENGTH", default=0.5, min=0.0, description="4 times the root mean square of the elevation", options=set())
    period: FloatProperty(name="Peak Period", default=4.0, min=1e-2, description="Of the peak of the spectrum, in seconds", options=set())
    heading: FloatProperty(name="Heading", subtype="ANGLE", description="Where the waves run, from the x axis towards y", options=set())
    spread: FloatProperty(
        name="Spread", default=0.0, min=0.0,
        description="n of the spread cos^n about the heading: 2 to 4 for wind seas, over 10 for swell; 0: all in one heading", options=set())
    sharp: BoolProperty(
        name="Sharp Crests", default=True,
        description="Gerstner's waves; off: linear theory, also for seas that are too steep for sharp crests", options=set())
    depth: FloatProperty(name="Depth", unit="LENGTH", min=0.0, description="Of the water that waves run on; 0: deep", options=set())
    seed: IntProperty(name="Seed", default=1, min=1, description="Of gusts and seas: equal seeds give equal ones", options=set())
    messages: CollectionProperty(type=Message)


class ObjectFluid(bpy.types.PropertyGroup):
    """What the fluid does to an object, and the object's state before the bake."""

    wet: BoolProperty(name="Wet", default=True, description="The fluid acts on this body", options=set())
    detail: EnumProperty(
        name="Detail", options=set(), default="full", description="Faces that the fluid sees",
        items=[("full", "Full", "All faces"), ("game", "Game", "Some 144 faces fitted to the forces of all, for many bodies")])
    use_density: BoolProperty(name="By Density", description="The mass is density times volume, in place of the rigid body's mass", options=set())
    density: FloatProperty(name="Density", default=500.0, min=0.0, description="Of a uniform solid, in kg/m^3", options=set())
    center: EnumProperty(
        name="Center of Mass", options=set(), default="volume", description="Where the mass is",
        items=[("volume", "Volume", "That of a uniform solid of the mesh"), ("origin", "Origin", "The object's origin")])
    sheet_thickness: FloatProperty(
        name="Sheet Thickness", unit="LENGTH", min=0.0, precision=4,
        description="An open mesh is a sheet of this thickness; 0: the mesh must be closed", options=set())

    is_baked: BoolProperty()
    former_mode: StringProperty()
    former_location: FloatVectorProperty(size=3)
    former_rotation: FloatVectorProperty(size=4)
    former_action: PointerProperty(type=bpy.types.Action)
    baked_action: PointerProperty(type=bpy.types.Action)


CLASSES = (Message, SceneFluid, ObjectFluid)


def register():
    """Adds the settings to Blender's types. The share of the work that is done is the window manager's: it is not saved."""
    for one in CLASSES:
        bpy.utils.register_class(one)
    bpy.types.Scene.ambient_fluid = PointerProperty(type=SceneFluid)
    bpy.types.Object.ambient_fluid = PointerProperty(type=ObjectFluid)
    bpy.types.WindowManager.ambient_fluid_progress = FloatProperty(name="Baking", subtype="PERCENTAGE", default=-1.0, max=100.0)


def unregister():
    """Takes the settings away."""
    del bpy.types.WindowManager.ambient_fluid_progress
    del bpy.types.Object.ambient_fluid
    del bpy.types.Scene.ambient_fluid
    for one in reversed(CLASSES):
        bpy.utils.unregister_class(one)
