# SPDX-License-Identifier: Zlib
"""The swimming environment: its interface, and that an eel swims and steers in it."""
import numpy as np
import pytest

from ambientfluid.swimming import SwimmerEnv, SwimmerVectorEnv, traveling_wave


def swim(env, seconds, steer=0.0, **wave):
    info = {"time": 0.0}
    while info["time"] < seconds - 1e-9:
        observation, reward, terminated, truncated, info = env.step(
            traveling_wave(info["time"], env.action_space.shape[0], steer=steer, **wave))
    return observation, info


def test_it_has_the_interface_of_gymnasium():
    env = SwimmerEnv(links=4, seconds=1.0)
    observation, info = env.reset(seed=3)
    assert env.observation_space.contains(observation) and observation.dtype == np.float32
    assert env.action_space.shape == (3,) and env.action_space.contains(env.action_space.sample())
    again, _ = env.reset(seed=3)
    other, _ = env.reset(seed=4)
    assert np.array_equal(observation, again) and not np.array_equal(observation, other)
    for count in range(100):
        observation, reward, terminated, truncated, info = env.step(env.action_space.sample())
        if truncated:
            break
    assert count == 29 and not terminated and isinstance(reward, float) and info["energy"] > 0
    env.render()
    env.close()
    with pytest.raises(ValueError, match="3 finite numbers"):
        env.step([0, 0])
    with pytest.raises(ValueError, match="links: 1"):
        SwimmerEnv(links=1)


def test_episodes_repeat_to_the_bit():
    env = SwimmerEnv(links=4)

    def episode():
        env.reset(seed=1)
        random = np.random.default_rng(2)
        return [env.step(random.uniform(-1, 1, 3))[0] for _ in range(20)]
    assert all(np.array_equal(a, b) for a, b in zip(episode(), episode()))


def test_a_wave_to_the_tail_swims_and_a_wave_to_the_head_swims_back():
    env = SwimmerEnv()
    env.reset(seed=1, options={"goal": (9.0, 0.0)})
    swim(env, 4.0)
    ahead = env.world.positions[0, 0]
    env.reset(seed=1, options={"goal": (9.0, 0.0)})
    swim(env, 4.0, waves=-0.8)
    assert ahead > 0.4 and env.world.positions[0, 0] < -0.1  # measured .6 and -.4 m


def test_a_bend_steers():
    turned = []
    for steer in (0.15, -0.15):
        env = SwimmerEnv()
        env.reset(seed=1, options={"goal": (9.0, 0.0)})
        swim(env, 3.0, steer)
        turned.append(env.world.positions[0, 1])
    assert turned[0] > 0.1 and turned[1] < -0.1  # left and right


def test_the_goal_ends_an_episode_with_a_reward():
    env = SwimmerEnv()
    env.reset(options={"goal": (0.5, 0.0)})
    total, terminated, time = 0.0, False, 0.0
    while not terminated and time < 8.0:
        _, reward, terminated, _, info = env.step(traveling_wave(time, 5))
        total, time = total + reward, info["time"]
    assert terminated and info["distance"] < 0.1 and 1.2 < total < 1.5


def test_many_in_threads_are_those_one_by_one():
    many = SwimmerVectorEnv(3, threads=2, links=4, seconds=0.5)
    observations, _ = many.reset(seed=5)
    singles = [SwimmerEnv(links=4, seconds=0.5) for _ in range(3)]
    alone = [env.reset(seed=5 + i)[0] for i, env in enumerate(singles)]
    assert np.array_equal(observations, alone) and many.action_space.shape == (3, 3)
    random = np.random.default_rng(1)
    for count in range(15):
        actions = random.uniform(-1, 1, (3, 3))
        observations, rewards, terminated, truncated, infos = many.step(actions)
        expected = [env.step(action) for env, action in zip(singles, actions)]
        last = infos["final_obs"] if "final_obs" in infos else observations
        assert np.array_equal(np.stack(last), [one[0] for one in expected]) and np.array_equal(rewards, [one[1] for one in expected])
    assert count == 14 and truncated.all() and not terminated.any()
    assert infos["time"].tolist() == [0.0, 0.0, 0.0]  # begun anew
