# SPDX-License-Identifier: Zlib
"""Bodies, multi-bodies, thrusters, regions and media as handles."""
import math

import numpy as np
import pytest

import ambientfluid as af


def test_pose_and_velocity_of_a_body_can_be_set():
    world = af.World(medium="water", gravity=(0, 0, 0))
    body = world.add_body(af.box((0.3, 0.2, 0.1)), density=998.2, center_of_mass=(0.02, 0.0, 0.0), position=(1.0, 0.0, 0.0))
    assert np.allclose(body.position, (1.02, 0.0, 0.0))
    turn = (0.0, 0.0, math.sin(0.5), math.cos(0.5))
    view = world.state
    body.position, body.orientation = (0.0, 0.0, 3.0), turn
    body.linear_velocity, body.angular_velocity = (1.0, 0.0, 0.0), (0.0, 0.0, 2.0)
    assert np.allclose(view[0], [0, 0, 3, *turn, 0, 0, 2, 1, 0, 0], atol=1e-6)
    world.step()
    assert body.position[0] > 0.003 and body.orientation[2] > turn[2]
    assert body.mass == pytest.approx(998.2 * 0.006, rel=1e-6)
    assert body.row == 0 and not body.is_static and body.is_awake and body.failure is None
    assert body.model.volume == pytest.approx(0.006)


def test_forces_torques_and_impulses_move_bodies():
    def moved(act):
        world = af.World(gravity=(0, 0, 0), dt=0.01)
        body = world.add_body(af.sphere(0.1), mass=2.0)
        act(body)
        world.step()
        return body.linear_velocity, body.angular_velocity
    v, w = moved(lambda body: body.apply_force((4.0, 0.0, 0.0)))
    assert np.allclose(v, (0.02, 0, 0), atol=1e-6) and np.allclose(w, 0)
    v, w = moved(lambda body: body.apply_force((4.0, 0.0, 0.0), (0.0, 0.1, 0.0)))
    assert np.allclose(w, (0, 0, -0.4 * 0.01 / (0.4 * 2.0 * 0.01)), rtol=1e-3)
    v, w = moved(lambda body: body.apply_impulse((4.0, 0.0, 0.0)))
    assert np.allclose(v, (2.0, 0, 0), atol=1e-6)
    v, w = moved(lambda body: body.apply_torque((0.0, 0.0, 0.08)))
    assert np.allclose(w, (0, 0, 0.1), rtol=1e-3)


def test_static_bodies_stand_and_dry_bodies_fall_as_in_a_vacuum():
    world = af.World(medium="water")
    floor = world.add_body(af.box((4.0, 4.0, 0.2)), static=True, position=(0.0, 0.0, -1.0), name="floor")
    stone = world.add_body(af.sphere(0.1), density=500.0, wet=False)
    assert floor.is_static and floor.row is None and floor.mass == 0.0 and np.allclose(floor.position, (0, 0, -1))
    world.step(24)
    assert stone.linear_velocity[2] == pytest.approx(-9.81 * 0.1, rel=1e-3)
    assert stone.model is None
    with pytest.raises(ValueError, match="is not in the fluid"):
        stone.readout()
    with pytest.raises(ValueError, match="floor: is static"):
        floor.apply_force((1, 0, 0))


def chain(world, **keys):
    rod = af.capsule(0.05, 0.3, faces=320)
    links = [af.World.link("base", af.sphere(0.1, faces=320), density=2000.0),
             af.World.link("rod", dict(rod, position=(0, 0, -0.2)), parent="base", density=2000.0, position=(0, 0, -0.1),
                           joint={"type": "hinge", "axis": (0, 1, 0)})]
    return world.add_articulated(links, name="chain", **keys)


def test_joints_of_multi_bodies_follow_servos_and_torques():
    world = af.World(medium="water", gravity=(0, 0, 0), articulated=True)
    body = chain(world, fixed_base=True)
    assert body.link_names == ["base", "rod"] and body.link_poses.shape == (1, 7)
    body.apply_torques(0.5)
    world.step()
    assert body.rates[0] > 0
    body.set_servo(100.0, 10.0, max_torque=50.0)
    body.set_targets(0.4)
    world.run(2.0)
    assert body.positions[0] == pytest.approx(0.4, abs=2e-3) and body.tracking_error < 2e-3
    body.set_targets(0.4, rates=0.5)
    world.run(0.5)
    assert body.rates[0] == pytest.approx(0.5, abs=0.02)
    assert np.abs(body.torques).max() <= 50.0
    body.clear_drive()
    before = body.rates[0]
    world.run(0.5)
    assert 0 <= body.rates[0] < before  # drag
    with pytest.raises(ValueError, match="call set_servo"):
        body.set_targets(0.0)
    with pytest.raises(ValueError, match="there is no link 'rood'"):
        body.apply_force("rood", (1, 0, 0))


def test_a_force_on_a_link_moves_the_whole_body():
    world = af.World(medium="water", gravity=(0, 0, 0), articulated=True)
    body = chain(world)
    body.apply_force("rod", (0.0, 10.0, 0.0))
    world.step()
    assert body.momentum[4] == pytest.approx(10.0 * world.dt, rel=1e-3)
    assert world.names == ["chain/base", "chain/rod"] and np.allclose(world.state[1, :7], body.link_poses[1], atol=1e-6)
    assert np.allclose(world.twists, body.link_twists, atol=1e-6)


def test_bodies_have_openings_water_inside_and_several_shapes():
    world = af.World(medium=af.uniform(1000.0, 1e-3))
    parts = [af.box((1, 0.4, 0.4)), af.box((0.2, 0.2, 0.4), position=(0, 0, 0.3))]
    hull = world.add_body(parts, mass=150, flooded=[af.box((0.6, 0.2, 0.2))], can_sleep=False)
    assert hull.mass == pytest.approx(150 + 24, rel=1e-9)
    mat = world.add_body(af.box((1, 1, 0.05)), density=1000.0, porosity=0.25, position=(0, 3, 0), can_sleep=False)
    assert mat.mass == pytest.approx(37.5, rel=1e-9)
    world.step(20)
    assert np.abs(mat.linear_velocity).max() < 1e-6  # of the density of water
    vertices, triangles = af.mesh(af.box((1, 1, 0.05)))
    whole, open_ = (af.FluidBodyModel(vertices, triangles, porosity=p).added_mass() for p in (0.0, 0.25))
    assert np.allclose(open_, 0.6180 * whole, rtol=2e-3)
    with pytest.raises(ValueError, match=r"bodies\[2\].flooded\[0\]: does not lie inside the body"):
        world.add_body(af.box((1, 1, 1)), density=500, flooded=[af.sphere(0.6)])


def test_thrusters_are_given_as_makers_describe_them():
    world = af.World(medium=af.uniform(1000.0, 1e-3), gravity=(0, 0, 0))
    body = world.add_body(af.sphere(1.0), density=1000.0, can_sleep=False)
    maker = dict(diameter=0.076, fastest_speed=61.0, time_constant=0.0)
    strong = world.add_thruster(body, bollard=(51.5, 40.2), **maker)
    table = world.add_thruster(body, table=[(1100, -40.2), (1464, 0), (1536, 0), (1900, 51.5)], **maker)
    assert table.command == 1500
    strong.command, table.command = -61.0, 1900
    world.step()
    assert strong.thrust == pytest.approx(-40.2, rel=1e-6) and table.thrust == pytest.approx(51.5, rel=1e-6)
    with pytest.raises(ValueError, match=r"thrusters\[2\].astern: follows from 'bollard'"):
        world.add_thruster(body, bollard=(51.5, 40.2), astern=0.5)


def test_a_thruster_pushes_with_its_thrust():
    world = af.World(medium="water", gravity=(0, 0, 0))
    body = world.add_body(af.sphere(0.3), density=998.2, can_sleep=False)
    thruster = world.add_thruster(body, diameter=0.1, time_constant=0.0)
    thruster.command = thruster.command_of(5.0, 998.2)
    world.step()
    assert thruster.thrust == pytest.approx(5.0, rel=1e-3) and thruster.power > 0 and thruster.torque > 0
    assert thruster.speed == thruster.command
    mass = 998.2 * 1.5 * 4 / 3 * math.pi * 0.027  # with the added mass of a ball
    assert body.linear_velocity[0] == pytest.approx(5.0 * world.dt / mass, rel=5e-3)


def test_regions_have_media_of_their_own():
    world = af.World(medium="air", gravity=(0, 0, 0))
    region = world.add_region((-1, -1, -1), (1, 1, 1), {"fluid": "water", "velocity": (1.0, 0.0, 0.0)})
    inside = world.add_body(af.sphere(0.1), density=998.2, can_sleep=False)
    outside = world.add_body(af.sphere(0.1), density=998.2, position=(3, 0, 0), can_sleep=False)
    world.run(0.5)
    assert inside.linear_velocity[0] > 10 * abs(outside.linear_velocity[0])
    assert region.contains((0, 0, 0)) and not region.contains((3, 0, 0)) and region.enabled
    region.set_box((2, -1, -1), (4, 1, 1))
    world.run(0.5)
    assert outside.linear_velocity[0] > 1e-3


@pytest.mark.parametrize("priority, drifts", [(3, True), (1, False)])
def test_regions_of_a_file_keep_their_priority_beside_added_ones(priority, drifts):
    current = {"min": (-1, -1, -1), "max": (1, 1, 1), "medium": {"fluid": "water", "velocity": (1, 0, 0)}}
    world = af.World.from_dict({"medium": "air", "gravity": (0, 0, 0), "regions": [dict(current, priority=priority)]})
    ball = world.add_body(af.sphere(0.1), density=998.2, can_sleep=False)
    world.add_region((-1, -1, -1), (1, 1, 1), "water", priority=2)
    world.run(0.3)
    assert (ball.linear_velocity[0] > 0.1) == drifts  # measured .25 and 2e-16


def test_media_are_those_of_the_formulas():
    assert af.water().sample((0, 0, 0))["density"] == 998.2
    assert af.air_at(20.0).sample((0, 0, 0))["density"] == pytest.approx(1.2041, abs=1e-3)
    assert af.sea_water_at(10.0).sample((0, 0, 0))["density"] == pytest.approx(1026.95, abs=0.1)
    assert af.fresh_water_at(4.0).sample((0, 0, 0))["density"] == pytest.approx(999.97, abs=0.02)
    assert af.honey().sample((0, 0, 0))["viscosity"] > af.castor_oil().sample((0, 0, 0))["viscosity"] > 0.9
    assert af.olive_oil().sample((0, 0, 0))["density"] == 914.0
    layered = af.layers([(1020.0, 1e-3), (1000.0, 1e-3)], [(0.0, 0.0)])
    assert layered.sample((0, 0, -1))["density"] == 1020.0 and layered.sample((0, 0, 1))["density"] == 1000.0
    assert af.levels([(0, 1000, 1e-3), (10, 900, 1e-3)]).sample((0, 0, 5))["density"] == pytest.approx(950.0)


def test_waves_and_flows_obey_their_equations():
    waves = af.waves([{"amplitude": 0.5, "wavelength": 20.0, "direction": (1, 0, 0)}])
    surface = af.sine_waves(waves)
    assert surface.height((0, 0, 0)) == pytest.approx(0.5) and surface.height((10.0, 0, 0)) == pytest.approx(-0.5)
    period = 2 * math.pi / math.sqrt(9.81 * 2 * math.pi / 20.0)  # [Lamb1932, art. 229]
    assert surface.height((0, 0, 0), period) == pytest.approx(0.5, abs=1e-9)
    assert af.gerstner_waves(waves).depth((0, 0, -3)) == pytest.approx(3.5, abs=1e-6)
    below = af.wave_flow(waves).sample((0, 0, -20.0 / (2 * math.pi)))["velocity"]
    assert below[0] == pytest.approx(0.5 * 2 * math.pi / period * math.exp(-1), rel=1e-9)
    sea = af.sea(height=2.0, period=6.0, seed=3)
    assert len(sea) == 16 and sea.variance == pytest.approx(2.0 ** 2 / 16) and sea.steepness > 0
    vortex = af.vortex(2 * math.pi, 0.1, core="rankine")
    assert vortex.sample((2.0, 0, 0))["velocity"] == pytest.approx([0, 0.5, 0])
    both = vortex + af.stream((1, 0, 0))
    assert both.sample((2.0, 0, 0))["velocity"] == pytest.approx([1, 0.5, 0])
    layer = af.boundary_layer((10, 0, 0), 10.0, exponent=1 / 7)
    assert layer.sample((0, 0, 1.0))["velocity"][0] == pytest.approx(10 * 0.1 ** (1 / 7))
    assert af.jet(3.0, 0.2).sample((1e-9, 0, 0))["velocity"][0] == pytest.approx(3.0, rel=1e-3)
    assert np.isfinite(af.gusts(mean=(5, 0, 0), seed=2).sample((1, 2, 3), 4.0)["velocity"]).all()
    grid = af.grid_flow(np.arange(24, dtype=float).reshape(1, 2, 2, 2, 3), (0, 0, 0), (1, 1, 1))
    assert grid.sample((0.5, 0, 0))["velocity"] == pytest.approx([1.5, 2.5, 3.5])
    turned = af.moved(af.stream((1, 0, 0)), orientation=(0, 0, math.sqrt(0.5), math.sqrt(0.5)), factor=2.0)
    assert turned.sample((0, 0, 0))["velocity"] == pytest.approx([0, 2, 0], abs=1e-12)
    shear = af.linear_flow((0, 0, 0), (0, 0, 0), [[0, 1, 0], [0, 0, 0], [0, 0, 0]])
    assert shear.sample((0, 3, 0))["velocity"] == pytest.approx([3, 0, 0])


def test_a_surface_is_sampled_at_many_points_in_one_call():
    world = af.World(medium={"fluid": "water", "surface": {"height": 0.3, "depth": 9.0, "sea": {
        "height": 0.5, "period": 4.0, "peakedness": 2.0, "direction": (1, 1, 0), "spread": 3.0, "count": 8, "seed": 11}}})
    sea = af.sea(height=0.5, period=4.0, peakedness=2.0, direction=(1, 1, 0), spread=3.0, count=8, seed=11, level=0.3, depth=9.0)
    surface = af.gerstner_waves(sea)
    points = np.random.default_rng(1).uniform(-20, 20, (50, 3))
    heights, normals = world.medium.sample_surface(points, 2.5)
    assert heights.shape == (50,) and normals.shape == (50, 3)
    assert np.array_equal(heights, [surface.height(p, 2.5) for p in points])
    assert all(np.array_equal(a, b) for a, b in zip(surface.sample(points, 2.5), (heights, normals)))
    assert np.allclose(np.linalg.norm(normals, axis=1), 1.0, atol=1e-14)
    step = 1e-4
    slopes = [(surface.sample(points + d, 2.5)[0] - surface.sample(points - d, 2.5)[0]) / (2 * step)
              for d in (np.array([step, 0, 0]), np.array([0, step, 0]))]
    assert np.allclose(-normals[:, :2] / normals[:, 2:], np.transpose(slopes), atol=1e-9)  # measured 6e-11
    assert [part.shape for part in world.medium.sample_surface(np.empty((0, 3)))] == [(0,), (0, 3)]
    for medium, wrong, time in ((af.water(), points, 0.0), (world.medium, [0, 0, 0], 0.0), (world.medium, [[0, math.nan, 0]], 0.0),
                                (world.medium, points, math.inf)):
        with pytest.raises(ValueError):
            medium.sample_surface(wrong, time)


def test_a_body_drifts_with_a_flow_of_objects_and_floats_on_divided_media():
    world = af.World(medium=af.flowing(af.water(), af.stream((0.5, 0, 0))), gravity=(0, 0, 0))
    ball = world.add_body(af.sphere(0.05), density=998.2, can_sleep=False)
    world.run(3.0)
    assert 0.3 < ball.linear_velocity[0] < 0.5
    world.medium = af.divided(af.water(), af.gerstner_waves(af.waves([])), af.air())
    assert world.medium.sample((0, 0, 1))["density"] == 1.204
    world.medium = None
    assert world.medium is None
