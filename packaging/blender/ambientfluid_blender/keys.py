# SPDX-License-Identifier: Zlib
"""Motions as key frames, and the state of the objects before them."""
import contextlib

import bpy
from mathutils import Matrix, Quaternion, Vector

TURNS = {"QUATERNION": "rotation_quaternion", "AXIS_ANGLE": "rotation_axis_angle"}  # others: Euler angles


def _turn_path(target):
    return TURNS.get(target.rotation_mode, "rotation_euler")


def _own_turn(target):
    """The rotation of an object by its mode, without the delta."""
    if target.rotation_mode == "QUATERNION":
        return target.rotation_quaternion.normalized()
    if target.rotation_mode == "AXIS_ANGLE":
        angle, *axis = target.rotation_axis_angle
        return Quaternion(axis, angle)
    return target.rotation_euler.to_quaternion()


def _delta_turn(target):
    if target.rotation_mode == "QUATERNION":
        return target.delta_rotation_quaternion.normalized()
    return Quaternion() if target.rotation_mode == "AXIS_ANGLE" else target.delta_rotation_euler.to_quaternion()


class _Turns:
    """Rotations in the mode of an object, each the nearest to the one before."""

    def __init__(self, target):
        self.mode = target.rotation_mode
        self.last = None

    def values(self, turn):
        """The channels of a rotation."""
        if self.mode == "QUATERNION":
            if self.last is not None and turn.dot(self.last) < 0.0:
                turn = -turn
            self.last = turn.copy()
            return tuple(turn)
        if self.mode == "AXIS_ANGLE":
            return self._axis_angle(turn)
        self.last = turn.to_euler(self.mode, self.last) if self.last is not None else turn.to_euler(self.mode)
        return tuple(self.last)

    def _axis_angle(self, turn):
        axis, angle = turn.to_axis_angle()
        if self.last is not None:
            before, axis_before = self.last
            if abs(angle) < 1e-6:
                axis = axis_before
            elif axis.dot(axis_before) < 0.0:
                axis, angle = -axis, -angle
            whole = 6.283185307179586
            angle += whole * round((before - angle) / whole)
        self.last = (angle, axis.copy())
        return (angle, *axis)


def rows_of(target, body, motion, unit):
    """Rows (location, rotation) of each frame. The rigid motion of the body in the world, seen in the space of the object's
    own transform, moves the transform that the object has at the start: its scale is never touched."""
    origins, turns = motion
    inner = body.outer.inverted()
    start_place = target.location + target.delta_location
    delta = _delta_turn(target)
    start_turn = delta @ _own_turn(target)
    first = Quaternion((turns[0][3], *turns[0][:3]))
    first_origin = Vector(origins[0])
    channel = _Turns(target)
    rows = []
    for origin, (x, y, z, w) in zip(origins, turns):
        turned = Quaternion((w, x, y, z)) @ first.inverted()
        place = (Vector(origin) - turned @ first_origin) / unit
        moved = inner @ (Matrix.Translation(place) @ turned.to_matrix().to_4x4()) @ body.outer
        location = moved @ start_place - target.delta_location
        rows.append((*location, *channel.values(delta.inverted() @ (moved.to_quaternion() @ start_turn))))
    rows[0] = (*target.location, *getattr(target, _turn_path(target)))  # without rounding
    return rows


def new_action(target, frames, rows):
    """The action of a baked object: that which it has without the bake, with one key a frame, linear between frames."""
    settings = target.ambient_fluid
    former = settings.former_action if settings.is_baked else target.animation_data and target.animation_data.action
    action = former.copy() if former else bpy.data.actions.new(target.name)
    for curve in [one for one in action.fcurves if one.data_path == "location" or one.data_path.startswith("rotation_")]:
        action.fcurves.remove(curve)
    columns = [("location", i) for i in range(3)] + [(_turn_path(target), i) for i in range(len(rows[0]) - 3)]
    for column, (data_path, index) in enumerate(columns):
        curve = action.fcurves.new(data_path, index=index, action_group="Ambient Fluid")
        curve.keyframe_points.add(len(rows))
        curve.keyframe_points.foreach_set("co", [value for frame, row in zip(frames, rows) for value in (frame, row[column])])
        curve.keyframe_points.foreach_set("interpolation", [1] * len(rows))  # LINEAR
        curve.update()
    return action


def bake(target, action):
    """Lets an object follow an action of new_action(); Blender's own simulation of it is off. What it was without any bake
    is stored."""
    settings = target.ambient_fluid
    old = settings.baked_action
    if not settings.is_baked:
        settings.former_action = target.animation_data and target.animation_data.action
        settings.former_mode = target.rotation_mode
        settings.former_location = target.location
        turn = list(getattr(target, _turn_path(target)))
        settings.former_rotation = turn + [0.0] * (4 - len(turn))
    settings.is_baked, settings.baked_action = True, action
    (target.animation_data or target.animation_data_create()).action = action
    target.rigid_body.kinematic = True  # keys are followed, not Blender's simulation
    _remove_unused(old)
    action.name = f"{target.name} Ambient Fluid"


def _remove_unused(action):
    if action and action.users == 0:
        bpy.data.actions.remove(action)


def _show_former(target):
    """An object as it is without the bake, which stays stored."""
    settings = target.ambient_fluid
    if target.animation_data:
        target.animation_data.action = settings.former_action
    target.rotation_mode = settings.former_mode
    target.location = settings.former_location
    path = _turn_path(target)
    setattr(target, path, settings.former_rotation[:len(getattr(target, path))])
    if target.rigid_body:
        target.rigid_body.kinematic = False  # bodies that move are baked alone


def clear(target):
    """Undoes the bake of an object."""
    settings = target.ambient_fluid
    _show_former(target)
    data, action = target.animation_data, settings.baked_action
    if data and not data.action and not data.drivers and not data.nla_tracks:
        target.animation_data_clear()
    settings.former_action = settings.baked_action = None
    settings.is_baked = False
    _remove_unused(action)


def baked(objects):
    """Those of the objects that are baked."""
    return [one for one in objects if one.ambient_fluid.is_baked]


@contextlib.contextmanager
def at_start(scene):
    """The scene at its first frame without bakes and without Blender's own simulation; afterwards it is as before."""
    frame, subframe, world = scene.frame_current, scene.frame_subframe, scene.rigidbody_world
    # The first frame of the cache shows no motion; switching the world off discards the cache.
    is_paused = bool(world and world.enabled and world.point_cache.frame_start < scene.frame_start)
    shown = [(one, one.animation_data.action if one.animation_data else None, one.rotation_mode) for one in baked(scene.objects)]
    try:
        if is_paused:
            world.enabled = False
        for target, _, _ in shown:
            _show_former(target)
        scene.frame_set(scene.frame_start)
        yield
    finally:
        for target, action, mode in shown:
            target.rotation_mode = mode
            if target.animation_data:
                target.animation_data.action = action
            if target.rigid_body:
                target.rigid_body.kinematic = True
        if is_paused:
            world.enabled = True
        scene.frame_set(frame, subframe=subframe)
