# SPDX-License-Identifier: Zlib
"""Rigid bodies and constraints of a scene, as plain values in SI units. The scene stands at the first frame while it is read."""
from dataclasses import dataclass, field

import numpy as np
from mathutils import Matrix

from . import meshes

TURNS = ("rotation_euler", "rotation_quaternion", "rotation_axis_angle")


@dataclass
class Body:
    """A rigid body. `outer` takes the object's own transform, `basis`, to the world [Blender's units]."""

    name: str
    moves: bool
    keys: dict = field(default_factory=dict)  # of World.add_body, without the shape
    points: np.ndarray = None
    triangles: np.ndarray = None
    collision: str = ""
    thickness: float = 0.0
    origin: np.ndarray = None
    axes: np.ndarray = None
    outer: Matrix = None


@dataclass
class SceneWorld:
    """All that a world is made of."""

    unit: float
    gravity: list
    frames: range
    frame_time: float
    substeps: int
    iterations: int
    bodies: list
    joints: list


def drives(target):
    """Whether keys or drivers move an object."""
    data = target.animation_data
    if data is None:
        return False
    curves = list(data.action.fcurves) if data.action else []
    return any(curve.data_path == "location" or curve.data_path in TURNS for curve in curves + list(data.drivers))


def _why_not_baked(target, moving):
    """Why the motion of a body cannot become keys, or None."""
    if target.library or target.override_library:
        return "is linked from another file: make it local (Object > Relations > Make Local)"
    constraint = next((one for one in target.constraints if not one.mute), None)
    if constraint:
        return f"the object constraint '{constraint.name}' moves it too: apply or mute it"
    if target.animation_data and any(curve.data_path == "location" or curve.data_path in TURNS for curve in target.animation_data.drivers):
        return "a driver moves it: remove the driver"
    parent = target.parent
    while parent:
        if parent.name in moving or drives(parent) or any(not one.mute for one in parent.constraints):
            return f"its parent '{parent.name}' moves: clear the parent (Object > Parent > Clear and Keep Transformation)"
        parent = parent.parent
    return None


def _outer(target, evaluated):
    """What takes the object's own transform to the world, or None if it stretches."""
    try:
        outer = evaluated.matrix_world @ evaluated.matrix_basis.inverted()
    except ValueError:
        return None
    square = outer.to_3x3().transposed() @ outer.to_3x3()
    size = square[0][0]
    ideal = Matrix.Diagonal((size, size, size))
    return outer if max(abs(square[i][j] - ideal[i][j]) for i in range(3) for j in range(3)) < 1e-4 * size else None


def _mass(target, unit, messages):
    """{"mass"} or {"density"}, or {} after an error."""
    settings = target.ambient_fluid
    if settings.use_density:
        if settings.density > 0.0:
            return {"density": settings.density}
        messages.error(target.name, "its density is 0")
    elif target.rigid_body.mass > 0.0:
        return {"mass": target.rigid_body.mass * unit ** 3}  # as the interface shows it
    else:
        messages.error(target.name, "its mass is 0")
    return {}


def _note_standing(target, messages):
    """Notes that a body stands which does not in Blender's own simulation."""
    body = target.rigid_body
    if (body.kinematic or body.type == "PASSIVE") and drives(target):
        messages.note(target.name, "is animated: it is taken to stand where it is in the first frame")


def _read_body(target, evaluated, moving, unit, messages):
    """A body, or None after an error."""
    rigid, settings = target.rigid_body, target.ambient_fluid
    body = Body(target.name, target.name in moving, collision=rigid.collision_shape, thickness=unit * settings.sheet_thickness)
    if rigid.collision_shape == "COMPOUND":
        return messages.error(target.name, "the collision shape Compound Parent is not known here: join the meshes (Ctrl J)")
    body.points, body.triangles, body.origin, body.axes = meshes.triangles_of(evaluated, unit)
    if len(body.triangles) == 0:
        return messages.error(target.name, "the mesh has no faces")
    body.keys = {"friction": rigid.friction, "restitution": rigid.restitution}
    if not body.moves:
        _note_standing(target, messages)
        body.keys["static"] = True
        return body
    why = _why_not_baked(target, moving)
    if why:
        return messages.error(target.name, why)
    body.outer = _outer(target, evaluated)
    if body.outer is None:
        return messages.error(target.name, "its scale is 0, or its parent's differs between axes: apply the scale (Ctrl A)")
    holes = meshes.open_edges(body.triangles)
    if holes and settings.wet and body.thickness == 0.0:
        return messages.error(target.name, f"the mesh is open, {holes} edges have one face: close it, or set its Sheet Thickness")
    if rigid.collision_shape == "MESH":
        messages.note(target.name, "touches others as its convex hull")
    body.keys.update(_mass(target, unit, messages), wet=settings.wet, can_sleep=rigid.use_deactivation,
                     detail=None if settings.detail == "full" else settings.detail,
                     center_of_mass=(0.0, 0.0, 0.0) if settings.center == "origin" else None)
    return body


def _shown(view_layer, collection):
    """Objects of a collection of the rigid-body world that are in the view layer, by name."""
    there = [one for one in collection.objects if view_layer.objects.get(one.name) is one] if collection else []
    return sorted(there, key=lambda one: one.name)


def _axis(matrix, column):
    return list(np.array(matrix.to_3x3().col[column].normalized()))


def _joint(target, matrix, unit, messages):
    """The keys of World.add_joint, or None. The angle of Blender's hinge is that of object 1 relative to object 2, the way of
    its slider that of object 2 relative to object 1."""
    rule = target.rigid_body_constraint
    kinds = {"FIXED": "fixed", "POINT": "ball", "HINGE": "hinge", "SLIDER": "slider"}
    if rule.type not in kinds:
        return messages.error(target.name, f"the constraint type {rule.type.title().replace('_', ' ')} is not known here")
    keys = {"type": kinds[rule.type], "position": unit * np.array(matrix.translation), "collide": not rule.disable_collisions}
    if rule.type == "HINGE":
        keys["axis"] = _axis(matrix, 2)
        if rule.use_limit_ang_z:
            keys["lower"], keys["upper"] = rule.limit_ang_z_lower, rule.limit_ang_z_upper
    elif rule.type == "SLIDER":
        keys["axis"] = _axis(matrix, 0)
        if rule.use_limit_lin_x:
            keys["lower"], keys["upper"] = -unit * rule.limit_lin_x_upper, -unit * rule.limit_lin_x_lower
    if rule.use_breaking:
        messages.note(target.name, "does not break")
    return keys


def _add_motor(target, matrix, unit, joints, messages):
    """Gives the motor of a constraint to the hinge or slider of the same two objects: Blender's motors turn about, and push
    along, the x axis of theirs."""
    rule = target.rigid_body_constraint
    pair = (rule.object1.name, rule.object2.name)
    kind = "hinge" if rule.use_motor_ang else "slider"
    along = next((joint for name, ends, joint in joints if ends == pair and joint["type"] == kind), None)
    share = 0.0 if along is None else float(np.dot(_axis(matrix, 0), along["axis"]))
    if rule.use_motor_ang == rule.use_motor_lin or abs(abs(share) - 1.0) > 1e-3:
        messages.error(target.name, "a motor needs a hinge or a slider of the same two objects; its x axis is along that of the other one")
        return
    sign = 1.0 if share > 0 else -1.0
    if kind == "hinge":
        velocity, force = rule.motor_ang_target_velocity, rule.motor_ang_max_impulse
    else:
        velocity, force = unit * rule.motor_lin_target_velocity, rule.motor_lin_max_impulse
    along["motor"] = {"target_velocity": sign * velocity, "max_force": force}


def _read_joints(targets, depsgraph, unit, known, messages):
    """(name, (object 1, object 2), keys of World.add_joint) of each constraint. known: names of the rigid bodies."""
    joints, motors = [], []
    for target in targets:
        rule = target.rigid_body_constraint
        if rule is None or not rule.enabled:
            continue
        missing = [f"object {i}" for i, one in ((1, rule.object1), (2, rule.object2)) if one is None or one.name not in known]
        if missing:
            messages.error(target.name, f"the constraint's {' and '.join(missing)} is no rigid body of the scene")
            continue
        matrix = target.evaluated_get(depsgraph).matrix_world
        if rule.type == "MOTOR":
            motors.append((target, matrix))
            continue
        keys = _joint(target, matrix, unit, messages)
        if keys:
            joints.append((target.name, (rule.object1.name, rule.object2.name), keys))
    for target, matrix in motors:
        _add_motor(target, matrix, unit, joints, messages)
    return joints


def rigid_objects(view_layer, scene):
    """The rigid bodies of a scene, by name."""
    world = scene.rigidbody_world
    return [one for one in _shown(view_layer, world.collection if world else None) if one.rigid_body]


def read(scene, view_layer, depsgraph, messages):
    """The SceneWorld of a scene; raises Refused with the errors of all objects."""
    world = scene.rigidbody_world
    if world is None:
        messages.error("", "the scene has no rigid body world: add rigid bodies (Object > Rigid Body)")
        messages.refuse_errors()
    unit = scene.unit_settings.scale_length if scene.unit_settings.system != "NONE" else 1.0
    targets = rigid_objects(view_layer, scene)
    moving = {one.name for one in targets if one.rigid_body.type == "ACTIVE" and one.rigid_body.enabled and not one.rigid_body.kinematic}
    bodies = [_read_body(one, one.evaluated_get(depsgraph), moving, unit, messages) for one in targets]
    bodies = [one for one in bodies if one]
    if not moving:
        messages.error("", "there is no active rigid body")
    joints = _read_joints(_shown(view_layer, world.constraints), depsgraph, unit, {one.name for one in targets}, messages)
    factor = world.effector_weights.gravity if scene.use_gravity else 0.0
    frame_time = scene.render.fps_base / scene.render.fps * world.time_scale
    if scene.frame_end <= scene.frame_start or frame_time <= 0.0:
        messages.error("", "the scene has no frames, or its rigid body world a speed of 0")
    messages.refuse_errors()
    return SceneWorld(unit, [unit * factor * one for one in scene.gravity], range(scene.frame_start, scene.frame_end + 1), frame_time,
                      world.substeps_per_frame, world.solver_iterations, bodies, joints)
