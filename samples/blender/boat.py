# SPDX-License-Identifier: Zlib
"""blender -b --python boat.py -- FILE.blend: leaves a scene in FILE.blend that the add-on can bake: a boat, a stone and a ball in water."""
import os
import sys

import bpy

bpy.ops.wm.read_homefile(use_empty=True)
scene = bpy.context.scene
scene.frame_end = 240
bpy.ops.rigidbody.world_add()


def rigid(body, name, passive=False):
    """Makes the active object a rigid body."""
    body.name = name
    bpy.ops.rigidbody.object_add(type="PASSIVE" if passive else "ACTIVE")
    return body


bpy.ops.mesh.primitive_cube_add(size=1, location=(0, 0, 0.3), scale=(2.4, 0.9, 0.45))
boat = rigid(bpy.context.object, "boat")
for corner in boat.data.vertices:  # narrower below
    if corner.co.z < 0:
        corner.co.y *= 0.55
boat.rigid_body.mass = 250  # kg
bpy.ops.mesh.primitive_ico_sphere_add(subdivisions=3, radius=0.2, location=(-0.6, 1.2, 1.2))
stone = rigid(bpy.context.object, "stone")
stone.ambient_fluid.use_density, stone.ambient_fluid.density = True, 2600  # kg/m^3
bpy.ops.mesh.primitive_ico_sphere_add(subdivisions=3, radius=0.2, location=(0.6, 1.2, -1.2))
ball = rigid(bpy.context.object, "ball")
ball.ambient_fluid.use_density, ball.ambient_fluid.density = True, 300
bpy.ops.mesh.primitive_plane_add(size=12, location=(0, 0, -2))
rigid(bpy.context.object, "bed", passive=True)
bpy.ops.mesh.primitive_plane_add(size=12)
bpy.context.object.name = "water"  # to look at; no rigid body
bpy.context.object.display_type = "WIRE"

scene.ambient_fluid.fluid, scene.ambient_fluid.has_surface = "water", True
scene.ambient_fluid.velocity = (0.1, 0, 0)  # m/s
bpy.ops.wm.save_as_mainfile(filepath=os.path.abspath(sys.argv[sys.argv.index("--") + 1]))
