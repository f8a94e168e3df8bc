# SPDX-License-Identifier: Zlib
"""falling_sheet.py [PICTURE.png]: a light sheet let go in air at three angles; one free body at a time, without a world."""
import sys

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np

import ambientfluid as af

SHEET = (0.1, 0.1, 0.0005)  # m
MASS = 0.0002  # kg
STEP, SECONDS, DRAWN = 1 / 240, 2.5, 12  # s, s, every so many steps


def fall(model, air, degrees):
    """Positions [m] and the angle of the sheet's side in the plane of the picture [rad], at every step."""
    body = af.FreeBody(model, MASS, air)
    half = np.radians(degrees) / 2
    body.set_state(orientation=(0, -np.sin(half), 0, np.cos(half)))
    path = []
    for _ in range(round(SECONDS / STEP)):
        x, y, z, w = body.orientation
        side = (1 - 2 * (y * y + z * z), 2 * (x * z - w * y))  # its x and z in the world
        path.append((*body.position, np.arctan2(side[1], side[0])))
        body.step(STEP)
    return np.array(path)


def main(picture):
    model = af.FluidBodyModel(*af.mesh(af.box(SHEET, faces=224)))
    air = af.air()
    figure, axes = plt.subplots(figsize=(10, 4.2), constrained_layout=True)
    for place, degrees in enumerate((20, 40, 60)):
        path = fall(model, air, degrees)
        colour = plt.cm.viridis(0.4 * place)
        x = path[:, 0] + 1.1 * place
        axes.plot(x, path[:, 2], color=colour, linewidth=0.8, label=f"{degrees} deg")
        for drawn_x, (_, _, z, angle) in zip(x[::DRAWN], path[::DRAWN]):
            along = 0.5 * SHEET[0] * np.array([np.cos(angle), np.sin(angle)])
            axes.plot([drawn_x - along[0], drawn_x + along[0]], [z - along[1], z + along[1]], color=colour, linewidth=2)
        print(f"let go at {degrees} deg: after {SECONDS} s {path[-1, 0]:+.2f} m aside and {-path[-1, 2]:.2f} m down")
    axes.set(xlabel="x, releases 1.1 m apart [m]", ylabel="z [m]", aspect="equal",
             title=f"A square sheet of {1e3 * SHEET[0]:g} mm and {1e3 * MASS:g} g in air, "
                   f"drawn every {1e3 * DRAWN * STEP:g} ms")
    axes.grid(alpha=0.3)
    axes.legend(title="angle to the horizontal\nwhen let go", loc="upper left", bbox_to_anchor=(1, 1))
    figure.savefig(picture, dpi=110)


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "falling_sheet.png")
