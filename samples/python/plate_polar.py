# SPDX-License-Identifier: Zlib
"""plate_polar.py [PICTURE.png]: added mass of rectangular plates, and the polar of one of them."""
import sys

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np

import ambientfluid as af

WATER = 1000.0  # kg/m^3
AIR, AIR_VISCOSITY = 1.204, 1.825e-5  # kg/m^3, Pa s
CHORD, THICKNESS, SPEED = 0.1, 0.0002, 10.0  # m, m, m/s


def plate(aspect_ratio):
    faces = 4 * 8 * min(8 * aspect_ratio, 28)
    return af.FluidBodyModel(*af.mesh(af.box((CHORD, CHORD * aspect_ratio, THICKNESS), faces=faces)))


def broadside_coefficient(aspect_ratio):
    """Added mass across the plate over that of the fluid cylinder around it, rho pi/4 chord^2 span."""
    matrix = plate(aspect_ratio).added_mass(WATER)
    return matrix[5, 5] / (WATER * np.pi / 4 * CHORD**2 * CHORD * aspect_ratio)


def polar(model, degrees, area):
    """Lift, drag and normal force coefficients; the plate moves along x at incidence 0, its nose raised out of that."""
    angle = np.radians(degrees)
    motion = np.stack([np.cos(angle), np.zeros_like(angle), -np.sin(angle)], axis=1)
    twists = np.hstack([np.zeros_like(motion), SPEED * motion])
    force = model.wrenches(twists, AIR, AIR_VISCOSITY)[:, 3:] / (0.5 * AIR * SPEED**2 * area)
    lift = np.stack([np.sin(angle), np.zeros_like(angle), np.cos(angle)], axis=1)
    return (force * lift).sum(axis=1), -(force * motion).sum(axis=1), force[:, 2]


def main(picture):
    ratios = np.array([1, 2, 3, 4, 6, 8])
    known = {1: 0.579, 2: 0.757, 3: 0.830, 4: 0.872, 8: 0.934}  # DNV-RP-C205, table D-2
    computed = [broadside_coefficient(int(ratio)) for ratio in ratios]
    degrees = np.linspace(0, 90, 91)
    wing = plate(2)
    lift, drag, normal = polar(wing, degrees, CHORD * 2 * CHORD)

    figure, (left, right) = plt.subplots(1, 2, figsize=(11, 4.4), constrained_layout=True)
    left.plot(ratios, computed, "o-", label="computed, 1/500 thick")
    left.plot(list(known), list(known.values()), "kx", markersize=8, label="DNV-RP-C205, thin plates")
    left.set(title="Added mass across a rectangular plate", xlabel="span / chord [-]", ylim=(0, 1.05),
             ylabel=r"$m_a\,/\,(\rho\,\frac{\pi}{4}\,c^2 b)$ [-]")
    right.plot(degrees, normal, color="0.6", label="normal force $C_N$")
    right.plot(degrees, lift, label="lift $C_L$")
    right.plot(degrees, drag, label="drag $C_D$")
    right.set(title=f"Polar of a plate 2 chords wide in air at {SPEED:g} m/s", xlabel="angle of attack [deg]",
              ylabel=r"force / ($\frac{1}{2}\rho U^2 c b$) [-]", xlim=(0, 90), ylim=(0, 2.2))
    right.set_xticks(range(0, 91, 15))
    for axes, place in ((left, "lower right"), (right, "upper right")):
        axes.grid(alpha=0.3)
        axes.legend(loc=place)
    figure.savefig(picture, dpi=110)

    print("span/chord  coefficient  DNV-RP-C205")
    for ratio, value in zip(ratios, computed):
        print(f"{ratio:10d}  {value:11.4f}  {known.get(int(ratio), float('nan')):11.3f}")
    print(f"drag coefficient across the stream {drag[-1]:.3f}, steepest lift {lift.max():.3f} at "
          f"{degrees[lift.argmax()]:.0f} deg; drawn in {picture}")


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "plate_polar.png")
