# SPDX-License-Identifier: Zlib
"""Environments without Gymnasium: equal episodes, baselines that do their task, files, pictures, many at once."""
import os

import numpy as np
import pytest

import ambientfluid as af
from ambientfluid import envs
from ambientfluid._boat import MASS
from ambientfluid._plain import Box
from ambientfluid._turns import axes_of

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
BALL = {"medium": {"fluid": "water"}, "bodies": [
    {"name": "ball", "shape": {"type": "sphere", "radius": 0.1, "faces": 80}, "density": 998.2, "position": [0, 0, -1]},
    {"name": "post", "shape": {"type": "box", "size": [0.1, 0.1, 1]}, "static": True, "position": [2, 0, -1]}]}


def ball_env(**options):
    keys = {"action": [envs.ThrusterCommand("ball", axis=(0, 0, 1), diameter=0.03, fastest_speed=50.0)], "observation": ["ball"],
            "reward": lambda env: float(env.row("ball")[2]), "seconds": 0.5, **options}
    return envs.FileEnv(BALL, **keys)


def episode(env, seed, actions):
    seen = [env.reset(seed=seed)[0]]
    for action in actions:
        observation, reward, *_ = env.step(action)
        seen.append(np.append(observation, reward))
    return seen


@pytest.mark.parametrize("make", [lambda: envs.SwimmerEnv(links=3), envs.StationKeepingEnv, envs.BoatEnv,
                                  lambda: ball_env(perturbation={"ball": {"position": 0.1, "rotation": 0.5, "velocity": 0.2, "turning": 1.0}})])
def test_an_episode_depends_on_its_seed_and_actions_alone(make):
    """To the bit, also after other episodes, with other currents and seas, and propellers that turned."""
    env, other = make(), make()
    actions = np.random.default_rng(3).uniform(-1, 1, (8, *env.action_space.shape))
    first = episode(env, 7, actions)
    assert first[0].dtype == np.float32 and env.observation_space.contains(first[0])
    drawn = episode(other, 8, -actions)
    assert not np.array_equal(first[0], drawn[0])
    for again in (episode(env, 7, actions), episode(other, 7, actions)):
        assert all(np.array_equal(a, b) for a, b in zip(first, again))


def test_a_robot_without_weight_drifts_with_the_current():
    env = envs.StationKeepingEnv(reach=100.0)
    _, info = env.reset(seed=1, options={"current": (0.3, 0.1, 0.0), "at_place": True})
    assert info["distance"] == 0.0 and np.array_equal(info["current"], (0.3, 0.1, 0.0))
    for _ in range(300):
        observation, *_ = env.step(np.zeros(6))
    velocity = env.world.state[0, 10:13]
    assert np.allclose(velocity, (0.3, 0.1, 0.0), atol=0.03)  # measured .012
    assert observation[5] > 0.99  # it rights itself


def test_the_thrusters_of_the_robot_push_where_the_table_says():
    """The first velocity is along the mean force of the thrusters, up to the added mass that couples axes."""
    for action, axis in (((1, 1, 1, 1, 0, 0), 0), ((-1, 1, 1, -1, 0, 0), 1), ((0, 0, 0, 0, 1, 1), 2)):
        env = envs.StationKeepingEnv(current=0.0)
        env.reset(seed=1, options={"at_place": True})
        env.step(np.array(action, float))
        velocity = env.world.state[0, 10:13]
        assert velocity[axis] > 0.95 * np.linalg.norm(velocity) and velocity[axis] > 0.01


def test_baselines_do_their_task():
    """Measured over seeds 0 to 4: the robot .09 m and .01 rad off in the mean, the boat .5 to 1 m from its goal."""
    env = envs.StationKeepingEnv()
    for seed in range(3):
        assert -6.0 < envs.episode_return(env, envs.station_keeper, seed) < 0.0
        assert env._info()["distance"] < 0.25 and env._info()["heading"] < 0.05
    boat = envs.BoatEnv(seconds=12.0)
    assert envs.episode_return(boat, envs.helmsman, 1) > 8.0
    assert envs.episode_return(boat, lambda *_: np.zeros(2), 1) < 2.0


def test_the_boat_floats_at_its_draft():
    env = envs.BoatEnv(wave_height=0.0)
    env.reset(seed=1)
    displaced = []
    for _ in range(60):  # it still heaves by 1 mm: the mean displaces its mass
        env.world.step(20)
        displaced.append(env.boat.readout()["submerged_volume"] * 998.2)
    assert np.mean(displaced) == pytest.approx(MASS, rel=3e-3) and np.ptp(displaced) < 0.03 * MASS
    assert abs(env.world.state[0, 2]) < 0.05 and axes_of(env.world.state[0, 3:7])[2][2] > 0.999


def test_a_file_is_seen_as_it_is():
    env = ball_env()
    observation, info = env.reset(seed=1)
    assert np.array_equal(observation, env.world.state[0].astype(np.float32)) and info == {"time": 0.0, "energy": 0.0}
    for _ in range(15):
        observation, reward, terminated, truncated, info = env.step([1.0])
    assert truncated and not terminated and reward == env.world.state[0, 2] > -0.999 and info["energy"] > 0.0
    ended = ball_env(termination=lambda one: one.row("ball")[2] > -0.9995)
    ended.reset()
    assert any(ended.step([1.0])[2] for _ in range(15))


def test_the_start_of_a_file_varies_within_its_widths():
    widths = {"position": (0.1, 0.2, 0.0), "rotation": 0.3, "velocity": 0.5, "turning": 2.0}
    env = ball_env(perturbation={"ball": widths})
    starts = np.array([env.reset(seed=seed)[0] for seed in range(200)], float)
    away = np.abs(starts - env.reset(options={"perturb": False})[0])
    assert np.array_equal(env.row("ball")[:3], (0, 0, -1)) and not away[:, 2].any()
    for column, width in ((0, 0.1), (1, 0.2), (3, 0.15), (7, 2.0), (10, 0.5)):
        assert 0.8 * width < away[:, column].max() <= width * (1 + 1e-6), column
    assert np.allclose(np.linalg.norm(starts[:, 3:7], axis=1), 1.0, atol=1e-6)


def test_joints_of_a_file_follow_and_vary():
    env = envs.FileEnv(os.path.join(ROOT, "samples", "worlds", "swimmer.json"), observation=["swimmer", "swimmer/head"],
                       action=[envs.JointTargets("swimmer", -0.5, 0.5, stiffness=5.0, damping=0.3)], seconds=1.0, control=0.1,
                       reward=lambda one: 0.0, perturbation={"swimmer": {"joints": 0.2, "position": 0.1}})
    first, again = env.reset(seed=1)[0], env.reset(seed=1)[0]
    assert first.shape == (4 + 13,) and np.array_equal(first, again) and not np.array_equal(first, env.reset(seed=2)[0])
    for _ in range(10):
        observation, *_, info = env.step([1.0, -1.0])
    assert np.allclose(observation[:2], (0.5, -0.5), atol=0.03) and info["energy"] > 0.0


def test_a_hinge_of_a_file_turns_at_its_speed():
    world = af.World()
    world.add_body(af.cylinder(0.2, 0.1), density=500, name="wheel", can_sleep=False)
    world.add_joint("hinge", "wheel", axis=(0, 0, 1), name="axle")
    env = envs.FileEnv(world, action=[envs.JointSpeed("axle", 3.0, 100.0)], observation=["axle"], reward=lambda one: 0.0)
    env.reset()
    for _ in range(30):
        observation, *_ = env.step([0.5])
    assert observation[0] == pytest.approx(1.5, rel=0.02)


@pytest.mark.parametrize("wrong, text", [
    ({"observation": ["bell"]}, "bell: the world has no such"), ({"action": []}, "action: has no part"), ({"observation": []}, "observation"),
    ({"action": [envs.JointTargets("arm", -1, 1)]}, "arm: the world has no such articulated body"),
    ({"perturbation": {"ball": {"size": 1}}}, "ball: size: unknown"), ({"perturbation": {"ball": {"joints": 1}}}, "ball: joints"),
    ({"perturbation": {"bell": {}}}, "bell: the world"), ({"seconds": 0.0}, "above 0"), ({"render_mode": "human"}, "render_mode")])
def test_wrong_arguments_are_named(wrong, text):
    with pytest.raises(ValueError, match=text):
        ball_env(**wrong)


def test_pictures_show_the_parts_and_tables_name_them():
    env = ball_env(render_mode="rgb_array", camera={"size": (360, 240), "target": (1, 0, -1), "eye": (1, -5, 0)})
    env.reset(seed=1)
    picture = env.render()
    assert picture.shape == (240, 360, 3) and picture.dtype == np.uint8
    warm = (picture[:, :, 0].astype(int) - picture[:, :, 2]) > 30  # the ball
    assert np.argwhere(warm)[:, 1].mean() < 180  # left of the middle
    # Perspective: a ball of .2 m at 5.1 m, in a picture of 240 pixels for .7 rad. Of 80 faces it looks a little smaller.
    rows, columns = np.argwhere(warm).T
    assert np.ptp(columns) + 1 == pytest.approx(0.2 / 5.1 * 120 / np.tan(0.35), abs=1.5)
    env.render_mode = "ansi"
    assert "ball" in env.render() and env.render().startswith("time 0.000 s")
    env.render_mode = None
    assert env.render() is None


def test_water_is_drawn_over_what_is_below_it():
    world = af.World(medium={"fluid": "water", "surface": {"height": 0.0}})
    world.add_body(af.box((1, 1, 1)), density=998.2)
    view = {"eye": (3, 3, 3), "target": (0, 0, 0), "size": (90, 60)}
    wet = world.render(**view).astype(int)
    world.medium = "water"
    dry = world.render(**view).astype(int)
    above, below = (20, 45), (40, 45)  # row and column
    assert np.array_equal(wet[above], dry[above]) and not np.array_equal(wet[below], dry[below])


def test_infos_of_many_are_arrays_with_masks():
    many = envs.SwimmerVectorEnv(2, links=2, seconds=0.1)
    _, infos = many.reset(seed=[3, 4])
    assert infos["distance"].shape == (2,) and infos["_distance"].all() and many.metadata["autoreset_mode"].value == "SameStep"
    for _ in range(3):
        observations, _, _, late, infos = many.step(np.zeros((2, 1)))
    assert late.all() and infos["_final_obs"].all() and (infos["final_info"]["time"] > 0.09).all() and not infos["time"].any()
    assert not np.array_equal(observations[0], infos["final_obs"][0])
    many.close()
    with pytest.raises(ValueError, match="num_envs: 0"):
        envs.SwimmerVectorEnv(0)
    with pytest.raises(ValueError, match="2 rows"):
        many.step(np.zeros((3, 1)))


def test_small_spaces_are_there_without_gymnasium():
    box = Box([-1, -2], [1, 2])
    box.seed(1)
    first = box.sample()
    box.seed(1)
    assert np.array_equal(first, box.sample()) and box.contains(first) and not box.contains([2, 0]) and not box.contains([0])
    with pytest.raises(ValueError, match="low"):
        Box(1.0, 0.0, (2,))


@pytest.mark.parametrize("make", [lambda: envs.SwimmerEnv(links=3), envs.StationKeepingEnv, envs.BoatEnv, ball_env])
def test_steps_before_a_reset_and_unknown_options_are_refused(make):
    env = make()
    with pytest.raises(RuntimeError, match="reset"):
        env.step(np.zeros(env.action_space.shape))
    with pytest.raises(ValueError, match="'reset_mask' is not known"):
        env.reset(options={"reset_mask": np.array([True])})
    env.reset()
    env.step(np.zeros(env.action_space.shape))
