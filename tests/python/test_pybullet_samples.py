# SPDX-License-Identifier: Zlib
"""The samples for PyBullet run, and what they print is true."""
import contextlib
import io
import os
import sys

import pytest

sys.path[:0] = [os.path.dirname(os.path.abspath(__file__)),
                os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "samples", "python")]
import pybullet_package

pybullet_package.require()
import pybullet_arm
import pybullet_boat
import pybullet_drone
import pybullet_eel


def output_of(main, *arguments):
    with contextlib.redirect_stdout(io.StringIO()) as text:
        main(*arguments)
    return text.getvalue().splitlines()


def test_a_boat_carries_its_crate():
    rows = [list(map(float, line.split())) for line in output_of(pybullet_boat.main, 3.0)[1:]]
    assert len(rows) == 3
    for _, height, pitch, displaced, ball, crate in rows:
        assert abs(height) < 0.3 and abs(pitch) < 0.3 and 40 < displaced < 336 and abs(ball) < 0.3 and 30 < crate < 130


def test_a_gust_pushes_a_drone(monkeypatch):
    monkeypatch.setattr(pybullet_drone, "SECONDS", 2.5)
    still, gust = (float(line.split("at most ")[1].split()[0]) for line in output_of(pybullet_drone.main))
    assert still < 0.03 and 0.1 < gust < 1.0


def test_an_eel_swims():
    ahead = [float(line.split(" is ")[1].split()[0]) for line in output_of(pybullet_eel.main, 3.0)]
    assert len(ahead) == 3 and ahead[0] < ahead[1] < ahead[2] and 0.15 < ahead[2] < 0.4


def test_motors_carry_weight_less_buoyancy():
    volume, lever = 0.4 * 0.08**2, 9.81 * (0.2 + 0.6)
    for line, density in zip(output_of(pybullet_arm.main), (1.2, 998.2)):
        held, most = float(line.split(": ")[1].split()[0]), float(line.split("at most ")[1].split()[0])
        assert abs(held / ((4.0 - density * volume) * lever) - 1) < 2e-3 and held - 0.01 < most < 40


@pytest.mark.parametrize("sample", [pybullet_arm, pybullet_boat, pybullet_drone, pybullet_eel])
def test_samples_are_short(sample):
    with open(sample.__file__, encoding="utf-8") as file:
        assert len(file.readlines()) <= 60
