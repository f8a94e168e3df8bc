# SPDX-License-Identifier: Zlib
"""What the add-on takes from a scene, what it refuses, and how it leaves the scene."""
import os
import re
import subprocess

import bpy
import pytest
import scenes

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")


def state(scene):
    """All of a scene that a bake may change."""
    found = [scene.frame_current, len(bpy.data.actions), scene.rigidbody_world.enabled]
    for one in scene.objects:
        action = one.animation_data.action if one.animation_data else None
        keys = [[tuple(key.co) for key in curve.keyframe_points] for curve in action.fcurves] if action else None
        found.append((one.name, action and action.name, keys, [tuple(row) for row in one.matrix_world], one.rotation_mode,
                      tuple(one.location), tuple(one.rotation_euler), tuple(one.rotation_quaternion), tuple(one.scale),
                      one.rigid_body and one.rigid_body.kinematic, one.ambient_fluid.is_baked))
    return found


def falling(frames=12):
    """A box that falls in water; the scene stands at frame 3."""
    scene = scenes.empty(frames)
    scene.ambient_fluid.fluid = "water"
    box = scenes.box("crate", (0.2, 0.2, 0.2), mass=20.0, location=(0, 0, 1))
    scene.frame_set(3)
    return scene, box


def errors(scene):
    """The errors of a refused bake, {subject: text}."""
    before = state(scene)
    with pytest.raises(RuntimeError) as refused:
        bpy.ops.ambient_fluid.bake()
    assert state(scene) == before
    found = {line.subject: line.text for line in scene.ambient_fluid.messages if line.is_error}
    assert all(f"{subject}: {text}" in str(refused.value) for subject, text in found.items() if subject)
    return found


def test_each_object_that_cannot_be_baked_is_named():
    scene = scenes.empty()
    corners = [(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)]
    scenes.mesh("open", corners, [(0, 2, 1), (0, 1, 3), (1, 2, 3)])
    scenes.box("light", (1, 1, 1), mass=0.0)
    thin = scenes.box("thin", (1, 1, 1))
    thin.ambient_fluid.use_density, thin.ambient_fluid.density = True, 0.0
    scenes.mesh("empty", corners, [])
    held = scenes.box("held", (1, 1, 1))
    held.constraints.new("COPY_LOCATION")
    child = scenes.box("child", (1, 1, 1))
    child.parent = held
    scenes.box("flat", (1, 1, 1), scale=(1, 1, 0))
    scenes.box("compound", (1, 1, 1)).rigid_body.collision_shape = "COMPOUND"
    scenes.joint("spring", "GENERIC_SPRING", held, child)
    scenes.joint("loose", "HINGE", held, None)
    scenes.joint("motor", "MOTOR", held, child)
    found = errors(scene)
    expected = {"open": "3 edges", "light": "mass is 0", "thin": "density is 0", "empty": "no faces", "held": "Copy Location",
                "child": "'held' moves", "flat": "scale is 0", "compound": "Compound", "spring": "Generic Spring", "loose": "object 2", "motor": "needs a hinge"}
    assert set(found) == set(expected)
    for name, text in expected.items():
        assert text in found[name]


def test_errors_of_the_fluid_name_the_object_or_the_setting():
    scene, box = falling()
    pressed = scenes.mesh("pressed", [(0, 0, 0), (1, 0, 0), (0, 1, 0), (0.3, 0.3, 0)], [(0, 2, 1), (0, 1, 3), (1, 2, 3), (2, 0, 3)])
    assert "volume" in errors(scene)["pressed"]
    bpy.data.objects.remove(pressed)
    scene.ambient_fluid.has_surface, scene.ambient_fluid.waves = True, "regular"
    scene.ambient_fluid.amplitude, scene.ambient_fluid.wavelength = 3.0, 2.0
    assert "steepness" in errors(scene)[""]
    scene.ambient_fluid.waves, scene.ambient_fluid.above = "none", "honey"
    assert "denser" in errors(scene)[""]


def test_a_cancelled_bake_leaves_the_scene_as_it_was():
    from ambientfluid_blender.bake import Bake
    scene, box = falling(200)
    before = state(scene)
    for _ in range(2):  # of a new scene, then of a baked one
        bake = Bake(scene, bpy.context.view_layer)
        while not 0.1 < bake.share < 1:
            assert not bake.advance(0.0)
        del bake
        assert state(scene) == before
        scene.frame_end = 12
        bpy.ops.ambient_fluid.bake()
        scene.frame_end = 200
        before = state(scene)


def test_a_bake_is_cleared_and_undone():
    scene, box = falling()
    box.rotation_mode, box.rotation_quaternion = "QUATERNION", (0.8, 0.6, 0, 0)
    box.keyframe_insert("scale", frame=1)
    box.keyframe_insert("location", frame=1)
    scene.frame_set(3)
    before = state(scene)
    bpy.ops.ambient_fluid.bake()
    assert box.rigid_body.kinematic and len(box.animation_data.action.fcurves) == 3 + 3 + 4
    bpy.ops.ambient_fluid.clear()
    assert state(scene) == before
    bpy.ops.ed.undo_push(message="before")
    bpy.ops.ambient_fluid.bake("EXEC_DEFAULT", True)
    assert scene.objects["crate"].ambient_fluid.is_baked
    bpy.ops.ed.undo()
    scene = bpy.context.scene
    scene.frame_set(3)
    assert state(scene) == before


def test_a_bake_again_replaces_the_former_one():
    scene, box = falling()
    bpy.ops.ambient_fluid.bake()
    first = state(scene)
    bpy.ops.ambient_fluid.bake()
    assert state(scene) == first                    # the same bytes, no action left over
    box.rigid_body.mass = 2.0
    bpy.ops.ambient_fluid.bake()
    scene.frame_set(12)
    assert box.matrix_world.translation.z > 1.05    # it rises now
    box.rigid_body.type = "PASSIVE"
    scenes.box("other", (0.2, 0.2, 0.2), location=(3, 0, 0))
    bpy.ops.ambient_fluid.bake()
    assert not box.ambient_fluid.is_baked and box.animation_data is None and tuple(box.location) == (0, 0, 1)


def test_blenders_own_simulation_moves_what_is_not_baked():
    scene, box = falling()
    heights = []
    for is_baked in (False, True, False):
        if is_baked:
            bpy.ops.ambient_fluid.bake()
        elif heights:
            bpy.ops.ambient_fluid.clear()
        for frame in range(1, 13):
            scene.frame_set(frame)
        heights.append(box.matrix_world.translation.z)
    assert heights[0] == heights[2] < 0.2 and heights[1] > 0.5


def test_time_gravity_and_wetness_come_from_the_scene():
    def fall(frames=25, **changes):
        scene, box = falling(frames)
        scene.ambient_fluid.velocity = (1.0, 0, 0)
        changes.get("change", lambda *_: None)(scene, box)
        bpy.ops.ambient_fluid.bake()
        scene.frame_set(frames)
        return box.matrix_world.translation.copy()

    def dry(scene, box):
        box.ambient_fluid.wet = False

    def weak(scene, box):
        dry(scene, box)
        scene.rigidbody_world.effector_weights.gravity = 0.5

    def slow(scene, box):
        dry(scene, box)
        scene.render.fps, scene.rigidbody_world.time_scale = 12, 0.5

    wet = fall()
    assert wet.x > 0.05 and wet.z > -0.7                           # carried along, held up
    assert fall(change=dry).z == pytest.approx(1 - 0.5 * 9.81, abs=0.03)
    assert fall(change=weak).z == pytest.approx(1 - 0.25 * 9.81, abs=0.02)
    assert fall(change=slow).z == pytest.approx(1 - 0.5 * 9.81, abs=0.03)


def test_the_add_on_is_installed_and_bakes_from_the_command_line(tmp_path):
    import ambientfluid
    scripts = os.path.join(ROOT, "packaging", "blender")
    for folder in ("one", "two"):
        subprocess.run([os.path.join(scripts, "build.sh"), str(tmp_path / folder)], check=True, stdout=subprocess.DEVNULL)
    archive, = (tmp_path / "one").iterdir()
    version = re.search(r"^ *VERSION ([0-9.]+)$", open(os.path.join(ROOT, "CMakeLists.txt")).read(), re.M).group(1)
    assert archive.name == f"ambientfluid_blender-{version}.zip"
    assert archive.read_bytes() == (tmp_path / "two" / archive.name).read_bytes()

    environment = {**os.environ, "PWD": str(tmp_path), "BLENDER_USER_SCRIPTS": str(tmp_path / "scripts"),
                   "BLENDER_USER_CONFIG": str(tmp_path / "config")}
    environment.pop("PYTHONPATH", None)
    (tmp_path / "scripts").mkdir()

    def run(*command):
        return subprocess.run(command, env=environment, cwd=tmp_path, capture_output=True, text=True)

    installed = run(os.path.join(scripts, "install.sh"), os.path.dirname(ambientfluid.__file__), bpy.app.binary_path)
    assert installed.returncode == 0 and str(tmp_path / "scripts") in installed.stdout, installed.stderr
    made = run(bpy.app.binary_path, "-b", "--python-exit-code", "2", "--python", os.path.join(ROOT, "samples", "blender", "boat.py"), "--",
               "boat.blend")
    assert made.returncode == 0, made.stderr
    bake = [bpy.app.binary_path, "-b", "boat.blend", "--python-exit-code", "2", "--python-expr"]
    baked = run(*bake, "import bpy; bpy.ops.ambient_fluid.bake(); bpy.ops.wm.save_mainfile()")
    assert baked.returncode == 0, baked.stderr
    refused = run(*bake, "import bpy; bpy.data.objects['boat'].rigid_body.mass = 0; bpy.ops.ambient_fluid.bake()")
    assert refused.returncode == 2 and "boat: its mass is 0" in refused.stdout + refused.stderr

    bpy.ops.wm.open_mainfile(filepath=str(tmp_path / "boat.blend"))
    bpy.context.scene.frame_set(240)
    places = {name: bpy.data.objects[name].matrix_world.translation for name in ("boat", "stone", "ball")}
    assert places["stone"].z == pytest.approx(-1.8, abs=0.02)     # on the bed
    assert abs(places["boat"].z) < 0.2 and abs(places["ball"].z) < 0.2 and places["ball"].x > 1.2  # afloat, carried by the current
