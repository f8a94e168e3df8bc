# SPDX-License-Identifier: Zlib
"""The Python samples draw their pictures, and what they print is true."""
import contextlib
import io
import os
import sys

import numpy as np
import pytest

pytest.importorskip("matplotlib", reason="Debian: python3-matplotlib")
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "samples", "python"))
import falling_sheet
import plate_polar
import sinking_balls
import swimmer


def output_of(sample, picture):
    with contextlib.redirect_stdout(io.StringIO()) as text:
        sample.main(str(picture))
    content = picture.read_bytes()
    assert content.startswith(b"\x89PNG") and len(content) > 20000, f"{picture}: no picture"
    print(text.getvalue())
    return text.getvalue()


def test_plates_have_the_added_mass_of_the_tables(tmp_path):
    # DNV-RP-C205, thin plates: the thickness of 1/500 is about half of the excess.
    rows = [line.split() for line in output_of(plate_polar, tmp_path / "polar.png").splitlines()[1:7]]
    for ratio, computed, known in np.array(rows, dtype=float):
        assert np.isnan(known) or abs(computed / known - 1) < 0.012, f"aspect ratio {ratio}: {computed}, known {known}"


def test_sheets_glide_and_fall(tmp_path):
    for line in output_of(falling_sheet, tmp_path / "sheet.png").splitlines():
        metres = float(line.split()[-3])
        assert 0.2 < metres < 5, f"{line}: neither held by the air nor falling"


def test_an_eel_is_steered_to_its_goals(tmp_path):
    lines = output_of(swimmer, tmp_path / "swimmer.png").splitlines()
    assert len(lines) == 3 and all(float(line.split("): ")[1].split()[0]) <= 0.1 for line in lines), lines


def test_heavy_and_large_balls_sink_fast(tmp_path):
    with contextlib.redirect_stdout(io.StringIO()) as text:
        sinking_balls.main(str(tmp_path / "sweep"))
    speeds = [float(line.split(": ")[1].split()[0]) for line in text.getvalue().splitlines()]
    assert len(speeds) == 6 and speeds[0] < speeds[2] < speeds[4] and all(a < b for a, b in zip(speeds[::2], speeds[1::2]))
