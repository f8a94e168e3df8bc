# SPDX-License-Identifier: Zlib
"""Worlds: bodies, joints and media in a Bullet world with a fluid."""
from __future__ import annotations

import math
import os
from typing import Any, Callable, Dict, Optional, Sequence, Tuple, Union

import numpy as np

from . import _core, _drawing
from .shapes import Shape, keys_of


class World(_core.World):
    """A Bullet world with a fluid, and all that is in it.

    Parts are added by keywords, which are the keys of a world file (docs/worlds.md), so that a world made here can be
    written as one. One thread at a time may use a world; step() leaves Python's lock to others. Handles (Body, Joint, ...)
    and arrays of the world stay valid as long as they are held.
    """

    def __init__(self, *, medium: Union[str, Dict[str, Any], _core.Medium, None] = None, gravity: Any = (0.0, 0.0, -9.81),
                 dt: float = 1.0 / 240.0, contacts: str = "fluid", forces: str = "default", iterations: int = 10,
                 articulated: bool = False, folder: str = ".", name: Optional[str] = None, description: Optional[str] = None,
                 seconds: Optional[float] = None, tangential_drag: Optional[float] = None, source: Any = None):
        """Makes an empty world.

        medium: a Medium, or a name or dict as in a world file, such as "water" or {"fluid": "water", "surface":
        {"height": 0}}; None: a vacuum. gravity, world axes [m/s^2]. dt: length of a step [s], at most .05. contacts:
        "fluid", with the full 6x6 inertia of body and fluid, or "stock", Bullet's own solver. forces: "default",
        "surface2026b", "paper001", "uwrbd", "gwtf" or "rbd" (none). iterations of the solver. articulated: whether
        articulated bodies may be added. folder: where file names start. name, description and seconds [s], for a file of
        the world: its title, a text, and how long the tool runs it. tangential_drag [m/s]: nu of a drag linear in the speed
        beside the forces, paper 003's equation 22; 0. source: for from_file() and from_dict().
        """
        if source is None:
            source = keys_of(medium="vacuum", gravity=gravity, dt=dt, solver=contacts, model=forces, iterations=iterations,
                             name=name, description=description, seconds=seconds, tangential_drag=tangential_drag)
        self._is_built = False
        super().__init__(source, folder, articulated)
        self._is_built = True
        if medium is not None:
            self.medium = medium

    @classmethod
    def from_file(cls, path: Union[str, "os.PathLike[str]"], *, articulated: bool = False) -> "World":
        """The world of a JSON file; names of files in it are relative to its folder. articulated: as of World()."""
        try:
            with open(path, encoding="utf-8") as file:
                return cls(source=file.read(), folder=os.path.dirname(os.fspath(path)) or ".", articulated=articulated)
        except (OSError, ValueError) as error:
            raise ValueError(f"{os.fspath(path)}: {getattr(error, 'strerror', None) or error}") from None

    @classmethod
    def from_dict(cls, keys: Dict[str, Any], *, folder: str = ".", articulated: bool = False) -> "World":
        """The world of a dict with the keys of a world file; values may be arrays. folder: where file names start."""
        if not isinstance(keys, dict):
            raise ValueError(f"keys: is {type(keys).__name__}, not a dict")
        return cls(source=keys, folder=folder, articulated=articulated)

    def save_file(self, path: Union[str, "os.PathLike[str]"]) -> None:
        """Writes to_dict() as a JSON world file. Names of files become relative to its folder, or absolute if they are
        not below it.

        The file is written whole or not at all, also on a full disk: a former one stays until then, and keeps its mode.
        Raises OSError, and ValueError if the path is that of a mesh or a robot of this world.
        """
        self._save_file(os.fsdecode(path), self.to_dict())

    def add_body(self, shape: Shape, *, name: Optional[str] = None, mass: Optional[float] = None,
                 density: Optional[float] = None, position: Any = None, orientation: Any = None, velocity: Any = None,
                 angular_velocity: Any = None, center_of_mass: Any = None, inertia: Any = None, static: Optional[bool] = None,
                 friction: Optional[float] = None, restitution: Optional[float] = None,
                 rolling_friction: Optional[float] = None, wet: bool = True, coupled: Optional[bool] = None,
                 collide: Optional[bool] = None, can_sleep: Optional[bool] = None, separation_angle: Optional[float] = None,
                 wake_factor: Optional[float] = None, roughness: Optional[float] = None, resolved: Optional[bool] = None,
                 waves_made: Union[str, bool, Dict[str, Any], None] = None, detail: Optional[str] = None, porosity: Optional[float] = None,
                 flooded: Optional[Sequence[Shape]] = None, flooded_density: Optional[float] = None) -> _core.Body:
        """Adds a body and returns its handle.

        shape: of ambientfluid.shapes, also one that changes, or a list of rigid ones, which are united. mass [kg] or density [kg/m^3]; static bodies need neither.
        position [m] and orientation (x, y, z, w) of the frame of the body: the origin of its mesh, the centre of a
        primitive. velocity of the centre of mass [m/s], angular_velocity [rad/s], world axes. center_of_mass, frame of the
        body [m]; inertia about it [kg m^2]: xx, yy, zz, and xy, xz, yz if they are not 0; default: of a uniform solid.
        friction .5, restitution 0, rolling_friction 0. wet False: no fluid acts on it. coupled False: out of the coupling.
        collide, can_sleep: True. separation_angle [rad], wake_factor, roughness [m]: see docs/worlds.md. resolved True: the
        grid of the world (add_grid) resolves the body, which should be six cells across or more. detail: "full"; "game" for some 144
        faces fitted to the forces of all, for worlds of many bodies; "crowd" for common steps of many free bodies
        (docs/for-games.md). waves_made: of a floating body, "heave" (the default),
        "radiation" for waves of all six motions, {"wamit": FILE, "wamit_forces", "length", "origin"} for these by coefficients
        of another program (docs/sea.md), or False. porosity: open share of the outlines, 0 to .5.
        flooded: shapes inside, full of water of flooded_density [kg/m^3] (default that of the fluid), which moves along; mass
        and inertia are without it.
        """
        return self._add_body(keys_of(
            shape=shape, name=name, mass=mass, density=density, position=position, orientation=orientation, velocity=velocity,
            angular_velocity=angular_velocity, center_of_mass=center_of_mass, inertia=inertia, static=static,
            friction=friction, restitution=restitution, rolling_friction=rolling_friction, model=None if wet else "rbd",
            coupled=coupled, collide=collide, can_sleep=can_sleep, separation_angle=separation_angle,
            wake_factor=wake_factor, roughness=roughness, resolved=resolved, waves_made=waves_made, detail=detail,
            porosity=porosity, flooded=flooded, flooded_density=flooded_density))

    def add_joint(self, type: str, child: Union[str, _core.Body], parent: Union[str, _core.Body, None] = None, *,
                  name: Optional[str] = None, position: Any = None, axis: Any = None, lower: Optional[float] = None,
                  upper: Optional[float] = None, motor: Optional[Dict[str, float]] = None,
                  collide: Optional[bool] = None) -> _core.Joint:
        """Adds a joint between two bodies, or a body and the world, and returns its handle.

        type: "hinge", "slider", "ball" or "fixed". position, world [m]: default that of the child's frame. axis, world: of
        hinges and sliders, which need it. lower, upper [rad, m] from the present pose. motor: {"target_velocity": [rad/s,
        m/s], "max_force": [N m, N]}. collide: whether the two bodies touch each other; False.
        """
        return self._add_joint(keys_of(type=type, child=self._name_of(child, "child"),
                                       parent=None if parent is None else self._name_of(parent, "parent"), name=name,
                                       position=position, axis=axis, lower=lower, upper=upper, motor=motor, collide=collide))

    def add_mooring(self, body: Union[str, _core.Body, _core.MultiBody], length: float, *, anchor: Any = None,
                    to: Union[str, _core.Body, _core.MultiBody, None] = None, point: Any = None, to_point: Any = None,
                    kind: Optional[str] = None, name: Optional[str] = None, mass: Optional[float] = None,
                    weight: Optional[float] = None, diameter: Optional[float] = None, stiffness: Optional[float] = None,
                    breaking_load: Optional[float] = None, seabed: Optional[float] = None,
                    seabed_friction: Optional[float] = None, normal_drag: Optional[float] = None,
                    tangential_drag: Optional[float] = None, added_mass: Optional[float] = None,
                    segments: Optional[int] = None, winch: Optional[Dict[str, float]] = None) -> _core.Mooring:
        """Adds a mooring line, tether or cable and returns its handle.

        body, to: bodies, or names of bodies and links ("robot/link"); anchor, world [m]: in place of to. point, to_point:
        where the line is fixed, frames of the bodies [m]. kind: "catenary" (no inertia, no drag) or "cable". length [m]
        without tension. mass, dry, with a diameter [kg/m, m], or weight in the medium [N/m]. stiffness: E A [N]. seabed:
        height of a level bed [m]. winch: {"length", "rate", "start"}. Others and defaults: docs/worlds.md.
        """
        return self._add_mooring(keys_of(
            name=name, kind=kind, body=self._name_of(body, "body"), point=point, anchor=anchor,
            to=None if to is None else self._name_of(to, "to"), to_point=to_point, length=length, mass=mass, weight=weight,
            diameter=diameter, stiffness=stiffness, breaking_load=breaking_load, seabed=seabed,
            seabed_friction=seabed_friction, normal_drag=normal_drag, tangential_drag=tangential_drag, added_mass=added_mass,
            segments=segments, winch=winch))

    def add_articulated(self, links: Optional[Sequence[Dict[str, Any]]] = None, *, robot: Optional[str] = None,
                        name: Optional[str] = None, fixed_base: Optional[bool] = None, position: Any = None,
                        orientation: Any = None, velocity: Any = None, angular_velocity: Any = None,
                        drive: Optional[str] = None, collide: Optional[bool] = None, link_inertia: Optional[str] = None,
                        tolerance: Optional[float] = None, detail: Optional[str] = None,
                        single_precision: Optional[bool] = None, coupled: Optional[bool] = None,
                        motors: Optional[Sequence[Dict[str, Any]]] = None) -> _core.MultiBody:
        """Adds a tree of links with joints and returns its handle. The world needs articulated=True.

        links: dicts of link(), the base without a parent; or robot: an URDF or SDF file. fixed_base: whether the base
        stands still. position [m], orientation (x, y, z, w): frame of the base. velocity [m/s] of the base's centre of
        mass, angular_velocity [rad/s]. drive: "servo" or "prescribed" for motors of the links. collide: with other bodies.
        link_inertia: "isolated", "coupled" or "posed" (docs/worlds.md). tolerance: largest error of a substep, above 0.
        detail: "full" or "game", the faces for games. single_precision: of the sums over faces. coupled: whether the
        links take part in the coupling; default False. motors of a robot's joints: {"link": child of the joint,
        "target_position" or "target_velocity", "stiffness", "damping", "max_force"}.
        """
        return self._add_articulated(keys_of(
            links=links, robot=robot, name=name, fixed_base=fixed_base, position=position, orientation=orientation,
            velocity=velocity, angular_velocity=angular_velocity, drive=drive, collide=collide,
            link_inertia=link_inertia, tolerance=tolerance, detail=detail, single_precision=single_precision,
            coupled=coupled, motors=motors))

    @staticmethod
    def link(name: str, shape: Optional[Shape] = None, *, parent: Optional[str] = None, joint: Optional[Dict[str, Any]] = None,
             position: Any = None, orientation: Any = None, mass: Optional[float] = None, density: Optional[float] = None,
             center_of_mass: Any = None, inertia: Any = None, friction: Optional[float] = None,
             restitution: Optional[float] = None, separation_angle: Optional[float] = None,
             wake_factor: Optional[float] = None, roughness: Optional[float] = None, porosity: Optional[float] = None,
             flooded: Optional[Sequence[Shape]] = None, flooded_density: Optional[float] = None,
             waves_made: Union[bool, str, Dict[str, Any], None] = None) -> Dict[str, Any]:
        """One link for add_articulated().

        parent: name of another link. joint to it: {"type": "hinge", "axis": frame of the link, "lower", "upper", "motor",
        "initial_position", "initial_velocity"}; default fixed. position [m] and orientation of the link's frame, whose
        origin is the joint, in the parent's. mass [kg] or density [kg/m^3]; a link without a shape needs mass and inertia.
        separation_angle [rad], wake_factor, roughness [m], porosity, flooded, flooded_density, waves_made: see docs/worlds.md.
        """
        return keys_of(name=name, shape=shape, parent=parent, joint=joint, position=position, orientation=orientation,
                       mass=mass, density=density, center_of_mass=center_of_mass, inertia=inertia, friction=friction,
                       restitution=restitution, separation_angle=separation_angle, wake_factor=wake_factor, roughness=roughness,
                       porosity=porosity, flooded=flooded, flooded_density=flooded_density, waves_made=waves_made)

    def add_wall(self, normal: Any = (0.0, 0.0, 1.0), offset: float = 0.0, *, friction: Optional[float] = None,
                 restitution: Optional[float] = None, coupled: Optional[bool] = None) -> None:
        """Adds the static plane normal . x = offset [m]; bodies are where normal . x is greater.

        coupled: whether bodies of a coupling feel the wall through the fluid; True.
        """
        self._add_wall(keys_of(normal=normal, offset=offset, friction=friction, restitution=restitution, coupled=coupled))

    def add_coupling(self, *, reach: Optional[float] = None, faces: Optional[int] = None, degree: Optional[int] = None,
                     drag: Optional[str] = None) -> None:
        """Makes bodies feel each other's flow, once per world.

        reach of the flow in sums of radii, 3; faces of the meshes, 320; degree of the harmonics, 5; drag: "mutual",
        "one_way" or "own" (docs/worlds.md).
        """
        self._add_coupling(keys_of(reach=reach, faces=faces, degree=degree, drag=drag))

    def add_grid(self, low: Any, cells: Sequence[int], spacing: float, *, sides: Any = None, velocity: Any = None,
                 interval: Optional[int] = None, follow: Union[str, _core.Body, _core.MultiBody, None] = None,
                 surface: Any = None, probes: Any = None) -> None:
        """Puts water on a grid into the world, once: bodies stir it and feel its flow (docs/grid.md).

        low: low corner of the box, world [m]. cells along x, y and z, 4 to 512 each. spacing: edge of a cell [m]. sides:
        "wall", "slip_wall", "periodic", "inflow", "open", or {"kind": one of these, "velocity": [m/s]}, or a list of six
        such for low x, high x, low y, high y, low z, high z; default: walls. velocity of the water at the start [m/s];
        default: that of the medium, which must have no surface. interval: steps of the world per step of the grid, 1.
        follow: a body that the box follows. surface: height of the water [m], or a dict of height, modes and columns; default:
        the box is full. probes: places [x, y] of grid_heights [m]. Read the flow by grid_velocity() and grid_corner.
        """
        self._add_grid(keys_of(min=low, cells=cells, spacing=spacing, sides=sides, velocity=velocity, interval=interval,
                               surface=surface, probes=probes,
                               follow=None if follow is None else self._name_of(follow, "follow")))

    def run(self, seconds: float, *, progress: Optional[Callable[[float], Any]] = None) -> None:
        """Steps until a duration [s] has passed, to the nearest step.

        progress: called as progress(fraction) about ten times a second, and with 1.0 at the end; it may read and change
        the world. What it raises, or Ctrl-C, ends the run after whole steps: the world is as it is then, and can go on.
        """
        if not math.isfinite(seconds):
            raise ValueError(f"seconds: {seconds} is not finite")
        self.step(int(round(seconds / self.dt)), progress)

    def render(self, *, eye: Any = None, target: Any = None, size: Tuple[int, int] = (480, 320), field: float = 0.7,
               balls: Sequence[Tuple[Any, float]] = ()) -> np.ndarray:
        """A picture of the world as it is now, without a display: an array (height, width, 3) of uint8.

        All meshes and the water surface of the medium, but no walls and no regions. eye and target [m], world: of the
        camera; without them it follows the parts that move. size: (width, height) in pixels. field: vertical angle of view
        [rad]. balls to be drawn as well: places [m] and radii [m].
        """
        return _drawing.picture(self, balls, eye=eye, target=target, size=size, field=field)

    def __repr__(self) -> str:
        """One line with the number of moving parts and the time."""
        if not self.__dict__.get("_is_built"):
            return "<World that was not built>"
        return f"<World of {len(self.names)} moving parts at {self.time:g} s>"

