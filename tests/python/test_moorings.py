# SPDX-License-Identifier: Zlib
"""Moorings of Python's worlds."""
import numpy as np
import pytest

import ambientfluid as af

SEA = {"fluid": "sea_water", "surface": {"height": 0}}


def moored(**changes):
    world = af.World(medium=SEA, dt=1 / 60)
    buoy = world.add_body(af.sphere(0.5, faces=180), mass=120, position=(4, 0, 0), name="buoy")
    keys = dict(anchor=(0, 0, -6), point=(0, 0, -0.5), weight=30, seabed=-6, name="chain")
    line = world.add_mooring(buoy, 9.0, **{**keys, **changes})
    return world, buoy, line


def test_a_moored_buoy_and_its_line_balance_each_other():
    world, buoy, line = moored()
    assert repr(line) == "<Mooring 'chain'>" and list(world.moorings) == ["chain"] and len(line.points) == 0
    world.run(10.0)
    points = line.points
    assert points.shape == (33, 3)
    assert np.linalg.norm(points[0] - buoy.position) == pytest.approx(0.5, abs=0.01)
    assert points[-1] == pytest.approx((0, 0, -6), abs=1e-9)
    assert not line.broken and line.length == 9.0
    # A catenary: the tension falls with the height of the ends by the weight of a metre; the bed carries the rest.
    assert line.largest_tension == pytest.approx(line.tensions[0])
    assert line.tensions[0] - line.tensions[1] == pytest.approx(30 * (points[0][2] + 6), rel=0.01)


def test_a_cable_is_reeled_in_and_saved():
    world, buoy, line = moored(kind="cable", diameter=0.02, weight=None, mass=3.0, segments=12)
    world.run(1.0)
    state = world.save()
    line.reel(5.0, 1.5)
    world.run(4.0)
    assert line.length == 5.0 and buoy.position[2] < -0.1
    after = line.points
    world.restore(state)
    assert line.length == 9.0
    line.reel(5.0, 1.5)
    world.run(4.0)
    assert np.array_equal(line.points, after)
    again = af.World.from_dict(world.to_dict())
    assert again.moorings["chain"].length == pytest.approx(5.0)


def test_a_line_between_two_bodies_breaks():
    world = af.World(medium=SEA, dt=1 / 60)
    for name, x in (("a", 0), ("b", 3)):
        world.add_body(af.sphere(0.3, faces=80), mass=50, position=(x, 0, 0), velocity=(2 * x - 3, 0, 0), name=name)
    line = world.add_mooring("a", 3.1, to=world.bodies["b"], weight=1, breaking_load=200.0)
    world.run(1.0)
    assert line.broken and line.largest_tension == 0.0 and len(line.points) == 0


def test_wrong_moorings_name_the_key():
    world, _, _ = moored()
    with pytest.raises(ValueError, match=r"moorings\[1\].*weight"):
        world.add_mooring("buoy", 5.0, anchor=(0, 0, -6))
    with pytest.raises(ValueError, match=r"moorings\[1\].body: 'bouy' is no body"):
        world.add_mooring("bouy", 5.0, anchor=(0, 0, -6), weight=1)
    assert len(world.moorings) == 1
