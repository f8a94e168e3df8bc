# SPDX-License-Identifier: Zlib
"""Scenes for the tests of the add-on, made from nothing in a running Blender."""
import math
import os
import sys

import bpy
from mathutils import Vector

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "packaging", "blender"))


def empty(frames=48, gravity=-9.81):
    """An empty scene with a rigid body world and the add-on."""
    bpy.ops.wm.read_factory_settings(use_empty=True)
    if "ambientfluid_blender" not in bpy.context.preferences.addons:
        import ambientfluid_blender
        if not hasattr(bpy.types.Scene, "ambient_fluid"):
            ambientfluid_blender.register()
    scene = bpy.context.scene
    scene.frame_start, scene.frame_end = 1, frames
    scene.gravity = (0, 0, gravity)
    bpy.ops.rigidbody.world_add()
    return scene


def mesh(name, vertices, faces, mass=1.0, passive=False, **pose):
    """A rigid body of a mesh."""
    data = bpy.data.meshes.new(name)
    data.from_pydata(vertices, [], faces)
    body = bpy.data.objects.new(name, data)
    for key, value in pose.items():
        setattr(body, key, value)
    bpy.context.scene.collection.objects.link(body)
    bpy.context.view_layer.objects.active = body
    bpy.ops.rigidbody.object_add(type="PASSIVE" if passive else "ACTIVE")
    body.rigid_body.mass = mass
    bpy.context.view_layer.update()
    return body


def box(name, size, **keys):
    """A cuboid."""
    x, y, z = (0.5 * one for one in size)
    corners = [(-x, -y, -z), (x, -y, -z), (x, y, -z), (-x, y, -z), (-x, -y, z), (x, -y, z), (x, y, z), (-x, y, z)]
    return mesh(name, corners, [(3, 2, 1, 0), (4, 5, 6, 7), (0, 1, 5, 4), (1, 2, 6, 5), (2, 3, 7, 6), (3, 0, 4, 7)], **keys)


def plane(name, size, **keys):
    """A square of one face."""
    half = 0.5 * size
    return mesh(name, [(-half, -half, 0), (half, -half, 0), (half, half, 0), (-half, half, 0)], [(0, 1, 2, 3)], **keys)


def joint(name, kind, first, second, **pose):
    """A rigid body constraint on an empty."""
    holder = bpy.data.objects.new(name, None)
    for key, value in pose.items():
        setattr(holder, key, value)
    bpy.context.scene.collection.objects.link(holder)
    bpy.context.view_layer.objects.active = holder
    bpy.ops.rigidbody.constraint_add(type=kind)
    rule = holder.rigid_body_constraint
    rule.object1, rule.object2 = first, second
    bpy.context.view_layer.update()
    return rule


def leaf(frames=84):
    """A leaf of 12 by 6 cm and 0.4 mm, a sheet made thick by a modifier, that falls in air, and the ground."""
    scene = empty(frames)
    length, width, columns = 0.12, 0.06, 8
    points, faces = [], []
    for i in range(columns + 1):
        u = i / columns
        half = 0.5 * width * math.sin(math.pi * (0.08 + 0.84 * u))
        points += [((u - 0.5) * length, y * half, 0.0) for y in (-1, 0, 1)]
    for i in range(columns):
        for j in range(2):
            a = 3 * i + j
            faces.append((a, a + 3, a + 4, a + 1))
    body = mesh("leaf", points, faces, location=(0, 0, 2.6), rotation_euler=(0.8, 0.1, 0))
    solid = body.modifiers.new("Solidify", "SOLIDIFY")
    solid.thickness = 0.0004
    body.ambient_fluid.use_density, body.ambient_fluid.density = True, 300
    plane("ground", 6.0, passive=True)
    return scene, body


HULL = (2.4, 0.5, 0.9, 0.45)  # length, width of the bottom and of the deck, height [m]


def boat(mass=150.0, frames=240):
    """A prismatic hull that floats, its origin in the bottom; the mesh has half its size."""
    scene = empty(frames)
    length, bottom, deck, height = HULL
    x, a, b = 0.5 * length, 0.5 * bottom, 0.5 * deck
    points = [(-x, -a, 0), (x, -a, 0), (x, a, 0), (-x, a, 0), (-x, -b, height), (x, -b, height), (x, b, height), (-x, b, height)]
    faces = [(3, 2, 1, 0), (4, 5, 6, 7), (0, 1, 5, 4), (1, 2, 6, 5), (2, 3, 7, 6), (3, 0, 4, 7)]
    body = mesh("boat", [Vector(one) / 2 for one in points], faces, mass=mass, location=(0, 0, -0.05), scale=(2, 2, 2))
    scene.ambient_fluid.fluid = "water"
    scene.ambient_fluid.has_surface = True
    return scene, body


def draft(mass, density=998.2, air=1.204):
    """Of the hull in water under air [Archimedes]: mass = density L (b T + (d - b) T^2 / (2 h)) + the mass of the displaced air."""
    length, bottom, deck, height = HULL
    slope = (deck - bottom) / (2 * height)
    volume = length * height * (bottom + deck) / 2
    wanted = (mass - air * volume) / ((density - air) * length)
    return (-bottom + math.sqrt(bottom * bottom + 4 * slope * wanted)) / (2 * slope)


def chain(links=6, frames=60):
    """Links on hinges, about x and y in turn, that hang from a passive block in a wind."""
    scene = empty(frames)
    scene.ambient_fluid.velocity = (6, 2, 0)
    top = box("top", (0.1, 0.1, 0.1), passive=True, location=(0, 0, 2.0))
    above, bodies = top, []
    for i in range(links):
        body = box(f"link{i}", (0.06, 0.06, 0.26), mass=0.12, location=(0, 0, 1.8 - 0.3 * i))
        turn = (0, math.pi / 2, 0) if i % 2 else (math.pi / 2, 0, 0)
        joint(f"hinge{i}", "HINGE", above, body, location=(0, 0, 1.95 - 0.3 * i), rotation_euler=turn)
        bodies.append(body)
        above = body
    return scene, top, bodies
