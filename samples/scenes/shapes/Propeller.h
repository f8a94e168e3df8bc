// SPDX-License-Identifier: Zlib
#pragma once

#include "interface/SampleMeshes.h"

namespace samples {

/// A propeller about the z axis: two twisted blades along x on a round hub, and, if wanted, a stick below the hub to
/// spin the propeller by. Turning about +z, the propeller drives the fluid down and itself up. The blades widen from a
/// neck at the hub to a rounded tip; their section is a rounded, slightly cambered airfoil.
struct PropellerShape {
    double diameter;          ///< over the tips [m]
    double chord;             ///< largest width of a blade [m]
    double thickness;         ///< of a blade, as a fraction of its chord
    double rootPitch;         ///< angle of the chord to the plane of rotation at the hub [rad]
    double tipPitch;          ///< and at the tip [rad]
    double hubRadius;         ///< [m]
    double hubHeight;         ///< of its cylindrical part with the roots of the blades [m]
    double stickRadius = 0.0; ///< [m]; 0: no stick
    double stickLength = 0.0; ///< below the hub [m]
};

/// The sinking propeller: thick blades, no stick. \param diameter over the tips [m] \param pitch at the hub [rad]
PropellerShape thickPropeller(double diameter, double pitch);

/// The toy spun between the palms and released: two wide thin blades on a stick. \param diameter over the tips [m]
PropellerShape toyPropeller(double diameter);

/// One closed surface of a uniform solid, its own image under half a turn about z. The collision pieces are the hub
/// with the stick, and two for each blade. \param faces about how many triangles; the coarsest has 300, with a stick
/// about 600
PiecedMesh makePropeller(const PropellerShape& shape, int faces);

} // namespace samples
