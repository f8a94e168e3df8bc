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
import pybullet_boat
import pybullet_drone


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


@pytest.mark.parametrize("sample", [pybullet_boat, pybullet_drone])
def test_samples_are_short(sample):
    with open(sample.__file__, encoding="utf-8") as file:
        assert len(file.readlines()) <= 60
