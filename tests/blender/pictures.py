# SPDX-License-Identifier: Zlib
"""blender -b --factory-startup --python pictures.py -- DIR: bakes the scenes of the tests and leaves stills of them in DIR, by Cycles, which
needs no display."""
import math
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import bpy  # noqa: E402
import scenes  # noqa: E402
from mathutils import Vector  # noqa: E402


def material(name, colour, alpha=1.0):
    """A plain material."""
    made = bpy.data.materials.new(name)
    made.use_nodes = True
    shader = made.node_tree.nodes["Principled BSDF"]
    shader.inputs["Base Color"].default_value = (*colour, 1)
    shader.inputs["Roughness"].default_value = 0.5
    shader.inputs["Alpha"].default_value = alpha
    return made


def shot(scene, bodies, frames, frame, eye, target, path, ground=None):
    """A picture of the bodies at several frames; frame: that of the scene."""
    for body in bodies:
        body.data.materials.append(material(body.name, (0.9, 0.35, 0.08)))
    for one in frames:
        scene.frame_set(one)
        for body in bodies:
            ghost = bpy.data.objects.new("ghost", bpy.data.meshes.new_from_object(body.evaluated_get(bpy.context.evaluated_depsgraph_get())))
            scene.collection.objects.link(ghost)
            ghost.matrix_world = body.matrix_world
    scene.frame_set(frame)
    camera = bpy.data.objects.new("camera", bpy.data.cameras.new("camera"))
    camera.location = eye
    camera.rotation_euler = (Vector(target) - Vector(eye)).to_track_quat("-Z", "Y").to_euler()
    sun = bpy.data.objects.new("sun", bpy.data.lights.new("sun", "SUN"))
    sun.rotation_euler, sun.data.energy = (0.6, 0.3, 0.2), 1.6
    for one in (camera, sun):
        scene.collection.objects.link(one)
    if ground:
        plane = scenes.plane("floor", 60.0, location=(0, 0, ground[0]), passive=True)
        plane.data.materials.append(material("floor", ground[1], ground[2]))
    scene.world = bpy.data.worlds.new("sky")
    scene.world.use_nodes = True
    scene.world.node_tree.nodes["Background"].inputs[0].default_value = (0.3, 0.42, 0.6, 1)
    scene.camera, scene.render.engine = camera, "CYCLES"
    scene.cycles.samples, scene.cycles.use_denoising = 24, False
    scene.render.resolution_x, scene.render.resolution_y = 640, 480
    scene.view_settings.view_transform = "Standard"
    scene.render.filepath = path
    bpy.ops.render.render(write_still=True)


def main(folder):
    """All three."""
    scene, leaf = scenes.leaf()
    bpy.ops.ambient_fluid.bake()
    bpy.data.objects["ground"].data.materials.append(material("ground", (0.35, 0.4, 0.3)))
    shot(scene, [leaf], range(1, 72, 3), 72, (0.6, -5.0, 1.8), (0.6, 0, 1.25), os.path.join(folder, "leaf.png"))
    scene, boat = scenes.boat()
    bpy.ops.ambient_fluid.bake()
    shot(scene, [boat], [], 240, (2.4, -3.4, 0.75), (0, 0, 0.05), os.path.join(folder, "boat.png"), (0.0, (0.05, 0.25, 0.35), 0.6))
    scene, top, links = scenes.chain()
    bpy.ops.ambient_fluid.bake()
    shot(scene, [top, *links], [], 60, (0.3 + 0.5, -4.0, 1.3), (0.3, 0, 1.15), os.path.join(folder, "chain.png"), (-0.2, (0.35, 0.4, 0.3), 1.0))


main(sys.argv[sys.argv.index("--") + 1])
