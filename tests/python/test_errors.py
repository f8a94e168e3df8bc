# SPDX-License-Identifier: Zlib
"""Bad input is one line that names value and place, and changes nothing."""
import math

import numpy as np
import pytest

import ambientfluid as af

BALL = af.sphere(0.1)


def world():
    made = af.World(medium="water")
    made.add_body(BALL, density=500.0, name="ball")
    return made


BAD = {
    "shape.radius: -1 is not above 0": lambda w: w.add_body(af.sphere(-1), density=1),
    "did you mean 'sphere'": lambda w: w.add_body({"type": "spere"}, density=1),
    "density: nan is not between": lambda w: w.add_body(BALL, density=math.nan),
    "needs the key 'mass' or 'density'": lambda w: w.add_body(BALL),
    "the body has a mass already": lambda w: w.add_body(BALL, density=1, mass=1),
    "'ball' names another one already": lambda w: w.add_body(BALL, density=1, name="ball"),
    "is no unit quaternion": lambda w: w.add_body(BALL, density=1, orientation=(1, 1, 1, 1)),
    "is no list of 3 numbers": lambda w: w.add_body(BALL, density=1, position=(1, 2)),
    "is .*object.*, not a number, text, list or dict": lambda w: w.add_body(af.sphere(object()), density=1),
    "keys are texts": lambda w: w.add_body({1: 2}, density=1),
    "a closed surface needs at least 4": lambda w: w.add_body(af.mesh_shape(np.eye(3), [[0, 1, 2]]), density=1),
    "is no number of a vertex": lambda w: w.add_body(af.mesh_shape(np.eye(3), [[0, 1, 5]]), density=1),
    "needs one of the keys 'file' and 'vertices'": lambda w: w.add_body({"type": "mesh"}, density=1),
    "needs the key 'triangles'": lambda w: w.add_body({"type": "mesh", "vertices": np.eye(3)}, density=1),
    "has 2 points, the first key 3": lambda w: w.add_body(af.frames([np.eye(3), np.eye(3)[:2]], [[0, 1, 2]]), mass=1),
    "a shape that changes has two keys": lambda w: w.add_body(af.frames([np.eye(3)], [[0, 1, 2]]), mass=1),
    "nix.obj": lambda w: w.add_body(af.mesh_file("nix.obj"), density=1),
    "did you mean 'ball'": lambda w: w.add_joint("ball", "bal"),
    "needs the key 'axis'": lambda w: w.add_joint("hinge", "ball"),
    "is none of hinge": lambda w: w.add_joint("hing", "ball"),
    "made without articulated bodies": lambda w: w.add_articulated([]),
    "did you mean 'water'": lambda w: setattr(w, "medium", "watr"),
    "is not above min": lambda w: af.World.from_dict({"medium": "water", "regions": [{"min": (0, 0, 0), "max": (0, 1, 1),
                                                                                       "medium": "air"}]}),
    "a vector has 3 finite numbers": lambda w: setattr(w.bodies["ball"], "position", (0, math.inf, 0)),
    "a quaternion x, y, z, w has length 1": lambda w: setattr(w.bodies["ball"], "orientation", (0, 0, 0, 2)),
    "is made of numbers": lambda w: w.bodies["ball"].apply_force("up"),
    "steps: is below 0": lambda w: w.step(-1),
    "did you mean 'diameter'": lambda w: w.add_thruster(w.bodies["ball"], diametre=1),
    "on: is neither": lambda w: w.add_thruster("ball"),
    "grid.cells: are not three": lambda w: w.add_grid((0, 0, 0), (8, 8, 3), 0.1),
    "has no grid that could resolve": lambda w: w.add_body(BALL, density=1, resolved=True),
    "the coupling|walls": lambda w: (w.add_coupling(), w.add_wall((0, 0, 1), -9), w.add_wall((0, 1, 1), -9)),
    "dt: 1 is|is above 0.05 s": lambda w: af.World(dt=1.0),
    "solver: 'x' is none of": lambda w: af.World(contacts="x"),
    "No such file": lambda w: af.World.from_file("nix.json"),
    "not a dict": lambda w: af.World.from_dict([]),
    "is no JSON": lambda w: af.World(source="{"),
    "stands twice": lambda w: af.World(source='{"medium": "water", "medium": "air"}'),
    "vertices: an array of shape": lambda w: af.FluidBodyModel([1, 2, 3], [[0, 1, 2]]),
    "whole numbers of vertices": lambda w: af.FluidBodyModel(np.eye(3), np.eye(3)),
    "there is no vertex 7": lambda w: af.FluidBodyModel(np.eye(3), [[0, 1, 7]]),
    "is none of none, safe": lambda w: af.FluidBodyModel(*af.mesh(BALL), repair="all"),
    "is none of auto": lambda w: af.FluidBodyModel(*af.mesh(BALL), method="x"),
    "faces must lie in .20, 2000., got 5": lambda w: af.viscous_tensor(*af.mesh(BALL), faces=5),
    "added_mass has 36 finite": lambda w: af.FluidBodyModel(*af.mesh(BALL), added_mass=np.eye(5)),
    "twists: an array of shape": lambda w: af.FluidBodyModel(*af.mesh(BALL)).wrenches([1, 2], 1, 1),
    "density": lambda w: af.uniform(-1.0, 0.0),
    "seconds: nan is not finite": lambda w: w.run(math.nan),
    "seconds: inf is not finite": lambda w: w.run(math.inf),
    "known are ball": lambda w: w.add_joint("ball", "zz"),
    "duration: must be positive": lambda w: af.FreeBody(af.FluidBodyModel(*af.mesh(BALL)), 1.0, None).step(0.0),
    "waves\\[0\\].wavelenght: unknown key": lambda w: af.waves([{"wavelenght": 1}]),
    "steepness|fold|crests": lambda w: af.gerstner_waves(af.waves([{"amplitude": 3, "wavelength": 5}])),
    "needs one of roughness": lambda w: af.boundary_layer((1, 0, 0)),
    "transition": lambda w: af.layers([(1, 1)], [], transition="x"),
    "velocities: an array of shape": lambda w: af.grid_flow([1], (0, 0, 0), (1, 1, 1)),
}


@pytest.mark.parametrize("message", BAD)
def test_bad_input_is_one_line(message):
    made = world()
    before = made.state.copy()
    with pytest.raises(ValueError, match=message) as error:
        BAD[message](made)
    assert "\n" not in str(error.value)
    assert np.array_equal(made.state, before) and made.names == ["ball"]
    made.step()


@pytest.mark.filterwarnings("ignore::RuntimeWarning")  # of its size
def test_a_body_that_the_fluid_refuses_leaves_no_trace():
    made = af.World(medium="water")
    with pytest.raises(ValueError, match=r"^bodies\[0\]"):
        # too small for an inertia in the numbers of Bullet
        made.add_body(af.mesh_shape(*af.mesh(BALL), scale=1e-30 if af.scalar_size == 4 else 1e-90), density=1.0)
    body = made.add_body(BALL, density=500.0)
    made.step()
    assert body.name == "body0" and len(made.names) == 1 and len(made.to_dict()["bodies"]) == 1
