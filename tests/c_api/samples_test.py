# SPDX-License-Identifier: Zlib
"""samples_test.py FOLDER: runs the Python samples; their pictures stay in the folder. Exit 77: a library is missing."""
import contextlib
import io
import os
import sys

try:
    import matplotlib  # noqa: F401
    import numpy as np
except ImportError as missing:
    print(f"skipped: {missing} (Debian: python3-numpy python3-matplotlib)")
    sys.exit(77)
import falling_sheet
import plate_polar

folder = sys.argv[1]
os.makedirs(folder, exist_ok=True)


def output_of(sample, name):
    picture = os.path.join(folder, name)
    if os.path.exists(picture):
        os.remove(picture)
    with contextlib.redirect_stdout(io.StringIO()) as text:
        sample.main(picture)
    with open(picture, "rb") as file:
        content = file.read()
    assert content.startswith(b"\x89PNG") and len(content) > 20000, f"{picture}: no picture"
    print(text.getvalue())
    return text.getvalue()


# Thin plates of DNV-RP-C205: measured +0.6 % at most, of which the thickness of 1/500 is about half.
rows = [line.split() for line in output_of(plate_polar, "plate_polar.png").splitlines()[1:7]]
for ratio, computed, known in np.array(rows, dtype=float):
    assert np.isnan(known) or abs(computed / known - 1) < 0.008, f"aspect ratio {ratio}: {computed}, known {known}"

for line in output_of(falling_sheet, "falling_sheet.png").splitlines():
    metres = float(line.split()[-3])
    assert 0.2 < metres < 5, f"{line}: neither held by the air nor falling"
